// SPDX-License-Identifier: Apache-2.0
// The search for types and formats that a plugin accepts.
#include "checker/explore.h"
#include "plugin/call.h"
#include "plugin/layouts.h"

#include <algorithm>

namespace tenon::checker {
namespace {

using nvinfer1::DataType;
using nvinfer1::TensorFormat;

constexpr DType kTensorTypes[] = {DType::kF32, DType::kF16, DType::kBF16, DType::kI32,
                                  DType::kI64, DType::kI8,  DType::kU8,   DType::kBool};
constexpr size_t kMostCombos = 32;
constexpr int kMostTypeQuestions = 4000;

/// The search for types, position by position.
class Types {
public:
    /// `anyFormat`: ends with the first combination.
    Types(plugin::Plugin& plugin, Setup const& setup, std::vector<std::vector<DType>> const& types, bool anyFormat)
        : mPlugin(plugin), mTypes(types), mFormats(setup.formats), mAnyFormat(anyFormat), mInputs(setup.inputs) {
        Profile const& profile = setup.profile();
        mDescs.inputs = mInputs;
        for (size_t i = 0; i < mInputs; ++i)
            add(profile.min.inputs[i], profile.opt.inputs[i], profile.max.inputs[i]);
        for (int32_t o = 0, n = plugin.outputs(); o < n; ++o) // dims that fit: what is asked about is types
            add(profile.min.inputs.at(0), profile.opt.inputs.at(0), profile.max.inputs.at(0));
    }
    void search(size_t position) {
        if (found.size() == kMostCombos || mAsked >= kMostTypeQuestions) {
            isCut = true;
            return;
        }
        if (position == mDescs.list.size()) {
            std::vector<DType> combo;
            for (auto const& d : mDescs.list)
                combo.push_back(static_cast<DType>(d.desc.type));
            found.push_back(std::move(combo));
            return;
        }
        for (DType const type : offers(position))
            for (TensorFormat const format : formatsAt(position)) {
                mDescs.list[position].desc.type = static_cast<DataType>(type);
                mDescs.list[position].desc.format = format;
                ++mAsked;
                if (!mPlugin.accepts(static_cast<int32_t>(position), mDescs))
                    continue;
                search(position + 1);
                if (position >= mInputs || (mAnyFormat && !found.empty()))
                    return; // one type an output is enough
            }
    }
    std::vector<TensorFormat> formats() const {
        std::vector<TensorFormat> out;
        for (auto const& d : mDescs.list)
            out.push_back(d.desc.format);
        return out;
    }
    std::vector<std::vector<DType>> found;
    bool isCut = false;

private:
    void add(Shape const& min, Shape const& opt, Shape const& max) {
        Shape dims = min;
        for (size_t k = 0; k < dims.size(); ++k)
            if (min[k] != max[k])
                dims[k] = -1;
        mDescs.list.push_back({{plugin::dimsOf(dims), DataType::kFLOAT, nvinfer1::TensorFormat::kLINEAR, 1.0F},
                               plugin::dimsOf(min),
                               plugin::dimsOf(max),
                               plugin::dimsOf(opt)});
    }
    std::vector<TensorFormat> formatsAt(size_t position) const {
        nvinfer1::Dims const& dims = mDescs.list[position].desc.dims;
        if (mAnyFormat)
            return plugin::formatsFor({dims.d, static_cast<size_t>(dims.nbDims)});
        return {position < mFormats.size() ? mFormats[position] : TensorFormat::kLINEAR};
    }
    std::vector<DType> offers(size_t position) {
        std::vector<DType> out;
        if (position < mInputs) {
            if (position < mTypes.size())
                out = mTypes[position];
        } else {
            std::vector<DataType> in;
            for (size_t i = 0; i < mInputs; ++i)
                in.push_back(mDescs.list[i].desc.type);
            auto const declared = mPlugin.outputTypes(in);
            out.push_back(static_cast<DType>(declared.at(position - mInputs)));
        }
        if (out.empty() || position >= mInputs)
            for (DType const t : kTensorTypes)
                if (out.empty() || t != out.front())
                    out.push_back(t);
        // These two are asked about floating types only; what others they take, a spec says.
        auto const generation = mPlugin.generation();
        if (position < mInputs && mTypes.empty() &&
            (generation == plugin::Generation::kV2 || generation == plugin::Generation::kV2Ext))
            std::erase_if(out, [&](DType t) {
                return !plugin::call(mPlugin.key(), "supportsFormat", [&] {
                    return mPlugin.v2()->supportsFormat(static_cast<DataType>(t), nvinfer1::TensorFormat::kLINEAR);
                });
            });
        return out;
    }

    plugin::Plugin& mPlugin;
    std::vector<std::vector<DType>> const& mTypes;
    std::vector<TensorFormat> const& mFormats;
    bool mAnyFormat;
    size_t mInputs;
    plugin::Descs mDescs;
    int mAsked = 0;
};

} // namespace

std::vector<std::vector<DType>> combosOf(plugin::Plugin& plugin, Setup const& setup,
                                         std::vector<std::vector<DType>> const& types,
                                         std::vector<std::string>& notes) {
    Types search(plugin, setup, types, false);
    search.search(0);
    if (search.isCut)
        notes.push_back(fmt::format("it accepts more combinations of types than the {} that are run", kMostCombos));
    return std::move(search.found);
}

std::vector<TensorFormat> formatsOf(plugin::Plugin& plugin, Setup const& setup,
                                    std::vector<std::vector<DType>> const& types) {
    if (!plugin.takesFormats())
        return {};
    Types search(plugin, setup, types, true);
    search.search(0);
    return search.found.empty() ? std::vector<TensorFormat>() : search.formats();
}

} // namespace tenon::checker
