// SPDX-License-Identifier: Apache-2.0
// Depthwise convolutions add up taps row by row. Else work is shared out among slots, each with room for one patch
// matrix: rows of 32 bytes, one for each channel and tap, which are then interleaved in pairs or fours as the product
// wants them.
#include "backend/cpu/conv_int.h"
#include "backend/cpu/gemm_vnni.h"
#include "backend/cpu/rows.h"
#include "backend/cpu/split.h"
#include "kernel/parallel.h"

#include <algorithm>
#include <cstring>

namespace tenon::cpu {
namespace {

constexpr int64_t kSlots = 16; // more than threads that are of use for one convolution of this kind
constexpr int64_t kChunk = 32; // output positions of one patch matrix
constexpr double kOperationsPerNs = 20;

int64_t rounded(int64_t bytes) {
    return (bytes + 63) / 64 * 64;
}

int64_t depthOf(IntConvArgs const& a) {
    return a.channels * a.rows.kernel * a.columns.kernel;
}

int32_t oneOf(Bytes const& list, int64_t i) {
    if (list.data == nullptr)
        return 0;
    return list.isSigned ? static_cast<int8_t>(list.data[i]) : list.data[i];
}

/// Rows of a patch matrix: enough for pairs and for fours.
int64_t roomOf(IntConvArgs const& a) {
    return quadDepth(depthOf(a));
}

/// Adjacent output positions in one row of the output.
struct Segment {
    int64_t row, column, count;
};

/// The output positions of one chunk.
struct Chunk {
    int64_t count = 0;
    int64_t segments = 0;
    Segment segment[kChunk];

    Chunk(IntConvArgs const& a, int64_t first) {
        count = std::min(kChunk, a.rows.out * a.columns.out - first);
        for (int64_t done = 0; done < count; ++segments) {
            int64_t const at = first + done, column = at % a.columns.out;
            int64_t const run = std::min(count - done, a.columns.out - column);
            segment[segments] = {at / a.columns.out, column, run};
            done += run;
        }
    }
};

/// What one tap sees of one channel at the positions of a segment; `pad` where it lies outside the image.
void fillSegment(IntConvArgs const& a, Segment const& s, uint8_t const* image, int64_t tapRow, int64_t tapColumn,
                 uint8_t pad, uint8_t* to) {
    int64_t const y = a.rows.at(s.row, tapRow);
    if (y < 0 || y >= a.rows.in) {
        std::memset(to, pad, static_cast<size_t>(s.count));
        return;
    }
    uint8_t const* const line = image + y * a.columns.in;
    int64_t const x = a.columns.at(s.column, tapColumn), step = a.columns.stride;
    if (step == 1 && x >= 0 && x + s.count <= a.columns.in) {
        if (s.count == kChunk)
            std::memcpy(to, line + x, kChunk);
        else
            std::memcpy(to, line + x, static_cast<size_t>(s.count));
        return;
    }
    for (int64_t i = 0; i < s.count; ++i) {
        int64_t const at = x + i * step;
        to[i] = at >= 0 && at < a.columns.in ? line[at] : pad;
    }
}

/// Rows of kChunk bytes for all channels and taps of a group.
void fillPatches(IntConvArgs const& a, Chunk const& chunk, uint8_t const* image, uint8_t* to) {
    auto const pad = static_cast<uint8_t>(oneOf(a.zeroX, 0));
    for (int64_t c = 0; c < a.channels; ++c, image += a.rows.in * a.columns.in)
        for (int64_t r = 0; r < a.rows.kernel; ++r)
            for (int64_t k = 0; k < a.columns.kernel; ++k, to += kChunk) {
                uint8_t* at = to;
                for (int64_t s = 0; s < chunk.segments; at += chunk.segment[s++].count)
                    fillSegment(a, chunk.segment[s], image, r, k, pad, at);
            }
}

/// The weights as the product takes them, the sums of their rows, and the slots.
struct Space {
    bool quads;
    void* weights; ///< int16_t of evenDepth, or uint8_t of quadDepth
    void* sums;    ///< int32_t, or QuadRow
    uint8_t* slots;
    int64_t slot; ///< bytes of one

