// SPDX-License-Identifier: Apache-2.0
// Structure only: that indices, sizes and orders fit. Whether an operator takes its operands is checked by the loader,
// which has the operators; whether memory suffices for true dims is checked by prepare, which has the dims.
#include "plan/verify.h"

#include "plan/blocks.h"

#include <algorithm>
#include <set>

namespace tenon::plan {
namespace {

constexpr size_t kMaxProfiles = 64;
constexpr int64_t kMaxHostBytes = int64_t{16} << 20;
constexpr int kMaxDepth = 32;

/// Bytes that dims take in a layout; -1 when they do not fit into kMaxBytes.
int64_t storedBytes(DType type, std::vector<int64_t> const& dims, Layout const& layout) {
    int64_t count = 1;
    for (size_t i = 0; i < dims.size(); ++i)
        if (dims[i] < 0 || dims[i] > kMaxBytes || __builtin_mul_overflow(count, layout.padded(i, dims[i]), &count) ||
            count > kMaxBytes)
            return -1;
    return bytesFor(type, count);
}

void checkWeights(Plan const& plan) {
    for (Weight const& w : plan.weights) {
        require(isKnown(w.dtype) && w.dtype != DType::kString && w.dims.size() <= kMaxRank, "weight '{}': its type",
                w.name);
        tenon::verify(w.layout, w.dims.size());
        auto const room = static_cast<int64_t>(plan.weightBytes.size());
        require(w.bytes == storedBytes(w.dtype, w.dims, w.layout), "weight '{}': its size is not that of its dims",
                w.name);
        require(w.isStripped() ? w.offset == -1 && w.expression >= 0
                               : w.offset % 64 == 0 && w.bytes <= room && w.offset <= room - w.bytes,
                "weight '{}' lies outside its section", w.name);
        require(w.expression == -1 || inRange(w.expression, plan.expressions.size()),
                "weight '{}' has no such expression", w.name);
    }
    for (size_t i = 0; i < plan.expressions.size(); ++i) {
        WeightExpression const& e = plan.expressions[i];
        checkType(e.type);
        require(e.type.isStatic() && e.type.dtype != DType::kString, "expression {} is not static", i);
        std::vector<int64_t> dims;
        for (DimExpr const& d : *e.type.dims)
            dims.push_back(d.value());
        int64_t const bytes = storedBytes(e.type.dtype, dims, {});
        require(bytes >= 0, "expression {} has no size", i);
        bool const leaf = e.op.empty();
        require(leaf ? e.args.empty() &&
                           (e.source.empty() ? static_cast<int64_t>(e.bytes.size()) == bytes : e.bytes.empty())
                     : e.source.empty(),
                "expression {} is malformed", i);
        for (int32_t a : e.args)
            require(a == -1 || inRange(a, i), "expression {} reads a later one", i);
        require(e.result >= 0 && e.result < 64, "expression {} names no result", i);
    }
}

/// As many slots as the tensor has elements, whatever the run.
void checkContent(Plan const& plan, IoTensor const& t, Value const& v) {
    if (t.content.empty())
        return;
    ShapeProgram const& shapes = plan.blocks[0].shapes;
    std::vector<int64_t> dims;
    for (Slot s : v.dims)
        dims.push_back(inRange(s, shapes.code.size()) && shapes.code[static_cast<size_t>(s)].op == DimOp::kConst
                           ? shapes.code[static_cast<size_t>(s)].value
                           : -1);
    bool good = !t.input && t.hostRead && v.storage == Storage::kIo && t.content.size() <= kMaxContent &&
                (isInteger(v.type.dtype) || v.type.dtype == DType::kBool) && bitsOf(v.type.dtype) >= 8 &&
                storedBytes(v.type.dtype, dims, {}) == bytesFor(v.type.dtype, static_cast<int64_t>(t.content.size()));
    for (Slot s : t.content)
        good = good && inRange(s, shapes.code.size());
    require(good, "the content of tensor '{}' does not fit it", t.name);
}

void checkIo(Plan const& plan) {
    Block const& main = plan.blocks[0];
    std::set<std::string> names;
    size_t inputs = 0, outputs = 0;
    for (IoTensor const& t : plan.io) {
        require(!t.name.empty() && names.insert(t.name).second, "two tensors are called '{}'", t.name);
        auto const& list = t.input ? main.params : main.results;
        size_t& at = t.input ? inputs : outputs;
        require((!t.input || outputs == 0) && at < list.size() && list[at++] == t.value,
                "tensor '{}' is not where the main block has it", t.name);
        Value const& v = main.values[static_cast<size_t>(t.value)];
        require(t.dimNames.empty() || t.dimNames.size() == v.dims.size(), "tensor '{}' has names for other dims",
                t.name);
        require(!t.input || v.isBox() || v.ref == static_cast<int32_t>(&t - plan.io.data()),
                "input '{}' is stored elsewhere", t.name);
        require(!t.hostRead || !t.input ||
                    (v.storage == Storage::kIo && (isInteger(v.type.dtype) || v.type.dtype == DType::kBool) &&
                     bitsOf(v.type.dtype) >= 8),
                "tensor '{}' cannot be read by shapes", t.name);
        require(v.layout.isRowMajor(), "tensor '{}' is not row-major", t.name);
        checkContent(plan, t, v);
    }
    require(inputs == main.params.size() && outputs == main.results.size() && main.captures == 0,
            "I/O does not match the main block");
}

void checkProfiles(Plan const& plan) {
    require(!plan.profiles.empty() && plan.profiles.size() <= kMaxProfiles, "it has no profile, or too many");
    for (Profile const& p : plan.profiles) {
        require(p.inputs.size() == plan.blocks[0].params.size(), "a profile is for other inputs");
        require(p.arenaBytes >= 0 && p.arenaBytes <= kMaxBytes && p.hostBytes >= 0 && p.hostBytes <= kMaxHostBytes,
                "a profile with impossible memory");
        for (size_t i = 0; i < p.inputs.size(); ++i) {
            Value const& v = plan.blocks[0].values[static_cast<size_t>(plan.blocks[0].params[i])];
            require(p.inputs[i].dims.size() == v.dims.size(), "a profile with dims of another rank");
            for (DimRange const& d : p.inputs[i].dims)
                require(0 <= d.min && d.min <= d.opt && d.opt <= d.max, "a profile with an empty range");
            for (DimRange const& d : p.inputs[i].values)
                require(d.min <= d.opt && d.opt <= d.max, "a profile with an empty range");
        }
    }
}

void checkDebug(Plan const& plan) {
    std::set<std::string> names;
    for (DebugTensor const& d : plan.debugTensors)
        require(inRange(d.value, plan.blocks[0].values.size()) && names.insert(d.name).second,
                "debug tensor '{}' is no value, or there are two", d.name);
}

/// What shapes read must not change behind their back: host values have fixed dims, and no two of the whole plan share
/// memory.
void checkHost(Plan const& plan) {
    for (size_t p = 0; p < plan.profiles.size(); ++p) {
        std::vector<std::pair<int64_t, int64_t>> ranges;
        for (Block const& block : plan.blocks)
            for (Value const& v : block.values) {
                if (v.storage != Storage::kHost || v.offsets.empty())
                    continue;
                std::vector<int64_t> dims;
                for (Slot s : v.dims) {
                    ShapeInstr const& in = block.shapes.code[static_cast<size_t>(s)];
                    require(in.op == DimOp::kConst, "host value '{}' has no fixed size", v.name);
                    dims.push_back(in.value);
                }
                int64_t const bytes = storedBytes(v.type.dtype, dims, v.layout);
                require(bytes >= 0 && bytes <= plan.profiles[p].hostBytes - v.offsets[p],
                        "host value '{}' lies outside its memory", v.name);
                if (bytes > 0)
                    ranges.emplace_back(v.offsets[p], v.offsets[p] + bytes);
            }
        std::sort(ranges.begin(), ranges.end());
        for (size_t i = 1; i < ranges.size(); ++i)
            require(ranges[i - 1].second <= ranges[i].first, "two host values share memory");
    }
}

/// Every block but the first belongs to one step, and no block to itself.
void checkTree(Plan const& plan) {
    std::vector<int> owners(plan.blocks.size(), 0);
    owners[0] = 1;
    std::vector<std::pair<int32_t, int>> open{{0, 0}};
    while (!open.empty()) {
        auto const [block, depth] = open.back();
        open.pop_back();
        require(depth <= kMaxDepth, "blocks are nested too deeply");
        for (Step const& s : plan.blocks[static_cast<size_t>(block)].steps)
            for (int32_t b : s.blocks) {
                require(inRange(b, plan.blocks.size()) && ++owners[static_cast<size_t>(b)] == 1,
                        "a block belongs to two steps");
                open.emplace_back(b, depth + 1);
            }
    }
    require(std::find(owners.begin(), owners.end(), 0) == owners.end(), "a block belongs to no step");
}

} // namespace

void checkType(Type const& type) {
    require(isKnown(type.dtype) && type.kind <= Kind::kMap, "a type is unknown");
    bool const tensor = type.isTensor();
    require(tensor ? type.inner.empty() : type.inner.size() == 1 && !type.dims, "a type is malformed");
    require(!type.dims || type.dims->size() <= kMaxRank, "a rank is above {}", kMaxRank);
    for (Type const& inner : type.inner)
        checkType(inner);
}

void verify(Plan const& plan) {
    require(!plan.blocks.empty(), "it has no block");
    for (int32_t v : plan.blocks[0].params)
        require(inRange(v, plan.blocks[0].values.size()), "a parameter is no value");
    for (int32_t v : plan.blocks[0].results)
        require(inRange(v, plan.blocks[0].values.size()), "a result is no value");
    checkProfiles(plan);
    checkWeights(plan);
    checkIo(plan);
    checkDebug(plan);
    checkTree(plan);
    for (size_t i = 0; i < plan.blocks.size(); ++i)
        checkBlock(plan, i);
    checkHost(plan);
}

} // namespace tenon::plan
