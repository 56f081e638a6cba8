// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/PersistedRun.h"
#include "tests/Places.h"
#include "tests/app/Copier.h"
#include "tests/app/RunRecorder.h"
#include "tests/core/store/StoreFolder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

/// Faults during a run, repeated: `ctest -L stress`. Each time the state is reported, stored data can be
/// read, and nothing is left running. FABRICSCOPE_STRESS_ROUNDS sets the number of rounds; the default is a
/// hundred.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using test::RunRecorder;
using testing::HasSubstr;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Two children in their own sessions, one of them without the run's environment.
constexpr const char *kTree = "setsid sleep 1000 & env -i setsid sleep 1000 & sleep 1000 & echo ready; wait";

int rounds() {
    const char *given = std::getenv("FABRICSCOPE_STRESS_ROUNDS"); // NOLINT(concurrency-mt-unsafe)
    const int number = given != nullptr ? std::atoi(given) : 0;   // NOLINT(cert-err34-c)
    return number > 0 ? number : 100;
}

template<typename Condition> bool waitUntil(const Condition &condition, std::chrono::seconds longest = 60s) {
    const auto end = Clock::now() + longest;
    while (!condition()) {
        if (Clock::now() > end)
            return false;
        std::this_thread::sleep_for(50ms);
    }
    return true;
}

/// A stored run, from its start to its end.
class PersistedRound {
public:
    PersistedRound(const std::string &database, const test::Sshd &sshd, const std::string &script,
                   const ToolRunOptions &options = {})
        : m_database(database) {
        const bench::RunSpec spec = test::shellRun(script);
        PersistOptions persist{database, spec, {}, {}, {}};
        persist.failed = [this](const Error &error) {
            m_failure = error.toString();
        };
        m_run = ToolRun::start(m_client, test::hostEndpointFor(sshd), spec, options,
                               persistedEvents(m_client, nullptr, std::move(persist), recorder.events()));
    }
    [[nodiscard]] std::string id() const { return m_run->state().id; }
    /// The reported state equals the stored one, and so does all shown output.
    void expectPersisted() const {
        EXPECT_EQ(m_failure, "");
        const auto store = store::RunStore::open(m_database, {.readOnly = true});
        ASSERT_TRUE(store) << store.error().toString();
        const auto record = store->find(recorder.last.id);
        ASSERT_TRUE(record && *record);
        EXPECT_EQ((*record)->state.phase, recorder.last.phase);
        EXPECT_EQ((*record)->state.why, recorder.last.why);
        EXPECT_EQ(store::outputOf(*store, recorder.last.id), recorder.out);
    }

    RunRecorder recorder;

private:
    std::string m_database, m_failure;
    remote::Client m_client;
    std::shared_ptr<ToolRun> m_run;
};

class StressFaults : public testing::Test {
protected:
    [[nodiscard]] std::string database() const { return (m_folder.path() / "runs.db").string(); }
    test::TemporaryFolder m_folder;
};

/// The link goes through two processes: from here to the host, and back.
constexpr const char *kLinkName = "fabricscope-link";
const std::string kLink = fmt::format(
    "ProxyCommand bash -c 'exec 3<>/dev/tcp/%h/%p; (exec -a {0}-%p cat <&3) & exec -a {0}-%p cat >&3'",
    kLinkName);

void signalProxies(const test::Sshd &sshd, int signal) {
    for (const pid_t pid : test::descendants(::getpid()))
        if (test::readFile(fmt::format("/proc/{}/cmdline", pid))
                .starts_with(fmt::format("{}-{}", kLinkName, sshd.port()) + '\0'))
            ::kill(pid, signal);
}

