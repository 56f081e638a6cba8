// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each kind of text in each wrapping gives the facts of the bare text, and its evidence lies in the file.
#include "core/capture/Capture.h"
#include "core/capture/Wrapping.h"
#include "core/capture/redact/Redact.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/LineBreaks.h"
#include "core/formats/files/LineStarts.h"
#include "tests/core/formats/files/HostFacts.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/core/formats/files/KindTexts.h"
#include "tests/support/Equality.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string eachLine(const std::string &text,
                     const std::function<std::string(int, const std::string &)> &make) {
    std::string out;
    int number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t feed = std::min(text.find('\n', at), text.size());
        out += make(++number, text.substr(at, feed - at)) + '\n';
        at = feed + 1;
    }
    return out;
}

std::string prefixed(const std::string &text, const std::string &prefix) {
    return eachLine(text, [&](int, const std::string &line) { return prefix + line; });
}

struct WrappingForm {
    const char *name;
    std::string (*wrap)(const std::string &text);
};

constexpr WrappingForm kForms[] = {
    {"srunL",
     [](const std::string &t) {
         return prefixed(t, "0: ");
     }},
    {"srunLPadded",
     [](const std::string &t) {
         return prefixed(t, "  3: ");
     }},
    {"pdsh",
     [](const std::string &t) {
         return prefixed(t, "gpu-node01: ");
     }},
    {"mpirunTagOutput",
     [](const std::string &t) {
         return prefixed(t, "[1,0]<stdout>:");
     }},
    {"mpirun5TagOutput",
     [](const std::string &t) {
         return prefixed(t, "[prterun-a-1@1,0]<stdout>: ");
     }},
    {"mpiexecPrepend",
     [](const std::string &t) {
         return prefixed(t, "[gpu-01:0]: ");
     }},
    {"pssh",
     [](const std::string &t) {
         return prefixed(t, "[gpu-01] ");
     }},
    {"kubectlPrefix",
     [](const std::string &t) {
         return prefixed(t, "[pod/nccl-0/main] ");
     }},
    {"compose",
     [](const std::string &t) {
         return prefixed(t, "worker-1  | ");
     }},
    {"colouredCompose",
     [](const std::string &t) {
         return prefixed(t, "\x1b[36mworker-1  | \x1b[0m");
     }},
    {"actionsTime",
     [](const std::string &t) {
         return prefixed(t, "2026-11-22T13:11:54.1234567Z ");
     }},
    {"bracketedTime",
     [](const std::string &t) {
         return prefixed(t, "[2026-11-22 13:11:54] ");
     }},
    {"clock",
     [](const std::string &t) {
         return prefixed(t, "13:11:54 ");
     }},
    {"containerRuntime",
     [](const std::string &t) {
         return prefixed(t, "2026-11-22T13:11:54.123456789Z stdout F ");
     }},
    {"journal",
     [](const std::string &t) {
         return prefixed(t, "Nov 22 13:11:54 gpu-01 check[123]: ");
     }},
    {"journalIso",
     [](const std::string &t) {
         return prefixed(t, "2026-11-22T13:11:54+0000 gpu-01 check[1]: ");
     }},
    {"timeAndRank",
     [](const std::string &t) {
         return prefixed(t, "2026-11-22T13:11:54Z [1,0]<stdout>:");
     }},
    {"podAndTime",
     [](const std::string &t) {
         return prefixed(t, "[pod/nccl-0/main] 2026-11-22T13:11:54.123456789Z ");
     }},
    {"catN",
     [](const std::string &t) {
         return eachLine(t, [](int n, const std::string &line) { return fmt::format("{:6}\t{}", n, line); });
     }},
    {"grepN",
     [](const std::string &t) {
         return eachLine(t, [](int n, const std::string &line) { return fmt::format("{}:{}", n, line); });
     }},
    {"grepNWithName",
     [](const std::string &t) {
         return eachLine(
             t, [](int n, const std::string &line) { return fmt::format("logs/a.txt:{}:{}", n, line); });
     }},
    {"margin",
     [](const std::string &t) {
         return prefixed(t, "| ");
     }},
    {"piece",
     [](const std::string &t) {
         return prefixed(t, "[12]");
     }},
    {"quoted",
     [](const std::string &t) {
         return prefixed(t, "> ");
     }},
    {"quotedTwice",
     [](const std::string &t) {
         return prefixed(t, "> > ");
     }},
    {"quotedInAList",
     [](const std::string &t) {
         return prefixed(t, "    > ");
     }},
    {"quotedRank",
     [](const std::string &t) {
         return prefixed(t, "> 0: ");
     }},
    {"indented",
     [](const std::string &t) {
         return prefixed(t, "    ");
     }},
    {"carriageReturns",
     [](const std::string &t) {
         return eachLine(t, [](int, const std::string &l) { return l + '\r'; });
     }},
    {"rankAndCarriageReturns",
     [](const std::string &t) {
         return eachLine(t, [](int, const std::string &l) { return "0: " + l + '\r'; });
     }},
    {"coloured",
     [](const std::string &t) {
         return eachLine(t, [](int, const std::string &l) { return "\x1b[32m" + l + "\x1b[0m"; });
     }},
    {"noBreakSpaces",
     [](const std::string &t) {
         std::string out;
         for (const char c : t)
             out += c == ' ' ? std::string("\xC2\xA0") : std::string(1, c);
         return out;
     }},
};

