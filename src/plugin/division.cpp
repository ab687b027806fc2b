// SPDX-License-Identifier: Apache-2.0
#include "plugin/division.h"

#include "kernel/parallel.h"
#include "plugin/watch.h"

#include "tenon/plugin.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

namespace tenon::plugin {
namespace {

constexpr int64_t kParallelBytes = 256 << 10; ///< less than this stays on one thread
constexpr int64_t kPieceBytes = 128 << 10;    ///< of all tensors of a piece: what stays in a core's cache

int64_t bitsOfElement(PluginTensorDesc const& desc) {
    return bitsOf(static_cast<DType>(desc.type));
}

int64_t elementsOf(nvinfer1::Dims const& dims) {
    int64_t n = 1;
    for (int32_t i = 0; i < dims.nbDims; ++i)
        n *= dims.d[i];
    return n;
}

int64_t partsOf(std::span<PluginTensorDesc const> descs) {
    int64_t bytes = 0;
    for (PluginTensorDesc const& d : descs) {
        if (d.dims.nbDims == 0 || d.dims.d[0] != descs[0].dims.d[0])
            return 1;
        bytes += bytesOf(d);
    }
    return descs.empty() ? 1 : std::min<int64_t>({descs[0].dims.d[0], threads(), bytes / kParallelBytes});
}

/// Elements of a piece; 0: all in one call.
int64_t pieceOf(std::span<PluginTensorDesc const> descs, bool hasEpilogue) {
    nvinfer1::Dims const& dims = descs[0].dims;
    int64_t bits = 0;
    for (PluginTensorDesc const& d : descs) {
        if (d.dims.nbDims != dims.nbDims || !std::equal(dims.d, dims.d + dims.nbDims, d.dims.d))
            return 0;
        bits += bitsOfElement(d);
    }
    int64_t const bytes = bits * elementsOf(dims) / 8;
    bool const pays = hasEpilogue ? bytes > kPieceBytes : threads() > 1 && bytes >= 2 * kParallelBytes;
    return dims.nbDims > 0 && pays ? kPieceBytes * 8 / bits / kTileElements * kTileElements : 0;
}

/// Runs `part(begin, end)`, which gives a status, over [0, n). What the first one throws comes out of it.
template <class F>
int32_t onThreads(std::string const& layer, int64_t n, int64_t grain, F&& part) {
    std::atomic<int32_t> status{0};
    std::mutex mutex;
    std::exception_ptr thrown; // the first one
    parallelFor(n, grain, [&](int64_t begin, int64_t end) {
        LayerScope const scope(layer); // on a thread of its own
        try {
            if (int32_t const s = part(begin, end); s != 0)
                status = s;
        } catch (...) {
            std::lock_guard const lock(mutex);
            if (thrown == nullptr)
                thrown = std::current_exception();
        }
    });
    if (thrown != nullptr)
        std::rethrow_exception(thrown);
    return status;
}

} // namespace

Division::Division(Plugin const& plugin, Attributes const& a, std::span<PluginTensorDesc const> descs,
                   bool hasEpilogue) {
    mPiece = isPiecewise(plugin, a) ? pieceOf(descs, hasEpilogue) : 0;
    if (mPiece == 0 && a.has(kTHREAD_PARALLEL))
        mParts = partsOf(descs);
}

int32_t Division::run(Work const& work, EpilogueRun const* epilogue) const {
    return isInPieces() ? inPieces(work, epilogue) : inParts(work);
}

int32_t Division::inParts(Work const& work) const {
    int64_t const whole = work.descs[0].dims.d[0], each = (whole + mParts - 1) / mParts;
    return onThreads(work.layer, mParts, 1, [&](int64_t begin, int64_t end) {
        std::vector<PluginTensorDesc> descs(work.descs.begin(), work.descs.end());
        std::vector<void const*> pointers(descs.size());
        int32_t status = 0;
        for (int64_t part = begin; part < end && status == 0; ++part) {
            int64_t const first = part * each, last = std::min(whole, first + each);
            if (first >= last)
                break;
            for (size_t i = 0; i < descs.size(); ++i) {
                pointers[i] = static_cast<std::byte const*>(work.pointers[i]) + bytesOf(work.descs[i]) / whole * first;
                descs[i].dims.d[0] = last - first;
            }
            status = callEnqueue(work.plugin, launchOf(descs, pointers, work.inputs, nullptr));
        }
        return status;
    });
}

int32_t Division::inPieces(Work const& work, EpilogueRun const* epilogue) const {
    int64_t const grain = kParallelBytes / kPieceBytes * mPiece;
    return onThreads(work.layer, elementsOf(work.descs[0].dims), grain, [&](int64_t begin, int64_t end) {
        std::vector<PluginTensorDesc> descs(work.descs.begin(), work.descs.end());
        std::vector<void const*> pointers(descs.size());
        int32_t status = 0;
        for (int64_t first = begin; first < end && status == 0; first += mPiece) {
            int64_t const count = std::min(mPiece, end - first);
            for (size_t i = 0; i < descs.size(); ++i) {
                pointers[i] = static_cast<std::byte const*>(work.pointers[i]) + first * bitsOfElement(descs[i]) / 8;
                nvinfer1::Dims& dims = descs[i].dims;
                std::fill_n(dims.d, dims.nbDims, 1);
                dims.d[dims.nbDims - 1] = count;
            }
            status = callEnqueue(work.plugin, launchOf(descs, pointers, work.inputs, nullptr));
            if (epilogue != nullptr && status == 0)
                epilogue->run(const_cast<void*>(work.pointers.back()), first, count);
        }
        return status;
    });
}

} // namespace tenon::plugin
