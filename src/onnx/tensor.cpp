// SPDX-License-Identifier: Apache-2.0
// Elements are counted first, in the message itself, then decoded straight into their place.
#include "onnx/tensor.h"

#include "base/error.h"
#include "base/half.h"
#include "kernel/box.h"
#include "onnx/element_type.h"
#include "onnx/wire.h"
#include "shape/content.h"

#include <charconv>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace tenon::onnx {
namespace {

Error bad(Message id, TensorProto const& tensor, std::string what) {
    return Error(id, std::move(what), {.tensor = std::string(tensor.name)});
}

[[noreturn]] void wrongSize(TensorProto const& tensor, std::string_view field, Type const& type, std::string wanted,
                            std::string given) {
    throw bad(Message::kOnnxTensor, tensor, fmt::format("the data in {} do not fit {}", field, toString(type)))
        .wanted(std::move(wanted))
        .given(std::move(given));
}

/// Calls sink(value) for each number that the repeated field holds.
template <class T, class F>
void eachNumber(TensorProto const& tensor, uint32_t wantedField, F&& sink) {
    try {
        WireLimits limits;
        WireReader in(tensor.message, limits);
        while (uint32_t const field = in.next())
            if (field == wantedField)
                in.numbers<T>(sink);
            else
                in.skip();
    } catch (WireError const& e) { // a packed list is decoded only here
        throw bad(Message::kOnnxFile, tensor, fmt::format("the data of a tensor are damaged: {}", e.text));
    }
}

/// Decodes a repeated field of Wire numbers into elements of type T.
template <class T, class Wire>
Buffer decode(TensorProto const& tensor, Type const& type, uint32_t field, char const* name, int64_t count) {
    int64_t given = 0;
    eachNumber<Wire>(tensor, field, [&](Wire) { ++given; });
    if (given != count)
        wrongSize(tensor, name, type, fmt::format("{} numbers", count), fmt::format("{} numbers", given));
    std::byte* to = nullptr;
    Buffer out = Buffer::allocate(static_cast<size_t>(count) * sizeof(T), &to);
    eachNumber<Wire>(tensor, field, [&](Wire value) {
        T const element = static_cast<T>(value);
        std::memcpy(to, &element, sizeof element);
        to += sizeof element;
    });
    return out;
}

/// A truth value is 0 or 1 in memory, whatever the file says.
uint8_t truth(int32_t value) noexcept {
    return value != 0;
}

Buffer decodeBools(TensorProto const& tensor, Type const& type, int64_t count) {
    int64_t given = 0;
    eachNumber<int32_t>(tensor, 5, [&](int32_t) { ++given; });
    if (given != count)
        wrongSize(tensor, "int32_data", type, fmt::format("{} numbers", count), fmt::format("{} numbers", given));
    std::byte* to = nullptr;
    Buffer out = Buffer::allocate(static_cast<size_t>(count), &to);
    eachNumber<int32_t>(tensor, 5, [&](int32_t value) { *to++ = std::byte{truth(value)}; });
    return out;
}

/// The typed fields: which one holds an element type is ONNX's rule.
Buffer decodeTyped(TensorProto const& tensor, Type const& type, int64_t elements) {
    switch (type.dtype) {
    case DType::kF32:
        return decode<float, float>(tensor, type, 4, "float_data", elements);
    case DType::kF64:
        return decode<double, double>(tensor, type, 10, "double_data", elements);
    case DType::kI64:
        return decode<int64_t, int64_t>(tensor, type, 7, "int64_data", elements);
    case DType::kU64:
        return decode<uint64_t, uint64_t>(tensor, type, 11, "uint64_data", elements);
    case DType::kU32:
        return decode<uint32_t, uint64_t>(tensor, type, 11, "uint64_data", elements);
    case DType::kI32:
        return decode<int32_t, int32_t>(tensor, type, 5, "int32_data", elements);
    case DType::kBool:
        return decodeBools(tensor, type, elements);
    default:
        if (bitsOf(type.dtype) == 16) // integers, and the bits of half types
            return decode<uint16_t, int32_t>(tensor, type, 5, "int32_data", elements);
        return decode<uint8_t, int32_t>(tensor, type, 5, "int32_data",
                                        bytesFor(type.dtype, elements)); // two 4-bit elements a number
    }
}

/// Bytes that a kernel may read as they are: aligned for the type, truth values 0 or 1, never a null pointer.
Buffer usable(Buffer bytes, DType type) {
    size_t const alignment = static_cast<size_t>(std::max(bitsOf(type) / 8, 1));
    bool copied = bytes.data() == nullptr || reinterpret_cast<uintptr_t>(bytes.data()) % alignment != 0;
    if (type == DType::kBool)
        for (std::byte b : bytes.bytes())
            copied = copied || b > std::byte{1};
    if (!copied)
        return bytes;
    std::byte* to = nullptr;
    Buffer out = Buffer::allocate(bytes.size(), &to);
    if (!bytes.empty())
        std::memcpy(to, bytes.data(), bytes.size());
    if (type == DType::kBool)
        for (size_t i = 0; i < bytes.size(); ++i)
            to[i] = std::byte{truth(static_cast<int32_t>(to[i]))};
    return out;
}

std::string_view find(std::vector<StringPair> const& pairs, std::string_view key) noexcept {
    for (StringPair const& pair : pairs)
        if (pair.key == key)
            return pair.value;
    return {};
}

/// A number of external_data, written as text; `otherwise` when it is absent.
uint64_t numberOf(TensorProto const& tensor, std::string_view key, uint64_t otherwise) {
    std::string_view const text = find(tensor.externalData, key);
    if (text.empty())
        return otherwise;
    uint64_t value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw bad(Message::kOnnxExternal, tensor, fmt::format("the {} of external data is no number", key))
            .wanted("a decimal number of bytes")
            .given(std::string(text));
    return value;
}

} // namespace

