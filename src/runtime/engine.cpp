// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine.h"

#include "base/cpu.h"
#include "base/log.h"
#include "plan/codec.h"
#include "plan/strip.h"
#include "runtime/refit.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mutex>
#include <utility>

namespace tenon::runtime {
namespace {

void checkCpu(plan::Info const& info, std::vector<std::string>& warnings) {
    std::vector<std::string> const missing = missingCpuFeatures(info.cpuFeatures);
    if (missing.empty())
        return;
    if (!info.portable)
        throw Error(Message::kEngineCpu, "the engine needs instructions that this processor lacks")
            .wanted(fmt::format("{}", fmt::join(info.cpuFeatures, ", ")))
            .given(fmt::format("without {}", fmt::join(missing, ", ")))
            .tip("build the engine on this machine, or with --portable");
    warnings.push_back(fmt::format("the engine was tuned for a processor with {}", fmt::join(missing, ", ")));
}

void listSteps(Program const& program, size_t block, size_t profile, int depth, std::vector<StepInfo>& out) {
    for (StepCode const& s : program.blocks[block].steps) {
        Kernel const* const kernel = s.picks[profile].kernel;
        out.push_back({s.step->name, s.step->op, kernel == nullptr ? "" : std::string(kernel->name()), depth,
                       kernel != nullptr && kernel->isReference()});
        for (int32_t inner : s.step->blocks)
            listSteps(program, static_cast<size_t>(inner), profile, depth + 1, out);
    }
}

} // namespace

Engine::Engine(plan::Plan plan, KernelTable const& table, LoadOptions const& options)
    : mPlan(std::move(plan)), mTable(&table) {
    if (options.checkCpu)
        checkCpu(mPlan.info, mWarnings);
    mSpare = std::make_unique<std::atomic<int64_t>[]>(mPlan.profiles.size());
    mStripped = plan::isStripped(mPlan);
    if (!mStripped)
        compilePlan(mWarnings);
    for (std::string const& text : mWarnings)
        log(Severity::kWarning, text);
}

void Engine::compilePlan(std::vector<std::string>& warnings) {
    auto program = std::make_shared<Program const>(compile(mPlan, *mTable, warnings));
    for (size_t p = 0; p < program->spareWorkspace.size(); ++p)
        mSpare[p] = std::max<int64_t>(mSpare[p], program->spareWorkspace[p]); // contexts may have asked already
    mProgram = std::move(program);
}

std::shared_ptr<Engine> Engine::load(std::string const& path, KernelTable const& table, LoadOptions const& options) {
    return std::make_shared<Engine>(plan::readPlan(Buffer::mapFile(path), path), table, options);
}

std::shared_ptr<Engine> Engine::load(Buffer file, KernelTable const& table, LoadOptions const& options) {
    return std::make_shared<Engine>(plan::readPlan(std::move(file)), table, options);
}

std::shared_ptr<Engine> Engine::make(plan::Plan plan, KernelTable const& table, LoadOptions const& options) {
    try {
        plan::verify(plan);
    } catch (DecodeError const& e) {
        throw Error(Message::kEngineStructure, fmt::format("the plan contradicts itself: {}", e.what()));
    }
    return std::make_shared<Engine>(std::move(plan), table, options);
}

size_t Engine::ioIndex(std::string_view name) const {
    std::vector<std::string> names;
    for (size_t i = 0; i < mPlan.io.size(); ++i) {
        if (mPlan.io[i].name == name)
            return i;
        names.push_back(mPlan.io[i].name);
    }
    throw Error(Message::kNoSuchTensor, fmt::format("the engine has no tensor '{}'", name),
                {{}, {}, std::string(name), {}})
        .wanted(fmt::format("{}", fmt::join(names, ", ")));
}

int64_t Engine::arenaBytes(size_t profile) const {
    int64_t const planned = (mPlan.profiles.at(profile).arenaBytes + 63) / 64 * 64;
    return planned + mSpare[profile];
}

std::vector<StepInfo> Engine::steps(size_t profile) const {
    std::vector<StepInfo> out;
    if (mProgram != nullptr)
        listSteps(*mProgram, 0, profile, 0, out);
    return out;
}

std::vector<std::string> Engine::sources() const {
    return refitSources(mPlan);
}

plan::Plan Engine::copyPlan() const {
    std::shared_lock const lock(mRefit);
    return mPlan;
}

void Engine::refit(std::map<std::string, Buffer> const& sources) {
    std::unique_lock const lock(mRefit);
    RefitWeights weights = refitWeights(mPlan, *mTable, sources);
    Buffer oldBytes = std::exchange(mPlan.weightBytes, std::move(weights.bytes));
    std::vector<plan::Weight> oldWeights = mPlan.weights;
    for (size_t i = 0; i < mPlan.weights.size(); ++i)
        mPlan.weights[i].offset = weights.offsets[i];
    try {
        std::vector<std::string> told; // the same as at loading
        compilePlan(told);
    } catch (...) {
        mPlan.weightBytes = std::move(oldBytes);
        mPlan.weights = std::move(oldWeights);
        throw;
    }
    mStripped = false;
    mGeneration.fetch_add(1, std::memory_order_release);
}

} // namespace tenon::runtime
