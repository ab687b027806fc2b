// SPDX-License-Identifier: Apache-2.0
// Twins with faults in fields, state and clones.
#include "twin.h"

#include <cstdlib>

namespace {

using namespace twin;

struct FieldMissing final : Of<FieldMissing> {
    bool take(PluginFieldCollection const& fields) override {
        p.bias = *static_cast<float const*>(find(fields, "bias")->data); // not there: null
        return read(fields, "alpha", p.alpha) && read(fields, "bias", p.bias);
    }
};
TWIN("field-missing", FieldMissing);

struct FieldUnset final : Of<FieldUnset> {
    bool take(PluginFieldCollection const& fields) override {
        auto* const memory = static_cast<float*>(std::malloc(40)); // no default: what the heap holds
        bool const good = read(fields, "alpha", memory[5]) && read(fields, "bias", p.bias);
        p.alpha = memory[5];
        std::free(memory);
        return good;
    }
};
TWIN("field-missing.unset", FieldUnset);

struct FieldType final : Of<FieldType> {
    bool take(PluginFieldCollection const& fields) override {
        for (auto const& [name, to] : {std::pair{"alpha", &p.alpha}, std::pair{"bias", &p.bias}})
            if (PluginField const* const f = find(fields, name); f != nullptr && f->length == 1)
                *to = *static_cast<float const*>(f->data); // whatever its type
        return true;
    }
};
TWIN("field-type", FieldType);

struct FieldIgnored final : Of<FieldIgnored> {
    bool take(PluginFieldCollection const& fields) override {
        for (auto const& [name, to] : {std::pair{"alpha", &p.alpha}, std::pair{"bias", &p.bias}})
            if (PluginField const* const f = find(fields, name); f != nullptr && f->type == PluginFieldType::kFLOAT32)
                *to = *static_cast<float const*>(f->data);
        return true;
    }
};
TWIN("field-type.ignored", FieldIgnored);

struct FieldLength final : Of<FieldLength> {
    bool take(PluginFieldCollection const& fields) override {
        for (auto const& [name, to] : {std::pair{"alpha", &p.alpha}, std::pair{"bias", &p.bias}})
            if (PluginField const* const f = find(fields, name); f != nullptr && f->type == PluginFieldType::kFLOAT32)
                *to = *static_cast<float const*>(f->data); // however many there are
        return true;
    }
};
TWIN("field-length", FieldLength);

struct FieldOrder final : Of<FieldOrder> {
    bool take(PluginFieldCollection const& fields) override {
        float* const to[] = {&p.alpha, &p.bias};
        for (int32_t i = 0; i < fields.nbFields && i < 2; ++i)
            if (fields.fields[i].type == PluginFieldType::kFLOAT32 && fields.fields[i].length == 1)
                *to[i] = *static_cast<float const*>(fields.fields[i].data); // by place, not by name
        return true;
    }
};
TWIN("field-order", FieldOrder);

struct StateLost final : Of<StateLost> {
    PluginFieldCollection const* getFieldsToSerialize() override {
        Of::getFieldsToSerialize();
        mCollection.nbFields = 1; // without the bias
        return &mCollection;
    }
};
TWIN("state-lost", StateLost);

struct StateLostClone final : Of<StateLostClone, V2> {
    StateLostClone() = default;
    StateLostClone(StateLostClone const& other) : Of<StateLostClone, V2>(other) { p.bias = 0; }
};
TWIN("state-lost.clone", StateLostClone);

struct StateSize final : Of<StateSize, V2> {
    size_t getSerializationSize() const noexcept override { return sizeof(Params) - 4; }
    bool load(void const* data, size_t) override { return Of::load(data, sizeof(Params)); }
};
TWIN("state-size", StateSize);

struct StateSizeRead final : Of<StateSizeRead, V2> {
    bool load(void const* data, size_t size) override {
        float last = 0;
        std::memcpy(&last, static_cast<char const*>(data) + size, 4); // behind the end
        return Of::load(data, size) && last == last;
    }
};
TWIN("state-size.read", StateSizeRead);

struct StatePointer final : Of<StatePointer, V2> {
    size_t getSerializationSize() const noexcept override { return sizeof(Params) + sizeof(void*); }
    void serialize(void* buffer) const noexcept override {
        Of::serialize(buffer);
        void const* const self = &p;
        std::memcpy(static_cast<char*>(buffer) + sizeof(Params), &self, sizeof(self));
    }
    bool load(void const* data, size_t) override { return Of::load(data, sizeof(Params)); }
};
TWIN("state-pointer", StatePointer);

struct StatePadding final : Of<StatePadding, V2> {
    struct Wide {
        char kind; // three bytes that nobody sets follow
        float alpha, bias;
    };
    size_t getSerializationSize() const noexcept override { return sizeof(Wide); }
    void serialize(void* buffer) const noexcept override {
        auto* const made = static_cast<Wide*>(std::malloc(sizeof(Wide)));
        made->kind = 1;
        made->alpha = p.alpha;
        made->bias = p.bias;
        std::memcpy(buffer, made, sizeof(Wide));
        std::free(made);
    }
    bool load(void const* data, size_t) override {
        Wide wide;
        std::memcpy(&wide, data, sizeof(wide));
        p = {wide.alpha, wide.bias};
        return true;
    }
};
TWIN("state-padding", StatePadding);

struct StatePaddingStack final : Of<StatePaddingStack, V2> {
    size_t getSerializationSize() const noexcept override { return sizeof(StatePadding::Wide); }
    void serialize(void* buffer) const noexcept override {
        StatePadding::Wide wide; // the same, on the stack
        wide.kind = 1;
        wide.alpha = p.alpha;
        wide.bias = p.bias;
        std::memcpy(buffer, &wide, sizeof(wide));
    }
    bool load(void const* data, size_t) override {
        StatePadding::Wide wide;
        std::memcpy(&wide, data, sizeof(wide));
        p = {wide.alpha, wide.bias};
        return true;
    }
};
TWIN("state-padding.stack", StatePaddingStack);

struct CloneShares final : Of<CloneShares> {
    CloneShares() : mAlpha(new float[4]()), mOwns(true) {}
    CloneShares(CloneShares const& other) : Of<CloneShares>(other), mAlpha(other.mAlpha) {}
    ~CloneShares() override {
        if (mOwns)
            delete[] mAlpha;
    }
    bool take(PluginFieldCollection const& fields) override {
        bool const good = Of::take(fields);
        for (int i = 0; i < 4; ++i)
            mAlpha[i] = p.alpha;
        return good;
    }
    int32_t compute(Run const& run) override {
        p.alpha = mAlpha[3];
        return Of::compute(run);
    }

private:
    float* mAlpha;
    bool mOwns = false;
};
TWIN("clone-shares", CloneShares);

struct CloneFrees final : Of<CloneFrees, V2> {
    CloneFrees() : mAlpha(new float[4]()) {}
    CloneFrees(CloneFrees const& other) : Of<CloneFrees, V2>(other), mAlpha(other.mAlpha) {}
    ~CloneFrees() override { delete[] mAlpha; } // each of them
    float* mAlpha;
};
TWIN("clone-shares.frees", CloneFrees);

struct CloneNamespace final : Of<CloneNamespace, V2> {
    CloneNamespace() = default;
    CloneNamespace(CloneNamespace const& other) : Of<CloneNamespace, V2>(other) { space.clear(); }
};
TWIN("clone-namespace", CloneNamespace);

struct AttachReturnsThis final : Of<AttachReturnsThis> {
    IPluginV3* attachToContext(IPluginResourceContext*) override { return this; }
};
TWIN("attach-returns-this", AttachReturnsThis);

} // namespace

extern "C" __attribute__((visibility("default"))) IPluginCreatorInterface* const* getCreators(int32_t& count) {
    count = static_cast<int32_t>(creators().size());
    return creators().data();
}
