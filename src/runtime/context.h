// SPDX-License-Identifier: Apache-2.0
// Runs an engine: shapes, addresses and memory of one user. Contexts of one engine are independent of each other.
// Calls that set something up throw Error. enqueue() does not throw: it returns false and keeps the Error for
// takeError(). Once the shapes are prepared it allocates nothing, unless values are boxes. A context is used by one
// thread at a time; a stream may run what was queued.
#pragma once

#include "runtime/engine.h"
#include "runtime/prepared.h"
#include "runtime/stream.h"

#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace tenon::runtime {

/// Gives an output its memory when its size is known.
class OutputAllocator {
public:
    virtual ~OutputAllocator() = default;
    /// At least `bytes` bytes, 64-byte aligned; `current` is what it gave before. Null: there are none, and the run
    /// fails.
    virtual void* reallocate(std::string_view name, void* current, int64_t bytes) noexcept = 0;
    virtual void notifyShape(std::string_view name, std::span<int64_t const> dims) noexcept = 0;
};

/// Sees values that the plan lists as debug tensors while they are there.
class DebugListener {
public:
    virtual ~DebugListener() = default;
    /// `tensor` is row-major. False stops the run.
    virtual bool watch(std::string_view name, Tensor const& tensor) noexcept = 0;
};

struct ContextOptions {
    size_t preparedLimit = 16;           ///< sets of shapes that are remembered
    std::shared_ptr<ArenaSource> memory; ///< of the arena; null: the heap
    bool userMemory = false;  ///< the arena is setArena()'s alone; shapes can be worked out before it is there
    bool autoProfile = false; ///< a shape outside the active profile and inside another one makes that the active one
    /// Told of runs that failed in a stream, on the stream's thread.
    std::function<void(Error const&)> failed;
    /// Turns of all loops of one run together: a run that needs more fails. For engines that are not trusted to come to
    /// an end.
    int64_t turnLimit = INT64_MAX;
};

struct StepTime {
    StepCode const* step = nullptr;
    std::string_view kernel; ///< empty for a step that owns blocks
    double microseconds = 0;
};

class Context final : private OutputMemory, private StepObserver {
public:
    explicit Context(std::shared_ptr<Engine const> engine, ContextOptions const& options = {});
    ~Context() override; ///< waits for runs that are queued
    Context(Context const&) = delete;
    Context& operator=(Context const&) = delete;

    Engine const& engine() const noexcept { return *mEngine; }
    void setProfile(size_t profile);
    size_t profile() const noexcept { return mProfile; }
    void setAutoProfile(bool on);
    /// The arena's memory, 64-byte aligned and kept by the caller; null: the context allocates its own again.
    void setArena(void* memory, int64_t bytes);
    /// Takes the arena from now on from `memory` (null: the heap).
    void setMemory(std::shared_ptr<ArenaSource> memory) { mMemory = std::move(memory); }
    /// Allocates an arena of so many bytes now, so that no run has to. Throws Error kMemory.
    void allocateArena(int64_t bytes);
    int64_t arenaBytes() const { return mEngine->arenaBytes(mProfile); }

    void setInputShape(std::string_view name, std::span<int64_t const> dims);
    /// Elements of an input that shapes read; they are kept here, in place of an address. Waits for queued runs.
    void setHostValues(std::string_view name, std::span<int64_t const> values);
    void setAddress(std::string_view name, void* address) { setAddress(mEngine->ioIndex(name), address); }
    void setAddress(size_t io, void* address);
    /// An input that is a box: a tensor of unknown rank, strings, a sequence, optional or map. Not while a run is
    /// queued.
    void setInput(std::string_view name, Box box);
    void setAllocator(std::string_view name, OutputAllocator* allocator);
    Error unset(size_t io) const; ///< that the tensor has no address
    void* address(size_t io) const { return mIo.at(io).address; }
    /// An input whose dims (or whose value, for a box) are known.
    bool isShaped(size_t io) const { return mIo.at(io).shaped; }
    /// Elements of an integer tensor at its address; absent when dims or address are not known.
    std::optional<std::vector<int64_t>> hostValues(size_t io) const;
    /// Every input has dims, and those that shapes read have an address.
    bool isComplete() const;
    /// Watches debug tensors of the plan by their numbers from the next run on; null: no more.
    void watch(DebugListener* listener, std::vector<size_t> const& debugTensors);

