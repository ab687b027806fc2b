// SPDX-License-Identifier: Apache-2.0
// A plugin from one struct: its attributes with one list of them, its output shapes, and its loop. Creator, fields,
// state, clones and both forms, IPluginV2DynamicExt and IPluginV3, follow. From C++14 on, at every level (level 8 has
// no IPluginV3 to implement). docs/plugin_writing.md has a walk through it.
#ifndef TENON_PLUGIN_BASE_H
#define TENON_PLUGIN_BASE_H

#include "tenon/plugin_call.h"

TENON_AUTHOR_BEGIN

//! What a plugin derives from. It names itself with `static char const* name()`, computes with
//! `int32_t run(Call const&) const`, which returns zero for success, and hides those of the following that it wants
//! otherwise. It is copied for every context; run() changes nothing in it.
struct Op {
    static char const* version() { return "1"; }
    static char const* space() { return ""; } //!< the namespace
    static uint32_t traits() { return 0; }    //!< bits of PluginTrait

    //! The attributes: `visit("name", member)` for each. A member keeps its value where a field is left out.
    template <class V>
    void fields(V&) {}
    //! What is wrong with the attributes, or null.
    char const* wrong() const { return nullptr; }

    int32_t outputs() const { return 1; }
    //! Sets the shape of each output.
    void shapes(Shapes& s) const {
        for (int32_t i = 0; i < s.outputs(); ++i)
            s.same(i, 0);
    }
    nvinfer1::DataType outputType(int32_t, nvinfer1::DataType const* inputs, int32_t nbInputs) const {
        return nbInputs > 0 ? inputs[0] : nvinfer1::DataType::kFLOAT;
    }
    //! Whether the tensor at `position` (inputs, then outputs) may have its type and format, those before it given.
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* tensors, int32_t, int32_t) const {
        return isLinear(tensors[position]) &&
               (position == 0 ? isFloating(tensors[0]) : tensors[position].type == tensors[0].type);
    }
    //! Bytes for Call::workspace, at the greatest extents.
    size_t workspace(nvinfer1::PluginTensorDesc const*, int32_t, nvinfer1::PluginTensorDesc const*, int32_t) const {
        return 0;
    }
#if defined(TENON_PLUGIN_CUDA)
    //! The same on a GPU: only puts work into the stream.
    int32_t launch(Call const&, cudaStream_t) const {
        return -1;
    }
#endif

protected:
    static bool isLinear(nvinfer1::PluginTensorDesc const& t) {
        return t.format == nvinfer1::TensorFormat::kLINEAR;
    }
    static bool isFloating(nvinfer1::PluginTensorDesc const& t) {
        return t.type == nvinfer1::DataType::kFLOAT || t.type == nvinfer1::DataType::kHALF;
    }
};

//! What both forms share: the struct, and the number of tensors that it works on.
template <class O>
struct Body {
    O op;
    int32_t nbInputs = 0;

    int32_t enqueue(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                    void const* const* inputs, void* const* outputs, void* workspace, cudaStream_t stream) const {
        Call const call{in, out, inputs, outputs, workspace, nbInputs, op.outputs()};
#if defined(TENON_PLUGIN_CUDA)
        if (isDeviceMemory(outputs[0]))
            return op.launch(call, stream);
#else
        static_cast<void>(stream);
#endif
        return op.run(call);
    }
    //! Descriptors as run() will see them, at the greatest extents where `greatest`.
    static std::vector<nvinfer1::PluginTensorDesc> plain(nvinfer1::DynamicPluginTensorDesc const* from, int32_t count,
                                                         bool greatest) {
        std::vector<nvinfer1::PluginTensorDesc> out;
        for (int32_t i = 0; i < count; ++i) {
            out.push_back(from[i].desc);
            if (greatest)
                out.back().dims = from[i].max;
        }
        return out;
    }
};

