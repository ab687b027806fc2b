// SPDX-License-Identifier: Apache-2.0
// How a convolution to nChw16c is cut into tasks: a task is one image and group, a range of its output blocks, and a
// block of pixels. Plain arithmetic, shared by the convolutions from nChw16c and from a plain layout.
#pragma once

#include "backend/cpu/conv.h"
#include "backend/cpu/split.h"

namespace tenon::cpu {

/// The output's pixels in blocks: whole rows, or parts of one row, or, where rows are short, any consecutive pixels.
struct PixelBlocks {
    bool crossing = false; // blocks and tiles may cross the ends of rows
    int64_t partsOfRow = 1, rest = 1;

    static PixelBlocks cut(ConvDims const& d, int64_t rowsOfTile, int64_t pixels) {
        if (d.outH > 1 && d.outW * 2 <= rowsOfTile)
            return {true, 1, ceilDiv(d.outH * d.outW, pixels)};
        if (d.outW > pixels)
            return {false, ceilDiv(d.outW, pixels), d.outH};
        return {false, 1, ceilDiv(d.outH, pixels / d.outW)};
    }

    int64_t count() const { return partsOfRow * rest; }

    int64_t begin(ConvDims const& d, int64_t i) const {
        if (crossing)
            return splitAt(d.outH * d.outW, rest, i);
        if (partsOfRow > 1)
            return i / partsOfRow * d.outW + splitAt(d.outW, partsOfRow, i % partsOfRow);
        return splitAt(d.outH, rest, i) * d.outW;
    }
};

struct ConvTask {
    int64_t image, group;
    int64_t block, blockEnd; // output blocks within the group
    int64_t pixel, pixelEnd;
    bool crossing;
};

/// All tasks of a convolution, to be run in order of their number; a thread gets some that follow each other.
class ConvTasks {
public:
    /// `weightsOuter`: the weights are larger than the input, so they are the ones passed over once. Output dims must
    /// not be 0.
    ConvTasks(ConvDims const& dims, int64_t groups, int64_t groupBlocks, int64_t rowsOfTile, double nanoseconds,
              bool weightsOuter)
        : mDims(dims), mGroups(groups), mGroupBlocks(groupBlocks), mBlocks(std::min<int64_t>(4, groupBlocks)),
          mWeightsOuter(weightsOuter) {
        mSerial = threads() == 1 || nanoseconds < kSerialNanoseconds;
        // Four tasks a thread level out; none of less than about 4 microseconds.
        int64_t const wanted =
            mSerial ? 1 : std::clamp<int64_t>(static_cast<int64_t>(nanoseconds / 4000.0), 1, 4 * threads());
        int64_t pixels = 96;
        mPixels = PixelBlocks::cut(dims, rowsOfTile, pixels);
        if (count() < wanted)
            mBlocks = std::min<int64_t>(2, mBlocks);
        while (count() < wanted && pixels > 2 * rowsOfTile)
            mPixels = PixelBlocks::cut(dims, rowsOfTile, pixels /= 2);
        if (count() < wanted)
            mBlocks = 1;
    }

    int64_t count() const { return mDims.batch * mGroups * mPixels.count() * ceilDiv(mGroupBlocks, mBlocks); }
    int64_t grain() const { return mSerial ? count() : 1; }

    ConvTask operator[](int64_t i) const {
        int64_t const cuts = mPixels.count(), steps = ceilDiv(mGroupBlocks, mBlocks);
        int64_t const part = i / (cuts * steps), rest = i % (cuts * steps);
        int64_t const b = (mWeightsOuter ? rest / cuts : rest % steps) * mBlocks;
        int64_t const p = mWeightsOuter ? rest % cuts : rest / steps;
        return {part / mGroups,
                part % mGroups,
                b,
                std::min(mGroupBlocks, b + mBlocks),
                mPixels.begin(mDims, p),
                mPixels.begin(mDims, p + 1),
                mPixels.crossing};
    }

private:
    ConvDims mDims;
    int64_t mGroups, mGroupBlocks;
    int64_t mBlocks; // output blocks in a task
    PixelBlocks mPixels;
    bool mSerial = true, mWeightsOuter;
};

} // namespace tenon::cpu
