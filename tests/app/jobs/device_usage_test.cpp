// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/DeviceUsage.h"
#include "app/jobs/run/SupervisorScript.h"
#include "tests/app/BenchRunProgram.h"
#include "tests/app/ScriptOutput.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

/// The other users of a host's devices, and those that a run would conflict with.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using test::benchRun;
using test::ProgramRun;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(DeviceUsage, NamesWhoUsesTheDevices) {
    const std::string text =
        "noise\n@@n begin\n@@n uses 7 nvidia1\n@@n uses 7 nvidia0\n@@n uses 7 nvidia0\n"
        "@@n uses 9 kfd\n@@n uses -1 kfd\n@@n uses x kfd\n@@n process 8 0 1 stranger\n"
        "@@n process 7 1000 7300 python3 train.py \x1b[31m\n@@n process 9 ? ? ?\n@@n done\n";
    const DeviceUsage load = readDeviceUsage(text, "@@n ");
    const auto &uses = load.uses;
    ASSERT_EQ(uses.size(), 2U);
    EXPECT_EQ(uses[0].pid, 7);
    EXPECT_EQ(uses[0].uid, 1000U);
    EXPECT_THAT(uses[0].devices, ElementsAre("nvidia0", "nvidia1"));
    EXPECT_THAT(describe(uses[0]), HasSubstr("pid 7 (uid 1000, for 2 h): python3 train.py"));
    EXPECT_THAT(describe(uses[0]), Not(HasSubstr("\x1b")));
    EXPECT_FALSE(uses[1].uid);
    EXPECT_FALSE(uses[1].age);
    EXPECT_EQ(load.visibility, DeviceUsage::Visibility::Files);
}

TEST(DeviceUsage, ReportsWhatWouldEndADetachedRun) {
    const DeviceUsage load =
        readDeviceUsage("@@n begin\n@@n ends logind\n@@n ends slurm 77\n@@n ends slurm \x1b[31m\n"
                        "@@n ends other\n@@n done\n",
                        "@@n ");
    ASSERT_EQ(load.detachedEndCauses.size(), 3U);
    EXPECT_THAT(load.detachedEndCauses[0].what, HasSubstr("KillUserProcesses=yes"));
    EXPECT_THAT(load.detachedEndCauses[0].hint, HasSubstr("loginctl enable-linger"));
    EXPECT_THAT(load.detachedEndCauses[1].what, HasSubstr("the Slurm job 77"));
    EXPECT_THAT(load.detachedEndCauses[1].hint, HasSubstr("salloc"));
    EXPECT_THAT(load.detachedEndCauses[2].what, Not(HasSubstr("\x1b")));
    EXPECT_THAT(readDeviceUsage("@@n begin\n@@n done\n", "@@n ").detachedEndCauses, IsEmpty());
}

/// The output of load.sh for an ordinary user, with the test's own folders mounted over /etc, /run and
/// /var/lib.
class LogindHost {
public:
    LogindHost() : m_user("x") {
        for (const char *name : {"etc/systemd/logind.conf.d", "etc/pam.d", "run/systemd/system", "linger"})
            fs::create_directories(m_folder.path() / name);
        fs::permissions(m_folder.path(), fs::perms(0755));
        write("etc/systemd/logind.conf", "[Login]\n#KillUserProcesses=yes\n");
    }
    void write(const std::string &name, const std::string &text) const {
        std::ofstream(m_folder.path() / name) << text;
    }
    [[nodiscard]] const std::string &user() const { return m_user.name(); }
    [[nodiscard]] std::vector<std::string> ends() const {
        const SupervisorScript script(SupervisorScript::makeRunId());
        remote::Client client;
        const std::string line = fmt::format(
            "exec unshare --mount /bin/sh -c 'mount --bind {0}/etc/systemd /etc/systemd && mount --bind "
            "{0}/etc/pam.d /etc/pam.d && mount --bind {0}/run /run && mkdir -p /var/lib/systemd/linger && "
            "mount --bind "
            "{0}/linger /var/lib/systemd/linger && exec setpriv --reuid {1} --regid {1} --clear-groups "
            "/bin/sh -s'",
            m_folder.path().string(), m_user.name());
        std::vector<std::string> ends;
        for (const Error &end :
             readDeviceUsage(test::scriptOutput(client, line, script.load()), script.mark())
                 .detachedEndCauses)
            ends.push_back(end.what.find("KillUserProcesses") != std::string::npos ? "logind" : "slurm");
        return ends;
    }

private:
    test::TemporaryFolder m_folder;
    test::TemporaryUser m_user;
};

