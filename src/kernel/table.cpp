// SPDX-License-Identifier: Apache-2.0
#include "kernel/table.h"

#include <algorithm>
#include <cassert>
#include <cstdarg>

namespace tenon {

std::string_view nameOf(Effect effect) noexcept {
    constexpr std::string_view kNames[] = {"none", "random", "state", "assert", "writes"};
    auto const i = static_cast<size_t>(effect);
    return i < std::size(kNames) ? kNames[i] : "unknown";
}

bool Failure::set(Message message, char const* format, ...) noexcept {
    id = message;
    va_list list;
    va_start(list, format);
    std::vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return false;
}

bool Kernel::accepts(Problem const& problem, Signature const& signature) const {
    auto const same = [&](Signature const& s) {
        return s.inputs == signature.inputs && s.outputs == signature.outputs;
    };
    auto const proposal = propose(problem);
    return std::any_of(proposal.signatures.begin(), proposal.signatures.end(), same);
}

void KernelTable::add(OpDef const& op) {
    assert(mOps[op.name].op == nullptr && "two operators of one name");
    mOps[op.name].op = &op;
}

void KernelTable::add(std::unique_ptr<Kernel> kernel) {
    assert(!mByName.contains(kernel->name()) && "two kernels of one name");
    auto& list = mOps[kernel->op()].kernels;
    // References stay last whatever the order in which files register.
    auto at = kernel->isReference()
                  ? list.end()
                  : std::find_if(list.begin(), list.end(), [](Kernel const* k) { return k->isReference(); });
    list.insert(at, kernel.get());
    mByName[kernel->name()] = kernel.get();
    mOwned.push_back(std::move(kernel));
}

OpDef const* KernelTable::op(std::string_view name) const noexcept {
    auto it = mOps.find(name);
    return it == mOps.end() ? nullptr : it->second.op;
}

std::span<Kernel const* const> KernelTable::kernels(std::string_view op) const noexcept {
    auto it = mOps.find(op);
    return it == mOps.end() ? std::span<Kernel const* const>() : it->second.kernels;
}

Kernel const* KernelTable::kernel(std::string_view name) const noexcept {
    auto it = mByName.find(name);
    return it == mByName.end() ? nullptr : it->second;
}

Kernel const* KernelTable::reference(std::string_view op) const noexcept {
    auto list = kernels(op);
    return list.empty() || !list.back()->isReference() ? nullptr : list.back();
}

std::vector<OpDef const*> KernelTable::ops() const {
    std::vector<OpDef const*> out;
    for (auto const& [name, entry] : mOps)
        if (entry.op != nullptr)
            out.push_back(entry.op);
    return out;
}

} // namespace tenon
