// SPDX-License-Identifier: Apache-2.0
#include "checker/checker.h"

#include "base/reflect_binary.h"
#include "checker/death.h"
#include "checker/heap.h"
#include "checker/repro.h"
#include "checker/states.h"
#include "checker/widths.h"
#include "plugin/call.h"
#include "plugin/host.h"

#include <algorithm>
#include <csignal>

namespace tenon::checker {
namespace {

constexpr int kMostDeaths = 12; ///< of one probe, before it is given up

class CreatorCheck {
public:
    CreatorCheck(Options const& options, Target const& target) : mOptions(options), mTarget(target) {
        mReport.name = target.key.name;
        mReport.version = target.key.version;
        mReport.space = target.key.space;
    }

    CreatorReport run() {
        if (wantsNothing()) {
            mReport.generation = "not asked";
            mReport.notes.push_back("nothing was checked: --skip leaves nothing of what --only asks for");
            for (auto const& [id, reason] : mOptions.skip)
                mReport.skipped.push_back({id, reason});
            return std::move(mReport);
        }
        if (mTarget.reading) {
            ++mReport.probes;
            add(*mTarget.reading);
        }
        if (!mTarget.isNamed) {
            mReport.generation = "not known";
            mReport.notes.push_back("nothing else was checked: an engine cannot use it without its names");
            select();
            return std::move(mReport);
        }
        learnGeneration();
        if (!mOptions.isHost && !mTarget.isHost) {
            mReport.notes.push_back(
                "nothing was checked: nobody said that it runs on the CPU (TENON_HOST_PLUGIN beside its "
                "creator; --host where its enqueue() takes host pointers)");
            select();
            return std::move(mReport);
        }
        if (mTarget.unloading)
            add(*mTarget.unloading);
        std::optional<Setup> setup = explore(mTarget, mOptions.spec, mOptions.timeout, mReport.notes);
        if (!setup) {
            select();
            return std::move(mReport);
        }
        mSetup = std::move(*setup);
        mSetup.wantsCases = mOptions.reference != nullptr;
        for (Probe const& probe : allProbes())
            if (isWanted(probe))
                runProbe(probe);
        if (mOptions.only.empty() && mHangsAlways.empty())
            for (std::string const& note : wideFields(mTarget, mSetup, mOptions.timeout))
                addNote(note);
        finish();
        return std::move(mReport);
    }
    std::optional<Error> const& problem() const noexcept { return mProblem; }

private:
    static bool endsProcess(std::string const& id) {
        return id == "crash" || id == "hang" || id == "exception" || id == "status";
    }

    bool wantsNothing() const {
        auto const isSkipped = [&](auto const& id) { return mOptions.skip.contains(std::string(id)); };
        if (!mOptions.only.empty())
            return std::all_of(mOptions.only.begin(), mOptions.only.end(), isSkipped);
        auto const all = allFaults();
        return std::all_of(all.begin(), all.end(), [&](Fault const& f) { return isSkipped(f.id); });
    }

    bool isWanted(Probe const& probe) const {
        if (&probe == &allProbes().front() || probe.body == probeRepeat || mOptions.only.empty())
            return true;
        for (std::string const& id : mOptions.only)
            if (endsProcess(id) || std::find(probe.ids.begin(), probe.ids.end(), id) != probe.ids.end())
                return true;
        return false;
    }

    /// Of a plugin that one of the sets of fields makes.
    void learnGeneration() {
        for (plugin::Fields const& fields : fieldSets(mTarget, mOptions.spec)) {
            Ended const ended = inChild(
                mOptions.timeout, [&] { tellGeneration(fields); },
                [&](std::vector<std::byte> const& bytes) {
                    mReport.generation.assign(reinterpret_cast<char const*>(bytes.data()), bytes.size());
                });
            if (!mReport.generation.empty())
                return;
            if (ended.how == End::kHang) // with the others, too, perhaps: the time is better used elsewhere
                break;
        }
        mReport.generation = mTarget.kind == plugin::CreatorKind::kV3 ? "IPluginV3" : "IPluginV2 or a later form of it";
    }

    void tellGeneration(plugin::Fields const& fields) const {
        Subject& subject = Subject::kept(mTarget.library);
        subject.choose(mTarget.key);
        try {
            if (auto const made = subject.make(fields)) {
                std::string_view const name = plugin::kGenerationNames[static_cast<size_t>(made->generation())];
                auto const* const bytes = reinterpret_cast<std::byte const*>(name.data());
                send({bytes, bytes + name.size()});
            }
        } catch (Error const&) { // the probes tell
        }
    }

    void runProbe(Probe const& probe) {
        if (probe.runs && !mSetup.canRun) {
            mReport.skipped.push_back({std::string(probe.name), "the first run failed"});
            return;
        }
        if (!mHangsAlways.empty()) {
            mReport.skipped.push_back({std::string(probe.name), fmt::format("{}() does not end", mHangsAlways)});
            return;
        }
        ++mReport.probes;
        if (probe.body == probeStateBytes)
            return compareStates(probe);
        if (probe.body == probeOtherProcess)
            return compareProcesses(probe);
        mHangsAgain = false;
        int64_t first = 0;
        for (int deaths = 0;; ++deaths) {
            std::optional<int64_t> const died = runFrom(probe, first, 0, deaths);
            if (!died)
                break;
            if (*died < first || deaths == kMostDeaths || mHangsAgain) {
                mReport.notes.push_back(
                    fmt::format("the probe '{}' was not finished: its process ended {} times", probe.name, deaths + 1));
                break;
            }
            first = *died + 1;
        }
        if (&probe == &allProbes().front())
            judgeFirstRun(probe);
    }

