// SPDX-License-Identifier: Apache-2.0
// A Plan as text, one line a value and a step.
#include "base/reflect_text.h"
#include "plan/blocks.h"
#include "plan/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace tenon::plan {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::string valueText(Value const& v, std::vector<DimExpr> const& slots) {
    Type type = v.type;
    if (type.dims)
        for (size_t i = 0; i < v.dims.size(); ++i)
            type.dims->at(i) = slots[static_cast<size_t>(v.dims[i])];
    std::string out = fmt::format("\"{}\" {} {} {}", v.name, toString(type), toString(v.layout), nameOf(v.storage));
    if (v.ref >= 0)
        out += fmt::format(" {}", v.ref);
    if (v.byteOffset != 0)
        out += fmt::format(" +{}", v.byteOffset);
    if (!v.offsets.empty())
        out += fmt::format(" @[{}]", fmt::join(v.offsets, ", "));
    if (!v.content.empty()) {
        out += " = [";
        for (size_t i = 0; i < v.content.size(); ++i)
            out += (i == 0 ? "" : ", ") + toText(slots[static_cast<size_t>(v.content[i])]);
        out += ']';
    }
    return out;
}

std::string list(std::vector<int32_t> const& values) {
    std::string out;
    for (int32_t v : values)
        out += fmt::format("{}{}", out.empty() ? "" : " ", v < 0 ? "_" : fmt::format("%{}", v));
    return out;
}

void printBlock(Out out, Block const& block, size_t number) {
    std::vector<DimExpr> const slots = slotExpressions(block);
    fmt::format_to(out, "block {} \"{}\" ({}) captures {} stages {}\n", number, block.name, list(block.params),
                   block.captures, block.stageEnds.size());
    for (SymbolBinding const& s : block.symbols)
        fmt::format_to(out, "  symbol s{} \"{}\" = {} {} of %{} from stage {}{}\n", s.slot, s.name,
                       s.element ? "element" : "dim", s.index, s.value, s.stage,
                       s.upper < 0 ? "" : fmt::format(", at most {}", toText(slots[static_cast<size_t>(s.upper)])));
    for (size_t i = 0; i < block.values.size(); ++i)
        fmt::format_to(out, "  %{} {}\n", i, valueText(block.values[i], slots));
    for (Step const& s : block.steps) {
        fmt::format_to(out, "  {} = {} ({}) \"{}\" stage {}", list(s.outputs), s.op, list(s.inputs), s.name, s.stage);
        if (s.epilogue)
            fmt::format_to(out, " then {}", toString(s.epilogue->expression));
        for (Choice const& c : s.choices)
            if (!c.kernel.empty())
                fmt::format_to(out, " {}#{} workspace {}", c.kernel, c.tactic, c.workspaceBytes);
        if (!s.blocks.empty())
            fmt::format_to(out, " blocks [{}]", fmt::join(s.blocks, ", "));
        fmt::format_to(out, " origins [{}]\n", fmt::join(s.origins, ", "));
    }
    fmt::format_to(out, "  -> {}\n", list(block.results));
}

} // namespace

std::string_view nameOf(Storage storage) noexcept {
    constexpr std::string_view kNames[] = {"weight", "io", "arena", "alias", "host", "box"};
    auto const i = static_cast<size_t>(storage);
    return i < std::size(kNames) ? kNames[i] : "unknown";
}

std::string toString(Plan const& plan) {
    std::string text;
    Out out(text);
    fmt::format_to(out, "plan device {}\n", plan.info.device);
    for (IoTensor const& t : plan.io)
        fmt::format_to(out, "{} \"{}\" %{}{}\n", t.input ? "input" : "output", t.name, t.value,
                       !t.hostRead ? "" : (t.input ? " read by shapes" : " for shapes"));
    for (Profile const& p : plan.profiles) {
        fmt::format_to(out, "profile arena {} of {} host {}\n", p.arenaBytes, p.sumBytes, p.hostBytes);
        for (Profile::Input const& in : p.inputs)
            fmt::format_to(out, "  {} values {}\n", textOf(in.dims), textOf(in.values));
    }
    for (size_t i = 0; i < plan.weights.size(); ++i) {
        Weight const& w = plan.weights[i];
        fmt::format_to(out, "weight {} \"{}\" {}[{}] {} {} bytes {}\n", i, w.name, nameOf(w.dtype),
                       fmt::join(w.dims, "x"), toString(w.layout), w.bytes,
                       w.isStripped() ? "left out" : fmt::format("at {}", w.offset));
    }
    for (WeightPlace const& w : plan.weightPlaces)
        fmt::format_to(out, "source \"{}\" is role {} of layer \"{}\"\n", w.source, w.role, w.layer);
    for (DebugTensor const& d : plan.debugTensors)
        fmt::format_to(out, "debug \"{}\" %{}\n", d.name, d.value);
    for (size_t i = 0; i < plan.blocks.size(); ++i)
        printBlock(out, plan.blocks[i], i);
    return text;
}

} // namespace tenon::plan
