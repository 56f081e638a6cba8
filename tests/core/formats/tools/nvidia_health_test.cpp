// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string query(const std::string &lines) {
    return "==============NVSMI LOG==============\n\nAttached GPUs                             : 1\n"
           "GPU 00000000:A3:00.0\n    Product Name                          : NVIDIA X900\n" +
           lines;
}

TEST(NvidiaHealth, OfAWellGpuHasNoFault) {
    EXPECT_THAT(
        faultsOf(hostOfText(query(
            "    GPU Recovery Action                   : None\n    ECC Errors\n        Volatile\n"
            "            SRAM Correctable              : 0\n            DRAM Uncorrectable            : 0\n"
            "        Aggregate\n            SRAM Uncorrectable Parity     : 0\n"
            "            SRAM Threshold Exceeded       : No\n        Aggregate Uncorrectable SRAM Sources\n"
            "            SRAM L2                       : 4\n    Retired Pages\n"
            "        Pending Page Blacklist            : N/A\n    Remapped Rows\n"
            "        Correctable Error                 : 4\n        Pending                           : No\n"
            "        Remapping Failure Occurred        : No\n    Fabric\n"
            "        State                             : Completed\n        Status                           "
            " : Success\n"))),
        IsEmpty());
}

TEST(NvidiaHealth, IsReadFromAQuery) {
    EXPECT_THAT(faultsOf(hostOfText(
                    query("    GPU Recovery Action                   : Drain and Reset\n    Fabric\n"
                          "        State                             : In Progress\n        Status           "
                          "                 : N/A\n"
                          "    ECC Errors\n        Volatile\n            SRAM Correctable              : 2\n"
                          "            DRAM Uncorrectable            : 3\n        Aggregate\n            "
                          "DRAM Uncorrectable            : 9\n"
                          "            SRAM Threshold Exceeded       : Yes\n    Remapped Rows\n"
                          "        Pending                           : Yes\n        Remapping Failure "
                          "Occurred        : Yes\n"))),
                ElementsAre("0000:a3:00.0 recovery Drain and Reset", "0000:a3:00.0 fabric In Progress",
                            "0000:a3:00.0 sram_threshold", "0000:a3:00.0 remap_pending",
                            "0000:a3:00.0 remap_failed",
                            "0000:a3:00.0 ecc_uncorrected 3 DRAM uncorrectable 3",
                            "0000:a3:00.0 ecc_corrected 2 SRAM correctable 2"));
    EXPECT_THAT(faultsOf(hostOfText(query("    ECC Errors\n        Aggregate\n            Double Bit\n"
                                          "                Device Memory             : 5\n"
                                          "                Total                     : 5\n    Retired Pages\n"
                                          "        Pending Page Blacklist            : Yes\n"))),
                ElementsAre("0000:a3:00.0 retire_pending", "0000:a3:00.0 ecc_lifetime 5 total 5"));
}

TEST(NvidiaHealth, IsReadFromXml) {
    EXPECT_THAT(
        faultsOf(hostOfText(
            "<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n\t<attached_gpus>2</attached_gpus>\n"
            "\t<gpu id=\"00000000:A3:00.0\">\n\t\t<ecc_errors>\n\t\t\t<volatile>\n"
            "\t\t\t\t<dram_uncorrectable>7</dram_uncorrectable>\n\t\t\t</volatile>\n\t\t</ecc_errors>\n"
            "\t\t<remapped_rows>\n\t\t\t<remapped_row_pending>Yes</remapped_row_pending>\n"
            "\t\t\t<remapped_row_failure>No</remapped_row_failure>\n\t\t</remapped_rows>\n\t</gpu>\n"
            "\t<gpu id=\"00000000:A4:00.0\">\n\t\t<ecc_errors>\n\t\t\t<volatile>\n"
            "\t\t\t\t<dram_uncorrectable>0</dram_uncorrectable>\n\t\t\t</volatile>\n\t\t</ecc_errors>\n"
            "\t</gpu>\n</nvidia_smi_log>\n")),
        ElementsAre("0000:a3:00.0 remap_pending", "0000:a3:00.0 ecc_uncorrected 7 DRAM uncorrectable 7"));
    EXPECT_THAT(
        faultsOf(hostOfText(
            "<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n\t<attached_gpus>1</attached_gpus>\n"
            "\t<gpu id=\"00000000:A3:00.0\">\n\t\t<retired_pages>\n\t\t\t<multiple_single_bit_retirement>\n"
            "\t\t\t\t<retired_count>0</retired_count>\n\t\t\t</multiple_single_bit_retirement>\n"
            "\t\t\t<double_bit_retirement>\n\t\t\t\t<retired_count>1</retired_count>\n"
            "\t\t\t</double_bit_retirement>\n\t\t\t<pending_retirement>Yes</pending_retirement>\n"
            "\t\t</retired_pages>\n\t</gpu>\n</nvidia_smi_log>\n")),
        ElementsAre("0000:a3:00.0 retire_pending", "0000:a3:00.0 retired_pages 1 double bit 1"));
}

