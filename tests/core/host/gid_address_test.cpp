// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/GidAddress.h"
#include "core/host/HostMaxSpeeds.h"

#include <gtest/gtest.h>

namespace fabricscope::host {
namespace {

TEST(MappedIpv4, IsInGidsOfRoceAlone) {
    EXPECT_EQ(mappedIpv4("0000:0000:0000:0000:0000:ffff:0a09:0807"), "10.9.8.7");
    EXPECT_EQ(mappedIpv4("::ffff:10.9.8.7"), "10.9.8.7");
    EXPECT_EQ(mappedIpv4("::ffff:10.9.x"), "");
    EXPECT_EQ(mappedIpv4("0000:0000:0000:0000:0000:ffff:0a09"), "");
    EXPECT_EQ(mappedIpv4("0000:0000:0000:0000:0000:ffff:0a09:08zz"), "");
    EXPECT_EQ(mappedIpv4("fe80:0000:0000:0000:0aaa:bbff:fecc:0001"), "");
    EXPECT_EQ(mappedIpv4(""), "");
}

TEST(HostMaxSpeeds, AreOfTheGpusThatATextNames) {
    Host host;
    host.toolFacts = {{"nvidia-smi", "0000:a3:00.0", std::string(kHostMaxGeneration), "4", {}},
                      {"nvidia-smi", "0000:a4:00.0", std::string(kHostMaxGeneration), "99", {}},
                      {"nvidia-smi", "GPU2", std::string(kHostMaxGeneration), "4", {}},
                      {"nvidia-smi", "0000:a5:00.0", "Power", "4", {}}};
    const HostMaxSpeeds speeds(host);
    ASSERT_TRUE(speeds.above(*pci::Address::parse("0000:a3:00.0")));
    EXPECT_EQ(speeds.above(*pci::Address::parse("0000:a3:00.0"))->generation(), 4U);
    EXPECT_FALSE(speeds.above(*pci::Address::parse("0000:a4:00.0")));
    EXPECT_FALSE(speeds.above(*pci::Address::parse("0000:a5:00.0")));
}

} // namespace
} // namespace fabricscope::host
