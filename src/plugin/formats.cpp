// SPDX-License-Identifier: Apache-2.0
#include "plugin/formats.h"

#include "base/dtype.h"

#include <algorithm>
#include <map>

namespace tenon::plugin {
namespace {

bool isFloat(DataType type) {
    return type == DataType::kFLOAT || type == DataType::kHALF || type == DataType::kBF16;
}

class Search {
public:
    Search(Plugin& plugin, Descs& descs, std::vector<bool> const& free) : mPlugin(plugin), mDescs(descs), mFree(free) {}

    bool from(size_t position) {
        if (position == mDescs.list.size())
            return true;
        DataType& type = mDescs.list[position].desc.type;
        DataType const declared = type;
        for (DataType const offered : offers(position)) {
            type = offered;
            bool const good = mPlugin.accepts(static_cast<int32_t>(position), mDescs);
            auto [it, first] = mAnswers[position].try_emplace(offered, good);
            it->second = it->second || good;
            if (good && from(position + 1))
                return true;
        }
        type = declared;
        return false;
    }

    Error refusal() const {
        std::string table;
        for (auto const& [position, answers] : mAnswers) {
            bool const input = position < mDescs.inputs;
            table +=
                fmt::format("\n    {} {}:", input ? "input" : "output", input ? position : position - mDescs.inputs);
            for (auto const& [type, good] : answers)
                table += fmt::format(" {}/kLINEAR {}", nameOf(static_cast<DType>(type)), good ? "accepted" : "refused");
        }
        return Error(Message::kPluginFormats,
                     fmt::format("the plugin {} accepts no combination of types and formats", mPlugin.key().text()),
                     {{}, {}, {}, mPlugin.key().path()})
            .wanted("a type and format accepted at every position")
            .given(table);
    }

private:
    std::vector<DataType> offers(size_t position) const {
        DataType const own = mDescs.list[position].desc.type;
        std::vector<DataType> out{own};
        if (mFree[position] && isFloat(own))
            for (DataType const other : {DataType::kFLOAT, DataType::kHALF, DataType::kBF16})
                if (other != own)
                    out.push_back(other);
        return out;
    }

    Plugin& mPlugin;
    Descs& mDescs;
    std::vector<bool> const& mFree;
    std::map<size_t, std::map<DataType, bool>> mAnswers;
};

} // namespace

void chooseTypes(Plugin& plugin, Descs& descs, std::vector<bool> const& free) {
    Search search(plugin, descs, free);
    if (!search.from(0))
        throw search.refusal();
}

} // namespace tenon::plugin
