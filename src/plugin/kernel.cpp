// SPDX-License-Identifier: Apache-2.0
// The kernel of the operator "plugin": the plugin itself, with host pointers.
#include "plugin/host.h"
#include "plugin/instance.h"

#include <algorithm>

namespace tenon::plugin {

void addPluginKernel(KernelTable& table);

namespace {

constexpr int64_t kMostWorkspace = int64_t{1} << 40; ///< bytes; no machine has more
constexpr int64_t kMemoryAlign = 64;                 ///< of the workspace that kernels get

class PluginKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "plugin.host"; }
    std::string_view op() const noexcept override { return "plugin"; }

    Proposal propose(Problem const& problem) const override {
        auto const& a = problem.attrs.as<Attributes>();
        if (problem.epilogue)
            if (std::string reason = withPlugin(a, [&](Plugin& p) { return rejectEpilogue(p, problem); });
                !reason.empty())
                return {{}, std::move(reason)};
        bool const isBuild = withPlugin(a, [&](Plugin&) { return !a.live->isRestored; });
        if (isBuild && !isHost(a.key))
            throw Error(Message::kPluginDevice, fmt::format("the plugin {} does not run on the CPU", a.key.text()),
                        {a.layer, {}, {}, a.key.path()})
                .wanted("TENON_HOST_PLUGIN beside its creator, or the user's word for it")
                .given("neither");
        Proposal out;
        for (Offer& o : offersFor(a, problem))
            out.signatures.push_back(std::move(o.signature));
        return out;
    }
    /// Where an engine was built with it, what is asked is also whether its plugin can be made here.
    bool accepts(Problem const& problem, Signature const& signature) const override {
        withPlugin(problem.attrs.as<Attributes>(), [](Plugin&) {});
        return offerFor(problem, signature).has_value();
    }
    int64_t workspace(Problem const& problem, Signature const& signature) const override {
        int64_t const bytes = workspaceFor(problem, offer(problem, signature));
        return bytes > 0 ? bytes + kWorkspaceAlign - kMemoryAlign : 0;
    }
    int tactics(Problem const& problem, Signature const& signature) const override {
        return std::max(1, static_cast<int>(offer(problem, signature).tactics.size()));
    }
    double estimate(Problem const&, Signature const&) const override { return 1000; }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const& signature, int tactic) const override {
        auto const& a = problem.attrs.as<Attributes>();
        Offer const o = offer(problem, signature);
        Descs const descs = descsOf(problem, o);
        int32_t const number = o.tactics.empty() ? 0 : o.tactics.at(static_cast<size_t>(tactic));
        return makeInstance(problem.attrs, descs, atRun(a, descs, number), workspaceFor(problem, o), number,
                            problem.epilogue ? std::make_unique<EpilogueRun>(problem) : nullptr);
    }

private:
    /// One that an engine made is not asked: it was not configured. What it said at the build counts.
    static int64_t workspaceFor(Problem const& problem, Offer const& offer) {
        auto const& a = problem.attrs.as<Attributes>();
        Descs const descs = descsOf(problem, offer);
        return withPlugin(a, [&](Plugin& p) {
            if (a.live->isRestored)
                return offer.workspace;
            p.configure(descs);
            int64_t const bytes = p.workspace(descs);
            if (bytes < 0 || bytes > kMostWorkspace) // of a size_t: below 0 is a number that is greater yet
                throw failedCall(a.key, "getWorkspaceSize", fmt::format("{} bytes", static_cast<uint64_t>(bytes)))
                    .wanted(fmt::format("0 to {} bytes", kMostWorkspace));
            for (Offer& o : a.live->offers)
                if (o.signature == offer.signature)
                    o.workspace = std::max(o.workspace, bytes);
            return bytes;
        });
    }
    static Offer offer(Problem const& problem, Signature const& signature) {
        if (auto found = offerFor(problem, signature))
            return std::move(*found);
        auto const& a = problem.attrs.as<Attributes>();
        throw Error(Message::kPluginFormats, fmt::format("the plugin {} did not offer these layouts", a.key.text()),
                    {a.layer, {}, {}, a.key.path()})
            .wanted("layouts of a combination that it accepted when the engine was built");
    }
};

} // namespace

void addPluginKernel(KernelTable& table) {
    table.add(std::make_unique<PluginKernel>());
}

} // namespace tenon::plugin