Type typeOf(TensorProto const& tensor) {
    std::optional<DType> const dtype = dtypeOf(tensor.dataType);
    if (!dtype)
        throw bad(Message::kOnnxTensorType, tensor, "a tensor has an element type that Tenon does not read")
            .wanted(readableTypes())
            .given(onnxTypeName(tensor.dataType));
    try {
        checkedElements(*dtype, tensor.dims);
    } catch (Error const& e) {
        std::string dims;
        for (int64_t d : tensor.dims)
            dims += fmt::format("{}{}", dims.empty() ? "" : "x", d);
        throw bad(Message::kOnnxTensor, tensor, "the dims of a tensor are negative or too large")
            .wanted("dims of at least 0 whose product in bytes fits into 63 bits")
            .given(dims);
    }
    return Type::tensor(*dtype, Dims(tensor.dims.begin(), tensor.dims.end()));
}

std::vector<std::string> stringsOf(TensorProto const& tensor) {
    Type const type = typeOf(tensor);
    int64_t const count = checkedElements(type.dtype, *numbersOf(*type.dims));
    std::vector<std::string> out;
    try {
        WireLimits limits;
        WireReader in(tensor.message, limits);
        while (uint32_t const field = in.next()) {
            std::vector<std::string_view> found;
            field == 6 ? in.read(found) : in.skip();
            out.insert(out.end(), found.begin(), found.end());
        }
    } catch (WireError const& e) {
        throw bad(Message::kOnnxFile, tensor, fmt::format("the data of a tensor are damaged: {}", e.text));
    }
    if (static_cast<int64_t>(out.size()) != count)
        wrongSize(tensor, "string_data", type, fmt::format("{} strings", count), fmt::format("{} strings", out.size()));
    return out;
}

TensorData TensorLoader::load(TensorProto const& tensor) {
    TensorData out;
    out.type = typeOf(tensor);
    if (out.type.dtype == DType::kString)
        throw bad(Message::kOnnxTensorType, tensor, "a constant of strings is not supported yet")
            .wanted("a constant of numbers or truth values")
            .given(toString(out.type));
    int64_t const elements = checkedElements(out.type.dtype, *numbersOf(*out.type.dims));
    int64_t const wanted = bytesFor(out.type.dtype, elements);
    if (tensor.external) {
        out.bytes = usable(external(tensor, wanted), out.type.dtype);
    } else if (tensor.hasRaw) {
        if (static_cast<int64_t>(tensor.raw.size()) != wanted)
            wrongSize(tensor, "raw_data", out.type, fmt::format("{} bytes", wanted),
                      fmt::format("{} bytes", tensor.raw.size()));
        auto const* const at = reinterpret_cast<std::byte const*>(tensor.raw.data());
        out.bytes =
            usable(wanted == 0 ? Buffer() : mFile.slice(static_cast<size_t>(at - mFile.data()), tensor.raw.size()),
                   out.type.dtype);
    } else {
        out.bytes = decodeTyped(tensor, out.type, elements);
    }
    return out;
}

Buffer const& TensorLoader::map(TensorProto const& tensor, std::string_view location) {
    if (auto const found = mMapped.find(location); found != mMapped.end())
        return found->second;
    if (!mFolder)
        throw bad(Message::kOnnxExternal, tensor,
                  "the model keeps weights in a file, and was read from memory without a folder")
            .given(std::string(location))
            .tip("give the folder that the model's external data lie in, or read the model by its path");
    namespace fs = std::filesystem;
    fs::path const relative(location);
    bool escapes = relative.empty() || relative.is_absolute() || location.find('\0') != std::string_view::npos;
    for (fs::path const& part : relative)
        escapes = escapes || part == "..";
    if (escapes)
        throw bad(Message::kOnnxExternal, tensor, "the path of external data leaves the model's folder")
            .wanted("a relative path without '..'")
            .given(std::string(location));
    fs::path const path = fs::path(mFolder->empty() ? "." : *mFolder) / relative;
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        throw bad(Message::kOnnxExternal, tensor,
                  fmt::format("the file of external data '{}' does not exist or is no file", path.string()))
            .wanted(fmt::format("'{}' beside the model", location))
            .given(error ? error.message() : "something that is no regular file")
            .tip("copy the data file into the model's folder under that name");
    return mMapped.emplace(std::string(location), Buffer::mapFile(path.string())).first->second;
}

Buffer TensorLoader::external(TensorProto const& tensor, int64_t wanted) {
    std::string_view const location = find(tensor.externalData, "location");
    Buffer const& file = map(tensor, location);
    uint64_t const offset = numberOf(tensor, "offset", 0);
    uint64_t const length = numberOf(tensor, "length", static_cast<uint64_t>(wanted));
    if (length != static_cast<uint64_t>(wanted))
        throw bad(Message::kOnnxTensor, tensor,
                  fmt::format("the length of the external data does not fit {}", toString(typeOf(tensor))))
            .wanted(fmt::format("{} bytes", wanted))
            .given(fmt::format("{} bytes", length));
    if (offset > file.size() || length > file.size() - offset)
        throw bad(Message::kOnnxExternal, tensor, fmt::format("the external data lie beyond the end of '{}'", location))
            .wanted(fmt::format("bytes {} to {}", offset, offset + length))
            .given(fmt::format("a file of {} bytes", file.size()))
            .tip("the file may be cut off, or belong to another version of the model");
    return wanted == 0 ? Buffer() : file.slice(offset, length);
}

} // namespace tenon::onnx
