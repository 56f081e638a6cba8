// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/Escapes.h"
#include "tests/app/MachineLock.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <thread>
#include <vector>

/// On a host that cannot contain a run: processes that left it are named, and processes of others are not.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using bench::RemainingProcess;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using testing::ElementsAre;
using testing::IsEmpty;

/// The processes of a login's user that a run named. Other tests start processes of root at the same time,
/// which may belong to a run as well, through sudo.
std::vector<RemainingProcess> namedOf(const test::UnprivilegedLogin &login, const bench::RunState &state) {
    std::vector<RemainingProcess> named;
    std::copy_if(state.remaining.begin(), state.remaining.end(), std::back_inserter(named),
                 [&](const RemainingProcess &each) { return each.owner == login.user(); });
    return named;
}

testing::Matcher<RemainingProcess> isUnsure(pid_t pid) {
    return testing::AllOf(testing::Field(&RemainingProcess::pid, pid),
                          testing::Field(&RemainingProcess::reason, RemainingProcess::Reason::Unsure));
}

TEST(ContainedRun, WithNothingThatHoldsItNamesWhatMayHaveLeftIt) {
    const test::Sleepers sleepers;
    const test::MinimalHost bare;
    const test::UnprivilegedLogin login({"PATH=" + bare.path()});
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor(login.sshd()),
                       shellRun(*test::scriptOf(test::kEscapes[1], sleepers)), {}, recorder.events());
    ASSERT_TRUE(sleepers.waitForAlive(1));
    EXPECT_EQ(run->state().containment, "session");
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    const std::set<pid_t> alive = sleepers.alive();
    if (alive.empty()) { // seen before it was orphaned
        EXPECT_THAT(namedOf(login, recorder.last), IsEmpty());
        return;
    }
    EXPECT_EQ(recorder.last.phase, Phase::MayStillRun);
    EXPECT_THAT(namedOf(login, recorder.last), ElementsAre(isUnsure(*alive.begin()))) << recorder.last.why;
}

TEST(ContainedRun, WithNothingThatHoldsItEndsWhatIsInItsTreeAndSessions) {
    const test::MachineLock turn; // the next test's process looks like one of this run
    const test::Sleepers sleepers;
    const test::MinimalHost bare;
    const test::UnprivilegedLogin login({"PATH=" + bare.path()});
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(
        client, hostEndpointFor(login.sshd()),
        shellRun(fmt::format("{0} 1000 & setsid {0} 1000 & wait", sleepers.hidden())), {}, recorder.events());
    ASSERT_TRUE(sleepers.waitForAlive(2));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_THAT(sleepers.alive(), IsEmpty());
    EXPECT_THAT(namedOf(login, recorder.last), IsEmpty()) << recorder.last.why;
    EXPECT_THAT(recorder.last.why, testing::HasSubstr("others may remain"));
    if (!recorder.last.remaining.empty()) // root's, of other tests
        return;
    EXPECT_EQ(recorder.last.phase, Phase::Stopped);
    EXPECT_EQ(recorder.last.why, "stopped; the processes that could be seen have ended (no cgroup and no "
                                 "subreaper held the run on the host: others may remain)");
}

/// Renews its PID every 20 ms, in a session of its own with an empty environment, until the file `end`
/// exists: each look at all processes may miss it. It writes its PID to the file `pid`.
constexpr std::string_view kHopper = R"(import os, sys, time
folder = sys.argv[1]
if os.fork(): os._exit(0)
os.closerange(0, 64)
for turn in range(3000):
    os.setsid()
    time.sleep(0.02)
    if os.path.exists(folder + "/end"): os._exit(0)
    with open(folder + "/pid", "w") as file: file.write(str(os.getpid()))
    if os.fork(): os._exit(0)
)";