class EachKind : public testing::TestWithParam<KindText> {};

TEST_P(EachKind, GivesTheSameFactsInEachWrapping) {
    const std::string text = GetParam().text;
    const FileKind *kind = recogniseFile({"a.txt", text});
    ASSERT_NE(kind, nullptr);
    ASSERT_EQ(kind->name, GetParam().kind);
    const auto bare = hostFacts(readHost(imported({{"a.txt", text}})));
    if (std::string_view(GetParam().kind) != "nvidia-smi nvlink -s") { // its rates need a matrix
        EXPECT_NE(bare, hostFacts(host::Host{})) << "the text holds no fact";
    }
    for (const WrappingForm &form : kForms) {
        SCOPED_TRACE(form.name);
        auto wrapped = importPieces({{"a.txt", form.wrap(text)}});
        ASSERT_TRUE(wrapped) << wrapped.error().toString();
        EXPECT_EQ(hostFacts(readHost(*wrapped)), bare) << form.wrap(text);
        for (const auto &section : wrapped->sections)
            EXPECT_TRUE(kind->convert != nullptr ||
                        form.wrap(text).find(section.bytes()) != std::string::npos)
                << "a section does not hold bytes of the file";
    }
}

INSTANTIATE_TEST_SUITE_P(Wrapping, EachKind, testing::ValuesIn(kKindTexts),
                         [](const testing::TestParamInfo<KindText> &each) {
                             std::string name =
                                 "Text" + std::to_string(each.index); // a kind has several forms
                             for (const char c : std::string(each.param.kind))
                                 if (std::isalnum(static_cast<unsigned char>(c)) != 0)
                                     name += c;
                             return name;
                         });

/// The matrix of kinds and forms: a row for each of both.
TEST(Wrappings, GiveTheSameFactsOfEachKind) {
    std::map<std::string, std::pair<std::size_t, std::size_t>> kinds; // forms, and those that are equal
    std::map<std::string, std::size_t> forms;
    for (const KindText &each : kKindTexts) {
        const std::string text = each.text;
        const auto bare = hostFacts(readHost(imported({{"a.txt", text}})));
        for (const WrappingForm &form : kForms) {
            const auto wrapped = importPieces({{"a.txt", form.wrap(text)}});
            const bool isEqual = wrapped && hostFacts(readHost(*wrapped)) == bare;
            auto &[all, equal] = kinds[each.kind];
            ++all;
            equal += isEqual ? 1 : 0;
            forms[form.name] += isEqual ? 1 : 0;
        }
    }
    test::Equality table("Kinds of texts, wrapped by launchers, logs and mails");
    for (const auto &[kind, counts] : kinds)
        table.row(kind, "wrapped texts with the same facts", counts.first, counts.second);
    for (const auto &[form, equal] : forms)
        table.row(form, "kinds of texts with the same facts in this form", std::size(kKindTexts), equal);
    test::expectEquality(table);
}