    /// A method that every probe begins with and that does not end would take the time limit of each of them.
    void judgeFirstRun(Probe const& probe) {
        for (Finding const& f : mReport.findings)
            if (f.probe == probe.name) {
                mSetup.canRun = false;
                if (f.id == "hang" && f.method != "enqueue")
                    mHangsAlways = f.method;
            }
    }

    /// Damage that is seen where threads run is theirs, unless the method does it alone, too.
    void judgeDamage(Mark& m) {
        if (!m.isHeapDamaged)
            return;
        if (!isOfThreads(m.suspect))
            mDamaging.insert(m.method);
        else if (mDamaging.contains(m.method))
            m.suspect[0] = 0;
    }

    /// The step in which the process ended; absent when it came to the end.
    std::optional<int64_t> runFrom(Probe const& probe, int64_t first, int variant, int deaths = 0) {
        Ended ended = inChild(
            mOptions.timeout,
            [&] {
                mark().step = -1;
                if (variant != 0)
                    moveAddresses();
                Subject& subject = Subject::kept(mTarget.library);
                subject.choose(mTarget.key);
                Steps steps(subject, mSetup, std::string(probe.name), first, false);
                steps.variant = variant;
                steps.deaths = deaths;
                steps.blobs = &mBlobs;
                probe.body(steps);
            },
            [&](std::vector<std::byte> const& bytes) { take(bytes); });
        if (auto beside = findingBeside(ended, std::string(probe.name)))
            addBeside(std::move(*beside));
        if (ended.how == End::kDone)
            return std::nullopt;
        judgeDamage(ended.mark);
        if (ended.how == End::kExit && ended.code == kThrown) {
            mReport.notes.push_back(fmt::format("the probe '{}' was not finished: {}", probe.name, ended.text));
            return std::nullopt;
        }
        Finding f = findingOf(ended, std::string(probe.name));
        Mark const& m = ended.mark;
        mHangsAgain = ended.how == End::kHang && !mHanging.insert(f.method).second;
        // Wide loads from memory that is aligned less than an engine's are no fault.
        bool const isAlignment = probe.body == probeMemory && f.id == "crash" && ended.how == End::kSignal &&
                                 ended.code == SIGSEGV && ended.mark.address == 0 &&
                                 std::string_view(ended.mark.wanted) == kWithinBuffers;
        if (isAlignment)
            addNote("with buffers that end at a page it was not run: it needs memory that is aligned as an engine's");
        else if (std::string const place = m.place;
                 place.empty() || !isOfSequence(f.id) || mPlaces.insert(place).second) {
            mPlaces.insert(place);
            add(std::move(f));
        }
        return std::max<int64_t>(ended.mark.step, ended.mark.step < first ? first - 1 : first);
    }

    void take(std::vector<std::byte> const& bytes) {
        Told told;
        BinaryReader(bytes.data(), bytes.size()).read(told);
        for (Finding& f : told.findings)
            add(std::move(f));
        for (std::string const& n : told.notes)
            addNote(n);
        for (ShapeRow& row : told.shapes)
            mReport.shapes.push_back(std::move(row));
        for (Case& c : told.cases)
            mCases.push_back(std::move(c));
        for (auto& blob : told.blobs)
            mBlobs.push_back(std::move(blob));
    }

    void addNote(std::string const& text) {
        if (std::find(mReport.notes.begin(), mReport.notes.end(), text) == mReport.notes.end())
            mReport.notes.push_back(text);
    }

    /// One finding for each id and method: shapes come in rising size, so the first is the smallest.
    void add(Finding f) {
        for (Finding const& known : mReport.findings)
            if (known.id == f.id && known.method == f.method)
                return;
        mReport.findings.push_back(std::move(f));
    }

    /// Told once: which method ran when messages were lost is not sure.
    void addBeside(Finding f) {
        auto const isKnown = [&](Finding const& known) { return known.given == f.given; };
        if (std::none_of(mBeside.begin(), mBeside.end(), isKnown))
            mBeside.push_back(std::move(f));
    }

    void compareStates(Probe const& probe) {
        mBlobs.clear();
        if (runFrom(probe, 0, 0) || runFrom(probe, 0, 1) || mBlobs.size() != 8)
            return;
        for (Finding& f : stateFindings(mBlobs, !mTarget.library.empty())) {
            f.probe = probe.name;
            f.method = mTarget.kind == plugin::CreatorKind::kV3 ? "getFieldsToSerialize" : "serialize";
            add(std::move(f));
        }
    }

    /// The second process gets what the first one saved and computed.
    void compareProcesses(Probe const& probe) {
        mBlobs.clear();
        if (!runFrom(probe, 0, 0))
            runFrom(probe, 0, 1);
    }