TEST(NvidiaHealth, OfARepeatedTableIsOneFaultWithTheLargerCount) {
    const auto table = [](int errors) {
        return "| NVIDIA-SMI 599.10                 Driver Version: 599.10         CUDA Version: 13.9     |\n"
               "|   0  NVIDIA X900                    On  |   00000000:A3:00.0 Off |                    " +
               std::to_string(errors) +
               " |\n"
               "| N/A   40C    P0             70W /  700W |       1MiB /  81559MiB |      0%      Default "
               "|\n";
    };
    EXPECT_THAT(faultsOf(hostOfText(table(4) + table(6) + table(5))),
                ElementsAre("0000:a3:00.0 ecc_uncorrected 6 volatile 6"));
}

TEST(NvidiaHealth, AFanThatCannotBeReadIsNoFault) {
    EXPECT_THAT(
        faultsOf(hostOfText(
            "| NVIDIA-SMI 599.10                 Driver Version: 599.10         CUDA Version: 13.9     |\n"
            "|   0  NVIDIA X900                    On  |   00000000:A3:00.0 Off |                    0 |\n"
            "|ERR!   40C    P0             70W /  700W |       1MiB /  81559MiB |      0%      Default |\n")),
        IsEmpty());
}

TEST(NvidiaHealth, IsReadFromTheTable) {
    const host::Host host = hostOfText(
        "| NVIDIA-SMI 599.10                 Driver Version: 599.10         CUDA Version: 13.9     |\n"
        "|   0  NVIDIA X900                    On  |   00000000:A3:00.0 Off |                    4 |\n"
        "| N/A   40C    P0             70W /  700W |       1MiB /  81559MiB |      0%      Default |\n"
        "|   1  ERR!                           On  |   00000000:A4:00.0 Off |                 ERR! |\n"
        "|ERR!  ERR! ERR!            ERR! / ERR!   |       1MiB /  81559MiB |     ERR!     Default |\n"
        "|   2  NVIDIA X900                    On  |   00000000:A5:00.0 Off |                    0 |\n"
        "| N/A   40C    P0             70W /  700W |       1MiB /  81559MiB |      0%      Default |\n");
    EXPECT_THAT(faultsOf(host),
                ElementsAre("0000:a3:00.0 ecc_uncorrected 4 volatile 4", "0000:a4:00.0 unreadable ERR!"));
    ASSERT_EQ(host.gpus.size(), 3U);
    EXPECT_FALSE(host.gpus[1].model.known()) << "ERR! is no model";
}

TEST(NvidiaHealth, OfALostGpuIsReadFromTheErrorAlone) {
    for (const char *name : {"GPU0: 0000:A3:00.0", "GPU 0000:A3:00.0", "GPU0000:A3:00.0"})
        EXPECT_THAT(faultsOf(hostOfText(std::string("Unable to determine the device handle for ") + name +
                                        ": Unknown Error\n")),
                    ElementsAre("0000:a3:00.0 lost"))
            << name;
}

