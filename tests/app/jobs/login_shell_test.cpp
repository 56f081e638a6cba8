// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/script/RemoteScript.h"
#include "tests/app/Recorder.h"
#include "tests/app/RunRecorder.h"
#include "tests/app/SudoHost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <set>
#include <thread>

namespace fabricscope {

namespace {

using capture::Part;

/// A bash user on a real sshd, whose .bashrc writes a line for each login shell.
class BashHost : public testing::Test {
protected:
    void SetUp() override {
        if (const auto why = test::SudoHost::unavailableReason())
            GTEST_SKIP() << "NOT TESTED: " << *why;
    }
    void start(const std::string &bashrc) {
        m_host.emplace(test::SshdOptions{}, "echo shell >>\"$HOME/shells\"\n" + bashrc);
    }
    [[nodiscard]] remote::Endpoint endpoint() const {
        remote::Endpoint endpoint;
        endpoint.target = "sshd0";
        endpoint.configFile = m_host->sshd().configFile();
        return endpoint;
    }
    void expectComplete(int shells, app::CollectOptions options = {},
                        const std::set<Part> &expectedParts = {Part::Safe, Part::Touch, Part::Tools}) {
        test::Recorder recorder;
        ASSERT_TRUE(recorder.run(endpoint(), std::move(options)));
        ASSERT_FALSE(recorder.failure) << recorder.failure->what << ": " << recorder.failure->hint;
        const std::set<Part> parts(recorder.last().parts.begin(), recorder.last().parts.end());
        EXPECT_EQ(parts, expectedParts);
        EXPECT_EQ(recorder.snapshots.front().parts, std::vector{Part::Safe}) << "the tree is drawn first";
        for (const capture::Section &section : recorder.last().capture->sections)
            EXPECT_EQ(section.meta().damage, capture::Damage::None) << section.meta().name;
        EXPECT_EQ(test::SudoHost::linesOf(m_host->home() / "shells"), shells);
    }
    std::optional<test::SudoHost> m_host;
};

TEST_F(BashHost, IsReadWithOneLoginShell) {
    start("");
    expectComplete(1);
}

TEST_F(BashHost, IsReadWithOneMoreLoginShellThroughSudo) {
    m_host.emplace(test::SshdOptions{}, "echo shell >>\"$HOME/shells\"\n", "ALL=(ALL) NOPASSWD: ALL");
    app::CollectOptions options;
    options.root = true;
    expectComplete(2, std::move(options), {Part::Safe, Part::Touch, Part::Tools, Part::Root});
}

TEST_F(BashHost, MayPrintAndReadItsInputAndTakeItsTime) {
    start("printf 'Welcome. Continue? '\nread -r fs_answer\nprintf 'module load cuda'\nsleep 1.2\n"
          "echo 'a warning' >&2\n");
    expectComplete(1);
}

TEST_F(BashHost, MayPrintWhatLooksLikeOurs) {
    start("printf '@@fabricscope 0123 ready\\n@@fabricscope begin safe 1\\n%s' \"$(seq 1 3000)\"\n");
    expectComplete(1);
}

TEST_F(BashHost, MayReadItsInputToTheEnd) {
    start("cat >/dev/null\n");
    expectComplete(2); // the second shell has the script in its command line
}

TEST_F(BashHost, AScriptOfACopyOrALookIsRunWhateverTheBashrcReads) {
    start("read -r fs_answer\necho hello\n");
    remote::Client client;
    std::promise<tl::expected<app::ScriptResult, remote::Failure>> answer;
    const auto script =
        app::RemoteScript::run(client, {endpoint(), {}, {}}, {}, "echo @@m; echo done\n", "@@m",
                               [&](auto result) { answer.set_value(std::move(result)); });
    const auto result = answer.get_future().get();
    ASSERT_TRUE(result) << result.error().what;
    EXPECT_EQ(result->out, "@@m\ndone\n");
}

class RunByBash : public BashHost {
protected:
    bench::RunState run(app::ToolRunOptions options) {
        remote::Client client;
        const auto run = app::ToolRun::start(client, {endpoint(), {}, {}}, test::shellRun("echo ran; exit 3"),
                                             options, m_recorder.events());
        EXPECT_TRUE(m_recorder.waitForEnd());
        return m_recorder.last;
    }
    test::RunRecorder m_recorder;
};

TEST_F(RunByBash, IsWholeWhateverTheBashrcPrintsAndReads) {
    start("printf 'Welcome. Continue? '\nread -r fs_answer\nread -r fs_answer\nhead -n 1 >/dev/null\n"
          "seq 2000 >&2\necho 'a warning' >&2\nprintf 'module load cuda'\n");
    for (const bool detached : {false, true}) {
        app::ToolRunOptions options;
        options.detached = detached;
        m_recorder.finishes = 0;
        m_recorder.out.clear();
        const bench::RunState end = run(options);
        EXPECT_EQ(end.phase, bench::Phase::Ended) << end.why;
        EXPECT_EQ(end.exitStatus, 3);
        EXPECT_THAT(end.containment, testing::AnyOf("scope", "subreaper"))
            << "no line of the script was eaten";
        EXPECT_EQ(m_recorder.out, "ran\n");
        EXPECT_EQ(m_recorder.err, "") << "a warning of a start-up file is not output of the run";
        std::filesystem::remove_all("/var/tmp/fabricscope-run-" + end.id);
    }
}

TEST_F(RunByBash, ReportsABashrcThatReadsStandardInput) {
    start("cat >/dev/null\n");
    app::ToolRunOptions options;
    options.loginTimeout = std::chrono::seconds(1);
    const bench::RunState end = run(options);
    EXPECT_EQ(end.phase, bench::Phase::Failed);
    EXPECT_THAT(end.why, testing::HasSubstr("from standard input"));
    EXPECT_EQ(m_recorder.out, "");
}

TEST_F(RunByBash, IsStoppedBeforeItBeganWhereTheBashrcTakesForEver) {
    start("sleep 1000\n");
    remote::Client client;
    const auto run = app::ToolRun::start(client, {endpoint(), {}, {}}, test::shellRun("echo ran"), {},
                                         m_recorder.events());
    for (int i = 0; i < 600 && test::SudoHost::linesOf(m_host->home() / "shells") == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    run->stop();
    ASSERT_TRUE(m_recorder.waitForEnd());
    EXPECT_EQ(m_recorder.last.phase, bench::Phase::Stopped) << m_recorder.last.why;
    EXPECT_EQ(m_recorder.out, "");
}

TEST(LoginAsRoot, ReadsTheKernelsLogOnce) {
    if (::getuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to see what root's login reads";
    const test::Sshd sshd;
    remote::Endpoint endpoint;
    endpoint.target = "sshd0";
    endpoint.configFile = sshd.configFile();
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(endpoint));
    std::multiset<std::string> names;
    for (const capture::Section &section : recorder.last().capture->sections)
        names.insert(section.meta().name);
    EXPECT_EQ(names.count("dmesg"), 1U);
    EXPECT_EQ(names.count("tool-dmesg"), 0U);
    const std::set<Part> parts(recorder.last().parts.begin(), recorder.last().parts.end());
    EXPECT_EQ(parts, (std::set{Part::Safe, Part::Touch, Part::Tools, Part::Root}));
}

} // namespace

} // namespace fabricscope