//! The list of an O's fields, for a creator to hand out.
template <class O>
class FieldNames {
public:
    FieldNames() {
        O op;
        FieldLister lister(mFields, false);
        op.fields(lister);
        mCollection.nbFields = static_cast<int32_t>(mFields.size());
        mCollection.fields = mFields.data();
    }
    FieldNames(FieldNames const&) = delete;
    FieldNames& operator=(FieldNames const&) = delete;
    nvinfer1::PluginFieldCollection const* get() const { return &mCollection; }

private:
    std::vector<nvinfer1::PluginField> mFields;
    nvinfer1::PluginFieldCollection mCollection{};
};

//! False, and told, when the attributes are not to be used.
template <class O>
bool isGood(O const& op, std::string wrong) {
    if (wrong.empty() && op.wrong() != nullptr)
        wrong = op.wrong();
    if (!wrong.empty())
        complain("plugin '" + std::string(O::name()) + "' version '" + O::version() + "': " + wrong);
    return wrong.empty();
}

//! Fills in the shapes of all outputs. False, and told, when the node lacks what they are made of.
template <class O>
bool giveShapes(O& op, nvinfer1::DimsExprs const* in, int32_t nbInputs, nvinfer1::DimsExprs* out, int32_t nbOutputs,
                nvinfer1::IExprBuilder& builder) {
    Shapes shapes(in, nbInputs, out, nbOutputs, builder);
    op.shapes(shapes);
    return isGood(op, shapes.wrong());
}

template <class O>
bool takeFields(O& op, nvinfer1::PluginFieldCollection const* from) {
    std::string wrong;
    FieldTaker taker(from, wrong);
    op.fields(taker);
    return isGood(op, std::move(wrong));
}

//! The form IPluginV2DynamicExt.
template <class O>
class PluginV2 final : public nvinfer1::IPluginV2DynamicExt {
public:
    PluginV2(Body<O> const& body, std::string const& space) : mBody(body), mSpace(space) {}

    char const* getPluginType() const override { return O::name(); }
    char const* getPluginVersion() const override { return O::version(); }
    int32_t getNbOutputs() const override { return mBody.op.outputs(); }
    int32_t initialize() override { return 0; }
    void terminate() override {}
    void destroy() override { delete this; }
    nvinfer1::IPluginV2DynamicExt* clone() const override { return new PluginV2(mBody, mSpace); }
    void setPluginNamespace(char const* space) override { mSpace = space == nullptr ? "" : space; }
    char const* getPluginNamespace() const override { return mSpace.c_str(); }
    size_t getSerializationSize() const override {
        StateWriter size;
        write(size);
        return size.size();
    }
    void serialize(void* buffer) const override {
        StateWriter to(buffer);
        write(to);
    }

    nvinfer1::DimsExprs getOutputDimensions(int32_t index, nvinfer1::DimsExprs const* in, int32_t nbInputs,
                                            nvinfer1::IExprBuilder& builder) override {
        std::vector<nvinfer1::DimsExprs> out(static_cast<size_t>(mBody.op.outputs()));
        if (!giveShapes(mBody.op, in, nbInputs, out.data(), mBody.op.outputs(), builder))
            out[static_cast<size_t>(index)].nbDims = -1;
        return out[static_cast<size_t>(index)];
    }
    nvinfer1::DataType getOutputDataType(int32_t index, nvinfer1::DataType const* in, int32_t nbInputs) const override {
        return mBody.op.outputType(index, in, nbInputs);
    }
    bool supportsFormatCombination(int32_t position, nvinfer1::PluginTensorDesc const* tensors, int32_t nbInputs,
                                   int32_t nbOutputs) override {
        return mBody.op.takes(position, tensors, nbInputs, nbOutputs);
    }
    void configurePlugin(nvinfer1::DynamicPluginTensorDesc const*, int32_t nbInputs,
                         nvinfer1::DynamicPluginTensorDesc const*, int32_t) override {
        mBody.nbInputs = nbInputs;
    }
    size_t getWorkspaceSize(nvinfer1::PluginTensorDesc const* in, int32_t nbInputs,
                            nvinfer1::PluginTensorDesc const* out, int32_t nbOutputs) const override {
        return mBody.op.workspace(in, nbInputs, out, nbOutputs);
    }
    int32_t enqueue(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                    void const* const* inputs, void* const* outputs, void* workspace, cudaStream_t stream) override {
        return mBody.enqueue(in, out, inputs, outputs, workspace, stream);
    }

private:
    void write(StateWriter& to) const {
        O copy = mBody.op; // the list takes members that may change
        FieldWriter writer(to);
        copy.fields(writer);
        to.put(mBody.nbInputs);
    }
    Body<O> mBody;
    std::string mSpace;
};

