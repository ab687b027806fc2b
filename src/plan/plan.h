// SPDX-License-Identifier: Apache-2.0
// The Plan: all that the run time needs, as plain data. A list of blocks (block 0 is the main one), weights, profiles
// and I/O. Indices are local: a value index names a value of the same block, a slot an instruction of the block's shape
// program. The codec (codec.h) writes it to a file; verify() below is what every Plan passes before it runs, wherever
// it came from.
#pragma once

#include "base/buffer.h"
#include "kernel/problem.h"
#include "plan/info.h"
#include "shape/program.h"

#include <string>
#include <vector>

namespace tenon::plan {

/// Where a value's bytes are.
enum class Storage : uint8_t {
    kWeight, ///< weights[ref], in the weight's layout
    kIo,     ///< io[ref]: the caller's address (main block only)
    kArena,  ///< offsets[profile] bytes from the start of the arena
    kAlias,  ///< the bytes of value `ref` from byteOffset on, in this value's own layout
    kHost,   ///< small, read or written by shapes: offsets[profile] bytes from the start of the host memory
    kBox,    ///< owned by the run time: unknown rank, no bound, or no bytes (strings, sequences, optionals, maps)
};
std::string_view nameOf(Storage storage) noexcept;

struct Value {
    std::string name;
    Type type;              ///< kind and element type; for a ranked tensor the rank, its dims being `dims`
    std::vector<Slot> dims; ///< of a ranked tensor: one slot a dim
    Layout layout;
    Storage storage = Storage::kArena;
    int32_t ref = -1;
    std::vector<int64_t> offsets; ///< bytes, one a profile
    int64_t byteOffset = 0;       ///< of an alias
    bool whole = false;           ///< an alias of all elements: there must be as many of them in both
    std::vector<Slot>
        content; ///< of a host value that shapes compute: one slot an element, written when its stage is done
    std::vector<std::string> origins;

    bool isBox() const noexcept { return storage == Storage::kBox; }
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("type", self.type);
        visit("dims", self.dims);
        visit("layout", self.layout);
        visit("storage", self.storage);
        visit("ref", self.ref);
        visit("offsets", self.offsets);
        visit("byteOffset", self.byteOffset);
        visit("whole", self.whole);
        visit("content", self.content);
        visit("origins", self.origins);
    }
};

/// What runs a step in one profile.
struct Choice {
    std::string kernel; ///< name in the KernelTable; empty for steps that own blocks
    int32_t tactic = 0;
    int64_t workspaceOffset = 0; ///< in the arena
    int64_t workspaceBytes = 0;
    std::vector<std::string>
        fallbacks; ///< kernels of the same signature, next best first, for a machine that lacks this one

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("kernel", self.kernel);
        visit("tactic", self.tactic);
        visit("workspaceOffset", self.workspaceOffset);
        visit("workspaceBytes", self.workspaceBytes);
        visit("fallbacks", self.fallbacks);
    }
};

/// One operator. The signature that its kernel was chosen with is the layouts of its values.
/// Steps that own blocks ("if", "loop", "scan", "sequence_map") pass operands to block parameters as their operator
/// says.
struct Step {
    std::string name;
    std::string op;
    std::vector<std::byte> attrs; ///< encoded by the operator's AttrType
    std::optional<Epilogue> epilogue;
    std::vector<int32_t> inputs; ///< values; -1: absent
    std::vector<int32_t> outputs;
    std::vector<Choice> choices; ///< one a profile
    std::vector<int32_t> blocks;
    int32_t stage = 0; ///< stages 0..stage of the block's shape program are done before the step runs
    std::vector<std::string> origins;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("op", self.op);
        visit("attrs", self.attrs);
        visit("epilogue", self.epilogue);
        visit("inputs", self.inputs);
        visit("outputs", self.outputs);
        visit("choices", self.choices);
        visit("blocks", self.blocks);
        visit("stage", self.stage);
        visit("origins", self.origins);
    }
};

/// A symbol of a shape program and where its number comes from.
struct SymbolBinding {
    Slot slot = -1;
    std::string name;     ///< for messages
    int32_t value = -1;   ///< value of the block that it is read from
    int32_t index = 0;    ///< axis of the value's dims, or number of the element
    bool element = false; ///< true: an element of an integer or bool value, not a dim
    Slot upper = -1;      ///< slot of the greatest number allowed, or -1
    int32_t stage = 0;    ///< first stage that may read it: 0 for inputs, else after the steps that make `value`

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("slot", self.slot);
        visit("name", self.name);
        visit("value", self.value);
        visit("index", self.index);
        visit("element", self.element);
        visit("upper", self.upper);
        visit("stage", self.stage);
    }
};

struct Block {
    std::string name;
    std::vector<int32_t> params; ///< values; captures come last
    int32_t captures = 0;        ///< how many of the parameters are captured from the block around
    std::vector<Value> values;
    std::vector<Step> steps;
    std::vector<int32_t> results;
    ShapeProgram shapes;
    std::vector<SymbolBinding> symbols;
    std::vector<Slot> stageEnds; ///< stage k is the slots [stageEnds[k-1], stageEnds[k]); at least one stage

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("params", self.params);
        visit("captures", self.captures);
        visit("values", self.values);
        visit("steps", self.steps);
        visit("results", self.results);
        visit("shapes", self.shapes);
        visit("symbols", self.symbols);
        visit("stageEnds", self.stageEnds);
    }
};