    /// None where it fails, which is then told.
    std::vector<std::vector<Values>> askReference() {
        try {
            return mOptions.reference(mCases, mSetup.fields);
        } catch (Error const& e) {
            mProblem = e;
        } catch (std::exception const& e) {
            mProblem = Error(Message::kPluginCase, "the reference function failed").given(e.what());
        } catch (...) {
            mProblem = Error(Message::kPluginCase, "the reference function failed")
                           .given("an exception of another type than std::exception");
        }
        mReport.skipped.push_back({"wrong-value", "the outputs were not compared with the reference, which failed"});
        addNote(mProblem->brief());
        return {};
    }

    void compareWithReference() {
        if (!mOptions.reference || mCases.empty())
            return;
        std::sort(mCases.begin(), mCases.end(),
                  [](Case const& a, Case const& b) { return a.point.volume() < b.point.volume(); });
        auto const expected = askReference();
        for (size_t i = 0; i < mCases.size() && i < expected.size(); ++i) {
            auto const d = difference(expected[i], mCases[i].outputs, mOptions.spec.rtol, mOptions.spec.atol);
            if (!d)
                continue;
            Finding f;
            f.id = "wrong-value";
            f.probe = "values";
            f.method = "enqueue";
            f.shape = mCases[i].point.text();
            f.wanted = fmt::format("the outputs of the reference, within rtol {} and atol {}", mOptions.spec.rtol,
                                   mOptions.spec.atol);
            f.given = *d;
            return add(std::move(f));
        }
    }

    /// Where two calls in a row differ, every comparison does, and says nothing of what it looks for.
    void dropComparisons() {
        auto& all = mReport.findings;
        bool const isRandom = std::any_of(all.begin(), all.end(), [](Finding const& f) {
            return f.id == "nondeterministic" && f.given.rfind("called twice", 0) == 0;
        });
        auto isComparison = [](Finding const& f) {
            return f.id != "nondeterministic" && f.id != "wrong-value" &&
                   f.given.find(" differ, max abs ") != std::string::npos;
        };
        if (isRandom && std::erase_if(all, isComparison) != 0)
            addNote("what compares outputs of several runs was not judged: two calls in a row differ");
    }

    /// What the user wants to hear of.
    void select() {
        auto& all = mReport.findings;
        if (!mOptions.only.empty())
            std::erase_if(all, [&](Finding const& f) { return !mOptions.only.contains(f.id); });
        for (auto const& [id, reason] : mOptions.skip)
            if (std::erase_if(all, [&id = id](Finding const& f) { return f.id == id; }) != 0)
                mReport.skipped.push_back({id, reason});
    }

    void finish() {
        for (Finding& f : mBeside)
            add(std::move(f));
        compareWithReference();
        dropComparisons();
        select();
        if (mOptions.reproFolder.empty())
            return;
        for (Finding& f : mReport.findings) {
            f.repro = fmt::format("{}/{}-{}-{}", mOptions.reproFolder, asFileName(mTarget.key.name), f.id,
                                  asFileName(f.method));
            writeRepro(f.repro, {mTarget.library, mTarget.key, mTarget.kind == plugin::CreatorKind::kV3, f, mSetup, {}},
                       mOptions.timeout);
        }
    }

    Options const& mOptions;
    Target const& mTarget;
    CreatorReport mReport;
    Setup mSetup;
    std::vector<Case> mCases;
    std::vector<std::vector<std::byte>> mBlobs;
    std::vector<Finding> mBeside;    ///< which stop no probe
    std::set<std::string> mPlaces;   ///< in the plugin's code, where a process ended
    std::set<std::string> mHanging;  ///< methods that did not end
    std::set<std::string> mDamaging; ///< methods that damage the heap
    bool mHangsAgain = false;        ///< the last process, in one of those
    std::string mHangsAlways;        ///< a method that no probe comes past
    std::optional<Error> mProblem;   ///< of the reference
};

} // namespace

Report check(Options const& options) {
    Report report;
    report.library = options.library;
    std::vector<Target> const targets = targetsOf(options.library, options.timeout);
    for (Target const& t : targets) {
        bool const fits = (options.name.empty() || options.name == t.key.name) &&
                          (!options.version || *options.version == t.key.version) &&
                          (!options.space || *options.space == t.key.space);
        if (!fits)
            continue;
        Target target = t;
        if (!report.creators.empty()) // told once for a library
            target.unloading.reset();
        CreatorCheck one(options, target);
        report.creators.push_back(one.run());
        if (!report.problem)
            report.problem = one.problem();
    }
    if (report.creators.empty()) {
        std::string names;
        for (Target const& t : targets)
            names += (names.empty() ? "" : "; ") + t.key.text();
        throw Error(Message::kPluginNotFound, fmt::format("no creator of '{}' fits", options.library))
            .wanted(options.name.empty() ? "a creator" : options.name)
            .given(names.empty() ? "none at all" : names)
            .tip("a creator of the library's: `tenon plugin list` has them with their fields");
    }
    return report;
}

} // namespace tenon::checker
