// SPDX-License-Identifier: Apache-2.0
// An .npy file is a magic text, a version, the length of a header, the header (a Python dict: descr, fortran_order,
// shape), the elements.
#include "npy.h"

#include "npy_header.h"
#include "zip.h"

#include "base/error.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tenon::cli {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

struct NumpyType {
    DType type;
    std::string_view code; ///< kind and bytes of an element, as descr has them behind the byte order
    bool raw = false;
};

/// Types that are read; the first row of a type is the one that is written.
constexpr NumpyType kTypes[] = {
    {DType::kF32, "f4"}, {DType::kF16, "f2"}, {DType::kF64, "f8"},      {DType::kBool, "b1"},      {DType::kI8, "i1"},
    {DType::kU8, "u1"},  {DType::kI16, "i2"}, {DType::kU16, "u2"},      {DType::kI32, "i4"},       {DType::kU32, "u4"},
    {DType::kI64, "i8"}, {DType::kU64, "u8"}, {DType::kU8, "V1", true}, {DType::kU16, "V2", true},
};

[[noreturn]] void fail(std::string const& what, std::string const& why) {
    throw Error(Message::kArrayFile, fmt::format("'{}' is no array that can be read: {}", what, why));
}

void swapBytes(std::byte* data, int64_t elements, int64_t size) {
    for (int64_t i = 0; i < elements; ++i)
        std::reverse(data + i * size, data + (i + 1) * size);
}

/// From the first axis fastest to the last axis fastest.
void reorder(std::byte const* from, std::byte* to, std::vector<int64_t> const& dims, int64_t size) {
    int64_t elements = 1;
    for (int64_t d : dims)
        elements *= d;
    std::vector<int64_t> index(dims.size(), 0);
    for (int64_t i = 0; i < elements; ++i) {
        int64_t offset = 0;
        for (size_t axis = dims.size(); axis-- > 0;)
            offset = offset * dims[axis] + index[axis];
        std::memcpy(to + i * size, from + offset * size, static_cast<size_t>(size));
        for (size_t axis = dims.size(); axis-- > 0 && ++index[axis] == dims[axis];)
            index[axis] = 0;
    }
}

void appendUtf8(std::string& to, uint32_t c, std::string const& what) {
    if (c < 0x80) {
        to += static_cast<char>(c);
    } else if (c < 0x800) {
        to += {static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 63))};
    } else if (c < 0x10000) {
        to += {static_cast<char>(0xe0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 63)),
               static_cast<char>(0x80 | (c & 63))};
    } else if (c < 0x110000) {
        to += {static_cast<char>(0xf0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 63)),
               static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
    } else {
        fail(what, "a string holds a number that is no character");
    }
}

/// Elements of `width` characters of 1 (S) or 4 (U) bytes, filled up with zeros.
std::vector<std::string> readStrings(std::byte const* data, int64_t elements, int64_t width, int64_t unit,
                                     std::string const& what) {
    std::vector<std::string> out(static_cast<size_t>(elements));
    for (std::string& text : out) {
        std::vector<uint32_t> characters(static_cast<size_t>(width), 0);
        for (uint32_t& c : characters) {
            std::memcpy(&c, data, static_cast<size_t>(unit));
            data += unit;
        }
        while (!characters.empty() && characters.back() == 0)
            characters.pop_back();
        for (uint32_t c : characters) {
            if (unit == 1)
                text += static_cast<char>(c);
            else
                appendUtf8(text, c, what);
        }
    }
    return out;
}

/// The code points of a text; bytes that are no UTF-8 count as characters of their own.
std::vector<uint32_t> codePoints(std::string const& text) {
    std::vector<uint32_t> out;
    for (size_t i = 0; i < text.size();) {
        auto const lead = static_cast<unsigned char>(text[i]);
        size_t const length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 1;
        bool whole = length > 1 && i + length <= text.size();
        uint32_t c = length == 1 ? lead : lead & (0x7fU >> length);
        for (size_t k = 1; whole && k < length; ++k) {
            auto const next = static_cast<unsigned char>(text[i + k]);
            whole = (next & 0xc0) == 0x80;
            c = c << 6 | (next & 63U);
        }
        out.push_back(whole || length == 1 ? c : lead);
        i += whole || length == 1 ? length : 1;
    }
    return out;
}

