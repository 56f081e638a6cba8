// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// `nvidia-smi -q` with these lines of one GPU.
std::string query(const std::string &lines) {
    return "==============NVSMI LOG==============\n\nDriver Version                  : 580.12.01\n"
           "Attached GPUs                   : 1\nGPU 00000000:3D:00.0\n" +
           lines;
}

/// The same with -x.
std::string xml(const std::string &elements) {
    return "<?xml version=\"1.0\" ?>\n<!DOCTYPE nvidia_smi_log SYSTEM \"nvsmi_device_v12.dtd\">\n"
           "<nvidia_smi_log>\n<attached_gpus>1</attached_gpus>\n<gpu id=\"00000000:3D:00.0\">\n" +
           elements + "</gpu>\n</nvidia_smi_log>\n";
}

std::vector<std::string> faults(const std::string &text) {
    return faultsOf(hostOfText(text));
}

TEST(NvidiaRepairs, ThatWaitForAReset) {
    const std::string begin = "    ECC Errors\n        Volatile\n            SRAM Correctable        : 0\n"
                              "        Aggregate Uncorrectable SRAM Sources\n"
                              "            SRAM L2                 : 0\n";
    EXPECT_THAT(faults(query(begin + "        Channel Repair Pending      : Yes\n"
                                     "        TPC Repair Pending          : Yes\n")),
                ElementsAre("0000:3d:00.0 repair_pending a memory channel, a TPC"));
    EXPECT_THAT(faults(query(begin + "        Channel Repair Pending      : No\n"
                                     "        TPC Repair Pending          : No\n"
                                     "        Unrepairable Memory         : Yes\n")),
                ElementsAre("0000:3d:00.0 unrepairable"));
    EXPECT_THAT(faults(query(begin + "        Channel Repair Pending      : GPU requires reset\n"
                                     "        TPC Repair Pending          : GPU requires reset\n")),
                ElementsAre("0000:3d:00.0 reset_required"));
    EXPECT_THAT(faults(xml("<ecc_errors>\n<channel_repair_pending>No</channel_repair_pending>\n"
                           "<tpc_repair_pending>Yes</tpc_repair_pending>\n</ecc_errors>\n")),
                ElementsAre("0000:3d:00.0 repair_pending a TPC"));
    EXPECT_THAT(faults(query(begin + "        Channel Repair Pending      : N/A\n"
                                     "        TPC Repair Pending          : No\n"
                                     "        Unrepairable Memory         : N/A\n")),
                IsEmpty());
}

TEST(NvidiaRetiredPages, AreCountedByCause) {
    EXPECT_THAT(faults(query("    Retired Pages\n        Single Bit ECC              : 3\n"
                             "        Double Bit ECC              : 41\n"
                             "        Pending Page Blacklist      : Yes\n")),
                ElementsAre("0000:3d:00.0 retire_pending",
                            "0000:3d:00.0 retired_pages 44 single bit 3, double bit 41"));
    EXPECT_THAT(
        faults(xml("<retired_pages>\n<multiple_single_bit_retirement>\n<retired_count>0</retired_count>\n"
                   "</multiple_single_bit_retirement>\n<double_bit_retirement>\n<retired_count>7"
                   "</retired_count>\n</double_bit_retirement>\n<pending_retirement>No"
                   "</pending_retirement>\n</retired_pages>\n")),
        ElementsAre("0000:3d:00.0 retired_pages 7 double bit 7"));
    const auto singleBit = [](const std::string &count) {
        return query("    Retired Pages\n        Single Bit ECC              : " + count +
                     "\n        Double Bit ECC              : 1\n        Pending Page Blacklist      : No\n");
    };
    EXPECT_THAT(faults(singleBit("58")),
                ElementsAre("0000:3d:00.0 retired_pages 59 single bit 58, double bit 1"));
    EXPECT_THAT(faults(singleBit("59")),
                ElementsAre("0000:3d:00.0 retired_pages_many 60 single bit 59, double bit 1"));
    EXPECT_THAT(faults(query("    Retired Pages\n        Single Bit ECC              : 0\n"
                             "        Double Bit ECC              : N/A\n"
                             "        Pending Page Blacklist      : No\n")),
                IsEmpty());
}

TEST(NvidiaSpareRows, AreMissedInBanksWithoutAny) {
    const auto histogram = [](const std::string &none) {
        return "    Remapped Rows\n        Correctable Error           : 0\n"
               "        Uncorrectable Error         : 0\n        Pending                     : No\n"
               "        Remapping Failure Occurred  : No\n        Bank Remap Availability Histogram\n"
               "            Max                     : 630 bank(s)\n            Low                     : 2 "
               "bank(s)\n            None                    : " +
               none + "\n    Temperature\n        GPU Current Temp            : 40 C\n";
    };
    EXPECT_THAT(faults(query(histogram("8 bank(s)"))), ElementsAre("0000:3d:00.0 no_spare_rows 8"));
    EXPECT_THAT(faults(query(histogram("0 bank(s)"))), IsEmpty());
    EXPECT_THAT(faults(xml("<remapped_rows>\n<remapped_row_failure>No</remapped_row_failure>\n"
                           "<row_remapper_histogram>\n<row_remapper_histogram_max>64 bank(s)"
                           "</row_remapper_histogram_max>\n<row_remapper_histogram_none>1 bank(s)"
                           "</row_remapper_histogram_none>\n</row_remapper_histogram>\n</remapped_rows>\n")),
                ElementsAre("0000:3d:00.0 no_spare_rows 1"));
}

