// SPDX-License-Identifier: Apache-2.0
// Plugins of each generation without a fault.
#include "twin.h"

#include <atomic>

namespace {

using namespace twin;

struct Newest final : Of<Newest> {};
TWIN("correct.v3", Newest);
struct Dynamic final : Of<Dynamic, V2> {};
TWIN("correct.v2dynamic", Dynamic);
Add<Newest> const addTraits("correct.traits",
                            tenon::kELEMENTWISE | tenon::kLAYOUT_AGNOSTIC | tenon::kIN_PLACE | tenon::kTHREAD_PARALLEL);

/// With a count that is added, kept as a type that says how many bits it has.
template <class Self>
struct Counts : Of<Self, V2> {
    static constexpr char const* kWhole = "count";
    bool take(PluginFieldCollection const& fields) override {
        PluginField const* const f = find(fields, kWhole);
        if (f != nullptr && (f->type != PluginFieldType::kINT32 || f->length != 1))
            return false;
        if (f != nullptr)
            count = *static_cast<int32_t const*>(f->data);
        return Of<Self, V2>::take(fields);
    }
    int32_t compute(Run const& run) override {
        Of<Self, V2>::compute(run);
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] += static_cast<float>(count);
        return 0;
    }
    template <class T>
    void write(void* buffer, T value, int32_t more) const {
        auto* const to = static_cast<char*>(buffer);
        std::memcpy(to, &this->p, sizeof(Params));
        std::memcpy(to + sizeof(Params), &value, sizeof(T));
        std::memcpy(to + sizeof(Params) + sizeof(T), &more, sizeof(more));
    }
    bool load(void const* data, size_t) override {
        std::memcpy(&count, static_cast<char const*>(data) + sizeof(Params), sizeof(count));
        return Of<Self, V2>::load(data, sizeof(Params));
    }
    int32_t count = 0;
};

/// An int, and one beside it that is zero: the bytes of a long, while the count is not negative.
struct Counted final : Counts<Counted> {
    size_t getSerializationSize() const noexcept override { return sizeof(Params) + 8; }
    void serialize(void* buffer) const noexcept override { write(buffer, count, 0); }
};
TWIN("correct.count", Counted);

/// Right on this machine.
struct CountedLong final : Counts<CountedLong> {
    size_t getSerializationSize() const noexcept override { return sizeof(Params) + sizeof(long) + 4; }
    void serialize(void* buffer) const noexcept override { write(buffer, static_cast<long>(count), 0); }
};
TWIN("correct.long_count", CountedLong);

/// Each element by itself, so in any format, and in two ways.
struct Formats final : Of<Formats> {
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t, int32_t) override {
        TensorFormat const format = all[position].desc.format;
        return all[position].desc.type == DataType::kFLOAT && format == all[0].desc.format &&
               format != TensorFormat::kDLA_LINEAR;
    }
    int32_t getNbTactics() override { return 2; }
    int32_t getValidTactics(int32_t* tactics, int32_t count) override {
        for (int32_t i = 0; i < count; ++i)
            tactics[i] = i + 1;
        return 0;
    }
    int32_t setTactic(int32_t) override { return 0; }
};
TWIN("correct.formats", Formats);

/// The positive elements, and how many there are.
struct Sizes final : Of<Sizes> {
    int32_t getNbOutputs() const override { return 2; }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const* in, int32_t) const override {
        out[0] = in[0];
        out[1] = DataType::kINT64;
        return 0;
    }
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder& exprs) override {
        IDimensionExpr const* all = exprs.constant(1);
        for (int32_t i = 0; i < in[0].nbDims; ++i)
            all = exprs.operation(DimensionOperation::kPROD, *all, *in[0].d[i]);
        IDimensionExpr const* const half = exprs.operation(DimensionOperation::kFLOOR_DIV, *all, *exprs.constant(2));
        out[0].nbDims = 1;
        out[0].d[0] = exprs.declareSizeTensor(1, *half, *all);
        out[1].nbDims = 0;
        return 0;
    }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t, int32_t) override {
        PluginTensorDesc const& desc = all[position].desc;
        return desc.format == TensorFormat::kLINEAR &&
               desc.type == (position == 2 ? DataType::kINT64 : DataType::kFLOAT);
    }
    int32_t compute(Run const& run) override {
        int64_t found = 0;
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            if (run.x()[i] > 0)
                run.y()[found++] = p.alpha * run.x()[i] + p.bias;
        *static_cast<int64_t*>(run.outputs[1]) = found;
        return 0;
    }
};
TWIN("correct.sizes", Sizes);

