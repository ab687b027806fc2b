// SPDX-License-Identifier: Apache-2.0
#include "checker/explore.h"

#include "base/reflect_binary.h"
#include "checker/child.h"
#include "plugin/call.h"
#include "plugin/layouts.h"

#include <algorithm>
#include <set>

namespace tenon::checker {
namespace {

using nvinfer1::PluginFieldType;

/// Of a plugin that accepts nothing.
std::string refusal(plugin::Plugin const& plugin) {
    return plugin.takesFormats()
               ? "it accepts no types of the inputs in kLINEAR, nor in another format that tensors of "
                 "these shapes can have on the CPU"
               : "it accepts no types of the inputs in kLINEAR, the one format in which the older "
                 "generations are run";
}

/// In the child: goes as far as it gets and tells each stage.
void attemptBody(Target const& target, Setup const& setup, std::vector<std::vector<DType>> const& types) {
    Attempt a;
    try {
        Subject& subject = Subject::kept(target.library);
        subject.choose(target.key);
        auto plugin = subject.make(setup.fields);
        if (plugin == nullptr) {
            a.why = "createPlugin() gave null for the fields " + textOf(setup.fields);
            return sendValue(a);
        }
        a.stage = Stage::kMade;
        sendValue(a);
        std::vector<std::string> notes;
        Setup now = setup;
        a.combos = combosOf(*plugin, now, types, notes);
        if (a.combos.empty() && now.formats.empty()) {
            now.formats = formatsOf(*plugin, now, types);
            if (!now.formats.empty())
                a.combos = combosOf(*plugin, now, types, notes);
        }
        if (a.combos.empty()) {
            a.why = refusal(*plugin);
            return sendValue(a);
        }
        a.formats = now.formats;
        a.stage = Stage::kDeclared;
        sendValue(a);
        Stand stand(std::move(plugin), now, now.profile(), a.combos.front());
        a.stage = Stage::kConfigured;
        sendValue(a);
        Runner runner = stand.runner();
        stand.results(runner, now.profile().opt);
        a.stage = Stage::kRan;
        sendValue(a); // before they end, which may fail
    } catch (std::exception const& e) {
        auto const* const error = dynamic_cast<Error const*>(&e);
        a.why = error == nullptr ? e.what() : error->brief();
        // A number of outputs or tactics that cannot be has nothing to do with the shapes.
        a.throws =
            error != nullptr && (findingOf(*error, "").id == "exception" || error->summary().rfind("getNb", 0) == 0);
    }
    sendValue(a);
}

Attempt attempt(Target const& target, Setup const& setup, std::vector<std::vector<DType>> const& types,
                double seconds) {
    Attempt last;
    Ended const ended = inChild(
        seconds, [&] { attemptBody(target, setup, types); },
        [&](std::vector<std::byte> const& bytes) { BinaryReader(bytes.data(), bytes.size()).read(last); });
    last.hangs = ended.how == End::kHang;
    last.dies = ended.how != End::kDone;
    if (last.dies && last.why.empty())
        last.why = fmt::format("the process ended in {}()", ended.mark.method);
    return last;
}

constexpr int64_t kOpt[] = {2, 3, 4, 5, 2, 3, 2, 3}, kMax[] = {6, 9, 7, 8, 4, 5, 3, 4};

/// Equal shapes of a rank for all inputs. `dynamic`: how many dims from the first on are not fixed.
Profile guess(size_t inputs, size_t rank, size_t dynamic) {
    Shape min, opt, max;
    for (size_t k = 0; k < rank; ++k) {
        opt.push_back(kOpt[k]);
        min.push_back(k < dynamic ? 1 : kOpt[k]);
        max.push_back(k < dynamic ? kMax[k] : kOpt[k]);
    }
    return {{std::vector<Shape>(inputs, min), {}},
            {std::vector<Shape>(inputs, opt), {}},
            {std::vector<Shape>(inputs, max), {}}};
}

/// With numbers of channels that come out even in groups, as formats other than rows need them.
Profile withEvenChannels(Profile profile, bool limited) {
    Point const even = evenPoint(profile, limited);
    for (size_t i = 0; i < even.inputs.size(); ++i)
        if (size_t const rank = even.inputs[i].size(); rank == 4 || rank == 5)
            for (Point* const p : {&profile.min, &profile.opt, &profile.max})
                p->inputs[i][1] = even.inputs[i][1];
    return profile;
}

plugin::Fields guessFields(std::vector<DeclaredField> const& declared, double real, double whole) {
    plugin::Fields out;
    for (DeclaredField const& d : declared) {
        real += 0.25; // no two are equal: their order would not matter
        auto const type = static_cast<PluginFieldType>(d.type);
        bool const isReal = type == PluginFieldType::kFLOAT16 || type == PluginFieldType::kFLOAT32 ||
                            type == PluginFieldType::kFLOAT64 || type == PluginFieldType::kBF16;
        out.list.push_back(makeField(d.name, d.type,
                                     type == PluginFieldType::kCHAR ? 'a'
                                     : isReal                       ? real
                                                                    : whole,
                                     std::clamp(d.length, 1, 64)));
        if (type == PluginFieldType::kCHAR)
            out.list.back().data.push_back(std::byte{0}); // not counted
    }
    return out;
}

class Explorer {
public:
    Explorer(Target const& target, Spec const& spec, double seconds, std::vector<std::string>& notes)
        : mTarget(target), mSpec(spec), mSeconds(seconds), mNotes(notes) {}

