// SPDX-License-Identifier: Apache-2.0
#include "kernel/problem.h"

#include "base/reflect_text.h"

#include <fmt/format.h>

namespace tenon {

bool Problem::isFixed() const noexcept {
    for (OperandDesc const& in : inputs)
        if (!in.isFixed())
            return false;
    return true;
}

std::string Problem::text() const {
    return fmt::format("{} {} in {} out {} epilogue {}", op->name, attrs.text(), textOf(inputs), textOf(outputs),
                       textOf(epilogue));
}

} // namespace tenon
