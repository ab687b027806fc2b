// SPDX-License-Identifier: Apache-2.0
// Operands are laid out by Layout::offset, element by element; results, their padding and the workspace are filled with
// a pattern that is a NaN in every floating type, so that what a kernel does not write, or reads too early, shows.
#include "cases/kernel_check.h"

#include "base/buffer.h"
#include "base/half.h"
#include "kernel/evaluate.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace tenon::test {
namespace {

constexpr int kPoison = 0xff;

/// Memory in the Layout of a signature. Guards behind the end show a write outside.
class Laid {
public:
    Laid(Layout layout, DType type, std::vector<int64_t> dims)
        : mLayout(std::move(layout)), mType(type), mDims(std::move(dims)),
          mSize(bytesFor(type, mLayout.elements(mDims))) {
        mBuffer = Buffer::allocate(static_cast<size_t>(mSize) + kGuard, &mData);
        std::memset(mData, kPoison, static_cast<size_t>(mSize) + kGuard);
    }

    void load(Box const& from) {
        std::memset(mData, 0, static_cast<size_t>(mSize));
        each([&](int64_t row, int64_t at, int64_t size) {
            std::memcpy(mData + at, from.data() + row, static_cast<size_t>(size));
        });
    }
    Box store() const {
        Box to;
        to.setTensor(mType, mDims);
        each([&](int64_t row, int64_t at, int64_t size) {
            std::memcpy(to.data() + row, mData + at, static_cast<size_t>(size));
        });
        return to;
    }
    /// Empty when the padding is zero and nothing was written behind the end.
    std::string checkPadding() const {
        for (int64_t i = 0; i < kGuard; ++i)
            if (static_cast<int>(mData[mSize + i]) != kPoison)
                return fmt::format("byte {} behind the end of the result was written", i);
        std::vector<bool> used(static_cast<size_t>(mSize), false);
        each([&](int64_t, int64_t at, int64_t size) { std::fill_n(used.begin() + at, size, true); });
        for (int64_t i = 0; i < mSize; ++i)
            if (!used[static_cast<size_t>(i)] && mData[i] != std::byte{0})
                return fmt::format("the padding of the result is not zero at byte {}", i);
        return {};
    }
    Tensor tensor() const { return {mData, mDims.data(), static_cast<int32_t>(mDims.size()), mType, nullptr}; }
    std::byte* data() const { return mData; }

private:
    static constexpr int64_t kGuard = 64;

    /// Byte offsets (row-major, laid out) and size of every element.
    template <class F>
    void each(F&& fn) const {
        int64_t const size = bitsOf(mType) / 8, count = mLayout.isRowMajor() ? 1 : mSize / std::max<int64_t>(1, size);
        if (mLayout.isRowMajor() || count == 0)
            return fn(int64_t{0}, int64_t{0}, mSize);
        std::vector<int64_t> offsets{0}; // an offset is a sum with one part for each axis
        for (size_t axis = 0; axis < mDims.size(); ++axis) {
            std::vector<int64_t> index(mDims.size(), 0), next;
            next.reserve(offsets.size() * static_cast<size_t>(mDims[axis]));
            std::vector<int64_t> parts;
            for (; index[axis] < mDims[axis]; ++index[axis])
                parts.push_back(mLayout.offset(mDims, index));
            for (int64_t offset : offsets)
                for (int64_t part : parts)
                    next.push_back(offset + part);
            offsets = std::move(next);
        }
        for (size_t i = 0; i < offsets.size(); ++i)
            fn(static_cast<int64_t>(i) * size, offsets[i] * size, size);
    }

