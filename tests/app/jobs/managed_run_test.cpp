// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/Resources.h"
#include "tests/app/Escapes.h"
#include "tests/app/MachineLock.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

/// Processes that a run handed over to another manager (a container daemon, systemd, at) are in neither its
/// process tree nor its cgroup and have no mark: they are named, and get no signal.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using bench::RemainingProcess;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

/// A substitute for docker and its daemon: a container is a line of the file `boxes`, not a process. Calls
/// are recorded in `calls`. If there is a file `hangs`, `ps` does not return.
constexpr const char *kDocker = R"sh(#!/bin/sh
here=${0%/*}
echo "$1" >>"$here/calls"
case $1 in
run) echo "$3" >>"$here/boxes" && echo "$3" ;;
ps) [ ! -e "$here/hangs" ] || exec sleep 1000
    [ "$*" = "ps --format {{.ID}} {{.Names}}" ] && sed 's/.*/& name_of_&/' "$here/boxes" ;;
esac
)sh";

class ManagedRun : public testing::Test {
protected:
    ManagedRun() {
        fs::permissions(m_folder.write("docker", kDocker), fs::perms(0755));
        m_folder.write("boxes", "00000000000a\n");
    }
    [[nodiscard]] bench::RunSpec spec(const std::string &script) const {
        bench::RunSpec spec = shellRun(script);
        spec.command.environment = {{"PATH", m_folder.path().string() + ":/usr/sbin:/usr/bin:/sbin:/bin"}};
        return spec;
    }
    [[nodiscard]] std::string calls() const { return test::readFile(m_folder.path() / "calls"); }
    bench::RunState endOf(const bench::RunSpec &spec, bool detached = false) {
        RunRecorder recorder;
        remote::Client client;
        ToolRunOptions options;
        options.detached = detached;
        const auto run = ToolRun::start(client, hostEndpointFor("local:"), spec, options, recorder.events());
        EXPECT_TRUE(recorder.waitForEnd());
        if (detached)
            fs::remove_all("/var/tmp/fabricscope-run-" + run->state().id);
        return recorder.last;
    }
    test::MachineLock m_turn;
    test::TemporaryFolder m_folder;
};

const RemainingProcess kBox{0,        "00000000000b",        "", RemainingProcess::Reason::Unsure,
                            "docker", "name_of_00000000000b"};

TEST_F(ManagedRun, WhoseScriptStartsAContainerOfADaemonMayStillRun) {
    const bench::RunState end = endOf(spec("docker run -d 00000000000b; exit 3"));
    EXPECT_EQ(end.phase, Phase::MayStillRun) << end.why;
    EXPECT_EQ(end.exitStatus, 3) << "how its tool ended is known";
    EXPECT_THAT(end.remaining, ElementsAre(kBox)) << "not the one that was there before";
    EXPECT_THAT(end.why,
                testing::EndsWith("docker container name_of_00000000000b (00000000000b, started during the "
                                  "run, perhaps by it)"))
        << "no command ends what may be somebody else's";
}

TEST_F(ManagedRun, ThatIsStoppedNamesItToo) {
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor("local:"),
                       spec("docker run -d 00000000000b; echo up; exec sleep 1000"), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("up\n"));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::MayStillRun) << recorder.last.why;
    EXPECT_THAT(recorder.last.remaining, ElementsAre(kBox));
    EXPECT_THAT(calls(), testing::Not(HasSubstr("stop"))) << "it may be somebody else's";
}

TEST_F(ManagedRun, ThatIsDetachedNamesItToo) {
    const bench::RunState end = endOf(spec("docker run -d 00000000000b"), true);
    EXPECT_EQ(end.phase, Phase::MayStillRun) << end.why;
    EXPECT_THAT(end.remaining, ElementsAre(kBox));
}

