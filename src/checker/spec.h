// SPDX-License-Identifier: Apache-2.0
// What a user says about a plugin, and what the checker then knows about it.
#pragma once

#include "checker/values.h"
#include "plugin/fields.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tenon::checker {

/// A field's value as a spec gives it; its type is what the creator declares, else that of the value.
struct FieldValue {
    std::string name, type; ///< type: "" or a name such as "float32"
    std::vector<double> numbers;
    std::string text;
    bool isText = false, isWhole = false;
};

struct InputSpec {
    Shape min, opt, max;
    std::vector<DType> dtypes; ///< empty: float32, then the others
    ValueRange range;
};

/// Elements of a shape input.
struct ShapeInputSpec {
    Shape min, opt, max;
};

struct Spec {
    std::vector<FieldValue> fields;
    bool hasFields = false; ///< also true for no fields at all, said on purpose
    std::vector<InputSpec> inputs;
    std::vector<ShapeInputSpec> shapeInputs;
    std::string reference; ///< "file.py:function"
    double rtol = 1e-3, atol = 1e-5;
    uint64_t seed = 1;
};

/// From JSON as docs/plugin_check.md describes it. Throws Error kPluginCase with `what`, which names the file.
Spec readSpec(std::string const& json, std::string const& what);

/// A field as a creator declares it.
struct DeclaredField {
    std::string name;
    int32_t type = 0, length = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("type", self.type);
        visit("length", self.length);
    }
};

char const* fieldTypeName(int32_t type) noexcept;
/// A field of `count` equal numbers, or of the characters of `text` where the type is characters.
plugin::Field makeField(std::string const& name, int32_t type, double number, int64_t count = 1);
plugin::Field makeField(FieldValue const& value, std::vector<DeclaredField> const& declared);
/// The first element; characters and Dims count as 0.
double numberOf(plugin::Field const& field);
std::string textOf(plugin::Fields const& fields);

/// Input shapes, and elements of shape inputs, at one place of a range.
struct Point {
    std::vector<Shape> inputs;
    std::vector<Shape> elements;
    friend bool operator==(Point const&, Point const&) = default;
    std::string text() const; ///< "2x3,2x3", with shape inputs "2x3 [4,5]"
    int64_t volume() const;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("inputs", self.inputs);
        visit("elements", self.elements);
    }
};

struct Profile {
    Point min, opt, max;
    friend bool operator==(Profile const&, Profile const&) = default;
    static Profile at(Point const& point) { return {point, point, point}; }
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("min", self.min);
        visit("opt", self.opt);
        visit("max", self.max);
    }
};

/// How the plugin is exercised.
struct Setup {
    plugin::Fields fields;
    std::optional<plugin::Fields> second;        ///< another set, with which it also runs
    std::vector<Profile> profiles;               ///< one a rank that it takes; the first serves where one is enough
    std::vector<std::vector<DType>> combos;      ///< types of all inputs and outputs; likewise
    std::vector<nvinfer1::TensorFormat> formats; ///< likewise, of a plugin that refuses kLINEAR; else empty
    size_t inputs = 0;
    std::vector<ValueRange> ranges; ///< one an input
    uint64_t seed = 1;
    bool inferred = true;    ///< no spec said what it takes
    bool canRun = true;      ///< the first run was good
    bool wantsCases = false; ///< there is a reference function

    Profile const& profile() const { return profiles.front(); }
    std::vector<DType> const& combo() const { return combos.front(); }

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("fields", self.fields);
        visit("second", self.second);
        visit("profiles", self.profiles);
        visit("combos", self.combos);
        visit("formats", self.formats);
        visit("inputs", self.inputs);
        visit("ranges", self.ranges);
        visit("seed", self.seed);
        visit("inferred", self.inferred);
        visit("can_run", self.canRun);
        visit("wants_cases", self.wantsCases);
    }
};

} // namespace tenon::checker