struct LinkFault {
    const char *name;
    void (*begin)(const test::Sshd &sshd);
    void (*end)(const test::Sshd &sshd); ///< after the host has ended the run
    Phase phase;
    const char *why; ///< the supervisor's word; empty: any reason
};
const LinkFault kLinkFaults[] = {
    {"sshdKilled", [](const test::Sshd &sshd) { test::signalLink(sshd, SIGKILL); }, nullptr, Phase::Lost, ""},
    {"sshdKilledWithAllBelow", [](const test::Sshd &sshd) { sshd.killSessions(); }, nullptr, Phase::Lost, ""},
    {"sshdStopped", [](const test::Sshd &sshd) { test::signalLink(sshd, SIGSTOP); },
     [](const test::Sshd &sshd) { test::signalLink(sshd, SIGCONT); }, Phase::Stopped, "lease"},
    {"linkDropped", [](const test::Sshd &sshd) { signalProxies(sshd, SIGKILL); }, nullptr, Phase::Lost, ""},
    {"linkSilent", [](const test::Sshd &sshd) { signalProxies(sshd, SIGSTOP); },
     [](const test::Sshd &sshd) { signalProxies(sshd, SIGCONT); }, Phase::Stopped, "lease"},
};

void PrintTo(const LinkFault &fault, std::ostream *out) {
    *out << fault.name;
}

class StressLink : public StressFaults, public testing::WithParamInterface<LinkFault> {};

TEST_P(StressLink, EndsTheRunAndReportsItEachTime) {
    const LinkFault &fault = GetParam();
    const test::UnrelatedProcess other("sleep");
    constexpr int kConcurrent = 5; // in parallel, since each waits for its lease
    for (int left = rounds(); left > 0; left -= kConcurrent) {
        test::SshdOptions options;
        options.clientLines = {kLink};
        const test::Sshd sshd(options);
        std::vector<std::unique_ptr<PersistedRound>> runs;
        for (int i = 0; i < std::min(left, kConcurrent); ++i)
            runs.push_back(std::make_unique<PersistedRound>(database(), sshd, kTree));
        for (const auto &run : runs)
            ASSERT_TRUE(run->recorder.waitForOutput("ready")) << left;
        fault.begin(sshd);
        for (const auto &run : runs)
            ASSERT_TRUE(test::runEndsWithin(run->id(), 40s)) << left;
        if (fault.end != nullptr)
            fault.end(sshd);
        for (const auto &run : runs) {
            ASSERT_TRUE(run->recorder.waitForEnd()) << left;
            ASSERT_EQ(run->recorder.last.phase, fault.phase) << left << ": " << run->recorder.last.why;
            ASSERT_THAT(run->recorder.last.why, HasSubstr(*fault.why != 0 ? test::endText(fault.why) : ""))
                << left;
            ASSERT_NE(run->recorder.last.why, "") << left;
            ASSERT_EQ(run->recorder.finishes, 1) << left;
            run->expectPersisted();
        }
        ASSERT_FALSE(HasFailure()) << left;
    }
    EXPECT_TRUE(other.isRunning());
}

INSTANTIATE_TEST_SUITE_P(Each, StressLink, testing::ValuesIn(kLinkFaults),
                         [](const auto &fault) { return std::string(fault.param.name); });

