// SPDX-License-Identifier: Apache-2.0
// What a recurrent cell does with one row (one sequence of the batch) between its matrix products, in fp32: sums of the
// products, activations, and the new state. Nothing here allocates, throws or keeps state. Pointers need the alignment
// of float; results may overwrite operands of the same index, and nothing else.
#pragma once

#include <cstdint>

namespace tenon::cpu {

enum class GateFunction : uint8_t {
    kSIGMOID,
    kTANH,
    kRELU,
    kAFFINE,
    kLEAKY_RELU,
    kTHRESHOLDED_RELU,
    kSCALED_TANH,
    kHARD_SIGMOID,
    kELU,
    kSOFTSIGN,
    kSOFTPLUS
};

struct Gate {
    GateFunction function = GateFunction::kTANH;
    float alpha = 0, beta = 0;
    float bound = 0; ///< arguments are held to [-bound, bound]; 0: not at all
};

/// y = f(x + r), n elements.
void gateRow(Gate const& f, int64_t n, float const* x, float const* r, float* y) noexcept;

struct LstmRow {
    Gate f, g, h;
    bool inputForget = false;         ///< the forget gate is 1 - the input gate
    int64_t n = 0;                    ///< units
    float const* x = nullptr;         ///< [4][n], gates i o f c
    float* r = nullptr;               ///< [4][n]; overwritten
    float const* peepholes = nullptr; ///< [3][n], i o f; may be null
    float* c = nullptr;               ///< [n], the state before and after
    float* y = nullptr;               ///< [n], the new h
};
void lstmRow(LstmRow const& row) noexcept;

/// h = (1 - z) * f(x + r * s) + z * h, n elements; s absent (null) counts as 1.
void gruRow(Gate const& f, int64_t n, float const* z, float const* x, float const* r, float const* s,
            float* h) noexcept;

/// y = a * b, n elements.
void productRow(int64_t n, float const* a, float const* b, float* y) noexcept;

} // namespace tenon::cpu
