// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables that a terminal of 80 columns broke give what they gave before.
#include "core/formats/HostReader.h"
#include "tests/core/formats/files/HostFacts.h"
#include "tests/core/formats/files/Imported.h"

#include <gmock/gmock.h>

#include <string>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// As a terminal of so many columns shows it.
std::string broken(const std::string &text, std::size_t width) {
    std::string out;
    std::size_t column = 0;
    for (const char c : text) {
        if (column == width && c != '\n') {
            out += '\n';
            column = 0;
        }
        out += c;
        column = c == '\n' ? 0 : column + 1;
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
    EXPECT_EQ(factsOf(readHost(capture)), factsOf(whole));
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
        EXPECT_EQ(factsOf(readHost(capture)), factsOf(whole)) << width;
    }
}

} // namespace
} // namespace fabricscope::formats
