// SPDX-License-Identifier: Apache-2.0
#include "api/build_settings.h"

#include "api/absent.h"
#include "api/dims.h"
#include "plugin/watch.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::api {
namespace {

using namespace nvinfer1;

struct TypeFlag {
    BuilderFlag flag;
    char const* name;
    char const* types;
};
constexpr TypeFlag kTypeFlags[] = {
    {BuilderFlag::kFP16, "kFP16", "16-bit floats"},         {BuilderFlag::kBF16, "kBF16", "bfloat16"},
    {BuilderFlag::kINT8, "kINT8", "8-bit integers"},        {BuilderFlag::kFP8, "kFP8", "8-bit floats"},
    {BuilderFlag::kINT4, "kINT4", "4-bit integer weights"}, {BuilderFlag::kFP4, "kFP4", "4-bit float weights"},
};

/// By optimization level: no measuring at all, or the most candidates that are measured (0: all) and the least rounds.
struct Effort {
    bool measure;
    int tactics, rounds;
};
constexpr Effort kEfforts[] = {{false, 0, 0}, {true, 2, 0}, {true, 4, 0}, {true, 0, 0}, {true, 0, 7}, {true, 0, 15}};

std::string dimsText(ir::Graph const& g, Type const& type) {
    std::vector<std::string> out;
    for (DimExpr const& d : type.dims.value_or(Dims()))
        out.push_back(d.isConst()                ? fmt::format("{}", d.value())
                      : d.op() == DimOp::kSymbol ? g.symbols[static_cast<size_t>(d.value())].name
                                                 : "-1");
    return type.ranked() ? fmt::format("[{}]", fmt::join(out, ", ")) : "unknown rank";
}

Error missing(ir::Graph const& g, ir::Value const& input, std::string profile, bool values) {
    char const* const call = values ? "setShapeValuesV2" : "setDimensions";
    char const* const what = values ? "values, count" : "dims";
    return Error(Message::kProfile,
                 fmt::format("{} input '{}', {}", profile, input.name,
                             values ? "whose elements decide shapes" : "whose dims are known only at run time"),
                 {.tensor = input.name})
        .wanted(fmt::format("ranges for {} {}", input.name, dimsText(g, input.type)))
        .tip("auto* profile = builder->createOptimizationProfile();")
        .tip(fmt::format("profile->{}(\"{}\", OptProfileSelector::kMIN, {}); and the same for kOPT and kMAX", call,
                         input.name, what))
        .tip("config->addOptimizationProfile(profile);");
}

bool isFixed(ir::Value const& input) {
    return input.type.isStatic() && !input.content.has_value();
}

/// Puts in what the declared type says, and finds what is missing.
void complete(ProfileSpec& spec, ir::Graph const& g, size_t index) {
    for (ir::ValueId id : g.regions[0].params) {
        ir::Value const& input = g.value(id);
        auto const it = spec.inputs.find(input.name);
        if (isFixed(input) && (it == spec.inputs.end() || it->second.dims.empty())) {
            spec.inputs.erase(input.name);
            continue;
        }
        std::string const profile = fmt::format("optimization profile {} has nothing for", index);
        if (!input.type.ranked())
            continue;
        ProfileSpec::Input& to = spec.inputs[input.name];
        if (to.dims.empty() && input.type.isStatic())
            for (DimExpr const& d : *input.type.dims)
                to.dims.push_back({d.value(), d.value(), d.value()});
        if (to.dims.empty() && input.type.rank() != 0)
            throw missing(g, input, profile, false);
        if (input.content && to.values.empty() && !input.content->empty())
            throw missing(g, input, profile, true);
    }
}

/// The result types of the graph's nodes and values by name.
struct Computed {
    std::map<std::string, DType, std::less<>> nodes, values;