template <class O>
class CreatorV2 final : public nvinfer1::IPluginCreator {
public:
    char const* getPluginName() const override { return O::name(); }
    char const* getPluginVersion() const override { return O::version(); }
    void setPluginNamespace(char const* space) override { mSpace = space == nullptr ? "" : space; }
    char const* getPluginNamespace() const override { return mSpace.c_str(); }
    nvinfer1::PluginFieldCollection const* getFieldNames() override { return mNames.get(); }
    nvinfer1::IPluginV2* createPlugin(char const*, nvinfer1::PluginFieldCollection const* fields) override {
        Body<O> body;
        return takeFields(body.op, fields) ? new PluginV2<O>(body, mSpace) : nullptr;
    }
    nvinfer1::IPluginV2* deserializePlugin(char const*, void const* data, size_t size) override {
        Body<O> body;
        StateReader from(data, size);
        FieldReader reader(from);
        body.op.fields(reader);
        from.get(body.nbInputs);
        bool const good = isGood(body.op, from.finished() ? "" : "its state has another size than was written");
        return good ? new PluginV2<O>(body, mSpace) : nullptr;
    }

private:
    FieldNames<O> mNames;
    std::string mSpace = O::space();
};

#if TENON_API_LEVEL != 8
//! The form IPluginV3.
template <class O>
class PluginV3 final : public nvinfer1::IPluginV3,
                       public nvinfer1::IPluginV3OneCore,
                       public nvinfer1::IPluginV3OneBuild,
                       public nvinfer1::IPluginV3OneRuntime {
public:
    explicit PluginV3(Body<O> const& body) : mBody(body) {}
    PluginV3(PluginV3 const& other) : mBody(other.mBody) {} // the fields point into their own object
    PluginV3& operator=(PluginV3 const&) = delete;

    nvinfer1::IPluginCapability* getCapabilityInterface(nvinfer1::PluginCapabilityType type) override {
        switch (type) {
        case nvinfer1::PluginCapabilityType::kCORE:
            return static_cast<nvinfer1::IPluginV3OneCore*>(this);
        case nvinfer1::PluginCapabilityType::kBUILD:
            return static_cast<nvinfer1::IPluginV3OneBuild*>(this);
        case nvinfer1::PluginCapabilityType::kRUNTIME:
            return static_cast<nvinfer1::IPluginV3OneRuntime*>(this);
        }
        return nullptr;
    }
    nvinfer1::IPluginV3* clone() override { return new PluginV3(*this); }
    nvinfer1::IPluginV3* attachToContext(nvinfer1::IPluginResourceContext*) override { return clone(); }

    char const* getPluginName() const override { return O::name(); }
    char const* getPluginVersion() const override { return O::version(); }
    char const* getPluginNamespace() const override { return O::space(); }

    int32_t getNbOutputs() const override { return mBody.op.outputs(); }
    int32_t getOutputDataTypes(nvinfer1::DataType* out, int32_t nbOutputs, nvinfer1::DataType const* in,
                               int32_t nbInputs) const override {
        for (int32_t i = 0; i < nbOutputs; ++i)
            out[i] = mBody.op.outputType(i, in, nbInputs);
        return 0;
    }
    int32_t getOutputShapes(nvinfer1::DimsExprs const* in, int32_t nbInputs, nvinfer1::DimsExprs const*, int32_t,
                            nvinfer1::DimsExprs* out, int32_t nbOutputs, nvinfer1::IExprBuilder& builder) override {
        return giveShapes(mBody.op, in, nbInputs, out, nbOutputs, builder) ? 0 : 1;
    }
    bool supportsFormatCombination(int32_t position, nvinfer1::DynamicPluginTensorDesc const* tensors, int32_t nbInputs,
                                   int32_t nbOutputs) override {
        auto const descs = mBody.plain(tensors, position + 1, false);
        return mBody.op.takes(position, descs.data(), nbInputs, nbOutputs);
    }
    int32_t configurePlugin(nvinfer1::DynamicPluginTensorDesc const*, int32_t nbInputs,
                            nvinfer1::DynamicPluginTensorDesc const*, int32_t) override {
        mBody.nbInputs = nbInputs;
        return 0;
    }
    size_t getWorkspaceSize(nvinfer1::DynamicPluginTensorDesc const* in, int32_t nbInputs,
                            nvinfer1::DynamicPluginTensorDesc const* out, int32_t nbOutputs) const override {
        auto const ins = mBody.plain(in, nbInputs, true), outs = mBody.plain(out, nbOutputs, true);
        return mBody.op.workspace(ins.data(), nbInputs, outs.data(), nbOutputs);
    }

    int32_t onShapeChange(nvinfer1::PluginTensorDesc const*, int32_t nbInputs, nvinfer1::PluginTensorDesc const*,
                          int32_t) override {
        mBody.nbInputs = nbInputs;
        return 0;
    }
    int32_t enqueue(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                    void const* const* inputs, void* const* outputs, void* workspace, cudaStream_t stream) override {
        return mBody.enqueue(in, out, inputs, outputs, workspace, stream);
    }
    nvinfer1::PluginFieldCollection const* getFieldsToSerialize() override {
        mFields.clear();
        FieldLister lister(mFields, true);
        mBody.op.fields(lister);
        mCollection.nbFields = static_cast<int32_t>(mFields.size());
        mCollection.fields = mFields.data();
        return &mCollection;
    }

private:
    Body<O> mBody;
    std::vector<nvinfer1::PluginField> mFields;
    nvinfer1::PluginFieldCollection mCollection{};
};

