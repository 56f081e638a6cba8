// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables that a terminal of 80 columns broke give what they gave before.
#include "core/formats/HostReader.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/LineBreaks.h"
#include "core/formats/files/TableBreaks.h"
#include "tests/core/formats/files/HostFacts.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/core/formats/files/KindTexts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// As a terminal of so many columns shows it.
std::string broken(const std::string &text, std::size_t width) {
    constexpr std::size_t kTab = 8;
    std::string out;
    std::size_t column = 0;
    for (const char c : text) {
        const std::size_t after = c == '\t' ? (column / kTab + 1) * kTab : column + 1;
        if (after > width && c != '\n') {
            out += '\n';
            column = 0;
        }
        out += c;
        column = c == '\n' ? 0 : c == '\t' ? (column / kTab + 1) * kTab : column + 1;
    }
    return out;
}

/// A line of 91 columns: three cells between borders.
std::string row(std::string first, std::string second, std::string third) {
    first.resize(41, ' ');
    second.resize(24, ' ');
    third.insert(0, 22 - third.size(), ' ');
    return "|" + first + "|" + second + "|" + third + "|\n";
}

std::string table() {
    const std::string rule =
        "+" + std::string(41, '-') + "+" + std::string(24, '-') + "+" + std::string(22, '-') + "+\n";
    return "Sat Nov 21 08:10:01 2026\n+" + std::string(89, '-') + "+\n| NVIDIA-SMI 570.86.15" +
           std::string(14, ' ') + "Driver Version: 570.86.15" + std::string(6, ' ') + "CUDA Version: 12.8" +
           std::string(5, ' ') + "|\n" + rule +
           row(" GPU  Name                 Persistence-M", " Bus-Id          Disp.A",
               " Volatile Uncorr. ECC ") +
           row("   0  NVIDIA X900 80GB               On", "   00000000:4B:00.0 Off", "0 ") +
           row(" N/A   31C    P0             71W /  700W", "       4MiB /  81559MiB", "0%      Default ") +
           rule + row("   1  NVIDIA X900 80GB               On", "   00000000:5C:00.0 Off", "3 ") +
           row(" N/A   32C    P0             72W /  700W", "       4MiB /  81559MiB", "0%      Default ") +
           rule;
}

TEST(TableBreaks, OfNvidiaSmiLoseNothing) {
    const host::Host whole = readHost(imported({{"smi.txt", table()}}));
    ASSERT_EQ(whole.gpus.size(), 2U);
    ASSERT_EQ(whole.toolFaults.size(), 1U) << "an uncorrectable error of the second GPU";
    const auto capture = imported({{"smi.txt", broken(table(), 80)}});
    EXPECT_EQ(hostFacts(readHost(capture)), hostFacts(whole));
    EXPECT_THAT(capture.notes, ElementsAre(HasSubstr("line breaks of a terminal were removed")));
    ASSERT_EQ(capture.sections.size(), 1U);
    EXPECT_EQ(capture.sections[0].bytes(), broken(table(), 80)) << "the bytes stay those of the file";
}

TEST(TableBreaks, OfAWholeTableAreNotMoved) {
    EXPECT_THAT(imported({{"smi.txt", table()}}).notes, testing::IsEmpty());
}

TEST(TableBreaks, OfAmdSmiMonitorLoseNothing) {
    std::string text = "GPU  XCP  POWER   GPU_T   MEM_T   GFX_CLK   GFX%   MEM%  ENC_CLOCK   VRAM_USED  "
                       "SINGLE_ECC  DOUBLE_ECC\n";
    for (const char *gpu : {"0", "1", "2"})
        text += std::string("  ") + gpu +
                "    0  131 W    41 C    38 C   132 MHz    0 %    0 %     29 MHz      0.3 GB"
                "           0           " +
                gpu + "\n";
    const host::Host whole = readHost(imported({{"monitor.txt", text}}));
    ASSERT_EQ(whole.deviceMatrices.size(), 1U);
    ASSERT_EQ(whole.toolFaults.size(), 2U);
    for (const std::size_t width : {70U, 80U}) {
        const auto capture = imported({{"monitor.txt", broken(text, width)}});
        EXPECT_EQ(hostFacts(readHost(capture)), hostFacts(whole)) << width;
    }
}

