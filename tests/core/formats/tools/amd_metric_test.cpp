// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;

/// "GPU0 Power=90 W" for each cell of the tables that is not empty.
std::vector<std::string> cellsOf(const host::Host &host) {
    std::vector<std::string> cells;
    for (const host::DeviceMatrix &matrix : host.deviceMatrices)
        for (const host::DeviceMatrix::Row &row : matrix.rows)
            for (std::size_t i = 0; i < row.cells.size(); ++i)
                if (!row.cells[i].empty())
                    cells.push_back(row.name + " " + matrix.columns[i] + "=" + row.cells[i]);
    return cells;
}

const std::string kJson =
    "[\n  {\n    \"gpu\": 0,\n    \"usage\": {\"gfx_activity\": {\"value\": 5, \"unit\": \"%\"}},\n"
    "    \"power\": {\"socket_power\": {\"value\": 90, \"unit\": \"W\"}, \"throttle_status\": "
    "\"THROTTLED\"},\n    \"ecc\": {\"total_correctable_count\": 2, \"total_uncorrectable_count\": 0}\n  },\n"
    "  {\n    \"gpu\": 1,\n    \"power\": {\"socket_power\": {\"value\": 91, \"unit\": \"W\"}, "
    "\"throttle_status\": \"UNTHROTTLED\"},\n"
    "    \"throttle\": {\"hbm_thermal_violation_status\": \"ACTIVE\", \"ppt_violation_status\": \"ACTIVE\"}\n"
    "  }\n]\n";

TEST(AmdMetric, IsReadFromJson) {
    const host::Host host = hostOfText(kJson);
    EXPECT_THAT(cellsOf(host),
                ElementsAre("GPU0 GFX activity=5 %", "GPU0 Power=90 W", "GPU0 Throttle status=THROTTLED",
                            "GPU0 Corrected errors=2", "GPU0 Uncorrectable errors=0", "GPU1 Power=91 W",
                            "GPU1 Throttle status=UNTHROTTLED"));
    EXPECT_THAT(faultsOf(host),
                ElementsAre("GPU0 ecc_corrected 2", "GPU0 throttled throttle status",
                            "GPU1 throttled HBM temperature", "GPU1 throttled_power package power tracking"));
}

TEST(AmdMetric, OfCutJsonKeepsWhatIsWhole) {
    for (std::size_t size = kJson.find("\"throttle_status\"") + 40; size < kJson.size(); ++size) {
        const host::Host host = hostOfText(kJson.substr(0, size));
        EXPECT_THAT(cellsOf(host), IsSupersetOf({"GPU0 GFX activity=5 %", "GPU0 Power=90 W"})) << size;
        for (const std::string &cell : cellsOf(host))
            EXPECT_THAT(cellsOf(hostOfText(kJson)), Contains(cell)) << "half a value at " << size;
    }
}

TEST(AmdMetric, IsReadFromCsv) {
    const host::Host host = hostOfText("gpu,gfx_activity,socket_power,throttle_status,hotspot,"
                                       "total_uncorrectable_count,socket_thermal_violation_status\n"
                                       "0,5,90,UNTHROTTLED,44,0,NOT ACTIVE\n"
                                       "1,6,91,THROTTLED,97,3,ACTIVE\n2,7,9");
    EXPECT_THAT(cellsOf(host), IsSupersetOf({"GPU0 Power=90", "GPU1 Hotspot=97", "GPU2 GFX activity=7"}));
    EXPECT_THAT(cellsOf(host), testing::Not(Contains("GPU2 Power=9"))) << "it may be cut";
    EXPECT_THAT(faultsOf(host), ElementsAre("GPU1 ecc_uncorrected 3", "GPU1 throttled socket temperature"));
}

