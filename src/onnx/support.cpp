// SPDX-License-Identifier: Apache-2.0
#include "onnx/support.h"

#include "onnx/order.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace tenon::onnx {

std::string_view plainDomain(std::string_view domain) noexcept {
    return domain == "ai.onnx" ? std::string_view() : domain;
}

bool isStandard(std::string_view domain) noexcept {
    constexpr std::string_view kDomains[] = {
        "", "ai.onnx", "ai.onnx.ml", "ai.onnx.training", "ai.onnx.preview", "ai.onnx.preview.training"};
    return std::find(std::begin(kDomains), std::end(kDomains), domain) != std::end(kDomains);
}

bool isOnnxOperator(std::string_view domain, std::string_view name, ImporterTable const& importers) {
    constexpr std::pair<std::string_view, std::string_view> kNotImplemented[] = {
        {"", "ImageDecoder"},
        {"ai.onnx.ml", "CastMap"},
        {"ai.onnx.preview.training", "Gradient"},
    };
    std::string_view const plain = plainDomain(domain);
    return isStandard(plain) &&
           (importers.knows(plain, name) || std::find(std::begin(kNotImplemented), std::end(kNotImplemented),
                                                      std::pair(plain, name)) != std::end(kNotImplemented));
}

Opsets::Opsets(std::vector<OperatorSetId> const& imports, Opsets const* otherwise) {
    for (OperatorSetId const& id : imports)
        mVersions[plainDomain(id.domain)] = id.version;
    if (otherwise != nullptr)
        mVersions.insert(otherwise->mVersions.begin(), otherwise->mVersions.end());
}

int64_t Opsets::version(std::string_view domain) const noexcept {
    auto const found = mVersions.find(plainDomain(domain));
    return found != mVersions.end() ? found->second : plainDomain(domain).empty() ? 0 : 1;
}

void Opsets::check() const {
    bool const present = mVersions.contains({});
    int64_t const given = version({});
    if (present && given >= kOldestOpset && given <= kNewestOpset)
        return;
    throw Error(Message::kOnnxOpset, present ? fmt::format("the model uses operator set {} of domain 'ai.onnx'", given)
                                             : std::string("the model names no operator set of domain 'ai.onnx'"))
        .wanted(fmt::format("operator sets {} to {}", kOldestOpset, kNewestOpset))
        .given(present ? fmt::format("{}", given) : "none")
        .tip(fmt::format("onnx.version_converter.convert_version(model, {})",
                         present && given > kNewestOpset ? kNewestOpset : 17));
}

FunctionTable::FunctionTable(ModelProto const& model) {
    for (FunctionProto const& f : model.functions)
        if (!mFunctions.emplace(std::tuple(plainDomain(f.domain), f.name, f.overload), &f).second)
            throw Error(Message::kOnnxDuplicate,
                        fmt::format("the model has two local functions '{}'", opName(f.domain, f.name)))
                .given(f.overload.empty() ? std::string("no overload name") : fmt::format("overload '{}'", f.overload));
}

FunctionProto const* FunctionTable::find(NodeProto const& node) const noexcept {
    auto const found = mFunctions.find(std::tuple(plainDomain(node.domain), node.opType, node.overload));
    return found == mFunctions.end() ? nullptr : found->second;
}

std::optional<std::string> pluginTextOf(AttributeProto const& a) {
    switch (a.kind) {
    case AttributeProto::Kind::kString:
        return std::string(a.s);
    case AttributeProto::Kind::kInt: // exporters also write versions as numbers
        return fmt::format("{}", a.i);
    case AttributeProto::Kind::kFloat:
        return fmt::format("{}", a.f);
    default:
        return std::nullopt;
    }
}

plugin::Key pluginKeyOf(NodeProto const& node) {
    plugin::Key out{std::string(node.opType), "1", ""};
    for (AttributeProto const& a : node.attributes)
        if (a.name == kPluginVersion)
            out.version = pluginTextOf(a).value_or(out.version);
        else if (a.name == kPluginNamespace)
            out.space = pluginTextOf(a).value_or(out.space);
    return out;
}

namespace {

/// Each of `all` alone, in the order in which they count.
std::vector<Meaning> ordered(Meaning const& all, Implementations const& wishes) {
    std::vector<Meaning> out;
    if (all.function != nullptr)
        out.push_back({all.function, nullptr, std::nullopt, {}, {}});
    if (all.importer != nullptr)
        out.insert(wishes.preferBuiltin ? out.begin() : out.end(), {nullptr, all.importer, std::nullopt, {}, {}});
    if (all.plugin)
        out.insert(wishes.preferPlugins ? out.begin() : out.end(), {nullptr, nullptr, all.plugin, {}, {}});
    return out;
}

std::string_view reasonOf(Meaning const& winner, bool isBeforeFunction) {
    if (winner.plugin)
        return "plugins are wanted before both: --plugin-priority plugin, or the parser's kENABLE_PLUGIN_OVERRIDE";
    if (winner.importer != nullptr && isBeforeFunction)
        return "operators are wanted before functions: --plugin-priority builtin";
    return "the rule: a local function before an operator of Tenon, and that before a plugin";
}

} // namespace

