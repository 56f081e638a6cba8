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

std::string query(const std::string &lines) {
    return "==============NVSMI LOG==============\n\nAttached GPUs                             : 1\n"
           "GPU 00000000:A3:00.0\n    Product Name                          : NVIDIA X900\n" +
           lines;
}

/// What newer drivers print.
std::string limits(const std::string &current, const std::string &byDefault) {
    return "    GPU Power Readings\n        Average Power Draw                : 71.90 W\n"
           "        Current Power Limit               : " +
           current + "\n        Requested Power Limit             : " + current +
           "\n        Default Power Limit               : " + byDefault +
           "\n        Min Power Limit                   : 200.00 W\n"
           "        Max Power Limit                   : 700.00 W\n"
           "    Module Power Readings\n        Current Power Limit               : 300.00 W\n"
           "        Default Power Limit               : N/A\n";
}

TEST(NvidiaPower, ALimitBelowTheDefaultIsAFault) {
    EXPECT_THAT(faultsOf(hostOfText(query(limits("500.00 W", "700.00 W")))),
                ElementsAre("0000:a3:00.0 power_limit 500 W of 700 W"));
    EXPECT_THAT(faultsOf(hostOfText(
                    query("    Power Readings\n        Power Management                  : Supported\n"
                          "        Power Limit                       : 400.00 W\n"
                          "        Default Power Limit               : 400.00 W\n"
                          "        Enforced Power Limit              : 325.50 W\n"))),
                ElementsAre("0000:a3:00.0 power_limit 325.5 W of 400 W"))
        << "of older drivers: what is enforced counts";
}

TEST(NvidiaPower, ALimitAtOrAboveTheDefaultIsNone) {
    for (const char *current : {"700.00 W", "750.00 W", "N/A", "[Unknown Error]", "0.00 W", "-5 W", "1e9 W"})
        EXPECT_THAT(faultsOf(hostOfText(query(limits(current, "700.00 W")))), IsEmpty()) << current;
    EXPECT_THAT(faultsOf(hostOfText(query(limits("500.00 W", "N/A")))), IsEmpty()) << "unknown default";
}

TEST(NvidiaPower, IsReadFromXmlAndFromAQuery) {
    EXPECT_THAT(faultsOf(hostOfText(
                    "<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n\t<attached_gpus>1</attached_gpus>\n"
                    "\t<gpu id=\"00000000:A3:00.0\">\n\t\t<gpu_power_readings>\n"
                    "\t\t\t<current_power_limit>450.00 W</current_power_limit>\n"
                    "\t\t\t<default_power_limit>700.00 W</default_power_limit>\n\t\t</gpu_power_readings>\n"
                    "\t\t<module_power_readings>\n\t\t\t<current_power_limit>300.00 W</current_power_limit>\n"
                    "\t\t</module_power_readings>\n\t\t<clocks_event_reasons_counters>\n"
                    "\t\t\t<clocks_event_reasons_counters_hw_power_brake>2500000 "
                    "us</clocks_event_reasons_counters_hw_power_brake>\n"
                    "\t\t</clocks_event_reasons_counters>\n\t</gpu>\n</nvidia_smi_log>\n")),
                ElementsAre("0000:a3:00.0 power_limit 450 W of 700 W",
                            "0000:a3:00.0 slowed_before HW power brake 2.5 s"));
    EXPECT_THAT(faultsOf(hostOfText("index, pci.bus_id, enforced.power.limit [W], power.default_limit [W], "
                                    "clocks_event_reasons_counters.hw_power_brake_slowdown [us]\n"
                                    "3, 00000000:A3:00.0, 500.00 W, 700.00 W, 7 us\n")),
                ElementsAre("0000:a3:00.0 power_limit 500 W of 700 W",
                            "0000:a3:00.0 slowed_before HW power brake 0.007 ms"));
}

TEST(NvidiaPower, TimesOfHeldClocksAreCounted) {
    const auto counters = [](const std::string &brake, const std::string &thermal) {
        return query("    Clocks Event Reasons\n        HW Slowdown                       : Active\n"
                     "            HW Thermal Slowdown           : Not Active\n"
                     "            HW Power Brake Slowdown       : Active\n"
                     "    Clocks Event Reasons Counters\n"
                     "        SW Power Capping                  : 99000000 us\n"
                     "        HW Thermal Slowdown               : " +
                     thermal + "\n        HW Power Braking                  : " + brake + "\n");
    };
    EXPECT_THAT(faultsOf(hostOfText(counters("7384000000 us", "90000000 us"))),
                ElementsAre("0000:a3:00.0 slowed_power",
                            "0000:a3:00.0 slowed_before HW thermal slowdown 1.5 min, HW power brake 2.1 h"));
    EXPECT_THAT(faultsOf(hostOfText(counters("0 us", "0 us"))), ElementsAre("0000:a3:00.0 slowed_power"))
        << "power capping alone is full load";
}

TEST(NvidiaPower, ReplaysAreANoteUpToWhatATestAllows) {
    const auto replays = [](const std::string &count) {
        return faultsOf(
            hostOfText(query("    PCI\n        Replays Since Reset               : " + count + "\n")));
    };
    EXPECT_THAT(replays("0"), IsEmpty());
    EXPECT_THAT(replays("80"), ElementsAre("0000:a3:00.0 replays 80"));
    EXPECT_THAT(replays("81"), ElementsAre("0000:a3:00.0 replays_many 81"));
}

TEST(AmdReplays, OfMetricAreAFault) {
    EXPECT_THAT(faultsOf(hostOfText("GPU: 1\n    PCIE:\n        WIDTH: 16\n        SPEED: 32 GT/s\n"
                                    "        REPLAY_COUNT: 412\n        L0_TO_RECOVERY_COUNT: 5\n"
                                    "        REPLAY_ROLL_OVER_COUNT: 2\nGPU: 2\n    PCIE:\n"
                                    "        REPLAY_COUNT: 0\n        REPLAY_ROLL_OVER_COUNT: 0\n")),
                testing::UnorderedElementsAre("GPU1 replays_many 412", "GPU1 replay_rollovers 2"));
}

} // namespace
} // namespace fabricscope::formats
