// SPDX-License-Identifier: Apache-2.0
// The refitter's handle: weights by name, or by layer and role, which the engine's plan translates into names. What was
// set is read by refitCudaEngine() and forgotten when that succeeds.
#include "api/absent.h"
#include "api/dims.h"
#include "api/engine_handle.h"
#include "api/stream.h"
#include "base/half.h"
#include "runtime/refit.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace tenon::api {
namespace {

using nvinfer1::TensorLocation;
using nvinfer1::Weights;
using nvinfer1::WeightsRole;

std::string_view nameOf(WeightsRole role) noexcept {
    constexpr std::string_view kNames[] = {"kKERNEL", "kBIAS", "kSHIFT", "kSCALE", "kCONSTANT", "kANY"};
    auto const i = static_cast<size_t>(role);
    return i < std::size(kNames) ? kNames[i] : "an unknown role";
}

bool isConvertible(DType type) noexcept {
    return type == DType::kF32 || type == DType::kF16 || type == DType::kBF16;
}

float floatAt(DType type, void const* values, size_t i) noexcept {
    switch (type) {
    case DType::kF16:
        return static_cast<Half const*>(values)[i];
    case DType::kBF16:
        return static_cast<BFloat16 const*>(values)[i];
    default:
        return static_cast<float const*>(values)[i];
    }
}

/// Rounds to the type; returns what that is as a float.
float putFloat(DType type, void* values, size_t i, float value) noexcept {
    switch (type) {
    case DType::kF16:
        return static_cast<Half*>(values)[i] = Half(value);
    case DType::kBF16:
        return static_cast<BFloat16*>(values)[i] = BFloat16(value);
    default:
        return static_cast<float*>(values)[i] = value;
    }
}

/// Elements in another floating type. With `check`, a finite one that becomes infinite is refused.
Buffer converted(std::string const& name, Weights const& given, DType to, bool check) {
    std::byte* out = nullptr;
    Buffer buffer = Buffer::allocate(static_cast<size_t>(bytesFor(to, given.count)), &out);
    for (size_t i = 0; i < static_cast<size_t>(given.count); ++i) {
        float const value = floatAt(static_cast<DType>(given.type), given.values, i);
        float const stored = putFloat(to, out, i, value);
        if (check && std::isfinite(value) && !std::isfinite(stored))
            throw Error(Message::kRefitWeights,
                        fmt::format("element {} of weights '{}' does not fit the stored type", i, name),
                        {{}, {}, name, {}})
                .wanted(std::string(tenon::nameOf(to)))
                .given(fmt::format("{}", value))
                .tip("setWeightsValidation(false) lets it become infinite");
    }
    return buffer;
}

class Refitter final : public Object<nvinfer1::IRefitter, nvinfer1::apiv::VRefitter> {
public:
    Refitter(std::shared_ptr<EngineState> state, std::shared_ptr<Sink> sink)
        : mState(std::move(state)), mSink(std::move(sink)) {
        for (plan::WeightExpression const& e : mState->plan().expressions)
            if (!e.source.empty())
                mSources.emplace(e.source, &e.type);
        for (plan::WeightPlace const& p : mState->plan().weightPlaces)
            mPlaces.push_back(p);
        for (auto const& source : mSources) { // weights that no layer calls its own are constants of their own name
            std::string const& name = source.first;
            if (std::none_of(mPlaces.begin(), mPlaces.end(), [&](auto const& p) { return p.source == name; }))
                mPlaces.push_back({name, name, static_cast<int32_t>(WeightsRole::kCONSTANT)});
        }
    }

    nvinfer1::IRefitter* getPImpl() noexcept override { return this; }
    void setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept override { mSink->setRecorder(recorder); }
    nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override { return mSink->recorder(); }
    nvinfer1::ILogger* getLogger() const noexcept override { return mSink->logger(); }
    bool setMaxThreads(int32_t count) noexcept override {
        return fence(*mSink, "IRefitter::setMaxThreads", false, [&] {
            if (count < 1)
                throw Error(Message::kArgument, "the number of threads is too small")
                    .wanted("1 or more")
                    .given(fmt::format("{}", count));
            mMaxThreads = count; // a refit takes one
            return true;
        });
    }
    int32_t getMaxThreads() const noexcept override { return mMaxThreads; }
    void setWeightsValidation(bool on) noexcept override { mValidates = on; }
    bool getWeightsValidation() const noexcept override { return mValidates; }

    // By name.

