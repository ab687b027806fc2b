// SPDX-License-Identifier: Apache-2.0
// One message of the protobuf wire format, field by field, over protozero. A field whose wire type is not the one
// expected is skipped, as protobuf does. Every way in which bytes can be wrong ends in WireError.
#pragma once

#include <exception>
#include <protozero/pbf_reader.hpp>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tenon::onnx {

struct WireError : std::exception {
    WireError(char const* why, char const* where) : text(why), at(where) {}
    char const* what() const noexcept override { return text; }
    char const* text; ///< static
    char const* at;   ///< where in the file
};

/// What the messages of one file share.
struct WireLimits {
    static constexpr int kDepth = 64;
    static constexpr int64_t kMessages = int64_t{1} << 24;
    int depth = 0;
    int64_t messages = 0;
};

class WireReader {
public:
    WireReader(std::string_view message, WireLimits& limits)
        : mReader(message.data(), message.size()), mLimits(limits) {
        if (++mLimits.messages > WireLimits::kMessages)
            throw WireError("it holds more than 16777216 messages", message.data());
        if (++mLimits.depth > WireLimits::kDepth)
            throw WireError("messages are nested more than 64 deep", message.data());
    }
    ~WireReader() { --mLimits.depth; }
    WireReader(WireReader const&) = delete;
    WireReader& operator=(WireReader const&) = delete;

    /// Goes to the next field and returns its number; 0 at the end. The field must then be read once, or skipped.
    uint32_t next() {
        return guarded([&] { return mReader.next() ? mReader.tag() : 0U; });
    }
    void skip() {
        guarded([&] {
            mReader.skip();
            return 0;
        });
    }
    WireLimits& limits() noexcept { return mLimits; }

    void read(std::string_view& to) {
        if (is(protozero::pbf_wire_type::length_delimited))
            to = view();
        else
            skip();
    }
    /// Integers and enums.
    template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>) void read(T& to) {
        if (is(protozero::pbf_wire_type::varint))
            to = static_cast<T>(varint());
        else
            skip();
    }
    void read(float& to) {
        if (is(protozero::pbf_wire_type::fixed32))
            to = guarded([&] { return mReader.get_float(); });
        else
            skip();
    }
    void read(std::vector<std::string_view>& to) {
        if (is(protozero::pbf_wire_type::length_delimited))
            to.push_back(view());
        else
            skip();
    }

    /// A repeated number, packed or not: calls sink(value) for each that this field holds.
    template <class T, class F>
    void numbers(F&& sink) {
        if constexpr (std::is_same_v<T, float>)
            fixed<T, protozero::pbf_wire_type::fixed32>(
                sink, [&] { return mReader.get_float(); }, [&] { return mReader.get_packed_float(); });
        else if constexpr (std::is_same_v<T, double>)
            fixed<T, protozero::pbf_wire_type::fixed64>(
                sink, [&] { return mReader.get_double(); }, [&] { return mReader.get_packed_double(); });
        else if (is(protozero::pbf_wire_type::varint))
            sink(static_cast<T>(varint()));
        else if (is(protozero::pbf_wire_type::length_delimited))
            guarded([&] {
                for (uint64_t value : mReader.get_packed_uint64())
                    sink(static_cast<T>(value));
                return 0;
            });
        else
            skip();
    }
    template <class T>
    void read(std::vector<T>& to) requires std::is_arithmetic_v<T> {
        numbers<T>([&](T value) { to.push_back(value); });
    }

    /// Calls parse(view) for a sub-message.
    template <class F>
    void message(F&& parse) {
        if (is(protozero::pbf_wire_type::length_delimited))
            parse(view());
        else
            skip();
    }

private:
    bool is(protozero::pbf_wire_type type) const { return mReader.wire_type() == type; }
    uint64_t varint() {
        return guarded([&] { return mReader.get_uint64(); });
    }
    std::string_view view() {
        return guarded([&] {
            auto const v = mReader.get_view();
            return std::string_view(v.data(), v.size());
        });
    }

    template <class T, protozero::pbf_wire_type kSingle, class F, class One, class Many>
    void fixed(F& sink, One one, Many many) {
        if (is(kSingle))
            sink(guarded(one));
        else if (is(protozero::pbf_wire_type::length_delimited))
            guarded([&] {
                for (T value : many())
                    sink(value);
                return 0;
            });
        else
            skip();
    }

    template <class F>
    auto guarded(F&& step) -> decltype(step()) {
        char const* const at = mReader.data().data();
        try {
            return step();
        } catch (protozero::exception const& e) {
            throw WireError(reason(e), at);
        }
    }
    static char const* reason(protozero::exception const& e) noexcept {
        if (dynamic_cast<protozero::end_of_buffer_exception const*>(&e) != nullptr)
            return "it ends in the middle of a field";
        if (dynamic_cast<protozero::varint_too_long_exception const*>(&e) != nullptr)
            return "a number has more than ten bytes";
        return "it holds bytes that are no protobuf field";
    }

    protozero::pbf_reader mReader;
    WireLimits& mLimits;
};

} // namespace tenon::onnx