struct Element {
    NumpyType const* type = nullptr; ///< null: strings
    int64_t size = 0;
    int64_t unit = 0; ///< of a string's characters
    bool swapped = false;
};

Element elementOf(std::string const& descr, std::string const& what) {
    bool const ordered = !descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
    std::string_view const code = std::string_view(descr).substr(ordered ? 1 : 0);
    bool const big = ordered && descr[0] == '>';
    for (NumpyType const& row : kTypes)
        if (row.code == code)
            return {&row, bytesFor(row.type, 1), 0, big};
    if (code.size() > 1 && code.size() < 9 && (code[0] == 'U' || code[0] == 'S') &&
        code.find_first_not_of("0123456789", 1) == std::string_view::npos) {
        int64_t const unit = code[0] == 'U' ? 4 : 1;
        return {nullptr, std::stoll(std::string(code.substr(1))) * unit, unit, big};
    }
    if (code.substr(0, 1) == "O")
        fail(what, "it holds pickled Python objects");
    fail(what, fmt::format("its elements are of type '{}'", descr));
}

int64_t elementsOf(std::vector<int64_t> const& dims, std::string const& what) {
    int64_t count = 1;
    for (int64_t d : dims)
        if (d < 0 || __builtin_mul_overflow(count, d, &count))
            fail(what, "its shape does not fit into 64 bits");
    return count;
}

/// The header, and the bytes behind it.
std::pair<NpyHeader, std::span<std::byte const>> split(std::span<std::byte const> file, std::string const& what) {
    std::string_view const text(reinterpret_cast<char const*>(file.data()), file.size());
    if (text.substr(0, kMagic.size()) != kMagic || text.size() < 10)
        fail(what, "it does not begin as an .npy file does");
    int const version = text[6];
    if (version < 1 || version > 3 || (version > 1 && text.size() < 12))
        fail(what, fmt::format("it has version {}; 1 to 3 are read", version));
    size_t const begin = version == 1 ? 10 : 12;
    uint32_t length = 0;
    std::memcpy(&length, text.data() + 8, begin - 8);
    if (length > text.size() - begin)
        fail(what, "its header is cut off");
    return {parseNpyHeader(text.substr(begin, length), what), file.subspan(begin + length)};
}

/// The elements in this machine's byte order, the last axis fastest.
std::vector<std::byte> inOrder(NpyHeader const& header, Element const& element, std::span<std::byte const> data) {
    std::vector<std::byte> bytes(data.begin(), data.end());
    int64_t const unit = element.unit != 0 ? element.unit : element.size;
    if (element.swapped && unit > 1)
        swapBytes(bytes.data(), static_cast<int64_t>(bytes.size()) / unit, unit);
    if (header.fortranOrder && header.shape.size() > 1 && !bytes.empty()) {
        std::vector<std::byte> const from = bytes;
        reorder(from.data(), bytes.data(), header.shape, element.size);
    }
    return bytes;
}

} // namespace

Array readNpy(std::span<std::byte const> file, std::string const& what) {
    auto const [header, data] = split(file, what);
    Element const element = elementOf(header.descr, what);
    int64_t const elements = elementsOf(header.shape, what);
    int64_t wanted = 0;
    if (__builtin_mul_overflow(elements, element.size, &wanted) || static_cast<uint64_t>(wanted) != data.size())
        fail(what, fmt::format("its elements take {} bytes, and {} are there", wanted, data.size()));
    std::vector<std::byte> const bytes = inOrder(header, element, data);
    Array out;
    if (element.type == nullptr) {
        // Elements without bytes must not cost memory.
        if (element.size == 0 && elements > static_cast<int64_t>(file.size()) * 1024)
            fail(what, "it holds too many empty strings");
        out.box.dtype = DType::kString;
        out.box.dims = header.shape;
        out.box.strings = readStrings(bytes.data(), elements, element.size / element.unit, element.unit, what);
        return out;
    }
    out.box.setTensor(element.type->type, header.shape);
    out.raw = element.type->raw;
    if (!bytes.empty())
        std::memcpy(out.box.data(), bytes.data(), bytes.size());
    return out;
}