TEST_F(ManagedRun, ThatIsDetachedAndLostItsSupervisorNamesItToo) {
    RunRecorder recorder;
    remote::Client client;
    ToolRunOptions options;
    options.detached = true;
    const auto run = ToolRun::start(client, hostEndpointFor("local:"),
                                    spec("docker run -d 00000000000b; echo up; exec sleep 1000"), options,
                                    recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("up\n"));
    const fs::path spool = "/var/tmp/fabricscope-run-" + run->state().id;
    const pid_t supervisor = std::stoi(test::readFile(spool / "supervisor"));
    for (const pid_t pid : test::descendants(supervisor))
        if (pid != run->state().pid)
            ::kill(pid, SIGKILL);
    ::kill(supervisor, SIGKILL);
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::MayStillRun) << recorder.last.why;
    EXPECT_THAT(recorder.last.remaining, ElementsAre(kBox));
    EXPECT_TRUE(test::runEndsWithin(run->state().id, 10s));
    fs::remove_all(spool);
}

TEST_F(ManagedRun, MayStillRunIfItsScriptStartsAContainer) {
    const fs::path script =
        m_folder.write("tool", "#!/bin/sh\n# starts the server\ndocker run -d 00000000000b\n");
    fs::permissions(script, fs::perms(0755));
    bench::RunSpec file = spec("");
    for (const std::vector<std::string> &words :
         {std::vector<std::string>{script.string()}, {"sh", "-e", "./tool"}}) {
        m_folder.write("boxes", "00000000000a\n");
        file.command.words = words;
        file.command.directory = m_folder.path().string();
        const bench::RunState end = endOf(file);
        EXPECT_EQ(end.phase, Phase::MayStillRun) << end.why;
        EXPECT_THAT(end.remaining, ElementsAre(kBox));
    }
}

TEST_F(ManagedRun, ThatLeavesNothingBehindIsEnded) {
    const bench::RunState end = endOf(spec("docker ps -q"));
    EXPECT_EQ(end.phase, Phase::Ended) << end.why;
    EXPECT_THAT(end.remaining, IsEmpty());
}

TEST_F(ManagedRun, ThatNamesNoEngineAsksNone) {
    const bench::RunState end =
        endOf(spec("echo 00000000000b >>'" + (m_folder.path() / "boxes").string() + "'"));
    EXPECT_EQ(end.phase, Phase::Ended) << "somebody else's container: " << end.why;
    EXPECT_EQ(calls(), "");
}

TEST_F(ManagedRun, WhoseEngineDoesNotAnswerEndsAllTheSame) {
    m_folder.write("hangs", "");
    const bench::RunState end = endOf(spec("docker run -d 00000000000b"));
    EXPECT_EQ(end.phase, Phase::Ended) << end.why;
    EXPECT_EQ(calls(), "ps\nrun\nps\n");
}

/// A daemon of the test that puts its processes into the cgroup of a container, as engines do; it has no
/// socket, as if this user may not access it.
class ContainerDaemon {
public:
    explicit ContainerDaemon(const fs::path &folder) : m_folder(folder) {
        for (const char *place : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
            const fs::path made = fmt::format("{}/docker-{:012x}{:052x}.scope", place, getpid(), 7);
            std::error_code error;
            if (fs::exists(fs::path(place) / "cgroup.procs") && fs::create_directory(made, error))
                m_group = made;
        }
        m_daemon = m_group.empty() ? -1 : ::fork();
        if (m_daemon != 0)
            return;
        ::setsid();
        ::execl("/bin/sh", "daemon", "-c",
                "cd \"$1\"; until [ -e go ]; do sleep 0.1; done; sleep 1000 & echo $! >\"$2/cgroup.procs\"; "
                "echo >up; wait",
                "daemon", folder.c_str(), m_group.c_str(), nullptr);
        ::_exit(127);
    }
    ~ContainerDaemon() {
        if (m_daemon > 0) {
            ::kill(-m_daemon, SIGKILL);
            ::waitpid(m_daemon, nullptr, 0);
        }
        std::error_code error;
        for (int i = 0; i < 200 && !m_group.empty() && !fs::remove(m_group, error); ++i)
            std::this_thread::sleep_for(50ms); // wait for its last process
    }
    ContainerDaemon(const ContainerDaemon &) = delete;
    ContainerDaemon &operator=(const ContainerDaemon &) = delete;
    [[nodiscard]] bool runs() const { return m_daemon > 0; }
    [[nodiscard]] std::string id() const { return fmt::format("{:012x}", getpid()); }

private:
    fs::path m_folder, m_group;
    pid_t m_daemon = -1;
};

