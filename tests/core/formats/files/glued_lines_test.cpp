// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each kind of text whose line breaks a copy lost, one of them or all: it gives the facts of the bare text,
// or it gives fewer of them, and none that the bare text does not hold.
#include "core/formats/HostReader.h"
#include "core/formats/files/CsvRows.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/LineBreaks.h"
#include "tests/core/formats/files/HostFacts.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/core/formats/files/KindTexts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <span>
#include <sstream>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Kinds of which no line begins with anything certain.
constexpr std::string_view kNotRestored[] = {
    "lspci -t",
    "lspci -xxxx",
    "a VMM's command line",
    "nvidia-smi",
    "amd-smi",
    "amd-smi partition",
    "amd-smi monitor", // as CSV they are
    "amd-smi event",
    "an error of nvidia-smi",
    "ethtool",
    "ethtool -m",
    "ibstat -l",
    "systemctl status",
    "/proc/meminfo",
};

/// Values of these hold beginnings of lines, too: they are restored where all line breaks are lost.
constexpr std::string_view kGluedOnly[] = {
    "lstopo",          "rocminfo",        "lscpu",
    "dmidecode",       "/proc/cpuinfo",   "/proc/driver/nvidia/gpus/*/information",
    "/etc/os-release", "amd-smi process",
};

/// The same, and a value may hold the line that was glued to it.
constexpr std::string_view kOpenValues[] = {
    "a kernel log", // with times in front they are restored
};

bool isIn(std::span<const std::string_view> kinds, std::string_view kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool isRestored(const KindText &text) {
    const std::string_view kind = text.kind, bytes = text.text;
    if (kind == "amd-smi monitor")
        return bytes.starts_with("gpu,");
    if (kind == "a kernel log")
        return bytes.starts_with("[ ");
    return !isIn(kNotRestored, kind) && !isIn(kOpenValues, kind);
}

bool isXml(std::string_view text) {
    return text.starts_with('<');
}

std::string gluedAll(std::string text) {
    std::replace(text.begin(), text.end() - 1, '\n', ' ');
    return text;
}

/// Without line feeds and indents, as minified.
std::string minified(const std::string &text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] == '\n')
            at = std::min(text.find_first_not_of(" \t\n", at), text.size()) - 1;
        else
            out += text[at];
    return out;
}

std::vector<std::string> factsOfText(const std::string &text) {
    const auto capture = importPieces({{"a.txt", text}});
    return capture ? hostFacts(readHost(*capture)) : hostFacts(host::Host{});
}

/// The same, or with "?" where the other one has a value.
bool isPartOf(const std::string &fact, const std::string &whole) {
    std::istringstream words(fact), wholeWords(whole);
    std::string word, other;
    while (words >> word)
        if (!(wholeWords >> other) || (word != other && word != "?"))
            return false;
    return true;
}

/// What is in `facts` and is not a part of what is in `bare`.
std::vector<std::string> added(const std::vector<std::string> &facts, const std::vector<std::string> &bare) {
    std::vector<std::string> more;
    for (const std::string &fact : facts)
        if (std::none_of(bare.begin(), bare.end(),
                         [&](const std::string &whole) { return isPartOf(fact, whole); }) &&
            fact != "memory 0" && fact != "0 NCCL files")
            more.push_back(fact);
    return more;
}

class EachGluedKind : public testing::TestWithParam<KindText> {};