TEST(NvidiaHealth, NamesWhatHoldsClocksDown) {
    const auto reasons = [](const char *heading, const char *thermal, const char *brake) {
        return query(std::string("    ") + heading +
                     "\n        Idle                              : Not Active\n"
                     "        HW Slowdown                       : Active\n"
                     "            HW Thermal Slowdown           : " +
                     thermal + "\n            HW Power Brake Slowdown       : " + brake +
                     "\n        SW Thermal Slowdown               : Active\n");
    };
    EXPECT_THAT(faultsOf(hostOfText(reasons("Clocks Event Reasons", "Active", "Not Active"))),
                ElementsAre("0000:a3:00.0 slowed_heat"));
    EXPECT_THAT(faultsOf(hostOfText(reasons("Clocks Throttle Reasons", "Not Active", "Active"))),
                ElementsAre("0000:a3:00.0 slowed_power", "0000:a3:00.0 slowed_driver"));
    EXPECT_THAT(faultsOf(hostOfText(reasons("Clocks Event Reasons", "N/A", "N/A"))),
                ElementsAre("0000:a3:00.0 slowed", "0000:a3:00.0 slowed_driver"));
    EXPECT_THAT(faultsOf(hostOfText(reasons("Clocks Event Reasons Counters", "Active", "Active"))),
                IsEmpty());
}

TEST(NvidiaHealth, ReadsResetsReplaysAndPendingModes) {
    EXPECT_THAT(
        faultsOf(
            hostOfText(query("    MIG Mode\n        Current                           : Disabled\n"
                             "        Pending                           : Enabled\n    GPU Reset Status\n"
                             "        Reset Required                    : Yes\n"
                             "        Drain and Reset Recommended       : Yes\n    PCI\n"
                             "        Replays Since Reset               : 12\n"
                             "        Replay Number Rollovers           : 2\n    ECC Mode\n"
                             "        Current                           : Enabled\n"
                             "        Pending                           : Disabled\n"))),
        ElementsAre("0000:a3:00.0 mig_pending Disabled, then Enabled", "0000:a3:00.0 reset_required",
                    "0000:a3:00.0 reset_advised", "0000:a3:00.0 replays 12",
                    "0000:a3:00.0 replay_rollovers 2", "0000:a3:00.0 ecc_pending Enabled, then Disabled"));
}

TEST(NvidiaHealth, KnowsAGpuThatNoProgramMayUse) {
    EXPECT_THAT(faultsOf(hostOfText(query("    Compute Mode                          : Prohibited\n"))),
                ElementsAre("0000:a3:00.0 compute_prohibited"));
    for (const char *mode : {"Default", "Exclusive_Process", "N/A"})
        EXPECT_THAT(faultsOf(hostOfText(query(std::string("    Compute Mode : ") + mode + "\n"))), IsEmpty())
            << mode;
    EXPECT_THAT(faultsOf(hostOfText("index, pci.bus_id, name, compute_mode\n"
                                    "0, 00000000:A3:00.0, NVIDIA X900, Prohibited\n"
                                    "1, 00000000:A4:00.0, NVIDIA X900, Default\n")),
                ElementsAre("0000:a3:00.0 compute_prohibited"));
    EXPECT_THAT(faultsOf(hostOfText("<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n"
                                    "\t<attached_gpus>1</attached_gpus>\n\t<gpu id=\"00000000:A3:00.0\">\n"
                                    "\t\t<compute_mode>Prohibited</compute_mode>\n\t</gpu>\n"
                                    "</nvidia_smi_log>\n")),
                ElementsAre("0000:a3:00.0 compute_prohibited"));
    EXPECT_THAT(
        faultsOf(hostOfText(
            "+-----------------------------------------------------------------------------------------+\n"
            "| NVIDIA-SMI 550.54.15              Driver Version: 550.54.15      CUDA Version: 12.4     |\n"
            "|-----------------------------------------+------------------------+----------------------+\n"
            "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |\n"
            "| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |\n"
            "|                                         |                        |               MIG M. |\n"
            "|=========================================+========================+======================|\n"
            "|   0  NVIDIA X900                    On  |   00000000:A3:00.0 Off |                    0 |\n"
            "| N/A   34C    P0             68W /  700W |       4MiB /  81559MiB |      0%   Prohibited |\n"
            "|                                         |                        |             Disabled |\n"
            "+-----------------------------------------+------------------------+----------------------+\n")),
        ElementsAre("0000:a3:00.0 compute_prohibited"));
}