TEST(DeviceUsage, KnowsOfLogindAndSlurmWhatEndsADetachedRun) {
    if (geteuid() != 0 ||
        std::system("unshare --mount true 2>/dev/null") != 0) // NOLINT(concurrency-mt-unsafe)
        GTEST_SKIP() << "NOT TESTED: needs root, for files of its own in /etc";
    const LogindHost host;
    EXPECT_THAT(host.ends(), IsEmpty());
    host.write("etc/systemd/logind.conf", "[Login]\nKillUserProcesses=no\n");
    host.write("etc/systemd/logind.conf.d/50-site.conf", "[Login]\nKillUserProcesses = yes\n");
    EXPECT_THAT(host.ends(), ElementsAre("logind"));
    host.write("etc/systemd/logind.conf.d/60-more.conf",
               "[Login]\nKillExcludeUsers=root " + host.user() + "\n");
    EXPECT_THAT(host.ends(), IsEmpty());
    host.write("etc/systemd/logind.conf.d/60-more.conf", "[Login]\nKillOnlyUsers=nobody\n");
    EXPECT_THAT(host.ends(), IsEmpty());
    host.write("etc/systemd/logind.conf.d/60-more.conf", "");
    EXPECT_THAT(host.ends(), ElementsAre("logind"));
    host.write("linger/" + host.user(), "");
    EXPECT_THAT(host.ends(), IsEmpty());
    host.write("etc/pam.d/sshd", "# account required pam_slurm_adopt.so\n");
    EXPECT_THAT(host.ends(), IsEmpty());
    host.write("etc/pam.d/sshd", "account required pam_slurm_adopt.so\n");
    EXPECT_THAT(host.ends(), ElementsAre("slurm"));
}

TEST(BenchRun, AsksBeforeADetachedRunThatTheHostWouldEnd) {
    // Replies of logind over the bus.
    const test::TemporaryFolder folder;
    const fs::path busctl =
        folder.write("busctl", "#!/bin/sh\ncase $* in *KillUserProcesses) echo b true ;; "
                               "*KillExclude*) echo 'as 1 \"nobody\"' ;; *) echo 'as 0' ;; esac\n");
    fs::permissions(busctl, fs::perms(0755));
    const std::string before = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe)
    ::setenv("PATH", (folder.path().string() + ":" + before).c_str(), 1);
    const ProgramRun run =
        benchRun({"local:", "custom", "--detach", "--no-capture", "--", "sh", "-c", "true"});
    ::setenv("PATH", before.c_str(), 1);
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("KillUserProcesses=yes"));
    EXPECT_THAT(run.err, HasSubstr("loginctl enable-linger"));
    EXPECT_THAT(run.err, HasSubstr("Nothing started: use --yes to start anyway"));
}

/// A host with two NVIDIA GPUs, one AMD GPU and two NICs, each in use.
constexpr const char *kNames =
    "@@n names nvidia0 gpu 0\n@@n names 0000:1b:00.0 gpu 0\n@@n names nvidia1 gpu 1\n"
    "@@n names kfd:4711 gpu 2\n@@n names infiniband/uverbs0 nic mlx5_0\n"
    "@@n names infiniband/uverbs1 nic mlx5_1\n";

DeviceUser useOf(const std::string &devices, const std::string &command = "?") {
    const DeviceUsage load =
        readDeviceUsage(kNames + devices + "@@n process 7 0 1 " + command + "\n@@n done\n", "@@n ");
    return load.uses.empty() ? DeviceUser{} : load.uses.front();
}

TEST(DeviceUsage, KnowsWhichGpuOrNicADeviceIs) {
    EXPECT_THAT(useOf("@@n uses 7 nvidia1\n").uses.gpus.names, ElementsAre("1"));
    EXPECT_THAT(useOf("@@n uses 7 00000000:1B:00.0\n").uses.gpus.names, ElementsAre("0"));
    const DeviceUser amd = useOf("@@n uses 7 kfd\n@@n uses 7 kfd:4711\n");
    EXPECT_THAT(amd.uses.gpus.names, ElementsAre("2"));
    EXPECT_FALSE(amd.uses.gpus.all) << "the open file adds nothing to the memory that it has";
    const DeviceUser nic = useOf("@@n uses 7 infiniband/uverbs1\n@@n uses 7 ib_write_bw\n");
    EXPECT_THAT(nic.uses.nics.names, ElementsAre("mlx5_1"));
    EXPECT_TRUE(nic.uses.gpus.isEmpty());
    // By the command line alone, as seen without root.
    EXPECT_THAT(useOf("@@n uses 7 ib_write_bw\n", "ib_write_bw -d mlx5_0").uses.nics.names,
                ElementsAre("mlx5_0"));
}

