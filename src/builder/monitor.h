// SPDX-License-Identifier: Apache-2.0
// Who follows a build. Phases nest: "build" holds "passes", "timing" and "packing". All calls come from the building
// thread.
#pragma once

namespace tenon {

class BuildMonitor {
public:
    virtual ~BuildMonitor() = default;
    /// `parent` is null for the outermost phase. May throw, and so may step(): that ends the build.
    virtual void begin(char const* phase, char const* parent, int steps) = 0;
    virtual void step(char const* phase, int step) = 0; ///< step number `step`, from 0, is done
    virtual void end(char const* phase) noexcept = 0;   ///< also when the build fails inside the phase
};

/// A phase as long as the object lives.
class BuildPhase {
public:
    BuildPhase(BuildMonitor* monitor, char const* name, char const* parent, int steps)
        : mMonitor(monitor), mName(name) {
        if (mMonitor != nullptr)
            mMonitor->begin(name, parent, steps);
    }
    ~BuildPhase() {
        if (mMonitor != nullptr)
            mMonitor->end(mName);
    }
    BuildPhase(BuildPhase const&) = delete;
    BuildPhase& operator=(BuildPhase const&) = delete;

    void step() {
        if (mMonitor != nullptr)
            mMonitor->step(mName, mDone);
        ++mDone;
    }

private:
    BuildMonitor* mMonitor;
    char const* mName;
    int mDone = 0;
};

} // namespace tenon
