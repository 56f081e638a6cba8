// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One boot in several logs, several boots in one, and lines of which only others tell whose they are.
#include "tests/core/topology/KernelFindingsText.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

const std::string kBoot = "Linux version 6.8.0-60-generic (buildd@lcy02) #63-Ubuntu SMP";

/// A boot as dmesg prints it, and as a system's log has it.
std::string dmesg(const std::vector<std::string> &lines) {
    std::string text = "[    0.000000] " + kBoot + "\n";
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += "[   " + std::to_string(10 + i) + ".000000] " + lines[i] + "\n";
    return text;
}
std::string dated(const std::vector<std::string> &lines, const std::string &day) {
    std::string text = day + " 20:50:00 node-3 kernel: " + kBoot + "\n";
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += day + " 20:50:" + std::to_string(10 + i) + " node-3 kernel: " + lines[i] + "\n";
    return text;
}

const std::string kDown = "mlx5_core 0000:e1:00.0 ens9: Link down",
                  kUp = "mlx5_core 0000:e1:00.0 ens9: Link up";

TEST(KernelBoots, InSeveralLogsAreCountedOnce) {
    const std::vector<std::string> once = {kDown};
    EXPECT_THAT(kernelFindingsOf(formats::hostOfTexts({dmesg(once), dated(once, "Jan 20"),
                                                       dated(once, "Jan 20") + "Jan 20 20:59:00 node-3 "
                                                                               "kernel: a line\n"})),
                ElementsAre("note kernel.nic.link_down: 0000:e1:00.0: the NIC's link went down"));
    const std::vector<std::string> thrice = {kDown, kUp, kDown, kUp, kDown, kUp};
    EXPECT_THAT(kernelFindingsOf(formats::hostOfTexts({dmesg(thrice), dated(thrice, "Jan 20")})),
                ElementsAre("warning kernel.nic.flapping: 0000:e1:00.0: the NIC's link went down 3 times, "
                            "first 10.000000, last 14.000000, and came up again"));
    EXPECT_THAT(kernelFindingsOf(formats::hostOfTexts({dmesg({kDown, kUp}), dated(thrice, "Jan 20")})),
                ElementsAre("warning kernel.nic.flapping: 0000:e1:00.0: the NIC's link went down 3 times, "
                            "first Jan 20 20:50:10, last Jan 20 20:50:14, and came up again"))
        << "times of one log";
    const std::vector<std::string> xid = {
        "NVRM: Xid (PCI:0000:a3:00): 79, pid=7, GPU has fallen off the bus."};
    EXPECT_THAT(kernelFindingsOf(formats::hostOfTexts({dmesg(xid), dated(xid, "Jan 20")})),
                ElementsAre("error kernel.xid.79: 0000:a3:00.0: Xid 79: the GPU has fallen off the bus"));
}

TEST(KernelBoots, InOneLogAreNoFlappingLink) {
    std::string downs, thrice;
    for (const char *day : {"Jan 20", "Jan 21", "Jan 22", "Jan 23"})
        downs += dated({kUp, kDown}, day);
    EXPECT_THAT(kernelFindingsOf(downs),
                ElementsAre("note kernel.nic.link_down: 0000:e1:00.0: the NIC's link went down"));
    const std::string slot = "pcieport 0000:c0:03.1: pciehp: Slot(12): Link ";
    std::string slots;
    for (const char *day : {"Jan 20", "Jan 21", "Jan 22", "Jan 23"})
        slots += dated({slot + "Up", slot + "Down"}, day);
    EXPECT_THAT(kernelFindingsOf(slots), ElementsAre("warning kernel.slot: 0000:c0:03.1: the PCIe link of "
                                                     "slot 12 went down"));
    thrice = dated({kDown, kUp}, "Jan 20") + dated({kDown, kUp, kDown, kUp, kDown}, "Jan 21") +
             dated({kUp, kDown}, "Jan 22");
    EXPECT_THAT(kernelFindingsOf(thrice),
                ElementsAre("warning kernel.nic.flapping: 0000:e1:00.0: the NIC's link went down 3 times, "
                            "first Jan 21 20:50:10, last Jan 21 20:50:14, and is down at the end of the "
                            "log"))
        << "times of the boot with the most";
}

const std::string kReport = ": AER: Uncorrected (Fatal) error received: ";
const std::string kFatal =
    ": PCIe Bus Error: severity=Uncorrected (Fatal), type=Transaction Layer, (Receiver "
    "ID)";

