// SPDX-License-Identifier: Apache-2.0
// What Tenon adds to plugins: how a plugin says that it runs on the CPU and what the engine may do with it, and bytes
// for its state that every machine reads alike. Works at every level, from C++14 on.
#ifndef TENON_PLUGIN_H
#define TENON_PLUGIN_H

#include "NvInferRuntime.h"

#include <cstring>
#include <string>
#include <vector>

//! The library's side of the functions below. Null texts count as empty.
extern "C" TENSORRTAPI void tenon_plugin_set_host(char const* name, char const* version,
                                                  char const* pluginNamespace) noexcept;
extern "C" TENSORRTAPI void tenon_plugin_set_traits(char const* name, char const* version, char const* pluginNamespace,
                                                    uint32_t traits) noexcept;
extern "C" TENSORRTAPI void tenon_plugin_set_debug(bool on) noexcept;

namespace tenon {

//! What a plugin promises of its enqueue(), as bits to be joined by |. The engine may use each promise; none is needed.
enum PluginTrait : uint32_t {
    kELEMENTWISE = 1U << 0, //!< An element of an output depends on the elements at the same place of the inputs only.
    kLAYOUT_AGNOSTIC = 1U << 1, //!< The result is right in any order of the elements that all its tensors share.
    kIN_PLACE = 1U << 2,        //!< An output may lie in the memory of an input that has its type and shape.
    kCAPTURE_SAFE = 1U << 3,    //!< It only puts work into its stream: no waiting, no copies from pageable memory.
    //! One object may run on several threads at once, each on a part of the tensors along their first dim. It takes
    //! extents from the descriptors of the call, and changes nothing in the object. With kELEMENTWISE a part may be any
    //! elements: all dims are 1 but for the last, which has their number.
    kTHREAD_PARALLEL = 1U << 4
};

//! Writes the state of a plugin, always little-endian and without gaps. Without a buffer it only counts, so that one
//! function of the plugin serves getSerializationSize() and serialize().
class StateWriter {
public:
    StateWriter() = default;
    explicit StateWriter(void* buffer) : mTo(static_cast<unsigned char*>(buffer)) {}

    StateWriter& put(bool value) { return number(value ? 1U : 0U, 1); }
    StateWriter& put(int8_t value) { return number(static_cast<uint64_t>(value), 1); }
    StateWriter& put(uint8_t value) { return number(value, 1); }
    StateWriter& put(int16_t value) { return number(static_cast<uint64_t>(value), 2); }
    StateWriter& put(uint16_t value) { return number(value, 2); }
    StateWriter& put(int32_t value) { return number(static_cast<uint64_t>(value), 4); }
    StateWriter& put(uint32_t value) { return number(value, 4); }
    StateWriter& put(int64_t value) { return number(static_cast<uint64_t>(value), 8); }
    StateWriter& put(uint64_t value) { return number(value, 8); }
    StateWriter& put(float value) { return number(bits<uint32_t>(value), 4); }
    StateWriter& put(double value) { return number(bits<uint64_t>(value), 8); }
    StateWriter& put(std::string const& text) {
        put(static_cast<uint64_t>(text.size()));
        for (char c : text)
            put(static_cast<uint8_t>(c));
        return *this;
    }
    template <class T>
    StateWriter& put(std::vector<T> const& values) {
        put(static_cast<uint64_t>(values.size()));
        for (size_t i = 0; i < values.size(); ++i)
            put(static_cast<T const&>(values[i]));
        return *this;
    }
    //! What a pointer points to is elsewhere after a load: write the values.
    template <class T>
    StateWriter& put(T* pointer) = delete;

    //! Bytes so far.
    size_t size() const { return mSize; }

private:
    template <class U, class T>
    static U bits(T value) {
        static_assert(sizeof(U) == sizeof(T), "the bits of one number");
        U out;
        std::memcpy(&out, &value, sizeof(out));
        return out;
    }
    StateWriter& number(uint64_t value, int count) {
        for (int i = 0; i < count; ++i, ++mSize)
            if (mTo != nullptr)
                mTo[mSize] = static_cast<unsigned char>(value >> (8 * i));
        return *this;
    }
    unsigned char* mTo = nullptr;
    size_t mSize = 0;
};

//! Reads what StateWriter wrote, in the same order. Bytes that are missing read as zero, and then good() is false.
class StateReader {
public:
    StateReader(void const* data, size_t size) : mFrom(static_cast<unsigned char const*>(data)), mLeft(size) {}

