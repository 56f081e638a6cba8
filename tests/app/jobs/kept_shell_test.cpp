// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/KeptShell.h"
#include "app/jobs/script/RemoteScript.h"
#include "tests/app/BenchRunProgram.h"
#include "tests/app/Recorder.h"
#include "tests/app/RunRecorder.h"
#include "tests/app/SudoHost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <vector>

/// Jobs that follow each other on a host share one login shell.
namespace fabricscope::app {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using Answer = tl::expected<ScriptResult, remote::Failure>;

class SharedShell : public testing::Test {
protected:
    [[nodiscard]] HostEndpoint endpoint() const {
        HostEndpoint hostEndpoint;
        hostEndpoint.endpoint.target = "sshd0";
        hostEndpoint.endpoint.configFile = m_sshd.configFile();
        hostEndpoint.kept = m_kept;
        return hostEndpoint;
    }
    [[nodiscard]] Answer run(const std::string &script) {
        std::promise<Answer> answer;
        const auto job = RemoteScript::run(*m_client, endpoint(), {}, "echo @@m\n" + script, "@@m",
                                           [&](Answer result) { answer.set_value(std::move(result)); });
        return answer.get_future().get();
    }
    /// The shell that runs the script: that of its parent.
    [[nodiscard]] std::string shell() {
        const Answer answer = run("echo $PPID\n");
        return answer ? answer->out : answer.error().what;
    }
    /// Without sessions only the listener is left.
    [[nodiscard]] bool isIdle() const {
        for (int i = 0; i < 100 && !m_sshd.sessions().empty(); ++i)
            std::this_thread::sleep_for(100ms); // the host's processes end by themselves
        return m_sshd.sessions().empty();
    }

