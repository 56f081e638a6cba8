// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"
#include "tests/app/BenchRunProgram.h"
#include "tests/app/Escapes.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

/// Values in the environment of a run appear in no command line, which everybody on the host may read.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using testing::HasSubstr;
using namespace std::chrono_literals;

/// Unique to this test process: a concurrent one may show its own secret for a moment, when the program is
/// called with it.
const std::string &secretText() {
    static const std::string text = fmt::format("hf_dontReadMe0123456789.{}.", ::getpid());
    return text;
}
/// Part of the tool's command line, so a scan of all processes must find it.
const std::string &publicText() {
    static const std::string text = fmt::format("seen-in-argv-4711.{}.", ::getpid());
    return text;
}

/// Contains "s" if the secret was seen, and "p" if the public text was.
std::string scanCommandLines() {
    std::string found;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator("/proc", error)) {
        const std::string words = test::readFile(entry.path() / "cmdline");
        found += words.find(secretText()) != std::string::npos ? "s" : "";
        found += words.find(publicText()) != std::string::npos ? "p" : "";
    }
    return found;
}

/// Another user on the machine, who scans again and again until the result is requested.
class ProcessObserver {
public:
    /// Root switches to that account; empty: stays the same user.
    explicit ProcessObserver(const std::string &account) {
        (void)(secretText() + publicText()); // compute them in this process, before the fork
        const passwd *entry =
            account.empty() ? nullptr : ::getpwnam(account.c_str()); // NOLINT(concurrency-mt-unsafe)
        if (::pipe(m_ends) != 0)
            return;
        m_pid = ::fork();
        if (m_pid != 0)
            return;
        if (entry != nullptr && (::setgid(entry->pw_gid) != 0 || ::setuid(entry->pw_uid) != 0))
            ::_exit(1);
        while (::getppid() != 1) {
            const std::string found = scanCommandLines();
            if (!found.empty())
                (void)!::write(m_ends[1], found.data(), found.size());
        }
        ::_exit(0);
    }
    std::string seen() {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        ::close(m_ends[1]);
        std::string all;
        char buffer[4096];
        for (ssize_t got = 0; (got = ::read(m_ends[0], buffer, sizeof buffer)) > 0;)
            all.append(buffer, static_cast<std::size_t>(got));
        ::close(m_ends[0]);
        return all;
    }

private:
    int m_ends[2] = {-1, -1};
    pid_t m_pid = -1;
};

bench::RunSpec secretRun() {
    bench::RunSpec spec;
    spec.tool = "custom";
    spec.host = "the host";
    spec.command.words = {"/bin/sh", "-c", "echo \"got ${#HF_TOKEN}\"; sleep 1", publicText()};
    spec.command.environment = {
        {"HF_TOKEN", secretText()}, {"LINES_OF", "two\nlines 'quoted' $(id)"}, {"OPTIND", "1"}};
    return spec;
}

/// A PATH whose `env`, `sh` and `systemd-run` are slow, so that their command lines can be seen.
class SlowPrograms {
public:
    SlowPrograms() : m_before(std::getenv("PATH")) {
        fs::permissions(m_folder.path(), fs::perms(0755));
        for (const char *name : {"env", "setsid", "perl", "python3"}) {
            const fs::path file = m_folder.write(
                name, fmt::format("#!/bin/sh\nsleep 0.5\nPATH={}\nexec {} \"$@\"\n", m_before, name));
            fs::permissions(file, fs::perms(0755));
        }
        ::setenv("PATH", path().c_str(), 1);
    }
    ~SlowPrograms() { ::setenv("PATH", m_before.c_str(), 1); }
    SlowPrograms(const SlowPrograms &) = delete;
    SlowPrograms &operator=(const SlowPrograms &) = delete;
    [[nodiscard]] std::string path() const { return m_folder.path().string() + ":" + m_before; }

private:
    test::TemporaryFolder m_folder;
    std::string m_before;
};