TEST_F(ManagedRun, ReportsAContainerWhoseEngineItMayNotQuery) {
    if (geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to make a cgroup";
    const ContainerDaemon daemon(m_folder.path());
    if (!daemon.runs())
        GTEST_SKIP() << "NOT TESTED: needs a cgroup of version 2 that can be written";
    bench::RunSpec asking = spec("touch go; until [ -e up ]; do sleep 0.1; done # sudo docker run -d");
    asking.command.directory = m_folder.path().string();
    asking.command.environment.clear();
    const bench::RunState end = endOf(asking);
    EXPECT_EQ(end.phase, Phase::MayStillRun) << end.why;
    EXPECT_THAT(end.remaining, ElementsAre(RemainingProcess{0, daemon.id(), "",
                                                            RemainingProcess::Reason::Unsure, "docker"}));
}

/// A manager that the words of the command do not name, and that has ended by the time of the stop.
class CalledManager : public ManagedRun, public testing::WithParamInterface<bool> {};

TEST_P(CalledManager, IsNamedWhenTheRunIsStopped) {
    fs::permissions(m_folder.write("ssh", "#!/bin/sh\nsleep 3.5\necho ${1}\n"), fs::perms(0755));
    RunRecorder recorder;
    remote::Client client;
    ToolRunOptions options;
    options.detached = GetParam();
    const auto run = ToolRun::start(client, hostEndpointFor("local:"),
                                    spec("end=h; ss$end node1; ss$end node2; exec sleep 1000"), options,
                                    recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("node1\nnode2\n"));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped);
    EXPECT_EQ(recorder.last.why, "stopped; its process tree has ended, but work handed to ssh may still run");
    fs::remove_all("/var/tmp/fabricscope-run-" + run->state().id);
}

INSTANTIATE_TEST_SUITE_P(OfARun, CalledManager, testing::Bool(),
                         [](const auto &each) { return std::string(each.param ? "Detached" : "Attached"); });

TEST_F(ManagedRun, ThatCallsNoManagerNamesNone) {
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, hostEndpointFor("local:"), spec("echo up; sleep 1000; : at ssh"),
                                    {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("up\n"));
    std::this_thread::sleep_for(2500ms); // two scans of the tree must find nothing
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    // Other tests may start processes meanwhile, which init adopts.
    EXPECT_THAT(recorder.last.why,
                testing::AllOf(testing::Not(testing::HasSubstr("handed to")),
                               testing::AnyOf("stopped", testing::HasSubstr("perhaps by it"))));
}

/// The output of fs_list_managed for a /proc with these processes, each with this content of that file
/// (cgroup, environ); the pid is also the start time since boot.
std::string managedOf(const std::string &managers,
                      const std::vector<std::pair<std::string, std::string>> &processes,
                      const std::string &file = "cgroup") {
    const test::TemporaryFolder folder;
    for (const auto &[pid, content] : processes) {
        fs::create_directories(folder.path() / pid);
        folder.write(pid + "/" + file, content);
        folder.write(pid + "/stat", pid + " (x) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 " + pid + " 0 0\n");
        folder.write(pid + "/status", fmt::format("Name:\tx\nUid:\t{0}\t{0}\t{0}\t{0}\n", geteuid()));
    }
    const fs::path script = folder.write(
        "script.sh", "fs_nonce=n\nfs_run=r\n" + std::string(resources::find("supervisor/common.sh")) +
                         std::string(resources::find("supervisor/contain.sh")) +
                         std::string(resources::find("supervisor/managed.sh")) +
                         "fs_list_boxes() { :; }\nfs_is_ours() { false; }\nid() { echo 1000; }\n"
                         "fs_owner_of() { echo jane; }\nfs_proc=$1 fs_managers=$2\nfs_list_managed\n:\n");
    return test::run({"/bin/sh", script.string(), folder.path().string(), managers});
}