    explicit Space(IntConvArgs const& a) : quads(hasVnni()) {
        int64_t const channels = a.group * a.outChannels;
        auto* at = static_cast<std::byte*>(a.workspace);
        weights = at;
        at += rounded(2 * channels * roomOf(a));
        sums = at;
        at += rounded(8 * channels);
        slots = reinterpret_cast<uint8_t*>(at);
        slot = 2 * kChunk * roomOf(a);
    }
};

void prepareRows(IntConvArgs const& a, Space const& space, int64_t first, int64_t count, int32_t zero) {
    int64_t const depth = depthOf(a);
    Bytes const w{a.w.data + first * depth, a.w.isSigned};
    if (space.quads)
        unsignedRows(count, depth, w, depth, zero, static_cast<uint8_t*>(space.weights) + first * quadDepth(depth),
                     static_cast<QuadRow*>(space.sums) + first);
    else
        widenRows(count, depth, w, depth, zero, static_cast<int16_t*>(space.weights) + first * evenDepth(depth),
                  static_cast<int32_t*>(space.sums) + first);
}

void prepareWeights(IntConvArgs const& a, Space const& space) {
    int64_t const all = a.group * a.outChannels;
    if (!a.zeroOfEach)
        return prepareRows(a, space, 0, all, oneOf(a.zerosW, 0));
    for (int64_t o = 0; o < all; ++o)
        prepareRows(a, space, o, 1, oneOf(a.zerosW, o));
}

/// The product's operands that both kinds have.
template <class G>
G gemmOf(IntConvArgs const& a, int64_t columns, uint8_t const* packed, int32_t* c) {
    G g;
    g.m = a.outChannels, g.n = columns, g.k = depthOf(a);
    g.b = {packed, a.x.isSigned};
    if (oneOf(a.zeroX, 0) != 0)
        g.zeros = a.zeroX;
    g.c = c, g.ldc = a.rows.out * a.columns.out;
    return g;
}

/// One chunk of one group of one image, for output channels [begin, end) of the group.
void runChunk(IntConvArgs const& a, Space const& space, int64_t image, int64_t first, int64_t begin, int64_t end,
              uint8_t* room) {
    int64_t const depth = depthOf(a), rows = roomOf(a), row = image % a.group * a.outChannels;
    Chunk const chunk(a, first);
    int64_t const panels = ceilDiv(chunk.count, 16);
    uint8_t* const packed = room + kChunk * rows;
    fillPatches(a, chunk, a.x.data + image * a.channels * a.rows.in * a.columns.in, room);
    std::memset(room + kChunk * depth, 0, static_cast<size_t>(kChunk * (rows - depth)));
    int64_t const packedDepth = space.quads ? quadDepth(depth) : evenDepth(depth);
    for (int64_t panel = 0; panel < panels; ++panel)
        (space.quads ? interleaveQuads : interleavePairs)(packedDepth, room + panel * 16, kChunk,
                                                          packed + panel * 16 * packedDepth);
    int32_t* const c = a.y + image * a.outChannels * a.rows.out * a.columns.out + first;
    if (space.quads) {
        auto g = gemmOf<QuadGemmArgs>(a, chunk.count, packed, c);
        g.a = static_cast<uint8_t const*>(space.weights) + row * packedDepth;
        g.rows = static_cast<QuadRow const*>(space.sums) + row;
        quadGemmPart(g, begin, end, 0, panels);
    } else {
        auto g = gemmOf<IntGemmArgs>(a, chunk.count, packed, c);
        g.a = static_cast<int16_t const*>(space.weights) + row * packedDepth;
        g.sums = static_cast<int32_t const*>(space.sums) + row;
        intGemmPart(g, begin, end, 0, panels);
    }
}

/// Whether a group has one channel, and products would have few rows.
bool isDepthwise(IntConvArgs const& a) {
    return a.channels == 1 && a.outChannels <= 4 && a.rows.kernel * a.columns.kernel <= 64;
}

/// What one tap adds to a row of the output; places outside the image add nothing.
void addTap(IntConvArgs const& a, uint8_t const* line, int64_t tap, int32_t weight, int32_t* y) {
    WindowAxis const& c = a.columns;
    int64_t const start = c.at(0, tap);
    int64_t const first = start < 0 ? ceilDiv(-start, c.stride) : 0;
    int64_t const end = start < c.in ? std::min(c.out, (c.in - 1 - start) / c.stride + 1) : 0;
    int32_t const zero = oneOf(a.zeroX, 0);
    if (c.stride == 1 && first < end)
        return addScaledRow(end - first, weight, {line + start + first, a.x.isSigned}, zero, y + first);
    Bytes const from{line, a.x.isSigned};
    for (int64_t i = first; i < end; ++i)
        y[i] = static_cast<int32_t>(static_cast<uint32_t>(y[i]) +
                                    static_cast<uint32_t>(weight) *
                                        static_cast<uint32_t>(oneOf(from, start + i * c.stride) - zero));
}

void depthwiseRows(IntConvArgs const& a) {
    int64_t const taps = a.rows.kernel * a.columns.kernel, perImage = a.group * a.outChannels;
    int64_t const grain = kSerialNanoseconds / (taps * (a.columns.out / 4 + 4)) + 1;
    parallelFor(a.batch * perImage * a.rows.out, grain, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            int64_t const row = t % a.rows.out, channel = t / a.rows.out, o = channel % perImage;
            uint8_t const* const image = a.x.data + channel / a.outChannels * a.rows.in * a.columns.in;
            int32_t const zero = oneOf(a.zerosW, a.zeroOfEach ? o : 0);
            int32_t* const y = a.y + t * a.columns.out;
            std::fill_n(y, a.columns.out, 0);
            for (int64_t r = 0; r < a.rows.kernel; ++r)
                if (int64_t const at = a.rows.at(row, r); at >= 0 && at < a.rows.in)
                    for (int64_t k = 0; k < a.columns.kernel; ++k)
                        addTap(a, image + at * a.columns.in, k, oneOf(a.w, o * taps + r * a.columns.kernel + k) - zero,
                               y);
        }
    });
}

} // namespace