template <class O>
class CreatorV3 final : public nvinfer1::IPluginCreatorV3One {
public:
    char const* getPluginName() const override { return O::name(); }
    char const* getPluginVersion() const override { return O::version(); }
    char const* getPluginNamespace() const override { return O::space(); }
    nvinfer1::PluginFieldCollection const* getFieldNames() override { return mNames.get(); }
    nvinfer1::IPluginV3* createPlugin(char const*, nvinfer1::PluginFieldCollection const* fields,
                                      nvinfer1::TensorRTPhase) override {
        Body<O> body;
        return takeFields(body.op, fields) ? new PluginV3<O>(body) : nullptr;
    }

private:
    FieldNames<O> mNames;
};
#endif // TENON_API_LEVEL

//! Says of an O what its creator's key needs to have said.
template <class O>
struct Declared {
    Declared() {
        setHostPlugin(O::name(), O::version(), O::space());
        setPluginTraits(O::name(), O::version(), O::space(), O::traits());
    }
};

TENON_AUTHOR_END

//! Registers the struct as a plugin, in the form IPluginV2DynamicExt or IPluginV3. It runs on the CPU.
#define TENON_REGISTER_PLUGIN_V2(O)                                                                                    \
    static tenon::author::Declared<O> tenonDeclared##O{};                                                              \
    using tenonCreator##O = tenon::author::CreatorV2<O>;                                                               \
    REGISTER_TENSORRT_PLUGIN(tenonCreator##O)
#define TENON_REGISTER_PLUGIN_V3(O)                                                                                    \
    static tenon::author::Declared<O> tenonDeclared##O{};                                                              \
    using tenonCreator##O = tenon::author::CreatorV3<O>;                                                               \
    REGISTER_TENSORRT_PLUGIN(tenonCreator##O)

#endif // TENON_PLUGIN_BASE_H
