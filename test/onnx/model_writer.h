// SPDX-License-Identifier: Apache-2.0
// Writes ONNX messages for tests: field numbers are those of onnx.proto. A message is a string of bytes; parts are put
// together by hand, so that a test can also write what no exporter would.
#pragma once

#include "base/buffer.h"

#include <cstdint>
#include <initializer_list>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::test {

/// One message under construction: m.text(3, "name").number(2, 1).message(7, graph)
class Wire {
public:
    Wire& text(uint32_t field, std::string_view value) {
        writer().add_bytes(field, value.data(), value.size());
        return *this;
    }
    Wire& number(uint32_t field, int64_t value) {
        writer().add_int64(field, value);
        return *this;
    }
    Wire& real(uint32_t field, float value) {
        writer().add_float(field, value);
        return *this;
    }
    Wire& message(uint32_t field, Wire const& value) { return text(field, value.bytes); }
    Wire& numbers(uint32_t field, std::vector<int64_t> const& values) { // packed
        writer().add_packed_int64(field, values.begin(), values.end());
        return *this;
    }
    Wire& reals(uint32_t field, std::vector<float> const& values) {
        writer().add_packed_float(field, values.begin(), values.end());
        return *this;
    }
    Wire& doubles(uint32_t field, std::vector<double> const& values) {
        writer().add_packed_double(field, values.begin(), values.end());
        return *this;
    }
    /// Appends all fields of another message.
    Wire& with(Wire const& other) {
        bytes += other.bytes;
        return *this;
    }

    Buffer buffer() const { return Buffer::copy(std::as_bytes(std::span(bytes.data(), bytes.size()))); }

    std::string bytes;

private:
    protozero::pbf_writer writer() { return protozero::pbf_writer(bytes); }
};

/// TensorProto without data.
inline Wire tensor(std::string_view name, int type, std::vector<int64_t> const& dims) {
    return Wire().numbers(1, dims).number(2, type).text(8, name);
}
template <class T>
std::string raw(std::vector<T> const& values) {
    return {reinterpret_cast<char const*>(values.data()), values.size() * sizeof(T)};
}
inline Wire floats(std::string_view name, std::vector<int64_t> const& dims, std::vector<float> const& values) {
    return tensor(name, 1, dims).text(9, raw(values));
}
inline Wire ints(std::string_view name, std::vector<int64_t> const& dims, std::vector<int64_t> const& values) {
    return tensor(name, 7, dims).text(9, raw(values));
}

/// TypeProto of a tensor; a dim is a number, a name, or "" for none.
inline Wire tensorType(int type, std::initializer_list<std::string_view> dims) {
    Wire shape;
    for (std::string_view d : dims) {
        Wire dim;
        if (!d.empty() && (d[0] == '-' || (d[0] >= '0' && d[0] <= '9')))
            dim.number(1, std::stoll(std::string(d)));
        else if (!d.empty())
            dim.text(2, d);
        shape.message(1, dim);
    }
    return Wire().message(1, Wire().number(1, type).message(2, shape));
}
/// ValueInfoProto
inline Wire value(std::string_view name, Wire const& type) {
    return Wire().text(1, name).message(2, type);
}
inline Wire value(std::string_view name, std::initializer_list<std::string_view> dims) {
    return value(name, tensorType(1, dims));
}

/// AttributeProto
inline Wire attribute(std::string_view name, int64_t i) {
    return Wire().text(1, name).number(3, i).number(20, 2);
}
inline Wire attribute(std::string_view name, float f) {
    return Wire().text(1, name).real(2, f).number(20, 1);
}
inline Wire attribute(std::string_view name, std::string_view s) {
    return Wire().text(1, name).text(4, s).number(20, 3);
}
inline Wire attributeTensor(std::string_view name, Wire const& t) {
    return Wire().text(1, name).message(5, t).number(20, 4);
}
inline Wire attributeGraph(std::string_view name, Wire const& g) {
    return Wire().text(1, name).message(6, g).number(20, 5);
}
inline Wire attributeReference(std::string_view name, std::string_view of, int kind) {
    return Wire().text(1, name).text(21, of).number(20, kind);
}

/// NodeProto
inline Wire node(std::string_view op, std::initializer_list<std::string_view> inputs,
                 std::initializer_list<std::string_view> outputs, std::string_view name = {},
                 std::initializer_list<Wire> attributes = {}, std::string_view domain = {}) {
    Wire out;
    for (std::string_view i : inputs)
        out.text(1, i);
    for (std::string_view o : outputs)
        out.text(2, o);
    if (!name.empty())
        out.text(3, name);
    out.text(4, op);
    for (Wire const& a : attributes)
        out.message(5, a);
    if (!domain.empty())
        out.text(7, domain);
    return out;
}

/// GraphProto from its parts.
struct Graph {
    std::vector<Wire> nodes, initializers, inputs, outputs, values{};
    std::string name = "g";

    Wire message() const {
        Wire out;
        auto add = [&](uint32_t field, std::vector<Wire> const& list) {
            for (Wire const& m : list)
                out.message(field, m);
        };
        add(1, nodes);
        out.text(2, name);
        add(5, initializers);
        add(11, inputs);
        add(12, outputs);
        add(13, values);
        return out;
    }
};

inline Wire opset(std::string_view domain, int64_t version) {
    return Wire().text(1, domain).number(2, version);
}

/// FunctionProto; attributes: names without a default.
inline Wire function(std::string_view domain, std::string_view name, std::initializer_list<std::string_view> inputs,
                     std::initializer_list<std::string_view> outputs, std::initializer_list<Wire> nodes,
                     std::initializer_list<std::string_view> attributes = {}) {
    Wire out;
    out.text(1, name);
    for (std::string_view i : inputs)
        out.text(4, i);
    for (std::string_view o : outputs)
        out.text(5, o);
    for (std::string_view a : attributes)
        out.text(6, a);
    for (Wire const& n : nodes)
        out.message(7, n);
    return out.message(9, opset("", 17)).text(10, domain);
}

/// ModelProto; `more` is appended as it is (functions, metadata, other operator sets).
inline Wire model(Wire const& graph, int64_t version = 17, Wire const& more = {}) {
    return Wire().number(1, 10).text(2, "test").message(7, graph).with(more).message(8, opset("", version));
}
inline Wire model(Graph const& graph, int64_t version = 17, Wire const& more = {}) {
    return model(graph.message(), version, more);
}

} // namespace tenon::test
