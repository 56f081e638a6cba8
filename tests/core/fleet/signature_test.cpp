// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Signature.h"
#include "tests/core/fleet/Server.h"

#include <gtest/gtest.h>

#include <functional>

namespace fabricscope::fleet {
namespace {

std::string signature(const Host &host) {
    return signatureOf(*samples::topologyOf(host));
}

std::string changed(const std::function<void(Host &)> &change) {
    Host host = server();
    change(host);
    return signature(host);
}

TEST(Signature, IsTheSameForMachinesOfOneKindThatDifferInWhatAnyTwoDifferIn) {
    const std::string one = signature(server());
    EXPECT_EQ(one.size(), 32U);
    EXPECT_EQ(one, changed([](Host &host) {
                  host.id.target = "another";
                  host.hostname = text("another");
                  host.productSerial = text("S2");
                  host.productUuid = text("u2");
                  host.memory = fact(ByteCount{(std::uint64_t{2304} << 30) - 4096 * 77});
                  host.nvmeSerials[kNvme] = text("S7ABC");
                  net(host).mac = text("02:00:00:00:00:99");
                  rdma(host).nodeGuid = text("1111:2222:3333:4444");
                  for (auto &gpu : host.gpus)
                      gpu.uniqueId = text("0xabcdef");
              }));
    // An idle GPU lowers the speed of its link temporarily.
    EXPECT_EQ(one,
              changed([](Host &host) { at(host, kGpu).currentSpeed = fact(*pci::LinkSpeed::fromCode(1)); }));
}

TEST(Signature, DiffersByAnythingThatMakesAMachineOdd) {
    const std::string one = signature(server());
    const std::function<void(Host &)> odd[] = {
        [](Host &host) {
            std::erase_if(host.functions, [](const auto &f) { return f.address == samples::address(kGpu); });
        },
        [](Host &host) { at(host, kGpu).currentWidth = fact(std::uint8_t{8}); },
        [](Host &host) { at(host, kGpu).driver = text("vfio-pci"); },
        [](Host &host) { at(host, kNic).device = fact(std::uint16_t{0x1004}); },
        [](Host &host) { at(host, kGpu).numaNode = fact(0); },
        [](Host &host) { at(host, kGpu).dead = true; },
        [](Host &host) { host.kernel = text("6.8.0-999"); },
        [](Host &host) { host.bios = text("3.2"); },
        [](Host &host) { host.memory = fact(ByteCount{std::uint64_t{2240} << 30}); },
        [](Host &host) { host.modules["amdgpu"]["version"] = text("6.14.15"); },
        [](Host &host) { host.gpus.front().vbios = text("113-OTHER"); },
        [](Host &host) { host.nvmeFirmware[kNvme] = text("GDC7402Q"); },
        [](Host &host) { rdma(host).firmware = text("1.117.5-a-99"); },
        [](Host &host) { rdma(host).ports.front().state = text("DOWN"); },
        [](Host &host) { host.gpuLinks.pop_back(); },
        [](Host &host) { host.simulated = "made"; },
    };
    for (std::size_t index = 0; index < std::size(odd); ++index)
        EXPECT_NE(one, changed(odd[index])) << index;
}

TEST(Signature, OfAnUnknownFactIsNotThatOfAnyValue) {
    const std::string unknown = changed([](Host &host) { host.bios = {}; });
    EXPECT_NE(unknown, signature(server()));
    EXPECT_NE(unknown, changed([](Host &host) { host.bios = text(""); }));
    EXPECT_EQ(unknown, changed([](Host &host) { host.bios = {}; }));
}

std::vector<Candidate> fleetOf(const std::string &signatures) {
    std::vector<Candidate> hosts;
    for (const char each : signatures)
        hosts.push_back({"MI300X ×8", each == '-' ? std::string() : std::string(1, each)});
    return hosts;
}

TEST(IdenticalHosts, AreThoseOfTheMajorityAndNoOddOneIsAmongThem) {
    const auto folds = identicalHosts(fleetOf("baaabaacb"));
    ASSERT_EQ(folds.size(), 1U);
    EXPECT_EQ(folds[0].first, 1U);
    EXPECT_EQ(folds[0].identical, (std::vector<std::size_t>{2, 3, 5, 6}));
}

TEST(IdenticalHosts, AreNoneWithoutAMajorityOrWhereThereAreFew) {
    EXPECT_TRUE(identicalHosts(fleetOf("aaabbbcc")).empty());
    EXPECT_TRUE(identicalHosts(fleetOf("aaaabbbb")).empty()) << "a half is no majority";
    EXPECT_TRUE(identicalHosts(fleetOf("aaa")).empty()) << "two rows are not worth folding";
    EXPECT_EQ(identicalHosts(fleetOf("aaaa")).size(), 1U);
    EXPECT_TRUE(identicalHosts({}).empty());
}

TEST(IdenticalHosts, DoNotCountThoseThatAreNotKnownAsAlike) {
    EXPECT_TRUE(identicalHosts(fleetOf("------")).empty());
    EXPECT_TRUE(identicalHosts(fleetOf("aaaa----")).empty()) << "four of eight are no majority";
    EXPECT_EQ(identicalHosts(fleetOf("aaaa---")).size(), 1U);
}

TEST(IdenticalHosts, AreOfOneKind) {
    auto hosts = fleetOf("aaaaa");
    hosts.push_back({"H100 ×8", "a"});
    for (int i = 0; i < 4; ++i)
        hosts.push_back({"H100 ×8", "x"});
    const auto folds = identicalHosts(hosts);
    ASSERT_EQ(folds.size(), 2U);
    EXPECT_EQ(folds[0].identical.size(), 4U);
    EXPECT_EQ(folds[1].first, 6U);
    EXPECT_EQ(folds[1].identical.size(), 3U);
}

} // namespace
} // namespace fabricscope::fleet
