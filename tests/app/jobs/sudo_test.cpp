// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/script/RemoteScript.h"
#include "tests/app/PtyRun.h"
#include "tests/app/Recorder.h"
#include "tests/app/SudoHost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <future>
#include <mutex>
#include <set>
#include <thread>

namespace fabricscope {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using capture::Part;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// The caller keeps no reference to the job, as on the command line.
class UnownedJob {
public:
    bool run(remote::Endpoint endpoint, app::CollectOptions options) {
        remote::Client client;
        app::WorkerPool pool;
        std::promise<void> ended;
        auto isEnded = ended.get_future();
        app::CollectJob::Events events;
        events.snapshot = [this](const app::Snapshot &snapshot) {
            const std::scoped_lock lock(m_mutex);
            last = snapshot;
        };
        events.finished = [&, this](const std::optional<remote::Failure> &how) {
            failure = how;
            if (++finishedCalls == 1)
                ended.set_value();
        };
        app::CollectJob::start(client, std::move(endpoint), {}, {}, std::move(options), std::move(events),
                               &pool);
        return isEnded.wait_for(60s) == std::future_status::ready;
    }
    std::set<Part> parts() {
        const std::scoped_lock lock(m_mutex);
        return {last.parts.begin(), last.parts.end()};
    }

    app::Snapshot last;
    std::optional<remote::Failure> failure;
    int finishedCalls = 0;

private:
    std::mutex m_mutex;
};

class RealSudo : public testing::Test {
protected:
    void SetUp() override {
        if (const auto why = test::SudoHost::unavailableReason())
            GTEST_SKIP() << "NOT TESTED: " << *why;
        m_host.emplace();
    }
    [[nodiscard]] remote::Endpoint endpoint() const {
        remote::Endpoint endpoint;
        endpoint.target = "sshd0";
        endpoint.configFile = m_host->sshd().configFile();
        return endpoint;
    }
    /// A script gets root with the last password, however many wrong ones come before.
    void expectScriptAsRoot(const std::vector<std::string> &wrongOnes) {
        remote::Client client;
        std::size_t asked = 0;
        app::ScriptRights rights{true, [&](const app::SudoRequest &) {
                                     const std::size_t at = asked++;
                                     return std::optional(remote::Secret(
                                         at < wrongOnes.size() ? wrongOnes[at] : m_host->password()));
                                 }};
        std::promise<tl::expected<app::ScriptResult, remote::Failure>> answer;
        const auto script =
            app::RemoteScript::run(client, {endpoint(), {}, {}}, rights, "echo @@m; id -u\n", "@@m",
                                   [&](auto result) { answer.set_value(std::move(result)); });
        const auto result = answer.get_future().get();
        ASSERT_TRUE(result) << result.error().what << ": " << result.error().hint;
        EXPECT_EQ(result->out, "@@m\n0\n");
        EXPECT_EQ(asked, wrongOnes.size() + 1);
        EXPECT_EQ(m_host->failures(), static_cast<int>(wrongOnes.size()));
    }
    std::optional<test::SudoHost> m_host;
};

TEST_F(RealSudo, TheJobStaysWhileTheQuestionIsOpenThoughAllElseHasEndedAndNobodyHoldsIt) {
    UnownedJob job;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = [&](const app::SudoRequest &request) -> std::optional<remote::Secret> {
        while ((job.parts().count(Part::Touch) == 0 || job.parts().count(Part::Tools) == 0) &&
               !request.cancelled())
            std::this_thread::sleep_for(10ms);
        std::this_thread::sleep_for(500ms); // by now all other references to the job are gone
        return remote::Secret(m_host->password());
    };
    ASSERT_TRUE(job.run(endpoint(), options));
    EXPECT_EQ(job.finishedCalls, 1);
    EXPECT_FALSE(job.failure);
    EXPECT_FALSE(job.last.isRootPartMissing);
    EXPECT_EQ(job.parts(), (std::set{Part::Safe, Part::Touch, Part::Tools, Part::Root}));
    EXPECT_EQ(m_host->failures(), 0);
}

TEST_F(RealSudo, ATypingErrorIsOneFailureAndTheNextPasswordCounts) {
    int asked = 0;
    UnownedJob job;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = [&](const app::SudoRequest &request) -> std::optional<remote::Secret> {
        EXPECT_EQ(request.attempt, ++asked);
        return remote::Secret(asked == 1 ? "correct horse 8!" : m_host->password());
    };
    ASSERT_TRUE(job.run(endpoint(), options));
    EXPECT_EQ(asked, 2);
    EXPECT_THAT(job.parts(), Contains(Part::Root));
    EXPECT_EQ(m_host->failures(), 1) << "as many as wrong passwords were typed";
}

TEST_F(RealSudo, TakesThePasswordOverOpenSshToo) {
    int asked = 0;
    UnownedJob job;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = [&](const app::SudoRequest &) -> std::optional<remote::Secret> {
        return remote::Secret(++asked == 1 ? "correct horse 8!" : m_host->password());
    };
    remote::Endpoint bySsh = endpoint();
    bySsh.transport = remote::TransportKind::OpenSsh;
    ASSERT_TRUE(job.run(bySsh, options));
    EXPECT_EQ(asked, 2);
    EXPECT_FALSE(job.failure);
    EXPECT_EQ(job.parts(), (std::set{Part::Safe, Part::Touch, Part::Tools, Part::Root}));
    EXPECT_EQ(m_host->failures(), 1);
}

TEST_F(RealSudo, ThreeWrongPasswordsAreThreeFailuresAndTheRestIsKept) {
    int asked = 0;
    UnownedJob job;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = [&](const app::SudoRequest &) {
        ++asked;
        return std::optional(remote::Secret("wrong"));
    };
    ASSERT_TRUE(job.run(endpoint(), options));
    EXPECT_EQ(asked, 3);
    EXPECT_EQ(m_host->failures(), 3);
    EXPECT_FALSE(job.failure);
    EXPECT_EQ(job.parts(), (std::set{Part::Safe, Part::Touch, Part::Tools}));
    EXPECT_THAT(job.last.capture->notes, Contains(AllOf(HasSubstr("3 incorrect password attempts"),
                                                        Not(HasSubstr("Sorry, try again")))));
    EXPECT_TRUE(job.last.isRootPartMissing) << "an exit status tells scripts so";
}

TEST_F(RealSudo, OneLineOfSudoersForOneCommandIsEnough) {
    m_host.emplace(test::SshdOptions{}, "", "ALL=(root) NOPASSWD: /bin/sh -s"); // as in README
    UnownedJob job;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = [](const app::SudoRequest &) -> std::optional<remote::Secret> {
        ADD_FAILURE() << "a password was asked for";
        return std::nullopt;
    };
    ASSERT_TRUE(job.run(endpoint(), options));
    EXPECT_THAT(job.parts(), Contains(Part::Root));
}

TEST_F(RealSudo, OneLineForOneCommandIsEnoughWithAPasswordToo) {
    // Without password caching, sudo must permit a shell with arguments that report its start. The last two
    // list the user's rights without a password.
    for (const auto &[rule, more] :
         {std::pair("ALL=(root) /bin/sh -s", ""), std::pair("ALL=(root) /bin/sh", "timestamp_timeout=0"),
          std::pair("ALL=(root) NOPASSWD: /usr/bin/id, PASSWD: /bin/sh", "timestamp_timeout=0"),
          std::pair("ALL=(ALL) ALL", "timestamp_timeout=0, listpw=never")}) {
        m_host.emplace(test::SshdOptions{}, "", rule, more);
        UnownedJob job;
        int asked = 0;
        app::CollectOptions options;
        options.root = true;
        options.sudoPassword = [&](const app::SudoRequest &) {
            ++asked;
            return std::optional(remote::Secret(m_host->password()));
        };
        ASSERT_TRUE(job.run(endpoint(), options));
        EXPECT_THAT(job.parts(), Contains(Part::Root)) << rule << more;
        EXPECT_EQ(asked, 1) << rule << more;
        EXPECT_EQ(m_host->failures(), 0) << rule << more;
    }
}

TEST_F(RealSudo, ThatRemembersNoPasswordIsGivenTheAcceptedOneAgainAndTheWrongOneOnce) {
    m_host.emplace(test::SshdOptions{}, "", "ALL=(ALL) ALL", "timestamp_timeout=0");
    int asked = 0;
    UnownedJob job;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = [&](const app::SudoRequest &) {
        return std::optional(remote::Secret(++asked == 1 ? "correct horse 8!" : m_host->password()));
    };
    ASSERT_TRUE(job.run(endpoint(), options));
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(m_host->failures(), 1);
    EXPECT_THAT(job.parts(), Contains(Part::Root));
}

/// Sudoers in which no password helps: the number of prompts before sudo refuses, and its message.
struct RefusedSudoCase {
    const char *name, *rule, *defaults;
    int asked;
    const char *message;
};
class RefusedSudo : public RealSudo, public testing::WithParamInterface<RefusedSudoCase> {
protected:
    void SetUp() override {
        RealSudo::SetUp();
        if (m_host)
            m_host.emplace(test::SshdOptions{}, "", GetParam().rule, GetParam().defaults);
    }
    /// Answers with the right password.
    app::AskSudoPassword answer() {
        return [this](const app::SudoRequest &) {
            ++m_asked;
            return std::optional(remote::Secret(m_host->password()));
        };
    }
    int m_asked = 0;
};
INSTANTIATE_TEST_SUITE_P(
    Of, RefusedSudo,
    testing::Values(RefusedSudoCase{"stranger", "", "", 1, "may not run sudo"},
                    RefusedSudoCase{"otherRights", "ALL=(nobody) ALL", "", 1, "is not allowed to execute"},
                    RefusedSudoCase{"noTerminal", "ALL=(ALL) ALL", "requiretty", 0, "must have a tty"},
                    RefusedSudoCase{"noPrograms", "ALL=(ALL) NOPASSWD: ALL", "noexec", 0, "put EXEC: before"},
                    RefusedSudoCase{"noProgramsWithPassword", "ALL=(ALL) NOEXEC: ALL", "", 1,
                                    "may not start programs (noexec in sudoers)"}),
    [](const auto &one) { return std::string(one.param.name); });

TEST_P(RefusedSudo, IsNamedAndNobodyIsAskedAgain) {
    UnownedJob job;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = answer();
    ASSERT_TRUE(job.run(endpoint(), options));
    EXPECT_EQ(m_asked, GetParam().asked);
    EXPECT_EQ(m_host->failures(), 0);
    EXPECT_EQ(job.parts(), (std::set{Part::Safe, Part::Touch, Part::Tools}));
    EXPECT_THAT(job.last.capture->notes, Contains(HasSubstr(GetParam().message)));
}

TEST_P(RefusedSudo, IsNamedByAScriptAndNobodyIsAskedAgain) {
    remote::Client client;
    std::promise<tl::expected<app::ScriptResult, remote::Failure>> result;
    const auto script = app::RemoteScript::run(client, {endpoint(), {}, {}}, {true, answer()}, "echo @@m\n",
                                               "@@m", [&](auto got) { result.set_value(std::move(got)); });
    const auto got = result.get_future().get();
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().what, "sudo was refused");
    EXPECT_THAT(got.error().hint, HasSubstr(GetParam().message));
    EXPECT_EQ(m_asked, GetParam().asked);
    EXPECT_EQ(m_host->failures(), 0);
}

