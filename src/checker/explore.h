// SPDX-License-Identifier: Apache-2.0
// Finds out how a plugin can be used: which fields, how many inputs of which ranks and types it takes.
#pragma once

#include "checker/probe.h"

namespace tenon::checker {

/// How far one attempt came.
enum class Stage : uint8_t { kNothing, kMade, kDeclared, kConfigured, kRan };

struct Attempt {
    Stage stage = Stage::kNothing;
    std::vector<std::vector<DType>> combos;
    std::vector<nvinfer1::TensorFormat> formats; ///< as in a Setup
    std::string why;                             ///< it came no further
    bool throws = false;
    bool hangs = false, dies = false; ///< known to the parent alone; what hangs also dies
    bool isFault() const noexcept { return throws || dies; }

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("stage", self.stage);
        visit("combos", self.combos);
        visit("formats", self.formats);
        visit("why", self.why);
        visit("throws", self.throws);
    }
};

struct Target {
    std::string library; ///< "" for creators of this process
    plugin::Key key;
    plugin::CreatorKind kind = plugin::CreatorKind::kV3;
    bool isHost = false;
    std::vector<DeclaredField> declared;
    std::optional<Finding> unloading; ///< what the library does wrong as it is unloaded
    std::optional<Finding> reading;   ///< what the creator does wrong when it is asked for its names or fields
    bool isNamed = true;              ///< else its key says which one of the library it is, and it cannot be used
};

/// The types that a plugin takes at all positions, in the formats of the setup, for its first profile: float32 first.
/// What outputs are declared as comes first among theirs. `types`: those to try for each input; empty: all that there
/// are. Notes it when there are more than it lists.
std::vector<std::vector<DType>> combosOf(plugin::Plugin& plugin, Setup const& setup,
                                         std::vector<std::vector<DType>> const& types, std::vector<std::string>& notes);
/// Formats that it accepts at all positions, with some of those types; none where tensors of an engine on the CPU have
/// no such format at these shapes.
std::vector<nvinfer1::TensorFormat> formatsOf(plugin::Plugin& plugin, Setup const& setup,
                                              std::vector<std::vector<DType>> const& types);

/// Sets of fields to try: those of the spec where it has some, else guesses and none at all.
std::vector<plugin::Fields> fieldSets(Target const& target, Spec const& spec);

/// The setup that the spec describes, or the best that attempts give; absent, with `notes`, when the plugin cannot be
/// exercised. `notes` also says what was chosen. Each attempt runs in a process of its own.
std::optional<Setup> explore(Target const& target, Spec const& spec, double seconds, std::vector<std::string>& notes);

} // namespace tenon::checker
