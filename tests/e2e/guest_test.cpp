// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/GuestScenario.h"
#include "tests/e2e/Server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>

/// A host and its guest as two sibling machines: the server with devices on vfio-pci and a fake VMM process,
/// and a machine with flat buses whose NICs have the addresses of those devices. nested_test has a real VM.
namespace fabricscope::e2e {
namespace {

using nlohmann::json;
using testing::Contains;

/// Starts a process with Cloud Hypervisor's command line with the devices in this order.
std::string vmm(const std::vector<std::string> &devices) {
    std::string line = "printf '#!/bin/sh\\nsleep 100000\\n' >/run/vmm\n"
                       "[ ! -e /run/vmm.pid ] || kill $(cat /run/vmm.pid)\n"
                       "setsid bash -c 'echo $$ >/run/vmm.pid; exec -a cloud-hypervisor sh /run/vmm "
                       "--api-socket /run/vm-sibling.sock "
                       "--device";
    for (const std::string &device : devices)
        line += " path=/sys/bus/pci/devices/" + device + "/";
    return line + "' </dev/null >/dev/null 2>&1 &\nsleep 1\n";
}

class SiblingGuest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        s_host = std::make_unique<Machine>("sibling-host");
        s_guest = std::make_unique<Machine>(
            "sibling-guest",
            std::vector<std::string>{"FABRICSCOPE_E2E_SHAPE=flat", "FABRICSCOPE_E2E_NICS=00 10"});
        if (s_host->boot().status != 0 || s_guest->boot().status != 0)
            return;
        s_scenario.earlier = s_host->capture("server", "sibling-earlier");
        const CommandResult handed = s_host->ssh(
            "server", kBindToVfio + vmm({"0000:23:00.0", "0000:63:00.0", "0000:24:00.0", "0000:64:00.0"}));
        EXPECT_EQ(handed.status, 0) << handed.err;
        s_scenario.host = s_host->capture("server", "sibling-host");
        s_scenario.guest = s_guest->capture("server", "sibling-guest");
    }
    static void TearDownTestSuite() {
        s_host.reset();
        s_guest.reset();
    }
    void SetUp() override {
        ASSERT_EQ(s_host->boot().status, 0) << s_host->boot().err;
        ASSERT_EQ(s_guest->boot().status, 0) << s_guest->boot().err;
    }

    static std::unique_ptr<Machine> s_host, s_guest;
    static GuestScenario s_scenario;
};

std::unique_ptr<Machine> SiblingGuest::s_host, SiblingGuest::s_guest;
GuestScenario SiblingGuest::s_scenario;

const Pairs kAsAssigned = {{"0000:00:08.0", "0000:23:00.0"},
                           {"0000:00:09.0", "0000:63:00.0"},
                           {"0000:00:0a.0", "0000:24:00.0"},
                           {"0000:00:0b.0", "0000:64:00.0"}};

TEST_F(SiblingGuest, IsLaidUponItsHostByAddressesAndOrder) {
    const json hostVm = s_scenario.hostVm();
    ASSERT_TRUE(hostVm.is_object());
    EXPECT_EQ(matchesOf(hostVm), kAsAssigned);
    EXPECT_THAT(sourcesOf(hostVm), Contains("earlier capture")) << "the NICs' MACs, before vfio-pci hid them";
    EXPECT_TRUE(hostVm["conflicts"].empty()) << hostVm["conflicts"];
}

TEST_F(SiblingGuest, GetsAFileThatIsCopiedAndTakesTheHardwaresPairs) {
    const std::string file = (Server::artefacts() / "sibling-topo.xml").string();
    const CommandResult made =
        s_scenario.generate(file, {"--copy-to", "server", "--ssh-config", s_guest->sshConfig(), "--to",
                                   "/etc/nccl-topo.xml", "--yes"});
    ASSERT_EQ(made.status, 0) << made.err;
    std::ifstream stream(file);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    EXPECT_EQ(s_guest->ssh("server", "cat /etc/nccl-topo.xml").out, text) << "what arrived";
    const json verified = s_scenario.verify(file);
    ASSERT_TRUE(verified.is_object());
    const Pairs pairs = {{"0000:00:08.0", "0000:00:0a.0"}, {"0000:00:09.0", "0000:00:0b.0"}};
    EXPECT_EQ(wiredOf(verified), pairs);
    EXPECT_EQ(claimsOf(verified), pairs);
    EXPECT_TRUE(verified["effective"].get<bool>()) << verified["effective_why"];
}

/// The VMM is restarted with two NICs swapped: the previously correct file is now wrong.
TEST_F(SiblingGuest, ThatWasStartedAnewWithTwoNicsExchangedIsFound) {
    const std::string file = (Server::artefacts() / "sibling-before-swap.xml").string();
    ASSERT_EQ(s_scenario.generate(file).status, 0);
    const CommandResult restarted =
        s_host->ssh("server", vmm({"0000:23:00.0", "0000:63:00.0", "0000:64:00.0", "0000:24:00.0"}));
    ASSERT_EQ(restarted.status, 0) << restarted.err;
    const CommandResult exchanged = s_guest->ssh(
        "server",
        "set -e; a=$(basename /sys/bus/pci/devices/0000:00:0a.0/net/*); "
        "b=$(basename /sys/bus/pci/devices/0000:00:0b.0/net/*); ip link set $a down; ip link set $b down; "
        "ip link set $a address 52:54:00:00:01:10; ip link set $b address 52:54:00:00:01:00");
    ASSERT_EQ(exchanged.status, 0) << exchanged.err;
    GuestScenario swapped = s_scenario;
    swapped.host = s_host->capture("server", "sibling-host-swapped");
    swapped.guest = s_guest->capture("server", "sibling-guest-swapped");
    const json verified = swapped.verify(file);
    ASSERT_TRUE(verified.is_object());
    const Pairs wired = {{"0000:00:08.0", "0000:00:0b.0"}, {"0000:00:09.0", "0000:00:0a.0"}};
    EXPECT_EQ(wiredOf(verified), wired);
    EXPECT_NE(claimsOf(verified), wired);
    const auto &problems = verified["problems"];
    EXPECT_EQ(std::count_if(problems.begin(), problems.end(),
                            [](const json &problem) { return problem["severity"] == "error"; }),
              2)
        << problems;
}

} // namespace
} // namespace fabricscope::e2e
