// SPDX-License-Identifier: Apache-2.0
// Creating plugins from fields that are missing, of another type, short, or in another order.
#include "checker/heap.h"
#include "checker/probe.h"

#include <algorithm>
#include <cstring>

namespace tenon::checker {
namespace {

using nvinfer1::PluginField;
using nvinfer1::PluginFieldType;
using plugin::Field;
using plugin::Fields;

/// Fields whose elements, and whose list, end where memory ends.
class GuardedFields {
public:
    explicit GuardedFields(Fields const& fields)
        : mList("the list of fields", fields.list.size() * sizeof(PluginField), Place::kEnd) {
        for (size_t i = 0; i < fields.list.size(); ++i) {
            Field const& f = fields.list[i];
            Guarded& data = mData.emplace_back(fmt::format("a field", f.name), f.data.size(), Place::kEnd);
            if (!f.data.empty())
                std::memcpy(data.data(), f.data.data(), f.data.size());
            PluginField const field(f.name.c_str(), data.data(), static_cast<PluginFieldType>(f.type),
                                    static_cast<int32_t>(f.count));
            std::memcpy(mList.data() + i * sizeof field, &field, sizeof field);
        }
        mCollection = {static_cast<int32_t>(fields.list.size()), reinterpret_cast<PluginField const*>(mList.data())};
    }
    nvinfer1::PluginFieldCollection const& collection() const noexcept { return mCollection; }

private:
    std::vector<Guarded> mData;
    Guarded mList;
    nvinfer1::PluginFieldCollection mCollection{};
};

/// What the plugin computes from the fields, or its state where it cannot be run; absent where they are refused.
std::optional<std::vector<Values>> behaviour(Steps& s, Fields const& fields) {
    GuardedFields const guarded(fields);
    std::unique_ptr<plugin::Plugin> made;
    try {
        made = s.subject.make(guarded.collection());
    } catch (Error const&) { // as good as null
    }
    if (made == nullptr)
        return std::nullopt;
    if (!s.setup.canRun) {
        Values state{DType::kU8, {}, made->state()};
        state.dims = {static_cast<int64_t>(state.bytes.size())};
        return std::vector<Values>{std::move(state)};
    }
    Stand stand(std::move(made), s.setup, s.setup.profile(), s.setup.combo());
    Runner runner = stand.runner();
    return stand.results(runner, s.setup.profile().opt);
}

void missing(Steps& s, Fields const& fields, std::string const& name) {
    s.step("field-missing", "", fmt::format("a plugin, or null, when {} is left out", name), [&] {
        std::optional<std::vector<Values>> seen[2];
        for (int i = 0; i < 2; ++i) {
            poisonHeap(i == 0 ? std::byte{0x3F} : std::byte{0xC1});
            try {
                seen[i] = behaviour(s, fields);
            } catch (Error const&) { // it says so later: configurePlugin() or enqueue() has a status
            }
        }
        if (seen[0] && seen[1])
            if (auto const d = difference(*seen[0], *seen[1]))
                s.report("field-missing", "createPlugin", fmt::format("a default for {}", name),
                         "what memory held before: " + *d);
    });
}

/// Whether the plugin does the same when a field is left out.
bool isAsWithout(Steps& s, Fields fields, size_t i, std::vector<Values> const& seen) {
    fields.list.erase(fields.list.begin() + static_cast<std::ptrdiff_t>(i));
    try {
        auto const without = behaviour(s, fields);
        return without && !difference(*without, seen);
    } catch (Error const&) { // it needs the field
        return false;
    }
}

void wrongTypes(Steps& s, Fields const& fields, size_t i, std::vector<Values> const& right) {
    auto const declared = static_cast<PluginFieldType>(fields.list[i].type);
    std::vector<PluginFieldType> others;
    if (declared == PluginFieldType::kFLOAT32)
        others = {PluginFieldType::kFLOAT64, PluginFieldType::kINT32};
    else if (declared == PluginFieldType::kINT32)
        others = {PluginFieldType::kFLOAT32, PluginFieldType::kINT64};
    else if (declared == PluginFieldType::kINT64)
        others = {PluginFieldType::kFLOAT64, PluginFieldType::kINT32};
    else if (declared == PluginFieldType::kFLOAT64)
        others = {PluginFieldType::kFLOAT32, PluginFieldType::kINT64};
    double const number = numberOf(fields.list[i]);
    for (PluginFieldType const type : others) {
        bool const toWhole = type == PluginFieldType::kINT32 || type == PluginFieldType::kINT64;
        double const value = toWhole && number != static_cast<double>(static_cast<int64_t>(number)) ? 1 : number;
        Fields changed = fields;
        changed.list[i] = makeField(fields.list[i].name, static_cast<int32_t>(type), value, fields.list[i].count);
        std::string const wanted =
            fmt::format("field '{}' as {} is refused or converted; it is declared as {}", fields.list[i].name,
                        fieldTypeName(static_cast<int32_t>(type)), fieldTypeName(fields.list[i].type));
        s.step("field-type", "", wanted, [&] {
            auto const seen = behaviour(s, changed);
            if (!seen)
                return;
            auto same = right;
            if (value != number) { // compare with that value in the declared type
                Fields as = fields;
                as.list[i] = makeField(fields.list[i].name, fields.list[i].type, value, fields.list[i].count);
                auto const converted = behaviour(s, as);
                if (!converted)
                    return;
                same = *converted;
            }
            auto const d = difference(same, *seen);
            if (!d)
                return;
            bool const isIgnored = isAsWithout(s, fields, i, *seen);
            s.report("field-type", "createPlugin", wanted,
                     (isIgnored ? "it was ignored, without a word: " : "it was taken and read wrongly: ") + *d);
        });
    }
}

void shortLength(Steps& s, Fields const& fields, size_t i) {
    Fields changed = fields;
    Field& f = changed.list[i];
    bool const isText = f.type == static_cast<int32_t>(PluginFieldType::kCHAR);
    if (isText) {
        f.data.resize(static_cast<size_t>(f.count)); // no zero behind it
    } else {
        f.count -= 1;
        f.data.resize(f.data.size() - f.data.size() / static_cast<size_t>(f.count + 1));
    }
    std::string const wanted =
        isText ? fmt::format("{} characters of '{}' are read, whether or not a zero follows", f.count, f.name)
               : fmt::format("{} elements of '{}' are read, or it is refused", f.count, f.name);
    s.step("field-length", "", wanted, [&] {
        try {
            behaviour(s, changed);
        } catch (Error const&) { // a refusal that comes late
        }
    });
}

void order(Steps& s, Fields const& fields, std::vector<Values> const& right) {
    if (fields.list.size() > 1) {
        Fields reversed = fields;
        std::reverse(reversed.list.begin(), reversed.list.end());
        std::string const wanted = "the same plugin from the fields in reverse order";
        s.step("field-order", "", wanted, [&] {
            auto const seen = behaviour(s, reversed);
            auto const d = seen ? difference(right, *seen) : std::optional<std::string>("createPlugin() refuses them");
            if (d)
                s.report("field-order", "createPlugin", wanted, *d);
        });
    }
    Fields more = fields;
    more.list.insert(more.list.begin(),
                     makeField("tenon_of_no_plugin", static_cast<int32_t>(PluginFieldType::kINT32), 77));
    std::string const wanted = "the same plugin, or null, with a field before the others that is not the plugin's";
    s.step("field-order", "", wanted, [&] {
        if (auto const seen = behaviour(s, more))
            if (auto const d = difference(right, *seen))
                s.report("field-order", "createPlugin", wanted, *d);
    });
}

} // namespace

void probeFields(Steps& s) {
    Fields const fields = s.setup.second.value_or(s.setup.fields);
    std::optional<std::vector<Values>> right, again;
    s.step("", "", "a plugin from its fields", [] {});
    try {
        right = behaviour(s, fields);
        again = behaviour(s, fields);
    } catch (Error const&) {
    }
    for (size_t i = 0; i < fields.list.size(); ++i) {
        Fields less = fields;
        less.list.erase(less.list.begin() + static_cast<std::ptrdiff_t>(i));
        missing(s, less, fmt::format("the field '{}'", fields.list[i].name));
    }
    if (fields.list.size() > 1)
        missing(s, {}, "every field");
    for (size_t i = 0; i < fields.list.size(); ++i)
        if (fields.list[i].count > 0)
            shortLength(s, fields, i);
    if (!right || !again || difference(*right, *again))
        return s.note("fields of another type or order were not tried: the plugin does not compute the same twice");
    for (size_t i = 0; i < fields.list.size(); ++i)
        wrongTypes(s, fields, i, *right);
    order(s, fields, *right);
}

} // namespace tenon::checker
