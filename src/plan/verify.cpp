// SPDX-License-Identifier: Apache-2.0
// Structure only: that indices, sizes and orders fit. Whether an operator takes its operands is checked by the loader,
// which has the operators; whether memory suffices for true dims is checked by prepare, which has the dims.
#include "plan/blocks.h"
#include "plan/plan.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tenon::plan {
namespace {

constexpr size_t kMaxProfiles = 64;
constexpr size_t kMaxRank = 16;
constexpr size_t kMaxContent = 4096;
constexpr int64_t kMaxHostBytes = int64_t{16} << 20;
constexpr int64_t kMaxBytes = int64_t{1} << 46;
constexpr int kMaxDepth = 32;

template <class... A>
void require(bool good, fmt::format_string<A...> text, A&&... args) {
    if (!good)
        throw DecodeError(fmt::format(text, std::forward<A>(args)...));
}

bool inRange(int64_t index, size_t size) noexcept {
    return index >= 0 && static_cast<size_t>(index) < size;
}

/// Bytes that dims take in a layout; -1 when they do not fit into kMaxBytes.
int64_t storedBytes(DType type, std::vector<int64_t> const& dims, Layout const& layout) {
    int64_t count = 1;
    for (size_t i = 0; i < dims.size(); ++i)
        if (dims[i] < 0 || dims[i] > kMaxBytes || __builtin_mul_overflow(count, layout.padded(i, dims[i]), &count) ||
            count > kMaxBytes)
            return -1;
    return bytesFor(type, count);
}

void checkType(Type const& type) {
    require(isKnown(type.dtype) && type.kind <= Kind::kMap, "a type is unknown");
    bool const tensor = type.isTensor();
    require(tensor ? type.inner.empty() : type.inner.size() == 1 && !type.dims, "a type is malformed");
    require(!type.dims || type.dims->size() <= kMaxRank, "a rank is above {}", kMaxRank);
    for (Type const& inner : type.inner)
        checkType(inner);
}

/// One block: values, then the order in which they are made, which is also the order in which stages run.
class BlockCheck {
public:
    BlockCheck(Plan const& plan, size_t number) : mPlan(plan), mBlock(plan.blocks[number]), mMain(number == 0) {}

    void run() {
        tenon::verify(mBlock.shapes);
        checkStages();
        for (size_t i = 0; i < mBlock.values.size(); ++i)
            guarded("value", mBlock.values[i].name, [&] { checkValue(static_cast<int32_t>(i)); });
        checkParams();
        checkSymbols();
        checkOrder();
    }

private:
    template <class F>
    void guarded(char const* what, std::string const& name, F&& fn) {
        try {
            fn();
        } catch (DecodeError const& e) {
            throw DecodeError(fmt::format("block '{}', {} '{}': {}", mBlock.name, what, name, e.what()));
        }
    }

    Value const& value(int32_t v) const { return mBlock.values[static_cast<size_t>(v)]; }
    bool isSlot(Slot s) const { return inRange(s, mBlock.shapes.code.size()); }

    void checkStages() {
        require(!mBlock.stageEnds.empty() && mBlock.stageEnds.front() >= 0 &&
                    mBlock.stageEnds.size() <= mBlock.shapes.code.size() + 1 &&
                    std::is_sorted(mBlock.stageEnds.begin(), mBlock.stageEnds.end()) &&
                    static_cast<size_t>(mBlock.stageEnds.back()) == mBlock.shapes.code.size(),
                "block '{}': stages do not cover the shape program", mBlock.name);
        mStages = slotStages(mBlock);
    }

    void checkValue(int32_t number) {
        Value const& v = value(number);
        checkType(v.type);
        bool const ranked = v.type.ranked();
        require(v.storage <= Storage::kBox, "an unknown storage");
        require(v.dims.size() == (ranked ? v.type.dims->size() : 0), "dims do not fit the rank");
        for (Slot s : v.dims)
            require(isSlot(s), "a dim names no slot");
        if (ranked)
            tenon::verify(v.layout, v.dims.size());
        else
            require(v.layout.isRowMajor(), "a layout without a rank");
        require(bitsOf(v.type.dtype) != 0 || v.isBox(), "a type without bytes outside a box");
        require(v.isBox() ? v.layout.isRowMajor() : ranked && v.type.dtype != DType::kString,
                "the storage does not fit the type");
        require(v.content.empty() || v.storage == Storage::kHost, "content outside host memory");
        switch (v.storage) {
        case Storage::kWeight:
            checkWeightValue(v);
            break;
        case Storage::kIo:
            require(mMain && inRange(v.ref, mPlan.io.size()) && mPlan.io[static_cast<size_t>(v.ref)].value == number &&
                        v.layout.isRowMajor(),
                    "an I/O value that is none");
            break;
        case Storage::kArena:
        case Storage::kHost:
            checkOffsets(v, number);
            break;
        case Storage::kAlias:
            checkAlias(number);
            break;
        case Storage::kBox:
            break;
        }
    }

