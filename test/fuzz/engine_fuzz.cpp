// SPDX-License-Identifier: Apache-2.0
// Engine files from anywhere: load, and where that works prepare at the least shapes and run. The custom mutator
// (engine_mutator.cpp) starts from the codec's own files and writes right checksums, so that what lies behind the
// checksums is reached.
#include "base/log.h"
#include "fuzz/engine_mutator.h"
#include "runtime/context.h"

#include <cstring>
#include <filesystem>

using namespace tenon;
using fuzz::Bytes;

/// Boxes of absurd sizes are refused by the allocator, as on a machine that is full.
extern "C" char const* __asan_default_options() {
    return "max_allocation_size_mb=128:allocator_may_return_null=1";
}

namespace {

constexpr int64_t kMemory = int64_t{1} << 18; ///< of an engine that is run
constexpr int64_t kTurns = 200;

/// Bytes of dims that may be absurd; saturates.
int64_t bytesOfDims(DType type, std::vector<int64_t> const& dims) {
    int64_t count = 1;
    for (int64_t d : dims)
        if (__builtin_mul_overflow(count, d, &count) || count > (int64_t{1} << 50))
            return int64_t{1} << 50;
    return bytesFor(type, count);
}

Box boxFor(Type const& type) {
    Box box;
    box.kind = type.kind;
    box.dtype = type.dtype;
    if (type.kind == Kind::kTensor) {
        std::vector<int64_t> const dims(type.dims ? type.dims->size() : 1, 1);
        box.setTensor(type.dtype, dims);
        if (box.bytes() != 0)
            std::memset(box.data(), 0, static_cast<size_t>(box.bytes()));
    } else if (!type.inner.empty() && type.kind != Kind::kMap) {
        box.items.push_back(boxFor(type.inner[0]));
    }
    return box;
}

class Run {
public:
    explicit Run(std::shared_ptr<runtime::Engine> const& engine)
        : mEngine(*engine), mContext(engine, {.turnLimit = kTurns}), mMemory(engine->io().size()) {}

    void run() {
        if (!giveInputs())
            return;
        mContext.inferShapes();
        if (!giveOutputs())
            return;
        mContext.enqueue();
        mContext.enqueue();
    }

private:
    bool give(size_t i, std::vector<int64_t> const& dims) {
        int64_t const bytes = bytesOfDims(mEngine.ioValue(i).type.dtype, dims);
        if (bytes > kMemory)
            return false;
        mMemory[i].assign(static_cast<size_t>(bytes), std::byte{1}); // exactly so many: the sanitizer watches the end
        mContext.setAddress(i, mMemory[i].data());
        return true;
    }

    bool giveInputs() {
        auto const& io = mEngine.io();
        for (size_t i = 0; i < io.size() && io[i].input; ++i) {
            if (mEngine.ioValue(i).isBox()) {
                mContext.setInput(io[i].name, boxFor(mEngine.ioValue(i).type));
                continue;
            }
            std::vector<int64_t> dims;
            for (DimRange const& d : mEngine.plan().profiles[0].inputs[i].dims)
                dims.push_back(d.min);
            mContext.setInputShape(io[i].name, dims);
            if (!give(i, dims))
                return false;
        }
        return true;
    }

    bool giveOutputs() {
        auto const& io = mEngine.io();
        for (size_t i = 0; i < io.size(); ++i) {
            if (io[i].input || mEngine.ioValue(i).isBox())
                continue;
            auto const dims = mContext.shape(io[i].name);
            if (!dims || !give(i, *dims))
                return false;
        }
        return true;
    }

    runtime::Engine const& mEngine;
    runtime::Context mContext;
    std::vector<Bytes> mMemory;
};

} // namespace

/// Seeds go into the corpus folder, the first folder among the arguments.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    setLogSink([](Severity, std::string_view) {});
    for (int i = 1; i < *argc; ++i) {
        if (!std::filesystem::is_directory((*argv)[i]))
            continue;
        int number = 0;
        for (Bytes const& file : fuzz::seedFiles())
            writeFile(std::string((*argv)[i]) + "/seed_" + std::to_string(number++), file);
        break;
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
    try {
        auto const engine =
            runtime::Engine::load(Buffer::copy({reinterpret_cast<std::byte const*>(data), size}), builtinTable());
        for (size_t p = 0; p < engine->plan().profiles.size(); ++p)
            if (engine->arenaBytes(p) > kMemory)
                return 0;
        Run(engine).run();
    } catch (Error const&) {
    }
    return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed) {
    return fuzz::mutateFile(data, size, maxSize, seed);
}
