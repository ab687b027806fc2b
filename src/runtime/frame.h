// SPDX-License-Identifier: Apache-2.0
// A block at work: numbers of its shape program, tensors of its values, and for each step a call ready to be made. The
// main block has one frame for each Prepared; a step that owns blocks keeps a frame for each of them. enter() settles
// what stage 0 of the shape program decides: it may allocate and throw. run() makes the calls; steps whose shapes or
// boxes are known only then are settled on the way. A frame is used by one thread at a time.
#pragma once

#include "runtime/program.h"

#include <memory>
#include <optional>

namespace tenon::runtime {

struct ControlState;

/// Instances that serve any shape: one for each step, shared by all Prepareds of a context.
class Instances {
public:
    explicit Instances(Program const& program);
    Instance* get(BlockCode const& block, StepCode const& code, size_t profile);

private:
    std::vector<std::vector<std::vector<std::unique_ptr<Instance>>>> mMade; ///< [block][step][profile]
};

/// Gives the memory of an output whose dims become known during the run.
class OutputMemory {
public:
    virtual ~OutputMemory() = default;
    virtual void* memoryFor(int32_t io, std::span<int64_t const> dims,
                            int64_t bytes) = 0; ///< throws Error when there is none
};

class Frame;
struct Outcome;

/// Told of every step of the main block.
class StepObserver {
public:
    virtual ~StepObserver() = default;
    /// `code` ran and took so long; null: the run begins. False with the outcome set ends it.
    virtual bool ran(Frame const& frame, StepCode const* code, double microseconds, Outcome& outcome) noexcept = 0;
};

/// What all frames of a Prepared share.
struct Environment {
    Program const* program = nullptr;
    plan::Plan const* plan = nullptr;
    size_t profile = 0;
    std::byte* arena = nullptr;
    int64_t arenaBytes = 0;
    std::byte* spare = nullptr; ///< workspace of kernels that need more than the plan gives them
    std::byte* host = nullptr;
    int64_t hostBytes = 0;
    Instances* instances = nullptr;
    OutputMemory* outputs = nullptr;
};

/// How a run ended when it did not end well.
struct Outcome {
    Failure failure;
    StepCode const* step = nullptr;
    std::optional<Error> error;    ///< thrown on the way; else the failure tells
    int64_t turnsLeft = INT64_MAX; ///< of all loops of the run together

    Error take() const; ///< one Error of both, with the step's place
};

class Frame {
public:
    Frame(Environment const& env, BlockCode const& code);
    ~Frame();
    Frame(Frame const&) = delete;
    Frame& operator=(Frame const&) = delete;

    BlockCode const& code() const noexcept { return mCode; }
    Environment const& env() const noexcept { return mEnv; }

    /// The tensor that parameter `i` stands for. It is not copied, unless a box is wanted and a plain tensor given.
    void setParam(size_t i, Tensor const& from);
    /// Where the elements of an I/O value are (main block); relocate() then makes it count.
    void setAddress(int32_t value, void* address) noexcept;
    void relocate() noexcept;
    void enter();
    bool run(Outcome& outcome) noexcept;
    /// The same with a clock around every step, told to the observer.
    bool runObserved(Outcome& outcome, StepObserver& observer) noexcept;

    Tensor const& tensor(int32_t value) const noexcept { return mTensors[static_cast<size_t>(value)]; }
    Tensor const& result(size_t i) const noexcept { return tensor(mCode.block->results[i]); }
    /// True when the value is a box of this frame's own, so that its contents may be moved away after a run.
    bool ownsBox(int32_t value) const noexcept;
    /// Dims known once stage 0 is settled; absent for boxes and later stages.
    std::optional<std::vector<int64_t>> dims(int32_t value) const;

    /// The number of a slot that stage 0 decides; absent for others.
    std::optional<int64_t> number(Slot slot) const noexcept;

    /// Gives result `i` of a step that owns blocks: copied, or for a box moved when `take` is set.
    void store(plan::Step const& step, size_t i, Tensor const& from, bool take = false);

private:
    struct Call {
        Instance* instance = nullptr;
        Args args;
        bool isPlain = false;
        uint64_t epoch = 0; ///< of its stage, when it was settled
        StepCode const* code = nullptr;
        Tensor* inputs = nullptr; ///< args.inputs, args.outputs
        Tensor* outputs = nullptr;
        std::unique_ptr<Instance> own; ///< of a kernel that is made for one shape
        std::vector<int64_t> ownDims;
        std::unique_ptr<ControlState> control;
    };
    struct Stage {
        uint64_t epoch = 0; ///< counts the changes of its numbers or of those before
        uint64_t seen = 0;  ///< epoch of the stage before when it last ran
        bool dirty = true;
    };

    template <bool kObserved>
    bool runCalls(Outcome& outcome, StepObserver* observer) noexcept;
    bool runOther(Call& call, Outcome& outcome) noexcept;
    void finishStages();

    bool runStage(size_t number); ///< true when a number changed
    void bindSymbol(plan::SymbolBinding const& s);
    void checkUpper(plan::SymbolBinding const& s) const;
    void place(int32_t value); ///< dims and memory of a value whose stage is done
    void locate(int32_t value) noexcept;
    void writeContent(int32_t value);
    void checkParams() const;

    // settle.cpp
    void settle(Call& call);
    /// Facts of a step's results by those of its operands now.
    std::vector<Fact> inferred(StepCode const& code) const;
    /// For a value whose dims cannot be: what the step that computes it says, else `error` with its place.
    Error fromStepOf(int32_t value, Error error) const;
    Fact factOfValue(int32_t value, bool withElements) const;
    void checkResults(Call& call, std::vector<Fact>& results);
    void checkEpilogue(Call const& call) const;
    void checkRanges(Call const& call) const;
    void checkOverlap(Call const& call) const;
    bool mayOverwrite(Call const& call, size_t input) const;
    void chooseInstance(Call& call);
    void checkDeclared(int32_t value) const; ///< a box against what the plan says of it
    void fill(Call& call) noexcept;          ///< operand arrays from the values' tensors
    void refresh(Call& call);                ///< box results after the kernel set them

    Environment const& mEnv;
    BlockCode const& mCode;
    std::vector<int64_t> mSlots;
    std::vector<int64_t> mDims; ///< of all values that are no boxes
    std::vector<size_t> mDimsAt;
    std::vector<int64_t> mBytes; ///< of each value that is no box
    std::vector<Tensor> mTensors;
    std::vector<std::unique_ptr<Box>> mBoxes; ///< of box values; null for others
    std::vector<Tensor> mOperands;            ///< of all calls
    std::vector<Call> mCalls;
    std::vector<std::pair<Tensor*, int32_t>> mMovable; ///< operands of plain calls whose memory is given from outside
    std::vector<Stage> mStages;
    size_t mStage = 0;     ///< last stage that is done in this run
    bool mSettled = false; ///< plain calls fit the numbers of stage 0
    bool mMoved = false;   ///< an address changed since the operands were filled
};

} // namespace tenon::runtime
