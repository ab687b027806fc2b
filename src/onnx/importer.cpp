// SPDX-License-Identifier: Apache-2.0
// The table of importers, and what every import context can do by way of its virtual methods.
#include "onnx/importer.h"

#include <cassert>
#include <cstring>
#include <fmt/format.h>

namespace tenon::onnx {
namespace {

std::string keyOf(std::string_view domain, std::string_view name) {
    return fmt::format("{}::{}", domain == "ai.onnx" ? std::string_view() : domain, name);
}

} // namespace

void ImporterTable::add(std::string_view domain, std::string_view name, int64_t sinceVersion, ImportFunction function) {
    [[maybe_unused]] bool const added = mRows[keyOf(domain, name)].emplace(sinceVersion, function).second;
    assert(added);
}

ImportFunction ImporterTable::find(std::string_view domain, std::string_view name, int64_t version) const {
    auto const rows = mRows.find(keyOf(domain, name));
    if (rows == mRows.end())
        return nullptr;
    auto const above = rows->second.upper_bound(version);
    return above == rows->second.begin() ? nullptr : std::prev(above)->second;
}

bool ImporterTable::knows(std::string_view domain, std::string_view name) const {
    return mRows.contains(keyOf(domain, name));
}

std::vector<std::pair<std::string, int64_t>> ImporterTable::rows() const {
    std::vector<std::pair<std::string, int64_t>> out;
    for (auto const& [key, versions] : mRows)
        for (auto const& [version, function] : versions)
            out.emplace_back(key, version);
    return out;
}

int64_t ImportContext::integer(std::string_view name, int64_t otherwise) {
    fields().get(name, otherwise);
    return otherwise;
}

double ImportContext::number(std::string_view name, double otherwise) {
    fields().get(name, otherwise);
    return otherwise;
}

std::string ImportContext::text(std::string_view name, std::string otherwise) {
    fields().get(name, otherwise);
    return otherwise;
}

namespace {

template <class T>
std::vector<T> listOf(FieldSource& fields, std::string_view name) {
    std::vector<T> out;
    fields.get(name, out);
    return out;
}

} // namespace

std::vector<int64_t> ImportContext::integers(std::string_view name) {
    return listOf<int64_t>(fields(), name);
}

std::vector<double> ImportContext::numbers(std::string_view name) {
    return listOf<double>(fields(), name);
}

std::vector<std::string> ImportContext::texts(std::string_view name) {
    return listOf<std::string>(fields(), name);
}

TensorId ImportContext::constantOf(std::vector<int64_t> values, bool scalar) {
    Dims dims;
    if (!scalar)
        dims.emplace_back(static_cast<int64_t>(values.size()));
    return constant(Type::tensor(DType::kI64, std::move(dims)), Buffer::copy(std::as_bytes(std::span(values))));
}

std::optional<Type> ImportContext::openType(TensorId id) const {
    Fact const* known = id == kNoTensor ? nullptr : fact(id);
    if (known == nullptr)
        return std::nullopt;
    return Type{known->type.kind, known->type.dtype, std::nullopt, known->type.inner};
}

void ImportContext::fail(Message id, std::string what, std::string wanted, std::string given) const {
    throw Error(id, std::move(what)).wanted(std::move(wanted)).given(std::move(given));
}

} // namespace tenon::onnx
