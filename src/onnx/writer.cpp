// SPDX-License-Identifier: Apache-2.0
#include "onnx/writer.h"

#include "kernel/evaluate.h"
#include "ops/string_constant/string_constant.h"
#include "shape/content.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tenon::onnx {
namespace {

constexpr int64_t kMaxFolded = 1024;        ///< elements of a result
constexpr int64_t kMaxFoldedFrom = 1 << 16; ///< elements of an operand

bool isSmall(Type const& type, int64_t limit) {
    if (!type.isStatic() || type.dtype == DType::kString)
        return false;
    int64_t count = 1;
    for (DimExpr const& d : *type.dims)
        if (__builtin_mul_overflow(count, d.value(), &count))
            return false;
    return count >= 0 && count <= limit;
}

/// The number of operands and results that the operator takes.
void checkCounts(Record const& record, size_t results) {
    OpDef const& op = *record.op;
    auto const operands = static_cast<int>(record.operands.size());
    if (operands < op.minInputs || (op.maxInputs >= 0 && operands > op.maxInputs))
        throw Error(Message::kOperand, fmt::format("operator {} has {} operands", op.name, operands))
            .wanted(op.maxInputs < 0 ? fmt::format("at least {}", op.minInputs)
                                     : fmt::format("{} to {}", op.minInputs, op.maxInputs))
            .given(fmt::format("{}", operands));
    if (op.outputs >= 0 && static_cast<int>(results) > op.outputs)
        throw Error(Message::kOperand, fmt::format("operator {} has {} results", op.name, results))
            .wanted(fmt::format("at most {}", op.outputs))
            .given(fmt::format("{}", results));
}

} // namespace

TensorId NetworkWriter::input(std::string name, std::optional<Type> type) {
    TensorId const id = mNetwork.addTensor(std::move(name), type);
    if (type)
        know(id, {std::move(*type), std::nullopt, nullptr});
    return id;
}

TensorId NetworkWriter::constant(std::string name, Type type, Buffer bytes) {
    if (bytes.data() == nullptr) { // no elements: a fact with a null pointer would mean that the value is unknown
        std::byte* unused = nullptr;
        bytes = Buffer::allocate(0, &unused);
    }
    TensorId const id = mNetwork.addConstant(std::move(name), std::move(type), std::move(bytes));
    remember(id, mNetwork.tensors[static_cast<size_t>(id)]);
    return id;
}

TensorId NetworkWriter::strings(std::string name, std::vector<int64_t> dims, std::vector<std::string> values) {
    Record record;
    record.op = mTable.op("string_constant");
    if (record.op == nullptr)
        throw Error(Message::kOnnxNode, "a constant of strings becomes an operator that this build of Tenon lacks");
    record.attrs = ops::string_constant::Attributes{std::move(dims), std::move(values)};
    record.name = name.empty() ? std::string("strings") : name;
    record.origins = {record.name};
    TensorId const id = emit(std::move(record), 1);
    mNetwork.tensors[static_cast<size_t>(id)].name = std::move(name);
    return id;
}

void NetworkWriter::remember(TensorId id, NetworkTensor constant) {
    Fact fact;
    fact.type = *constant.type;
    fact.bytes = constant.constant->data();
    fact.content =
        contentOf(fact.type.dtype, fact.bytes, checkedElements(fact.type.dtype, *numbersOf(*fact.type.dims)));
    know(id, std::move(fact));
    mConstants.insert_or_assign(id, std::move(constant));
}

void NetworkWriter::know(TensorId id, Fact fact) {
    if (mStates.size() <= static_cast<size_t>(id))
        mStates.resize(static_cast<size_t>(id) + 1);
    mStates[static_cast<size_t>(id)] = {true, std::move(fact)};
}

void NetworkWriter::assume(TensorId id, Type type) {
    if (fact(id) == nullptr)
        know(id, {std::move(type), std::nullopt, nullptr});
}

