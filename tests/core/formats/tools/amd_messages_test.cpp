// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Message {
    const char *name, *text, *fault;
};

constexpr Message kMessages[] = {
    {"Rocminfo", "ROCk module is NOT loaded, possibly no GPU devices\n", " amd_no_driver"},
    {"RocminfoPermission",
     "ROCk module is loaded\nUnable to open /dev/kfd read-write: Permission denied\n"
     "kim is not member of \"render\" group, the default DRM access group. Users must be a member of the "
     "\"render\" group or another DRM access group in order for ROCm applications to run successfully.\n",
     " amd_no_permission"},
    {"RocminfoMissing",
     "ROCk module is loaded\nUnable to open /dev/kfd read-write: No such file or directory\n",
     " amd_no_driver"},
    {"RocminfoBusy", "Unable to open /dev/kfd read-write: Cannot allocate memory\n",
     " amd_kfd Unable to open /dev/kfd read-write: Cannot allocate memory"},
    {"RocminfoRuntime",
     "ROCk module is loaded\nhsa api call failure at: /src/rocminfo/rocminfo.cc:1219\n"
     "Call returned HSA_STATUS_ERROR_OUT_OF_RESOURCES: The runtime failed to allocate the necessary "
     "resources.\n",
     " amd_hsa hsa api call failure at: /src/rocminfo/rocminfo.cc:1219"},
    {"RocmSmi",
     "cat: /sys/module/amdgpu/initstate: No such file or directory\n"
     "ERROR:root:Driver not initialized (amdgpu not found in modules)\n",
     " amd_no_driver"},
    {"AmdSmi", "Unable to get devices, driver not initialized (amdgpu not found in modules)\n",
     " amd_no_driver"},
    {"AmdSmiTraceback",
     "Traceback (most recent call last):\n  File \"/opt/rocm/bin/amd-smi\", line 99, in <module>\n"
     "amdsmi.amdsmi_exception.AmdSmiLibraryException: Error code:\n"
     "\t34 | AMDSMI_STATUS_DRIVER_NOT_LOADED - Processor driver not loaded\n",
     " amd_no_driver"},
    {"AmdSmiGroups",
     "ERROR: User is missing the following required groups: render, video. Please add user to these "
     "groups.\n",
     " amd_no_permission"},
    {"AmdSmiNothing",
     "ERROR:root:Unable to detect any GPU devices, check amdgpu version and module status (sudo modprobe "
     "amdgpu)\n",
     " amd_no_gpus"},
};

class EachAmdMessage : public testing::TestWithParam<Message> {};

TEST_P(EachAmdMessage, IsAFaultOfTheHost) {
    EXPECT_THAT(faultsOf(hostOfText(GetParam().text)), ElementsAre(GetParam().fault));
    EXPECT_THAT(faultsOf(hostOfText("kim@gpu-3:~$ rocm-smi\n" + std::string(GetParam().text))),
                ElementsAre(GetParam().fault));
}

INSTANTIATE_TEST_SUITE_P(AmdMessages, EachAmdMessage, testing::ValuesIn(kMessages),
                         [](const auto &each) { return std::string(each.param.name); });

std::string monitored(const std::string &rows) {
    return "GPU  POWER  GPU_T  MEM_T  SINGLE_ECC  DOUBLE_ECC  PCIE_REPLAY  PVIOL  TVIOL  TVIOL_ACTIVE  "
           "HBM_TVIOL\n" +
           rows;
}

TEST(AmdMonitor, OfWellGpusHasNoFault) {
    EXPECT_THAT(faultsOf(hostOfText(monitored("  0  751 W   74 C   61 C           0           0            0 "
                                              "   0 %    0 %    NOT ACTIVE        0 %\n"
                                              "  1  N/A    99 C  104 C         N/A         N/A          N/A  "
                                              "  N/A    N/A           N/A        N/A\n"))),
                IsEmpty());
}

TEST(AmdMonitor, NamesWhatIsHotThrottledOrWrong) {
    EXPECT_THAT(faultsOf(hostOfText(monitored("  0  751 W  101 C  106 C           0           0            0 "
                                              "   0 %    0 %    NOT ACTIVE        0 %\n"
                                              "  1  751 W   88 C   70 C           7           2            9 "
                                              "  12 %   34 %        ACTIVE        5 %\n"))),
                ElementsAre("GPU0 hot_amd hotspot 101 C, memory 106 C", "GPU1 ecc_corrected 7",
                            "GPU1 ecc_uncorrected 2", "GPU1 replays 9",
                            "GPU1 throttled HBM temperature 5 %, temperature 34 %",
                            "GPU1 throttled_power power limit 12 %"));
}

TEST(AmdMonitor, OfSeveralTimesCountsTheWorst) {
    EXPECT_THAT(
        faultsOf(hostOfText("GPU  POWER  HOTSPOT_TEMP  THROTTLE_STATUS\n  0  90 W   60 C  UNTHROTTLED\n"
                            "  0  95 W  108 C  THROTTLED\n  0  90 W  104 C  UNTHROTTLED\n")),
        ElementsAre("GPU0 hot_unknown hotspot 108 C", "GPU0 throttled throttle status"));
}

TEST(AmdMonitor, TakesNoOtherUnitForATemperature) {
    EXPECT_THAT(faultsOf(hostOfText("GPU  POWER  GPU_T  MEM_T\n  0  90 W   285 MB  196300 MB\n")), IsEmpty());
}

TEST(AmdMonitor, IsReadFromCsv) {
    EXPECT_THAT(
        faultsOf(hostOfText("gpu,power_usage,hotspot_temperature,memory_temperature,single_bit_ecc,"
                            "double_bit_ecc,pcie_replay,tviol_active\n0,90,104,60,0,2,0,False\n"
                            "1,N/A,60,60,0,0,0,True\n2,91,10")),
        ElementsAre("GPU0 ecc_uncorrected 2", "GPU0 hot_amd hotspot 104", "GPU1 throttled temperature"));
}

TEST(AmdPartitions, AreAFaultWithTheirMode) {
    EXPECT_THAT(
        faultsOf(hostOfText(
            "CURRENT_PARTITION:\nGPU_ID  MEMORY  ACCELERATOR_TYPE  ACCELERATOR_PROFILE_INDEX  PARTITION_ID\n"
            "0       NPS4    CPX               3                          0\n"
            "1       NPS4    CPX               3                          1\n\nMEMORY_PARTITION:\n"
            "GPU_ID  MEMORY_PARTITION_CAPS  CURRENT_MEMORY_PARTITION\n0       NPS1,NPS4              "
            "NPS4\n")),
        ElementsAre(" partitioned 2 CPX/NPS4"));
    const auto ofStatic = [](const std::string &compute, const std::string &memory) {
        return faultsOf(hostOfText(
            "GPU: 0\n    BDF: 0000:05:00.0\n    PARTITION:\n        ACCELERATOR_PARTITION: " + compute +
            "\n        MEMORY_PARTITION: " + memory + "\n"));
    };
    EXPECT_THAT(ofStatic("DPX", "NPS2"), ElementsAre(" partitioned 1 DPX/NPS2"));
    EXPECT_THAT(ofStatic("SPX", "NPS1"), IsEmpty());
    EXPECT_THAT(ofStatic("S", "NPS"), IsEmpty()) << "cut";
    EXPECT_THAT(ofStatic("N/A", "N/A"), IsEmpty());
}

} // namespace
} // namespace fabricscope::formats