TEST(NvidiaHealth, KnowsAGpuAtItsTemperatureLimit) {
    EXPECT_THAT(
        faultsOf(hostOfText(query("    Temperature\n        GPU Current Temp                  : 91 C\n"
                                  "        GPU Slowdown Temp                 : 90 C\n"))),
        ElementsAre("0000:a3:00.0 hot 91 °C, limit 90 °C"));
    EXPECT_THAT(
        faultsOf(hostOfText(query("    Temperature\n        GPU Current Temp                  : 60 C\n"
                                  "        GPU T.Limit Temp                  : 27 C\n"
                                  "        GPU Slowdown T.Limit Temp         : -2 C\n"))),
        IsEmpty());
}

TEST(NvidiaHealth, ShowsMigDevicesAndKeepsTheMemoryOfTheGpu) {
    const host::Host host = hostOfText(
        query("    MIG Mode\n        Current                           : Enabled\n"
              "        Pending                           : Enabled\n    MIG Device\n"
              "        Index                             : 0\n"
              "        GPU Instance ID                   : 9\n"
              "        Compute Instance ID               : 0\n        ECC Errors\n            Volatile\n"
              "                SRAM Uncorrectable        : 1\n        FB Memory Usage\n"
              "            Total                         : 9728 MiB\n    Accounting Mode              : "
              "Disabled\n    FB Memory Usage\n        Total                             : 81559 MiB\n"));
    EXPECT_THAT(factsOf(host), ElementsAre("0000:a3:00.0 MIG mode=Enabled",
                                           "0000:a3:00.0 MIG device 0=GPU instance 9, compute instance 0, "
                                           "9728 MiB"));
    ASSERT_EQ(host.gpus.size(), 1U);
    EXPECT_EQ(host.gpus[0].vram->value, std::uint64_t{81559} << 20);
    const host::Host xml = hostOfText(
        "<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n<attached_gpus>1</attached_gpus>\n"
        "<gpu id=\"00000000:A3:00.0\">\n<mig_devices>\n<mig_device>\n<index>1</index>\n"
        "<gpu_instance_id>3</gpu_instance_id>\n<compute_instance_id>0</compute_instance_id>\n"
        "<fb_memory_usage>\n<total>19968 MiB</total>\n</fb_memory_usage>\n</mig_device>\n</mig_devices>\n"
        "<fb_memory_usage>\n<total>81559 MiB</total>\n</fb_memory_usage>\n</gpu>\n</nvidia_smi_log>\n");
    EXPECT_THAT(factsOf(xml), ElementsAre("0000:a3:00.0 MIG device 1=GPU instance 3, compute instance 0, "
                                          "19968 MiB"));
    EXPECT_EQ(xml.gpus.at(0).vram->value, std::uint64_t{81559} << 20);
}

TEST(NvidiaHealth, ReadsTheStateOfTheTable) {
    const host::Host host = hostOfText(
        "| NVIDIA-SMI 599.10                 Driver Version: 599.10         CUDA Version: 13.9     |\n"
        "|   0  NVIDIA X900                    On  |   00000000:A3:00.0 Off |                    0 |\n"
        "| N/A   40C    P2             70W /  700W |       1MiB /  81559MiB |      0%      Default |\n"
        "|                                         |                        |            Disabled* |\n"
        "+-----+\n| MIG devices:                                                                 |\n"
        "|  0    9   0   0  |              12MiB /  9728MiB  | 16      0 |  1   0    0    0    0 |\n");
    EXPECT_THAT(factsOf(host),
                ElementsAre("Driver version=599.10", "CUDA version=13.9", "0000:a3:00.0 Temperature=40 C",
                            "0000:a3:00.0 Performance state=P2", "0000:a3:00.0 Power=70W",
                            "0000:a3:00.0 Power limit=700W", "0000:a3:00.0 MIG mode=Disabled",
                            "0000:a3:00.0 MIG device 0=GPU instance 9, compute instance 0, 9728MiB"));
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:a3:00.0 mig_pending Disabled, then Enabled"));
}