Fact const* NetworkWriter::fact(TensorId id) const noexcept {
    auto const i = static_cast<size_t>(id);
    return id >= 0 && i < mStates.size() && mStates[i].known ? &mStates[i].fact : nullptr;
}

NetworkTensor const* NetworkWriter::constantOf(TensorId id) const {
    auto const found = mConstants.find(id);
    return found == mConstants.end() ? nullptr : &found->second;
}

TensorId NetworkWriter::emit(Record record, size_t results) {
    while (!record.operands.empty() && record.operands.back() == kNoTensor)
        record.operands.pop_back();
    checkCounts(record, results);
    auto const first = static_cast<TensorId>(mNetwork.tensors.size());
    for (size_t i = 0; i < results; ++i)
        record.results.push_back(mNetwork.addTensor({}));
    infer(record);
    mBlock->records.push_back(std::move(record));
    return first;
}

void NetworkWriter::infer(Record const& record) {
    if (record.op->regions != 0)
        return; // its results depend on blocks that are not read yet
    std::vector<Fact const*> operands;
    for (TensorId id : record.operands) {
        operands.push_back(id == kNoTensor ? nullptr : fact(id));
        if (id != kNoTensor && operands.back() == nullptr)
            return;
    }
    InferContext context(operands, record.results.size(),
                         [&](DimExpr const*) { return DimExpr::symbol(mNextInferred++); });
    record.op->infer(record.attrs, context);
    for (size_t i = 0; i < record.results.size(); ++i)
        know(record.results[i], std::move(context.out(i)));
    if (worthFolding(record))
        fold(record);
}

bool NetworkWriter::worthFolding(Record const& record) const {
    auto const constant = [&](TensorId id) {
        return id == kNoTensor || (constantOf(id) != nullptr && isSmall(fact(id)->type, kMaxFoldedFrom));
    };
    auto const small = [&](TensorId id) { return fact(id)->type.isTensor() && isSmall(fact(id)->type, kMaxFolded); };
    return record.op->effect == Effect::kNone && mTable.reference(record.op->name) != nullptr &&
           std::all_of(record.operands.begin(), record.operands.end(), constant) &&
           std::all_of(record.results.begin(), record.results.end(), small);
}

void NetworkWriter::fold(Record const& record) {
    std::vector<Box> boxes(record.operands.size());
    std::vector<Box const*> inputs(record.operands.size(), nullptr);
    for (size_t i = 0; i < boxes.size(); ++i) {
        if (record.operands[i] == kNoTensor)
            continue;
        NetworkTensor const& from = *constantOf(record.operands[i]);
        boxes[i].setTensor(from.type->dtype, *numbersOf(*from.type->dims));
        if (!from.constant->empty())
            std::memcpy(boxes[i].data(), from.constant->data(), from.constant->size());
        inputs[i] = &boxes[i];
    }
    try {
        std::vector<Box> const out = evaluate(mTable, *record.op, record.attrs, inputs, record.results.size());
        for (size_t i = 0; i < out.size(); ++i) {
            std::byte* to = nullptr;
            Buffer bytes = Buffer::allocate(static_cast<size_t>(out[i].bytes()), &to);
            if (!bytes.empty())
                std::memcpy(to, out[i].data(), bytes.size());
            remember(record.results[i],
                     {{}, Type::tensor(out[i].dtype, Dims(out[i].dims.begin(), out[i].dims.end())), std::move(bytes)});
        }
    } catch (Error const&) { // the data do not allow it: whoever runs the node will say so
    }
}

DimExpr NetworkWriter::namedDim(std::string const& name) {
    auto const [at, added] = mDims.try_emplace(name, DimExpr());
    if (added) {
        at->second = DimExpr::symbol(static_cast<SymbolId>(mNetwork.dimNames.size()));
        mNetwork.dimNames.push_back(name);
    }
    return at->second;
}

DimExpr NetworkWriter::freshDim(std::string name) {
    while (mDims.contains(name))
        name += '_';
    return namedDim(name);
}

} // namespace tenon::onnx