TEST(ContainedRun, WithNothingThatHoldsItClaimsNoEndOfWhatRenewsItsProcess) {
    const test::MachineLock turn;
    const test::TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms(0777));
    std::ofstream(folder.path() / "hopper.py") << kHopper;
    const test::MinimalHost bare;
    const test::UnprivilegedLogin login({"PATH=" + bare.path()});
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor(login.sshd()),
                       shellRun(fmt::format("env -i /usr/bin/python3 {0}/hopper.py {0}; echo up; sleep 1000",
                                            folder.path().string())),
                       {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("up\n"));
    const auto pid = [&] {
        return test::readFile((folder.path() / "pid").string());
    };
    for (int i = 0; i < 500 && pid().empty(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_THAT(recorder.last.why, testing::HasSubstr("others may remain"));
    EXPECT_THAT(recorder.last.why, testing::Not(testing::HasSubstr(kTreeHasEnded)));
    if (recorder.last.phase == Phase::MayStillRun) {
        EXPECT_THAT(recorder.last.why, testing::HasSubstr("as last seen"));
    }
    std::ofstream(folder.path() / "end") << "end";
}

/// The id of a detached run that something left and whose supervisor was killed; `end` is its last command.
std::string startedAndLost(const test::UnprivilegedLogin &login, const test::Sleepers &sleepers,
                           std::string_view end) {
    ToolRunOptions options;
    options.detached = true;
    RunRecorder recorder;
    remote::Client client;
    const std::string script = "env -i setsid sh -c '{0} 1000 </dev/null >/dev/null 2>&1 &'; sleep 1; "
                               "echo up; kill -9 $PPID; " +
                               std::string(end);
    const auto run = ToolRun::start(client, hostEndpointFor(login.sshd()),
                                    shellRun(fmt::format(fmt::runtime(script), sleepers.plain())), options,
                                    recorder.events());
    EXPECT_TRUE(recorder.waitForOutput("up\n")) << run->state().why;
    return run->state().id;
}

/// While it exists, this process adopts orphans below it, like a user's systemd.
class Subreaper {
public:
    Subreaper() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }
    ~Subreaper() { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }
    Subreaper(const Subreaper &) = delete;
    Subreaper &operator=(const Subreaper &) = delete;
};

TEST(ContainedRun, OfADetachedRunWhoseSupervisorIsKilledWhatLeftItIsNamedAtItsStop) {
    const test::Sleepers sleepers;
    const test::UnprivilegedLogin login;
    const std::string id = startedAndLost(login, sleepers, "exec {0} 1000");
    ASSERT_TRUE(sleepers.waitForAlive(2));
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::fetch(client, hostEndpointFor(login.sshd()), id, 0, {}, recorder.events());
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    if (!sleepers.alive().empty()) {
        EXPECT_EQ(recorder.last.phase, Phase::MayStillRun) << recorder.last.why;
    }
}

TEST(ContainedRun, OfADetachedRunThatIsKilledWithItsSupervisorWhatLeftItIsNamedByAFetch) {
    const test::Sleepers sleepers;
    const test::UnprivilegedLogin login;
    const std::string id = startedAndLost(login, sleepers, "kill -9 $$");
    ASSERT_TRUE(sleepers.waitForAlive(1));
    const auto fetched = [&] {
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::fetch(client, hostEndpointFor(login.sshd()), id, 0, {}, recorder.events());
        EXPECT_TRUE(recorder.waitForEnd());
        return recorder.last;
    };
    const bench::RunState state = fetched();
    if (state.containment == "subreaper" || state.containment == "session") { // a cgroup still has it
        EXPECT_EQ(state.phase, Phase::MayStillRun) << state.why;
        EXPECT_THAT(namedOf(login, state), testing::Contains(isUnsure(*sleepers.alive().begin())))
            << state.why;
    }
    for (const pid_t pid : sleepers.alive())
        ::kill(pid, SIGKILL);
    ASSERT_TRUE(sleepers.waitForExit(std::chrono::seconds(10)));
}

/// The first process of a container may never wait for its children: a killed supervisor remains as a zombie.
TEST(ContainedRun, OfADetachedRunWhoseSupervisorIsAZombieIsEndedByStop) {
    const Subreaper reaper;
    const test::Sleepers sleepers;
    const test::UnprivilegedLogin login;
    const std::string id = startedAndLost(login, sleepers, "exec {0} 1000");
    ASSERT_TRUE(sleepers.waitForAlive(2));
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::fetch(client, hostEndpointFor(login.sshd()), id, 0, {}, recorder.events());
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_THAT(recorder.last.phase, testing::AnyOf(Phase::Stopped, Phase::MayStillRun)) << recorder.last.why;
    EXPECT_LE(sleepers.alive().size(), 1U) << "only what left it";
}

