// SPDX-License-Identifier: Apache-2.0
// Specs from JSON.
#include "base/error.h"
#include "checker/spec.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tenon::checker {
namespace {

using nlohmann::json;

class Reader {
public:
    explicit Reader(std::string const& what) : mWhat(what) {}

    Spec read(json const& root) {
        need(root.is_object(), "", "an object", root);
        Spec out;
        for (auto const& [name, value] : root.items()) {
            if (name == "fields")
                readFields(value, out);
            else if (name == "inputs")
                readInputs(value, out);
            else if (name == "shape_inputs")
                readShapeInputs(value, out);
            else if (name == "reference")
                out.reference = text(value, name);
            else if (name == "rtol")
                out.rtol = number(value, name);
            else if (name == "atol")
                out.atol = number(value, name);
            else if (name == "seed")
                out.seed = static_cast<uint64_t>(number(value, name));
            else
                refuse(name, "fields, inputs, shape_inputs, reference, rtol, atol or seed", name);
        }
        return out;
    }

private:
    [[noreturn]] void refuse(std::string const& where, std::string const& wanted, std::string const& given) const {
        throw Error(Message::kPluginCase,
                    fmt::format("the spec '{}' cannot be used{}", mWhat, where.empty() ? "" : ": at " + where))
            .wanted(wanted)
            .given(given);
    }
    void need(bool good, std::string const& where, char const* wanted, json const& given) const {
        if (!good)
            refuse(where, wanted, given.dump().substr(0, 80));
    }
    double number(json const& j, std::string const& where) const {
        need(j.is_number() || j.is_boolean(), where, "a number", j);
        return j.is_boolean() ? static_cast<double>(j.get<bool>()) : j.get<double>();
    }
    std::string text(json const& j, std::string const& where) const {
        need(j.is_string(), where, "a string", j);
        return j.get<std::string>();
    }
    Shape dims(json const& j, std::string const& where) const {
        need(j.is_array() && j.size() <= 8, where, "a list of up to 8 sizes", j);
        Shape out;
        for (json const& item : j) {
            need(item.is_number_integer() && item.get<int64_t>() >= 0, where, "sizes from 0 on", item);
            out.push_back(item.get<int64_t>());
        }
        return out;
    }
    /// [min, opt, max], or one list for all three.
    void range(json const& j, std::string const& where, Shape& min, Shape& opt, Shape& max) const {
        need(j.is_array(), where, "[min, opt, max], three lists of sizes; or one list", j);
        bool const isOne = j.empty() || !j[0].is_array();
        need(isOne || j.size() == 3, where, "[min, opt, max]", j);
        min = dims(isOne ? j : j[0], where);
        opt = dims(isOne ? j : j[1], where);
        max = dims(isOne ? j : j[2], where);
        need(min.size() == opt.size() && opt.size() == max.size(), where, "three shapes of one rank", j);
        for (size_t k = 0; k < min.size(); ++k)
            need(min[k] <= opt[k] && opt[k] <= max[k], where, "min <= opt <= max", j);
    }

    void readFields(json const& fields, Spec& out) const {
        need(fields.is_object(), "fields", "an object of names and values", fields);
        out.hasFields = true;
        for (auto const& [name, given] : fields.items()) {
            std::string const where = "fields." + name;
            FieldValue v;
            v.name = name;
            bool const isTyped = given.is_object();
            need(!isTyped || given.contains("value"), where, "{\"type\": ..., \"value\": ...}", given);
            if (isTyped && given.contains("type"))
                v.type = text(given["type"], where);
            json const& value = isTyped ? given["value"] : given;
            if (value.is_string()) {
                v.isText = true;
                v.text = value.get<std::string>();
            } else {
                v.isWhole = value.is_array() ? !value.empty() : !value.is_number_float();
                for (json const& item : value.is_array() ? value : json::array({value})) {
                    v.numbers.push_back(number(item, where));
                    v.isWhole = v.isWhole && !item.is_number_float();
                }
            }
            out.fields.push_back(std::move(v));
        }
    }
    void readInputs(json const& inputs, Spec& out) const {
        need(inputs.is_array() && !inputs.empty(), "inputs", "a list with an object for each input", inputs);
        for (size_t i = 0; i < inputs.size(); ++i) {
            std::string const where = fmt::format("inputs[{}]", i);
            json const& given = inputs[i];
            need(given.is_object() && given.contains("shape"), where, "an object with a shape", given);
            InputSpec& to = out.inputs.emplace_back();
            for (auto const& [name, value] : given.items()) {
                if (name == "shape")
                    range(value, where + ".shape", to.min, to.opt, to.max);
                else if (name == "dtypes")
                    for (json const& item : value.is_array() ? value : json::array({value}))
                        to.dtypes.push_back(dtype(text(item, where), where));
                else if (name == "range" && value.is_array() && value.size() == 2) {
                    to.range.low = number(value[0], where);
                    to.range.high = number(value[1], where);
                } else {
                    refuse(where + "." + name, "shape, dtypes, or range as [low, high]", value.dump());
                }
            }
        }
    }
    DType dtype(std::string const& name, std::string const& where) const {
        static constexpr std::pair<char const*, DType> kNames[] = {
            {"float32", DType::kF32},   {"float", DType::kF32}, {"float16", DType::kF16}, {"half", DType::kF16},
            {"bfloat16", DType::kBF16}, {"int32", DType::kI32}, {"int64", DType::kI64},   {"int8", DType::kI8},
            {"uint8", DType::kU8},      {"bool", DType::kBool}, {"fp32", DType::kF32},    {"fp16", DType::kF16}};
        for (auto const& [known, type] : kNames)
            if (name == known || name == nameOf(type))
                return type;
        refuse(where + ".dtypes", "float32, float16, bfloat16, int32, int64, int8, uint8 or bool", name);
    }
    void readShapeInputs(json const& list, Spec& out) const {
        need(list.is_array(), "shape_inputs", "a list", list);
        for (size_t i = 0; i < list.size(); ++i) {
            ShapeInputSpec& to = out.shapeInputs.emplace_back();
            json const& given = list[i].is_object() && list[i].contains("values") ? list[i]["values"] : list[i];
            range(given, fmt::format("shape_inputs[{}]", i), to.min, to.opt, to.max);
        }
    }

    std::string const& mWhat;
};

} // namespace

Spec readSpec(std::string const& text, std::string const& what) {
    try {
        return Reader(what).read(json::parse(text));
    } catch (json::exception const& e) {
        throw Error(Message::kPluginCase, fmt::format("the spec '{}' is not JSON: {}", what, e.what()));
    }
}

} // namespace tenon::checker
