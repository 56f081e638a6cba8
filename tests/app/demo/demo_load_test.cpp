// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/DemoFleet.h"
#include "app/jobs/run/DeviceUsage.h"
#include "app/jobs/run/SupervisorScript.h"
#include "tests/Places.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <future>

/// The processes that use the devices of a demo host: only its own, none of this machine.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// A process of this machine that looks like a perftest server by its name and command line.
class Server {
public:
    Server() {
        const fs::path tool = m_folder.path() / "ib_write_bw";
        fs::copy_file("/bin/sleep", tool);
        m_pid = ::fork();
        if (m_pid == 0) {
            ::execl(tool.c_str(), "ib_write_bw", "1000", nullptr);
            ::_exit(127);
        }
    }
    ~Server() {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;
    [[nodiscard]] bool isThere() const {
        for (int i = 0; i < 500; ++i, ::usleep(10000))
            if (test::readFile(fmt::format("/proc/{}/comm", m_pid)) == "ib_write_bw\n")
                return true;
        return false;
    }

private:
    test::TemporaryFolder m_folder;
    pid_t m_pid = -1;
};

class DemoLoad : public testing::Test {
protected:
    static void SetUpTestSuite() {
        demo::DemoFleetOptions options;
        options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
        auto fleet = demo::DemoFleet::start(options);
        if (!fleet)
            throw std::runtime_error(fleet.error().toString());
        s_fleet = std::move(*fleet);
    }
    static void TearDownTestSuite() { s_fleet.reset(); }

    static DeviceUsage loadOf(const std::string &host) {
        HostEndpoint hostEndpoint;
        hostEndpoint.endpoint.target = host;
        hostEndpoint.endpoint.configFile = s_fleet->configFile();
        remote::Client client;
        std::promise<tl::expected<DeviceUsage, remote::Failure>> answer;
        const auto job =
            findDeviceUsers(client, hostEndpoint, [&](auto load) { answer.set_value(std::move(load)); });
        const auto load = answer.get_future().get();
        EXPECT_TRUE(load) << host << ": " << load.error().what;
        return load.value_or(DeviceUsage{});
    }

    static std::unique_ptr<demo::DemoFleet> s_fleet;
};
std::unique_ptr<demo::DemoFleet> DemoLoad::s_fleet;

TEST_F(DemoLoad, IsNotThatOfThisMachine) {
    const Server server;
    ASSERT_TRUE(server.isThere());
    for (const char *host : {"vm-01a", "vm-02a", "ai1", "ai2"})
        EXPECT_THAT(loadOf(host).uses, IsEmpty()) << host;
}

TEST_F(DemoLoad, OfAHypervisorIsItsVmWithTheDevicesItWasGiven) {
    for (const char *host : {"mi355x-01", "mi355x-02"}) {
        const DeviceUsage load = loadOf(host);
        ASSERT_EQ(load.uses.size(), 1U) << host;
        const DeviceUser &vm = load.uses.front();
        EXPECT_EQ(vm.pid, 41873);
        EXPECT_EQ(vm.uid, 0U);
        EXPECT_EQ(vm.age, std::chrono::seconds(1123456 - 1037001)) << "of its own clock";
        EXPECT_THAT(vm.command, StartsWith("/usr/bin/cloud-hypervisor --api-socket"));
        EXPECT_THAT(vm.devices, AllOf(testing::SizeIs(3 * 8 + 1), testing::Each(StartsWith("vfio/"))))
            << "GPUs, functions of NICs and disks, and one for its network";
        EXPECT_EQ(load.visibility, DeviceUsage::Visibility::Files);
    }
}

TEST_F(DemoLoad, IsSeenByAnOrdinaryUserAsOnAnyHost) {
    EXPECT_EQ(loadOf("ai1").visibility, DeviceUsage::Visibility::Processes);
}

/// The names by which the devices of a run are distinguished from others.
TEST_F(DemoLoad, NamesItsGpusAndNics) {
    HostEndpoint hostEndpoint;
    hostEndpoint.endpoint.target = "vm-01a";
    hostEndpoint.endpoint.configFile = s_fleet->configFile();
    const SupervisorScript script(SupervisorScript::makeRunId());
    remote::Client client;
    std::promise<tl::expected<ScriptResult, remote::Failure>> answer;
    const auto job = RemoteScript::run(client, hostEndpoint, {}, script.load(), script.mark() + "begin",
                                       [&](auto result) { answer.set_value(std::move(result)); });
    const auto result = answer.get_future().get();
    ASSERT_TRUE(result) << result.error().what;
    EXPECT_THAT(result->out, AllOf(HasSubstr(" gpu 7\n"), HasSubstr("names infiniband/uverbs0 nic "),
                                   HasSubstr("names infiniband/uverbs7 nic ")));
    EXPECT_THAT(result->out, testing::Not(HasSubstr(" gpu 8\n")));
}

} // namespace
} // namespace fabricscope::app