TEST(AmdMetric, OfAnUnthrottledGpuHasNoFault) {
    EXPECT_THAT(faultsOf(hostOfText("GPU: 0\n    POWER:\n        SOCKET_POWER: 90 W\n"
                                    "        THROTTLE_STATUS: UNTHROTTLED\n    THROTTLE:\n"
                                    "        PROCHOT_VIOLATION_STATUS: NOT ACTIVE\n")),
                IsEmpty());
    EXPECT_THAT(faultsOf(hostOfText("GPU: 3\n    THROTTLE:\n        PROCHOT_VIOLATION_STATUS: ACTIVE\n")),
                ElementsAre("GPU3 throttled PROCHOT"));
}

TEST(AmdMonitor, KeepsTheOtherCellsWhereOneIsBlank) {
    EXPECT_THAT(cellsOf(hostOfText("GPU  POWER   GPU_T   GFX%   VRAM_USED\n"
                                   "  0  120 W    41 C    7 %     283 MB\n"
                                   "  1           42 C    8 %     284 MB\n"
                                   "  2  121 W    43 C            285 MB\n")),
                ElementsAre("GPU0 POWER=120 W", "GPU0 GPU_T=41 C", "GPU0 GFX%=7 %", "GPU0 VRAM_USED=283 MB",
                            "GPU1 GPU_T=42 C", "GPU1 GFX%=8 %", "GPU1 VRAM_USED=284 MB", "GPU2 POWER=121 W",
                            "GPU2 GPU_T=43 C", "GPU2 VRAM_USED=285 MB"));
}

TEST(AmdTopology, ShowsItsTables) {
    const host::Host host =
        hostOfText("WEIGHT TABLE:\n             0000:05:00.0 0000:26:00.0\n0000:05:00.0 0            15\n"
                   "0000:26:00.0 15           0\n\nHOPS TABLE:\n             0000:05:00.0 0000:26:00.0\n"
                   "0000:05:00.0 0            1\n0000:26:00.0 1            0\n\nLINK TYPE TABLE:\n"
                   "             0000:05:00.0 0000:26:00.0\n0000:05:00.0 SELF         XGMI\n"
                   "0000:26:00.0 XGMI         SELF\n");
    EXPECT_THAT(cellsOf(host), IsSupersetOf({"0000:05:00.0 0000:26:00.0=15", "0000:26:00.0 0000:05:00.0=1",
                                             "0000:05:00.0 0000:26:00.0=XGMI"}));
    ASSERT_EQ(host.deviceMatrices.size(), 3U);
    EXPECT_EQ(host.deviceMatrices[1].what, "Hops");
    EXPECT_EQ(host.gpuLinks.size(), 1U);
}

TEST(AmdStatic, ShowsFirmwareBoardAndDriver) {
    const host::Host host =
        hostOfText("GPU: 0\n    BUS:\n        BDF: 0000:05:00.0\n    VBIOS:\n        NAME: AMD X900\n"
                   "        BUILD_DATE: 2031/02/03 10:00\n        VERSION: 022.040\n    BOARD:\n"
                   "        MODEL_NUMBER: 102-X1\n        PRODUCT_NAME: X900 OAM\n    DRIVER:\n"
                   "        NAME: amdgpu\n        VERSION: 6.15.1\n");
    EXPECT_THAT(factsOf(host),
                ElementsAre("0000:05:00.0 VBIOS name=AMD X900", "0000:05:00.0 VBIOS date=2031/02/03 10:00",
                            "0000:05:00.0 VBIOS version=022.040", "0000:05:00.0 Board=102-X1",
                            "0000:05:00.0 Product=X900 OAM", "0000:05:00.0 Driver version=6.15.1"));
    EXPECT_EQ(*host.modules.at("amdgpu").at("version"), "6.15.1");
}

TEST(AmdMetric, DeferredErrorsAreAFactAndAFault) {
    const host::Host host =
        hostOfText("GPU: 0\n    ECC:\n        TOTAL_CORRECTABLE_COUNT: 0\n"
                   "        TOTAL_UNCORRECTABLE_COUNT: 0\n        TOTAL_DEFERRED_COUNT: 4\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("GPU0 ecc_deferred 4"));
    EXPECT_THAT(cellsOf(host), Contains("GPU0 Deferred errors=4"));
}

} // namespace
} // namespace fabricscope::formats
