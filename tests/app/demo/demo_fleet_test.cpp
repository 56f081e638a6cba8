// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The demo hosts as a process, with the OpenSSH client as the peer.
#include "app/demo/data/DemoFleet.h"
#include "resources/Resources.h"
#include "tests/Places.h"
#include "tests/app/demo/DemoTrees.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

extern char **environ;

namespace fabricscope::test {
namespace {

using app::demo::DemoFleet;
using app::demo::DemoFleetHost;
using app::demo::DemoFleetOptions;
using ::testing::HasSubstr;
using ::testing::Not;

DemoFleetOptions ourProgram() {
    DemoFleetOptions options;
    options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
    return options;
}

std::unique_ptr<DemoFleet> startFleet(const DemoFleetOptions &options = ourProgram()) {
    auto fleet = DemoFleet::start(options);
    if (!fleet)
        throw std::runtime_error(fleet.error().toString());
    return std::move(*fleet);
}

/// Runs the script on standard input of the program's constant command line; returns output and errors
/// merged.
ShellRun on(const DemoFleet &fleet, const std::string &host, const std::string &script) {
    const auto file = fleet.folder() / "script-of-the-test";
    std::ofstream(file) << script;
    return shell("ssh -F '" + fleet.configFile().string() + "' -o BatchMode=yes " + host +
                 " 'exec /bin/sh -s' < '" + file.string() + "' 2>&1");
}

bool eventually(const std::function<bool()> &condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

class DemoFleetTest : public ::testing::Test {
protected:
    static void SetUpTestSuite() { s_fleet = startFleet(); }
    static void TearDownTestSuite() { s_fleet.reset(); }
    static std::unique_ptr<DemoFleet> s_fleet;
};
std::unique_ptr<DemoFleet> DemoFleetTest::s_fleet;

TEST_F(DemoFleetTest, AnswersForEachHostByItsNameWithoutAQuestion) {
    EXPECT_EQ(s_fleet->hosts().size(), 6u);
    for (const DemoFleetHost &host : s_fleet->hosts()) {
        const ShellRun run =
            on(*s_fleet, host.name, "hostname; cat $FABRICSCOPE_ROOT/etc/hostname; id -un\n");
        EXPECT_EQ(run.out, host.name + '\n' + host.name + '\n' + host.user + '\n');
        EXPECT_EQ(run.status, 0);
    }
}

TEST_F(DemoFleetTest, KeepsItsFilesFromOtherUsers) {
    using std::filesystem::perms;
    const auto others = perms::group_all | perms::others_all;
    EXPECT_EQ(std::filesystem::status(s_fleet->folder()).permissions() & others, perms::none);
    EXPECT_EQ(std::filesystem::status(s_fleet->identity()).permissions() & others, perms::none);
}

TEST_F(DemoFleetTest, ListensOnThisMachineOnly) {
    for (const DemoFleetHost &host : s_fleet->hosts()) {
        const std::string port = std::to_string(host.port);
        const std::string sockets =
            shell("ss -Hltn 'sport = :" + port + "' 2>/dev/null || cat /proc/net/tcp").out;
        EXPECT_THAT(sockets, Not(HasSubstr("0.0.0.0:" + port)));
        EXPECT_THAT(sockets, Not(HasSubstr("*:" + port)));
    }
}

TEST_F(DemoFleetTest, LetsNobodyInWithAnotherKey) {
    const std::string other = (s_fleet->folder() / "other").string();
    ASSERT_EQ(shell("ssh-keygen -q -t ed25519 -N '' -f '" + other + "'").status, 0);
    const ShellRun run =
        shell("ssh -F none -o BatchMode=yes -o IdentitiesOnly=yes -o IdentityAgent=none -i '" + other +
              "' -o UserKnownHostsFile='" + s_fleet->knownHosts().string() + "' -p " +
              std::to_string(s_fleet->hosts()[0].port) + " root@127.0.0.1 true 2>&1");
    EXPECT_EQ(run.status, 255);
    EXPECT_THAT(run.out, HasSubstr("Permission denied"));
}

TEST_F(DemoFleetTest, ShowsNothingOfTheMachineThatPlaysTheHost) {
    const std::string own = shell("uname -n").out, release = shell("uname -r").out;
    const ShellRun run =
        on(*s_fleet, "vm-01a",
           "uname -n; uname -r; hostname; id; nproc; lscpu; numactl -H; systemd-detect-virt -v\n"
           "for tool in lspci dmidecode nvidia-smi free ps virsh; do command -v $tool; done\n"
           "env | grep -v ^FABRICSCOPE_ROOT= | grep -v ^PATH= | grep -v PWD=\n");
    EXPECT_THAT(run.out, HasSubstr("vm-01a\n6.8.0-79-generic\nvm-01a\nuid=0(root)"));
    EXPECT_THAT(run.out, HasSubstr("\n112\n"));
    EXPECT_THAT(run.out, HasSubstr("\nkvm\n"));
    EXPECT_THAT(run.out, HasSubstr("\nNCCL_TOPO_FILE=/etc/rccl/topo.xml\n"));
    EXPECT_THAT('\n' + run.out, Not(HasSubstr('\n' + own)));
    EXPECT_THAT('\n' + run.out, Not(HasSubstr('\n' + release)));
    EXPECT_THAT(run.out, Not(HasSubstr("lspci")));
}

TEST_F(DemoFleetTest, HasASudoThatAsksAsEachHostsDoes) {
    const std::string script = "sudo -n true && echo may; sudo -n sh -c 'id -u; wc -c "
                               "<$FABRICSCOPE_ROOT/sys/bus/pci/devices/0000:05:00.0/config'\n";
    EXPECT_EQ(on(*s_fleet, "ai1", "id -u; " + script).out, "1001\nmay\n0\n4096\n");
    EXPECT_THAT(on(*s_fleet, "ai2", script).out, HasSubstr("sudo: a password is required"));
    EXPECT_EQ(on(*s_fleet, "ai2", "printf 'simulated\\nid -u; echo rest\\n' | sudo -S -p '' sh -s\n").out,
              "0\nrest\n");
    const std::string wrong =
        on(*s_fleet, "ai2", "printf 'a\\nb\\nc\\nid -u\\n' | sudo -S -p '' sh -s\n").out;
    EXPECT_THAT(wrong, HasSubstr("Sorry, try again."));
    EXPECT_THAT(wrong, HasSubstr("3 incorrect password attempts"));
}

TEST_F(DemoFleetTest, RunsTheCollectorsPartsToTheirEnd) {
    for (const std::string part : {"safe", "touch", "tools", "root"}) {
        const std::string script = "FS_NONCE=0123abcd FS_ARGS=\n" +
                                   std::string(resources::find("collector/common.sh")) +
                                   std::string(resources::find("collector/" + part + ".sh"));
        for (const char *host : {"mi355x-01", "vm-02a", "ai1"}) {
            const std::string out = on(*s_fleet, host, script).out;
            EXPECT_THAT(out, HasSubstr("@@fabricscope 0123abcd begin " + part)) << host;
            EXPECT_TRUE(out.ends_with("@@fabricscope 0123abcd done\n")) << host << ' ' << part;
            EXPECT_THAT(out, Not(HasSubstr(s_fleet->folder().string()))) << host << ' ' << part;
        }
    }
}

TEST_F(DemoFleetTest, AnswersManyConnectionsAtOnce) {
    const std::string ssh = "ssh -F '" + s_fleet->configFile().string() + "' -o BatchMode=yes ";
    std::string command;
    for (int i = 0; i < 24; ++i)
        command += ssh + s_fleet->hosts()[static_cast<std::size_t>(i) % 6].name +
                   " 'cat $FABRICSCOPE_ROOT/proc/cpuinfo | wc -l' & ";
    const std::string out = shell(command + "wait").out;
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 24);
}

TEST(DemoFleetLifecycle, LeavesHostKeysUnknownOnRequest) {
    DemoFleetOptions options = ourProgram();
    options.unknownHostKeys = true;
    const auto fleet = startFleet(options);
    EXPECT_EQ(std::filesystem::file_size(fleet->knownHosts()), 0u);
    EXPECT_THAT(on(*fleet, "ai1", "true\n").out, HasSubstr("Host key verification failed"));
    std::ofstream(fleet->knownHosts())
        << "[127.0.0.1]:" << fleet->hosts()[4].port << ' ' << fleet->hosts()[4].hostKey << '\n';
    EXPECT_EQ(on(*fleet, "ai1", "echo in\n").out, "in\n");
}

TEST(DemoFleetLifecycle, EndsWithItsObjectAndLeavesNothing) {
    auto fleet = startFleet();
    const auto folder = fleet->folder();
    const int pid = fleet->processId();
    ASSERT_EQ(on(*fleet, "mi355x-01", "echo in\n").out, "in\n");
    fleet.reset();
    EXPECT_FALSE(std::filesystem::exists(folder));
    EXPECT_EQ(::kill(pid, 0), -1);
}

/// A process between the test and the demo hosts, which is killed without a chance to clean up.
TEST(DemoFleetLifecycle, EndsWithTheProcessThatStartedItEvenIfThatIsKilled) {
    int line[2];
    ASSERT_EQ(::pipe2(line, O_CLOEXEC), 0);
    const pid_t parent = ::fork();
    if (parent == 0) {
        const auto fleet = DemoFleet::start(ourProgram());
        const std::string message =
            fleet ? std::to_string((*fleet)->processId()) + ' ' + (*fleet)->folder().string() + '\n' : "";
        (void)!::write(line[1], message.data(), message.size());
        ::pause();
        ::_exit(0);
    }
    ::close(line[1]);
    char bytes[512]{};
    const ssize_t got = ::read(line[0], bytes, sizeof bytes - 1);
    ::close(line[0]);
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    const std::string message(bytes, got > 0 ? static_cast<std::size_t>(got) : 0);
    ASSERT_FALSE(message.empty());
    const std::string folder = message.substr(message.find(' ') + 1, message.size() - message.find(' ') - 2);
    const pid_t hosts = std::stoi(message);
    EXPECT_TRUE(eventually([&] { return !std::filesystem::exists(folder); }));
    EXPECT_TRUE(eventually([&] { // gone, or a zombie not yet reaped
        std::ifstream stat("/proc/" + std::to_string(hosts) + "/stat");
        std::string text;
        return !std::getline(stat, text) || text.find(") Z ") != std::string::npos;
    }));
}

/// The child processes of `parent`.
std::vector<pid_t> childrenOf(pid_t parent) {
    std::ifstream list("/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) + "/children");
    return {std::istream_iterator<pid_t>(list), {}};
}

TEST(DemoFleetLifecycle, EndsWhatWasStartedOnAHostEvenIfTheHostsAreKilled) {
    auto fleet = startFleet();
    const auto folder = fleet->folder();
    const std::string pid =
        on(*fleet, "ai1",
           "/usr/bin/setsid /bin/sh -c 'echo $$; exec /bin/sleep 1000 >/dev/null 2>&1' & sleep 0.2\n")
            .out;
    ASSERT_GT(std::atoi(pid.c_str()), 1) << pid;
    ASSERT_EQ(::kill(std::atoi(pid.c_str()), 0), 0);
    const std::vector<pid_t> hosts = childrenOf(fleet->processId());
    ASSERT_FALSE(hosts.empty());
    ::kill(hosts.front(), SIGKILL);
    EXPECT_TRUE(eventually([&] { return !std::filesystem::exists(folder); }));
    EXPECT_TRUE(eventually([&] { return ::kill(std::atoi(pid.c_str()), 0) != 0; }));
}

TEST(DemoFleetLifecycle, EndsOnSigtermAndLeavesNothing) {
    auto fleet = startFleet();
    const auto folder = fleet->folder();
    ::kill(fleet->processId(), SIGTERM);
    EXPECT_TRUE(eventually([&] { return !std::filesystem::exists(folder); }));
}

TEST(DemoFleetLifecycle, ReportsWhyItCannotStart) {
    DemoFleetOptions options;
    options.program = "/no/such/program";
    const auto missing = DemoFleet::start(options);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().where, "/no/such/program");
    options.program = "/bin/false";
    const auto failing = DemoFleet::start(options);
    ASSERT_FALSE(failing);
    EXPECT_THAT(failing.error().what, HasSubstr("exited immediately"));
    options.program = "/bin/echo";
    const auto chatting = DemoFleet::start(options);
    ASSERT_FALSE(chatting);
    EXPECT_THAT(chatting.error().what, HasSubstr("reported invalid ports"));
}

} // namespace
} // namespace fabricscope::test
