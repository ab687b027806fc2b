// SPDX-License-Identifier: Apache-2.0
// Twins with faults in what a run reads and writes, and in types and shapes.
#include "twin.h"

#include <cmath>

namespace {

using namespace twin;

struct FormatOrder final : Of<FormatOrder> {
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t inputs,
                                   int32_t outputs) override {
        return Of::supportsFormatCombination(position, all, inputs, outputs) &&
               all[inputs].desc.type == DataType::kFLOAT;
    }
};
TWIN("format-order", FormatOrder);

struct FormatUnstable final : Of<FormatUnstable> {
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t inputs,
                                   int32_t outputs) override {
        return Of::supportsFormatCombination(position, all, inputs, outputs) && mAsked++ % 7 != 6;
    }
    int mAsked = 0;
};
TWIN("format-unstable", FormatUnstable);

/// Right in rows; in groups of four channels it takes the groups for rows of the width.
struct WrongInGroups final : Of<WrongInGroups> {
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t, int32_t) override {
        TensorFormat const format = all[position].desc.format;
        return all[position].desc.type == DataType::kFLOAT && format == all[0].desc.format &&
               (format == TensorFormat::kLINEAR || format == TensorFormat::kCHW4);
    }
    int32_t compute(Run const& run) override {
        int64_t const n = run.count();
        for (int64_t i = 0; i < n; ++i) {
            bool const isLast = run.in[0].format == TensorFormat::kCHW4 && i % 4 == 3;
            run.y()[i] = p.alpha * run.x()[isLast ? i - 3 : i] + p.bias;
        }
        return 0;
    }
};
TWIN("wrong-value.format", WrongInGroups);

/// The second of its ways forgets the bias of every other element.
struct WrongTactic final : Of<WrongTactic> {
    int32_t getNbTactics() override { return 2; }
    int32_t getValidTactics(int32_t* tactics, int32_t count) override {
        for (int32_t i = 0; i < count; ++i)
            tactics[i] = i + 5;
        return 0;
    }
    int32_t setTactic(int32_t tactic) override {
        mTactic = tactic;
        return 0;
    }
    int32_t compute(Run const& run) override {
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] = p.alpha * run.x()[i] + (mTactic == 6 && i % 2 == 1 ? 0 : p.bias);
        return 0;
    }
    int32_t mTactic = 0;
};
TWIN("wrong-value.tactic", WrongTactic);

struct DtypeMismatch final : Of<DtypeMismatch> {
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const*, int32_t) const override {
        out[0] = DataType::kHALF; // and accepts only float there
        return 0;
    }
};
TWIN("dtype-mismatch", DtypeMismatch);

struct HalfAsFloat final : Of<HalfAsFloat> {
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t, int32_t) override {
        DataType const type = all[position].desc.type;
        return all[position].desc.format == TensorFormat::kLINEAR && type == all[0].desc.type &&
               (type == DataType::kFLOAT || type == DataType::kHALF);
    }
};
TWIN("half-as-float", HalfAsFloat);

struct ShapeMismatch final : Of<ShapeMismatch> {
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder& exprs) override {
        out[0] = in[0];
        out[0].d[0] = exprs.operation(DimensionOperation::kSUM, *in[0].d[0], *exprs.constant(1)); // a row too many
        return 0;
    }
};
TWIN("shape-mismatch", ShapeMismatch);

struct ShapeConstant final : Of<ShapeConstant> {
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder& exprs) override {
        out[0] = in[0];
        if (!in[0].d[0]->isConstant())
            out[0].d[0] = exprs.constant(64); // as if every batch had 64 rows
        return 0;
    }
};
TWIN("shape-mismatch.constant", ShapeConstant);

struct ShapeHuge final : Of<ShapeHuge> {
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder& exprs) override {
        out[0] = in[0];
        out[0].d[0] = exprs.operation(DimensionOperation::kPROD, *in[0].d[0], *exprs.constant(int64_t{1} << 40));
        return 0;
    }
};
TWIN("shape-mismatch.huge", ShapeHuge);

struct StaleDims final : Of<StaleDims> {
    StaleDims() = default;
    StaleDims(StaleDims const& other) : Of<StaleDims>(other), mCount(other.mCount) {}
    int32_t configurePlugin(DynamicPluginTensorDesc const* in, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) override {
        mCount = volume(in[0].max); // of the build
        return 0;
    }
    int32_t compute(Run const& run) override {
        for (int64_t i = 0; i < mCount; ++i)
            run.y()[i] = p.alpha * run.x()[i] + p.bias;
        return 0;
    }
    PluginFieldCollection const* getFieldsToSerialize() override {
        Of::getFieldsToSerialize();
        mFields.push_back({"count", &mCount, PluginFieldType::kINT64, 1});
        mCollection = {3, mFields.data()};
        return &mCollection;
    }
    bool take(PluginFieldCollection const& fields) override {
        if (PluginField const* const f = find(fields, "count"))
            mCount = *static_cast<int64_t const*>(f->data);
        return Of::take(fields);
    }
    int64_t mCount = 0;
};
TWIN("stale-dims", StaleDims);

