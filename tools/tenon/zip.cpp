// SPDX-License-Identifier: Apache-2.0
// The reader goes by the directory at the end of the file; the sizes that stand before each member are not trusted.
#include "zip.h"

#include "base/buffer.h"
#include "base/error.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <zlib.h>

namespace tenon::cli {
namespace {

using Bytes = std::span<std::byte const>;

constexpr uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50, kEnd64 = 0x06064b50,
                   kLocator64 = 0x07064b50;
constexpr uint32_t kOver32 = 0xffffffff;
constexpr uint16_t kStored = 0, kDeflated = 8;
constexpr uint64_t kMostRatio = 1032; // what deflate can reach

struct Member {
    std::string name;
    uint16_t flags = 0, method = 0;
    uint32_t crc = 0;
    uint64_t packed = 0, size = 0, offset = 0;
};

class ZipReader {
public:
    ZipReader(Bytes file, std::string const& what) : mFile(file), mWhat(what) {}

    ZipMembers run() {
        auto const [count, begin] = directory();
        ZipMembers out;
        uint64_t at = begin, packed = 0;
        for (uint64_t i = 0; i < count; ++i) {
            Member const member = entry(at);
            packed += std::min<uint64_t>(member.packed, mFile.size());
            if (packed > mFile.size())
                fail("its members overlap");
            std::vector<std::byte> bytes = extract(member);
            out.emplace_back(member.name, std::move(bytes));
        }
        return out;
    }

private:
    [[noreturn]] void fail(std::string const& why) const {
        throw Error(Message::kArrayFile, fmt::format("'{}' is no archive of arrays that can be read: {}", mWhat, why));
    }

    Bytes part(uint64_t at, uint64_t size) const {
        if (at > mFile.size() || size > mFile.size() - at)
            fail("it is cut off, or its directory is damaged");
        return mFile.subspan(static_cast<size_t>(at), static_cast<size_t>(size));
    }
    template <class T>
    T number(uint64_t at) const {
        T value;
        std::memcpy(&value, part(at, sizeof value).data(), sizeof value);
        return value;
    }

    /// Number of members and where their directory begins.
    std::pair<uint64_t, uint64_t> directory() const {
        constexpr uint64_t kSize = 22, kLongestComment = 65535;
        if (mFile.size() < kSize)
            fail("it is too short");
        uint64_t at = mFile.size() - kSize;
        uint64_t const least = at > kLongestComment ? at - kLongestComment : 0;
        while (number<uint32_t>(at) != kEnd) {
            if (at == least)
                fail("it has no directory at its end");
            --at;
        }
        uint64_t count = number<uint16_t>(at + 10), begin = number<uint32_t>(at + 16);
        if ((count == 0xffff || begin == kOver32) && at >= 20 && number<uint32_t>(at - 20) == kLocator64) {
            uint64_t const end64 = number<uint64_t>(at - 12);
            if (number<uint32_t>(end64) != kEnd64)
                fail("its 64-bit directory is damaged");
            count = number<uint64_t>(end64 + 32);
            begin = number<uint64_t>(end64 + 48);
        }
        return {count, begin};
    }

    Member entry(uint64_t& at) const {
        if (number<uint32_t>(at) != kCentral)
            fail("its directory is damaged");
        Member m;
        m.flags = number<uint16_t>(at + 8);
        m.method = number<uint16_t>(at + 10);
        m.crc = number<uint32_t>(at + 16);
        m.packed = number<uint32_t>(at + 20);
        m.size = number<uint32_t>(at + 24);
        m.offset = number<uint32_t>(at + 42);
        uint64_t const name = number<uint16_t>(at + 28), extra = number<uint16_t>(at + 30),
                       comment = number<uint16_t>(at + 32);
        Bytes const text = part(at + 46, name);
        m.name.assign(reinterpret_cast<char const*>(text.data()), text.size());
        widen(m, at + 46 + name, extra);
        at += 46 + name + extra + comment;
        return m;
    }

    /// Takes sizes that do not fit into 32 bits from the extra field.
    void widen(Member& m, uint64_t at, uint64_t left) const {
        while (left >= 4) {
            uint64_t const id = number<uint16_t>(at), size = number<uint16_t>(at + 2);
            if (id == 1) {
                uint64_t field = at + 4;
                for (uint64_t* value : {&m.size, &m.packed, &m.offset})
                    if (*value == kOver32) {
                        *value = number<uint64_t>(field);
                        field += 8;
                    }
            }
            at += 4 + size;
            left -= std::min(left, 4 + size);
        }
    }

    std::vector<std::byte> extract(Member const& m) const {
        if ((m.flags & 1) != 0)
            fail(fmt::format("member '{}' is encrypted", m.name));
        if (number<uint32_t>(m.offset) != kLocal)
            fail(fmt::format("member '{}' is not where the directory says", m.name));
        uint64_t const begin = m.offset + 30 + number<uint16_t>(m.offset + 26) + number<uint16_t>(m.offset + 28);
        Bytes const packed = part(begin, m.packed);
        std::vector<std::byte> out;
        if (m.method == kStored)
            out.assign(packed.begin(), packed.end());
        else if (m.method == kDeflated)
            out = inflated(packed, m);
        else
            fail(fmt::format("member '{}' is packed with method {}; stored (0) and deflated (8) are read", m.name,
                             m.method));
        if (out.size() != m.size || crc32_z(0, reinterpret_cast<Bytef const*>(out.data()), out.size()) != m.crc)
            fail(fmt::format("member '{}' is damaged", m.name));
        return out;
    }

