// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostBuilder.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/hwloc/XmlTags.h"
#include "tests/core/formats/hwloc/HwlocText.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleHwloc.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope {
namespace {

using formats::XmlTags;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kDevice =
    "<object type=\"PCIDev\" pci_busid=\"0000:05:00.0\" pci_type=\"0302 [10de:1db8] "
    "[10de:131d] a1\" pci_link_speed=\"15.75\"/>";

std::string withDoctype(std::string_view doctype, std::string_view hostName) {
    return fmt::format(
        "<?xml version=\"1.0\"?>\n{}\n<topology version=\"2.0\"><object type=\"Machine\"><info "
        "name=\"HostName\" value=\"{}\"/>{}</object></topology>",
        doctype, hostName, kDevice);
}

TEST(HostileXml, EntitiesOfTheFileAreNeverResolved) {
    std::string bomb = "<!DOCTYPE topology [\n<!ENTITY lol0 \"lol\">\n";
    for (int i = 1; i < 30; ++i)
        bomb +=
            fmt::format("<!ENTITY lol{} \"&lol{};&lol{};&lol{};&lol{};\">\n", i, i - 1, i - 1, i - 1, i - 1);
    bomb += "<!ENTITY secret SYSTEM \"file:///etc/passwd\">\n]>";
    const host::Host host = test::readXml(withDoctype(bomb, "&lol29;&secret;"));
    EXPECT_EQ(*host.hostname, "&lol29;&secret;");
    EXPECT_EQ(host.functions.size(), 1U);
    EXPECT_TRUE(host.warnings.empty());
}

TEST(HostileXml, DocumentTypesOfAnyShapeArePassedOver) {
    for (const char *doctype : {"<!DOCTYPE topology SYSTEM \"http://example.invalid/hwloc.dtd\">",
                                "<!DOCTYPE topology PUBLIC '-//x//>' \"file:///dev/zero\" [ <!ELEMENT a (b)> "
                                "<!-- ]> --> <?x ]?> ]>",
                                "<!DOCTYPE topology [ <!ENTITY % a SYSTEM '/etc/hostname'> %a; ]>"}) {
        const host::Host host = test::readXml(withDoctype(doctype, "h"));
        EXPECT_EQ(host.hostname.valueOr({}), "h") << doctype;
        EXPECT_TRUE(host.warnings.empty()) << doctype;
    }
}

TEST(HostileXml, DepthIsBounded) {
    std::string deep = "<topology version=\"2.0\"><object type=\"Machine\">" + std::string(kDevice);
    constexpr std::size_t kDepth = 100000;
    for (std::size_t i = 0; i < kDepth; ++i)
        deep += "<object type=\"Group\">";
    for (std::size_t i = 0; i < kDepth; ++i)
        deep += "</object>";
    const host::Host host = test::readXml(deep + "</object></topology>");
    EXPECT_EQ(host.functions.size(), 1U) << "what stands before it is kept";
    EXPECT_THAT(host.warnings,
                ElementsAre(AllOf(HasSubstr("hwloc-xml: line 1: "), HasSubstr("nested too deeply"))));
}

TEST(HostileXml, ADeepTreeOfBridgesIsATreeAllTheSame) {
    std::string text =
        "<topology version=\"2.0\"><object type=\"Machine\"><object type=\"Bridge\" bridge_type=\"0-1\" "
        "bridge_pci=\"0000:[00-ff]\">";
    constexpr std::size_t kDepth = 250;
    for (std::size_t i = 0; i < kDepth; ++i)
        text += fmt::format("<object type=\"Bridge\" bridge_type=\"1-1\" bridge_pci=\"0000:[{0:02x}-fe]\" "
                            "pci_busid=\"0000:{1:02x}:00.0\" pci_type=\"0604 [8086:2030] [8086:0000] 04\">",
                            i + 1, i);
    for (std::size_t i = 0; i < kDepth + 2; ++i)
        text += "</object>";
    const auto topology = test::topologyOfXml(text + "</topology>");
    EXPECT_EQ(topology->host().functions.size(), kDepth);
    EXPECT_EQ(topology->host().functions.back().parent->bus, kDepth - 2);
    EXPECT_TRUE(topology->host().warnings.empty());
}

TEST(HostileXml, OneAddressTwiceMakesNoCycle) {
    const std::string open =
        "<object type=\"Bridge\" bridge_type=\"1-1\" bridge_pci=\"0000:[01-02]\" pci_busid=\"0000:0{}:00.0\" "
        "pci_type=\"0604 [8086:2030] [8086:0000] 04\">";
    const auto bridge = [&](int bus) {
        return fmt::format(fmt::runtime(open), bus);
    };
    const std::string text = "<topology version=\"2.0\"><object type=\"Machine\">" + bridge(1) + bridge(2) +
                             bridge(1) + bridge(1) + "</object></object></object></object>" + bridge(2) +
                             bridge(1) + "</object></object></object></topology>";
    const auto topology = test::topologyOfXml(text);
    ASSERT_EQ(topology->host().functions.size(), 2U);
    EXPECT_FALSE(topology->host().functions[0].parent);
    EXPECT_EQ(topology->host().functions[1].parent->bus, 1);
    EXPECT_EQ(topology->host().warnings.size(), 4U);
    EXPECT_THAT(topology->host().warnings, ::testing::Each(HasSubstr("duplicate address")));
    EXPECT_EQ(topology->find({0, 1, 0, 0}).has_value(), true);
}

TEST(HostileXml, TenThousandDevicesAndMoreAreBounded) {
    const auto devices = [](std::size_t count) {
        std::string text = "<topology version=\"2.0\"><object type=\"Machine\">\n";
        for (std::size_t i = count; i-- > 0;) // the most expensive order
            text += fmt::format(
                "<object type=\"PCIDev\" pci_busid=\"{:04x}:{:02x}:{:02x}.{}\"><object type=\"OSDev\" "
                "name=\"eth{}\" osdev_type=\"2\"/></object>\n",
                i >> 16, i >> 8 & 0xFF, i >> 3 & 0x1F, i & 7, i);
        return text + "</object></topology>";
    };
    const host::Host host = test::readXml(devices(10000));
    EXPECT_EQ(host.functions.size(), 10000U);
    EXPECT_EQ(host.netInterfaces.size(), 10000U);
    EXPECT_TRUE(host.warnings.empty());
    const host::Host many = test::readXml(devices(150000));
    EXPECT_EQ(many.functions.size(), formats::HostLimits::kFunctions);
    EXPECT_LE(many.osDevices.size(), 65536U);
    EXPECT_FALSE(many.warnings.empty());
}

TEST(HostileXml, TruncatedTextKeepsEverythingBeforeTheCut) {
    const std::string whole = samples::toHwlocXml(samples::laptop(), 2);
    const host::Host all = test::readXml(whole);
    std::size_t before = 0;
    for (std::size_t cut = 1; cut < whole.size(); ++cut) {
        const host::Host part = test::readXml(std::string_view(whole).substr(0, cut));
        ASSERT_LE(part.functions.size(), all.functions.size());
        ASSERT_GE(part.functions.size(), before) << "at byte " << cut;
        before = part.functions.size();
        if (cut + 2 < whole.size()) { // only the last line feed is after that
            ASSERT_FALSE(part.warnings.empty()) << "at byte " << cut;
        }
        for (const host::PciFunction &f : part.functions)
            ASSERT_TRUE(all.function(f.address)) << "half an address at byte " << cut;
    }
    EXPECT_EQ(before, all.functions.size());
    const host::Host half = test::readXml(std::string_view(whole).substr(0, whole.size() / 2));
    EXPECT_THAT(half.warnings,
                ::testing::Contains(AllOf(HasSubstr("hwloc-xml: line "), HasSubstr("was not read"))));
}

TEST(HostileXml, Utf16IsReadAndItsEvidenceIsTheWholeText) {
    const std::string plain = samples::toHwlocXml(samples::oneGpu(), 2);
    for (const bool little : {true, false}) {
        std::string wide = little ? "\xFF\xFE" : "\xFE\xFF";
        for (const char c : plain) {
            wide += little ? c : '\0';
            wide += little ? '\0' : c;
        }
        const auto *kind = formats::recogniseFile({"x", wide});
        ASSERT_NE(kind, nullptr);
        EXPECT_EQ(kind->section, "hwloc-xml");
        const host::Host host = test::readXml(wide);
        ASSERT_EQ(host.functions.size(), test::readXml(plain).functions.size());
        const host::EvidenceRef evidence = host.functions[0].classCode.evidence();
        EXPECT_EQ(evidence.offset, 0U);
        EXPECT_EQ(evidence.length, std::min<std::size_t>(wide.size(), host::EvidenceRef::kLongest));
        EXPECT_TRUE(host.warnings.empty());
    }
}

TEST(HostileXml, OddBytesAreNeverShown) {
    std::string name = "eth0";
    name += '\0';
    name += "\x1b[31m\xff\xe2\x80\xae";
    const std::string text =
        "<topology version=\"2.0\"><object type=\"Machine\"><info name=\"HostName\" value=\"" + name +
        "\"/><object type=\"PCIDev\" pci_busid=\"0000:05:00.0\"><info name=\"PCIDevice\" value=\"" + name +
        "&#27;&#0;&#x202e;\"/><object type=\"OSDev\" osdev_type=\"2\" name=\"" + name +
        "\"/></object></object></topology>";
    const host::Host host = test::readXml(text);
    ASSERT_EQ(host.netInterfaces.size(), 1U);
    for (const std::string &shown : {*host.hostname, *host.functions.at(0).rare->name,
                                     host.netInterfaces[0].name, host.osDevices.at(0).name}) {
        EXPECT_EQ(shown.substr(0, 4), "eth0");
        EXPECT_EQ(shown.find_first_of(std::string("\0\x1b\xff", 3)), std::string::npos);
        EXPECT_EQ(shown.find("\xe2\x80\xae"), std::string::npos);
    }
}

TEST(HostileXml, WrongValuesGiveWarningsWithTheirLine) {
    const host::Host host =
        test::readXml("<topology version=\"9.1\">\n<object type=\"Machine\">\n"
                      "<object type=\"NUMANode\" os_index=\"4294967295\" cpuset=\"0x1\"/>\n"
                      "<object type=\"NUMANode\" os_index=\"0\" cpuset=\"zebra\"/>\n"
                      "<object type=\"PCIDev\" pci_busid=\"here\"/>\n"
                      "<object type=\"PCIDev\" pci_busid=\"0000:01:00.0\" pci_type=\"what\" "
                      "pci_link_speed=\"nan\"/>\n"
                      "<object type=\"Bridge\" pci_busid=\"0000:02:00.0\" bridge_pci=\"0000:[1-2\"/>\n"
                      "</object></topology>\n");
    EXPECT_THAT(host.warnings,
                ElementsAre("hwloc-xml: line 1: newer hwloc format: read as format 3",
                            "hwloc-xml: line 3: not a NUMA node number",
                            "hwloc-xml: line 4: not a set of CPUs", "hwloc-xml: line 5: not a PCI address",
                            "hwloc-xml: line 6: not class and ids of a PCI device",
                            "hwloc-xml: line 7: not a bus range of a bridge"));
    EXPECT_EQ(host.functions.size(), 2U);
    EXPECT_FALSE(host.functions[0].rare->linkBandwidth);
    EXPECT_EQ(host.numaNodes.size(), 1U);
}

TEST(HostileXml, WarnsOfTextThatIsNotHwlocXml) {
    for (const char *text : {"", "hello", "<html><object type=\"PCIDev\"/></html>", "\xFF\xFE"})
        EXPECT_FALSE(test::readXml(text).warnings.empty()) << text;
}

TEST(HostileXml, HugeMatricesCostWhatTheirTextCosts) {
    std::string text =
        "<topology version=\"2.0\"><object type=\"Machine\"/><distances2 type=\"NUMANode\" nbobjs=\"4096\" "
        "kind=\"5\" name=\"NUMALatency\" indexing=\"os\"><indexes length=\"1\">0 1</indexes></distances2>"
        "<distances2 type=\"NUMANode\" nbobjs=\"4294967295\" kind=\"5\" indexing=\"os\"><u64values "
        "length=\"1\">1 99999999999999999999999999 -1</u64values></distances2></topology>";
    const host::Host host = test::readXml(text);
    EXPECT_THAT(host.warnings, ElementsAre(HasSubstr("matrix size differs")));
}

} // namespace
} // namespace fabricscope
