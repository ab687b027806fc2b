// SPDX-License-Identifier: Apache-2.0
// The operators and kernels that a build of Tenon has. The builder, the IR and the run time get a KernelTable as an
// argument.
#pragma once

#include "kernel/kernel.h"

#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace tenon {

class KernelTable {
public:
    void add(OpDef const& op);                ///< op must outlive the table
    void add(std::unique_ptr<Kernel> kernel); ///< order matters: best first, the reference last

    OpDef const* op(std::string_view name) const noexcept;                      ///< null when there is none
    std::span<Kernel const* const> kernels(std::string_view op) const noexcept; ///< empty when there are none
    Kernel const* kernel(std::string_view name) const noexcept;                 ///< null when there is none
    Kernel const* reference(std::string_view op) const noexcept;                ///< null when there is none
    std::vector<OpDef const*> ops() const;

private:
    struct Entry {
        OpDef const* op = nullptr;
        std::vector<Kernel const*> kernels;
    };
    std::map<std::string_view, Entry> mOps;
    std::map<std::string_view, Kernel const*> mByName;
    std::vector<std::unique_ptr<Kernel>> mOwned;
};

/// All operators and kernels in src/ops (generated from src/ops/list.cmake). Built on first use; thread-safe.
KernelTable const& builtinTable();

} // namespace tenon