TEST(NvidiaMig, ErrorsOfItsDevices) {
    const auto mig = [](const std::string &own) {
        return "    MIG Mode\n        Current                     : Enabled\n"
               "    MIG Device\n        Index                       : 2\n"
               "        GPU Instance ID             : 5\n        ECC Errors\n            Volatile\n"
               "                SRAM Uncorrectable  : 6\n        FB Memory Usage\n"
               "            Total                   : 20096 MiB\n    Serial Number               : 1\n"
               "    ECC Errors\n        Volatile\n            SRAM Uncorrectable      : " +
               own + "\n";
    };
    EXPECT_THAT(faults(query(mig("N/A"))), ElementsAre("0000:3d:00.0 ecc_uncorrected 6 MIG device 2 6"));
    EXPECT_THAT(faults(query(mig("9"))), ElementsAre("0000:3d:00.0 ecc_uncorrected 9 SRAM uncorrectable 9"))
        << "all errors of the GPU";
    EXPECT_THAT(faults(xml("<mig_devices>\n<mig_device>\n<index>1</index>\n<gpu_instance_id>3"
                           "</gpu_instance_id>\n<ecc_error_count>\n<volatile_count>\n<sram_uncorrectable>4"
                           "</sram_uncorrectable>\n</volatile_count>\n</ecc_error_count>\n</mig_device>\n"
                           "</mig_devices>\n")),
                ElementsAre("0000:3d:00.0 ecc_uncorrected 4 MIG device 1 4"));
}

TEST(NvidiaVgpu, WithoutALicense) {
    const auto status = [](const std::string &text, const std::string &mode = "VGPU") {
        return query(
            "    GPU Virtualization Mode\n        Virtualization Mode         : " + mode +
            "\n        Host VGPU Mode              : N/A\n"
            "    vGPU Software Licensed Product\n        Product Name                : NVIDIA Virtual "
            "Compute Server\n        License Status              : " +
            text + "\n");
    };
    EXPECT_THAT(faults(status("Unlicensed (Restricted)")),
                ElementsAre("0000:3d:00.0 vgpu_unlicensed Unlicensed (Restricted)"));
    EXPECT_THAT(faults(status("Unlicensed (Unrestricted)", "Pass-Through")), IsEmpty()) << "a whole GPU";
    EXPECT_THAT(faults(status("Unlicensed (Unrestricted)", "None")), IsEmpty());
    const std::string before =
        "    vGPU Software Licensed Product\n        License Status              : Unlicensed"
        "\n    GPU Virtualization Mode\n        Virtualization Mode         : ";
    EXPECT_THAT(faults(query(before + "VGPU\n")), ElementsAre("0000:3d:00.0 vgpu_unlicensed Unlicensed"));
    EXPECT_THAT(faults(query(before + "Pass-Through\n")), IsEmpty());
    EXPECT_THAT(faults(query(before.substr(0, before.find("    GPU V")))), IsEmpty())
        << "the mode is not stated";
    EXPECT_THAT(faults(status("Licensed (Expiry: 2027-1-5 8:12:57 GMT)")), IsEmpty());
    EXPECT_THAT(faults(status("N/A")), IsEmpty());
    EXPECT_THAT(
        faults(xml("<gpu_virtualization_mode>\n<virtualization_mode>VGPU</virtualization_mode>\n"
                   "</gpu_virtualization_mode>\n<vgpu_software_licensed_product>\n"
                   "<license_status>Unlicensed</license_status>\n</vgpu_software_licensed_product>\n")),
        ElementsAre("0000:3d:00.0 vgpu_unlicensed Unlicensed"));
}

TEST(NvidiaTemperatures, AtTheirLimitsOfOperation) {
    const auto degrees = [](const std::string &gpu, const std::string &memory) {
        return query(
            "    Temperature\n        GPU Current Temp            : " + gpu +
            " C\n        GPU Shutdown Temp           : 92 C\n        GPU Slowdown Temp           : 89 "
            "C\n        GPU Max Operating Temp      : 85 C\n        Memory Current Temp         : " +
            memory + " C\n        Memory Max Operating Temp   : 95 C\n");
    };
    EXPECT_THAT(faults(degrees("60", "95")),
                ElementsAre("0000:3d:00.0 hot_operating memory 95 °C, limit 95 °C"));
    EXPECT_THAT(faults(degrees("86", "70")),
                ElementsAre("0000:3d:00.0 hot_operating GPU 86 °C, limit 85 °C"));
    EXPECT_THAT(faults(degrees("90", "70")), ElementsAre("0000:3d:00.0 hot 90 °C, limit 89 °C"));
    EXPECT_THAT(faults(degrees("84", "94")), IsEmpty());
    EXPECT_THAT(faults(xml("<temperature>\n<gpu_temp>50 C</gpu_temp>\n<gpu_temp_max_mem_threshold>95 C"
                           "</gpu_temp_max_mem_threshold>\n<memory_temp>97 C</memory_temp>\n"
                           "</temperature>\n")),
                ElementsAre("0000:3d:00.0 hot_operating memory 97 °C, limit 95 °C"));
}

} // namespace
} // namespace fabricscope::formats