    StateReader& get(bool& value) { return number<uint8_t>(value); }
    StateReader& get(int8_t& value) { return number<uint8_t>(value); }
    StateReader& get(uint8_t& value) { return number<uint8_t>(value); }
    StateReader& get(int16_t& value) { return number<uint16_t>(value); }
    StateReader& get(uint16_t& value) { return number<uint16_t>(value); }
    StateReader& get(int32_t& value) { return number<uint32_t>(value); }
    StateReader& get(uint32_t& value) { return number<uint32_t>(value); }
    StateReader& get(int64_t& value) { return number<uint64_t>(value); }
    StateReader& get(uint64_t& value) { return number<uint64_t>(value); }
    StateReader& get(float& value) { return bits<uint32_t>(value); }
    StateReader& get(double& value) { return bits<uint64_t>(value); }
    StateReader& get(std::string& text) {
        text.clear();
        for (uint64_t n = count(); n > 0; --n)
            text.push_back(static_cast<char>(next(1)));
        return *this;
    }
    template <class T>
    StateReader& get(std::vector<T>& values) {
        values.clear();
        for (uint64_t n = count(); mGood && n > 0; --n) {
            T value{};
            get(value);
            values.push_back(value);
        }
        return *this;
    }

    //! Whether all that was asked for was there.
    bool good() const { return mGood; }
    //! Whether that was also all there is.
    bool finished() const { return mGood && mLeft == 0; }

private:
    template <class U, class T>
    StateReader& number(T& value) {
        value = static_cast<T>(static_cast<U>(next(static_cast<int>(sizeof(U)))));
        return *this;
    }
    template <class U, class T>
    StateReader& bits(T& value) {
        U const number = static_cast<U>(next(static_cast<int>(sizeof(U))));
        std::memcpy(&value, &number, sizeof(value));
        return *this;
    }
    //! A number of elements, each at least a byte: those that fit into what is left, whatever the bytes say.
    uint64_t count() {
        uint64_t const said = next(8);
        mGood = mGood && said <= mLeft;
        return mGood ? said : 0;
    }
    uint64_t next(int bytes) {
        mGood = mGood && mLeft >= static_cast<size_t>(bytes);
        uint64_t out = 0;
        for (int i = 0; mGood && i < bytes; ++i, --mLeft)
            out |= static_cast<uint64_t>(*mFrom++) << (8 * i);
        return out;
    }
    unsigned char const* mFrom;
    size_t mLeft;
    bool mGood = true;
};

// Unnamed, because their types differ between levels and may not meet.
namespace {

//! Says that the plugins of a creator run on the CPU: their enqueue() takes host pointers, and its stream may be null.
//! For plugins whose source cannot be changed; others say it with TENON_HOST_PLUGIN. Any thread may call it, before the
//! engine is built.
inline void setHostPlugin(char const* name, char const* version, char const* pluginNamespace = "") noexcept {
    tenon_plugin_set_host(name, version, pluginNamespace);
}

//! Says what the plugins of a creator promise: PluginTrait bits. A later call replaces what an earlier one said. Any
//! thread may call it, before the engine is built.
inline void setPluginTraits(char const* name, char const* version, char const* pluginNamespace,
                            uint32_t traits) noexcept {
    tenon_plugin_set_traits(name, version, pluginNamespace, traits);
}

#if defined(TENON_PLUGIN_CUDA)
//! Whether the memory is a GPU's: what a plugin for both asks of an output before it computes. Without a driver, never.
inline bool isDeviceMemory(void const* memory) {
    static bool const there = [] {
        int count = 0;
        return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
    }();
    cudaPointerAttributes of;
    return there && cudaPointerGetAttributes(&of, memory) == cudaSuccess && of.type == cudaMemoryTypeDevice;
}
#endif

//! Looks for faults of all plugins: builds run each plugin, and again as it is after a reload, and compare the outputs;
//! contexts that are made from now on put guard bytes round every tensor and workspace of a plugin. Slow. Any thread
//! may call it.
inline void setDebugPlugins(bool on) noexcept {
    tenon_plugin_set_debug(on);
}

//! What TENON_HOST_PLUGIN makes. It makes one object of the creator to ask for its names.
template <typename Creator>
class HostPluginRegistrar {
public:
    HostPluginRegistrar() {
        Creator creator;
        setHostPlugin(creator.getPluginName(), creator.getPluginVersion(), creator.getPluginNamespace());
    }
};

//! What TENON_PLUGIN_TRAITS makes, likewise.
template <typename Creator>
class PluginTraitsRegistrar {
public:
    explicit PluginTraitsRegistrar(uint32_t traits) {
        Creator creator;
        setPluginTraits(creator.getPluginName(), creator.getPluginVersion(), creator.getPluginNamespace(), traits);
    }
};

} // namespace

} // namespace tenon

//! Beside REGISTER_TENSORRT_PLUGIN(name) or an exported list of creators: the plugins of this creator run on the CPU.
#define TENON_HOST_PLUGIN(name)                                                                                        \
    static tenon::HostPluginRegistrar<name> tenonHostPlugin##name {}

//! Likewise: what the plugins of this creator promise, PluginTrait bits joined by |.
#define TENON_PLUGIN_TRAITS(name, traits)                                                                              \
    static tenon::PluginTraitsRegistrar<name> tenonPluginTraits##name {                                                \
        traits                                                                                                         \
    }

#endif // TENON_PLUGIN_H