TEST_P(EachGluedKind, GivesItsFactsOrFewer) {
    const std::string text = GetParam().text;
    const auto bare = factsOfText(text);
    std::vector<std::string> forms = {gluedAll(text), "gpu-01: " + gluedAll(text),
                                      "2026-11-22T13:11:54.1234567Z " + gluedAll(text)};
    if (isXml(text))
        for (const char *prefix : {"", "0: ", "[gpu-01] ", "> "})
            forms.push_back(prefix + minified(text));
    for (auto at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 1)) {
        forms.push_back(text);
        forms.back()[at] = ' ';
    }
    for (const std::string &form : forms) {
        const auto facts = factsOfText(form);
        const bool isGlued = std::count(form.begin(), form.end(), '\n') < 2;
        if (isIn(kGluedOnly, GetParam().kind) && !isGlued)
            continue; // a value may hold the line that was glued to it
        if (isRestored(GetParam())) {
            EXPECT_EQ(facts, bare) << form;
        } else if (isIn(kNotRestored, GetParam().kind)) {
            EXPECT_THAT(added(facts, bare), IsEmpty()) << form;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(GluedLines, EachGluedKind, testing::ValuesIn(kKindTexts),
                         [](const testing::TestParamInfo<KindText> &each) {
                             std::string name = "Text" + std::to_string(each.index);
                             for (const char c : std::string(each.param.kind))
                                 if (std::isalnum(static_cast<unsigned char>(c)) != 0)
                                     name += c;
                             return name;
                         });

TEST(GluedLines, NoKindIsListedThatDoesNotExist) {
    for (const std::string_view name : kNotRestored)
        EXPECT_TRUE(std::any_of(fileKinds().begin(), fileKinds().end(), [&](const FileKind &kind) {
            return kind.name == name;
        })) << name;
}

// --- matrices -----------------------------------------------------------------------------------------

constexpr const char *kTopology =
    "        GPU0    GPU1    GPU2    mlx5_3  mlx5_4  CPU Affinity    NUMA Affinity   GPU NUMA ID\n"
    "GPU0     X      NV6     SYS     PIX     NODE    0-31            0               N/A\n"
    "GPU1    NV6      X      PHB     NODE    PIX     0-31            0               N/A\n"
    "GPU2    SYS     PHB      X      SYS     SYS     32-63           1               N/A\n"
    "mlx5_3  PIX     NODE    SYS      X      NODE\n"
    "mlx5_4  NODE    PIX     SYS     NODE     X\n\n"
    "Legend:\n\n  X    = Self\n"
    "  SYS  = Connection traversing PCIe as well as the SMP interconnect between NUMA nodes\n";

TEST(GluedLines, OfATopologyWithDevicesNamesAreThoseOfItsRows) {
    const auto bare = factsOfText(kTopology);
    EXPECT_EQ(factsOfText(gluedAll(kTopology)), bare);
    std::string collapsed; // as a web page shows it
    for (const char c : gluedAll(kTopology))
        if (c != ' ' || !collapsed.ends_with(' '))
            collapsed += c;
    EXPECT_EQ(factsOfText(collapsed), bare);
}

TEST(GluedLines, OfATopologyAreNotSoughtInsideItsLineOfNames) {
    EXPECT_FALSE(restoredLines("tool-nvidia-smi-topo", kTopology));
}

// --- CSV ----------------------------------------------------------------------------------------------

std::vector<std::string> rowsOf(const std::vector<std::string> &lines) {
    CsvRows rows;
    std::vector<std::string> out;
    for (const std::string &line : lines) {
        std::size_t begin = 0;
        for (const std::size_t place : rows.breaks(line)) {
            out.push_back(line.substr(begin, place - begin));
            begin = place;
        }
        out.push_back(line.substr(begin));
    }
    return out;
}

TEST(GluedLines, OfACsvAreCutWhereARowIsWhole) {
    EXPECT_THAT(
        rowsOf({"index, name, pcie.link.width.current 0, A 1, 16 1, A 1, 8 2, A 1, 16"}),
        ElementsAre("index, name, pcie.link.width.current", " 0, A 1, 16", " 1, A 1, 8", " 2, A 1, 16"));
    EXPECT_THAT(rowsOf({"index, memory.total [MiB]", "0, 81559 MiB 1, 81559 MiB"}),
                ElementsAre("index, memory.total [MiB]", "0, 81559 MiB", " 1, 81559 MiB"));
    EXPECT_THAT(
        rowsOf({"pci.bus_id, name, fan.speed [%] 00000000:41:00.0, B, 30 % 00000000:42:00.0, B, 31 %"}),
        ElementsAre("pci.bus_id, name, fan.speed [%]", " 00000000:41:00.0, B, 30 %",
                    " 00000000:42:00.0, B, 31 %"));
    EXPECT_THAT(
        rowsOf({"timestamp, name, pstate 2026/01/20 20:50:11.100, B, P0 2026/01/20 20:50:12.100, B, P8"}),
        ElementsAre("timestamp, name, pstate", " 2026/01/20 20:50:11.100, B, P0",
                    " 2026/01/20 20:50:12.100, B, P8"));
}

TEST(GluedLines, OfACsvStayWhereTheyAreNotCertain) {
    for (const std::vector<std::string> &lines : std::vector<std::vector<std::string>>{
             {"index, name, pstate", "0, A, P0, 1, A, P0"},     // a comma between two rows
             {"index, name, pstate", "0, A, P0 7, A, P0"},      // which row is that?
             {"index, name, pstate", "0, A, P01, A, P0"},       // nothing between them
             {"name, pstate, pci.bus_id", "A, P0, B A, P0, C"}, // a name may hold blanks
             {"index, name, pstate", "0, A, P0 1, A"},          // cut
             {"index, name, pstate", "0, A, P0", "1, A, P0"},   // whole
             {"0, A, P0 1, A, P0"}})                            // without its header
        EXPECT_EQ(rowsOf(lines), lines);
}

TEST(GluedLines, OfACsvThatStayAreLeftOutWithAWarning) {
    const auto capture = imported({{"a.txt", "index, name, pci.bus_id\n0, NVIDIA X900, 00000000:41:00.0, 1, "
                                             "NVIDIA X900, 00000000:42:00.0\n"}});
    const host::Host host = readHost(capture);
    EXPECT_TRUE(host.gpus.empty());
    EXPECT_THAT(host.warnings, ElementsAre(HasSubstr("several rows in one line; they are left out")));
}

TEST(GluedLines, OfAHostileCsvTakeLinearTime) {
    for (const char *piece : {"index,", "index, ", ",", "0, ", "a ", "gpu,a 0,", "timestamp, "}) {
        std::string text;
        while (text.size() < 500'000)
            text += piece;
        CsvRows rows;
        EXPECT_LE(rows.breaks(text).size(), text.size());
    }
}

// --- nvidia-smi -q ------------------------------------------------------------------------------------

constexpr const char *kQuery =
    "==============NVSMI LOG==============\n\n"
    "Timestamp                                 : Tue Jan 20 20:50:11 2026\n"
    "Driver Version                            : 599.10\n"
    "CUDA Version                              : 13.1\n\n"
    "Attached GPUs                             : 2\n"
    "GPU 00000000:41:00.0\n"
    "    Product Name                          : NVIDIA X900\n"
    "    ECC Mode\n"
    "        Current                           : Enabled\n"
    "        Pending                           : Enabled\n"
    "    GPU UUID                              : GPU-12345678-1234-1234-1234-123456789abc\n"
    "GPU 00000000:42:00.0\n"
    "    Product Name                          : NVIDIA X900\n"
    "    GPU UUID                              : GPU-22345678-1234-1234-1234-123456789abc\n";

TEST(GluedLines, OfAQueryAreFoundByTheirIndent) {
    const auto bare = factsOfText(kQuery);
    EXPECT_EQ(factsOfText(gluedAll(kQuery)), bare);
    EXPECT_FALSE(restoredLines("tool-nvidia-smi-q", kQuery));
}

TEST(GluedLines, OfAQueryWithoutIndentsAreLeftOutWithAWarning) {
    std::string collapsed;
    for (const char c : gluedAll(kQuery))
        if (c != ' ' || !collapsed.ends_with(' '))
            collapsed += c;
    const auto capture = imported({{"a.txt", collapsed}});
    const host::Host host = readHost(capture);
    EXPECT_THAT(added(hostFacts(host), factsOfText(kQuery)), IsEmpty());
    ASSERT_FALSE(host.warnings.empty());
    EXPECT_THAT(host.warnings[0], HasSubstr("several lines in one; they are left out"));
}

} // namespace
} // namespace fabricscope::formats