    /// Prepares the shapes set, and writes outputs that are made of shapes to their addresses. Throws Error when they
    /// do not fit.
    void inferShapes();
    /// Dims of an output as far as shapes decide them; -1 for those that follow from data, or from inputs that have no
    /// shape yet. Absent: the rank is not known.
    std::optional<std::vector<int64_t>> knownShape(std::string_view name) const;
    /// Dims of an input or output: after inferShapes() those that follow from shapes; after a run all. Absent: not
    /// known yet.
    std::optional<std::vector<int64_t>> shape(std::string_view name) const;
    /// Dims of any value of the main block, as far as they are known.
    std::optional<std::vector<int64_t>> valueShape(int32_t value) const;
    /// Bytes that suffice for an output with the inputs set so far; -1 when inputs are not complete or there is no
    /// bound.
    int64_t maxOutputBytes(std::string_view name) const;
    /// An output that is a box, after a run.
    Box const& output(std::string_view name) const;

    /// Runs on the calling thread, or puts the run with the addresses as they are now into the stream.
    bool enqueue(Stream* stream = nullptr) noexcept;
    /// enqueue() on this thread that throws.
    void run();
    /// The first failure since the last call.
    std::optional<Error> takeError();

    /// Times every step of the runs from now on (which costs tens of nanoseconds a step).
    void setProfiler(bool on);
    /// Of the last run.
    std::vector<StepTime> const& stepTimes() const noexcept { return mTimes; }
    void idle(); ///< waits for the runs that are queued
    size_t preparedCount() const noexcept { return mCache.size(); }

private:
    friend class Stream;
    struct Io {
        void* address = nullptr;
        bool shaped = false; ///< an input whose dims are known
        bool given = false;  ///< they were set, and do not just follow from the profile
        std::vector<int64_t> dims;
        std::vector<std::byte> hostValues;
        Box box;
        OutputAllocator* allocator = nullptr;
    };

    void* memoryFor(int32_t io, std::span<int64_t const> dims, int64_t bytes) override;
    bool ran(Frame const& frame, StepCode const* code, double microseconds, Outcome& outcome) noexcept override;
    bool show(Frame const& frame, std::vector<size_t> const& numbers, Outcome& outcome);

    bool isReady() const noexcept;
    void prepare();
    void chooseProfile();
    void useProfile(size_t profile);
    bool takes(size_t profile) const;
    std::vector<plan::Profile::Input> exactInputs() const;
    void writeShapeOutputs();
    Error outside(size_t io, std::span<int64_t const> dims) const;
    void buildKey();
    bool hostValuesSame() const noexcept;
    std::shared_ptr<Prepared> make();
    void giveAddresses();
    void queue(Stream& stream);
    bool execute(Prepared& prepared, std::vector<void*> const& addresses) noexcept;
    bool executeQueued(Prepared& prepared, std::vector<void*> const& addresses) noexcept;
    void giveOutputs(Prepared& prepared, std::vector<void*> const& addresses);
    void fail(Error error) noexcept;
    void finished() noexcept;

    std::shared_ptr<Engine const> mEngine;
    size_t mProfile = 0;
    int64_t mTurnLimit;
    std::vector<Io> mIo;
    std::vector<void*> mAddresses;           ///< of all I/O, as the next run takes them
    std::shared_ptr<Program const> mProgram; ///< that mInstances are of
    std::shared_ptr<Instances> mInstances;
    std::shared_ptr<ArenaSource> mMemory;
    std::shared_ptr<Arena> mArena;
    bool mArenaGiven = false;
    bool mUserMemory, mAutoProfile;
    std::function<void(Error const&)> mFailed;
    PreparedCache mCache;
    std::shared_ptr<Prepared> mCurrent;
    std::vector<int64_t> mKey;
    std::vector<size_t> mHostKeys; ///< for each input that shapes read: where its elements begin in the key
    bool mChanged = true;          ///< shapes were set since mCurrent was chosen
    bool mHasBoxInputs = false;
    uint64_t mGeneration = 0;

    std::mutex mRunning;
    std::vector<void*> const* mRunAddresses = nullptr; ///< of the run in progress
    size_t mRunProfile = 0;
    std::mutex mErrorLock;
    std::optional<Error> mError;
    std::mutex mPendingLock;
    std::condition_variable mIdle;
    size_t mPending = 0;
    bool mTimed = false;
    std::vector<StepTime> mTimes;
    DebugListener* mListener = nullptr;
    std::map<int32_t, std::vector<size_t>>
        mWatched; ///< by number of the step that makes it; -1: there before all steps
};

} // namespace tenon::runtime