// --- texts without borders ----------------------------------------------------------------------------

/// Eight GPUs and four NICs: two lines of a terminal for each row, and three for the line of names.
std::string topology() {
    std::string text;
    for (int i = 0; i < 8; ++i)
        text += "\tGPU" + std::to_string(i);
    for (int i = 0; i < 4; ++i)
        text += "\tNIC" + std::to_string(i);
    text += "\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n";
    for (int row = 0; row < 12; ++row) {
        text += (row < 8 ? "GPU" : "NIC") + std::to_string(row % 8);
        for (int column = 0; column < 12; ++column)
            text += row == column ? "\t X " : row < 8 && column < 8 ? "\tNV12" : "\tPHB";
        text += row < 4 ? "\t0-23,96-119\t0\t\tN/A\n" : row < 8 ? "\t24-47,120-143\t3\t\tN/A\n" : "\t\t\t\n";
    }
    return text + "\nLegend:\n\n  X    = Self\n\nNIC Legend:\n\n  NIC0: mlx5_7\n  NIC1: mlx5_8\n";
}

/// Six GPUs: 85 columns.
std::string weights() {
    const std::string rule(25, '=');
    std::string text = rule + " ROCm System Management Interface " + rule + "\n" + rule +
                       "===== Weight between two GPUs ====" + rule + "\n      ";
    for (int i = 0; i < 6; ++i)
        text += " GPU" + std::to_string(i) + "        ";
    text += "\n";
    for (int row = 0; row < 6; ++row) {
        text += "GPU" + std::to_string(row) + "  ";
        for (int column = 0; column < 6; ++column)
            text += row == column ? " 0           " : " 15          ";
        text += "\n";
    }
    return text + "\n" + rule + "======== End of ROCm SMI Log =====" + rule + "\n";
}

struct BrokenText {
    const char *name;
    std::string text;
};

const BrokenText kBrokenTexts[] = {
    {"topology", topology()},
    {"weights", weights()},
    {"csv", "index, name, pci.bus_id, pcie.link.gen.current, pcie.link.gen.max, pcie.link.width.current, "
            "pcie.link.width.max, temperature.gpu, mig.mode.current\n"
            "0, NVIDIA X900 80GB HBM3 of a long name, 00000000:4B:00.0, 3, 5, 8, 16, 38, Disabled\n"
            "1, NVIDIA X900 80GB HBM3 of a long name, 00000000:5C:00.0, 5, 5, 16, 16, 40, Disabled\n"},
    {"xml", "<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n\t<gpu id=\"00000000:4B:00.0\">\n"
            "\t\t<product_name>NVIDIA X900 80GB HBM3</product_name>\n"
            "\t\t<pci><pci_gpu_link_info><pcie_gen><max_link_gen>5</max_link_gen><current_link_gen>3"
            "</current_link_gen></pcie_gen><link_widths><max_link_width>16x</max_link_width>"
            "<current_link_width>8x</current_link_width></link_widths></pci_gpu_link_info></pci>\n"
            "\t\t<uuid>GPU-12345678-1234-1234-1234-123456789abc</uuid>\n\t</gpu>\n</nvidia_smi_log>\n"},
    {"lspci",
     "4b:00.0 Processing accelerators [1200]: Advanced Micro Devices, Inc. [AMD/ATI] Aqua Vanjaram "
     "[1002:74a1]\n\tFlags: bus master, fast devsel, latency 0, IRQ 99, NUMA node 1, IOMMU group 21\n"
     "\tKernel driver in use: amdgpu\n"
     "5c:00.0 Ethernet controller [0200]: Mellanox Technologies MT2910 Family [ConnectX-7, a long name] "
     "[15b3:1021]\n\tFlags: bus master, fast devsel, latency 0, IRQ 98, NUMA node 1, IOMMU group 22\n"},
    {"gids", "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n"
             "---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---\n"
             "mlx5_4\t1\t0\tfe80:0000:0000:0000:0a0b:0cff:fe0d:0e0f\t\t\tv1\tens4\n"
             "mlx5_4\t1\t3\t0000:0000:0000:0000:0000:ffff:0a09:0807\t10.9.8.7  \tv2\tens4\n"
             "n_gids_found=2\n"},
};