TEST_F(RealSudo, ThatRemembersNoPasswordNeedsNoOtherRightThanREADMEsLine) {
    m_host.emplace(test::SshdOptions{}, "", "ALL=(root) /bin/sh -s", "timestamp_timeout=0");
    expectScriptAsRoot({});
}

TEST_F(RealSudo, ThatRemembersNoPasswordRunsAScriptWithOneThatWasTypedOnce) {
    m_host.emplace(test::SshdOptions{}, "", "ALL=(ALL) ALL", "timestamp_timeout=0");
    expectScriptAsRoot({});
}

TEST_F(RealSudo, TheUsersOtherProcessesAreAskedAsBefore) {
    // One ticket for all processes.
    m_host.emplace(test::SshdOptions{}, "", "ALL=(ALL) ALL", "timestamp_type=global");
    UnownedJob job;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = [this](const app::SudoRequest &) {
        return std::optional(remote::Secret(m_host->password()));
    };
    ASSERT_TRUE(job.run(endpoint(), options));
    ASSERT_THAT(job.parts(), Contains(Part::Root));
    // Once the shell that called sudo has ended: a sudo that runs meanwhile may write the ticket back.
    EXPECT_THAT(test::run({"/bin/sh", "-c",
                           "for i in $(seq 300); do pgrep -u \"$1\" -f fs_status >/dev/null || break; "
                           "sleep 0.1; done; runuser -u \"$1\" -- sudo -n true 2>&1 || exit 0",
                           "sh", m_host->user()}),
                HasSubstr("a password is required"));
}