namespace {

std::string headerText(std::string const& descr, std::vector<int64_t> const& dims) {
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': (", descr);
    for (int64_t d : dims)
        text += fmt::format("{}, ", d);
    text += "), }";
    constexpr size_t kAlign = 64, kBefore = 10;
    text.resize((text.size() + 1 + kBefore + kAlign - 1) / kAlign * kAlign - kBefore - 1, ' ');
    return text + '\n';
}

/// Elements as whole bytes: four-bit ones are spread, one to a byte.
std::pair<std::string, std::vector<std::byte>> elementsOf(Box const& box) {
    auto const* const from = box.data();
    int64_t const count = box.elements();
    if (bitsOf(box.dtype) == 4) {
        bool const isSigned = box.dtype == DType::kI4;
        std::vector<std::byte> out(static_cast<size_t>(count));
        for (int64_t i = 0; i < count; ++i) {
            int const nibble = std::to_integer<int>(from[i / 2]) >> (i % 2 * 4) & 15;
            out[static_cast<size_t>(i)] = static_cast<std::byte>(isSigned && nibble > 7 ? nibble - 16 : nibble);
        }
        return {isSigned ? "|i1" : "|u1", std::move(out)};
    }
    std::vector<std::byte> out(from, from + box.bytes());
    for (NumpyType const& row : kTypes)
        if (row.type == box.dtype && !row.raw)
            return {(bitsOf(row.type) > 8 ? "<" : "|") + std::string(row.code), std::move(out)};
    return {fmt::format("|V{}", bitsOf(box.dtype) / 8), std::move(out)};
}

std::pair<std::string, std::vector<std::byte>> stringsOf(Box const& box) {
    size_t width = 1; // NumPy has no strings of width 0
    for (std::string const& text : box.strings)
        width = std::max(width, codePoints(text).size());
    std::vector<std::byte> out(box.strings.size() * width * 4);
    for (size_t i = 0; i < box.strings.size(); ++i) {
        std::vector<uint32_t> const characters = codePoints(box.strings[i]);
        if (!characters.empty())
            std::memcpy(out.data() + i * width * 4, characters.data(), characters.size() * 4);
    }
    return {fmt::format("<U{}", width), std::move(out)};
}

} // namespace

std::vector<std::byte> writeNpy(Box const& box) {
    auto const [descr, elements] = box.dtype == DType::kString ? stringsOf(box) : elementsOf(box);
    std::string const header = headerText(descr, box.dims);
    std::string head(kMagic);
    head += {1, 0, static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
    head += header;
    auto const* const first = reinterpret_cast<std::byte const*>(head.data());
    std::vector<std::byte> out(first, first + head.size());
    out.insert(out.end(), elements.begin(), elements.end());
    return out;
}

std::vector<std::pair<std::string, Array>> readNpz(Buffer const& file, std::string const& what) {
    std::vector<std::pair<std::string, Array>> out;
    for (auto& [member, bytes] : readZip(file.bytes(), what)) {
        std::string name = member;
        if (name.size() > 4 && name.ends_with(".npy"))
            name.resize(name.size() - 4);
        out.emplace_back(name, readNpy(bytes, fmt::format("{}: {}", what, member)));
    }
    return out;
}

void writeNpz(std::string const& path, NamedBoxes const& arrays) {
    ZipMembers members;
    for (auto const& [name, box] : arrays) {
        if (box.kind != Kind::kTensor)
            throw Error(Message::kNotThereYet,
                        fmt::format("output '{}' is a {}, which an .npz file cannot hold", name, nameOf(box.kind)),
                        {"", "", name, ""})
                .tip("--outputs-pb DIR writes every kind of value");
        members.emplace_back(name + ".npy", writeNpy(box));
    }
    writeZip(path, members);
}

} // namespace tenon::cli