TEST(TableBreaks, OfTextsThatAreKnownByTheirFormLoseNothing) {
    for (const BrokenText &each : kBrokenTexts) {
        SCOPED_TRACE(each.name);
        const auto whole = hostFacts(readHost(imported({{"a.txt", each.text}})));
        ASSERT_NE(broken(each.text, 80), each.text);
        const auto capture = imported({{"a.txt", broken(each.text, 80)}});
        EXPECT_EQ(hostFacts(readHost(capture)), whole);
        EXPECT_THAT(capture.notes, ElementsAre(HasSubstr("of a terminal")));
        EXPECT_THAT(imported({{"a.txt", each.text}}).notes, testing::IsEmpty());
    }
}

TEST(TableBreaks, WithinTheHeaderOfACsvGiveAWarning) {
    const host::Host host =
        readHost(imported({{"a.txt", "index, name,\npci.bus_id, memory.total [MiB]\n"
                                     "0, NVIDIA X900,\n00000000:41:00.0, 5 MiB of\nit\n"}}));
    EXPECT_TRUE(host.gpus.empty());
    EXPECT_FALSE(host.warnings.empty());
}

TEST(TableBreaks, BehindCommasOfACsvAreJoined) {
    const auto capture =
        imported({{"a.txt", "index, name, pci.bus_id, pcie.link.gen.current,\n"
                            "pcie.link.width.current\n0, NVIDIA X900, 00000000:41:00.0,\n5, 16\n"
                            "1, NVIDIA X900, 00000000:42:00.0,\n5, 8\n"}});
    EXPECT_EQ(readHost(capture).gpus.size(), 2U);
    EXPECT_THAT(capture.notes, ElementsAre(HasSubstr("3 line breaks within lines were removed")));
}

// --- whole texts ----------------------------------------------------------------------------------------

/// With words behind each of the longest lines, in turn.
std::string withWords(const std::string &text, const std::array<const char *, 2> &words) {
    std::size_t longest = 0;
    std::istringstream sizes(text), lines(text);
    for (std::string line; std::getline(sizes, line);)
        longest = std::max(longest, line.size());
    std::string out;
    std::size_t turn = 0;
    for (std::string line; std::getline(lines, line);) {
        out += line + '\n';
        if (line.size() == longest)
            out += std::string(words.at(turn++ % 2)) + '\n';
    }
    return out;
}

constexpr std::array<std::array<const char *, 2>, 6> kWords = {{
    {"0", "1"},
    {"some note", "another note"},
    {"NUMA node 0, slot 3", "NUMA node 1, slot 14"},
    {"LnkSta: Speed 32GT/s, Width x16", "LnkSta: Speed 16GT/s (downgraded), Width x8 (downgraded)"},
    {"this one is lost, and we have to look at it (again)", "logout"},
    {"ok", "the second one, see above: broken"},
}};

void expectWhole(std::string_view section, const std::string &text) {
    for (const auto &words : kWords) {
        const std::string whole = withWords(text, words);
        const auto restored = restoredLines(section, whole);
        EXPECT_FALSE(restored) << section << ":\n" << whole << "->\n" << restored->text;
        EXPECT_EQ(doubtfulLines(section, whole, false), "") << whole;
    }
}

