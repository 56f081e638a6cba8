// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lspci prints a dump; read back, its text must have the same facts as our own decoding of the dump, in every
// output form.
#include "tests/core/formats/lspci/LspciHosts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

class DumpOfARandomHost : public testing::TestWithParam<unsigned> {
protected:
    void SetUp() override {
        if (!lspciIsThere())
            GTEST_SKIP() << "SKIPPED: lspci is not installed (package pciutils)";
    }
    [[nodiscard]] static std::vector<pci::Address> addressesOf(const host::Host &host) {
        std::vector<pci::Address> addresses;
        for (const host::PciFunction &f : host.functions)
            addresses.push_back(f.address);
        return addresses;
    }
    const DumpedHost m_dumped{GetParam()};
    const std::string m_dump = m_dumped.dump();
};

TEST_P(DumpOfARandomHost, IsReadAsTheBytesAre) {
    const host::Host host = importedHost({{"lspci-hex", m_dump}});
    ASSERT_EQ(host.functions.size(), m_dumped.functions.size());
    for (const host::PciFunction &f : host.functions) {
        ASSERT_TRUE(f.config) << f.address.toString();
        EXPECT_EQ(*f.config, pci::decodeConfigSpace(m_dumped.functions.at(f.address)))
            << f.address.toString();
        EXPECT_EQ(*f.classCode, f.config->classCode);
        EXPECT_EQ(*f.vendor, f.config->vendor);
    }
    EXPECT_EQ(parentsOf(host), m_dumped.parents);
    EXPECT_TRUE(host.warnings.empty()) << host.warnings.front();
}

TEST_P(DumpOfARandomHost, PrintedWithVvvMatchesEveryRegister) {
    for (const char *options : {"-vvv", "-vvvnn", "-vvn", "-vvv -D", "-vvv -k", "-vvvb"}) {
        SCOPED_TRACE(options);
        const host::Host host = textHost(lspciOfDump(m_dump, options));
        ASSERT_EQ(host.functions.size(), m_dumped.functions.size());
        for (const host::PciFunction &f : host.functions) {
            const auto registers = pci::decodeConfigSpace(m_dumped.functions.at(f.address));
            ASSERT_TRUE(f.config) << f.address.toString();
            EXPECT_EQ(f.config->bytesRead, 4096);
            expectSameConfig(registers, *f.config, f.address.toString());
            ASSERT_TRUE(f.classCode) << f.address.toString();
            EXPECT_EQ(*f.classCode, registers.classCode) << f.address.toString();
            EXPECT_EQ(*f.revision, registers.revision);
        }
        EXPECT_EQ(parentsOf(host), m_dumped.parents);
        EXPECT_TRUE(host.warnings.empty()) << host.warnings.front();
    }
}

TEST_P(DumpOfARandomHost, PrintedWithVHasPortsAndBusesButNoRegisters) {
    const host::Host host = textHost(lspciOfDump(m_dump, "-vnn"));
    ASSERT_EQ(host.functions.size(), m_dumped.functions.size());
    for (const host::PciFunction &f : host.functions) {
        SCOPED_TRACE(f.address.toString());
        const auto registers = pci::decodeConfigSpace(m_dumped.functions.at(f.address));
        ASSERT_TRUE(f.config && f.config->express);
        EXPECT_EQ(f.config->express->portType, registers.express->portType);
        EXPECT_FALSE(f.config->express->maxPayload);
        EXPECT_FALSE(f.config->express->relaxedOrdering);
        EXPECT_FALSE(f.config->acs) << "-v says that the capability is there, not what it holds";
        EXPECT_LE(f.config->bytesRead, 256) << "or its absence would be a fact";
        EXPECT_EQ(f.config->busMaster, registers.busMaster);
        EXPECT_EQ(f.config->capabilities.size(), registers.capabilities.size());
        EXPECT_EQ(*f.vendor, registers.vendor);
        EXPECT_EQ(*f.device, registers.device);
    }
    EXPECT_EQ(parentsOf(host), m_dumped.parents);
}

