// SPDX-License-Identifier: Apache-2.0
// Tile programs: an expression compiled to a list of calls, and their run. A value lives where it is needed: an operand
// of a type that calls compute in is read where it lies, the last call writes the result, and what is between lies in
// registers of one tile each. The tile is as long as keeps all registers within the first-level cache.
#include "kernel/tile.h"

#include "base/half.h"
#include "ops/pointwise/isa/calls.h"
#include "ops/pointwise/scalar.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <vector>

namespace tenon {
namespace ops::pointwise {
namespace {

constexpr int kMaxOperands = 32, kMaxConstants = 64, kMaxRegisters = 64;
constexpr int64_t kScratch = 32 * 1024; // bytes of registers
constexpr int64_t kBlockBytes = kRepeat * 8;

enum class Place : uint8_t { kOperand, kConstant, kRegister, kOut };
struct Location {
    Place place = Place::kOut;
    int32_t index = 0;
};

struct Step {
    Call call = nullptr;
    Location out;
    std::array<Location, 3> in{};
    int arity = 1;
    std::array<int64_t, 3> size{}; ///< bytes of an element of each source that is an operand
};

struct alignas(64) Block {
    std::byte data[kBlockBytes]; // filled by repeat(); left unset until then
};

template <class T>
void repeatAs(Block& block, void const* from, int64_t group) {
    T value[kRepeat];
    std::memcpy(value, from, static_cast<size_t>(group) * sizeof(T));
    for (int64_t i = group; i < kRepeat; ++i)
        value[i] = value[i % group];
    std::memcpy(block.data, value, sizeof value);
}

/// Fills a block with copies of the group of 1, 8 or 16 elements that lie at `from`.
void repeat(Block& block, void const* from, int64_t size, int64_t group) {
    auto fill = [&](auto sample) {
        using T = decltype(sample);
        if (group == 1)
            repeatAs<T>(block, from, 1);
        else if (group == 8)
            repeatAs<T>(block, from, 8);
        else
            repeatAs<T>(block, from, kRepeat);
    };
    if (size == 1)
        fill(uint8_t{});
    else if (size == 2)
        fill(uint16_t{});
    else if (size == 4)
        fill(uint32_t{});
    else
        fill(uint64_t{});
}

class Program final : public TileProgram {
public:
    std::vector<Step> steps;
    std::vector<Block> constants;
    std::vector<int64_t> operandSize; ///< bytes of an element
    std::vector<int64_t> registerAt;  ///< bytes from the start of the scratch, for each element of the tile
    int64_t outSize = 4;
    int64_t tile = 0; ///< elements; 0: no registers, any number at once

    void run(TileOperand const* operands, void* out, int64_t count) const noexcept override;

private:
    void runTile(Source const* operands, std::byte* scratch, std::byte* out, int64_t at, int64_t count) const noexcept;
};

void Program::runTile(Source const* operands, std::byte* scratch, std::byte* out, int64_t at,
                      int64_t count) const noexcept {
    for (Step const& step : steps) {
        Source in[3];
        for (int i = 0; i < step.arity; ++i) {
            auto const k = static_cast<size_t>(i);
            auto const index = static_cast<size_t>(step.in[k].index);
            switch (step.in[k].place) {
            case Place::kOperand:
                in[i] = operands[index];
                if (in[i].mask < 0)
                    in[i].data = static_cast<std::byte const*>(in[i].data) + at * step.size[k];
                break;
            case Place::kConstant:
                in[i] = {constants[index].data, kRepeat - 1};
                break;
            default:
                in[i].data = scratch + registerAt[index];
                break;
            }
        }
        void* const to = step.out.place == Place::kOut ? out + at * outSize
                                                       : scratch + registerAt[static_cast<size_t>(step.out.index)];
        step.call(to, in, count);
    }
}

void Program::run(TileOperand const* operands, void* out, int64_t count) const noexcept {
    Source sources[kMaxOperands];
    Block blocks[kMaxOperands]; // only those of repeated operands are touched
    for (size_t i = 0; i < operandSize.size(); ++i) {
        sources[i].data = operands[i].data;
        if (operands[i].step == 1)
            continue;
        repeat(blocks[i], operands[i].data, operandSize[i], std::max<int64_t>(1, operands[i].step));
        sources[i] = {blocks[i].data, kRepeat - 1};
    }
    alignas(64) std::byte scratch[kScratch];
    auto* const to = static_cast<std::byte*>(out);
    if (tile == 0)
        return runTile(sources, scratch, to, 0, count);
    for (int64_t at = 0; at < count; at += tile)
        runTile(sources, scratch, to, at, std::min(tile, count - at));
}

/// Compiles one expression. Registers are reused once the last reader of a value has run; sizes are not mixed, since a
/// call may write over what it reads only element by element.
class Compiler {
public:
    explicit Compiler(Expression const& e) : mExpression(e), mProgram(std::make_unique<Program>()) {}