/// Sums of rows, through a workspace and memory that initialize() takes.
struct Rows final : Of<Rows, V2> {
    Rows() = default;
    Rows(Rows const& other) : Of<Rows, V2>(other) {}
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* inputs, int32_t, IExprBuilder&) noexcept override {
        DimsExprs out = inputs[0];
        out.nbDims -= 1;
        return out;
    }
    size_t getWorkspaceSize(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*,
                            int32_t) const noexcept override {
        return static_cast<size_t>(volume(in[0].dims)) * sizeof(float);
    }
    int32_t initialize() noexcept override {
        mFactor = std::make_unique<float>(p.alpha);
        return 0;
    }
    void terminate() noexcept override { mFactor.reset(); }
    int32_t compute(Run const& run) override {
        auto* const scratch = static_cast<float*>(run.workspace);
        int64_t const n = run.count(), rows = volume(run.out[0].dims);
        for (int64_t i = 0; i < n; ++i)
            scratch[i] = *mFactor * run.x()[i];
        for (int64_t r = 0; r < rows; ++r) {
            run.y()[r] = p.bias;
            for (int64_t k = 0; k < n / rows; ++k)
                run.y()[r] += scratch[r * (n / rows) + k];
        }
        return 0;
    }
    std::unique_ptr<float> mFactor;
};
TWIN("correct.rows", Rows);

/// The three generations that see no batch.
template <class Base>
struct Batch : Base {
    Params p;
    std::string name, space;
    int64_t count = 0;
    char const* getPluginType() const noexcept override { return name.c_str(); }
    char const* getPluginVersion() const noexcept override { return "1"; }
    int32_t getNbOutputs() const noexcept override { return 1; }
    Dims getOutputDimensions(int32_t, Dims const* inputs, int32_t) noexcept override { return inputs[0]; }
    int32_t initialize() noexcept override { return 0; }
    void terminate() noexcept override {}
    size_t getWorkspaceSize(int32_t) const noexcept override { return 0; }
    int32_t enqueue(int32_t batch, void const* const* inputs, void* const* outputs, void*,
                    cudaStream_t) noexcept override {
        for (int64_t i = 0; i < batch * count; ++i)
            static_cast<float*>(outputs[0])[i] = p.alpha * static_cast<float const*>(inputs[0])[i] + p.bias;
        return 0;
    }
    size_t getSerializationSize() const noexcept override { return sizeof(Params) + sizeof(count); }
    void serialize(void* buffer) const noexcept override {
        tenon::StateWriter(buffer).put(p.alpha).put(p.bias).put(count);
    }
    bool load(void const* data, size_t size) {
        return tenon::StateReader(data, size).get(p.alpha).get(p.bias).get(count).finished();
    }
    bool take(PluginFieldCollection const& fields) {
        return read(fields, "alpha", p.alpha) && read(fields, "bias", p.bias);
    }
    void destroy() noexcept override { delete this; }
    void setPluginNamespace(char const* given) noexcept override { space = given; }
    char const* getPluginNamespace() const noexcept override { return space.c_str(); }

protected:
    template <class Self>
    Self* copied() const {
        auto* const made = new Self;
        made->p = p;
        made->name = name;
        made->space = space;
        made->count = count;
        return made;
    }
};

struct Oldest final : Batch<IPluginV2> {
    IPluginV2* clone() const noexcept override { return copied<Oldest>(); }
    bool supportsFormat(DataType type, PluginFormat format) const noexcept override { return isPlain(type, format); }
    void configureWithFormat(Dims const* in, int32_t, Dims const*, int32_t, DataType, PluginFormat,
                             int32_t) noexcept override {
        count = volume(in[0]);
    }
};
TWIN("correct.v2", Oldest);

struct Ext final : Batch<IPluginV2Ext> {
    IPluginV2Ext* clone() const noexcept override { return copied<Ext>(); }
    bool supportsFormat(DataType type, PluginFormat format) const noexcept override { return isPlain(type, format); }
    DataType getOutputDataType(int32_t, DataType const* inputs, int32_t) const noexcept override { return inputs[0]; }
    void configurePlugin(Dims const* in, int32_t, Dims const*, int32_t, DataType const*, DataType const*, bool const*,
                         bool const*, PluginFormat, int32_t) noexcept override {
        count = volume(in[0]);
    }
};
TWIN("correct.v2ext", Ext);

struct InOut final : Batch<IPluginV2IOExt> {
    IPluginV2IOExt* clone() const noexcept override { return copied<InOut>(); }
    DataType getOutputDataType(int32_t, DataType const* inputs, int32_t) const noexcept override { return inputs[0]; }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* all, int32_t,
                                   int32_t) const noexcept override {
        return isPlain(all[position].type, all[position].format);
    }
    void configurePlugin(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*, int32_t) noexcept override {
        count = volume(in[0].dims);
    }
};
TWIN("correct.v2ioext", InOut);

} // namespace