    Layout mLayout;
    DType mType;
    std::vector<int64_t> mDims;
    int64_t mSize;
    Buffer mBuffer;
    std::byte* mData = nullptr;
};

template <class T>
std::string compareAs(Case const& c, Box const& got, Box const& wanted) {
    auto const* a = reinterpret_cast<T const*>(got.data());
    auto const* b = reinterpret_cast<T const*>(wanted.data());
    for (int64_t i = 0; i < wanted.elements(); ++i) {
        if constexpr (std::is_integral_v<T>) {
            if (a[i] == b[i])
                continue;
        }
        auto const x = static_cast<double>(a[i]), y = static_cast<double>(b[i]);
        if (x == y || (std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= c.atol + c.rtol * std::abs(y))
            continue;
        return fmt::format("element {} of {} is {}, wanted {}", i, wanted.elements(), x, y);
    }
    return {};
}

/// One operand over all sets: type, the hull of the dims, and the bytes where it is constant.
OperandDesc describe(std::vector<Box const*> const& boxes, bool constant) {
    OperandDesc out;
    out.present = boxes[0] != nullptr;
    if (!out.present)
        return out;
    out.constant = constant;
    out.type = factOf(*boxes[0]).type;
    out.bytes = constant ? boxes[0]->data() : nullptr;
    for (size_t i = 0; i < boxes[0]->dims.size(); ++i) {
        int64_t const opt = boxes[0]->dims[i];
        DimRange range{opt, opt, opt};
        for (Box const* box : boxes) {
            range.min = std::min(range.min, box->dims[i]);
            range.max = std::max(range.max, box->dims[i]);
        }
        out.dims.push_back(range);
    }
    return out;
}

/// The same problem with fixed dims.
Problem fixedAt(Problem problem, std::vector<Box const*> const& in, std::vector<Box> const& out) {
    auto fix = [](OperandDesc& desc, Box const* box) {
        for (size_t i = 0; box != nullptr && i < desc.dims.size(); ++i)
            desc.dims[i] = {box->dims[i], box->dims[i], box->dims[i]};
    };
    for (size_t i = 0; i < in.size(); ++i)
        fix(problem.inputs[i], in[i]);
    for (size_t i = 0; i < out.size(); ++i)
        fix(problem.outputs[i], &out[i]);
    return problem;
}

class Checker {
public:
    Checker(KernelTable const& table, Case const& c) : mTable(table), mCase(c), mWanted(referenceResults(table, c)) {
        mProblem = {mTable.op(c.op), c.attrs, {}, {}, std::nullopt};
        size_t const own = c.inputs.size();
        for (size_t i = 0; i < operandsOf(c, 0).size(); ++i) {
            std::vector<Box const*> boxes;
            for (size_t set = 0; set < mWanted.size(); ++set)
                boxes.push_back(operandsOf(c, set)[i]);
            auto const& list = i < own ? c.constants : c.epilogue->constants;
            bool const constant = std::find(list.begin(), list.end(), i < own ? i : i - own) != list.end();
            mProblem.inputs.push_back(describe(boxes, constant));
        }
        for (size_t i = 0; i < c.results; ++i) {
            std::vector<Box const*> boxes;
            for (auto const& wanted : mWanted)
                boxes.push_back(&wanted[i]);
            mProblem.outputs.push_back(describe(boxes, false));
        }
        if (c.epilogue)
            mProblem.epilogue = Epilogue{c.epilogue->expression, static_cast<int32_t>(own)};
    }

    Report run() {
        for (size_t i = 0; i < mCase.expected.size(); ++i)
            note("reference", compare(mCase, mWanted[0][i], mCase.expected[i]));
        for (Kernel const* kernel : mTable.kernels(mCase.op)) {
            if (kernel->isReference())
                continue;
            Kernel::Proposal const proposal = kernel->propose(mProblem);
            if (proposal.signatures.empty())
                mReport.refusals.push_back(fmt::format("{}: {}", kernel->name(), proposal.reason));
            for (Signature const& signature : proposal.signatures)
                for (int tactic = 0; tactic < kernel->tactics(mProblem, signature); ++tactic)
                    runSignature(*kernel, signature, tactic);
        }
        return std::move(mReport);
    }

private:
    void note(std::string const& who, std::string const& difference) {
        if (!difference.empty())
            mReport.failures.push_back(fmt::format("{}: {}", who, difference));
    }

    void runSignature(Kernel const& kernel, Signature const& signature, int tactic) {
        ++mReport.kernels;
        std::string const who = fmt::format("{} tactic {} in {} out {}", kernel.name(), tactic, join(signature.inputs),
                                            join(signature.outputs));
        if (signature.inputs.size() != mProblem.inputs.size() || signature.outputs.size() != mProblem.outputs.size())
            return note(who, "the signature has another number of operands than the problem");
        int64_t const workspace = kernel.workspace(mProblem, signature);
        std::unique_ptr<Instance> instance;
        for (size_t set = 0; set < mWanted.size(); ++set) {
            try {
                Problem const fixed = fixedAt(mProblem, operandsOf(mCase, set), mWanted[set]);
                if (!kernel.anyShape())
                    instance = kernel.make(fixed, signature, tactic);
                else if (set == 0)
                    instance = kernel.make(mProblem, signature, tactic);
                note(fmt::format("{} set {}", who, set),
                     allPlain(set) ? runOnce(*instance, signature, set, workspace) : runBoxed(*instance, set));
            } catch (std::exception const& e) {
                note(who, e.what());
            }
        }
    }

    static bool isPlain(Box const& box) { return box.kind == Kind::kTensor && box.dtype != DType::kString; }

    /// Strings and values that are no tensors are in boxes, as the run time holds them.
    std::string runBoxed(Instance& instance, size_t set) {
        std::vector<Box> given, made(mWanted[set].size());
        std::vector<Tensor> in, out;
        auto const operands = operandsOf(mCase, set);
        given.reserve(operands.size());
        for (Box const* operand : operands) {
            given.push_back(operand == nullptr ? Box() : *operand);
            in.push_back(operand == nullptr ? Tensor() : tensorOf(given.back()));
        }
        for (size_t i = 0; i < made.size(); ++i) {
            Box const& wanted = mWanted[set][i];
            if (wanted.kind == Kind::kTensor)
                made[i].setTensor(wanted.dtype, wanted.dims);
            out.push_back(tensorOf(made[i]));
        }
        Failure failure;
        if (!instance.enqueue({.inputs = in.data(), .outputs = out.data(), .failure = &failure}))
            return fmt::format("enqueue failed: {}", failure.text);
        for (size_t i = 0; i < made.size(); ++i)
            if (std::string text = compare(mCase, made[i], mWanted[set][i]); !text.empty())
                return fmt::format("result {}: {}", i, text);
        return {};
    }

    bool allPlain(size_t set) const {
        auto const operands = operandsOf(mCase, set);
        return std::all_of(operands.begin(), operands.end(),
                           [](Box const* b) { return b == nullptr || isPlain(*b); }) &&
               std::all_of(mWanted[set].begin(), mWanted[set].end(), isPlain);
    }

    std::string runOnce(Instance& instance, Signature const& signature, size_t set, int64_t workspace) {
        std::vector<Laid> memory; // inputs that are present, then outputs
        std::vector<Tensor> in, out;
        auto const operands = operandsOf(mCase, set);
        memory.reserve(operands.size() + mWanted[set].size());
        for (size_t i = 0; i < operands.size(); ++i) {
            in.emplace_back();
            if (operands[i] == nullptr)
                continue;
            memory.emplace_back(signature.inputs[i], operands[i]->dtype, operands[i]->dims);
            memory.back().load(*operands[i]);
            in.back() = memory.back().tensor();
        }
        size_t const firstOut = memory.size();
        for (size_t i = 0; i < mWanted[set].size(); ++i) {
            memory.emplace_back(signature.outputs[i], mWanted[set][i].dtype, mWanted[set][i].dims);
            out.push_back(memory.back().tensor());
        }
        Laid const scratch(Layout::rowMajor(), DType::kU8, {workspace});
        Failure failure;
        for (int round = 0; round < 2; ++round) { // twice: an Instance keeps no state
            if (!instance.enqueue(
                    {.inputs = in.data(), .outputs = out.data(), .workspace = scratch.data(), .failure = &failure}))
                return fmt::format("enqueue failed: {}", failure.text);
            for (size_t i = 0; i < mWanted[set].size(); ++i) {
                Laid const& result = memory[firstOut + i];
                std::string text = compare(mCase, result.store(), mWanted[set][i]);
                if (text.empty())
                    text = result.checkPadding();
                if (!text.empty())
                    return fmt::format("result {}: {}", i, text);
            }
        }
        for (size_t i = 0, at = 0; i < operands.size(); ++i)
            if (operands[i] != nullptr && std::memcmp(memory[at++].store().data(), operands[i]->data(),
                                                      static_cast<size_t>(operands[i]->bytes())) != 0)
                return fmt::format("operand {} was written to", i);
        return {};
    }

    static std::string join(std::vector<Layout> const& list) {
        std::string out;
        for (Layout const& layout : list)
            out += (out.empty() ? "" : ",") + toString(layout);
        return out;
    }

    KernelTable const& mTable;
    Case const& mCase;
    std::vector<std::vector<Box>> mWanted;
    Problem mProblem;
    Report mReport;
};

} // namespace

std::vector<Box const*> operandsOf(Case const& c, size_t set) {
    std::vector<Box const*> out;
    auto const& list = set == 0 ? c.inputs : c.more[set - 1];
    for (size_t i = 0; i < c.inputs.size(); ++i) {
        bool const constant = std::find(c.constants.begin(), c.constants.end(), i) != c.constants.end();
        auto const& box = constant ? c.inputs[i] : list.at(i);
        out.push_back(box ? &*box : nullptr);
    }
    if (c.epilogue)
        for (Box const& box : c.epilogue->extra)
            out.push_back(&box);
    return out;
}

std::vector<std::vector<Box>> referenceResults(KernelTable const& table, Case const& c) {
    OpDef const* op = table.op(c.op);
    if (op == nullptr)
        throw Error(Message::kNoReference, fmt::format("there is no operator {}", c.op));
    std::vector<std::vector<Box>> out;
    for (size_t set = 0; set <= c.more.size(); ++set) {
        auto operands = operandsOf(c, set);
        auto const own = std::span(operands).first(c.inputs.size());
        out.push_back(evaluate(table, *op, c.attrs, own, c.results));
        if (!c.epilogue)
            continue;
        Box const plain = std::move(out.back()[0]);
        std::vector<Box const*> steps{&plain};
        steps.insert(steps.end(), operands.begin() + static_cast<ptrdiff_t>(c.inputs.size()), operands.end());
        out.back()[0] = std::move(
            evaluate(table, *table.op("pointwise"), PointwiseAttributes{c.epilogue->expression}, steps, 1)[0]);
    }
    return out;
}

std::string compare(Case const& c, Box const& got, Box const& wanted) {
    if (got.kind != wanted.kind || got.dtype != wanted.dtype || got.dims != wanted.dims)
        return fmt::format("is {}, wanted {}", toString(factOf(got).type), toString(factOf(wanted).type));
    if (got.kind != Kind::kTensor) {
        for (size_t i = 0; i < wanted.items.size(); ++i)
            if (auto text = i < got.items.size() ? compare(c, got.items[i], wanted.items[i]) : "missing"; !text.empty())
                return fmt::format("item {}: {}", i, text);
        return got.items.size() == wanted.items.size() ? "" : "has too many items";
    }
    if (got.dtype == DType::kString)
        return got.strings == wanted.strings ? "" : "strings differ";
    std::string text;
    if (!withType(wanted.dtype, [&](auto sample) { text = compareAs<decltype(sample)>(c, got, wanted); }))
        text = std::memcmp(got.data(), wanted.data(), static_cast<size_t>(wanted.bytes())) == 0 ? "" : "bytes differ";
    return text;
}

Report checkKernels(KernelTable const& table, Case const& c) {
    return Checker(table, c).run();
}

} // namespace tenon::test
