// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/RunWords.h"
#include "app/jobs/SupervisorScript.h"
#include "tests/app/Escapes.h"
#include "tests/app/RunRecorder.h"
#include "tests/app/StandInDocker.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

/// Nothing leaves a run: not by a session, an environment or a parent of its own, nor by files that nobody
/// may read. What cannot be ended is named.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using bench::RemainingProcess;
using test::Escape;
using test::RunRecorder;
using test::shellRun;
using test::wayTo;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

class EscapedProcess : public testing::TestWithParam<Escape> {
protected:
    void SetUp() override {
        m_script = test::scriptOf(GetParam(), m_sleepers);
        if (!m_script)
            GTEST_SKIP() << "NOT TESTED: needs root and setcap";
    }
    [[nodiscard]] const std::string &script() const { return *m_script; }
    test::Sleepers m_sleepers;

private:
    std::optional<std::string> m_script;
};

TEST_P(EscapedProcess, IsEndedByStop) {
    const test::OrdinaryLogin login;
    const test::Bystander other("sleep");
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, wayTo(login.sshd()), shellRun(script()), {}, recorder.events());
    ASSERT_TRUE(m_sleepers.untilAlive(GetParam().count));
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(m_sleepers.alive(), IsEmpty());
    EXPECT_THAT(recorder.last.containment, AnyOf("cgroup", "scope", "subreaper"));
    EXPECT_TRUE(other.lives());
}

TEST_P(EscapedProcess, IsEndedWithTheLink) {
    const test::OrdinaryLogin login;
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, wayTo(login.sshd()), shellRun(script()), {}, recorder.events());
    ASSERT_TRUE(m_sleepers.untilAlive(GetParam().count));
    test::signalLink(login.sshd(), SIGKILL);
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_TRUE(m_sleepers.untilGone(30s));
}

TEST_P(EscapedProcess, OfADetachedRunIsEndedByStop) {
    const test::OrdinaryLogin login;
    std::string id;
    {
        RunRecorder recorder;
        remote::Client client;
        ToolRunOptions options;
        options.detached = true;
        const auto run =
            ToolRun::start(client, wayTo(login.sshd()), shellRun(script()), options, recorder.events());
        ASSERT_TRUE(m_sleepers.untilAlive(GetParam().count));
        ASSERT_TRUE(recorder.untilPhase(Phase::Running));
        id = run->state().id;
    }
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::fetch(client, wayTo(login.sshd()), id, 0, {}, recorder.events());
    ASSERT_TRUE(recorder.untilPhase(Phase::Running));
    EXPECT_EQ(m_sleepers.alive().size(), GetParam().count) << "it goes on without us";
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(m_sleepers.alive(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Each, EscapedProcess, testing::ValuesIn(test::kEscapes),
                         [](const auto &each) { return std::string(each.param.name); });

/// As the account that runs the test, on this machine and without SSH: root has a cgroup where it can.
TEST(ContainedRun, OnThisMachineHoldsADoubleForkToo) {
    const test::Sleepers sleepers;
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, wayTo("local:"), shellRun(*test::scriptOf(test::kEscapes[1], sleepers)), {},
                       recorder.events());
    ASSERT_TRUE(sleepers.untilAlive(1));
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(sleepers.alive(), IsEmpty());
}

TEST(ContainedRun, LeavesNoCgroupBehind) {
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, wayTo("local:"), shellRun("true"), {}, recorder.events());
    ASSERT_TRUE(recorder.untilEnd());
    std::error_code error;
    for (const auto &entry : fs::recursive_directory_iterator(
             "/sys/fs/cgroup", fs::directory_options::skip_permission_denied, error))
        EXPECT_EQ(entry.path().string().find("fabricscope-" + run->state().id), std::string::npos)
            << entry.path();
}

/// The shell that adopts what leaves the run is an ordinary process of the user, and the tool's parent.
TEST(ContainedRun, WhoseToolKillsWhatHeldItIsNotToldAsGone) {
    const test::Sleepers sleepers;
    const test::OrdinaryLogin login;
    RunRecorder recorder;
    remote::Client client;
    const std::string script = fmt::format("(env -i setsid {} 1000 </dev/null >/dev/null 2>&1 &); sleep 1; "
                                           "kill -9 $PPID; echo killed; exec sleep 1000",
                                           sleepers.plain());
    const auto run = ToolRun::start(client, wayTo(login.sshd()), shellRun(script), {}, recorder.events());
    ASSERT_TRUE(recorder.untilOutput("killed\n"));
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    const std::set<pid_t> alive = sleepers.alive();
    for (const pid_t pid : alive)
        ::kill(pid, SIGKILL);
    if (alive.empty()) // a cgroup or a scope holds it without that shell
        return;
    EXPECT_EQ(recorder.last.phase, Phase::MayStillRun) << recorder.last.why;
    EXPECT_THAT(recorder.last.remaining,
                testing::Contains(testing::Field(&RemainingProcess::pid, *alive.begin())));
}