/// A file system of this size on the folder; needs root.
class SmallDisk {
public:
    explicit SmallDisk(const char *size)
        : m_isMounted(::mount("tmpfs", path().c_str(), "tmpfs", 0, size) == 0) {}
    ~SmallDisk() {
        if (m_isMounted)
            ::umount2(path().c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk &) = delete;
    SmallDisk &operator=(const SmallDisk &) = delete;
    [[nodiscard]] bool isMounted() const { return m_isMounted; }
    [[nodiscard]] fs::path path() const { return m_folder.path(); }

private:
    test::TemporaryFolder m_folder;
    bool m_isMounted;
};

TEST_F(StressFaults, AFullDiskOfTheHostStopsADetachedRunAndKeepsWhatItPrinted) {
    if (::geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to mount a small disk";
    const SmallDisk disk("size=256k");
    ASSERT_TRUE(disk.isMounted());
    test::SshdOptions options;
    options.environment = {"FABRICSCOPE_SPOOL=" + disk.path().string()};
    const test::Sshd sshd(options);
    ToolRunOptions detached;
    detached.detached = true;
    for (int i = 0; i < rounds(); ++i) {
        PersistedRound run(database(), sshd,
                           "while :; do echo 0123456789012345678901234567890123456789; done 2>/dev/null",
                           detached);
        ASSERT_TRUE(run.recorder.waitForEnd()) << i;
        ASSERT_EQ(run.recorder.last.phase, Phase::Stopped) << i << ": " << run.recorder.last.why;
        ASSERT_THAT(run.recorder.last.why, HasSubstr(test::endText("full"))) << i;
        ASSERT_THAT(run.recorder.out, HasSubstr("0123456789\n")) << i;
        run.expectPersisted();
        ASSERT_TRUE(test::runEndsWithin(run.id(), 30s)) << i;
        for (const auto &entry : fs::directory_iterator(disk.path()))
            fs::remove_all(entry.path());
        ASSERT_FALSE(HasFailure()) << i;
    }
}

TEST_F(StressFaults, AFullDiskOfTheHostLeavesTheOldFileInItsPlace) {
    if (::geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to mount a small disk";
    const SmallDisk disk("size=64k");
    ASSERT_TRUE(disk.isMounted());
    const std::string path = (disk.path() / "topo.xml").string(), old = "<system version=\"1\"/>\n";
    std::ofstream(path) << old;
    const test::Sshd sshd;
    test::Copier copier(sshd);
    for (int i = 0; i < rounds(); ++i) {
        const auto plan = copier.plan(path, std::string(200000, 'x'));
        ASSERT_TRUE(plan) << i << plan.error().what;
        const auto receipt = copier.copy(*plan);
        ASSERT_FALSE(receipt) << i;
        ASSERT_EQ(test::readFile(path), old) << i;
        ASSERT_EQ(std::distance(fs::directory_iterator(disk.path()), {}), 1) << i << ": nothing beside it";
    }
}

/// `fabricscope` started as by a user, with its standard output in a file.
class Command {
public:
    /// `before`: commands for the shell that becomes the program.
    Command(const fs::path &folder, const std::vector<std::string> &words, const std::string &before = {})
        : m_out(folder / "out"), m_err(folder / "err") {
        std::vector<std::string> line = {"sh", "-c", before + "exec \"$@\"", "sh",
                                         FABRICSCOPE_BIN_DIR "/fabricscope"};
        line.insert(line.end(), words.begin(), words.end());
        std::vector<char *> argv;
        for (std::string &word : line)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        const std::string data = (folder / "data").string();
        m_pid = ::fork();
        if (m_pid != 0)
            return;
        ::setsid();
        ::setenv("XDG_DATA_HOME", data.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
        ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
        ::dup2(::open(m_out.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600), STDOUT_FILENO);
        ::dup2(::open(m_err.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600), STDERR_FILENO);
        ::execv("/bin/sh", argv.data());
        ::_exit(126);
    }
    ~Command() {
        if (m_pid > 0) {
            signal(SIGCONT);
            signal(SIGKILL);
            (void)wait();
        }
    }
    Command(const Command &) = delete;
    Command &operator=(const Command &) = delete;

    void signal(int number) const { ::kill(m_pid, number); }
    /// Its exit status, as reported by a shell.
    int wait() {
        int status = 0;
        ::waitpid(std::exchange(m_pid, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    [[nodiscard]] bool waitForOutput(const std::string &text) const {
        return waitUntil([&] { return out().find(text) != std::string::npos; });
    }
    [[nodiscard]] std::string out() const { return test::readFile(m_out); }
    [[nodiscard]] std::string err() const { return test::readFile(m_err); }

private:
    fs::path m_out, m_err;
    pid_t m_pid = -1;
};

/// The only run stored below this folder, with its output.
struct Found {
    bench::RunRecord record;
    std::string output;
};
std::optional<Found> foundIn(const fs::path &folder) {
    const auto store =
        store::RunStore::open((folder / "data/fabricscope/runs.db").string(), {.readOnly = true});
    const auto runs = store ? store->list() : tl::unexpected(store.error());
    if (!runs || runs->size() != 1)
        return std::nullopt;
    return Found{runs->front(), store::outputOf(*store, runs->front().state.id)};
}

std::vector<std::string> benchRun(const test::Sshd &sshd, const std::string &script,
                                  const std::vector<std::string> &more = {}) {
    std::vector<std::string> words = {"bench", "run",          "sshd0",        "custom",
                                      "--yes", "--no-capture", "--ssh-config", sshd.configFile().string()};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--", "sh", "-c", script});
    return words;
}

/// The run continues, and the data that could not be stored is reported.
TEST_F(StressFaults, FullLocalDiskIsReportedAndLosesNoShownOutput) {
    if (::geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to mount a small disk";
    const test::Sshd sshd;
    constexpr std::size_t kBytes = 4000000;
    for (int i = 0; i < rounds(); ++i) {
        const test::TemporaryFolder folder;
        const SmallDisk disk("size=1m");
        ASSERT_TRUE(disk.isMounted());
        fs::create_directory_symlink(disk.path(), folder.path() / "data");
        Command command(folder.path(),
                        benchRun(sshd, fmt::format("head -c {} /dev/zero | tr '\\0' x", kBytes)));
        ASSERT_EQ(command.wait(), 0) << i << ": " << command.err();
        ASSERT_EQ(command.out().size(), kBytes) << i;
        ASSERT_THAT(command.err(), HasSubstr("the run was not saved")) << i;
        const auto kept = foundIn(folder.path());
        ASSERT_TRUE(kept) << i << ": what was kept before can be read";
        ASSERT_LT(kept->output.size(), kBytes) << i;
        ASSERT_EQ(kept->output.find_first_not_of('x'), std::string::npos) << i;
        ASSERT_TRUE(test::runEndsWithin(kept->record.state.id, 30s)) << i;
    }
}

/// A capture is stored completely or not at all. (Without root: a file size limit simulates the disk.)
TEST_F(StressFaults, AFullDiskHereLeavesNoHalfOfACapture) {
    const test::TemporaryFolder folder;
    const std::string script = folder.path() / "made.fscope", copy = folder.path() / "copy.fscope";
    Command made(folder.path(), {"capture", "local:", "-o", script});
    ASSERT_EQ(made.wait(), 0) << made.err();
    ASSERT_GT(fs::file_size(script), 3 * 512U);
    for (int i = 0; i < rounds(); ++i) {
        Command command(folder.path(), {"import", script, "-o", copy}, "trap '' XFSZ; ulimit -f 2; ");
        ASSERT_EQ(command.wait(), 3) << i << ": " << command.err();
        ASSERT_THAT(command.err(), HasSubstr("copy.fscope")) << i;
        ASSERT_FALSE(fs::exists(copy)) << i;
        for (const auto &entry : fs::directory_iterator(folder.path()))
            ASSERT_THAT(entry.path().filename().string(), testing::AnyOf("made.fscope", "out", "err", "data"))
                << i;
    }
}

/// The laptop sleeps for less than the lease: the run continues, and nothing of it is lost.
TEST_F(StressFaults, OurOwnSleepThatIsShorterThanTheLeaseChangesNothing) {
    const test::Sshd sshd;
    constexpr int kConcurrent = 5;
    for (int left = rounds(); left > 0; left -= kConcurrent) {
        std::vector<std::unique_ptr<test::TemporaryFolder>> folders;
        std::vector<std::unique_ptr<Command>> commands;
        for (int i = 0; i < std::min(left, kConcurrent); ++i) {
            folders.push_back(std::make_unique<test::TemporaryFolder>());
            const std::string go = (folders.back()->path() / "go").string();
            commands.push_back(std::make_unique<Command>(
                folders.back()->path(),
                benchRun(sshd, "echo ready; while ! test -e '" + go + "'; do sleep 0.1; done; echo done",
                         {"--lease", "60"})));
        }
        for (const auto &command : commands)
            ASSERT_TRUE(command->waitForOutput("ready")) << left << ": " << command->err();
        for (const auto &command : commands)
            command->signal(SIGSTOP);
        std::this_thread::sleep_for(6s); // the sleep: longer than the usual lease, which would end the runs
        for (std::size_t i = 0; i < commands.size(); ++i) {
            folders[i]->write("go", "");
            commands[i]->signal(SIGCONT);
            ASSERT_EQ(commands[i]->wait(), 0) << left << ": " << commands[i]->err();
            ASSERT_EQ(commands[i]->out(), "ready\ndone\n") << left;
            const auto kept = foundIn(folders[i]->path());
            ASSERT_TRUE(kept) << left;
            ASSERT_EQ(kept->record.state.phase, Phase::Ended) << left << ": " << kept->record.state.why;
            ASSERT_EQ(kept->record.state.exitStatus, 0) << left;
            ASSERT_EQ(kept->output, "ready\ndone\n") << left;
            ASSERT_TRUE(test::runEndsWithin(kept->record.state.id, 30s)) << left;
        }
    }
}

/// One round of a minute: the host has ended the run in the meantime, and the resumed program reports it.
TEST_F(StressFaults, OurOwnSleepOfAMinuteEndsTheRunAndTheStateIsNamed) {
    const test::Sshd sshd;
    const test::TemporaryFolder folder;
    Command command(folder.path(), benchRun(sshd, kTree));
    ASSERT_TRUE(command.waitForOutput("ready")) << command.err();
    std::optional<Found> kept;
    ASSERT_TRUE(waitUntil([&] {
        kept = foundIn(folder.path());
        return kept && kept->output == "ready\n";
    })) << "it is kept while it runs";
    const auto wake = Clock::now() + 60s;
    command.signal(SIGSTOP);
    EXPECT_TRUE(test::runEndsWithin(kept->record.state.id, 40s)) << "while we sleep";
    std::this_thread::sleep_until(wake);
    command.signal(SIGCONT);
    EXPECT_EQ(command.wait(), 1) << command.err();
    EXPECT_THAT(command.err(), HasSubstr(test::endText("lease")));
    kept = foundIn(folder.path());
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->record.state.phase, Phase::Stopped) << kept->record.state.why;
    EXPECT_THAT(kept->record.state.why, HasSubstr(test::endText("lease")));
    EXPECT_EQ(kept->output, "ready\n");
}

/// The clock is set back by an hour while a run is being stored, and then the program is killed: everything
/// stored before and after that is kept. (The store gets its time as a value; the machine's clock is not
/// changed.)
TEST_F(StressFaults, AClockThatIsSetBackLosesNothingThatIsKept) {
    constexpr std::int64_t kNow = 1795348800000, kHour = 3600000;
    const std::string path = database();
    for (int i = 0; i < rounds(); ++i) {
        const std::string id = fmt::format("run-{:05}", i);
        ASSERT_TRUE(store::killedAfter(1, [&](int pipeEnd) {
            auto store = store::RunStore::open(path);
            if (store && store->add(store::recordOf(id, kNow)) &&
                store->append(id, store::Stream::Output, kNow, "before\n") && store->tick(kNow - kHour) &&
                store->append(id, store::Stream::Output, kNow - kHour, "behind\n") &&
                store->tick(kNow - kHour + store::RunStore::kCommitMs) && ::write(pipeEnd, "x", 1) == 1)
                ::pause();
        })) << i;
        const auto store = store::RunStore::open(path);
        ASSERT_TRUE(store) << store.error().toString();
        ASSERT_EQ(store::outputOf(*store, id), "before\nbehind\n") << i;
    }
    const auto store = store::RunStore::open(path, {.readOnly = true});
    ASSERT_TRUE(store);
    EXPECT_EQ(store->list()->size(), static_cast<std::size_t>(rounds()));
}

} // namespace
} // namespace fabricscope::app
