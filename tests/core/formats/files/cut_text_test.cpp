// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/formats/files/CutText.h"
#include "tests/core/formats/files/Imported.h"

#include <gmock/gmock.h>

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

} // namespace
} // namespace fabricscope::formats
