// SPDX-License-Identifier: Apache-2.0
#include "plugin/formats.h"

#include "base/dtype.h"
#include "base/log.h"
#include "plugin/layouts.h"

#include <algorithm>
#include <map>

namespace tenon::plugin {
namespace {

using nvinfer1::TensorFormat;

constexpr int kMostQuestions = 20'000; ///< then a search is given up, and says so
constexpr int kFirstQuestions = 500;   ///< then tensors of one type are tried

bool isFloat(DataType type) {
    return type == DataType::kFLOAT || type == DataType::kHALF || type == DataType::kBF16;
}

struct Pair {
    DataType type;
    TensorFormat format;
    friend auto operator<=>(Pair const&, Pair const&) = default;
};

std::vector<TensorFormat> formatsAt(Descs const& descs, size_t position) {
    nvinfer1::Dims const& dims = descs.list[position].desc.dims;
    return formatsFor({dims.d, static_cast<size_t>(std::max(0, dims.nbDims))});
}

class Search {
public:
    using Offers = std::vector<std::vector<Pair>>; ///< by position, the most wanted first
    Search(Plugin& plugin, Descs& descs, std::vector<std::string> names = {})
        : mPlugin(plugin), mDescs(descs), mNames(std::move(names)) {}

    /// Leaves what was found in the descs; else they are as before. Asks at most `most` questions.
    bool run(Offers const& offers, int most = kMostQuestions) {
        mOffers = &offers;
        mLimit = mQuestions + most;
        return from(0);
    }
    bool isTired() const noexcept { return mQuestions >= mLimit; }

    std::string table() const {
        std::string out;
        for (auto const& [position, answers] : mAnswers) {
            out += fmt::format("\n    {}:", nameOfPosition(position));
            for (auto const& [pair, good] : answers)
                out += fmt::format(" {}/{} {}", tenon::nameOf(static_cast<DType>(pair.type)), nameOf(pair.format),
                                   good ? "accepted" : "refused");
        }
        return out;
    }
    std::string nameOfPosition(size_t position) const {
        bool const input = position < mDescs.inputs;
        return fmt::format("{} {} ('{}')", input ? "input" : "output", input ? position : position - mDescs.inputs,
                           mNames.at(position));
    }

private:
    bool from(size_t position) {
        if (position == mDescs.list.size())
            return true;
        PluginTensorDesc& desc = mDescs.list[position].desc;
        PluginTensorDesc const declared = desc;
        for (Pair const offered : (*mOffers)[position]) {
            if (isTired())
                break;
            desc.type = offered.type;
            desc.format = offered.format;
            ++mQuestions;
            bool const good = mPlugin.accepts(static_cast<int32_t>(position), mDescs);
            auto [it, first] = mAnswers[position].try_emplace(offered, good);
            it->second = it->second || good;
            if (good && from(position + 1))
                return true;
        }
        desc = declared;
        return false;
    }