    explicit Computed(ir::Graph const& g) {
        for (ir::Region const& r : g.regions)
            for (ir::NodeId n : r.nodes)
                for (ir::ValueId v : g.node(n).results) {
                    nodes.emplace(g.node(n).name, g.value(v).type.dtype);
                    values.emplace(g.value(v).name, g.value(v).type.dtype);
                }
    }
    bool gives(std::string const& node, DType type) const {
        auto const it = nodes.find(node);
        return it != nodes.end() && it->second == type;
    }
};

/// Types that every device computes in.
bool isPlain(DType type) {
    return type == DType::kF32 || type == DType::kI32 || type == DType::kI64 || type == DType::kBool;
}

class Constraints {
public:
    Constraints(ConfigState const& config, Network const& network, ir::Graph const& graph)
        : mNetwork(network), mComputed(graph), mObey(config.has(BuilderFlag::kOBEY_PRECISION_CONSTRAINTS)) {}

    std::vector<std::string> run() {
        visit(mNetwork.main);
        return std::move(mNotes);
    }

private:
    void visit(NetworkBlock const& block) {
        for (Record const& record : block.records) {
            if (record.precision && !isPlain(*record.precision) && !mComputed.gives(record.name, *record.precision))
                broken(record, "setPrecision", *record.precision);
            for (size_t i = 0; i < record.outputTypes.size() && i < record.results.size(); ++i) {
                NetworkTensor const& result = mNetwork.tensors[static_cast<size_t>(record.results[i])];
                auto const found = mComputed.values.find(result.name);
                if (record.outputTypes[i] && found != mComputed.values.end() && found->second != *record.outputTypes[i])
                    broken(record, "setOutputType", *record.outputTypes[i]);
            }
            for (NetworkBlock const& inner : record.blocks)
                visit(inner);
        }
    }

    void broken(Record const& record, char const* call, DType type) {
        std::string const what = fmt::format("layer '{}': {} asks for {}, which no kernel of this device computes in",
                                             record.name, call, nameOf(type));
        if (mObey)
            throw Error(Message::kPrecision, what, {record.name, std::string(record.op->name), {}, {}})
                .wanted(std::string(nameOf(type)))
                .tip("BuilderFlag::kPREFER_PRECISION_CONSTRAINTS warns instead");
        mNotes.push_back(what + "; it runs in 32-bit floats");
    }

    Network const& mNetwork;
    Computed mComputed;
    bool mObey;
    std::vector<std::string> mNotes;
};

} // namespace

void checkSettings(ConfigState const& config, bool stronglyTyped) {
    if (config.capability != EngineCapability::kSTANDARD)
        throw Error(Message::kNoDla, "engines have the capability kSTANDARD only")
            .wanted("EngineCapability::kSTANDARD")
            .given(config.capability == EngineCapability::kSAFETY ? "kSAFETY" : "kDLA_STANDALONE");
    if (config.platform != RuntimePlatform::kSAME_AS_BUILD)
        throw TENON_ABSENT_ERROR("IBuilderConfig::setRuntimePlatform(kWINDOWS_AMD64)", "there is no run time for it");
    if (config.has(BuilderFlag::kVERSION_COMPATIBLE))
        throw TENON_ABSENT_ERROR("BuilderFlag::kVERSION_COMPATIBLE", "an engine runs on its own minor version only");
    if (config.has(BuilderFlag::kDISTRIBUTIVE_INDEPENDENCE))
        throw TENON_ABSENT_ERROR("BuilderFlag::kDISTRIBUTIVE_INDEPENDENCE",
                                 "kernels treat the ends of an axis in another way than its middle");
    if (config.has(BuilderFlag::kOBEY_PRECISION_CONSTRAINTS) && config.has(BuilderFlag::kPREFER_PRECISION_CONSTRAINTS))
        throw Error(Message::kBuildSetting, "the flags contradict each other")
            .wanted("one of kOBEY_PRECISION_CONSTRAINTS and kPREFER_PRECISION_CONSTRAINTS")
            .given("both");
    for (TypeFlag const& f : kTypeFlags)
        if (stronglyTyped && config.has(f.flag))
            throw Error(Message::kStrongSetting,
                        fmt::format("BuilderFlag::{} does not go with a strongly typed network", f.name))
                .wanted("types by casts in the network")
                .tip(fmt::format("config->clearFlag(BuilderFlag::{})", f.name));
}

