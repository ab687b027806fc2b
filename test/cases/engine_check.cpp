// SPDX-License-Identifier: Apache-2.0
#include "cases/engine_check.h"

#include "builder/builder.h"
#include "cases/kernel_check.h"
#include "kernel/evaluate.h"
#include "plan/codec.h"
#include "runtime/context.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tenon::test {
namespace {

bool isConstant(Case const& c, size_t i) {
    size_t const own = c.inputs.size();
    auto const& list = i < own ? c.constants : c.epilogue->constants;
    return std::find(list.begin(), list.end(), i < own ? i : i - own) != list.end();
}

std::string nameOfInput(size_t i) {
    return fmt::format("in{}", i);
}

/// The inputs of the graph: operands that are neither absent nor constant.
std::vector<size_t> inputsOf(Case const& c) {
    std::vector<size_t> out;
    auto const boxes = operandsOf(c, 0);
    for (size_t i = 0; i < boxes.size(); ++i)
        if (boxes[i] != nullptr && !isConstant(c, i))
            out.push_back(i);
    return out;
}

ir::Graph graphOf(KernelTable const& table, Case const& c) {
    ir::Graph g(table);
    std::vector<ir::ValueId> operands;
    auto const boxes = operandsOf(c, 0);
    for (size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i] == nullptr) {
            operands.push_back(ir::kNone);
        } else if (isConstant(c, i)) {
            Buffer const bytes = Buffer::copy({boxes[i]->data(), static_cast<size_t>(boxes[i]->bytes())});
            operands.push_back(
                g.addConstant(Constant::leaf(nameOfInput(i), factOf(*boxes[i]).type, bytes), nameOfInput(i)));
        } else {
            operands.push_back(g.addParam(0, factOf(*boxes[i]).type, nameOfInput(i)));
        }
    }
    size_t const own = c.inputs.size();
    std::vector<ir::ValueId> const mine(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(own));
    ir::NodeId const n = g.addNode(c.op, c.attrs, mine, c.results, 0, "node", {"node"});
    g.place(n);
    std::vector<ir::ValueId> results = g.node(n).results;
    if (c.epilogue) {
        std::vector<ir::ValueId> more{results[0]};
        more.insert(more.end(), operands.begin() + static_cast<std::ptrdiff_t>(own), operands.end());
        ir::NodeId const e =
            g.addNode("pointwise", PointwiseAttributes{c.epilogue->expression}, more, 1, 0, "epilogue", {"epilogue"});
        g.place(e);
        results[0] = g.node(e).results[0];
    }
    for (size_t i = 0; i < results.size(); ++i) {
        g.value(results[i]).name = fmt::format("out{}", i);
        g.value(results[i]).pinned = true;
        g.regions[0].results.push_back(results[i]);
    }
    return g;
}

/// One profile of exactly these dims, and of these elements where shapes may read them.
ProfileSpec profileOf(Case const& c) {
    ProfileSpec spec;
    auto const boxes = operandsOf(c, 0);
    for (size_t i : inputsOf(c)) {
        ProfileSpec::Input& in = spec.inputs[nameOfInput(i)];
        for (int64_t d : boxes[i]->dims)
            in.dims.push_back({d, d, d});
        if (boxes[i]->kind == Kind::kTensor && isInteger(boxes[i]->dtype))
            if (auto const content = contentOf(boxes[i]->dtype, boxes[i]->data(), boxes[i]->elements()))
                for (DimExpr const& e : *content)
                    in.values.push_back({e.value(), e.value(), e.value()});
    }
    return spec;
}

/// Keeps what a run writes.
class Memory final : public runtime::OutputAllocator {
public:
    void* reallocate(std::string_view, void*, int64_t bytes) noexcept override {
        mBuffer = Buffer::allocate(static_cast<size_t>(std::max<int64_t>(bytes, 1)), &mData);
        std::memset(mData, 0xff, mBuffer.size());
        return mData;
    }
    void notifyShape(std::string_view, std::span<int64_t const> dims) noexcept override {
        mDims.assign(dims.begin(), dims.end());
    }
    Box box(DType type) const {
        Box out;
        out.setTensor(type, mDims);
        if (out.bytes() != 0)
            std::memcpy(out.data(), mData, static_cast<size_t>(out.bytes()));
        return out;
    }

private:
    Buffer mBuffer;
    std::byte* mData = nullptr;
    std::vector<int64_t> mDims;
};