TEST_F(RealSudo, ABashrcThatReadsGetsNoPasswordAndSpoilsNone) {
    m_host.emplace(test::SshdOptions{},
                   "read -r fs_answer\nprintf '%s' \"$fs_answer\" >>\"$HOME/eaten\"\necho hello\n");
    UnownedJob job;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = [this](const app::SudoRequest &) {
        return std::optional(remote::Secret(m_host->password()));
    };
    ASSERT_TRUE(job.run(endpoint(), options));
    EXPECT_THAT(job.parts(), Contains(Part::Root));
    EXPECT_EQ(m_host->failures(), 0);
    EXPECT_EQ(test::readFile(m_host->home() / "eaten"), "");
}

TEST_F(RealSudo, RecordsNoFailedAttemptWithoutAPassword) {
    UnownedJob job;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = [](const app::SudoRequest &) {
        return std::optional<remote::Secret>();
    };
    ASSERT_TRUE(job.run(endpoint(), options));
    EXPECT_EQ(m_host->failures(), 0);
    EXPECT_THAT(job.last.capture->notes, Contains(HasSubstr("a password is required")));
}

TEST_F(RealSudo, AScriptIsRunWithThePasswordAndATypingErrorIsOneFailure) {
    expectScriptAsRoot({"correct horse 8!"});
}