    Plugin& mPlugin;
    Descs& mDescs;
    std::vector<std::string> mNames;
    Offers const* mOffers = nullptr;
    std::map<size_t, std::map<Pair, bool>> mAnswers;
    int mQuestions = 0, mLimit = 0;
};

std::vector<DataType> typesAt(Descs const& descs, size_t position, Freedom const& free) {
    DataType const own = descs.list[position].desc.type;
    std::vector<DataType> out{own};
    if (free.floats && isFloat(own))
        for (DataType const other : {DataType::kFLOAT, DataType::kHALF, DataType::kBF16})
            if (other != own)
                out.push_back(other);
    if (free.eightBits && isFloat(own))
        out.push_back(DataType::kINT8);
    return out;
}

Search::Offers allPairs(Plugin& plugin, Descs const& descs, std::vector<Freedom> const& free) {
    bool const formats = looksAtFormats(plugin, descs);
    Search::Offers out(descs.list.size());
    for (size_t i = 0; i < out.size(); ++i) {
        std::vector<DataType> const types = typesAt(descs, i, free[i]);
        for (TensorFormat const format : formats ? formatsAt(descs, i) : std::vector{TensorFormat::kLINEAR})
            for (DataType const type : types)
                out[i].push_back({type, format});
    }
    return out;
}

/// Where a position may have this type, nothing else.
Search::Offers ofOneType(Search::Offers offers, DataType type) {
    for (std::vector<Pair>& list : offers) {
        auto const others = [type](Pair const& p) { return p.type != type; };
        if (!std::all_of(list.begin(), list.end(), others))
            std::erase_if(list, others);
    }
    return offers;
}

/// What would be taken if the tensor held 8-bit integers: the reason that users of such plugins look for.
std::string missingScales(Plugin& plugin, Search const& search, Descs descs, std::vector<Freedom> const& free) {
    std::string out;
    for (size_t i = 0; i < descs.list.size(); ++i) {
        PluginTensorDesc& desc = descs.list[i].desc;
        if (!isFloat(desc.type) || free[i].eightBits)
            continue;
        DataType const own = std::exchange(desc.type, DataType::kINT8);
        if (plugin.accepts(static_cast<int32_t>(i), descs))
            out += fmt::format("\n    {} would be taken as i8/kLINEAR, but its tensor has no scale: it comes from no "
                               "QuantizeLinear with one constant scale, and has no dynamic range",
                               search.nameOfPosition(i));
        else
            desc.type = own;
    }
    return out;
}

} // namespace

bool looksAtFormats(Plugin& plugin, Descs descs) {
    if (!plugin.takesFormats() || descs.list.empty())
        return false;
    descs.list[0].desc.format = TensorFormat::kDLA_LINEAR;
    return !plugin.accepts(0, descs);
}

void chooseTypes(Plugin& plugin, Descs& descs, std::vector<Freedom> const& free,
                 std::vector<std::string> const& names) {
    Search search(plugin, descs, names);
    Search::Offers const all = allPairs(plugin, descs, free);
    if (search.run(all, kFirstQuestions))
        return;
    if (search.isTired()) {
        // A plugin that wants one type everywhere may say so only at its last position: going through what the first
        // ones could be would take two to their number of questions.
        for (DataType const type : {DataType::kFLOAT, DataType::kHALF, DataType::kBF16, DataType::kINT8})
            if (search.run(ofOneType(all, type)))
                return;
        if (search.run(all))
            return;
    }
    std::string given = search.table() + missingScales(plugin, search, descs, free);
    if (search.isTired())
        given += fmt::format("\n    the search was given up after {} questions", kMostQuestions);
    throw Error(Message::kPluginFormats,
                fmt::format("the plugin {} accepts no combination of types and formats", plugin.key().text()),
                {{}, {}, {}, plugin.key().path()})
        .wanted("a type and format accepted at every position")
        .given(std::move(given))
        .tip("accept at each position one of the pairs of the table; every tensor is offered in kLINEAR, and where its "
             "dims allow it in the formats that docs/plugins.md lists");
}

std::vector<std::vector<TensorFormat>> chooseFormats(Plugin& plugin, Descs descs) {
    std::vector<std::vector<TensorFormat>> out;
    std::vector<std::vector<TensorFormat>> all(descs.list.size(), {TensorFormat::kLINEAR});
    if (looksAtFormats(plugin, descs))
        for (size_t i = 0; i < all.size(); ++i)
            all[i] = formatsAt(descs, i);
    std::vector<TensorFormat> wanted{TensorFormat::kLINEAR};
    for (auto const& list : all)
        for (TensorFormat const f : list)
            if (std::find(wanted.begin(), wanted.end(), f) == wanted.end())
                wanted.push_back(f);
    auto const most = static_cast<size_t>(std::max(1, plugin.formatLimit()));
    for (TensorFormat const first : wanted) {
        Search::Offers offers(all.size());
        for (size_t i = 0; i < all.size(); ++i) {
            for (TensorFormat const f : all[i])
                offers[i].push_back({descs.list[i].desc.type, f});
            auto const it = std::find_if(offers[i].begin(), offers[i].end(), [&](Pair p) { return p.format == first; });
            if (it != offers[i].end())
                std::rotate(offers[i].begin(), it, it + 1);
        }
        Descs found = descs;
        Search search(plugin, found);
        if (search.run(offers)) {
            std::vector<TensorFormat> formats;
            for (DynamicPluginTensorDesc const& d : found.list)
                formats.push_back(d.desc.format);
            if (std::find(out.begin(), out.end(), formats) == out.end() && out.size() < most)
                out.push_back(std::move(formats));
        } else if (search.isTired()) {
            log(Severity::kWarning, fmt::format("the search for formats of the plugin {} that begins with {} was given "
                                                "up after {} questions",
                                                plugin.key().text(), nameOf(first), kMostQuestions));
        }
    }
    if (out.empty()) // it took the types and formats when the network was read
        throw Error(Message::kPluginFormats,
                    fmt::format("the plugin {} takes no format now, and took one before", plugin.key().text()),
                    {{}, {}, {}, plugin.key().path()})
            .wanted("the same answers from supportsFormatCombination() or supportsFormat() to the same questions");
    return out;
}

} // namespace tenon::plugin