/// Fails the test if another account can see the secret in a command line; `account` as for ProcessObserver.
void expectSecretUnseen(const std::string &account) {
    const SlowPrograms slow;
    const test::UnprivilegedLogin login({"PATH=" + slow.path()});
    for (const bool detached : {false, true})
        for (const HostEndpoint &hostEndpoint : {hostEndpointFor(login.sshd()), hostEndpointFor("local:")}) {
            ProcessObserver other(account);
            RunRecorder recorder;
            remote::Client client;
            ToolRunOptions options;
            options.detached = detached;
            const auto run = ToolRun::start(client, hostEndpoint, secretRun(), options, recorder.events());
            EXPECT_TRUE(recorder.waitForEnd());
            EXPECT_EQ(recorder.last.phase, Phase::Ended) << recorder.last.why;
            EXPECT_EQ(recorder.out, fmt::format("got {}\n", secretText().size())) << recorder.err;
            const std::string seen = other.seen();
            EXPECT_NE(seen.find('p'), std::string::npos) << "the tool's own words are seen";
            EXPECT_EQ(seen.find('s'), std::string::npos) << hostEndpoint.endpoint.target << detached;
            if (detached)
                fs::remove_all("/var/tmp/fabricscope-run-" + run->state().id);
        }
}

TEST(RunSecret, AppearsInNoProcessArguments) {
    expectSecretUnseen({});
}

