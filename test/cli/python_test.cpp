// SPDX-License-Identifier: Apache-2.0
// Programs that the command starts: how they end.
#include "python.h"

#include <gtest/gtest.h>

#include <csignal>

namespace tenon::cli {
namespace {

TEST(RunProgram, EndsWhenTheTimeIsUp) {
    Finished const late = runProgram({"sleep", "1000"}, 0.05);
    EXPECT_TRUE(late.late);
    EXPECT_EQ(late.signal, SIGKILL);
    Finished const silent = runProgram({"sh", "-c", "exec >&- 2>&-; exec sleep 1000"}, 0.05);
    EXPECT_TRUE(silent.late) << "its pipes are closed, and it goes on";
}

TEST(RunProgram, TellsHowItEnded) {
    Finished const done = runProgram({"sh", "-c", "echo out; echo err >&2; exit 3"}, 60);
    EXPECT_EQ(done.status, 3);
    EXPECT_EQ(done.out, "out\n");
    EXPECT_EQ(done.err, "err\n");
    EXPECT_FALSE(done.late);
    EXPECT_EQ(runProgram({"sh", "-c", "kill -TERM $$"}).signal, SIGTERM);
    Finished const none = runProgram({"/no/such/program"});
    EXPECT_EQ(none.status, -1);
    EXPECT_EQ(none.signal, 0);
}

} // namespace
} // namespace tenon::cli