TEST(KernelBoots, OfAPortsErrorHideItOnlyBehindItsDevice) {
    const std::string unnamed = "pcieport 0000:40:01.1" + kReport + "0000:00:00.0";
    EXPECT_THAT(kernelFindingsOf(dmesg({unnamed, "pcieport 0000:60:01.1" + kReport + "0000:61:00.0",
                                        "nvme 0000:61:00.0" + kFatal})),
                testing::UnorderedElementsAre(StartsWith("error kernel.bus_error.fatal: 0000:40:01.1: "),
                                              StartsWith("error kernel.bus_error.fatal: 0000:61:00.0: ")));
    EXPECT_THAT(kernelFindingsOf(dmesg({unnamed, "nvme 0000:41:00.0" + kFatal})),
                ElementsAre(StartsWith("error kernel.bus_error.fatal: 0000:41:00.0: ")));
    EXPECT_THAT(
        kernelFindingsOf(dmesg({"pcieport 0000:40:01.1" + kReport + "0000:41:00.0",
                                "nvme 0000:41:00.0" + kFatal, unnamed, "nvme 0000:41:00.0" + kFatal})),
        ElementsAre(StartsWith("error kernel.bus_error.fatal: 0000:41:00.0: ")))
        << "the port named it before";
    const std::vector<std::string> filler(90, "EXT4-fs (nvme0n1p2): mounted filesystem with ordered mode");
    std::vector<std::string> lines = filler;
    lines.insert(lines.begin(), unnamed);
    lines.push_back("nvme 0000:61:00.0" + kFatal);
    EXPECT_THAT(kernelFindingsOf(dmesg(lines)),
                testing::UnorderedElementsAre(StartsWith("error kernel.bus_error.fatal: 0000:40:01.1: "),
                                              StartsWith("error kernel.bus_error.fatal: 0000:61:00.0: ")))
        << "an error at another time";
    lines.back() = "nvme 0000:41:00.0" + kFatal;
    const std::string tree = "[    0.100000] pci 0000:40:01.1: [1022:14ab] type 01 class 0x060400\n"
                             "[    0.100000] pci 0000:40:01.1: PCI bridge to [bus 41]\n"
                             "[    0.100000] pci 0000:41:00.0: [144d:a824] type 00 class 0x010802\n";
    EXPECT_THAT(shortened(kernelFindingsOf(tree + dmesg(lines))),
                ElementsAre("error kernel.bus_error.fatal:"))
        << "the device is below the port";
}

TEST(KernelBoots, OfARingThatNamesNoGpuTakeThatOfTheReset) {
    const std::string ring = "[drm:amdgpu_job_timedout [amdgpu]] *ERROR* ring sdma0 timeout, signaled "
                             "seq=12, emitted seq=14",
                      reset = "amdgpu 0000:03:00.0: amdgpu: GPU reset begin!",
                      done = "amdgpu 0000:03:00.0: amdgpu: GPU reset(2) succeeded!";
    const std::string process = "[drm:amdgpu_job_timedout [amdgpu]] *ERROR* Process information: process a";
    EXPECT_THAT(kernelFindingsOf(dmesg({ring, process, reset, done})),
                testing::UnorderedElementsAre(StartsWith("error kernel.gpu_fault.ring: 0000:03:00.0: "),
                                              StartsWith("note kernel.gpu_fault.reset_done: 0000:03:00.0")));
    EXPECT_THAT(kernelFindingsOf(dmesg({ring})),
                ElementsAre(StartsWith("error kernel.gpu_fault.ring: the ")));
    EXPECT_THAT(kernelFindingsOf(dmesg({ring, ring, reset, done})),
                testing::Contains(StartsWith("error kernel.gpu_fault.ring: the ")))
        << "of two, it is unknown whose each is";
    EXPECT_THAT(kernelFindingsOf(dmesg({ring, kDown, kUp, kDown, kUp, kDown, kUp, kDown, kUp, reset, done})),
                testing::Contains(StartsWith("error kernel.gpu_fault.ring: the ")))
        << "a reset later on";
}