    std::unique_ptr<Program> compile();
    size_t registers() const noexcept { return mRegisterSize.size(); }

private:
    NarrowCalls narrowCalls(DType type) const {
        if (type == DType::kF16)
            return mFloat.half;
        return type == DType::kBF16 ? mFloat.bfloat : integerCalls(type);
    }
    Call rowCall(RowId row, Form form) const {
        return form == Form::kF32 ? mFloat.rows[static_cast<size_t>(row)] : otherCall(row, form);
    }
    Location constant(Expression::Instr const& instr);
    Location takeRegister(int64_t size);
    void release(Location location);
    /// The location of a value in its form, loading an operand of a narrow type first.
    Location use(int32_t value);
    void emit(Call call, Location out, std::vector<Location> const& in);
    void instruction(size_t i);
    void countUses();
    void layOut();

    Expression const& mExpression;
    FloatCalls const& mFloat = floatCalls();
    std::unique_ptr<Program> mProgram;
    std::vector<std::optional<Location>> mWhere; ///< of each value, once it is there
    std::vector<int> mUses;                      ///< reads of each value that are still to come
    std::vector<int64_t> mRegisterSize;
    std::map<int64_t, std::vector<int32_t>> mFree; ///< by size
};

Location Compiler::constant(Expression::Instr const& instr) {
    Block block;
    auto fill = [&](auto value) { repeat(block, &value, sizeof value, 1); };
    withType(instr.type, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_same_v<T, double>)
            fill(instr.number);
        else if constexpr (std::is_same_v<T, float>)
            fill(static_cast<float>(instr.number));
        else if constexpr (std::is_class_v<T>)
            fill(static_cast<float>(T(static_cast<float>(instr.number))));
        else if constexpr (std::is_same_v<T, bool>)
            fill(static_cast<uint8_t>(instr.integer != 0));
        else if constexpr (sizeof(T) == 8)
            fill(instr.integer);
        else // the form of a narrower integer has 32 bits
            fill(
                static_cast<std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>>(static_cast<T>(instr.integer)));
    });
    mProgram->constants.push_back(block);
    return {Place::kConstant, static_cast<int32_t>(mProgram->constants.size() - 1)};
}

Location Compiler::takeRegister(int64_t size) {
    auto& free = mFree[size];
    if (!free.empty()) {
        int32_t const index = free.back();
        free.pop_back();
        return {Place::kRegister, index};
    }
    mRegisterSize.push_back(size);
    return {Place::kRegister, static_cast<int32_t>(mRegisterSize.size() - 1)};
}

void Compiler::release(Location location) {
    if (location.place == Place::kRegister)
        mFree[mRegisterSize[static_cast<size_t>(location.index)]].push_back(location.index);
}

Location Compiler::use(int32_t value) {
    auto const v = static_cast<size_t>(value);
    if (!mWhere[v]) { // an operand that is read for the first time
        Location const memory{Place::kOperand, value};
        DType const type = mExpression.inputs[v];
        Call const load = narrowCalls(type).load;
        mWhere[v] = load == nullptr ? memory : takeRegister(sizeOf(formOf(type)));
        if (load != nullptr)
            emit(load, *mWhere[v], {memory});
    }
    return *mWhere[v];
}

void Compiler::emit(Call call, Location out, std::vector<Location> const& in) {
    Step step;
    step.call = call;
    step.out = out;
    step.arity = static_cast<int>(in.size());
    for (size_t i = 0; i < in.size(); ++i) {
        step.in[i] = in[i];
        if (in[i].place == Place::kOperand)
            step.size[i] = mProgram->operandSize[static_cast<size_t>(in[i].index)];
    }
    mProgram->steps.push_back(step);
}

void Compiler::instruction(size_t i) {
    Expression::Instr const& instr = mExpression.code[i];
    size_t const self = mExpression.inputs.size() + i;
    bool const last = i + 1 == mExpression.code.size();
    if (!last && mUses[self] == 0)
        return; // nothing reads it
    std::vector<Location> in;
    Form from = formOf(instr.type);
    Call call = nullptr;
    if (instr.row == "const") {
        mWhere[self] = constant(instr);
        if (!last)
            return;
        in.push_back(*mWhere[self]);
        call = from == Form::kBool ? otherCall(RowId::k_identity, from) : rowCall(RowId::k_identity, from);
    } else {
        for (int32_t a : instr.args)
            if (a >= 0)
                in.push_back(use(a));
        for (size_t k = 0; k < in.size(); ++k)
            if (--mUses[static_cast<size_t>(instr.args[k])] == 0)
                release(in[k]);
        from = formOf(mExpression.typeOf(instr.args[in.size() - 1]));
        RowId const row = rowId(instr);
        call = row == RowId::k_cast ? castCall(from, instr.type) : rowCall(row, from);
    }
    NarrowCalls const narrow = narrowCalls(instr.type);
    Location const out{};
    if (last && narrow.store == nullptr)
        return emit(call, out, in);
    Location const to = takeRegister(sizeOf(formOf(instr.type)));
    emit(call, to, in);
    mWhere[self] = to;
    if (last)
        emit(narrow.store, out, {to});
    else if (narrow.round != nullptr)
        emit(narrow.round, to, {to});
}

void Compiler::countUses() {
    size_t const inputs = mExpression.inputs.size();
    mUses.assign(inputs + mExpression.code.size(), 0);
    for (size_t i = mExpression.code.size(); i-- > 0;)
        if (i + 1 == mExpression.code.size() || mUses[inputs + i] > 0)
            for (int32_t a : mExpression.code[i].args)
                if (a >= 0)
                    ++mUses[static_cast<size_t>(a)];
}

void Compiler::layOut() {
    int64_t perElement = 0;
    for (int64_t size : mRegisterSize)
        perElement += size;
    if (perElement == 0)
        return;
    mProgram->tile = std::min(kTileElements, kScratch / perElement / 64 * 64);
    int64_t at = 0;
    for (int64_t size : mRegisterSize) {
        mProgram->registerAt.push_back(at);
        at += size * mProgram->tile;
    }
}

std::unique_ptr<Program> Compiler::compile() {
    for (DType type : mExpression.inputs)
        mProgram->operandSize.push_back(bytesFor(type, 1));
    mProgram->outSize = bytesFor(mExpression.resultType(), 1);
    mWhere.resize(mExpression.inputs.size() + mExpression.code.size());
    countUses();
    if (mExpression.code.empty())
        emit(copyCall(mProgram->outSize), {}, {{Place::kOperand, 0}});
    for (size_t i = 0; i < mExpression.code.size(); ++i)
        instruction(i);
    layOut();
    return std::move(mProgram);
}

} // namespace
} // namespace ops::pointwise

std::string rejectTile(Expression const& e) {
    using namespace ops::pointwise;
    if (e.inputs.size() > kMaxOperands)
        return fmt::format("{} operands, at most {} have a place", e.inputs.size(), kMaxOperands);
    for (DType type : e.inputs)
        if (classOf(type) == 0)
            return fmt::format("operands of type {} are not computed with", nameOf(type));
    auto const constants =
        std::count_if(e.code.begin(), e.code.end(), [](auto const& instr) { return instr.row == "const"; });
    if (constants > kMaxConstants)
        return fmt::format("{} constants, at most {} have a place", constants, kMaxConstants);
    try {
        verify(e);
        checkRows(e);
    } catch (std::exception const& error) {
        return error.what();
    }
    Compiler compiler(e);
    compiler.compile();
    if (compiler.registers() > kMaxRegisters)
        return fmt::format("{} values at a time, at most {} have a place", compiler.registers(), kMaxRegisters);
    return {};
}

std::unique_ptr<TileProgram> makeTile(Expression const& e) {
    if (std::string const reason = rejectTile(e); !reason.empty())
        throw DecodeError("a pointwise expression without a tile program: " + reason);
    return ops::pointwise::Compiler(e).compile();
}

} // namespace tenon