/// It is another process by the time that all processes of the machine were looked at.
TEST(ContainedRun, EndsWhatStartsAnotherAndEndsAgainAndAgain) {
    const test::TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms(0777));
    const std::string pulse = (folder.path() / "pulse").string();
    const test::OrdinaryLogin login;
    RunRecorder recorder;
    remote::Client client;
    const std::string script = fmt::format(
        "(setsid perl -e '$SIG{{TERM}} = \"IGNORE\"; for (1..9000) {{ open F, \">>\", \"{}\"; print F \".\"; "
        "close F; select undef, undef, undef, .003; fork and exit }}' </dev/null >/dev/null 2>&1 &); "
        "exec sleep 1000",
        pulse);
    const auto run = ToolRun::start(client, wayTo(login.sshd()), shellRun(script), {}, recorder.events());
    const auto beats = [&] {
        std::error_code error;
        const auto size = fs::file_size(pulse, error);
        return error ? 0 : size;
    };
    for (int i = 0; i < 1200 && beats() < 20; ++i)
        std::this_thread::sleep_for(50ms);
    ASSERT_GE(beats(), 20U) << recorder.last.why;
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    const auto last = beats();
    std::this_thread::sleep_for(300ms);
    EXPECT_EQ(beats(), last) << "it goes on";
}

TEST(ContainedRun, WhoseToolStopsWhatHoldsItIsEndedAllTheSame) {
    const test::Sleepers sleepers;
    const test::OrdinaryLogin login;
    RunRecorder recorder;
    remote::Client client;
    const std::string script = fmt::format("kill -STOP $PPID; echo stopped; exec {} 1000", sleepers.plain());
    const auto run = ToolRun::start(client, wayTo(login.sshd()), shellRun(script), {}, recorder.events());
    ASSERT_TRUE(recorder.untilOutput("stopped\n"));
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(sleepers.alive(), IsEmpty());
}

class RunByRoot : public testing::Test {
protected:
    void SetUp() override {
        if (const auto why = test::SudoRights::whyNot())
            GTEST_SKIP() << "NOT TESTED: " << *why;
        m_login.emplace();
        m_rights.emplace(m_login->user());
    }
    std::optional<test::OrdinaryLogin> m_login;
    std::optional<test::SudoRights> m_rights;
    test::Sleepers m_sleepers;

    void expectNamed(const bench::RunState &state) const {
        EXPECT_EQ(state.phase, Phase::MayStillRun) << state.why;
        const std::set<pid_t> alive = m_sleepers.alive();
        ASSERT_EQ(alive.size(), 1U);
        ASSERT_FALSE(state.remaining.empty());
        const RemainingProcess &named = state.remaining.back();
        EXPECT_EQ(named,
                  (RemainingProcess{*alive.begin(), "plain", "root", RemainingProcess::Reason::Denied}));
        EXPECT_THAT(state.why, HasSubstr(fmt::format("process {} (plain) of root", named.pid)));
    }
};

TEST_F(RunByRoot, ThatSudoPassesTheSignalToIsEnded) {
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, wayTo(m_login->sshd()),
                       shellRun("sudo -n " + m_sleepers.plain() + " 1000 & wait"), {}, recorder.events());
    ASSERT_TRUE(m_sleepers.untilAlive(1));
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(m_sleepers.alive(), IsEmpty());
}

TEST_F(RunByRoot, ThatHeedsNoSignalOfOursIsNamedAndMayStillRun) {
    const std::string deaf = fmt::format("sudo -n sh -c 'trap \"\" TERM; exec {} 1000'", m_sleepers.plain());
    for (const std::string &script : {deaf + " & wait", "exec " + deaf}) {
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, wayTo(m_login->sshd()), shellRun(script), {}, recorder.events());
        ASSERT_TRUE(m_sleepers.untilAlive(1));
        run->stop();
        ASSERT_TRUE(recorder.untilEnd());
        expectNamed(recorder.last);
        for (const pid_t pid : m_sleepers.alive())
            ::kill(pid, SIGKILL);
        ASSERT_TRUE(m_sleepers.untilGone(10s));
    }
}