TEST(TableBreaks, OfWholeTextsOfAnyKindWithWordsBelowTheLongestLinesStay) {
    for (const KindText &each : kKindTexts) {
        const std::string text = each.text;
        expectWhole(recogniseFile({"a.txt", text})->section, text);
        expectWhole(recogniseFile({"a.txt", text})->section, text + text);
    }
}

TEST(TableBreaks, OfWholeTextsWithLinesOfEqualLengthStay) {
    struct Whole {
        const char *section;
        std::string first, rows; ///< of 80 columns, or of more
    };
    const auto padded = [](std::string line, std::size_t width, char with) {
        line.resize(width, with);
        return line + '\n';
    };
    for (const std::size_t width : {76U, 80U, 95U}) {
        std::string functions, log, links, csv, pairs;
        for (const char *bus : {"21", "3a", "9b"}) {
            functions +=
                padded(std::string(bus) + ":00.0 3D controller: NVIDIA Corporation GX999 [", width - 1, 'X')
                    .insert(width - 1, "]");
            log += padded(std::string("[   10.1234") + bus + "] pci 0000:" + bus + ":00.0: [10de:2330] type ",
                          width, 'a');
            links +=
                padded(std::string("link mlx5_") + bus + "/1 state ACTIVE physical_state LINK_UP netdev e",
                       width, 's');
            csv += padded(std::string("7, NVIDIA X900, 00000000:") + bus + ":00.0, P", width, '0');
            pairs += padded(std::string("mlx5_") + bus + " port 1 ==> e", width - 5, 's')
                         .insert(width - 5, " (Up)");
        }
        expectWhole("lspci-text", functions);
        expectWhole("dmesg", log);
        expectWhole("tool-rdma-link", links);
        expectWhole("tool-nvidia-smi-query", "index, name, pci.bus_id, pstate\n" + csv);
        expectWhole("tool-ibdev2netdev", pairs);
    }
    expectWhole(
        "tool-nvidia-smi-l",
        "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
        "Unable to determine the device handle for gpu 0000:41:00.0: GPU is lost.  Reboot the system\n"
        "Unable to determine the device handle for gpu 0000:42:00.0: GPU is lost.  Reboot the system\n");
}

TEST(TableBreaks, OfWholeTextsOfOneWidthStay) {
    // heads, and rows that are in turn as wide and narrower
    expectWhole("tool-amd-smi-monitor", "GPU  POWER   GPU_T   MEM_T   GFX_CLK   GFX%\n"
                                        "  0  120 W    41 C    42 C   132 MHz    0\n"
                                        "  1  120 W    41 C    42 C   132 MHz  100 \n"
                                        "  2  120 W    41 C    42 C   132 MHz    0\n"
                                        "  3  120 W    41 C    42 C   132 MHz  100 \n"
                                        "  4  120 W    41 C    42 C   132 MHz    0\n");
    EXPECT_FALSE(
        restoredLines("tool-nvidia-smi-q-x",
                      "<?xml version=\"1.0\" ?>\n<!-- a comment of several lines, of which this is one\n"
                      "and this one -->\n<nvidia_smi_log>\n</nvidia_smi_log>\n"));
    std::string words = table();
    words.insert(words.find('\n', words.find("+---")), " <- the top");
    EXPECT_FALSE(restoredLines("tool-nvidia-smi", words));
}

TEST(TableBreaks, OfALoopOverFunctionsStay) {
    std::string text;
    for (const char *bus : {"21", "3a", "9b", "cc"})
        text += std::string(bus) +
                ":00.0 Infiniband controller: Mellanox Technologies MT2910 [ConnectX-7]\n" +
                (bus[0] < '9' ? "0\n" : "1\n");
    const auto capture = imported({{"a.txt", text}});
    EXPECT_THAT(capture.notes, testing::IsEmpty());
    ASSERT_EQ(capture.sections.size(), 1U);
    EXPECT_EQ(capture.sections[0].meta().wrapping, "");
}