    void checkWeightValue(Value const& v) {
        require(inRange(v.ref, mPlan.weights.size()), "it names no weight");
        Weight const& w = mPlan.weights[static_cast<size_t>(v.ref)];
        bool same = w.dtype == v.type.dtype && w.dims.size() == v.dims.size() && w.layout == v.layout;
        for (size_t i = 0; same && i < w.dims.size(); ++i) {
            ShapeInstr const& in = mBlock.shapes.code[static_cast<size_t>(v.dims[i])];
            same = in.op == DimOp::kConst && in.value == w.dims[i];
        }
        require(same, "it differs from its weight '{}'", w.name);
    }

    void checkOffsets(Value const& v, int32_t number) {
        bool const param = std::find(mBlock.params.begin(), mBlock.params.end(), number) != mBlock.params.end();
        require(v.offsets.size() == mPlan.profiles.size() || (param && !mMain && v.offsets.empty()),
                "it lacks an offset for each profile");
        bool const host = v.storage == Storage::kHost;
        for (size_t p = 0; p < v.offsets.size(); ++p) {
            int64_t const limit = host ? mPlan.profiles.at(p).hostBytes : mPlan.profiles.at(p).arenaBytes;
            require(v.offsets[p] >= 0 && v.offsets[p] <= limit && v.offsets[p] % (host ? 8 : 64) == 0,
                    "an offset outside its memory");
        }
        DType const t = v.type.dtype;
        require(v.content.empty() || ((isInteger(t) || t == DType::kBool) && bitsOf(t) >= 8 && v.layout.isRowMajor()),
                "content of a type that has none");
        require(v.content.size() <= kMaxContent, "more than {} elements of content", kMaxContent);
        for (Slot s : v.content)
            require(isSlot(s), "an element names no slot");
    }

    void checkAlias(int32_t number) {
        int32_t at = number;
        for (size_t step = 0; value(at).storage == Storage::kAlias; ++step) {
            require(step < mBlock.values.size() && inRange(value(at).ref, mBlock.values.size()), "an alias of nothing");
            at = value(at).ref;
        }
        Value const& v = value(number);
        int const bits = bitsOf(v.type.dtype);
        require(!value(at).isBox() && v.byteOffset >= 0 && v.byteOffset <= kMaxBytes &&
                    v.byteOffset % std::max(1, bits / 8) == 0,
                "an alias that does not fit what it names");
    }

    void checkParams() {
        require(mBlock.captures >= 0 && static_cast<size_t>(mBlock.captures) <= mBlock.params.size(),
                "block '{}': captures", mBlock.name);
        std::set<int32_t> seen;
        for (int32_t p : mBlock.params) {
            require(inRange(p, mBlock.values.size()) && seen.insert(p).second, "block '{}': a parameter is no value",
                    mBlock.name);
            Storage const s = value(p).storage;
            bool const good = mMain ? s == Storage::kIo || s == Storage::kBox
                                    : s == Storage::kArena || s == Storage::kHost || s == Storage::kBox;
            require(good && value(p).content.empty(), "block '{}': parameter '{}' has a storage of its own",
                    mBlock.name, value(p).name);
        }
        for (int32_t r : mBlock.results)
            require(inRange(r, mBlock.values.size()), "block '{}': a result is no value", mBlock.name);
    }

    void checkSymbols() {
        std::set<Slot> bound;
        auto const stages = mBlock.stageEnds.size();
        for (SymbolBinding const& s : mBlock.symbols)
            guarded("symbol", s.name, [&] {
                require(isSlot(s.slot) && mBlock.shapes.code[static_cast<size_t>(s.slot)].op == DimOp::kSymbol &&
                            bound.insert(s.slot).second,
                        "its slot is no symbol");
                require(inRange(s.stage, stages) && s.stage <= mStages[static_cast<size_t>(s.slot)],
                        "its stage comes after its readers");
                require(s.upper == -1 || (isSlot(s.upper) && mStages[static_cast<size_t>(s.upper)] <= s.stage),
                        "its bound names no slot");
                require(inRange(s.value, mBlock.values.size()) && s.index >= 0, "it is read from no value");
                Value const& v = value(s.value);
                DType const t = v.type.dtype;
                require(s.element
                            ? v.type.isTensor() && (isInteger(t) || t == DType::kBool) && bitsOf(t) >= 8 &&
                                  v.layout.isRowMajor()
                            : v.type.isTensor() && (!v.type.ranked() || static_cast<size_t>(s.index) < v.dims.size()),
                        "it reads what its value does not have");
            });
        for (size_t i = 0; i < mBlock.shapes.code.size(); ++i)
            require(mBlock.shapes.code[i].op != DimOp::kSymbol || bound.contains(static_cast<Slot>(i)),
                    "block '{}': slot {} is a symbol without a source", mBlock.name, i);
    }