std::vector<Box> runEngine(Case const& c, std::shared_ptr<runtime::Engine const> engine) {
    runtime::Context context(engine);
    auto const boxes = operandsOf(c, 0);
    for (size_t i : inputsOf(c)) {
        size_t const io = engine->ioIndex(nameOfInput(i));
        if (engine->ioValue(io).isBox()) {
            context.setInput(nameOfInput(i), *boxes[i]);
            continue;
        }
        context.setInputShape(nameOfInput(i), boxes[i]->dims);
        context.setAddress(io, const_cast<std::byte*>(boxes[i]->data()));
    }
    std::vector<Memory> memory(c.results);
    for (size_t i = 0; i < c.results; ++i)
        if (!engine->ioValue(engine->ioIndex(fmt::format("out{}", i))).isBox())
            context.setAllocator(fmt::format("out{}", i), &memory[i]);
    context.run();
    std::vector<Box> out;
    for (size_t i = 0; i < c.results; ++i) {
        auto const name = fmt::format("out{}", i);
        plan::Value const& value = engine->ioValue(engine->ioIndex(name));
        out.push_back(value.isBox() ? context.output(name) : memory[i].box(value.type.dtype));
    }
    return out;
}

bool sameBits(Box const& a, Box const& b) {
    if (a.kind != b.kind || a.items.size() != b.items.size())
        return false;
    for (size_t i = 0; i < a.items.size(); ++i)
        if (!sameBits(a.items[i], b.items[i]))
            return false;
    return a.kind != Kind::kTensor || (a.dims == b.dims && a.strings == b.strings &&
                                       (a.dtype == DType::kString || a.bytes() == 0 ||
                                        std::memcmp(a.data(), b.data(), static_cast<size_t>(a.bytes())) == 0));
}

std::string difference(Case const& c, Box const& got, Box const& wanted) {
    if (got.kind != wanted.kind || got.items.size() != wanted.items.size())
        return "another kind of value, or another number of items";
    for (size_t i = 0; i < got.items.size(); ++i)
        if (auto const text = difference(c, got.items[i], wanted.items[i]); !text.empty())
            return fmt::format("item {}: {}", i, text);
    if (wanted.kind != Kind::kTensor)
        return {};
    if (wanted.dtype == DType::kString)
        return got.strings == wanted.strings && got.dims == wanted.dims ? "" : "other strings";
    return compare(c, got, wanted);
}

void checkBuild(KernelTable const& table, Case const& c, std::vector<Box> const& wanted, BuildOptions options,
                std::string const& who, std::vector<std::string>& out) {
    options.profiles = {profileOf(c)};
    options.staticCosts = true;
    plan::Plan plan = build(graphOf(table, c), options).plan;
    std::vector<std::byte> const file = plan::encodePlan(plan);
    auto const direct = runEngine(c, runtime::Engine::make(std::move(plan), table));
    auto const loaded = runEngine(c, runtime::Engine::load(Buffer::copy(file), table));
    for (size_t i = 0; i < wanted.size(); ++i) {
        if (auto const text = difference(c, direct[i], wanted[i]); !text.empty())
            out.push_back(fmt::format("{}, result {}: {}", who, i, text));
        if (!sameBits(direct[i], loaded[i]))
            out.push_back(fmt::format("{}, result {}: other bits after saving and loading", who, i));
    }
}

} // namespace

std::vector<std::string> checkEngine(KernelTable const& table, Case const& c) {
    std::vector<std::string> out;
    std::vector<Box> const wanted = referenceResults(table, c)[0];
    checkBuild(table, c, wanted, {}, "engine", out);
#ifdef TENON_SANITIZED // slow, and without an epilogue the steps are mostly the same
    if (!c.epilogue)
        return out;
#endif
    BuildOptions plain;
    plain.disabledPasses = {"all"};
    checkBuild(table, c, wanted, plain, "engine without fusion", out);
    return out;
}

} // namespace tenon::test