    const test::Sshd m_sshd;
    std::optional<remote::Client> m_client{std::in_place, remote::SessionLife::UntilClosed};
    std::shared_ptr<KeptShell> m_kept = std::make_shared<KeptShell>(*m_client);
};

TEST_F(SharedShell, RunsOneScriptAfterTheOther) {
    const std::string first = shell();
    EXPECT_EQ(shell(), first);
    const Answer failing = run("echo out; echo err >&2; exit 3\n");
    ASSERT_TRUE(failing) << failing.error().what;
    EXPECT_EQ(failing->out, "@@m\nout\n");
    EXPECT_EQ(failing->err, "err\n");
    EXPECT_EQ(failing->exit.status, 3);
    const Answer unfinished = run("printf '@@ no line feed @@'; printf '@' >&2\n");
    ASSERT_TRUE(unfinished) << unfinished.error().what;
    EXPECT_EQ(unfinished->out, "@@m\n@@ no line feed @@");
    EXPECT_EQ(unfinished->err, "@");
    EXPECT_EQ(shell(), first);
}

TEST_F(SharedShell, RunsNothingOfAScriptThatEndedEarly) {
    const std::string first = shell();
    const std::string file = (m_sshd.folder() / "left").string();
    std::string rest;
    for (int i = 0; i < 20000; ++i) // more than a shell reads at once
        rest += "echo left >>" + file + "\n";
    const Answer answer = run("exit 7\n" + rest);
    ASSERT_TRUE(answer) << answer.error().what;
    EXPECT_EQ(answer->exit.status, 7);
    EXPECT_EQ(shell(), first);
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(SharedShell, IsNotUsedByTwoAtATime) {
    const std::string first = shell();
    std::promise<Answer> answer;
    const auto slow = RemoteScript::run(*m_client, endpoint(), {}, "echo @@m; echo $PPID; sleep 1\n", "@@m",
                                        [&](Answer result) { answer.set_value(std::move(result)); });
    const std::string other = shell();
    const Answer result = answer.get_future().get();
    ASSERT_TRUE(result) << result.error().what;
    EXPECT_EQ(result->out, first);
    EXPECT_NE(other, first);
}

TEST_F(SharedShell, EndsACancelledScript) {
    const std::string first = shell();
    const std::string file = (m_sshd.folder() / "begun").string();
    std::promise<Answer> answer;
    const auto script = RemoteScript::run(*m_client, endpoint(), {}, "echo @@m; : >" + file + "; sleep 5\n",
                                          "@@m", [&](Answer result) { answer.set_value(std::move(result)); });
    for (int i = 0; i < 100 && !std::filesystem::exists(file); ++i)
        std::this_thread::sleep_for(100ms); // until the script has begun
    script->cancel();
    EXPECT_FALSE(answer.get_future().get());
    EXPECT_NE(shell(), first) << "in a new one, after the old one was given up";
}

TEST_F(SharedShell, LeavesNothingOnTheHost) {
    (void)shell();
    m_kept.reset();
    m_client.reset();
    EXPECT_TRUE(isIdle());
}

TEST_F(SharedShell, BecomesTheRun) {
    const std::string first = shell();
    test::RunRecorder recorder;
    const auto run =
        ToolRun::start(*m_client, endpoint(), test::shellRun("echo ran; exit 3"), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, bench::Phase::Ended) << recorder.last.why;
    EXPECT_EQ(recorder.last.exitStatus, 3);
    EXPECT_EQ(recorder.out, "ran\n");
    EXPECT_EQ(recorder.err, "");
    EXPECT_NE(shell(), first);
}

TEST_F(SharedShell, BecomesARunThatIsStopped) {
    (void)shell();
    test::RunRecorder recorder;
    const auto run =
        ToolRun::start(*m_client, endpoint(), test::shellRun("echo ran; sleep 1000"), {}, recorder.events());
    for (int i = 0; i < 100 && recorder.out.empty(); ++i)
        std::this_thread::sleep_for(100ms); // until the tool has begun
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, bench::Phase::Stopped) << recorder.last.why;
}

TEST_F(SharedShell, IsOpenedAgainAfterTheSessionIsGone) {
    const std::string first = shell();
    m_sshd.killSessions();
    const std::string next = shell();
    EXPECT_NE(next, first);
    EXPECT_EQ(shell().find_first_not_of("@m0123456789\n"), std::string::npos);
}

/// A bash user whose .bashrc writes a line for each login shell.
class RunsByBash : public testing::Test {
protected:
    void SetUp() override {
        if (const auto why = test::SudoHost::unavailableReason())
            GTEST_SKIP() << "NOT TESTED: " << *why;
    }
    void start(const std::string &bashrc) {
        m_host.emplace(test::SshdOptions{}, "echo shell >>\"$HOME/shells\"\n" + bashrc);
    }
    /// The number of login shells for this command.
    [[nodiscard]] int shellsFor(std::vector<std::string> words) {
        std::filesystem::remove(m_host->home() / "shells");
        words.insert(words.begin(), {"sshd0", "custom", "--yes"});
        words.insert(words.end(),
                     {"--ssh-config", m_host->sshd().configFile().string(), "--", "echo", "ran"});
        const test::ProgramRun run = test::benchRun(words);
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_THAT(run.out, HasSubstr("ran\n"));
        return test::SudoHost::linesOf(m_host->home() / "shells");
    }
    std::optional<test::SudoHost> m_host;
};

TEST_F(RunsByBash, StartOneLoginShellEach) {
    start("");
    EXPECT_EQ(shellsFor({"--no-capture"}), 1);
    EXPECT_EQ(shellsFor({}), 1) << "with a capture";
    EXPECT_EQ(shellsFor({"--repeat", "3"}), 3);
    EXPECT_EQ(shellsFor({"--telemetry"}), 2) << "all that is read meanwhile shares one";
}

TEST_F(RunsByBash, StartOneLoginShellWhateverTheBashrcPrintsAndReads) {
    start("printf 'Welcome. Continue? '\nread -r fs_answer\nseq 2000 >&2\nprintf 'module load cuda'\n");
    EXPECT_EQ(shellsFor({}), 1);
}

TEST_F(RunsByBash, StartOneLoginShellWhereTheBashrcJoinsTheStreams) {
    start("exec 2>&1\n");
    EXPECT_EQ(shellsFor({"--no-capture"}), 1);
}

} // namespace
} // namespace fabricscope::app