/// The program itself, on a terminal.
class SudoAtATerminal : public RealSudo {
protected:
    [[nodiscard]] std::vector<std::string> arguments(const std::vector<std::string> &more = {}) const {
        std::vector<std::string> all{
            "capture", "sshd0", "--sudo", "--ssh-config", m_host->sshd().configFile(), "-o", capture()};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    [[nodiscard]] std::string capture() const { return m_host->folder() / "got.fscope"; }
    std::set<Part> partsOfCapture() const {
        std::set<Part> parts;
        const auto loaded = capture::load(capture());
        if (loaded)
            for (const capture::Section &section : loaded->sections)
                parts.insert(section.meta().part);
        return parts;
    }
};

TEST_F(SudoAtATerminal, CaptureWarnsThatTheLineForSudoersGrantsRootAccess) {
    test::PtyRun run("fabricscope",
                     {"capture", "sshd0", "--ssh-config", m_host->sshd().configFile(), "-o", capture()});
    EXPECT_EQ(run.wait(), 0) << run.screen();
    EXPECT_THAT(run.screen(),
                HasSubstr("(grants full root access): " + m_host->user() + " ALL=(root) NOPASSWD"));
}

TEST_F(SudoAtATerminal, CaptureOfAUserWithoutRightsAsksForNoPasswordAgain) {
    m_host.emplace(test::SshdOptions{}, "", "");
    test::PtyRun run("fabricscope", arguments());
    ASSERT_TRUE(run.waitFor("sudo password")) << run.screen();
    run.type(m_host->password() + "\n");
    EXPECT_NE(run.wait(), 2) << run.screen();
    EXPECT_THAT(run.screen(), HasSubstr("may not run sudo"));
    EXPECT_THAT(run.screen(), HasSubstr("to read what requires root, allow this in sudoers"));
    EXPECT_THAT(run.screen(), Not(HasSubstr("run again")));
}

TEST_F(SudoAtATerminal, CaptureIncludesTheRootPartAfterALateAnswer) {
    test::PtyRun run("fabricscope", arguments({"--timing"}));
    ASSERT_TRUE(run.waitFor("sudo password")) << run.screen();
    ASSERT_TRUE(run.waitFor("tools at")) << run.screen();
    std::this_thread::sleep_for(500ms); // longer than the other parts take: the case
    EXPECT_FALSE(run.echoes());
    run.type(m_host->password() + "\n");
    EXPECT_EQ(run.wait(), 0) << run.screen();
    EXPECT_TRUE(run.echoes());
    EXPECT_THAT(run.screen(), Not(HasSubstr(m_host->password())));
    EXPECT_EQ(partsOfCapture(), (std::set{Part::Safe, Part::Touch, Part::Tools, Part::Root}));
    EXPECT_EQ(m_host->failures(), 0);
}

TEST_F(SudoAtATerminal, ACaptureOfAnotherHostDoesNotWaitForTheAnswer) {
    const fs::path folder = fs::path(m_host->folder()) / "captures";
    test::PtyRun run("fabricscope", {"capture", "sshd0", "local:", "--sudo", "--ssh-config",
                                     m_host->sshd().configFile(), "-o", folder.string()});
    ASSERT_TRUE(run.waitFor("sudo password")) << run.screen();
    for (int i = 0; i < 600 && !fs::exists(folder / "local.fscope"); ++i)
        std::this_thread::sleep_for(100ms);
    EXPECT_TRUE(capture::load(folder / "local.fscope")) << run.screen();
    EXPECT_FALSE(fs::exists(folder / "sshd0.fscope"));
    run.type(m_host->password() + "\n");
    EXPECT_EQ(run.wait(), 0) << run.screen();
    EXPECT_TRUE(capture::load(folder / "sshd0.fscope"));
}

TEST_F(SudoAtATerminal, ATypingErrorIsAskedAgainAndIsOneFailure) {
    test::PtyRun run("fabricscope", arguments());
    ASSERT_TRUE(run.waitFor("sudo password")) << run.screen();
    run.type("correct horse 8!\n");
    ASSERT_TRUE(run.waitFor("sudo password", 2)) << run.screen();
    run.type(m_host->password() + "\n");
    EXPECT_EQ(run.wait(), 0) << run.screen();
    EXPECT_THAT(partsOfCapture(), Contains(Part::Root));
    EXPECT_EQ(m_host->failures(), 1);
}

TEST_F(SudoAtATerminal, AnUnansweredQuestionIsGivenUpAfterTheTimeoutAndTheRestIsWritten) {
    test::PtyRun run("fabricscope", arguments({"--timeout", "5"}));
    ASSERT_TRUE(run.waitFor("sudo password")) << run.screen();
    EXPECT_EQ(run.wait(), 3) << run.screen();
    EXPECT_TRUE(run.echoes());
    EXPECT_EQ(partsOfCapture(), (std::set{Part::Safe, Part::Touch, Part::Tools}));
    EXPECT_THAT(run.screen(), HasSubstr("timed out after 5 s waiting for a sudo password (--timeout)"));
    EXPECT_THAT(run.screen(), Not(HasSubstr("no password given")));
}

TEST_F(SudoAtATerminal, APasswordIsTypedOnceThoughSudoRemembersNone) {
    m_host.emplace(test::SshdOptions{}, "", "ALL=(ALL) ALL", "timestamp_timeout=0");
    test::PtyRun run("fabricscope", arguments({"--timeout", "60"})); // allows for a second prompt
    ASSERT_TRUE(run.waitFor("sudo password")) << run.screen();
    run.type(m_host->password() + "\n");
    EXPECT_EQ(run.wait(), 0) << run.screen();
    EXPECT_THAT(run.screen(), Not(HasSubstr("refused")));
    EXPECT_THAT(partsOfCapture(), Contains(Part::Root));
    EXPECT_EQ(m_host->failures(), 0);
}

TEST_F(SudoAtATerminal, ControlCRestoresTheEchoSavesWhatWasReadAndEndsTheProgram) {
    test::PtyRun run("fabricscope", arguments());
    ASSERT_TRUE(run.waitFor("sudo password")) << run.screen();
    ASSERT_FALSE(run.echoes());
    run.type("\x03");
    EXPECT_EQ(run.wait(), 128 + SIGINT) << run.screen();
    EXPECT_TRUE(run.echoes());
    EXPECT_EQ(m_host->failures(), 0);
    EXPECT_THAT(partsOfCapture(), Contains(Part::Safe));
    EXPECT_THAT(run.screen(), HasSubstr("stopping; what has been read is saved; press Ctrl-C again to exit "
                                        "immediately"));
}

TEST_F(SudoAtATerminal, ControlCStartsNoFurtherHost) {
    test::PtyRun run("fabricscope",
                     {"capture", "sshd0", "local:", "--sudo", "--jobs", "1", "--ssh-config",
                      m_host->sshd().configFile().string(), "-o", (m_host->folder() / "out/").string()});
    ASSERT_TRUE(run.waitFor("sudo password")) << run.screen();
    run.type("\x03");
    EXPECT_EQ(run.wait(), 128 + SIGINT) << run.screen();
    EXPECT_THAT(run.screen(), HasSubstr("what has been read is saved, 1 host not started"));
    EXPECT_TRUE(fs::exists(m_host->folder() / "out/sshd0.fscope"));
    EXPECT_FALSE(fs::exists(m_host->folder() / "out/local.fscope"));
}

class SudoInMemory : public SudoAtATerminal, public testing::WithParamInterface<const char *> {};
INSTANTIATE_TEST_SUITE_P(Over, SudoInMemory, testing::Values("libssh", "ssh"),
                         [](const auto &one) { return std::string(one.param); });

TEST_P(SudoInMemory, PasswordIsErasedFromMemoryAfterSending) {
    test::SudoHost second;
    const fs::path config = m_host->folder() / "both";
    std::ofstream(config) << "Host second\n  HostName 127.0.0.1\n  Port " << second.sshd().port()
                          << "\n  User " << second.sshd().user() << "\n  IdentityFile "
                          << second.sshd().identity().string() << "\n  UserKnownHostsFile "
                          << second.sshd().knownHosts().string() << "\n"
                          << test::readFile(m_host->sshd().configFile());
    test::PtyRun run("fabricscope",
                     {"capture", "sshd0", "second", "--sudo", "--jobs", "1", "--transport", GetParam(),
                      "--ssh-config", config, "-o", (m_host->folder() / "out/").string()});
    ASSERT_TRUE(run.waitFor("sshd0: sudo password")) << run.screen();
    run.type(m_host->password() + "\n");
    ASSERT_TRUE(run.waitFor("second: sudo password")) << run.screen(); // the first host is done
    EXPECT_GT(test::countInMemory(run.pid(), "sudo password"), 0) << "its memory can be read here";
    EXPECT_EQ(test::countInMemory(run.pid(), m_host->password()), 0);
    run.type("\n");
    EXPECT_EQ(run.wait(), 3) << run.screen();
    EXPECT_EQ(m_host->failures(), 0);
}

/// A sudo that always refuses, by default because it needs a password; first in PATH.
class FakeSudo {
public:
    explicit FakeSudo(const std::string &command = "echo 'a password is required'")
        : m_path(std::getenv("PATH")) { // NOLINT(concurrency-mt-unsafe)
        const fs::path sudo = m_folder.write("sudo", "#!/bin/sh\n{ " + command + "; } >&2\nexit 1\n");
        fs::permissions(sudo, fs::perms::owner_all);
        setenv("PATH", (m_folder.path().string() + ":" + m_path).c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    }
    ~FakeSudo() { setenv("PATH", m_path.c_str(), 1); } // NOLINT(concurrency-mt-unsafe)
    FakeSudo(const FakeSudo &) = delete;
    FakeSudo &operator=(const FakeSudo &) = delete;

private:
    test::TemporaryFolder m_folder;
    std::string m_path;
};

TEST(SudoQuestion, ClientOutlivesARunningPasswordPrompt) {
    const FakeSudo sudo;
    std::promise<void> asked;
    std::atomic<bool> isOver = false, isClosing = false;
    auto client = std::make_unique<remote::Client>();
    app::HostEndpoint hostEndpoint;
    hostEndpoint.endpoint.target = "local:";
    const app::ScriptRights rights{true, [&](const app::SudoRequest &) {
                                       asked.set_value();
                                       while (!isClosing)
                                           std::this_thread::sleep_for(5ms);
                                       std::this_thread::sleep_for(300ms); // the client is being destroyed
                                       isOver = true;
                                       return std::optional<remote::Secret>();
                                   }};
    const auto script =
        app::RemoteScript::run(*client, hostEndpoint, rights, "echo @@m\n", "@@m", [](const auto &) {});
    asked.get_future().wait();
    isClosing = true;
    client.reset();
    EXPECT_TRUE(isOver) << "it would come back to a client that is gone";
}

TEST(SudoQuestion, IsNotAskedByASudoThatWouldAnswerInTheUsersLanguage) {
    const FakeSudo sudo("case ${LC_ALL} in C) echo 'ada is not in the sudoers file.' ;; "
                        "*) echo 'ada steht nicht in der sudoers-Datei.' ;; esac");
    remote::Client client;
    app::HostEndpoint hostEndpoint;
    hostEndpoint.endpoint.target = "local:";
    std::atomic<int> asked = 0;
    const app::ScriptRights rights{true, [&](const app::SudoRequest &) {
                                       ++asked;
                                       return std::optional<remote::Secret>();
                                   }};
    std::promise<std::string> message;
    const auto script =
        app::RemoteScript::run(client, hostEndpoint, rights, "echo @@m\n", "@@m", [&](const auto &result) {
            message.set_value(result ? std::string() : result.error().hint);
        });
    EXPECT_THAT(message.get_future().get(), HasSubstr("is not in the sudoers file"));
    EXPECT_EQ(asked, 0);
}

TEST(SudoQuestion, IsAskedUnlessNoPasswordHelps) {
    for (const char *message :
         {"ada is not in the sudoers file.\nThis incident has been reported to the administrator.",
          "Sorry, user ada may not run sudo on gpu-07.", "ada is not allowed to run sudo on gpu-07.",
          "Sorry, user ada is not allowed to execute '/bin/sh -s' as root on gpu-07.",
          "sudo: sorry, you must have a tty to run sudo", "sh: 1: sudo: not found",
          "bash: sudo: command not found", "env: 'sudo': No such file or directory",
          "sudo: The \"no new privileges\" flag is set, which prevents sudo from running as root."})
        EXPECT_TRUE(app::isPasswordUseless(message)) << message;
    for (const char *message : {"", "sudo: a password is required", "sudo: 3 incorrect password attempts",
                                "Sorry, try again.\nsudo: no password was provided",
                                "bash: module: command not found\nsudo: a password is required"})
        EXPECT_FALSE(app::isPasswordUseless(message)) << message;
}

TEST(SudoQuestion, IsCancelledTogetherWithTheJob) {
    const FakeSudo sudo;
    remote::Client client;
    std::promise<void> asked;
    std::promise<bool> answer;
    app::HostEndpoint hostEndpoint;
    hostEndpoint.endpoint.target = "local:";
    const app::ScriptRights rights{true, [&](const app::SudoRequest &request) {
                                       asked.set_value();
                                       while (!request.cancelled())
                                           std::this_thread::sleep_for(5ms);
                                       return std::optional<remote::Secret>();
                                   }};
    const auto script =
        app::RemoteScript::run(client, hostEndpoint, rights, "echo @@m\n", "@@m", [&](const auto &result) {
            answer.set_value(!result && result.error().kind == remote::FailureKind::Cancelled);
        });
    asked.get_future().wait();
    script->cancel();
    EXPECT_TRUE(answer.get_future().get());
}

} // namespace

} // namespace fabricscope
