// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Packing and encoding of files: UTF-16 as saved by Windows, and unsupported compression.
#include "core/formats/HostReader.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/support/Packed.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using test::tarOf;
using testing::AllOf;
using testing::HasSubstr;

// Text as saved by Windows Notepad or PowerShell's >.
std::string utf16(const std::string &text, bool bigEndian) {
    std::string out = bigEndian ? "\xFE\xFF" : "\xFF\xFE";
    for (const char c : text) {
        const char pair[] = {bigEndian ? '\0' : c, bigEndian ? c : '\0'};
        out.append(pair, 2);
        EXPECT_LT(static_cast<unsigned char>(c), 0x80);
    }
    return out;
}

TEST(Import, ReadsTextsThatWereSavedOnWindowsOfEachKind) {
    struct Text {
        std::string_view section, text;
    };
    constexpr Text kTexts[] = {
        {"hwloc-xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<topology version=\"2.0\">\r\n<object "
                      "type=\"Machine\"><info name=\"HostName\" value=\"gpu-07\"/></object></topology>\r\n"},
        {"lspci-text", "41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\r\n"
                       "\tKernel driver in use: nvidia\r\n"},
        {"lspci-tree", "-[0000:40]-+-00.0  A\r\n           \\-01.0-[41]----00.0  B\r\n"},
        {"lspci-machine", "Slot:\t41:00.0\r\nClass:\t3D controller [0302]\r\nVendor:\tNVIDIA [10de]\r\n\r\n"},
        {"tool-nvidia-smi-topo", "\tGPU0\tGPU1\r\nGPU0\t X \tNV18\r\nGPU1\tNV18\t X \r\n"},
        {"tool-nvidia-smi-q", "==============NVSMI LOG==============\r\nGPU 00000000:41:00.0\r\n"},
        {"tool-ip-addr", "[{\"ifindex\":1,\"ifname\":\"lo\",\"operstate\":\"UNKNOWN\"}]\r\n"},
        {"tool-lscpu", "Architecture: x86_64\r\nCPU(s): 8\r\nModel name: Xeon\r\n"},
        {"tool-numactl-h", "available: 1 nodes (0)\r\nnode 0 cpus: 0 1\r\nnode 0 size: 1024 MB\r\n"},
        {"tool-dmidecode", "Handle 0x0001, DMI type 1, 27 bytes\r\nSystem Information\r\n"},
        {"dmesg", "[    0.000000] Linux version 6.8.0\r\n[    1.000000] DMAR: IOMMU enabled\r\n"},
        {"os-release", "PRETTY_NAME=\"Ubuntu 24.04\"\r\nID=ubuntu\r\n"},
    };
    for (const Text &each : kTexts)
        for (const bool bigEndian : {false, true}) {
            const auto capture = importPieces({{"pasted.txt", utf16(std::string(each.text), bigEndian)}});
            ASSERT_TRUE(capture) << each.section << ": " << capture.error().toString();
            ASSERT_EQ(capture->sections.size(), 1U) << each.section;
            EXPECT_EQ(capture->sections[0].meta().name, each.section);
            EXPECT_EQ(capture->sections[0].bytes(), each.text) << "UTF-8 without a byte order mark";
        }
    const auto host = readHost(imported({{"x", utf16(std::string(kTexts[1].text), false)}}));
    ASSERT_EQ(host.functions.size(), 1U);
    EXPECT_EQ(host.functions[0].driver.valueOr("?"), "nvidia");
}

// An XML that declares UTF-16 has been converted to UTF-8 before it is parsed.
TEST(Import, ReadsAnXmlThatCallsItselfUtf16) {
    const std::string xml =
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<topology version=\"2.0\"><object "
        "type=\"Machine\"><info name=\"HostName\" value=\"gpu-07\"/></object></topology>\n";
    EXPECT_EQ(readHost(imported({{"x.xml", utf16(xml, false)}})).hostname.valueOr("?"), "gpu-07");
}

TEST(Import, ReportsHowToUnpackUnsupportedFormats) {
    const std::string compressed("\x1f\x9d\x90"
                                 "0\x04\x02\x11",
                                 7);
    const auto alone = importPieces({{"sys.tar.Z", compressed}});
    ASSERT_FALSE(alone);
    EXPECT_THAT(alone.error().what, HasSubstr("compress (.Z)"));
    EXPECT_EQ(alone.error().where, "sys.tar.Z");
    EXPECT_THAT(alone.error().hint, HasSubstr("gzip -d"));
    EXPECT_THAT(importPieces({{"x", "7z\xbc\xaf\x27\x1c and more"}}).error().hint, HasSubstr("7z x"));
    // Next to known files it causes a note, and the rest is read.
    const auto both = imported(
        {{"t.tar", tarOf({{"a.Z", compressed, '0', {}},
                          {"etc/hostname", "gpu-07\n", '0', {}},
                          {"lspci.txt", "41:00.0 3D controller [0302]: X [10de:2330]\n", '0', {}}})}});
    EXPECT_EQ(readHost(both).functions.size(), 1U);
    EXPECT_THAT(both.notes, Contains(HasSubstr("t.tar/a.Z: is compressed with compress")));
}

} // namespace
} // namespace fabricscope::formats