    bool isMade(int32_t v) const {
        for (;; v = value(v).ref) {
            if (mMade[static_cast<size_t>(v)])
                return true;
            if (value(v).storage != Storage::kAlias)
                return false;
        }
    }

    void make(int32_t v) {
        for (;; v = value(v).ref) { // what is written through an alias is written in the value below
            mMade[static_cast<size_t>(v)] = true;
            if (value(v).storage != Storage::kAlias)
                return;
        }
    }

    void enterStage(int32_t stage) {
        for (SymbolBinding const& s : mBlock.symbols)
            require(s.stage != stage || isMade(s.value), "block '{}': symbol '{}' is read before its value is made",
                    mBlock.name, s.name);
        for (size_t i = 0; i < mBlock.values.size(); ++i)
            if (!mBlock.values[i].content.empty() && contentStage(mBlock.values[i], mStages) == stage)
                mMade[i] = true;
    }

    void checkOrder() {
        mMade.assign(mBlock.values.size(), false);
        for (int32_t p : mBlock.params)
            mMade[static_cast<size_t>(p)] = true;
        for (size_t i = 0; i < mBlock.values.size(); ++i)
            if (mBlock.values[i].storage == Storage::kWeight)
                mMade[i] = true;
        mOwned.assign(mBlock.values.size(), false); // weights, parameters and content belong to nobody's step
        for (size_t i = 0; i < mBlock.values.size(); ++i)
            mOwned[i] = mMade[i] || !mBlock.values[i].content.empty();
        int32_t stage = 0;
        enterStage(0);
        for (Step const& step : mBlock.steps)
            guarded("step", step.name, [&] {
                require(inRange(step.stage, mBlock.stageEnds.size()), "an unknown stage");
                while (stage < step.stage)
                    enterStage(++stage);
                checkStep(step);
            });
        while (static_cast<size_t>(stage) + 1 < mBlock.stageEnds.size())
            enterStage(++stage);
        for (int32_t r : mBlock.results)
            require(isMade(r), "block '{}': result '{}' is never made", mBlock.name, value(r).name);
    }

    int32_t base(int32_t v) const {
        while (value(v).storage == Storage::kAlias)
            v = value(v).ref;
        return v;
    }

    void checkStep(Step const& step) {
        for (int32_t v : step.inputs)
            if (v != -1) {
                require(inRange(v, mBlock.values.size()) && isMade(v), "it reads a value that is not made yet");
                require(value(v).isBox() || dimStage(value(v), mStages) <= step.stage,
                        "it runs before the dims of its operands are known");
            }
        for (int32_t v : step.outputs) {
            require(inRange(v, mBlock.values.size()) && !mOwned[static_cast<size_t>(v)],
                    "its result is made twice or not its own");
            require(!mOwned[static_cast<size_t>(base(v))] || value(base(v)).storage == Storage::kArena,
                    "it writes to what is not its own");
            require(value(v).storage != Storage::kIo || !mPlan.io[static_cast<size_t>(value(v).ref)].input,
                    "it writes to an input");
            require(value(v).isBox() || dimStage(value(v), mStages) <= step.stage,
                    "it runs before the dims of its results are known");
            mOwned[static_cast<size_t>(v)] = true;
        }
        for (int32_t v : step.outputs)
            make(v);
        require(!step.op.empty() && step.choices.size() == mPlan.profiles.size(), "it lacks a kernel for each profile");
        for (size_t p = 0; p < step.choices.size(); ++p) {
            Choice const& c = step.choices[p];
            require(c.workspaceOffset >= 0 && c.workspaceBytes >= 0 && c.workspaceOffset % 64 == 0 &&
                        c.workspaceBytes <= mPlan.profiles[p].arenaBytes &&
                        c.workspaceOffset <= mPlan.profiles[p].arenaBytes - c.workspaceBytes,
                    "its workspace lies outside the arena");
        }
        if (step.epilogue) {
            tenon::verify(step.epilogue->expression);
            require(step.epilogue->first >= 1 && static_cast<size_t>(step.epilogue->first) <= step.inputs.size() &&
                        step.blocks.empty(),
                    "its epilogue does not fit");
        }
        for (int32_t b : step.blocks)
            require(inRange(b, mPlan.blocks.size()), "it owns no such block");
    }

    Plan const& mPlan;
    Block const& mBlock;
    bool mMain;
    std::vector<int32_t> mStages;
    std::vector<bool> mMade, mOwned;
};

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
        BlockCheck(plan, i).run();
    checkHost(plan);
}

} // namespace tenon::plan