int64_t intConvWorkspace(IntConvArgs const& a) noexcept {
    int64_t const channels = a.group * a.outChannels;
    return rounded(2 * channels * roomOf(a)) + rounded(8 * channels) + kSlots * 2 * kChunk * roomOf(a);
}

void intConv(IntConvArgs const& args) noexcept {
    if (isDepthwise(args))
        return depthwiseRows(args);
    IntConvArgs a = args;
    WindowAxis &r = a.rows, &c = a.columns;
    bool const isPlain = r.kernel == 1 && c.kernel == 1 && r.stride == 1 && c.stride == 1 && r.before == 0 &&
                         r.after == 0 && c.before == 0 && c.after == 0;
    if (isPlain) { // rows follow each other: one long row
        c.in = c.out = r.in * c.in;
        r.in = r.out = 1;
    }
    Space const space(a);
    prepareWeights(a, space);
    int64_t const positions = r.out * c.out, images = a.batch * a.group, chunks = ceilDiv(positions, kChunk);
    if (images * chunks == 0)
        return;
    int64_t const parts = std::min(a.outChannels, std::max<int64_t>(1, threads() / (images * chunks)));
    int64_t const tasks = images * chunks * parts, slots = std::min(kSlots, tasks);
    double const ns = static_cast<double>(images * positions * a.outChannels * depthOf(a)) / kOperationsPerNs;
    parallelFor(slots, ns < kSerialNanoseconds ? slots : 1, [&](int64_t from, int64_t to) {
        for (int64_t slot = from; slot < to; ++slot)
            for (int64_t t = splitAt(tasks, slots, slot); t < splitAt(tasks, slots, slot + 1); ++t) {
                int64_t const part = t % parts, chunk = t / parts % chunks, image = t / parts / chunks;
                runChunk(a, space, image, chunk * kChunk, splitAt(a.outChannels, parts, part),
                         splitAt(a.outChannels, parts, part + 1), space.slots + slot * space.slot);
            }
    });
}

} // namespace tenon::cpu
