// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Distances between devices that are known from the text of lspci alone.
#include "core/topology/HardwarePath.h"
#include "tests/core/formats/lspci/LspciHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

using testing::HasSubstr;

std::string port(const std::string &at, const std::string &secondary, const std::string &numa) {
    return at + " PCI bridge [0604]: Example Port [1022:1483] (prog-if 00 [Normal decode])\n" + numa +
           "\tBus: primary=" + at.substr(0, 2) + ", secondary=" + secondary + ", subordinate=" + secondary +
           ", sec-latency=0\n"
           "\tCapabilities: [58] Express (v2) Root Port (Slot+), MSI 00\n\n";
}
std::string gpu(const std::string &at, const std::string &numa) {
    return at + " 3D controller [0302]: Example GPU [10de:2330] (rev a1)\n" + numa +
           "\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n\n";
}
std::string nic(const std::string &at, const std::string &numa) {
    return at + " Infiniband controller [0207]: Example NIC [15b3:1021]\n" + numa +
           "\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n\n";
}
std::string node(int number) {
    return "\tNUMA node: " + std::to_string(number) + "\n";
}

/// Two root ports of one root bus, one of another; every device is alone on its bus.
std::string server(const std::string &left, const std::string &right) {
    return port("20:01.0", "21", left) + gpu("21:00.0", left) + port("20:02.0", "22", left) +
           nic("22:00.0", left) + port("40:01.0", "41", right) + nic("41:00.0", right);
}

topology::Reach between(const std::string &text, const char *a, const char *b) {
    const auto topology = topology::build(std::make_shared<const host::Host>(textHost(text)));
    const auto from = topology->find(bdf(a));
    const auto to = topology->find(bdf(b));
    EXPECT_TRUE(from && to) << text;
    return from && to ? topology::HardwarePaths(*topology).between(*from, *to) : topology::Reach{};
}
std::string word(const std::string &text, const char *a, const char *b) {
    return topology::toString(between(text, a, b));
}

TEST(LspciDistances, AreKnownWhereTheTextShowsTheRootBuses) {
    const std::string sameNode = server(node(0), node(0));
    EXPECT_EQ(word(sameNode, "21:00.0", "22:00.0"), "PHB");
    EXPECT_EQ(word(sameNode, "21:00.0", "41:00.0"), "NODE");
    const std::string twoNodes = server(node(0), node(1));
    EXPECT_EQ(word(twoNodes, "21:00.0", "22:00.0"), "PHB");
    EXPECT_EQ(word(twoNodes, "21:00.0", "41:00.0"), "SYS");
}

/// `lspci -vvv` of an ordinary user has no port types; but a bus below none of all bridges is a root bus.
TEST(LspciDistances, OfAnOrdinaryUserAreKnownWhereTheListIsWhole) {
    std::string text = server(node(0), node(1));
    for (std::size_t at = text.find("Capabilities"); at != std::string::npos;
         at = text.find("Capabilities", at + 1))
        text.replace(at, text.find('\n', at) - at, "Capabilities: <access denied>");
    EXPECT_EQ(word(text, "21:00.0", "22:00.0"), "?");
    const std::string whole =
        "00:00.0 Host bridge [0600]: Example Bridge [1022:1480]\n\tCapabilities: <access denied>\n\n" + text;
    EXPECT_EQ(word(whole, "21:00.0", "22:00.0"), "PHB");
    EXPECT_EQ(word(whole, "21:00.0", "41:00.0"), "SYS");
}

TEST(LspciDistances, OfADeviceWhoseNodeWasNotReadAreNotCalledWithoutNode) {
    const std::string gpus = gpu("21:00.0", node(0)) + gpu("61:00.0", node(1));
    EXPECT_EQ(between(gpus + nic("41:00.0", ""), "21:00.0", "41:00.0").why,
              "the data does not contain the NUMA nodes of the devices");
}

TEST(LspciDistances, WithoutNodesAreUnread) {
    const std::string text = server({}, {});
    EXPECT_EQ(word(text, "21:00.0", "22:00.0"), "PHB") << "one root bus, wherever it is";
    const topology::Reach reach = between(text, "21:00.0", "41:00.0");
    EXPECT_EQ(topology::toString(reach), "?");
    EXPECT_THAT(std::string(reach.why), HasSubstr("not contain the NUMA nodes"));
    EXPECT_THAT(std::string(reach.why), Not(HasSubstr("-1")));
}

TEST(LspciDistances, AreUnknownWhereTheRootPortIsNotInTheText) {
    const std::string devices = gpu("21:00.0", node(0)) + nic("22:00.0", node(0)) + nic("21:00.1", node(0));
    EXPECT_EQ(word(devices, "21:00.0", "22:00.0"), "?");
    EXPECT_EQ(word(devices, "21:00.0", "21:00.1"), "?") << "bus 21 need not be a root bus";
    const std::string bridge = "20:00.0 Host bridge [0600]: Example Root Complex [1022:1480]\n\n";
    const std::string ports = port("20:01.0", "21", {}) + port("20:02.0", "22", {});
    EXPECT_EQ(word(bridge + ports + devices, "21:00.0", "22:00.0"), "PHB");
}

TEST(LspciDistances, InAVirtualMachineAreUnknown) {
    const std::string emulated = "00:02.0 Ethernet controller [0200]: Example Network [1af4:1041]\n\n";
    EXPECT_EQ(word(emulated + server({}, {}), "21:00.0", "22:00.0"), "?") << "its ports are emulated, too";
    const std::string flat = gpu("00:05.0", {}) + nic("00:06.0", {});
    EXPECT_EQ(word(flat, "00:05.0", "00:06.0"), "?");
}

} // namespace
} // namespace fabricscope::formats