TEST(KernelBoots, OfAGpuThatDidNotStartNameNoOptionalFile) {
    const std::string fatal = "amdgpu 0000:a3:00.0: amdgpu: Fatal error during GPU init";
    const auto variantOf = [&](const std::vector<std::string> &before) {
        std::vector<std::string> lines = before;
        lines.push_back(fatal);
        const auto found = shortened(kernelFindingsOf(dmesg(lines)));
        return found.size() == 1 ? found[0] : std::to_string(found.size()) + " findings";
    };
    const auto load = [](const std::string &file) {
        return "amdgpu 0000:a3:00.0: Direct firmware load for amdgpu/" + file + " failed with error -2";
    };
    const std::string missing = "error kernel.gpu_fault.amd_init_firmware:",
                      psp = "error kernel.gpu_fault.amd_init_psp:",
                      other = "error kernel.gpu_fault.amd_init:";
    const std::string block = "amdgpu 0000:a3:00.0: amdgpu: ";
    EXPECT_EQ(variantOf({load("psp_13_0_6_sos.bin"), block + "sw_init of IP block <psp> failed -2"}),
              missing);
    EXPECT_EQ(
        variantOf({load("gc_9_4_3_rlc.bin"), "[drm:amdgpu_device_init.cold [amdgpu]] *ERROR* sw_init of "
                                             "IP block <gfx_v9_4_3> failed -2"}),
        missing);
    EXPECT_EQ(variantOf({load("sdma_4_4_2.bin"), block + "early_init of IP block <sdma_v4_4_2> failed -19"}),
              missing);
    EXPECT_EQ(variantOf({load("vega20_sos.bin")}), missing);
    EXPECT_EQ(shortened(kernelFindingsOf(
                  dmesg({load("psp_13_0_14_sos.bin"), block + "sw_init of IP block <psp> failed -2"}))),
              std::vector{missing})
        << "without the driver's last line";
    EXPECT_EQ(variantOf({load("psp_13_0_6_cap.bin"), block + "hw_init of IP block <gfx_v9_4_3> failed -110"}),
              other);
    EXPECT_EQ(variantOf({load("sienna_cichlid_cap.bin"), block + "hw_init of IP block <psp> failed -22"}),
              psp);
    EXPECT_EQ(variantOf({load("psp_13_0_6_ta.bin"), block + "hw_init of IP block <gfx_v9_4_3> failed -110"}),
              other);
    EXPECT_EQ(variantOf({load("psp_13_0_6_ta.bin"), block + "PSP load kdb failed!",
                         block + "hw_init of IP block <psp> failed -22"}),
              psp);
}

TEST(KernelBoots, OfAGpuThatDidNotStartAreNotEndedByItsCause) {
    const std::string fatal = "amdgpu 0000:a3:00.0: amdgpu: Fatal error during GPU init";
    for (const char *mark : {"; later: x", "; times: 1 to 2; later: x", "; errors: y; later: x"})
        EXPECT_THAT(kernelFindingsOf(dmesg(
                        {std::string("amdgpu 0000:a3:00.0: amdgpu: PSP load kdb failed") + mark, fatal})),
                    ElementsAre(StartsWith("error kernel.gpu_fault.amd_init_psp: 0000:a3:00.0: ")))
            << mark;
}

TEST(KernelBoots, OfTheWrongKernelModulesNameTheRightOnes) {
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1] NVRM: The NVIDIA GPU 0000:4a:00.0 (PCI ID: 10de:1db6)\n"
                         "               NVRM: installed in this system is not supported by open\n"
                         "               NVRM: nvidia.ko because it does not include the required GPU\n"
                         "               NVRM: System Processor (GSP).\n"
                         "[ 9.1] nvidia: probe of 0000:4a:00.0 failed with error -1\n"
                         "[ 9.2] NVRM: The NVIDIA probe routine failed for 1 device(s).\n"),
        ElementsAre(StartsWith("error kernel.driver.proprietary: 0000:4a:00.0: ")));
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1] NVRM: GPU 0000:4a:00.0 is already bound to nouveau.\n"
                         "[ 9.2] NVRM: The NVIDIA probe routine was not called for 1 device(s).\n"),
        ElementsAre("warning kernel.driver.bound: 0000:4a:00.0: the NVIDIA driver cannot use the GPU, "
                    "because nouveau has it"));
    EXPECT_THAT(shortened(kernelFindingsOf(
                    "[ 9.1] NVRM: GPU 0000:4a:00.0 is already bound to vfio-pci.\n"
                    "[ 9.2] NVRM: The NVIDIA probe routine was not called for 1 device(s).\n")),
                ElementsAre("note kernel.driver.other_driver:"));
}

TEST(KernelBoots, OfANicsFirmwareThatRunsAgainAreNoFault) {
    const std::string nic = "ionic 0000:07:00.0";
    EXPECT_THAT(kernelFindingsOf(dmesg({nic + ": FW stopped 0x00", nic + " ens3: FW Down: Stopping LIFs"})),
                ElementsAre("error kernel.nic.stopped: 0000:07:00.0: the NIC's firmware stopped"));
    EXPECT_THAT(kernelFindingsOf(dmesg({nic + ": FW stopped 0x00", nic + " ens3: FW Down: Stopping LIFs",
                                        nic + ": FW running 0x01", nic + " ens3: FW Up: LIFs restarted"})),
                IsEmpty());
}

} // namespace

} // namespace fabricscope::topology