/// Its tool keeps the output open, so that the channel stays.
TEST(ContainedRun, WhoseWholeSupervisorIsKilledIsNotReportedAsEndedByItsHost) {
    const test::Sleepers sleepers;
    const test::UnprivilegedLogin login;
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(
        client, hostEndpointFor(login.sshd()),
        shellRun(fmt::format("for p in $(cat /proc/$PPID/task/$PPID/children); do [ $p = $$ ] || kill -9 $p; "
                             "done; kill -9 $PPID; echo alone; exec {} 1000",
                             sleepers.plain())),
        {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("alone\n")) << run->state().why;
    ASSERT_TRUE(sleepers.waitForAlive(1));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Lost);
    EXPECT_THAT(recorder.last.why,
                testing::HasSubstr(
                    fmt::format("did not confirm the end of the run; process {} (", *recorder.last.pid)));
    EXPECT_THAT(recorder.last.why, testing::Not(testing::HasSubstr("lease")));
}

/// With the environment of the login except the run's mark, in its own session and orphaned.
constexpr const char *kWithoutMark = "(env -u FABRICSCOPE_RUN setsid /bin/sh -c '(setsid {} 1000 &) & exit' "
                                     "</dev/null >/dev/null 2>&1 &); exec sleep 1000";

void expectUnmarkedProcessNamed() {
    const test::Sleepers sleepers;
    const test::MinimalHost bare;
    const test::UnprivilegedLogin login({"PATH=" + bare.path()});
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor(login.sshd()),
                       shellRun(fmt::format(kWithoutMark, sleepers.plain())), {}, recorder.events());
    ASSERT_TRUE(sleepers.waitForAlive(1));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    const std::set<pid_t> alive = sleepers.alive();
    if (alive.empty()) { // seen before it was orphaned
        EXPECT_THAT(namedOf(login, recorder.last), IsEmpty());
        return;
    }
    EXPECT_EQ(recorder.last.phase, Phase::MayStillRun) << recorder.last.why;
    EXPECT_THAT(namedOf(login, recorder.last), ElementsAre(isUnsure(*alive.begin()))) << recorder.last.why;
}

TEST(StrayProcess, WithTheEnvironmentOfItsLoginIsNamed) {
    expectUnmarkedProcessNamed();
}

TEST(StrayProcess, ThatAnotherSubreaperTookIsNamed) {
    const Subreaper reaper;
    expectUnmarkedProcessNamed();
}

/// Another connection of the same user during the run; the processes it leaves behind do not belong to the
/// run.
TEST(StrayProcess, IsNoneOfAnotherLoginOfTheSameUser) {
    const test::Sleepers sleepers;
    const test::MinimalHost bare;
    const test::UnprivilegedLogin login({"PATH=" + bare.path()});
    for (const bool hasOwnReaper : {false, true}) {
        std::optional<Subreaper> reaper;
        if (hasOwnReaper)
            reaper.emplace();
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(client, hostEndpointFor(login.sshd()), shellRun("exec sleep 1000"),
                                        {}, recorder.events());
        ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
        test::run({"ssh", "-F", login.sshd().configFile(), "sshd0",
                   fmt::format("(setsid {} 1000 </dev/null >/dev/null 2>&1 &)", sleepers.plain())});
        ASSERT_TRUE(sleepers.waitForAlive(1));
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd());
        EXPECT_THAT(namedOf(login, recorder.last), IsEmpty()) << recorder.last.why;
        EXPECT_EQ(sleepers.alive().size(), 1U);
        for (const pid_t pid : sleepers.alive())
            ::kill(pid, SIGKILL);
        ASSERT_TRUE(sleepers.waitForExit(std::chrono::seconds(10)));
    }
}

} // namespace
} // namespace fabricscope::app