    bool setNamedWeights(char const* name, Weights weights) noexcept override {
        return fence(*mSink, "IRefitter::setNamedWeights", false, [&] {
            set(needSource(name), weights, TensorLocation::kHOST);
            return true;
        });
    }
    bool setNamedWeightsWithLocation(char const* name, Weights weights, TensorLocation location) noexcept override {
        return fence(*mSink, "IRefitter::setNamedWeights", false, [&] {
            needEnum(location, "location", nvinfer1::EnumMax<TensorLocation>());
            set(needSource(name), weights, location);
            return true;
        });
    }
    bool unsetNamedWeights(char const* name) noexcept override {
        return fence(*mSink, "IRefitter::unsetNamedWeights", false,
                     [&] { return mGiven.erase(needSource(name)) != 0; });
    }
    Weights getNamedWeights(char const* name) const noexcept override {
        auto const* given = find(name);
        return given == nullptr ? Weights{nvinfer1::DataType::kFLOAT, nullptr, 0} : given->weights;
    }
    TensorLocation getWeightsLocation(char const* name) const noexcept override {
        auto const* given = find(name);
        return given == nullptr ? TensorLocation::kHOST : given->location;
    }
    Weights getWeightsPrototype(char const* name) const noexcept override {
        return fence(*mSink, "IRefitter::getWeightsPrototype", Weights{nvinfer1::DataType::kFLOAT, nullptr, -1}, [&] {
            Type const& type = *mSources.at(needSource(name));
            return Weights{static_cast<nvinfer1::DataType>(type.dtype), nullptr, elementsOf(type)};
        });
    }
    int32_t getMissingWeights(int32_t size, char const** names) noexcept override {
        return fence(*mSink, "IRefitter::getMissingWeights", 0, [&] { return list(missing(), size, names); });
    }
    int32_t getAllWeights(int32_t size, char const** names) noexcept override {
        return fence(*mSink, "IRefitter::getAllWeights", 0, [&] {
            std::vector<std::string> all;
            for (auto const& [name, type] : mSources)
                all.push_back(name);
            return list(all, size, names);
        });
    }

    // By layer and role.

    bool setWeights(char const* layer, WeightsRole role, Weights weights) noexcept override {
        return fence(*mSink, "IRefitter::setWeights", false, [&] {
            std::string const wanted = need(layer, "layerName");
            std::vector<std::string> roles;
            for (plan::WeightPlace const& p : mPlaces) {
                if (p.layer == wanted && (p.role == static_cast<int32_t>(role) || role == WeightsRole::kANY)) {
                    set(p.source, weights, TensorLocation::kHOST);
                    return true;
                }
                if (p.layer == wanted)
                    roles.emplace_back(nameOf(static_cast<WeightsRole>(p.role)));
            }
            throw Error(Message::kRefitWeights,
                        roles.empty() ? fmt::format("the engine has no refittable layer '{}'", wanted)
                                      : fmt::format("layer '{}' has no weights of role {}", wanted, nameOf(role)),
                        {wanted, {}, {}, {}})
                .wanted(roles.empty() ? "a name that getAll() gives" : fmt::format("{}", fmt::join(roles, ", ")));
        });
    }
    int32_t getMissing(int32_t size, char const** layers, WeightsRole* roles) noexcept override {
        return fence(*mSink, "IRefitter::getMissing", 0, [&] { return places(missing(), size, layers, roles); });
    }
    int32_t getAll(int32_t size, char const** layers, WeightsRole* roles) noexcept override {
        return fence(*mSink, "IRefitter::getAll", 0, [&] {
            std::vector<std::string> all;
            for (auto const& [name, type] : mSources)
                all.push_back(name);
            return places(all, size, layers, roles);
        });
    }

    // Refitting.

    bool refitCudaEngine() noexcept override {
        return fence(*mSink, "IRefitter::refitCudaEngine", false, [&] { return refit(); });
    }
    bool refitCudaEngineAsync(cudaStream_t stream) noexcept override {
        return fence(*mSink, "IRefitter::refitCudaEngineAsync", false, [&] {
            if (auto const queue = cpuStream(stream))
                queue->synchronize(); // in its order
            return refit();
        });
    }

    // Ranges of 8-bit tensors are scales of Q/DQ layers here, which are weights.

    bool setDynamicRange(char const*, float, float) noexcept override {
        TENON_ABSENT(*mSink, "IRefitter::setDynamicRange",
                     "dynamic ranges become scales when the engine is built, and those cannot be set by range");
        return false;
    }
    float getDynamicRangeMin(char const*) const noexcept override { return 0; }
    float getDynamicRangeMax(char const*) const noexcept override { return 0; }
    int32_t getTensorsWithDynamicRange(int32_t, char const**) const noexcept override { return 0; }

private:
    struct Given {
        Weights weights;
        TensorLocation location;
    };

