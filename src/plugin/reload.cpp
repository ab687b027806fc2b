// SPDX-License-Identifier: Apache-2.0
// The self-check of a build: a plugin that was made again from its state computes what the original does. Comparing
// states would find nothing, since both may leave the same thing out.
#include "plugin/instance.h"

#include "base/buffer.h"
#include "base/log.h"
#include "kernel/elements.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tenon::plugin {
namespace {

struct Operand {
    std::vector<int64_t> dims;
    Box box;
    Tensor tensor() { return {box.data(), dims.data(), static_cast<int32_t>(dims.size()), box.dtype, nullptr}; }
};

/// Small numbers of both signs for floats; zeros and ones for integers, which may be indices.
Operand operandOf(OperandDesc const& desc, uint32_t seed) {
    Operand out{desc.opt(), {}};
    out.box.setTensor(desc.type.dtype, out.dims);
    if (desc.bytes != nullptr) {
        std::memcpy(out.box.data(), desc.bytes, static_cast<size_t>(out.box.bytes()));
        return out;
    }
    Tensor const to = out.tensor();
    for (int64_t i = 0; i < to.elements(); ++i) {
        seed = seed * 1664525U + 1013904223U;
        double const unit = static_cast<double>(seed >> 8) * 0x1p-24;
        setNumber(to, i, isFloating(to.dtype) ? 4 * unit - 2 : std::floor(2 * unit));
    }
    return out;
}

/// The outputs of one run; nothing where it failed.
std::optional<std::vector<Box>> outputsOf(Instance& instance, Problem const& problem, int64_t bytes, Failure& failure) {
    std::vector<Operand> operands;
    std::vector<Tensor> in;
    for (OperandDesc const& d : problem.inputs)
        operands.push_back(operandOf(d, static_cast<uint32_t>(operands.size()) + 1));
    for (Operand& o : operands)
        in.push_back(o.tensor());
    std::vector<Box> out(problem.outputs.size());
    std::vector<Tensor> to;
    for (Box& box : out)
        to.push_back({nullptr, nullptr, 0, DType::kF32, &box});
    for (size_t i = 0; i < out.size(); ++i)
        out[i].dtype = to[i].dtype = problem.outputs[i].type.dtype;
    std::byte* workspace = nullptr;
    Buffer const memory = Buffer::allocate(static_cast<size_t>(bytes + kWorkspaceAlign), &workspace);
    Args const args{in.data(), to.data(), workspace, &failure, in.size(), to.size()};
    return instance.enqueue(args) ? std::optional(std::move(out)) : std::nullopt;
}

/// The greatest absolute difference; infinity where shapes differ or one is no number.
double differenceOf(std::vector<Box>& a, std::vector<Box>& b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        if (a[i].dims != b[i].dims)
            return INFINITY;
        auto tensorOfBox = [](Box& box) {
            return Tensor{box.data(), box.dims.data(), static_cast<int32_t>(box.dims.size()), box.dtype, nullptr};
        };
        Tensor const x = tensorOfBox(a[i]), y = tensorOfBox(b[i]);
        for (int64_t k = 0; k < x.elements(); ++k) {
            double const p = numberAt(x, k), q = numberAt(y, k);
            if (p == q || (std::isnan(p) && std::isnan(q)))
                continue;
            double const apart = std::abs(p - q);
            most = std::max(most, std::isnan(apart) ? INFINITY : apart);
        }
    }
    return most;
}

/// The plugin's own step: its epilogue keeps no state.
Problem alone(Problem problem) {
    problem.inputs.resize(problem.ownInputs());
    problem.epilogue.reset();
    return problem;
}

bool canBeFed(Problem const& problem) {
    auto const shapeInputs = static_cast<size_t>(problem.attrs.as<Attributes>().inputs);
    for (size_t i = 0; i < problem.inputs.size(); ++i) {
        OperandDesc const& d = problem.inputs[i];
        if (!d.ranked || bitsOf(d.type.dtype) < 8 || (i >= shapeInputs && d.bytes == nullptr))
            return false;
    }
    return true;
}

} // namespace

void checkReload(Problem const& whole, Signature const& signature, int tactic) {
    auto const offer = offerFor(whole, signature);
    Problem const problem = alone(whole);
    auto const& a = problem.attrs.as<Attributes>();
    if (!offer || !canBeFed(problem)) {
        log(Severity::kWarning,
            fmt::format("the plugin {} of '{}' was not run after a reload: its inputs are known only "
                        "at run time",
                        a.key.text(), a.layer));
        return;
    }
    LayerScope const scope(a.layer);
    Descs const descs = descsOf(problem, *offer);
    int32_t const number = offer->tactics.empty() ? 0 : offer->tactics.at(static_cast<size_t>(tactic));
    std::vector<std::byte> state;
    int64_t bytes = 0;
    std::unique_ptr<Plugin> fresh = withPlugin(a, [&](Plugin& p) {
        p.configure(descs);
        bytes = p.workspace(descs);
        state = p.state();
        return p.forContext();
    });
    std::unique_ptr<Plugin> again = restore(RegistryScope::current(), a.key, a.layer, state)->forContext();
    std::vector<std::optional<std::vector<Box>>> results;
    Failure failure;
    for (auto* plugin : {&fresh, &again}) {
        (*plugin)->setTactic(number);
        auto const instance = makeInstance(problem.attrs, descs, std::move(*plugin), bytes, number);
        for (int round = 0; round < 2; ++round)
            results.push_back(outputsOf(*instance, problem, bytes, failure));
    }
    auto refuse = [&](std::string given) {
        return Error(Message::kPluginReload,
                     fmt::format("the output of the plugin {} differs after a reload", a.key.text()),
                     {a.layer, {}, {}, a.key.path()})
            .given(std::move(given));
    };
    if (!results[0] || !results[1])
        throw Error(failure.id, failure.text, {a.layer, {}, {}, a.key.path()});
    if (!results[2] || !results[3])
        throw refuse(fmt::format("after it: {}", failure.text));
    if (differenceOf(*results[0], *results[1]) != 0) {
        log(Severity::kWarning, fmt::format("the plugin {} of '{}' gives other outputs at each run, so they were not "
                                            "compared after a reload",
                                            a.key.text(), a.layer));
        return;
    }
    if (double const apart = differenceOf(*results[0], *results[2]); apart != 0)
        throw refuse(fmt::format("output differs after reload, max abs {:.6g}", apart));
}

} // namespace tenon::plugin
