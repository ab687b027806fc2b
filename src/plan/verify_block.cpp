// SPDX-License-Identifier: Apache-2.0
#include "plan/blocks.h"
#include "plan/verify.h"

#include <algorithm>
#include <set>

namespace tenon::plan {
namespace {

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
                require(value(v).isBox() || placeStage(mBlock, v, mStages) <= step.stage,
                        "it runs before the dims of its operands are known");
            }
        for (int32_t v : step.outputs) {
            require(inRange(v, mBlock.values.size()) && !mOwned[static_cast<size_t>(v)],
                    "its result is made twice or not its own");
            require(!mOwned[static_cast<size_t>(base(v))] || value(base(v)).storage == Storage::kArena,
                    "it writes to what is not its own");
            require(value(v).storage != Storage::kIo || !mPlan.io[static_cast<size_t>(value(v).ref)].input,
                    "it writes to an input");
            require(value(v).isBox() || placeStage(mBlock, v, mStages) <= step.stage,
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

} // namespace

void checkBlock(Plan const& plan, size_t number) {
    BlockCheck(plan, number).run();
}

} // namespace tenon::plan
