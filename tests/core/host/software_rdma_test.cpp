// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/SoftwareRdma.h"
#include "tests/support/samples/SampleHostBuilder.h"

#include <gtest/gtest.h>

#include <optional>

namespace fabricscope::host {
namespace {

using samples::fact;
using samples::text;

/// The software RDMA kind of the only device of a host with the interface eth0; absent: not known to be in
/// software.
std::optional<std::string> kindOf(const RdmaDevice &device) {
    Host host;
    host.rdmaDevices = {device};
    const auto found = softwareRdma(host);
    return found.empty() ? std::nullopt : std::optional(std::string(found.front().kind));
}

TEST(SoftwareRdma, IsRecognizedByItsSysfsPathOrDescription) {
    RdmaDevice device;
    EXPECT_EQ(kindOf(device), std::nullopt) << "no function is known, and no more";
    device.nodeType = text("CA");
    EXPECT_EQ(kindOf(device), std::nullopt);
    device.description = text("rxe");
    EXPECT_EQ(kindOf(device), "soft-RoCE");
    device.description = text("gpu-07 rxe0"); // rdma-ndd writes the host name there
    EXPECT_EQ(kindOf(device), std::nullopt);
    device.isVirtual = fact(true);
    EXPECT_EQ(kindOf(device), "soft-RoCE");
    device.nodeType = text("RNIC");
    EXPECT_EQ(kindOf(device), "soft-iWARP");
    device.nodeType = {};
    EXPECT_EQ(kindOf(device), "software");
    device.description = text("Software iWARP stack");
    EXPECT_EQ(kindOf(device), "soft-iWARP");
    device.device = samples::address("0000:41:00.0");
    EXPECT_EQ(kindOf(device), std::nullopt) << "it has a function: it is a card's";
}

TEST(SoftwareRdma, LeadsToTheInterfaceBelowItWhereThatIsThere) {
    Host host;
    NetInterface &interface = host.netInterfaces.emplace_back();
    interface.name = "eth0";
    for (const char *over : {"eth0", "eth7", ""}) {
        RdmaDevice &device = host.rdmaDevices.emplace_back();
        device.name = "rxe";
        device.isVirtual = fact(true);
        device.nodeType = text("CA");
        if (*over != '\0')
            device.ports.emplace_back().netdev = text(over);
    }
    const auto found = softwareRdma(host);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].interface, &host.netInterfaces.front());
    EXPECT_EQ(found[0].words(), "soft-RoCE over eth0");
    EXPECT_EQ(found[1].interface, nullptr);
    EXPECT_EQ(found[1].words(), "soft-RoCE over eth7");
    EXPECT_EQ(found[2].words(), "soft-RoCE");
}

} // namespace
} // namespace fabricscope::host
