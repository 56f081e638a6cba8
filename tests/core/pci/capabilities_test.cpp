// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Capabilities.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace fabricscope::pci {
namespace {

using Bytes = std::vector<std::uint8_t>;

void put16(Bytes &bytes, std::size_t at, unsigned value) {
    bytes[at] = static_cast<std::uint8_t>(value);
    bytes[at + 1] = static_cast<std::uint8_t>(value >> 8);
}

// A downstream port of a switch, Gen5 x16 trained at Gen4 x8, with ACS enabled.
Bytes downstreamPort(std::size_t size = 4096) {
    Bytes bytes(size);
    put16(bytes, 0x00, 0x1000);
    put16(bytes, 0x02, 0xc030);
    put16(bytes, 0x04, 0x0407);
    put16(bytes, 0x06, 0x0010);
    bytes[0x0A] = 0x04;
    bytes[0x0B] = 0x06;
    bytes[0x0E] = 0x81;
    bytes[0x18] = 0x40;
    bytes[0x19] = 0x41;
    bytes[0x1A] = 0x43;
    bytes[0x34] = 0x68;
    if (size < 256)
        return bytes;
    put16(bytes, 0x68, 0x0010);
    put16(bytes, 0x6A, 0x0162); // v2, downstream port, slot
    put16(bytes, 0x6C, 0x0002); // 512 bytes
    put16(bytes, 0x70, 0x2930); // MRRS 512, no snoop, extended tags, MPS 256, relaxed ordering
    put16(bytes, 0x74, 0x0105); // Gen5 x16
    put16(bytes, 0x78, 0x0003); // ASPM L0s and L1
    put16(bytes, 0x7A, 0x2084); // DL active, Gen4 x8
    put16(bytes, 0x7E, 0x0028); // slot 5
    put16(bytes, 0x90, 0x0020); // ARI forwarding
    bytes[0x94] = 0x3E;         // 2.5 to 32 GT/s
    put16(bytes, 0x98, 0x0004); // target Gen4
    if (size < 4096)
        return bytes;
    put16(bytes, 0x100, 0x000D);
    put16(bytes, 0x102, 0x0001);
    put16(bytes, 0x104, 0x007F);
    put16(bytes, 0x106, 0x001D);
    return bytes;
}

TEST(ConfigSpace, OfASwitchPortIsDecoded) {
    const ConfigSpace config = decodeConfigSpace(downstreamPort());
    EXPECT_EQ(config.bytesRead, 4096);
    EXPECT_FALSE(config.dead);
    EXPECT_EQ(config.vendor, 0x1000);
    EXPECT_EQ(config.device, 0xc030);
    EXPECT_EQ(config.classCode, 0x060400U);
    EXPECT_EQ(config.busMaster, true);
    EXPECT_TRUE(config.multiFunction);
    EXPECT_EQ(config.headerType, 1);
    EXPECT_EQ(config.primaryBus, 0x40);
    EXPECT_EQ(config.secondaryBus, 0x41);
    EXPECT_EQ(config.subordinateBus, 0x43);
    ASSERT_TRUE(config.express);
    EXPECT_EQ(config.express->portType, PortType::DownstreamPort);
    EXPECT_EQ(config.express->maxPayloadSupported, 512);
    EXPECT_EQ(config.express->maxPayload, 256);
    EXPECT_EQ(config.express->maxReadRequest, 512);
    EXPECT_EQ(config.express->relaxedOrdering, true);
    EXPECT_EQ(config.express->extendedTags, true);
    EXPECT_EQ(config.express->noSnoop, true);
    EXPECT_EQ(config.express->maxSpeed, LinkSpeed::fromCode(5));
    EXPECT_EQ(config.express->maxWidth, 16);
    EXPECT_EQ(config.express->currentSpeed, LinkSpeed::fromCode(4));
    EXPECT_EQ(config.express->currentWidth, 8);
    EXPECT_EQ(config.express->targetSpeed, LinkSpeed::fromCode(4));
    EXPECT_EQ(config.express->supportedSpeeds, 0x1F);
    EXPECT_EQ(config.express->aspm, 3);
    EXPECT_EQ(config.express->linkActive, true);
    EXPECT_EQ(config.express->linkTraining, false);
    EXPECT_EQ(config.express->slotNumber, 5);
    EXPECT_EQ(config.express->ariForwarding, true);
    ASSERT_TRUE(config.acs);
    EXPECT_EQ(config.acs->supported, 0x7F);
    EXPECT_TRUE(config.acs->active());
    EXPECT_TRUE(config.acs->redirectsPeers());
    EXPECT_EQ(config.acs->toString(), "SV+ TB- RR+ CR+ UF+ EC- DT-");
    EXPECT_TRUE(config.problems.empty());
}

TEST(ConfigSpace, OfSixtyFourBytesHasAHeaderAndNothingElse) {
    const ConfigSpace config = decodeConfigSpace(downstreamPort(64));
    EXPECT_EQ(config.bytesRead, 64);
    EXPECT_EQ(config.secondaryBus, 0x41);
    EXPECT_FALSE(config.express);
    EXPECT_FALSE(config.acs);
    EXPECT_TRUE(config.capabilities.empty());
    EXPECT_TRUE(config.problems.empty()) << "what the kernel does not show is no fault of the device";
}

TEST(ConfigSpace, OfTwoHundredFiftySixBytesHasNoExtendedCapabilities) {
    const ConfigSpace config = decodeConfigSpace(downstreamPort(256));
    EXPECT_TRUE(config.express);
    EXPECT_FALSE(config.acs);
    EXPECT_TRUE(config.problems.empty());
}

TEST(ConfigSpace, OfAllOnesIsDead) {
    for (const std::size_t size : {std::size_t{64}, std::size_t{256}, std::size_t{4096}}) {
        const ConfigSpace config = decodeConfigSpace(Bytes(size, 0xFF));
        EXPECT_TRUE(config.dead);
        EXPECT_EQ(config.revision, 0xFF);
        EXPECT_EQ(config.headerType, 0x7F);
        EXPECT_FALSE(config.express);
        EXPECT_TRUE(config.capabilities.empty());
    }
}

TEST(ConfigSpace, OfAVirtualFunctionIsNotDeadThoughItsVendorReadsAllOnes) {
    Bytes bytes = downstreamPort();
    put16(bytes, 0x00, 0xFFFF);
    put16(bytes, 0x02, 0xFFFF);
    const ConfigSpace config = decodeConfigSpace(bytes);
    EXPECT_FALSE(config.dead);
    EXPECT_TRUE(config.express);
}

TEST(ConfigSpace, ReportsAProblemWhenTooShortForAHeader) {
    for (std::size_t size = 0; size < 16; ++size) {
        const ConfigSpace config = decodeConfigSpace(Bytes(size, 0xFF));
        EXPECT_FALSE(config.dead) << size;
        EXPECT_EQ(config.problems.size(), 1U) << size;
    }
}

TEST(ConfigSpace, RetainsCapabilitiesBeforeALoop) {
    Bytes bytes = downstreamPort();
    bytes[0x69] = 0x48;
    bytes[0x48] = 0x01;
    bytes[0x49] = 0x68;
    const ConfigSpace config = decodeConfigSpace(bytes);
    EXPECT_TRUE(config.express);
    ASSERT_EQ(config.problems.size(), 1U);
    EXPECT_EQ(config.problems[0], "capability list loops at 0x68");
}

TEST(ConfigSpace, RetainsExtendedCapabilitiesBeforeALoop) {
    Bytes bytes = downstreamPort();
    put16(bytes, 0x102, 0x2001); // next at 0x200
    put16(bytes, 0x200, 0x0003);
    put16(bytes, 0x202, 0x1001); // next at 0x100
    const ConfigSpace config = decodeConfigSpace(bytes);
    EXPECT_TRUE(config.acs);
    EXPECT_EQ(config.serialNumber, 0U);
    ASSERT_EQ(config.problems.size(), 1U);
    EXPECT_EQ(config.problems[0], "extended capability list loops at 0x100");
}

TEST(ConfigSpace, ReportsTheOffsetOfABrokenChain) {
    Bytes bytes = downstreamPort();
    put16(bytes, 0x102, 0x2001);
    for (std::size_t at = 0x200; at < 0x204; ++at)
        bytes[at] = 0xFF;
    const ConfigSpace config = decodeConfigSpace(bytes);
    EXPECT_TRUE(config.acs);
    ASSERT_EQ(config.problems.size(), 1U);
    EXPECT_EQ(config.problems[0], "extended capability list is broken at 0x200");

    bytes = downstreamPort();
    put16(bytes, 0x102, 0x0401); // next at 0x040
    EXPECT_EQ(decodeConfigSpace(bytes).problems,
              std::vector<std::string>{"extended capability pointer 0x040 points below 0x100"});

    bytes = downstreamPort();
    bytes[0x34] = 0x20;
    EXPECT_EQ(decodeConfigSpace(bytes).problems,
              std::vector<std::string>{"capability pointer 0x20 points into the header"});
}

TEST(ConfigSpace, WithoutExtendedCapabilitiesIsNotBroken) {
    for (const std::uint8_t filler : {std::uint8_t{0}, std::uint8_t{0xFF}}) {
        Bytes bytes = downstreamPort();
        for (std::size_t at = 0x100; at < bytes.size(); ++at)
            bytes[at] = filler;
        const ConfigSpace config = decodeConfigSpace(bytes);
        EXPECT_FALSE(config.acs);
        EXPECT_TRUE(config.problems.empty());
    }
}

TEST(ConfigSpace, OfARootComplexEndpointHasNoLink) {
    Bytes bytes = downstreamPort();
    put16(bytes, 0x6A, 0x0092);
    const ConfigSpace config = decodeConfigSpace(bytes);
    ASSERT_TRUE(config.express);
    EXPECT_EQ(config.express->portType, PortType::RootComplexEndpoint);
    EXPECT_FALSE(config.express->maxSpeed);
    EXPECT_FALSE(config.express->currentWidth);
    EXPECT_FALSE(config.express->slotNumber);
}

TEST(ConfigSpace, WithALinkThatIsDownHasAWidthOf0) {
    Bytes bytes = downstreamPort();
    put16(bytes, 0x7A, 0x0001);
    const ConfigSpace config = decodeConfigSpace(bytes);
    ASSERT_TRUE(config.express);
    EXPECT_EQ(config.express->currentWidth, 0);
    EXPECT_EQ(config.express->linkActive, false);
}

TEST(ConfigSpace, CutAnywhereIsDecodedUpToThere) {
    const Bytes whole = downstreamPort();
    for (std::size_t size = 0; size <= 320; ++size) {
        const ConfigSpace config = decodeConfigSpace(std::span(whole).first(size));
        EXPECT_EQ(config.bytesRead, size);
        EXPECT_EQ(config.acs.has_value(), size >= 0x108) << size;
    }
    EXPECT_EQ(decodeConfigSpace(Bytes(10000)).bytesRead, 4096);
}

TEST(ConfigSpace, OfAnyBytesEndsWithABoundedList) {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        Bytes bytes(4096);
        for (auto &byte : bytes)
            byte = static_cast<std::uint8_t>(random());
        bytes[0x06] |= 0x10;
        bytes[0x0E] = static_cast<std::uint8_t>(round % 3);
        const ConfigSpace config = decodeConfigSpace(bytes);
        EXPECT_LE(config.capabilities.size(), 48U + 960U);
        EXPECT_LE(config.problems.size(), 2U);
    }
}

TEST(CapabilityName, IsKnownByIdAndKind) {
    EXPECT_EQ(capabilityName(0x10, false), "Express");
    EXPECT_EQ(capabilityName(0x10, true), "SR-IOV");
    EXPECT_EQ(capabilityName(0x0D, true), "ACS");
    EXPECT_EQ(capabilityName(0xEEEE, true), "");
}

TEST(PortType, HasAName) {
    EXPECT_EQ(toString(PortType::RootPort), "Root Port");
    EXPECT_EQ(toString(static_cast<PortType>(15)), "reserved port type");
}

} // namespace
} // namespace fabricscope::pci
