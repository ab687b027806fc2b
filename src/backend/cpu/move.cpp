// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/move.h"

namespace tenon::cpu {

std::string rejectMove(Problem const& problem) {
    if (problem.epilogue)
        return "a data movement takes no epilogue";
    for (auto const* list : {&problem.inputs, &problem.outputs})
        for (OperandDesc const& o : *list) {
            if (!o.present)
                continue;
            if (!o.type.isTensor() || bitsOf(o.type.dtype) < 8)
                return "only tensors of whole-byte types are moved";
            if (!o.ranked || o.dims.size() > static_cast<size_t>(kMaxCopyRank))
                return "the rank is not known or over 16";
        }
    return {};
}

double moveCost(Problem const& problem) noexcept {
    double bytes = 0;
    for (OperandDesc const& o : problem.outputs)
        bytes += o.optElements() * bitsOf(o.type.dtype) / 8.0;
    return 100 + bytes * 0.15;
}

} // namespace tenon::cpu
