// SPDX-License-Identifier: Apache-2.0
// Probes and what they are made of. A probe is a function that goes through numbered steps in a process of its own.
// When a step ends that process, the parent reports it and starts another one behind that step.
#pragma once

#include "checker/finding.h"
#include "checker/stand.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tenon::checker {

/// Inputs and outputs of one run, for a reference function.
struct Case {
    Point point;
    std::vector<Values> inputs, outputs;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("point", self.point);
        visit("inputs", self.inputs);
        visit("outputs", self.outputs);
    }
};

/// What a child tells.
struct Told {
    std::vector<Finding> findings;
    std::vector<std::string> notes;
    std::vector<ShapeRow> shapes;
    std::vector<Case> cases;
    std::vector<std::vector<std::byte>> blobs;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("findings", self.findings);
        visit("notes", self.notes);
        visit("shapes", self.shapes);
        visit("cases", self.cases);
        visit("blobs", self.blobs);
    }
};

class Steps {
public:
    /// `only`: end after step `first`.
    Steps(Subject& subject, Setup const& setup, std::string probe, int64_t first, bool only)
        : subject(subject), setup(setup), mProbe(std::move(probe)), mFirst(first), mOnly(only) {}

    Subject& subject;
    Setup const& setup;
    /// Instead of telling a parent.
    void listen(std::function<void(Told const&)> listener) { mListener = std::move(listener); }
    int deaths = 0;  ///< processes of this probe that have ended so far
    int variant = 0; ///< of probes that are made in several processes, whose results are compared
    std::vector<std::vector<std::byte>> const* blobs = nullptr; ///< that the variants before told

    /// Runs `body` unless the step was made before. What it throws becomes a finding: of `suspect` where that is not
    /// "", else by its kind; and so does the process's death in it.
    void step(std::string const& suspect, std::string const& shape, std::string const& wanted,
              std::function<void()> const& body);
    /// `method`: "" for the one that was called last.
    void report(std::string const& id, std::string const& method, std::string const& wanted, std::string const& given);
    void note(std::string const& text);
    /// The inputs that findings of this step are about from now on.
    void at(Point const& point);
    void tell(Told const& told);

    std::unique_ptr<plugin::Plugin> make(plugin::Fields const& fields) const;
    std::unique_ptr<plugin::Plugin> make() const { return make(setup.fields); }
    Stand stand() const { return stand(setup.profile()); }
    Stand stand(Profile const& profile) const { return stand(profile, setup.combo()); }
    Stand stand(Profile const& profile, std::vector<DType> const& combo) const {
        return Stand(make(), setup, profile, combo);
    }
    int64_t findings() const noexcept { return mFindings; }

private:
    std::function<void(Told const&)> mListener;
    std::string mProbe;
    int64_t mFirst, mNext = 0, mFindings = 0;
    bool mOnly;
};

/// The finding for an error that left an adaptor; `suspect` as for step().
Finding findingOf(std::exception const& error, std::string const& suspect);

/// Whether a fault is one of several calls together: what a single call does is not it.
bool isOfSequence(std::string_view suspect) noexcept;

/// Whether it is one of several threads at once.
bool isOfThreads(std::string_view suspect) noexcept;

struct Probe {
    std::string_view name;
    std::vector<std::string_view> ids; ///< that it reports; it may also report those of a process's death
    bool runs;                         ///< it calls enqueue(): left out where the first run fails
    void (*body)(Steps& steps);
};
/// In the order in which they are made. The first one is the first run.
std::vector<Probe> const& allProbes();

/// What a step wants that runs between pages that cannot be touched.
inline constexpr char const* kWithinBuffers = "reads and writes within its buffers";

void probeFirstRun(Steps& s);
void probeFields(Steps& s);
void probeFormats(Steps& s);
void probeShapes(Steps& s);
void probeClone(Steps& s);
void probeState(Steps& s);
void probeOtherProcess(Steps& s);
void probeStateBytes(Steps& s);
void probeMemory(Steps& s);
void probeHalf(Steps& s);
void probeWorkspace(Steps& s);
void probeRepeat(Steps& s);
void probeZero(Steps& s);
void probeDims(Steps& s);
void probeContexts(Steps& s);
void probeThreads(Steps& s);
void probeTraits(Steps& s);
void probeLife(Steps& s);
void probeLeak(Steps& s);
void probeAlias(Steps& s);
void probeValues(Steps& s);
void probeVariants(Steps& s);

/// Reports what a run did beside its result.
void reportNotes(Steps& s, Ran const& ran);

/// Points of a profile, the smallest first: one element, min, odd sizes, opt, max.
std::vector<Point> pointsOf(Profile const& profile);
/// One dim at a time long, the others short; the profile's limits hold only where `limited` is set.
std::vector<Point> tallPoints(Profile const& profile, bool limited);
/// The opt, with channels (axis 1 of inputs of rank 4 and 5) that come out even in groups as far as the profile allows
/// it; `limited` as above.
Point evenPoint(Profile const& profile, bool limited);
/// Those with a dim of 0: the first one, then each other one that is not fixed.
std::vector<Point> emptyPoints(Profile const& profile);

} // namespace tenon::checker