TEST_F(RunByRoot, OfADetachedRunIsNamedToo) {
    RunRecorder recorder;
    remote::Client client;
    ToolRunOptions options;
    options.detached = true;
    const auto run = ToolRun::start(
        client, wayTo(m_login->sshd()),
        shellRun(fmt::format("sudo -n setsid -f env -i {} 1000; exec sleep 1000", m_sleepers.plain())),
        options, recorder.events());
    ASSERT_TRUE(m_sleepers.untilAlive(1));
    ASSERT_TRUE(recorder.untilPhase(Phase::Running));
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    expectNamed(recorder.last);
}

/// A container of podman with storage of its own and busybox as all there is in it.
class RunOfAContainer : public testing::Test {
protected:
    void SetUp() override {
        if (geteuid() != 0 ||
            std::system("command -v podman runc >/dev/null 2>&1") != 0) // NOLINT(concurrency-mt-unsafe)
            GTEST_SKIP() << "NOT TESTED: needs root, podman and runc";
        test::makeSmallRoot(at("root"), "made container");
        m_podman = {"podman",
                    "--root",
                    at("storage"),
                    "--runroot",
                    at("run"),
                    "--cgroup-manager=cgroupfs",
                    "--runtime",
                    "runc",
                    "--events-backend=file",
                    "--storage-driver=vfs"};
        if (!runs({"run", "--rm", "--network=host", "--uts=private", "--ulimit", "nofile=1024:1024",
                   "--ulimit", "nproc=4096:4096", "--rootfs", at("root"), "/bin/id"}))
            GTEST_SKIP() << "NOT TESTED: podman starts no container here";
    }
    void TearDown() override {
        if (!m_podman.empty())
            runs({"rm", "-a", "-f", "-t", "0"});
    }

    [[nodiscard]] bench::RunSpec spec(bool detachedContainer) const {
        bench::RunSpec spec = shellRun("");
        spec.command.words = m_podman;
        for (const char *word : {"run", "--network=host", "--uts=private", "--ulimit", "nofile=1024:1024",
                                 "--ulimit", "nproc=4096:4096"})
            spec.command.words.emplace_back(word);
        if (detachedContainer)
            spec.command.words.emplace_back("-d");
        for (const std::string &word :
             {std::string("--rootfs"), at("root"), std::string("/bin/sleep"), m_seconds})
            spec.command.words.push_back(word);
        return spec;
    }
    /// By the words of their processes: none of them knows of a run.
    [[nodiscard]] std::size_t inside() const {
        std::size_t count = 0;
        std::error_code error;
        for (const auto &entry : fs::directory_iterator("/proc", error)) {
            const std::string words = test::readFile(entry.path() / "cmdline");
            count += words == std::string("/bin/sleep\0", 11) + m_seconds + '\0' ? 1 : 0;
        }
        return count;
    }
    [[nodiscard]] bool untilInside(std::size_t count) const {
        for (int i = 0; i < 600 && inside() != count; ++i)
            std::this_thread::sleep_for(50ms);
        return inside() == count;
    }

private:
    [[nodiscard]] std::string at(const char *name) const { return (m_folder.path() / name).string(); }
    bool runs(const std::vector<std::string> &words) const {
        std::string line;
        for (const auto *each : {&m_podman, &words})
            for (const std::string &word : *each)
                line += word + " ";
        return std::system((line + " >/dev/null 2>&1").c_str()) == 0; // NOLINT(concurrency-mt-unsafe)
    }

    test::TemporaryFolder m_folder;
    std::vector<std::string> m_podman;
    std::string m_seconds = std::to_string(100000 + getpid());
};

TEST_F(RunOfAContainer, IsEndedByItsEngineWithStop) {
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, wayTo("local:"), spec(false), {}, recorder.events());
    ASSERT_TRUE(untilInside(1));
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_EQ(inside(), 0U);
}

TEST_F(RunOfAContainer, ThatGoesOnInTheBackgroundIsEndedWithTheRun) {
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, wayTo("local:"), spec(true), {}, recorder.events());
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Ended) << recorder.last.why;
    EXPECT_EQ(recorder.last.exitStatus, 0) << recorder.err;
    EXPECT_EQ(inside(), 0U);
}

