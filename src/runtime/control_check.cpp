// SPDX-License-Identifier: Apache-2.0
// Operands, parameters and results of steps that own blocks: numbers, kinds and element types. Ranks and dims are
// checked at each turn.
#include "runtime/control.h"

#include <fmt/format.h>

namespace tenon::runtime {
namespace {

class ControlCheck {
public:
    ControlCheck(plan::Plan const& plan, plan::Block const& outer, StepCode const& code)
        : mPlan(plan), mOuter(outer), mStep(*code.step), mCode(code) {}

    void run() {
        require(!mStep.epilogue, "an epilogue");
        switch (mCode.control) {
        case Control::kIf:
            return branch();
        case Control::kLoop:
            return loop();
        case Control::kScan:
            return scan();
        case Control::kSequenceMap:
            return sequenceMap();
        case Control::kNone:
            return;
        }
    }

private:
    void require(bool good, char const* what) const {
        if (!good)
            throw Error(Message::kEngineStructure, fmt::format("{} does not fit its blocks: {}", mStep.op, what));
    }

    plan::Block const& body(size_t i) const { return mPlan.blocks[static_cast<size_t>(mStep.blocks[i])]; }
    size_t captures() const { return static_cast<size_t>(body(0).captures); }

    /// Elements are handed over in row-major order; captures are the same memory, so they may have any layout.
    void same(plan::Value const& a, plan::Value const& b, bool capture) const {
        require(a.type.kind == b.type.kind && (!a.type.isTensor() || a.type.dtype == b.type.dtype), "types");
        require(capture ? a.layout == b.layout : a.layout.isRowMajor() && b.layout.isRowMajor(), "layouts");
    }
    plan::Value const& input(size_t i) const {
        require(mStep.inputs[i] >= 0, "an operand is absent");
        return mOuter.values[static_cast<size_t>(mStep.inputs[i])];
    }
    plan::Value const& output(size_t i) const { return mOuter.values[static_cast<size_t>(mStep.outputs[i])]; }
    static plan::Value const& param(plan::Block const& b, size_t i) {
        return b.values[static_cast<size_t>(b.params[i])];
    }
    static plan::Value const& result(plan::Block const& b, size_t i) {
        return b.values[static_cast<size_t>(b.results[i])];
    }

    void scalar(plan::Value const& v, DType type) const {
        require(v.type.isTensor() && v.type.dtype == type && v.layout.isRowMajor() &&
                    (v.isBox() || bitsOf(v.type.dtype) >= 8),
                "a scalar of another type");
    }
    /// The last operands are the last parameters.
    void checkCaptures(plan::Block const& b) const {
        size_t const count = captures();
        require(count <= b.params.size() && count <= mStep.inputs.size(), "captures");
        for (size_t i = 1; i <= count; ++i)
            same(input(mStep.inputs.size() - i), param(b, b.params.size() - i), true);
    }
    void carried(size_t operand, size_t parameter, size_t inner, size_t outer) const {
        same(input(operand), param(body(0), parameter), false);
        same(result(body(0), inner), param(body(0), parameter), false);
        same(param(body(0), parameter), output(outer), false);
    }
    void stacked(size_t inner, size_t outer) const {
        plan::Value const& slice = result(body(0), inner);
        require(slice.type.isTensor() && bitsOf(slice.type.dtype) % 8 == 0,
                "a scan output that is no tensor of whole bytes");
        same(slice, output(outer), false);
    }

    void branch() const {
        scalar(input(0), DType::kBool);
        for (size_t b = 0; b < 2; ++b) {
            require(body(b).params.size() == static_cast<size_t>(body(b).captures) &&
                        body(b).params.size() + 1 == mStep.inputs.size(),
                    "parameters");
            require(body(b).captures == body(0).captures, "captures");
            checkCaptures(body(b));
            require(body(b).results.size() == mStep.outputs.size(), "results");
            for (size_t i = 0; i < mStep.outputs.size(); ++i)
                same(result(body(b), i), output(i), false);
        }
    }

    void loop() const {
        plan::Block const& b = body(0);
        require(b.params.size() == mStep.inputs.size() && b.params.size() >= 2 + captures(), "parameters");
        size_t const count = b.params.size() - 2 - captures();
        require(b.results.size() >= 1 + count && b.results.size() == mStep.outputs.size() + 1, "results");
        if (mStep.inputs[0] >= 0)
            scalar(input(0), DType::kI64);
        if (mStep.inputs[1] >= 0)
            scalar(input(1), DType::kBool);
        scalar(param(b, 0), DType::kI64);
        scalar(param(b, 1), DType::kBool);
        scalar(result(b, 0), DType::kBool);
        checkCaptures(b);
        for (size_t i = 0; i < count; ++i)
            carried(2 + i, 2 + i, 1 + i, i);
        for (size_t i = count; i < mStep.outputs.size(); ++i)
            stacked(1 + i, i);
    }

    void scan() const {
        plan::Block const& b = body(0);
        ScanAxes const& a = mCode.scan;
        require(b.params.size() == mStep.inputs.size() && b.params.size() >= captures(), "parameters");
        size_t const own = b.params.size() - captures();
        require(a.scanInputs >= 1 && static_cast<size_t>(a.scanInputs) <= own, "scanned operands");
        size_t const count = own - static_cast<size_t>(a.scanInputs);
        require(b.results.size() == mStep.outputs.size() && b.results.size() >= count, "results");
        auto fits = [](auto const& list, size_t size) { return list.empty() || list.size() == size; };
        require(fits(a.inputAxes, own - count) && fits(a.inputDirections, own - count) &&
                    fits(a.outputAxes, b.results.size() - count) && fits(a.outputDirections, b.results.size() - count),
                "axes");
        checkCaptures(b);
        for (size_t i = 0; i < count; ++i)
            carried(i, i, i, i);
        for (size_t i = count; i < own; ++i) {
            require(input(i).type.isTensor() && input(i).type.dtype != DType::kString &&
                        bitsOf(input(i).type.dtype) % 8 == 0,
                    "a scanned operand");
            same(input(i), param(b, i), false);
        }
        for (size_t i = count; i < mStep.outputs.size(); ++i)
            stacked(i, i);
    }

    void sequenceMap() const {
        plan::Block const& b = body(0);
        require(b.params.size() == mStep.inputs.size() && b.params.size() > captures(), "parameters");
        require(input(0).type.kind == Kind::kSequence, "its first operand is no sequence");
        checkCaptures(b);
        require(b.results.size() == mStep.outputs.size(), "results");
        for (size_t i = 0; i < mStep.outputs.size(); ++i)
            require(output(i).type.kind == Kind::kSequence && result(b, i).type.isTensor() &&
                        result(b, i).layout.isRowMajor(),
                    "its results are no sequences");
        for (size_t i = 0; i + captures() < b.params.size(); ++i)
            require(input(i).layout.isRowMajor() && param(b, i).layout.isRowMajor(), "layouts");
    }

    plan::Plan const& mPlan;
    plan::Block const& mOuter;
    plan::Step const& mStep;
    StepCode const& mCode;
};

} // namespace

Control controlOf(std::string_view op) noexcept {
    if (op == "if")
        return Control::kIf;
    if (op == "loop")
        return Control::kLoop;
    if (op == "scan")
        return Control::kScan;
    return op == "sequence_map" ? Control::kSequenceMap : Control::kNone;
}

void checkControl(plan::Plan const& plan, plan::Block const& block, StepCode const& code) {
    ControlCheck(plan, block, code).run();
}

} // namespace tenon::runtime