    std::optional<Setup> run() {
        std::optional<Setup> setup = mSpec.inputs.empty() ? infer() : fromSpec();
        if (!setup)
            return std::nullopt;
        if (setup->combos.empty()) // it came not so far as to say what it takes
            setup->combos.emplace_back(setup->inputs, DType::kF32);
        if (!mHangs)
            findSecondFields(*setup);
        tellFormats(*setup);
        mNotes.push_back(fmt::format("run with the fields {}", textOf(setup->fields)));
        if (setup->second)
            mNotes.push_back(fmt::format("and with {}", textOf(*setup->second)));
        else if (!setup->fields.list.empty())
            mNotes.push_back("no other values of its fields were found with which it runs");
        return setup;
    }

private:
    void tellFormats(Setup const& setup) {
        if (setup.formats.empty())
            return;
        std::string text;
        for (nvinfer1::TensorFormat const f : setup.formats)
            text += fmt::format("{}{}", text.empty() ? "" : ", ", plugin::nameOf(f));
        mNotes.push_back(fmt::format("it refuses kLINEAR: run in {} with inputs of {} channels", text,
                                     setup.profile().opt.inputs.at(0).at(1)));
    }

    Setup setupFor(plugin::Fields fields, Profile profile) const {
        Setup out;
        out.fields = std::move(fields);
        out.inputs = profile.opt.inputs.size();
        out.profiles.push_back(std::move(profile));
        out.ranges.resize(out.inputs);
        out.seed = mSpec.seed;
        return out;
    }

    /// All dims dynamic where the plugin can do that, else the first one, else none.
    Attempt tryShapes(plugin::Fields const& fields, size_t inputs, size_t rank, Setup& setup) {
        Attempt best;
        std::vector<Profile> profiles;
        for (size_t const dynamic : {rank, std::min<size_t>(rank, 1), size_t{0}})
            profiles.push_back(guess(inputs, rank, dynamic));
        if (rank == 4)
            profiles.push_back(withEvenChannels(profiles.front(), false));
        for (Profile const& profile : profiles) {
            Setup now = setupFor(fields, profile);
            Attempt a = attempt(mTarget, now, {}, mSeconds);
            mRefuses = mRefuses || (a.stage == Stage::kMade && !a.isFault());
            if (a.stage > best.stage || setup.profiles.empty()) {
                best = a;
                setup = std::move(now);
                setup.combos = a.combos;
                setup.formats = a.formats;
            }
            // Another range is of use only where the shapes themselves were refused.
            if (a.hangs || a.stage == Stage::kRan || a.stage == Stage::kNothing || a.stage == Stage::kConfigured)
                break;
        }
        return best;
    }

    std::optional<Setup> infer() {
        std::optional<Setup> furthest;
        Attempt far;
        for (plugin::Fields const& fields : fieldSets(mTarget, mSpec)) {
            bool isMade = true;
            for (size_t inputs = 1; isMade && inputs <= 4; ++inputs)
                for (size_t const rank : {2, 3, 4, 1}) {
                    Setup setup;
                    Attempt const a = tryShapes(fields, inputs, rank, setup);
                    mHangs = a.hangs;
                    if (a.stage == Stage::kRan)
                        addRanks(setup, fields);
                    if (a.stage == Stage::kRan || a.hangs)
                        return setup;
                    if (!furthest || a.stage > far.stage) {
                        furthest = std::move(setup);
                        far = a;
                    }
                    isMade = a.stage != Stage::kNothing;
                    if (!isMade)
                        break;
                }
        }
        // What fails after it was configured is the plugin's doing; before that, the shapes may not be for it. But it
        // says so, and neither throws nor ends the process whatever it is asked.
        if (far.stage >= Stage::kDeclared || (far.stage == Stage::kMade && !mRefuses) ||
            (far.stage == Stage::kNothing && far.why.find("null") == std::string::npos))
            return furthest;
        mNotes.push_back(
            fmt::format("it could not be exercised: 1 to 4 inputs of equal shapes of rank 1 to 4 were tried, "
                        "and the attempt that came furthest ended with: {}; a spec (--spec) says what it takes",
                        far.why));
        return std::nullopt;
    }