TEST_F(RunOfAContainer, ThatAScriptStartsIsEndedToo) {
    RunRecorder recorder;
    remote::Client client;
    bench::RunSpec script = spec(false);
    const std::vector<std::string> front = {"/bin/sh", "-c", "\"$@\"; exit 3", "sh"};
    script.command.words.insert(script.command.words.begin(), front.begin(), front.end());
    const auto run = ToolRun::start(client, wayTo("local:"), script, {}, recorder.events());
    ASSERT_TRUE(untilInside(1));
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_EQ(inside(), 0U);
}

/// A host without perl, python3 and systemd: nothing there makes a shell a subreaper.
class BareHost {
public:
    BareHost() {
        fs::create_directory(m_folder.path() / "bin");
        for (const char *tool : {"sh", "cat", "sed", "grep", "tr", "sleep", "setsid", "env", "head", "tail",
                                 "id", "mkdir", "mv", "rm", "rmdir", "find", "dd", "ls", "uname"})
            fs::create_symlink(fs::path("/usr/bin") / tool, m_folder.path() / "bin" / tool);
        fs::permissions(m_folder.path(), fs::perms(0755));
    }
    [[nodiscard]] std::string path() const { return (m_folder.path() / "bin").string(); }

private:
    test::TemporaryFolder m_folder;
};

TEST(ContainedRun, WithNothingThatHoldsItNamesWhatMayHaveLeftIt) {
    const test::Sleepers sleepers;
    const BareHost bare;
    const test::OrdinaryLogin login({"PATH=" + bare.path()});
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, wayTo(login.sshd()), shellRun(*test::scriptOf(test::kEscapes[1], sleepers)),
                       {}, recorder.events());
    ASSERT_TRUE(sleepers.untilAlive(1));
    EXPECT_EQ(run->state().containment, "session");
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    const std::set<pid_t> alive = sleepers.alive();
    if (alive.empty()) { // seen before it lost its parent
        EXPECT_EQ(recorder.last.phase, Phase::Stopped);
        return;
    }
    EXPECT_EQ(recorder.last.phase, Phase::MayStillRun);
    ASSERT_EQ(recorder.last.remaining.size(), 1U);
    EXPECT_EQ(recorder.last.remaining[0].pid, *alive.begin());
    EXPECT_EQ(recorder.last.remaining[0].reason, RemainingProcess::Reason::Unsure);
}

TEST(ContainedRun, WithNothingThatHoldsItEndsWhatIsInItsTreeAndSessions) {
    const test::Sleepers sleepers;
    const BareHost bare;
    const test::OrdinaryLogin login({"PATH=" + bare.path()});
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(
        client, wayTo(login.sshd()),
        shellRun(fmt::format("{0} 1000 & setsid {0} 1000 & wait", sleepers.hidden())), {}, recorder.events());
    ASSERT_TRUE(sleepers.untilAlive(2));
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(sleepers.alive(), IsEmpty());
}

TEST(RunWords, NameWhatIsLeftAndLetNothingElseThrough) {
    const RunWord left = readRunWord(
        "left 12:34:denied:root:ib_write_bw 13:35:stuck:jane:\x1b[31mx container:3f2a1b x:y -1:2 14:36");
    ASSERT_EQ(left.kind, RunWord::Kind::Left);
    using Reason = RemainingProcess::Reason;
    EXPECT_THAT(left.remaining,
                testing::ElementsAre(RemainingProcess{12, "ib_write_bw", "root", Reason::Denied},
                                     RemainingProcess{13, "31mx", "jane", Reason::Stuck},
                                     RemainingProcess{0, "3f2a1b", "", Reason::Stuck},
                                     RemainingProcess{14, "", "", Reason::Stuck}));
    EXPECT_EQ(
        remainingText(left.remaining),
        "may still run on the host: process 12 (ib_write_bw) of root, this user has no permission to end it; "
        "process 13 (31mx) of jane, not ended by any signal; container 3f2a1b (not ended by its runtime); "
        "process 14, not ended by any signal; there: sudo kill -KILL 12");
    std::string many = "left";
    for (int i = 1; i < 1000; ++i)
        many += fmt::format(" {}:1", i);
    EXPECT_EQ(readRunWord(many).remaining.size(), 20U);
    EXPECT_EQ(readRunWord("began 12 34 cgroup").text, "cgroup");
    EXPECT_EQ(readRunWord("ended - stop").kind, RunWord::Kind::Ended);
    EXPECT_FALSE(readRunWord("ended - stop").status);
}

} // namespace
} // namespace fabricscope::app