    static int64_t elementsOf(Type const& type) {
        int64_t count = 1;
        for (DimExpr const& d : *type.dims)
            count *= d.value();
        return count;
    }

    std::string needSource(char const* name) const {
        std::string const wanted = need(name, "the weights' name");
        if (!mSources.contains(wanted)) {
            std::vector<std::string_view> known;
            for (auto const& [source, type] : mSources)
                known.push_back(source);
            throw Error(Message::kRefitWeights, fmt::format("the engine has no refittable weights '{}'", wanted),
                        {{}, {}, wanted, {}})
                .wanted(fmt::format("{}", fmt::join(known, ", ")));
        }
        return wanted;
    }

    Given const* find(char const* name) const noexcept {
        return fence(*mSink, "IRefitter::getNamedWeights", static_cast<Given const*>(nullptr), [&] {
            auto const it = mGiven.find(needSource(name));
            return it == mGiven.end() ? nullptr : &it->second;
        });
    }

    void set(std::string const& source, Weights const& weights, TensorLocation location) {
        Type const& type = *mSources.at(source);
        DType const given = toDType(weights.type, "the weights' type");
        bool const typeFits = given == type.dtype || (isConvertible(given) && isConvertible(type.dtype));
        if (!typeFits || weights.count != elementsOf(type))
            throw Error(Message::kRefitWeights, fmt::format("weights '{}' are of another form", source),
                        {{}, {}, source, {}})
                .wanted(fmt::format("{} elements of {}", elementsOf(type), tenon::nameOf(type.dtype)))
                .given(fmt::format("{} elements of {}", weights.count, tenon::nameOf(given)));
        if (weights.count != 0)
            need(weights.values, "the weights' values");
        mGiven[source] = {weights, location};
    }

    std::vector<std::string> missing() const {
        std::set<std::string> given;
        for (auto const& [name, weights] : mGiven)
            given.insert(name);
        return runtime::missingSources(mState->engine->copyPlan(), given);
    }

    /// The engine's own copy of a name, which users may keep.
    char const* lasting(std::string const& source) const { return mSources.find(source)->first.c_str(); }

    int32_t list(std::vector<std::string> const& sources, int32_t size, char const** names) const {
        if (size < 0 || (size > 0 && names == nullptr))
            throw Error(Message::kArgument, "there is no room for the number of names");
        for (size_t i = 0; i < sources.size() && i < static_cast<size_t>(size); ++i)
            names[i] = lasting(sources[i]);
        return static_cast<int32_t>(sources.size());
    }

    int32_t places(std::vector<std::string> const& sources, int32_t size, char const** layers,
                   WeightsRole* roles) const {
        if (size < 0 || (size > 0 && layers == nullptr && roles == nullptr))
            throw Error(Message::kArgument, "there is no room for the number of layers");
        int32_t count = 0;
        for (plan::WeightPlace const& p : mPlaces) {
            if (!std::binary_search(sources.begin(), sources.end(), p.source))
                continue;
            if (count < size && layers != nullptr)
                layers[count] = p.layer.c_str();
            if (count < size && roles != nullptr)
                roles[count] = static_cast<WeightsRole>(p.role);
            ++count;
        }
        return count;
    }

    bool refit() {
        std::map<std::string, Buffer> sources;
        for (auto const& [name, given] : mGiven) {
            DType const stored = mSources.at(name)->dtype;
            auto const bytes = static_cast<size_t>(bytesFor(stored, given.weights.count));
            sources[name] = static_cast<DType>(given.weights.type) == stored
                                ? Buffer::borrow({static_cast<std::byte const*>(given.weights.values), bytes})
                                : converted(name, given.weights, stored, mValidates);
        }
        mState->engine->refit(sources);
        mGiven.clear();
        return true;
    }

    std::shared_ptr<EngineState> mState;
    std::shared_ptr<Sink> mSink;
    std::map<std::string, Type const*> mSources;
    std::vector<plan::WeightPlace> mPlaces;
    std::map<std::string, Given> mGiven;
    int32_t mMaxThreads = 1;
    bool mValidates = true;
};

} // namespace

nvinfer1::IRefitter* makeRefitter(std::shared_ptr<EngineState> state, std::shared_ptr<Sink> sink) {
    if (!state->plan().info.refittable)
        throw Error(Message::kNotRefittable, "the engine was built without what a refit needs")
            .tip("build it with BuilderFlag::kREFIT, or `tenon build --refittable`");
    return new Refitter(std::move(state), std::move(sink));
}

} // namespace tenon::api
