// SPDX-License-Identifier: Apache-2.0
// An entry point under TensorRT's name, for programs that were linked with a library of that name: it calls libtenon,
// whose own names no other library has.
#pragma once

#include <cstdint>

#define TENON_FORWARD(type, name, parameters, arguments)                                                               \
    extern "C" type tenon_##name parameters noexcept;                                                                  \
    extern "C" __attribute__((visibility("default"))) type name parameters noexcept {                                  \
        return tenon_##name arguments;                                                                                 \
    }
#define TENON_FORWARD_VERSION(name)                                                                                    \
    extern "C" int32_t tenon_##name##_10() noexcept;                                                                   \
    extern "C" __attribute__((visibility("default"))) int32_t name() noexcept {                                        \
        return tenon_##name##_10();                                                                                    \
    }
