// SPDX-License-Identifier: Apache-2.0
// Reference string_cast.
#include "ops/string_cast/string_cast.h"

#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace tenon::ops {
namespace string_cast {
namespace {

template <class T>
std::string spelled(T value) {
    if constexpr (std::is_same_v<T, bool>)
        return value ? "1" : "0";
    else if constexpr (std::is_integral_v<T>)
        return fmt::format("{}", value);
    else if (std::isnan(static_cast<double>(value)))
        return "NaN";
    else if (std::isinf(static_cast<double>(value)))
        return static_cast<double>(value) > 0 ? "INF" : "-INF";
    else if constexpr (std::is_same_v<T, double>)
        return fmt::format("{}", value);
    else
        return fmt::format("{}", static_cast<float>(value));
}

/// The text without spaces around it and without a plus sign.
std::string_view core(std::string_view text) {
    constexpr std::string_view kSpaces = " \t\r\n";
    size_t const begin = text.find_first_not_of(kSpaces);
    if (begin == std::string_view::npos)
        return {};
    text = text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
    return text.size() > 1 && text[0] == '+' && text[1] != '-' ? text.substr(1) : text;
}

/// from_chars reads every form that ONNX allows: plain, scientific, inf and nan in any case.
template <class T>
bool read(std::string_view text, T& value) {
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const far = error == std::errc::result_out_of_range;
    if (std::is_floating_point_v<T> && far && end == text.data() + text.size()) { // as strtod: infinity, or zero
        value = static_cast<T>(std::strtod(std::string(text).c_str(), nullptr));
        return true;
    }
    return error == std::errc{} && end == text.data() + text.size();
}

template <class T>
bool numberOf(std::string_view text, T& out) {
    if constexpr (std::is_same_v<T, bool>) {
        double value = 0;
        bool const good = read(text, value);
        out = value != 0;
        return good;
    } else if constexpr (std::is_integral_v<T>) {
        return read(text, out);
    } else if constexpr (std::is_same_v<T, double>) {
        return read(text, out);
    } else {
        float value = 0;
        bool const good = read(text, value);
        out = T(value);
        return good;
    }
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    int64_t const count = in.elements();
    bool good = true;
    withType(a.to == DType::kString ? in.dtype : a.to, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t i = 0; i < count && good; ++i) {
            auto const at = static_cast<size_t>(i);
            if (a.to == DType::kString) {
                out.box->strings[at] = spelled(in.as<T const>()[i]);
            } else if (std::string const& text = in.box->strings[at]; !numberOf(core(text), out.as<T>()[i])) {
                good = args.failure->set(Message::kStringValue, "string %lld, '%.80s', is no %s",
                                         static_cast<long long>(i), text.c_str(), std::string(nameOf(a.to)).c_str());
            }
        }
    });
    return good;
}

} // namespace
} // namespace string_cast

void string_cast_ref(KernelTable& table) {
    table.add(referenceKernel<string_cast::Attributes>("string_cast", "string_cast.ref", string_cast::run));
}

} // namespace tenon::ops