/// A stored weight: elements of a static tensor in a layout, at an offset of the weight section.
struct Weight {
    std::string name;
    DType dtype = DType::kF32;
    std::vector<int64_t> dims;
    Layout layout;
    int64_t offset = 0; ///< multiple of 64; -1: left out (strip.h), and its expression gives it back
    int64_t bytes = 0;
    int32_t expression = -1; ///< index of the expression that gives its row-major elements, or -1 when not refittable

    bool isStripped() const noexcept { return offset < 0; }

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("dtype", self.dtype);
        visit("dims", self.dims);
        visit("layout", self.layout);
        visit("offset", self.offset);
        visit("bytes", self.bytes);
        visit("expression", self.expression);
    }
};

/// A node of a constant expression: a named source weight, a literal, or an operator applied to earlier expressions.
struct WeightExpression {
    std::string source;           ///< name of a source weight; then nothing else but the type is set
    Type type;                    ///< static
    std::vector<std::byte> bytes; ///< of a literal
    std::string op;               ///< empty for a leaf
    std::vector<std::byte> attrs;
    std::vector<int32_t> args; ///< earlier expressions; -1: absent
    int32_t result = 0;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("source", self.source);
        visit("type", self.type);
        visit("bytes", self.bytes);
        visit("op", self.op);
        visit("attrs", self.attrs);
        visit("args", self.args);
        visit("result", self.result);
    }
};

struct IoTensor {
    std::string name;
    bool input = true;
    int32_t value = -1;                ///< of the main block
    std::vector<std::string> dimNames; ///< "" for a fixed dim
    /// An input whose elements decide shapes: its values belong to the shape signature. An output that the network
    /// marks as one for shapes.
    bool hostRead = false;
    /// Of such an output whose elements follow from shapes: one slot of the main block an element.
    std::vector<Slot> content;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("input", self.input);
        visit("value", self.value);
        visit("dimNames", self.dimNames);
        visit("hostRead", self.hostRead);
        visit("content", self.content);
    }
};

/// A value of the main block that a listener may watch, under the name that it had in the network.
struct DebugTensor {
    std::string name;
    int32_t value = -1;
    bool unfused = false; ///< not marked by itself: it is there since the network wanted all that the build keeps

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("value", self.value);
        visit("unfused", self.unfused);
    }
};

/// Where the network has a source weight: what a refit by layer and role finds it by.
struct WeightPlace {
    std::string source, layer;
    int32_t role = 0; ///< nvinfer1::WeightsRole

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("source", self.source);
        visit("layer", self.layer);
        visit("role", self.role);
    }
};

/// A plugin library that travels in the engine.
struct Library {
    std::string name; ///< of the file that it came from, without its folder
    std::vector<std::byte> bytes;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("bytes", self.bytes);
    }
};

/// Ranges of dims (and of the elements of host-read inputs), one entry for each input in the order of Plan::io.
struct Profile {
    struct Input {
        std::vector<DimRange> dims;
        std::vector<DimRange> values; ///< of a host-read input
        template <class Self, class V>
        static void reflect(Self& self, V& visit) {
            visit("dims", self.dims);
            visit("values", self.values);
        }
    };
    std::vector<Input> inputs;
    int64_t arenaBytes = 0; ///< peak of the arena over the profile's range
    int64_t sumBytes = 0;   ///< of all arena values at the profile's maximum, had they not shared memory
    int64_t hostBytes = 0;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("inputs", self.inputs);
        visit("arenaBytes", self.arenaBytes);
        visit("sumBytes", self.sumBytes);
        visit("hostBytes", self.hostBytes);
    }
};

struct Plan {
    Info info;
    std::vector<IoTensor> io; ///< inputs first, then outputs, each in the order of the main block's params and results
    std::vector<Profile> profiles; ///< at least one
    std::vector<Block> blocks;     ///< at least one
    std::vector<Weight> weights;
    std::vector<WeightExpression> expressions;
    std::vector<WeightPlace> weightPlaces;
    std::vector<DebugTensor> debugTensors;
    std::vector<Library> libraries; ///< of plugins, in the order in which they are loaded
    Buffer weightBytes;             ///< the weight section; a slice of the mapped file after loading

    template <class Self, class V>
    static void reflect(Self& self, V& visit) { ///< all but info and weightBytes, which are sections of their own
        visit("io", self.io);
        visit("profiles", self.profiles);
        visit("blocks", self.blocks);
        visit("weights", self.weights);
        visit("expressions", self.expressions);
        visit("weightPlaces", self.weightPlaces);
        visit("debugTensors", self.debugTensors);
        visit("libraries", self.libraries);
    }
};

/// Text form for people and golden tests (weights as name, type, layout, bytes).
std::string toString(Plan const& plan);

/// Checks the structure: every index in range, every layout and expression well formed, aliases acyclic, offsets and
/// weights inside their memories, one choice a profile, values made before they are read. Throws DecodeError with the
/// block, step or value.
void verify(Plan const& plan);

} // namespace tenon::plan
