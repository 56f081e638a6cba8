// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/formats/files/CutText.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/UnfinishedEnd.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/core/formats/files/KindTexts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <iterator>

namespace fabricscope::formats {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::string kJson =
    "[\n  {\n    \"gpu\": 0,\n    \"power\": {\"socket_power\": {\"value\": 90, \"unit\": "
    "\"W\"}, \"throttle_status\": \"UNTHROTTLED\"}\n  },\n  {\n    \"gpu\": 1,\n    \"power\": "
    "{\"socket_power\": {\"value\": 91, \"unit\": \"W\"}}\n  }\n]\n";

const std::string kTable =
    "+------------------------------------------------------------------------------+\n"
    "| AMD-SMI 26.1.0+aa11bb22      amdgpu version: 6.15.1   ROCm version: 7.9.0    |\n"
    "|-------------------------------------+----------------------------------------|\n"
    "| 0000:41:00.0   AMD Instinct MI999X  | 0 %      40 C    2          130/1000 W |\n"
    "|   0       1       6        SPX/NPS1 | 0 %        N/A           283/262128 MB |\n"
    "| 0000:42:00.0   AMD Instinct MI999X  | 0 %      41 C    0          131/1000 W |\n"
    "|   1       2       7        SPX/NPS1 | 0 %        N/A           283/262128 MB |\n"
    "+-------------------------------------+----------------------------------------+\n";

TEST(CutText, OfAWholeTextIsNothing) {
    EXPECT_EQ(cutText("tool-amd-smi-metric", kJson), "");
    EXPECT_EQ(cutText("tool-amd-smi-metric", "WARNING: a warning\n" + kJson + "kim@gpu-3:~$"), "");
    EXPECT_EQ(cutText("tool-amd-smi", kTable), "");
    EXPECT_EQ(cutText("tool-amd-smi-static", "GPU: 0\n    BDF: 0000:05:00.0\n[output truncated]\n"), "");
    EXPECT_EQ(cutText("dmesg", "[    1.000000] \"x\n"), "");
}

TEST(CutText, OfJsonIsStatedAndItsValuesAreKept) {
    for (std::size_t size = kJson.find("\"throttle"); size + 3 < kJson.size(); ++size) {
        const auto capture = imported({{"pasted.txt", kJson.substr(0, size)}});
        ASSERT_EQ(capture.sections.size(), 1U) << size;
        EXPECT_EQ(capture.sections[0].meta().damageText, "the text is cut: it ends inside of its JSON")
            << size;
    }
    const host::Host host = readHost(imported({{"pasted.txt", kJson.substr(0, kJson.size() - 12)}}));
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].rows.size(), 2U);
    ASSERT_FALSE(host.missing.empty());
    EXPECT_THAT(host.missing.back().why, HasSubstr("the text is cut"));
}

TEST(CutText, OfATableIsStatedAndItsRowsAreKept) {
    const std::string cut = kTable.substr(0, kTable.rfind("SPX/NPS1") + 4);
    const host::Host host = readHost(imported({{"pasted.txt", cut}}));
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(host.gpus[0].computePartition.valueOr("?"), "SPX");
    EXPECT_FALSE(host.gpus[1].computePartition) << "half a cell is no value";
    ASSERT_FALSE(host.missing.empty());
    EXPECT_THAT(host.missing.back().why, HasSubstr("the text is cut: it ends inside of a table"));
}

/// Their lines end with a border, which is looked for, the text is checked as a whole, or is a message
/// without a number.
bool isCheckedAsAWhole(std::string_view section) {
    return section == "tool-nvidia-smi" || section == "tool-amd-smi" || section == "nccl-topo" ||
           section == "amd-smi-error";
}

/// Whether some beginning of it, cut inside of a value, is known to lack that value's end.
bool isCutNoticed(std::string_view section, std::string_view text) {
    for (std::size_t size = text.size() - 1; size > 1; --size)
        if (unfinishedBytes(section, text.substr(0, size)) > 0)
            return true;
    return false;
}

TEST(CutText, OfEachKindTheLastValueIsNotUsed) {
    for (const KindText &each : kKindTexts) {
        const FileKind *kind = recogniseFile({"pasted.txt", each.text});
        ASSERT_NE(kind, nullptr) << each.kind;
        EXPECT_TRUE(isCheckedAsAWhole(kind->section) || isCutNoticed(kind->section, each.text)) << each.kind;
    }
    for (const FileKind &kind : fileKinds()) // each has a text
        EXPECT_TRUE(std::any_of(std::begin(kKindTexts), std::end(kKindTexts), [&](const KindText &each) {
            return kind.name == each.kind;
        })) << kind.name;
}

TEST(CutText, OfRocmInfoLeavesNoGpuAtAHalfReadPlace) {
    const std::string agents = "==========\nHSA Agents\n==========\n*******\nAgent 1\n*******\n"
                               "  Name:                    gfx998\n  Uuid:                    GPU-XX\n"
                               "  Marketing Name:          AMD Instinct MI998X\n"
                               "  Node:                    1\n  Device Type:             GPU\n"
                               "  BDFID:                   ";
    EXPECT_EQ(readHost(imported({{"pasted.txt", agents + "25856\n"}})).gpus.size(), 1U);
    EXPECT_THAT(readHost(imported({{"pasted.txt", agents + "258"}})).gpus, IsEmpty());
}

TEST(CutText, OfAVersionIsNoDifference) {
    const std::string first = "GPU: 0\n    FW_LIST:\n        FW 0:\n            FW_ID: SMC\n"
                              "            FW_VERSION: 00.77.123.00\n",
                      second = "GPU: 1\n    FW_LIST:\n        FW 0:\n            FW_ID: SMC\n"
                               "            FW_VERSION: 00.77.12";
    const Piece list{"list.csv", "gpu,gpu_bdf,market_name\n0,0000:07:00.0,AMD Instinct MI998X\n"
                                 "1,0000:27:00.0,AMD Instinct MI998X\n"};
    EXPECT_THAT(readHost(imported({{"pasted.txt", first + second}, list})).toolFaults, IsEmpty());
    EXPECT_EQ(readHost(imported({{"pasted.txt", first + second + "\n"}, list})).toolFaults.size(), 1U);
}

TEST(CutText, OfCsvIsNoModel) {
    const std::string list = "gpu,gpu_bdf,market_name\n0,0000:07:00.0,AMD Instinct MI998X\n"
                             "1,0000:27:00.0,AMD Instinct MI9";
    const host::Host host = readHost(imported({{"pasted.txt", list}}));
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_TRUE(host.gpus[0].model);
    EXPECT_FALSE(host.gpus[1].model);
}

} // namespace
} // namespace fabricscope::formats