BuildOptions optionsOf(ConfigState const& config, Network const& network) {
    BuildOptions out;
    Effort const effort = kEfforts[config.optimizationLevel];
    out.staticCosts = !effort.measure;
    out.maxTactics = config.maxTactics >= 0 ? std::max(1, config.maxTactics) : effort.tactics;
    if (config.has(BuilderFlag::kENABLE_TACTIC_HEURISTIC) && out.maxTactics == 0)
        out.maxTactics = 2;
    if (int const rounds = std::max({config.avgTiming, config.minTiming, effort.rounds}); rounds > 1)
        out.rounds = rounds;
    out.missIsError = config.has(BuilderFlag::kERROR_ON_TIMING_CACHE_MISS);
    out.portable = config.hardware == HardwareCompatibilityLevel::kAMPERE_PLUS;
    out.refittable = config.has(BuilderFlag::kREFIT) || config.has(BuilderFlag::kREFIT_IDENTICAL) ||
                     config.has(BuilderFlag::kREFIT_INDIVIDUAL) || config.has(BuilderFlag::kSTRIP_PLAN);
    if (config.has(BuilderFlag::kREFIT_INDIVIDUAL))
        out.refitSources = network.refittable;
    out.strip = config.has(BuilderFlag::kSTRIP_PLAN);
    out.settings.verbosity = static_cast<int32_t>(config.verbosity);
    if (config.tacticSources) // at level 8 the default is another, and the engine is the same
        out.settings.tacticSources = *config.tacticSources;
    out.settings.hardware = static_cast<int32_t>(config.hardware);
    if (config.workspace)
        out.workspaceLimit = static_cast<int64_t>(std::min<size_t>(*config.workspace, INT64_MAX));
    if (config.tacticMemory)
        out.measureLimit = static_cast<int64_t>(std::min<size_t>(*config.tacticMemory, INT64_MAX));
    out.meta = network.metadata;
    out.checkPlugins = plugin::hasGuards();
    for (TypeFlag const& f : kTypeFlags)
        if (config.has(f.flag))
            out.notes.push_back(fmt::format("BuilderFlag::{} allows {}; this device (cpu) has no kernels for them, so "
                                            "layers run in the types of the network",
                                            f.name, f.types));
    if (config.calibrator != nullptr)
        out.notes.push_back(TENON_ABSENT_TEXT("IBuilderConfig::setInt8Calibrator", "calibrators are not run yet"));
    if (config.selector != nullptr)
        out.notes.push_back(TENON_ABSENT_TEXT("IBuilderConfig::setAlgorithmSelector", "the build chooses by time"));
    return out;
}

std::vector<ProfileSpec> profilesOf(ConfigState const& config, ir::Graph const& graph) {
    std::vector<ProfileSpec> out;
    for (auto const& profile : config.profiles) {
        profile->check();
        out.push_back(profile->spec());
        complete(out.back(), graph, out.size() - 1);
    }
    if (out.empty())
        for (ir::ValueId id : graph.regions[0].params)
            if (ir::Value const& input = graph.value(id); !isFixed(input) && input.type.ranked())
                throw missing(graph, input, "there is no optimization profile for", input.type.isStatic());
    return out;
}

std::vector<std::string> precisionNotes(ConfigState const& config, Network const& network, ir::Graph const& graph) {
    bool const wanted = config.has(BuilderFlag::kOBEY_PRECISION_CONSTRAINTS) ||
                        config.has(BuilderFlag::kPREFER_PRECISION_CONSTRAINTS) ||
                        config.has(BuilderFlag::kSTRICT_TYPES);
    return wanted ? Constraints(config, network, graph).run() : std::vector<std::string>();
}

} // namespace tenon::api