    std::vector<std::byte> inflated(Bytes packed, Member const& m) const {
        if (m.size / kMostRatio > packed.size())
            fail(fmt::format("member '{}' cannot be as large as it says", m.name));
        std::vector<std::byte> out(static_cast<size_t>(m.size));
        z_stream stream{};
        if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK)
            throw std::bad_alloc();
        // zlib counts in 32 bits: both sides are handed over piece by piece.
        auto const piece = [](uint64_t left) { return static_cast<uInt>(std::min<uint64_t>(left, 1U << 30)); };
        size_t in = 0, done = 0;
        std::byte nothing{}; // zlib wants an address even where there is no room
        int code = Z_OK;
        while (code == Z_OK) {
            uInt const input = piece(packed.size() - in), room = piece(out.size() - done);
            stream.next_in =
                reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.empty() ? &nothing : packed.data() + in));
            stream.avail_in = input;
            stream.next_out = reinterpret_cast<Bytef*>(out.empty() ? &nothing : out.data() + done);
            stream.avail_out = room;
            code = ::inflate(&stream, Z_NO_FLUSH);
            in += input - stream.avail_in;
            done += room - stream.avail_out;
        }
        ::inflateEnd(&stream);
        if (code != Z_STREAM_END || done != out.size())
            fail(fmt::format("member '{}' is damaged", m.name));
        return out;
    }

    Bytes mFile;
    std::string const& mWhat;
};

class ZipWriter {
public:
    void add(std::string const& name, std::vector<std::byte> const& bytes) {
        Entry const entry{name,
                          static_cast<uint32_t>(crc32_z(0, reinterpret_cast<Bytef const*>(bytes.data()), bytes.size())),
                          bytes.size(), mOut.size()};
        put<uint32_t>(kLocal);
        head(entry);
        put<uint16_t>(20); // length of the extra field: both sizes
        text(name);
        put<uint16_t>(1);
        put<uint16_t>(16);
        put<uint64_t>(entry.size);
        put<uint64_t>(entry.size);
        mOut.insert(mOut.end(), bytes.begin(), bytes.end());
        mEntries.push_back(entry);
    }

    std::vector<std::byte> const& finish() {
        uint64_t const begin = mOut.size();
        for (Entry const& entry : mEntries)
            central(entry);
        uint64_t const size = mOut.size() - begin, end64 = mOut.size();
        put<uint32_t>(kEnd64);
        put<uint64_t>(44); // bytes that follow in this record
        put<uint16_t>(kVersion);
        put<uint16_t>(kVersion);
        put<uint64_t>(0); // disks
        put<uint64_t>(mEntries.size());
        put<uint64_t>(mEntries.size());
        put<uint64_t>(size);
        put<uint64_t>(begin);
        put<uint32_t>(kLocator64);
        put<uint32_t>(0);
        put<uint64_t>(end64);
        put<uint32_t>(1);
        put<uint32_t>(kEnd);
        put<uint32_t>(0); // disks
        put<uint16_t>(0xffff);
        put<uint16_t>(0xffff);
        put<uint32_t>(kOver32);
        put<uint32_t>(kOver32);
        put<uint16_t>(0);
        return mOut;
    }

private:
    static constexpr uint16_t kVersion = 45; // 64-bit sizes

    struct Entry {
        std::string name;
        uint32_t crc;
        uint64_t size, offset;
    };

    template <class T>
    void put(T value) {
        auto const* from = reinterpret_cast<std::byte const*>(&value);
        mOut.insert(mOut.end(), from, from + sizeof value);
    }
    void text(std::string const& t) {
        auto const* from = reinterpret_cast<std::byte const*>(t.data());
        mOut.insert(mOut.end(), from, from + t.size());
    }
    /// What a member's own header and its entry in the directory share.
    void head(Entry const& entry) {
        put<uint16_t>(kVersion);
        put<uint16_t>(0x0800); // the name is UTF-8
        put<uint16_t>(kStored);
        put<uint32_t>(0x00210000); // the first day that the format knows
        put<uint32_t>(entry.crc);
        put<uint32_t>(kOver32);
        put<uint32_t>(kOver32);
        put<uint16_t>(static_cast<uint16_t>(entry.name.size()));
    }
    void central(Entry const& entry) {
        put<uint32_t>(kCentral);
        put<uint16_t>(kVersion);
        head(entry);
        put<uint16_t>(28); // length of the extra field
        put<uint16_t>(0);
        put<uint16_t>(0);
        put<uint16_t>(0);
        put<uint32_t>(0);
        put<uint32_t>(kOver32);
        text(entry.name);
        put<uint16_t>(1);
        put<uint16_t>(24);
        put<uint64_t>(entry.size);
        put<uint64_t>(entry.size);
        put<uint64_t>(entry.offset);
    }

    std::vector<std::byte> mOut;
    std::vector<Entry> mEntries;
};

} // namespace

ZipMembers readZip(Bytes file, std::string const& what) {
    return ZipReader(file, what).run();
}

void writeZip(std::string const& path, ZipMembers const& members) {
    ZipWriter writer;
    for (auto const& [name, bytes] : members) {
        if (name.size() > 0xffff)
            throw Error(Message::kFileWrite,
                        fmt::format("cannot write '{}': a member's name has {} bytes; an archive takes 65535", path,
                                    name.size()));
        writer.add(name, bytes);
    }
    writeFile(path, writer.finish());
}

} // namespace tenon::cli