TEST(ManagedProcess, IsThatOfAUnitOfTheUsersSystemd) {
    const std::string user = "/user.slice/user-1000.slice/user@1000.service";
    const std::vector<std::pair<std::string, std::string>> processes = {
        {"4000001", "0::" + user + "/app.slice/run-r5f.service\n"},
        {"4000002", "0::" + user + "/app.slice/bench.service/worker\n"},
        {"4000003", "0::" + user + "/app.slice/run-u7.scope\n"},
        {"4000004", "0::" + user + "/app.slice/app-firefox@1.service\n"},
        {"4000005", "0::" + user + "/init.scope\n"},
        {"4000006", "0::" + user + "/app.slice/dbus.service\n"},
        {"4000007", "0::/user.slice/user-1001.slice/user@1001.service/app.slice/run-r9.service\n"},
        {"4000008", "0::/user.slice/user-1000.slice/session-3.scope\n"},
        {"4000009", "0::/system.slice/run-r1.service\n"},
        {"4000010", "0::" + user + "/app.slice/fabricscope-0123456789abcdef0123456789abcdef.scope\n"},
    };
    EXPECT_EQ(managedOf("systemd-run", processes), "4000001:4000001\n4000002:4000002\n4000003:4000003\n");
    EXPECT_EQ(managedOf("docker", processes), "");
}

TEST(ManagedProcess, IsThatOfAtOrOfAJobOrAContainer) {
    const std::string id(64, 'a');
    const std::vector<std::pair<std::string, std::string>> processes = {
        {"4000001", "0::/system.slice/atd.service\n"},
        {"4000002",
         "12:memory:/slurm/uid_1000/job_42/step_0/task_0\n1:name=systemd:/system.slice/slurmd.service\n"},
        {"4000003", "0::/system.slice/docker-" + id + ".scope\n"},
        {"4000004", "11:pids:/docker/" + std::string(64, 'b') + "\n"},
        {"4000005",
         "0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-" + std::string(64, 'c') + ".scope\n"},
        {"4000006", "0::/machine.slice/libpod-" + std::string(64, 'd') + ".scope\n"},
        {"4000007", "0::/system.slice/cron.service\n"},
    };
    EXPECT_EQ(managedOf("at", processes), "4000001:4000001\n");
    EXPECT_EQ(managedOf("srun", processes), "4000001:4000001\n4000002:4000002\n");
    EXPECT_EQ(managedOf("nerdctl", processes),
              "4000001:4000001\ncontainer:aaaaaaaaaaaa\ncontainer:bbbbbbbbbbbb\n");
}

TEST(ManagedProcess, IsThatOfALoginFromThisMachineOrOfAWindow) {
    using namespace std::string_literals;
    const std::vector<std::pair<std::string, std::string>> processes = {
        {"4000001", "HOME=/home/jane\0SSH_CONNECTION=127.0.0.1 40122 127.0.0.1 22\0"s},
        {"4000002", "SSH_CONNECTION=10.0.0.7 40122 10.0.0.9 22\0HOME=/home/jane\0"s}, // from elsewhere
        {"4000003", "SSH_CONNECTION=::1 5 ::1 22\0FABRICSCOPE_RUN=r\0"s},
        {"4000004", "TMUX=/tmp/tmux-1000/default,812,0\0"s},
        {"4000005", "STY=4711.pts-0.host\0"s},
    };
    EXPECT_EQ(managedOf("ssh", processes, "environ"), "4000001:4000001\n");
    EXPECT_EQ(managedOf("tmux screen", processes, "environ"), "4000004:4000004\n4000005:4000005\n");
    EXPECT_EQ(managedOf("docker", processes, "environ"), "");
}

} // namespace
} // namespace fabricscope::app
