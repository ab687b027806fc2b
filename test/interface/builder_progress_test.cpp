// SPDX-License-Identifier: Apache-2.0
// A progress monitor: phases, and a build that it stops.
#include "models.h"

#include <gtest/gtest.h>

using namespace nvinfer1;
using test::own;
using test::Workshop;

namespace {

class Monitor final : public IProgressMonitor {
public:
    void phaseStart(char const* phase, char const* parent, int32_t steps) noexcept override {
        EXPECT_EQ(parent == nullptr ? "" : std::string(parent), mOpen.empty() ? "" : mOpen.back());
        mOpen.push_back(phase);
        names.push_back(phase);
        mSteps[phase] = steps;
    }
    bool stepComplete(char const* phase, int32_t step) override {
        EXPECT_LT(step, mSteps[phase]);
        ++calls;
        if (throws)
            throw std::runtime_error("the window was closed");
        return calls != stopAt;
    }
    void phaseFinish(char const* phase) noexcept override {
        EXPECT_EQ(mOpen.back(), phase);
        mOpen.pop_back();
    }
    bool isOver() const { return mOpen.empty(); }

    int calls = 0, stopAt = -1;
    bool throws = false;
    std::vector<std::string> names;

private:
    std::vector<std::string> mOpen;
    std::map<std::string, int> mSteps;
};

TEST(Progress, PhasesNestAndEnd) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    Monitor monitor;
    w.config->setProgressMonitor(&monitor);
    EXPECT_NE(w.build(), "");
    EXPECT_GT(monitor.calls, 4);
    EXPECT_TRUE(monitor.isOver());
    EXPECT_EQ(monitor.names, (std::vector<std::string>{"build", "passes", "timing", "packing"}));
}

TEST(Progress, NoStopsTheBuildAtAnyStep) {
    for (int at = 1;; ++at) {
        Workshop w;
        ASSERT_TRUE(w.parse(test::convModel()));
        Monitor monitor;
        monitor.stopAt = at;
        w.config->setProgressMonitor(&monitor);
        std::string const engine = w.build();
        EXPECT_TRUE(monitor.isOver());
        if (monitor.calls < at) {
            EXPECT_NE(engine, "");
            EXPECT_GT(at, 4);
            break;
        }
        EXPECT_EQ(engine, "") << at;
        EXPECT_TRUE(w.logger.says("TN-147"));
    }
}

TEST(Progress, AnExceptionOfTheMonitorIsReported) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    Monitor monitor;
    monitor.throws = true;
    w.config->setProgressMonitor(&monitor);
    EXPECT_EQ(w.build(), "");
    EXPECT_TRUE(w.logger.says("TN-155"));
    EXPECT_TRUE(w.logger.says("the window was closed"));
    EXPECT_TRUE(monitor.isOver());
}

// --- writers

} // namespace
