// SPDX-License-Identifier: Apache-2.0
// Times candidates on buffers of the problem's opt dims: one warm-up each, then rounds in which each runs once, and
// medians.
#include "base/buffer.h"
#include "base/log.h"
#include "builder/oracle.h"
#include "plugin/op.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace tenon {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kBudget = 30e6; ///< nanoseconds a candidate may take in all rounds together
constexpr int kLeast = 3, kMost = 25;

struct Operand {
    Buffer memory;
    std::vector<int64_t> dims;
    DType dtype = DType::kF32;
    bool present = true;
};

/// Values that any operator accepts: those of a constant that kernels go by, else small floats of both signs, and zero
/// for integers (which may be indices).
Operand operand(OperandDesc const& desc, Layout const& layout) {
    Operand out{{}, desc.opt(), desc.type.dtype, desc.present};
    if (!desc.present)
        return out;
    int64_t const count = layout.elements(out.dims);
    std::byte* to = nullptr;
    auto const bytes = static_cast<size_t>(bytesFor(desc.type.dtype, count));
    out.memory = Buffer::allocate(std::max<size_t>(bytes, 64), &to);
    std::memset(to, 0, out.memory.size());
    if (desc.bytes != nullptr && layout.isRowMajor())
        std::memcpy(to, desc.bytes, bytes);
    else if (desc.type.dtype == DType::kF32) {
        auto* f = reinterpret_cast<float*>(to);
        uint32_t state = 12345;
        for (int64_t i = 0; i < count; ++i) {
            state = state * 1664525u + 1013904223u;
            f[i] = static_cast<float>(state >> 8) * 0x1p-24f - 0.5f;
        }
    }
    return out;
}

std::vector<Operand> operands(std::vector<OperandDesc> const& descs, std::vector<Layout> const& layouts) {
    std::vector<Operand> out;
    for (size_t i = 0; i < descs.size(); ++i)
        out.push_back(operand(descs[i], layouts[i]));
    return out;
}

std::vector<Tensor> tensors(std::vector<Operand> const& from) {
    std::vector<Tensor> out;
    for (Operand const& o : from) {
        auto* data = const_cast<std::byte*>(o.memory.data()); // ours alone; outputs are written
        out.push_back(o.present ? Tensor{data, o.dims.data(), static_cast<int32_t>(o.dims.size()), o.dtype, nullptr}
                                : Tensor{});
    }
    return out;
}

Problem fixedAtOpt(Problem problem) {
    auto fix = [](std::vector<OperandDesc>& list) {
        for (OperandDesc& o : list)
            for (DimRange& d : o.dims)
                d = {d.opt, d.opt, d.opt};
    };
    fix(problem.inputs);
    fix(problem.outputs);
    return problem;
}

/// A plugin that fails while it is timed would fail in the engine, too. Of several ways those that work are left.
void refuseWhenAllFailed(Problem const& problem, std::vector<Error> const& failures, size_t candidates) {
    if (problem.op->name != "plugin" || failures.empty())
        return;
    auto const& a = problem.attrs.as<plugin::Attributes>();
    std::vector<Error> told = failures;
    for (Error& e : told)
        e.locate({a.layer, "plugin", {}, a.key.path()});
    if (told.size() == candidates)
        throw told.front();
    for (Error const& e : told)
        log(Severity::kWarning, e.what());
}

double once(Instance& instance, Args const& args) {
    auto const begin = Clock::now();
    instance.enqueue(args);
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

} // namespace

void measure(Problem const& problem, Signature const& signature, KernelTable const& table,
             std::vector<TimingCache::Candidate>& candidates, int rounds) {
    Problem const fixed = fixedAtOpt(problem);
    std::vector<Operand> const inputs = operands(problem.inputs, signature.inputs);
    std::vector<Operand> const outputs = operands(problem.outputs, signature.outputs);
    std::vector<Tensor> const in = tensors(inputs);
    std::vector<Tensor> const out = tensors(outputs);

    struct Entry {
        TimingCache::Candidate* candidate;
        std::unique_ptr<Instance> instance;
        Buffer workspace;
        Args args;
        Failure failure;
        std::vector<double> times;
    };
    std::vector<Entry> entries(candidates.size());
    std::vector<Error> failures;
    for (size_t i = 0; i < candidates.size(); ++i) {
        Entry& e = entries[i];
        e.candidate = &candidates[i];
        Kernel const* k = table.kernel(candidates[i].kernel);
        try {
            e.instance = k->make(k->anyShape() ? problem : fixed, signature, candidates[i].tactic);
        } catch (Error const& error) { // a library that proposed and then could not: never chosen
            e.candidate->ns = 1e15;
            failures.push_back(error);
            continue;
        }
        std::byte* to = nullptr;
        // A plugin counts on what it asked for at the greatest shape, whatever the shape is.
        Problem const& asked = problem.op->name == "plugin" ? problem : fixed;
        e.workspace = Buffer::allocate(static_cast<size_t>(std::max<int64_t>(64, k->workspace(asked, signature))), &to);
        e.args = {in.data(), out.data(), to, &e.failure};
        if (!e.instance->enqueue(e.args) && problem.op->name == "plugin") {
            e.candidate->ns = 1e15;
            failures.emplace_back(e.failure.id, e.failure.text);
            e.instance.reset();
            continue;
        }
        e.candidate->ns = once(*e.instance, e.args);
    }
    refuseWhenAllFailed(problem, failures, candidates.size());
    for (int round = 0; round < std::max(kMost, rounds); ++round)
        for (Entry& e : entries)
            if (e.instance && (round < std::max(kLeast, rounds) || e.candidate->ns * round < kBudget))
                e.times.push_back(once(*e.instance, e.args));
    for (Entry& e : entries)
        if (!e.times.empty()) {
            std::nth_element(e.times.begin(), e.times.begin() + static_cast<std::ptrdiff_t>(e.times.size() / 2),
                             e.times.end());
            e.candidate->ns = e.times[e.times.size() / 2];
        }
}

} // namespace tenon