TEST(DeviceUsage, TakesWhatItDoesNotKnowForAnyDevice) {
    EXPECT_TRUE(useOf("@@n uses 7 kfd\n").uses.gpus.all);
    EXPECT_TRUE(useOf("@@n uses 7 nvidia9\n").uses.gpus.all);
    EXPECT_TRUE(useOf("@@n uses 7 0000:99:00.0\n").uses.gpus.all);
    EXPECT_TRUE(useOf("@@n uses 7 infiniband/uverbs9\n").uses.nics.all);
    const DeviceUser vm = useOf("@@n uses 7 vfio/12\n");
    EXPECT_TRUE(vm.uses.gpus.all && vm.uses.nics.all);
    EXPECT_TRUE(useOf("@@n uses 7 all_reduce_perf\n").uses.gpus.all);
}

TEST(DeviceUsage, MeetsOnlyThoseOnTheRunsOwnDevices) {
    const DeviceUsage load =
        readDeviceUsage(std::string(kNames) + "@@n uses 7 nvidia1\n@@n uses 8 infiniband/uverbs0\n"
                                              "@@n uses 9 vfio/3\n@@n sees processes\n@@n done\n",
                        "@@n ");
    const auto met = [&](const std::string &tool, std::vector<std::string> words,
                         std::vector<bench::EnvironmentValue> environment = {}) {
        bench::RunSpec spec;
        spec.tool = tool;
        spec.command = {std::move(words), std::move(environment), {}};
        std::vector<int> pids;
        for (const DeviceUser &use : conflictingUsers(load, spec))
            pids.push_back(use.pid);
        return pids;
    };
    EXPECT_THAT(met("nccl-tests", {"all_reduce_perf", "-g", "2"}), ElementsAre(7, 9));
    EXPECT_THAT(met("nccl-tests", {"all_reduce_perf"}, {{"CUDA_VISIBLE_DEVICES", "0"}}), ElementsAre(9));
    EXPECT_THAT(met("perftest", {"ib_write_bw", "-d", "mlx5_0"}), ElementsAre(8, 9));
    EXPECT_THAT(met("perftest", {"ib_write_bw", "-d", "mlx5_1"}), ElementsAre(9));
    EXPECT_THAT(met("custom", {"anything"}), ElementsAre(7, 8, 9));
    EXPECT_THAT(met("stream", {"stream"}), IsEmpty());
    EXPECT_THAT(visibilityText(load), HasSubstr("without root"));
}

/// A program of this name that waits, like a perftest server.
class Waiting {
public:
    explicit Waiting(const std::string &name) {
        const fs::path tool = m_folder.path() / name;
        fs::copy_file("/bin/sleep", tool);
        m_pid = ::fork();
        if (m_pid == 0) {
            ::execl(tool.c_str(), name.c_str(), "1000", nullptr);
            ::_exit(127);
        }
    }
    ~Waiting() {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    Waiting(const Waiting &) = delete;
    Waiting &operator=(const Waiting &) = delete;
    [[nodiscard]] std::string described() const {
        return fmt::format("pid {} (uid {}, for ", m_pid, ::getuid());
    }

private:
    test::TemporaryFolder m_folder;
    pid_t m_pid = -1;
};

TEST(DeviceUsage, FindsAWaitingServerByItsName) {
    const Waiting server("ib_write_bw");
    const ProgramRun refused = benchRun({"local:", "custom", "--", "true"});
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr(server.described()));
    EXPECT_THAT(refused.err, HasSubstr("ib_write_bw 1000: ib_write_bw"));
    EXPECT_THAT(refused.err, HasSubstr("use --yes to start anyway"));
}

TEST(DeviceUsage, ReportsUsersOfOtherDevicesWithoutAPrompt) {
    const Waiting server("ib_write_bw");
    const ProgramRun run = benchRun({"local:", "stream", "--repeat", "2", "--", "echo", "ran"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "ran\nran\n");
    const std::size_t position = run.err.find(server.described());
    EXPECT_THAT(run.err,
                HasSubstr("GPUs or NICs outside this run are in use; shared links may lower its results"));
    ASSERT_NE(position, std::string::npos);
    EXPECT_EQ(run.err.rfind(server.described()), position) << "once, not before each run";
}

} // namespace
} // namespace fabricscope::app
