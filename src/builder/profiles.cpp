// SPDX-License-Identifier: Apache-2.0
// Profiles by name -> ranges in the order of the graph's inputs, checked against the declared dims.
#include "builder/profiles.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace tenon {
namespace {

std::string rangeText(DimRange const& r) {
    return r.isFixed() ? fmt::format("{}", r.min) : fmt::format("{}..{}..{}", r.min, r.opt, r.max);
}

Error wrong(std::string const& input, std::string what) {
    return Error(Message::kProfile, std::move(what), {"", "", input, ""});
}

std::string listInputs(ir::Graph const& g) {
    std::string out;
    for (ir::ValueId v : g.regions[0].params)
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", g.value(v).name, toString(g.value(v).type));
    return out;
}

plan::Profile::Input resolve(ir::Graph const& g, ir::ValueId v, ProfileSpec::Input const* spec) {
    ir::Value const& value = g.value(v);
    plan::Profile::Input out;
    if (spec == nullptr && !value.type.isStatic())
        throw wrong(value.name, "an input has dynamic dims, and no shape is given for it")
            .wanted(toString(value.type))
            .tip(fmt::format("--shapes {}:...  (or --min-shapes, --opt-shapes and --max-shapes for a range)",
                             value.name));
    if (spec == nullptr) {
        for (DimExpr const& d : *value.type.dims)
            out.dims.push_back({d.value(), d.value(), d.value()});
        return out;
    }
    out.values = spec->values;
    out.dims = spec->dims;
    if (value.type.ranked() && out.dims.size() != value.type.dims->size())
        throw wrong(value.name, "a profile gives another rank than the input has")
            .wanted(toString(value.type))
            .given(fmt::format("{} dims", out.dims.size()));
    for (size_t i = 0; i < out.dims.size(); ++i) {
        DimRange const& r = out.dims[i];
        DimExpr const& d = (*value.type.dims)[i];
        if (d.isConst() && (r.min != d.value() || r.max != d.value()))
            throw wrong(value.name, fmt::format("axis {} of an input is fixed", i))
                .wanted(fmt::format("{}", d.value()))
                .given(rangeText(r));
        if (r.min < 0 || r.opt < r.min || r.max < r.opt)
            throw wrong(value.name, fmt::format("the range of axis {} is not in order", i))
                .wanted("0 <= min <= opt <= max")
                .given(rangeText(r));
    }
    return out;
}

/// Dims of a region's parameters are at most what they are in the region around, over all profiles. Symbols of a region
/// come after those of the region around it.
void boundParameters(ir::Graph& g) {
    constexpr int64_t kUnbounded = int64_t{1} << 40;
    for (ir::Symbol& s : g.symbols) {
        if (!s.outer)
            continue;
        int64_t most = 0;
        for (size_t p = 0; p < g.profiles.size(); ++p)
            most = std::max(most, g.range(*s.outer, p).max);
        s.outer.reset();
        if (most < kUnbounded && !s.element)
            s.upper = DimExpr(most);
    }
}

} // namespace

void setProfiles(ir::Graph& g, std::vector<ProfileSpec> const& specs) {
    g.profiles.clear();
    for (ProfileSpec const& spec : specs.empty() ? std::vector<ProfileSpec>(1) : specs) {
        plan::Profile profile;
        for (ir::ValueId v : g.regions[0].params) {
            auto it = spec.inputs.find(g.value(v).name);
            profile.inputs.push_back(resolve(g, v, it == spec.inputs.end() ? nullptr : &it->second));
        }
        for (auto const& [name, input] : spec.inputs) {
            bool known = false;
            for (ir::ValueId v : g.regions[0].params)
                known |= g.value(v).name == name;
            if (!known)
                throw wrong(name, fmt::format("there is no input '{}'", name)).wanted(listInputs(g)).given(name);
        }
        // Dims of one symbol have one range.
        for (size_t i = 0; i < g.regions[0].params.size(); ++i) {
            ir::Value const& value = g.value(g.regions[0].params[i]);
            for (size_t axis = 0; value.type.dims && axis < value.type.dims->size(); ++axis) {
                DimExpr const& d = (*value.type.dims)[axis];
                if (d.op() != DimOp::kSymbol)
                    continue;
                ir::Symbol const& s = g.symbols[static_cast<size_t>(d.value())];
                for (size_t j = 0; j < g.regions[0].params.size(); ++j)
                    if (g.regions[0].params[j] == s.value &&
                        !(profile.inputs[j].dims[static_cast<size_t>(s.index)] == profile.inputs[i].dims[axis]))
                        throw wrong(value.name, fmt::format("dim '{}' has different ranges in two inputs", s.name))
                            .wanted(fmt::format("{} as in '{}'",
                                                rangeText(profile.inputs[j].dims[static_cast<size_t>(s.index)]),
                                                g.value(s.value).name))
                            .given(rangeText(profile.inputs[i].dims[axis]));
            }
        }
        g.profiles.push_back(std::move(profile));
    }
    boundParameters(g);
}

void simplifyShapes(ir::Graph& g) {
    auto rangeOf = [&](SymbolId id) {
        Interval out{std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
        for (size_t p = 0; p < g.profiles.size(); ++p) {
            DimRange const r = g.range(DimExpr::symbol(id), p);
            out = {std::min(out.lo, r.min), std::max(out.hi, r.max)};
        }
        return out;
    };
    // A dim that the profiles fix stays a symbol where it is read: the run time checks it there.
    auto simpler = [&](DimExpr& d) {
        if (!d.isConst() && d.op() != DimOp::kSymbol)
            d = simplify(d, rangeOf);
    };
    for (ir::Value& v : g.values) {
        if (v.type.dims)
            std::for_each(v.type.dims->begin(), v.type.dims->end(), simpler);
        if (v.content)
            std::for_each(v.content->begin(), v.content->end(), simpler);
    }
}

} // namespace tenon