TEST(TableBreaks, SentencesBelowACsvAreNoRows) {
    const std::string rows = "index, name, pci.bus_id\n0, NVIDIA X900, 00000000:41:00.0\n";
    for (const char *words :
         {"Please have a look, it is urgent\n", "0, 1\n", "1, 2, 3 and 4 are lost, too\n",
          "It is slow, it is hot, and it is loud, see above\n", "Device 0, which is new\n"})
        EXPECT_THAT(readHost(imported({{"a.txt", rows + words}})).warnings, testing::IsEmpty()) << words;
    EXPECT_EQ(readHost(imported({{"a.txt", rows + "1, [GPU is lost]\n"}})).warnings.size(), 1U);
    EXPECT_EQ(readHost(imported({{"a.txt", "name, uuid, pci.bus_id\nNVIDIA X900, 00000000:41:00.0\n"}}))
                  .warnings.size(),
              1U);
}

// --- tables without line breaks -----------------------------------------------------------------------

// The search ends, too, behind a rule with words right after it.
TEST(TableBreaks, AroundARuleWithoutABlankLoseNothing) {
    const auto inOneLine = [](std::string text) {
        std::erase(text, '\n');
        return text;
    };
    const std::string rule = "+" + std::string(78, '-') + "+";
    for (const std::string &text : {rule + "x\n" + rule + "y", "gpu07: " + rule + "-+"}) {
        const auto restored = joinedTable("tool-nvidia-smi", text);
        EXPECT_EQ(inOneLine(restored ? restored->text : text), inOneLine(text));
    }
}

TEST(TableBreaks, ThatATableLostAreFoundByItsRules) {
    const auto whole = hostFacts(readHost(imported({{"smi.txt", table()}})));
    std::string glued = table();
    std::replace(glued.begin(), glued.end(), '\n', ' ');
    const auto capture = imported({{"smi.txt", glued}});
    EXPECT_EQ(hostFacts(readHost(capture)), whole);
    EXPECT_THAT(capture.notes, ElementsAre(HasSubstr("were missing and were restored")));
}

TEST(TableBreaks, ThatAreLostAndNotRestoredGiveANote) {
    std::string collapsed; // as a web page shows it: blanks tell nothing
    for (const char c : table())
        if (const char shown = c == '\n' ? ' ' : c; shown != ' ' || !collapsed.ends_with(' '))
            collapsed += shown;
    EXPECT_THAT(imported({{"smi.txt", collapsed}}).notes, ElementsAre(HasSubstr("its line breaks are lost")));
    std::string tree = "-[0000:00]-+-00.0\n";
    for (int i = 1; i < 5; ++i)
        tree += "           +-0" + std::to_string(i) + ".0  " + std::string(61, 'A') + "\n" +
                std::string(static_cast<std::size_t>(i), 'A') + "\n";
    EXPECT_THAT(imported({{"tree.txt", tree}}).notes,
                ElementsAre(HasSubstr("4 lines end in words at column 80")));
}

TEST(TableBreaks, OfHostileTextsTakeLinearTime) {
    for (const char *piece : {"index, name,\n", "a,\n", "+---- ", "+", "| ", "<a ", "0, a,\n", "\t", "GPU0 "})
        for (const char *head :
             {"index, name, uuid, pstate, memory.total [MiB], x\n",
              "+------------------------------------------------------------+\n| NVIDIA-SMI 1 |\n",
              "<?xml version=\"1.0\"?>\n<nvidia_smi_log>\n", "\tGPU0\tGPU1\n"}) {
            std::string text = head;
            while (text.size() < 400'000)
                text += piece;
            for (const char *section : {"tool-nvidia-smi", "tool-nvidia-smi-query", "tool-nvidia-smi-q-x",
                                        "tool-nvidia-smi-topo", "lspci-text", "tool-rocminfo"}) {
                const auto restored = restoredLines(section, text);
                EXPECT_LT(restored ? restored->text.size() : 0, 2 * text.size());
            }
        }
}

} // namespace
} // namespace fabricscope::formats