std::string fabricOf(const std::string &bandwidth, const std::string &recovery, const std::string &route,
                     const std::string &timeout) {
    return query("    Fabric\n        State                             : Completed\n"
                 "        Status                            : Success\n"
                 "        CliqueId                          : 32766\n"
                 "        ClusterUUID                       : 9eb0a63e-1111-2222-3333-444455556666\n"
                 "        Health\n            Bandwidth                     : " +
                 bandwidth + "\n            Route Recovery in progress    : " + recovery +
                 "\n            Route Unhealthy               : " + route +
                 "\n            Access Timeout Recovery       : " + timeout +
                 "\n            Incorrect Configuration       : None\n    Processes                          "
                 "   : None\n");
}

TEST(NvidiaHealth, OfAFabricOfSwitchesIsRead) {
    EXPECT_THAT(faultsOf(hostOfText(fabricOf("Full", "False", "False", "False"))), IsEmpty());
    EXPECT_THAT(faultsOf(hostOfText(fabricOf("N/A", "N/A", "N/A", "N/A"))), IsEmpty());
    EXPECT_THAT(
        faultsOf(hostOfText(fabricOf("Degraded", "True", "True", "True"))),
        ElementsAre("0000:a3:00.0 fabric_health bandwidth degraded, route unhealthy",
                    "0000:a3:00.0 fabric_recovery route recovery in progress, access timeout recovery"));
}

TEST(NvidiaHealth, OfRemappedRowsIsReadFromTheirQuery) {
    EXPECT_THAT(
        faultsOf(hostOfText("gpu_uuid, gpu_bus_id, remapped_rows.correctable, "
                            "remapped_rows.uncorrectable, remapped_rows.pending, remapped_rows.failure\n"
                            "GPU-1111, 00000000:A3:00.0, 0, 0, 0, 0\n"
                            "GPU-2222, 00000000:A4:00.0, 3, 2, 1, 0\n"
                            "GPU-3333, 00000000:A5:00.0, 0, 9, Yes, Yes\n")),
        ElementsAre("0000:a4:00.0 remapped 2", "0000:a4:00.0 remap_pending", "0000:a5:00.0 remapped 9",
                    "0000:a5:00.0 remap_pending", "0000:a5:00.0 remap_failed"));
}

TEST(NvidiaHealth, ShowsTheErrorsOfItsWholeLife) {
    const std::string text =
        query("    ECC Errors\n        Volatile\n            SRAM Correctable              : 0\n"
              "        Aggregate\n            SRAM Correctable              : 12\n"
              "            DRAM Uncorrectable            : 1\n");
    EXPECT_THAT(
        factsOf(hostOfText(text)),
        testing::Contains("0000:a3:00.0 Aggregate ECC errors=SRAM correctable 12, DRAM uncorrectable 1"));
}

TEST(NvidiaHealth, OfPartsOfTheMemoryIsReadFromAQueryWithoutTotals) {
    EXPECT_THAT(
        faultsOf(hostOfText("pci.bus_id, ecc.errors.uncorrected.volatile.dram, "
                            "ecc.errors.uncorrected.volatile.sram, ecc.errors.corrected.volatile.dram\n"
                            "00000000:A3:00.0, 3, 0, 7\n00000000:A4:00.0, 0, 0, 0\n")),
        ElementsAre("0000:a3:00.0 ecc_uncorrected 3 DRAM uncorrectable 3",
                    "0000:a3:00.0 ecc_corrected 7 DRAM correctable 7"));
    EXPECT_THAT(faultsOf(hostOfText("pci.bus_id, ecc.errors.uncorrected.volatile.dram, "
                                    "ecc.errors.uncorrected.volatile.total\n00000000:A3:00.0, 3, 3\n")),
                ElementsAre("0000:a3:00.0 ecc_uncorrected 3 uncorrectable 3"))
        << "not counted twice";
}

} // namespace
} // namespace fabricscope::formats