TEST(RunSecret, IsNotSeenByAnotherUserOfTheHost) {
    if (geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to be another user";
    const test::TemporaryUser other("x");
    expectSecretUnseen(other.name());
}

TEST(RunSecret, OfADetachedRunIsInNoFileThatOthersMayRead) {
    const test::UnprivilegedLogin login;
    RunRecorder recorder;
    remote::Client client;
    ToolRunOptions options;
    options.detached = true;
    bench::RunSpec spec = secretRun();
    spec.command.words[2] = "umask; sleep 3";
    const auto run = ToolRun::start(client, hostEndpointFor(login.sshd()), spec, options, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("\n"));
    const fs::path spool = "/var/tmp/fabricscope-run-" + run->state().id;
    EXPECT_EQ(fs::status(spool).permissions(), fs::perms(0700));
    int files = 0;
    for (const auto &entry : fs::directory_iterator(spool)) {
        EXPECT_EQ(entry.status().permissions(), fs::perms(0600)) << entry.path();
        ++files;
    }
    EXPECT_GE(files, 4);
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_THAT(recorder.out, testing::MatchesRegex("00?(02|22|77)2?\n"))
        << "the tool's own mask is the login's";
    for (const auto &entry : fs::directory_iterator(spool)) {
        EXPECT_EQ(entry.status().permissions(), fs::perms(0600)) << entry.path();
        EXPECT_EQ(test::readFile(entry.path()).find(secretText()), std::string::npos) << entry.path();
    }
    fs::remove_all(spool);
}

/// The program itself: its own arguments are wiped, and a value need not be an argument at all.
TEST(RunSecret, IsNotInTheWordsOfTheProgramThatStartedIt) {
    const test::TemporaryFolder folder;
    const std::string ready = (folder.path() / "ready").string(), go = (folder.path() / "go").string();
    const std::string script =
        fmt::format("echo \"got ${{#HF_TOKEN}}\"; : >{}; until [ -e {} ]; do sleep 0.1; done", ready, go);
    ::setenv("HF_TOKEN", secretText().c_str(), 1);
    for (const std::string &set : {fmt::format("HF_TOKEN={}", secretText()), std::string("HF_TOKEN")}) {
        fs::remove(ready);
        fs::remove(go);
        auto ran = std::async(std::launch::async, [&] {
            return test::benchRun({"local:", "custom", "--yes", "--no-capture", "--set", set, "--", "sh",
                                   "-c", script, publicText()});
        });
        for (int i = 0; i < 600 && !fs::exists(ready); ++i)
            std::this_thread::sleep_for(50ms);
        const std::string seen = scanCommandLines();
        std::ofstream(go) << "";
        const test::ProgramRun run = ran.get();
        EXPECT_EQ(run.out, fmt::format("got {}\n", secretText().size())) << run.err;
        EXPECT_NE(seen.find('p'), std::string::npos);
        EXPECT_EQ(seen.find('s'), std::string::npos);
    }
    ::unsetenv("HF_TOKEN");
    EXPECT_EQ(test::benchRun({"local:", "custom", "--yes", "--set", "NO_SUCH_NAME", "--", "true"}).status, 2);
}

/// The arguments of processes of this program that contain the text.
std::string ownArguments(const std::string &text) {
    std::error_code error;
    for (const auto &entry : fs::directory_iterator("/proc", error)) {
        const std::string words = test::readFile(entry.path() / "cmdline");
        const fs::path program = fs::read_symlink(entry.path() / "exe", error);
        if (program.filename() == "fabricscope" && words.find(text) != std::string::npos)
            return words;
    }
    return {};
}

TEST(RunSecret, InTheArgumentsOfTheToolIsHiddenInThisProgramsOwnAndAWarningNamesTheRest) {
    const test::TemporaryFolder folder;
    const std::string ready = (folder.path() / "ready").string(), go = (folder.path() / "go").string();
    auto ran = std::async(std::launch::async, [&] {
        return test::benchRun({"local:", "custom", "--yes", "--no-capture", "--", "sh", "-c",
                               fmt::format(": >{}; until [ -e {} ]; do sleep 0.1; done", ready, go), "sh",
                               "--hf-token=" + secretText(), "--password", secretText() + "2", publicText()});
    });
    for (int i = 0; i < 600 && !fs::exists(ready); ++i)
        std::this_thread::sleep_for(50ms);
    const std::string seen = ownArguments(publicText());
    std::ofstream(go) << "";
    const test::ProgramRun run = ran.get();
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(seen, HasSubstr("--hf-token=xxxx"));
    EXPECT_EQ(seen.find(secretText()), std::string::npos);
    EXPECT_THAT(run.err, HasSubstr(findings::title(findings::Finding("command.secret_argument"))));
    EXPECT_EQ(run.err.find(secretText()), std::string::npos);
    EXPECT_THAT(
        test::benchRun({"local:", "custom", "--yes", "--no-capture", "--", "true", "--size=4711"}).err,
        testing::Not(HasSubstr("can read the secret")));
}

/// Also where a value of the environment is only judged, not passed on.
TEST(RunSecret, OfEnvIsHiddenInTheArguments) {
    for (const bool isJoined : {false, true}) {
        const std::string setting = "HF_TOKEN=" + secretText();
        std::vector<std::string> words{"show", "local:", "--view", "affinity"};
        if (!isJoined)
            words.emplace_back("--env");
        words.push_back((isJoined ? "--env=" : "") + setting);
        auto ran = std::async(std::launch::async, [&] { return test::runProgram("fabricscope", words); });
        std::string seen;
        while (ran.wait_for(1ms) != std::future_status::ready &&
               seen.find("HF_TOKEN=xxxx") == std::string::npos)
            seen = ownArguments("HF_TOKEN=");
        EXPECT_EQ(ran.get().status, 0);
        EXPECT_THAT(seen, HasSubstr("HF_TOKEN=xxxx"));
        EXPECT_EQ(seen.find(secretText()), std::string::npos);
    }
}

TEST(RunSecret, IsExportedAsItIsWhateverItsNameIs) {
    bench::RunSpec spec = shellRun("echo \"<$IFS_IS><$fs_nonce><$PATH_TOO>\"; env");
    spec.command.environment = {{"IFS_IS", "\t;"}, {"fs_nonce", "mine"}, {"PATH_TOO", "it's"},
                                {"IFS", "x"},      {"UID", "7"},         {"PPID", "9"},
                                {"RANDOM", "3"},   {"BASH_ENV", "/no"},  {"EMPTY", ""}};
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, hostEndpointFor("local:"), spec, {}, recorder.events());
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.exitStatus, 0) << recorder.err;
    EXPECT_THAT(recorder.out, HasSubstr("<\t;>"));
    EXPECT_THAT(recorder.out, HasSubstr("><it's>"));
    EXPECT_THAT(recorder.out, HasSubstr("\nEMPTY=\n"));
}

} // namespace
} // namespace fabricscope::app