struct StaleFirst final : Of<StaleFirst> {
    int32_t onShapeChange(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*, int32_t) override {
        if (mRow == 0)
            mRow = in[0].dims.d[in[0].dims.nbDims - 1]; // of the first call
        return 0;
    }
    int32_t compute(Run const& run) override {
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] = p.alpha * run.x()[i] + static_cast<float>(i % std::max<int64_t>(mRow, 1));
        return 0;
    }
    int64_t mRow = 0;
};
TWIN("stale-dims.first", StaleFirst);

struct OutOfBoundsWrite final : Of<OutOfBoundsWrite> {
    int32_t compute(Run const& run) override {
        Of::compute(run);
        run.y()[run.count()] = 0;
        return 0;
    }
};
TWIN("out-of-bounds-write", OutOfBoundsWrite);

struct OutOfBoundsBefore final : Of<OutOfBoundsBefore> {
    int32_t compute(Run const& run) override {
        Of::compute(run);
        run.y()[-1] = 0;
        return 0;
    }
};
TWIN("out-of-bounds-write.before", OutOfBoundsBefore);

struct OutOfBoundsRead final : Of<OutOfBoundsRead> {
    int32_t compute(Run const& run) override {
        float const volatile next = run.x()[run.count()];
        (void)next;
        return Of::compute(run);
    }
};
TWIN("out-of-bounds-read", OutOfBoundsRead);

struct UnwrittenOutput final : Of<UnwrittenOutput> {
    int32_t compute(Run const& run) override {
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            if (run.x()[i] > 0)
                run.y()[i] = p.alpha * run.x()[i] + p.bias; // the others stay as they were
        return 0;
    }
};
TWIN("unwritten-output", UnwrittenOutput);

struct Adds final : Of<Adds> { // to what is there
    int32_t compute(Run const& run) override {
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] += p.alpha * run.x()[i] + p.bias;
        return 0;
    }
};
TWIN("unwritten-output.adds", Adds);
struct AddsToo final : Of<AddsToo> { // under a name that is no good part of a path
    int32_t compute(Run const& run) override {
        run.y()[0] += run.x()[0];
        return 0;
    }
};
TWIN("unwritten-output.x/../../../b <x>&\"y\"", AddsToo);

struct InputModified final : Of<InputModified> {
    int32_t compute(Run const& run) override {
        Of::compute(run);
        if (run.count() > 0)
            const_cast<float*>(run.x())[0] = 0;
        return 0;
    }
};
TWIN("input-modified", InputModified);

struct WorkspaceOverrun final : Of<WorkspaceOverrun> {
    size_t getWorkspaceSize(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) const override {
        return 64;
    }
    int32_t compute(Run const& run) override {
        std::memset(run.workspace, 0, 68);
        return Of::compute(run);
    }
};
TWIN("workspace-overrun", WorkspaceOverrun);

struct WorkspaceAssumedZero final : Of<WorkspaceAssumedZero> {
    size_t getWorkspaceSize(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) const override {
        return sizeof(float);
    }
    int32_t compute(Run const& run) override {
        auto* const sum = static_cast<float*>(run.workspace);
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            *sum += run.x()[i]; // from what was there
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] = p.alpha * *sum + p.bias;
        return 0;
    }
};
TWIN("workspace-assumed-zero", WorkspaceAssumedZero);

struct WorkspaceMax final : Of<WorkspaceMax> {
    size_t getWorkspaceSize(DynamicPluginTensorDesc const* in, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) const override {
        return static_cast<size_t>(volume(in[0].opt)) * sizeof(float); // and not of max
    }
    int32_t compute(Run const& run) override {
        std::memcpy(run.workspace, run.x(), static_cast<size_t>(run.count()) * sizeof(float));
        return Of::compute(run);
    }
};
TWIN("workspace-max", WorkspaceMax);

struct WorkspaceUnknown final : Of<WorkspaceUnknown> {
    size_t getWorkspaceSize(DynamicPluginTensorDesc const* in, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) const override {
        return static_cast<size_t>(4 * in[0].desc.dims.d[0]); // -1 where it is not fixed
    }
    int32_t compute(Run const& run) override {
        std::memset(run.workspace, 0, static_cast<size_t>(4 * run.in[0].dims.d[0]));
        return Of::compute(run);
    }
};
TWIN("workspace-max.unknown", WorkspaceUnknown);

struct Nondeterministic final : Of<Nondeterministic> {
    int32_t compute(Run const& run) override {
        static int turns = 0;
        Of::compute(run);
        if (run.count() > 0)
            run.y()[0] += static_cast<float>(++turns);
        return 0;
    }
};
TWIN("nondeterministic", Nondeterministic);

struct ZeroSize final : Of<ZeroSize> {
    int32_t compute(Run const& run) override {
        int64_t const volatile rows = run.in[0].dims.d[0];
        return run.count() / rows < 0 ? 1 : Of::compute(run); // SIGFPE without rows
    }
};
TWIN("zero-size", ZeroSize);

struct ZeroStatus final : Of<ZeroStatus, V2> {
    int32_t compute(Run const& run) override { return run.count() == 0 ? 1 : Of::compute(run); }
};
TWIN("zero-size.status", ZeroStatus);

struct WrongValue final : Of<WrongValue> {
    int32_t compute(Run const& run) override {
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] = p.alpha * std::abs(run.x()[i]) + p.bias;
        return 0;
    }
};
TWIN("wrong-value", WrongValue);

} // namespace