// Whole texts with values and keys that look like other lines.
const KindText kWholeTexts[] = {
    {"dmidecode",
     "# dmidecode 3.5\nGetting SMBIOS data from sysfs.\nSMBIOS 3.5.0 present.\n\n"
     "Handle 0x0001, DMI type 1, 27 bytes\nSystem Information\n\tManufacturer: ACME\n"
     "\tProduct Name: A-8x Version: B\n\tSerial Number: 7\n\n"
     "Handle 0x0004, DMI type 4, 48 bytes\nProcessor Information\n\tSocket Designation: CPU7\n"
     "\tType: Central Processor\n\tVersion: A 9999                \n\n"
     "Handle 0x0008, DMI type 8, 9 bytes\nPort Connector Information\n"
     "\tInternal Connector Type: None\n\tExternal Connector Type: USB\n\n"
     "Handle 0x0009, DMI type 9, 24 bytes\nSystem Slot Information\n\tDesignation: SLOT 7\tType: x16\n"
     "\tData Bus Width: 0\n\nHandle 0x0026, DMI type 38, 18 bytes\nIPMI Device Information\n"
     "\tSpecification Version: 2.0\n\tFirmware Version: Unknown\n"},
    {"rocminfo", "=====================    \nHSA Agents               \n=====================    \n"
                 "*******                  \nAgent 7                  \n*******                  \n"
                 "  Name:                    gfx999                             \n"
                 "  Marketing Name:          AMD X999 Agent 8                   \n"
                 "  Device Type:             GPU                                \n"
                 "  BDFID:                   16640                              \n"
                 "  Pool Info:               \n    Pool 1                   \n"
                 "      Segment:                 GLOBAL; FLAGS: COARSE GRAINED      \n"
                 "    Pool 2                   \n"
                 "      Segment:                 GLOBAL; FLAGS: EXTENDED FINE GRAINED\n"},
    {"lscpu", "Architecture:                       x86_64\n"
              "CPU op-mode(s):                     32-bit, 64-bit\n"
              "CPU(s):                             8\nOn-line CPU(s) list:                0-7\n"
              "Vendor ID:                          AuthenticAMD\n"
              "BIOS Model name:                    AMD 9999 L3: big CPU @ 2.0GHz\n"
              "  Model name:                       AMD 9999\n  Model:                            17\n"
              "NUMA node(s):                       1\nNUMA node0 CPU(s):                  0-7\n"
              "Vulnerability Spectre v2:           Mitigation; IBRS; Flags: none\n"},
    {"/proc/cpuinfo", "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 207\n"
                      "model name\t: A processor : 9\nfpu\t\t: yes\nfpu_exception\t: yes\n"
                      "flags\t\t: fpu vme\nvmx flags\t: vnmi\nbugs\t\t:\npower management:\n\n"
                      "processor\t: 1\nvendor_id\t: GenuineIntel\nflags\t\t: fpu vme\n"},
    {"nvidia-smi nvlink -s", "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                             "\t NVML: Unable to retrieve NVLink information as all links are inActive\n"
                             "GPU 1: NVIDIA X900 (UUID: GPU-21aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                             "\t NVML: Unable to retrieve NVLink information as all links are inActive\n"},
    {"/etc/os-release", "PRETTY_NAME=\"A Linux ID=x\"\nNAME=\"A Linux\"\nVERSION_ID=\"9\"\n"
                        "VERSION=\"9 NAME=n\"\nID=alinux\nHOME_URL=\"https://example.org/\"\n"},
    {"lstopo", "Machine (8GB total)\n  Package L#0\n    NUMANode L#0 (P#0 8GB)\n"
               "    L3 L#0 (8MB)\n      L2 L#0 (512KB) + L1d L#0 (32KB) + L1i L#0 (32KB) + Core L#0\n"
               "        PU L#0 (P#0)\n        PU L#1 (P#4)\n    HostBridge\n      PCIBridge\n"
               "        PCI 41:00.0 (3D)\n          CoProc(OpenCL) \"opencl0d0\"\n"
               "        PCI 61:00.0 (Ethernet)\n          Net \"ens9\"\n"},
};

bool isMoved(const capture::Capture &capture) {
    return std::any_of(capture.sections.begin(), capture.sections.end(), [](const auto &section) {
        const auto wrapping = capture::Wrapping::parse(section.meta().wrapping);
        return !wrapping || !wrapping->breaks.empty();
    });
}

TEST(Wrapping, NoLineBreakOfAWholeTextIsMovedInAnyForm) {
    std::vector<KindText> texts(std::begin(kKindTexts), std::end(kKindTexts));
    texts.insert(texts.end(), std::begin(kWholeTexts), std::end(kWholeTexts));
    for (const KindText &text : texts) {
        ASSERT_EQ(recogniseFile({"a.txt", text.text})->name, text.kind);
        EXPECT_FALSE(isMoved(imported({{"a.txt", text.text}}))) << text.text;
        for (const WrappingForm &form : kForms) {
            const auto capture = imported({{"a.txt", form.wrap(text.text)}});
            EXPECT_FALSE(isMoved(capture)) << form.name << ":\n" << text.text;
            EXPECT_THAT(capture.notes, testing::IsEmpty()) << form.name << ":\n" << text.text;
        }
    }
}

TEST(Wrapping, EveryFormOfAPrefixIsInTheTable) {
    for (const PrefixForm &prefix : prefixForms())
        EXPECT_TRUE(prefix.isIndent || std::any_of(std::begin(kForms), std::end(kForms),
                                                   [&](const auto &form) {
                                                       return prefix.take(form.wrap("text\n")).has_value();
                                                   }))
            << prefix.name;
}

TEST(Wrapping, NoLineBreakOfATextIsMovedForAnyKind) {
    for (const KindText &text : kKindTexts)
        for (const LineStart &start : lineStarts())
            if (recogniseFile({"a.txt", text.text})->section == start.section) {
                EXPECT_FALSE(restoredLines(start.section, text.text)) << text.text;
            }
}

TEST(Wrapping, EveryKindOfFileIsInTheTable) {
    std::vector<std::string> missing;
    for (const FileKind &kind : fileKinds())
        if (std::none_of(std::begin(kKindTexts), std::end(kKindTexts),
                         [&](const KindText &text) { return text.kind == kind.name; }))
            missing.emplace_back(kind.name);
    EXPECT_THAT(missing, testing::IsEmpty());
}

TEST(Wrapping, EvidenceLiesInTheFileAsItWasGiven) {
    const std::string text = "0: 41:00.0 3D controller [0302]: NVIDIA GH100 [10de:2330]\n0: \tNUMA node: 1\n"
                             "0: \tKernel driver in use: nvidia\n";
    const capture::Capture capture = imported({{"a.txt", text}});
    const host::Host host = readHost(capture);
    ASSERT_EQ(host.functions.size(), 1U);
    const auto evidence = host.functions[0].driver.evidence();
    ASSERT_LT(evidence.section, capture.sections.size());
    const std::string bytes = capture.sections[evidence.section].bytes();
    EXPECT_EQ(bytes, text);
    EXPECT_THAT(bytes.substr(evidence.offset, evidence.length), HasSubstr("Kernel driver in use: nvidia"));
}

TEST(Wrapping, LinesOfTheLauncherAreNotRead) {
    std::string many;
    for (int i = 0; i < 16; ++i)
        many += fmt::format("{:02x}:00.0 3D controller [0302]: NVIDIA GH100 [10de:2330]\n", 16 + i);
    const host::Host host = readHost(imported({{"a.txt", "srun: job 17 queued\n" + prefixed(many, "0: ")}}));
    EXPECT_EQ(host.functions.size(), 16U);
}

TEST(Wrapping, OfSeveralSourcesOneIsReadAndTheOthersAreNamed) {
    const std::string one = "41:00.0 3D controller [0302]: NVIDIA GH100 [10de:2330]\n";
    const std::string other = "81:00.0 3D controller [0302]: NVIDIA GH100 [10de:2330]\n";
    const capture::Capture capture = imported(
        {{"a.txt", prefixed(one, "gpu-01: ") + prefixed(other, "gpu-02: ") + prefixed(other, "gpu-03: ")}});
    const host::Host host = readHost(capture);
    ASSERT_EQ(host.functions.size(), 1U);
    EXPECT_EQ(host.functions[0].address.toString(), "0000:41:00.0");
    EXPECT_THAT(capture.notes,
                ElementsAre(HasSubstr("only the lines of gpu-01 are read; those of gpu-02, gpu-03")));
}

TEST(Wrapping, ASessionInALogGivesItsParts) {
    const std::string session =
        "root@gpu-01:~# lspci -nn\n41:00.0 3D controller [0302]: NVIDIA GH100 [10de:2330]\n"
        "root@gpu-01:~# numactl -H\navailable: 1 nodes (0)\nnode 0 cpus: 0 1\n"
        "node distances:\nnode   0\n  0:  10\n";
    const host::Host host =
        readHost(imported({{"a.txt", prefixed(session, "2026-11-22T13:11:54.1234567Z ")}}));
    EXPECT_EQ(host.functions.size(), 1U);
    EXPECT_EQ(host.numaNodes.size(), 1U);
}

TEST(Wrapping, ListsWithColonsAndDomainsAreNotTakenForIt) {
    const host::Host domains = readHost(
        imported({{"a.txt", "0000:41:00.0 3D controller [0302]: NVIDIA GH100 [10de:2330]\n"
                            "0001:41:00.0 3D controller [0302]: NVIDIA GH100 [10de:2330]\n"
                            "10000:e1:00.0 Non-Volatile memory controller [0108]: Samsung [144d:a80a]\n"}}));
    std::vector<std::string> addresses;
    for (const auto &f : domains.functions)
        addresses.push_back(f.address.toString());
    EXPECT_THAT(addresses, ElementsAre("0000:41:00.0", "0001:41:00.0", "10000:e1:00.0"));
}

TEST(Wrapping, SurvivesInACaptureAndIsRemovedByRedaction) {
    const std::string text = "acme-gpu-01: 41:00.0 3D controller [0302]: NVIDIA GH100 [10de:2330]\n";
    const capture::Capture capture = imported({{"a.txt", text}});
    const auto bytes = capture::serialize(capture);
    ASSERT_TRUE(bytes);
    const auto stored = capture::deserialize(*bytes);
    ASSERT_TRUE(stored);
    EXPECT_EQ(readHost(*stored).functions.size(), 1U);
    const capture::Capture redacted = capture::redacted(capture, "key");
    EXPECT_EQ(readHost(redacted).functions.size(), 1U);
    ASSERT_EQ(redacted.sections.size(), 1U);
    EXPECT_EQ(redacted.sections[0].bytes().find("acme-gpu-01"), std::string::npos);
    EXPECT_EQ(redacted.sections[0].meta().wrapping, "");
}

TEST(Wrapping, TextOfAHostileCaptureIsRefused) {
    for (const char *text : {"unknown", "time journal label", "label=a", "  ", "time time time", "breaks=",
                             "breaks=+", "breaks=5", "breaks=+5-", "breaks=+-5", "breaks=+99999999999"})
        EXPECT_FALSE(capture::Wrapping::parse(text)) << text;
    for (const char *text :
         {"", "escapes", "time", "time label", "tag label=[1,0]", "escapes time journal label=a b",
          "breaks=+0", "escapes breaks=+80-12+0", "time breaks=-7 label=a b"})
        EXPECT_EQ(capture::Wrapping::parse(text).value().toString(), text);
}

TEST(Wrapping, LineBreaksAreChangedAtTheirPlaces) {
    const auto changed = [](std::string_view text, std::string_view breaks) {
        const capture::UnwrappedText unwrapped(text, capture::Wrapping::parse(breaks).value());
        for (std::size_t i = 0; i < unwrapped.view().size(); ++i) {
            const std::string_view source = unwrapped.source(unwrapped.view().substr(i));
            EXPECT_TRUE(text.ends_with(source) || unwrapped.view()[i] == '\n') << i;
        }
        return std::string(unwrapped.view());
    };
    EXPECT_EQ(changed("a b c\nd\r\ne\n", "breaks=+1+2-4"), "a\n b\n c\nde\n");
    EXPECT_EQ(changed("ab", "breaks=+0+2+9"), "\nab\n\n");
    EXPECT_EQ(changed("ab\n", "breaks=-1-0-7"), "ab\n"); // no line break is there
    EXPECT_EQ(changed("", "breaks=+1"), "");
}

} // namespace
} // namespace fabricscope::formats