Meaning meaningOf(NodeProto const& node, Opsets const& opsets, Implementations const& all) {
    Meaning const found{all.functions.find(node),
                        all.importers.find(node.domain, node.opType, opsets.version(node.domain)),
                        all.plugins.find(pluginKeyOf(node)),
                        {},
                        {}};
    std::vector<Meaning> candidates = ordered(found, all);
    if (candidates.empty())
        return {};
    Meaning out = std::move(candidates.front());
    for (size_t i = 1; i < candidates.size(); ++i)
        out.rivals.push_back(textOf(node, candidates[i]));
    if (!out.rivals.empty())
        out.why = reasonOf(out, found.function != nullptr);
    return out;
}

std::string textOf(NodeProto const& node, Meaning const& meaning) {
    if (meaning.plugin)
        return "the plugin " + meaning.plugin->key.text();
    return fmt::format("the {} '{}'", meaning.function != nullptr ? "local function" : "operator",
                       opName(node.domain, node.opType));
}

Error errorOf(UnsupportedNode const& n, plugin::Registry const& plugins) {
    Where const where{n.node, opName(n.domain, n.op), {}, {}};
    std::string const domain = n.domain.empty() ? "ai.onnx" : n.domain;
    if (n.standard) {
        Error error(
            Message::kOnnxOperator,
            fmt::format("operator '{}' of domain '{}' is not implemented at operator set {}", n.op, domain, n.version),
            where);
        if (n.known)
            error.tip(
                "Tenon implements the operator at a newer operator set: convert the model with onnx.version_converter");
        return error;
    }
    std::string const summary =
        isStandard(n.domain)
            ? fmt::format("operator '{}' of domain '{}' is not implemented at operator set {}: it is none of the "
                          "standard, and no local function or plugin has its name",
                          n.op, domain, n.version)
            : fmt::format("no importer, local function or plugin for custom operator '{}' of domain '{}', version {}",
                          n.op, domain, n.version);
    Error error(Message::kOnnxCustomOperator, summary, where);
    Error const missing = plugins.notFound(n.plugin);
    error.wanted("as a plugin: " + n.plugin.text());
    error.given(missing.givenText());
    for (std::string const& tip : missing.tips())
        error.tip(tip);
    return error;
}

namespace {

class Search {
public:
    explicit Search(Implementations const& all) : mAll(all) {}

    std::vector<UnsupportedNode> run(ModelProto const& model) {
        Opsets const opsets(model.opsets);
        nodes(model.graph->nodes, opsets, {}, {});
        while (!mPending.empty()) { // functions, each once: a list and not a recursion, since they may call each other
                                    // in a long chain
            FunctionProto const* function = mPending.back();
            mPending.pop_back();
            nodes(function->nodes, Opsets(function->opsets, &opsets), fmt::format("{}/", function->name),
                  function->name);
        }
        return std::move(mFound);
    }

private:
    void nodes(std::vector<NodeProto> const& list, Opsets const& opsets, std::string const& path,
               std::string_view function) {
        for (size_t i = 0; i < list.size(); ++i) {
            NodeProto const& node = list[i];
            Meaning const meaning = meaningOf(node, opsets, mAll);
            std::string_view const domain = plainDomain(node.domain);
            if (meaning.isNothing())
                mFound.push_back({path + nodeName(node, i), std::string(node.opType), std::string(domain),
                                  opsets.version(domain), isOnnxOperator(domain, node.opType, mAll.importers),
                                  mAll.importers.knows(domain, node.opType), static_cast<int64_t>(i),
                                  std::string(function), pluginKeyOf(node)});
            if (meaning.function != nullptr && mSeen.insert(meaning.function).second)
                mPending.push_back(meaning.function);
            for (AttributeProto const& a : node.attributes)
                for (GraphProto const& g : a.graphs)
                    nodes(g.nodes, opsets, path + nodeName(node, i) + "/", function);
        }
    }

    Implementations const& mAll;
    std::set<FunctionProto const*> mSeen;
    std::vector<FunctionProto const*> mPending;
    std::vector<UnsupportedNode> mFound;
};

} // namespace

std::vector<UnsupportedNode> unsupportedNodes(ModelProto const& model, Implementations const& all) {
    return Search(all).run(model);
}

} // namespace tenon::onnx