    void addRanks(Setup& setup, plugin::Fields const& fields) {
        std::string ranks = fmt::format("{}", setup.profile().opt.inputs[0].size());
        for (size_t const rank : {1, 2, 3, 4}) {
            if (rank == setup.profile().opt.inputs[0].size())
                continue;
            Setup other;
            if (tryShapes(fields, setup.inputs, rank, other).stage != Stage::kRan || other.formats != setup.formats)
                continue;
            setup.profiles.push_back(other.profile());
            ranks += fmt::format(", {}", rank);
        }
        mNotes.push_back(fmt::format("no spec: found to take {} input{} of rank {}", setup.inputs,
                                     setup.inputs == 1 ? "" : "s of equal shapes", ranks));
        if (setup.profile().min == setup.profile().max)
            mNotes.push_back("it refuses dims that are not fixed: other sizes than one a rank were not run");
    }

    std::optional<Setup> fromSpec() {
        Profile p;
        std::vector<std::vector<DType>> types;
        for (InputSpec const& i : mSpec.inputs) {
            p.min.inputs.push_back(i.min);
            p.opt.inputs.push_back(i.opt);
            p.max.inputs.push_back(i.max);
            types.push_back(i.dtypes);
        }
        for (ShapeInputSpec const& s : mSpec.shapeInputs) {
            p.min.elements.push_back(s.min);
            p.opt.elements.push_back(s.opt);
            p.max.elements.push_back(s.max);
        }
        std::optional<Setup> out;
        for (plugin::Fields const& fields : fieldSets(mTarget, mSpec)) {
            Setup setup = setupFor(fields, p);
            setup.inferred = false;
            for (size_t i = 0; i < setup.inputs; ++i)
                setup.ranges[i] = mSpec.inputs[i].range;
            Attempt a = attempt(mTarget, setup, types, mSeconds);
            if (Profile const even = withEvenChannels(p, true); a.stage == Stage::kMade && !(even == p)) {
                setup.profiles = {even};
                a = attempt(mTarget, setup, types, mSeconds);
                if (a.stage <= Stage::kMade)
                    setup.profiles = {p};
            }
            setup.combos = a.combos;
            setup.formats = a.formats;
            mHangs = a.hangs;
            if (setup.combos.empty()) {
                setup.combos.emplace_back();
                for (auto const& t : types)
                    setup.combos.back().push_back(t.empty() ? DType::kF32 : t.front());
            }
            if (!out || a.stage == Stage::kRan || a.hangs)
                out = std::move(setup);
            if (a.stage == Stage::kRan || a.hangs)
                break;
            mNotes.push_back("the first attempt ended with: " + a.why);
        }
        return out;
    }

    /// Changes each number of the fields where the plugin still runs with it.
    void findSecondFields(Setup& setup) {
        plugin::Fields now = setup.fields;
        bool hasChanged = false;
        for (size_t i = 0; i < now.list.size(); ++i) {
            auto const type = static_cast<PluginFieldType>(now.list[i].type);
            if (type == PluginFieldType::kCHAR || type == PluginFieldType::kDIMS || type == PluginFieldType::kUNKNOWN)
                continue;
            double const v = numberOf(now.list[i]);
            bool const isReal = type == PluginFieldType::kFLOAT16 || type == PluginFieldType::kFLOAT32 ||
                                type == PluginFieldType::kFLOAT64 || type == PluginFieldType::kBF16;
            for (double const other : isReal ? std::vector{v * 1.5 + 0.25, v / 2} : std::vector{v + 1, v - 1, 0.0}) {
                plugin::Fields changed = now;
                changed.list[i] = makeField(now.list[i].name, now.list[i].type, other, now.list[i].count);
                Setup with = setup;
                with.fields = changed;
                std::vector<std::vector<DType>> types;
                for (size_t k = 0; k < setup.inputs; ++k)
                    types.push_back({setup.combo()[k]});
                Attempt const a = attempt(mTarget, with, types, mSeconds);
                if (a.hangs)
                    return;
                if (a.stage != Stage::kRan)
                    continue;
                now = std::move(changed);
                hasChanged = true;
                break;
            }
        }
        if (hasChanged)
            setup.second = std::move(now);
    }

    Target const& mTarget;
    Spec const& mSpec;
    double mSeconds;
    std::vector<std::string>& mNotes;
    bool mHangs = false;
    bool mRefuses = false; ///< an attempt ended with types or shapes that it does not take
};

} // namespace

std::vector<plugin::Fields> fieldSets(Target const& target, Spec const& spec) {
    if (spec.hasFields) {
        plugin::Fields out;
        for (FieldValue const& v : spec.fields)
            out.list.push_back(makeField(v, target.declared));
        return {out};
    }
    std::vector<plugin::Fields> out;
    if (!target.declared.empty())
        for (auto const& [real, whole] : {std::pair{0.5, 1.0}, std::pair{1.0, 0.0}, std::pair{2.0, 2.0}})
            out.push_back(guessFields(target.declared, real, whole));
    out.emplace_back(); // none at all
    return out;
}

std::optional<Setup> explore(Target const& target, Spec const& spec, double seconds, std::vector<std::string>& notes) {
    return Explorer(target, spec, seconds, notes).run();
}

} // namespace tenon::checker