TEST_P(DumpOfARandomHost, PrintedAsATreeGivesTheSameParents) {
    for (const char *options : {"-t", "-tv", "-tvnn", "-tvn"}) {
        SCOPED_TRACE(options);
        const std::string tree = lspciOfDump(m_dump, options);
        SCOPED_TRACE(tree);
        const host::Host host = importedHost({{"lspci-tree", tree}});
        EXPECT_EQ(host.functions.size(), m_dumped.functions.size());
        for (const host::PciFunction &f : host.functions) {
            const std::string parent =
                f.parent ? f.parent->toString()
                         : fmt::format("pci{:04x}:{:02x}", f.rootBus->first, unsigned{f.rootBus->second});
            EXPECT_EQ(parent, m_dumped.parents.at(f.address.toString())) << f.address.toString();
            const auto registers = pci::decodeConfigSpace(m_dumped.functions.at(f.address));
            if (registers.secondaryBus) {
                EXPECT_EQ(*f.rare->secondaryBus, *registers.secondaryBus);
                EXPECT_EQ(*f.rare->subordinateBus, *registers.subordinateBus);
            } else if (std::string_view(options).find('n') != std::string_view::npos) {
                EXPECT_EQ(*f.device, registers.device);
            }
        }
        EXPECT_TRUE(host.warnings.empty()) << host.warnings.front();
    }
}

TEST_P(DumpOfARandomHost, PrintedForProgramsGivesTheSameIds) {
    for (const char *options : {"-mmnn", "-mmn", "-vmmnn", "-vmmn", "-vmnn", "-mnn -D"}) {
        SCOPED_TRACE(options);
        const host::Host host = importedHost({{"lspci-machine", lspciOfDump(m_dump, options)}});
        ASSERT_EQ(host.functions.size(), m_dumped.functions.size());
        for (const host::PciFunction &f : host.functions) {
            const auto registers = pci::decodeConfigSpace(m_dumped.functions.at(f.address));
            EXPECT_EQ(*f.vendor, registers.vendor);
            EXPECT_EQ(*f.device, registers.device);
            EXPECT_EQ(*f.classCode, registers.classCode);
            EXPECT_EQ(f.revision.valueOr(0), registers.revision);
            if (registers.headerType == 0) {
                EXPECT_EQ(*f.subsystemVendor, 0x1028);
            }
        }
    }
}

TEST_P(DumpOfARandomHost, ShortAndPlainGivesClassesAndIds) {
    for (const char *options : {"", "-n", "-nn"}) {
        SCOPED_TRACE(options);
        const host::Host host = textHost(lspciOfDump(m_dump, options));
        ASSERT_EQ(host.functions.size(), m_dumped.functions.size());
        for (const host::PciFunction &f : host.functions) {
            const auto registers = pci::decodeConfigSpace(m_dumped.functions.at(f.address));
            EXPECT_EQ(*f.classCode >> 8, registers.classCode >> 8);
            EXPECT_FALSE(f.config) << "nothing was said of it";
            if (options[0] != '\0') {
                EXPECT_EQ(*f.vendor, registers.vendor);
                EXPECT_EQ(*f.device, registers.device);
            }
        }
    }
}

TEST_P(DumpOfARandomHost, WithTextAndHexTogetherGivesTheHex) {
    const host::Host whole = textHost(lspciOfDump(m_dump, "-vvvnn -xxxx"));
    const host::Host front = textHost(lspciOfDump(m_dump, "-vvvnn -xxx"));
    const host::Host head = textHost(lspciOfDump(m_dump, "-vvvnn -x"));
    ASSERT_EQ(whole.functions.size(), m_dumped.functions.size());
    for (std::size_t i = 0; i < whole.functions.size(); ++i) {
        const auto registers = pci::decodeConfigSpace(m_dumped.functions.at(whole.functions[i].address));
        EXPECT_EQ(*whole.functions[i].config, registers);
        EXPECT_EQ(front.functions[i].config->express, registers.express) << "out of the first 256 bytes";
        EXPECT_EQ(front.functions[i].config->acs, registers.acs) << "out of the text";
        EXPECT_EQ(front.functions[i].config->capabilities, registers.capabilities);
        EXPECT_EQ(head.functions[i].config->headerType, registers.headerType);
        EXPECT_EQ(head.functions[i].config->express->maxPayload, registers.express->maxPayload);
        EXPECT_EQ(head.functions[i].config->bytesRead, 4096);
    }
}

INSTANTIATE_TEST_SUITE_P(Lspci, DumpOfARandomHost, testing::Range(1U, 5U),
                         [](const auto &seed) { return "Seed" + std::to_string(seed.param); });

} // namespace
} // namespace fabricscope::formats
