// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines that belong together.
#include "core/capture/redact/Redact.h"
#include "tests/core/topology/KernelFindingsText.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(KernelFindings, CountOneEventOnce) {
    EXPECT_THAT(
        kernelFindingsOf("[ 91.1] NVRM: Xid (PCI:0000:a3:00): 79, pid=7, GPU has fallen off the bus.\n"
                         "[ 91.2] NVRM: GPU 0000:a3:00.0: GPU has fallen off the bus.\n"
                         "[ 91.3] NVRM: GPU 0000:b3:00.0: GPU has fallen off the bus.\n"),
        ElementsAre("error kernel.xid.79: 0000:a3:00.0: Xid 79: the GPU has fallen off the bus",
                    testing::StartsWith("error kernel.device_lost: 0000:b3:00.0: ")));
    EXPECT_THAT(
        kernelFindingsOf("[ 91.1] amdgpu 0000:a3:00.0: amdgpu: GPU reset begin!\n"
                         "[ 91.2] amdgpu 0000:a3:00.0: amdgpu: GPU mode1 reset\n"
                         "[ 91.3] amdgpu 0000:a3:00.0: amdgpu: GPU reset(2) succeeded!\n"),
        ElementsAre("note kernel.gpu_fault.reset_done: 0000:a3:00.0: the GPU was reset, and recovered"));
    EXPECT_THAT(
        kernelFindingsOf(
            "[ 91.1] mlx5_core 0000:a3:00.0: poll_health:1:(pid 0): device's health compromised - x\n"
            "[ 91.2] mlx5_core 0000:a3:00.0: print_health_info:2:(pid 0): synd 0x1: firmware internal error\n"
            "[ 95.1] mlx5_core 0000:a3:00.0: poll_health:1:(pid 0): device's health compromised - x\n"),
        ElementsAre(
            "error kernel.nic.health: 0000:a3:00.0: the NIC's firmware does not respond, or reported an "
            "error (2 times): firmware internal error"));
    EXPECT_THAT(kernelFindingsOf("[ 91.1] mce: [Hardware Error]: Machine check events logged\n"
                                 "[ 91.2] EDAC MC0: 1 CE memory read error on unknown memory (channel:1)\n"),
                ElementsAre("note kernel.memory: the host's memory corrected ECC errors"));
}

TEST(KernelFindings, EndWhereTheLogStatesTheContrary) {
    const std::string slot = "] pcieport 0000:c0:03.1: pciehp: Slot(12): ";
    EXPECT_THAT(
        kernelFindingsOf("[ 91.1" + slot + "Link Down\n[ 91.2" + slot + "Card not present\n[ 95.1" + slot +
                         "Card present\n[ 95.2" + slot + "Link Up\n"),
        ElementsAre("note kernel.slot.back: 0000:c0:03.1: the PCIe link of slot 12 went down, and came "
                    "back"));
    EXPECT_THAT(kernelFindingsOf("[ 91.1" + slot + "Link Down\n[ 91.2" + slot + "Card not present\n"),
                ElementsAre("warning kernel.slot.not_present: 0000:c0:03.1: the card of slot 12 is no longer "
                            "present"));
    EXPECT_THAT(kernelFindingsOf("[ 91.1" + slot + "Link Down\n[ 95.2" + slot + "Link Up\n[ 97.1" + slot +
                                 "Link Down\n"),
                ElementsAre(testing::StartsWith("warning kernel.slot: ")))
        << "it went down again";
    const std::string port = "] mlx5_core 0000:e1:00.0: Port module event: module 0, Cable ";
    EXPECT_THAT(kernelFindingsOf("[ 9.1" + port + "unplugged\n[ 9.2" + port + "plugged\n"), IsEmpty());
    EXPECT_THAT(kernelFindingsOf("[ 9.1" + port + "plugged\n[ 9.2" + port + "unplugged\n").size(), 1U);
    const std::string link = "] ice 0000:e1:00.0 ens9: NIC Link is ";
    EXPECT_THAT(kernelFindingsOf("[ 9.1" + link + "Down\n[ 9.2" + link + "up 100 Gbps Full Duplex\n"),
                IsEmpty());
    const std::string bar = "] pci 0000:a3:00.0: BAR 2: ";
    const std::string size = " [mem size 0x2000000000 64bit pref]\n";
    EXPECT_THAT(kernelFindingsOf("[ 1.1" + bar + "no space for" + size + "[ 1.2" + bar + "failed to assign" +
                                 size + "[ 1.3" + bar +
                                 "assigned [mem 0x20000000000-0x21fffffffff 64bit pref]\n"),
                IsEmpty());
    const std::string device = "] pci 0000:a3:00.0: ",
                      lacks = " [mem size 0x2000000000 64bit pref]: can't assign; no space\n",
                      has = " [mem 0x20000000000-0x21fffffffff 64bit pref]: assigned\n";
    EXPECT_THAT(kernelFindingsOf("[ 1.1" + device + "BAR 2" + lacks + "[ 1.2" + device + "VF BAR 2" + has),
                ElementsAre(testing::StartsWith("error kernel.bar: ")))
        << "the BAR of its VFs is another";
    EXPECT_THAT(kernelFindingsOf("[ 1.1" + device + "VF BAR 2" + lacks + "[ 1.2" + device + "BAR 2" + has),
                ElementsAre(testing::StartsWith("note kernel.bar.vf: ")));
    EXPECT_THAT(kernelFindingsOf("[ 1.1" + device + "VF BAR 2" + lacks + "[ 1.2" + device + "VF BAR 2" + has),
                IsEmpty());
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1] NVRM: Xid (PCI:0000:a3:00): 79, pid=7, name=a; later: b, GPU has fallen off "
                         "the bus.\n"),
        ElementsAre(testing::StartsWith("error kernel.xid.79: ")))
        << "a program's name ends nothing";
    EXPECT_THAT(
        kernelFindingsOf("[ 1.1" + bar + "no space for" + size + "[ 1.2" + bar + "failed to assign" + size +
                         "[ 1.3] pci 0000:a3:00.0: BAR 4: failed to assign [mem size 0x02000000 64bit pref]\n"
                         "[ 1.4] pci 0000:a4:00.0: BAR 2: assigned [mem 0x20000000000-0x21fffffffff]\n")
            .size(),
        1U)
        << "several BARs of a device";
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1] NVRM: This PCI I/O region assigned to your NVIDIA device is invalid:\n"
                         "[ 9.1] NVRM: BAR1 is 0M @ 0x0 (PCI:0000:a3:00.0)\n")
            .size(),
        1U);
}

TEST(KernelFindings, OfARecoveryActionShowTheLast) {
    const std::string xid = "] NVRM: Xid (PCI:0000:a3:00): 154, GPU recovery action changed from ";
    EXPECT_THAT(kernelFindingsOf("[ 1.1" + xid + "0x0 (None) to 0x1 (GPU Reset Required)\n[ 2.1" + xid +
                                 "0x1 (GPU Reset Required) to 0x2 (Node Reboot Required)\n"),
                ElementsAre(testing::StartsWith("error kernel.xid.154_reboot: 0000:a3:00.0: ")));
    EXPECT_THAT(kernelFindingsOf("[ 1.1" + xid + "0x0 (None) to 0x1 (GPU Reset Required)\n[ 2.1" + xid +
                                 "0x1 (GPU Reset Required) to 0x0 (None)\n"),
                ElementsAre(testing::StartsWith("note kernel.xid.154_none: ")));
}

/// A record of the firmware.
std::string record(const std::vector<std::string> &lines, const std::string &number = "{3}") {
    std::string text;
    for (const std::string &line : lines)
        text += "[  912.5] " + number + "[Hardware Error]: " + line + "\n";
    return text;
}

TEST(KernelFindings, OfAFirmwaresRecordNameThePart) {
    const std::string begin = "Hardware error from APEI Generic Hardware Error Source: 4";
    EXPECT_THAT(
        kernelFindingsOf(record({begin, "event severity: corrected", " Error 0, type: corrected",
                                 "  section_type: PCIe error", "  port_type: 4, root port",
                                 "  device_id: 0000:c0:03.1", "  vendor_id: 0x8086, device_id: 0x352a"})),
        ElementsAre("note kernel.bus_error.corrected: 0000:c0:03.1: the kernel logged corrected errors "
                    "of the PCIe bus"));
    EXPECT_THAT(kernelFindingsOf(record({begin, "event severity: fatal", " Error 0, type: fatal",
                                         "  section_type: PCIe error", "  device_id: 0000:c0:03.1"})),
                ElementsAre(testing::StartsWith("error kernel.bus_error.fatal: 0000:c0:03.1: ")));
    EXPECT_THAT(
        kernelFindingsOf(
            record({begin, "event severity: recoverable", " Error 0, type: recoverable",
                    "  section_type: memory error", "  node: 1 card: 2 module: 0 rank: 1 bank: 4",
                    "  DIMM location: CPU1 DIMM_C1"})),
        ElementsAre("error kernel.memory.uncorrected: the host's memory has uncorrectable ECC errors at "
                    "CPU1 DIMM_C1"));
    EXPECT_THAT(kernelFindingsOf(record({begin, "event severity: corrected", "  section_type: memory error",
                                         "  node:1 card:2 module:0 rank:1",
                                         "  DIMM location: not present. DMI handle: 0x0000"})),
                ElementsAre("note kernel.memory: the host's memory corrected ECC errors at node:1 card:2 "
                            "module:0"));
    const auto capture = formats::importPieces(
        {{"dmesg.txt", "[ 0.0] Linux version 6.8.0\n" +
                           record({begin, "event severity: recoverable", "  section_type: memory error",
                                   "  node: 1 card: 2 module: 0", "  DIMM location: CPU1 DIMM_C1"}) +
                           record({begin, "event severity: fatal", "  section_type: PCIe error",
                                   "  device_id: 0000:c0:03.1"})}});
    ASSERT_TRUE(capture);
    EXPECT_THAT(shortened(kernelFindingsOf(formats::readHost(capture::redacted(*capture, "key")))),
                ElementsAre("error kernel.memory.uncorrected:", "error kernel.bus_error.fatal:"));
    // Two records, of which the second is of another part; and one of an unknown section.
    EXPECT_THAT(kernelFindingsOf(
                    record({begin, "event severity: corrected", "  section_type: PCIe error",
                            "  device_id: 0000:c0:03.1"}) +
                    record({begin, "event severity: corrected", "  section_type: PCIe error",
                            "  device_id: 0000:c0:05.1"},
                           "{4}") +
                    record({begin, "event severity: fatal", "  section_type: unknown, 81212a96"}, "{5}")),
                ElementsAre(testing::HasSubstr("0000:c0:03.1"), testing::HasSubstr("0000:c0:05.1"),
                            testing::StartsWith("error kernel.machine_check: ")));
    EXPECT_THAT(kernelFindingsOf(record({begin, "event severity: info", "  section_type: PCIe error",
                                         "  device_id: 0000:c0:03.1"})),
                IsEmpty());
}

TEST(KernelFindings, OfALimitedLinkAreOfDevicesForData) {
    const std::string limited = ": 4.000 Gb/s available PCIe bandwidth, limited by 5.0 GT/s PCIe x1 link at "
                                "0000:00:1c.0 (capable of 8.000 Gb/s with 5.0 GT/s PCIe x2 link)\n";
    const std::string boot = "[ 0.0] Linux version 6.8.0\n";
    for (const char *found : {"0000:03:00.0: [1a03:2000] type 00 class 0x030000",
                              "0000:03:00.0: [1a03:1150] type 01 class 0x060400",
                              "0000:03:00.0: [1b21:2142] type 00 class 0x0c0330"})
        EXPECT_THAT(kernelFindingsOf(boot + "[ 1.1] pci " + found + "\n[ 1.2] pci 0000:03:00.0" + limited),
                    IsEmpty())
            << found;
    for (const char *found : {"0000:03:00.0: [10de:2330] type 00 class 0x030200",
                              "0000:03:00.0: [15b3:1021] type 00 class 0x020000"})
        EXPECT_EQ(
            kernelFindingsOf(boot + "[ 1.1] pci " + found + "\n[ 1.2] pci 0000:03:00.0" + limited).size(), 1U)
            << found;
    EXPECT_THAT(kernelFindingsOf(boot +
                                 "[ 0.1] Hypervisor detected: KVM\n[ 1.1] pci 0000:03:00.0: [10de:2330] type "
                                 "00 class 0x030200\n[ 1.2] pci 0000:03:00.0" +
                                 limited),
                IsEmpty())
        << "a VM's ports are emulated";
}

TEST(KernelFindings, OfALimitedLinkEndWhereALaterLineHasItsFullRate) {
    const std::string
        limited = "[ 1.2] pci 0000:a3:00.0: 2.000 Gb/s available PCIe bandwidth, limited by 2.5 GT/s "
                  "PCIe x1 link at 0000:a0:01.1 (capable of 252.048 Gb/s with 16.0 GT/s PCIe x16 "
                  "link)\n",
        whole = "[ 9.2] mlx5_core 0000:a3:00.0: 252.048 Gb/s available PCIe bandwidth (16.0 GT/s PCIe "
                "x16 link)\n",
        better = "[ 9.3] mlx5_core 0000:a3:00.0: 126.024 Gb/s available PCIe bandwidth, limited by "
                 "16.0 GT/s PCIe x8 link at 0000:a0:01.1 (capable of 252.048 Gb/s with 16.0 GT/s PCIe "
                 "x16 link)\n",
        other = "[ 9.2] mlx5_core 0000:b3:00.0: 252.048 Gb/s available PCIe bandwidth (16.0 GT/s PCIe "
                "x16 link)\n";
    EXPECT_EQ(kernelFindingsOf(limited).size(), 1U);
    EXPECT_THAT(kernelFindingsOf(limited + whole), IsEmpty());
    EXPECT_THAT(kernelFindingsOf(limited + limited + whole), IsEmpty());
    EXPECT_EQ(kernelFindingsOf(whole + limited).size(), 1U) << "it became so later";
    EXPECT_EQ(kernelFindingsOf(limited + whole + limited).size(), 1U);
    EXPECT_EQ(kernelFindingsOf(limited + other).size(), 1U) << "another device";
    EXPECT_THAT(kernelFindingsOf(limited + better),
                ElementsAre(testing::HasSubstr("limited to 126.024 Gb/s")))
        << "the last line counts";
    const auto lspci = [](const char *speed, const char *width) {
        return std::string("a3:00.0 Ethernet controller [0200]: Mellanox Technologies MT2910 [15b3:1021]\n"
                           "\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n"
                           "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM not supported\n"
                           "\t\tLnkSta:\tSpeed ") +
               speed + ", Width " + width + "\n\tKernel driver in use: mlx5_core\n";
    };
    for (const std::string &text :
         {"$ dmesg\n" + limited + "$ lspci -vv\n" + lspci("16GT/s (ok)", "x16 (ok)"),
          "$ lspci -vv\n" + lspci("16GT/s", "x16") + "$ dmesg\n" + limited,
          limited + "\n" + lspci("16GT/s", "x16"), lspci("16GT/s", "x16") + "\n" + limited})
        EXPECT_THAT(kernelFindingsOf(text), IsEmpty()) << text;
}

TEST(KernelFindings, OfAContainmentHoldTheErrorThatLedToIt) {
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1] pcieport 0000:c0:03.1: DPC: containment event, status:0x1f01\n"
                         "[ 9.1] pcieport 0000:c0:03.1: PCIe Bus Error: severity=Uncorrectable (Non-Fatal), "
                         "type=Transaction Layer\n"
                         "[ 9.2] pcieport 0000:c0:03.1: AER: device recovery failed\n"),
        ElementsAre(testing::StartsWith("error kernel.bus_error.contained: "),
                    testing::StartsWith("error kernel.bus_error.not_recovered: ")));
}

TEST(KernelFindings, OfAResetThatSucceededAreOneNote) {
    EXPECT_THAT(kernelFindingsOf("[ 91.1] amdgpu 0000:a3:00.0: amdgpu: GPU reset end with ret = 0\n"),
                IsEmpty());
    EXPECT_THAT(
        kernelFindingsOf("[ 91.1] amdgpu 0000:a3:00.0: amdgpu: GPU reset begin!\n"
                         "[ 92.1] amdgpu 0000:a3:00.0: amdgpu: GPU reset succeeded, trying to resume\n"
                         "[ 93.1] amdgpu 0000:a3:00.0: amdgpu: GPU reset(2) succeeded!\n"),
        ElementsAre(testing::AllOf(testing::StartsWith("note kernel.gpu_fault.reset_done: "),
                                   testing::Not(testing::HasSubstr("times")))));
}

TEST(KernelFindings, OfAnXidNameItsGpuInEachForm) {
    for (const char *form : {"PCI:0000:a3:00", "PCI:0000:a3:00 GPU-I:05", "0000:a3:00", "PCI:0000:a3:00.0"})
        EXPECT_THAT(kernelFindingsOf(std::string("[ 91.1] NVRM: Xid (") + form + "): 79, pid=9\n"),
                    ElementsAre(testing::StartsWith("error kernel.xid.79: 0000:a3:00.0: ")))
            << form;
}

TEST(KernelFindings, CountASyndromeOnce) {
    EXPECT_THAT(
        kernelFindingsOf("[ 91.1] mlx5_core 0000:a3:00.0: print_health_info:430:(pid 0): synd 0x1: firmware "
                         "internal error\n"
                         "[ 91.1] mlx5_core 0000:a3:00.0: print_health_info:431:(pid 0): ext_synd 0x8a6b\n"),
        ElementsAre(testing::Not(testing::HasSubstr("times"))));
}

TEST(KernelFindings, OfThePreviousBootAreNoFaultsOfThisOne) {
    EXPECT_THAT(kernelFindingsOf("[ 0.1] BERT: Error records from previous boot:\n"
                                 "[ 0.1] [Hardware Error]: event severity: fatal\n"
                                 "[ 0.1] [Hardware Error]:  Error 0, type: fatal\n"),
                ElementsAre(testing::StartsWith("warning kernel.machine_check.previous_boot: ")));
    EXPECT_THAT(kernelFindingsOf("[ 0.1] BERT: Error records from previous boot:\n"
                                 "[ 0.1] [Hardware Error]: event severity: fatal\n"
                                 "[ 9.1] usb 1-1: new device\n"
                                 "[ 99.1] {1}[Hardware Error]: event severity: fatal\n"),
                testing::Contains(testing::StartsWith("error kernel.machine_check: ")));
}

TEST(KernelFindings, CountEventsNotPhrases) {
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1] NVRM: GPU 0000:a3:00.0: RmInitAdapter failed! (0x62:0xffff:2401)\n"
                         "[ 9.2] NVRM: GPU 0000:a3:00.0: rm_init_adapter failed, device minor number 0\n"),
        ElementsAre("error kernel.gpu_fault.nvidia_init: 0000:a3:00.0: the NVIDIA driver could not start "
                    "the GPU (RmInitAdapter failed: 0x62:0xffff:2401)"));
    const std::string ras = "] amdgpu 0000:a3:00.0: {1}socket: 6, die: 1, ";
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1" + ras + "3 new correctable hardware errors detected in gfx block\n[ 9.2" +
                         ras + "3 correctable hardware errors detected in total in gfx block\n[ 19.2" + ras +
                         "1 new correctable hardware errors detected in gfx block\n[ 19.3" + ras +
                         "4 correctable hardware errors detected in total in gfx block\n[ 29.3" + ras +
                         "4 correctable hardware errors detected in total in gfx block\n"),
        ElementsAre(
            "note kernel.gpu_fault.correctable: 0000:a3:00.0: the GPU corrected hardware errors (RAS) in "
            "its compute engine (gfx) (2 times)"));
    const std::string aca = "] amdgpu 0000:a3:00.0: {1}[Hardware Error]: ";
    EXPECT_THAT(kernelFindingsOf("[ 9.1" + aca + "Accelerator Check Architecture events logged\n[ 9.2" + aca +
                                 "aca entry[00].STATUS=0xbaa000000000080b\n[ 9.3" + aca +
                                 "aca entry[00].ADDR=0x0000000000000000\n"),
                ElementsAre(testing::AllOf(testing::StartsWith("error kernel.gpu_fault.aca_uncorrected: "),
                                           testing::Not(testing::HasSubstr("times")))));
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1] NVRM: The NVIDIA GPU 0000:a3:00.0 (PCI ID: 10de:20b0)\n"
                         "               NVRM: installed in this system is not supported by the\n"
                         "               NVRM: NVIDIA 535.309.01 driver release.\n"
                         "[ 9.1] nvidia 0000:a3:00.0: probe with driver nvidia failed with error -1\n"
                         "[ 9.2] NVRM: The NVIDIA probe routine failed for 1 device(s).\n"),
        ElementsAre("error kernel.driver.unsupported: 0000:a3:00.0: the loaded NVIDIA driver does not "
                    "support the GPU"));
}

TEST(KernelFindings, OfAGpuThatDidNotStartNameTheCause) {
    const std::string fatal = "[ 9.3] amdgpu 0000:a3:00.0: amdgpu: amdgpu_device_ip_init failed\n"
                              "[ 9.4] amdgpu 0000:a3:00.0: amdgpu: Fatal error during GPU init\n"
                              "[ 9.5] amdgpu: probe of 0000:a3:00.0 failed with error -22\n";
    for (const char *load : {"[drm:psp_hw_start [amdgpu]] *ERROR* PSP load kdb failed!",
                             "amdgpu 0000:a3:00.0: amdgpu: PSP load kdb failed!"})
        EXPECT_THAT(
            kernelFindingsOf(
                std::string("[ 9.1] ") + load +
                "\n[ 9.2] [drm:psp_hw_init [amdgpu]] *ERROR* PSP firmware loading failed\n"
                "[ 9.2] [drm:amdgpu_device_fw_loading [amdgpu]] *ERROR* hw_init of IP block <psp> failed "
                "-22\n" +
                fatal),
            ElementsAre(
                "error kernel.gpu_fault.amd_init_psp: 0000:a3:00.0: the amdgpu driver could not start the "
                "GPU, because its security processor (PSP) did not start: PSP load kdb failed, hw_init of "
                "IP block <psp> failed -22"));
    EXPECT_THAT(kernelFindingsOf(
                    "[ 9.1] [drm:amdgpu_get_bios [amdgpu]] *ERROR* Unable to locate a BIOS ROM\n" + fatal),
                ElementsAre(testing::StartsWith("error kernel.gpu_fault.amd_init_vbios: 0000:a3:00.0: ")));
    EXPECT_THAT(kernelFindingsOf(
                    "[ 9.1] amdgpu 0000:a3:00.0: Direct firmware load for amdgpu/psp_15_0_0_ta.bin failed "
                    "with error -2\n[ 9.2] amdgpu 0000:a3:00.0: early_init of IP block <gmc_v12_0> failed "
                    "-19\n" +
                    fatal),
                ElementsAre(testing::StartsWith("error kernel.gpu_fault.amd_init_firmware: 0000:a3:00.0: ")));
    EXPECT_THAT(
        kernelFindingsOf(
            "[ 9.1] amdgpu 0000:b3:00.0: amdgpu: hw_init of IP block <gfx_v9_4_3> failed -110\n" + fatal),
        testing::UnorderedElementsAre(
            testing::StartsWith("error kernel.gpu_fault.amd_init: 0000:b3:00.0: "),
            "error kernel.gpu_fault.amd_init: 0000:a3:00.0: the amdgpu driver could not start the GPU"))
        << "another GPU's cause";
}

TEST(KernelFindings, OfABusErrorAreOneWithItsName) {
    const std::string corrected = ": the kernel logged corrected errors of the PCIe bus: ";
    // Linux 4.18, 5.15, 6.1 and 6.12: the words of the root port, "AER: " before the device's.
    for (const char *report : {"AER: Corrected error received: 0000:a3:00.0",
                               "AER: Correctable error message received from 0000:a3:00.0",
                               "AER: Multiple Corrected error received: 0000:00:00.0"})
        for (const std::string prefix : {"] nvidia 0000:a3:00.0: ", "] nvidia 0000:a3:00.0: AER: "})
            EXPECT_THAT(kernelFindingsOf(
                            std::string("[ 9.1] pcieport 0000:a0:01.1: ") + report + "\n[ 9.1" + prefix +
                            "PCIe Bus Error: severity=Corrected, type=Data Link Layer, (Receiver ID)\n[ 9.1" +
                            prefix + "  device [10de:2330] error status/mask=00001041/0000a000\n[ 9.1" +
                            prefix + "   [ 0] RxErr                  (First)\n[ 9.1" + prefix +
                            "   [ 6] BadTLP\n"),
                        ElementsAre("note kernel.bus_error.corrected: 0000:a3:00.0" + corrected +
                                    "Receiver Error (RxErr), Bad TLP, Replay Timer Timeout (Timeout)"))
                << report << prefix;
    EXPECT_THAT(
        kernelFindingsOf(
            "[ 9.1] pcieport 0000:a0:01.1: PCIe Bus Error: severity=Uncorrected (Fatal), type=Transaction "
            "Layer, (Requester ID)\n"
            "[ 9.1] pcieport 0000:a0:01.1:    [18] Malformed TLP          (First)\n"
            "[ 9.1] pcieport 0000:a0:01.1:   TLP Header: 04000001 0000000f 01080000 00000000\n"),
        ElementsAre(
            "error kernel.bus_error.fatal: 0000:a0:01.1: the kernel logged fatal errors of the PCIe bus: "
            "Malformed TLP (MalfTLP); the link was reset or lost"));
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1] pcieport 0000:a0:01.1: AER: Uncorrected (Non-Fatal) error received: "
                         "0000:a3:00.0\n[ 9.2] pcieport 0000:a0:01.1: AER: device recovery successful\n"),
        ElementsAre(testing::StartsWith("warning kernel.bus_error.nonfatal: 0000:a3:00.0: ")))
        << "without the device's line, the device that the root port names";
    EXPECT_THAT(
        kernelFindingsOf(
            "[ 9.1] pcieport 0000:a0:01.1: DPC: containment event, status:0x1f01 source:0x0000\n"
            "[ 9.1] pcieport 0000:a0:01.1: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Data Link "
            "Layer, (Receiver ID)\n"
            "[ 9.1] pcieport 0000:a0:01.1:   device [8086:352a] error status/mask=00000020/00180000\n"
            "[ 9.1] pcieport 0000:a0:01.1:    [ 5] SDES                   (First)\n"),
        ElementsAre(
            "error kernel.bus_error.contained: 0000:a0:01.1: the port cut off the devices below it after an "
            "uncorrected error of the PCIe bus (DPC): Surprise Down (SDES)"));
    EXPECT_THAT(
        kernelFindingsOf(
            "[ 9.1] {1}[Hardware Error]: event severity: recoverable\n"
            "[ 9.1] {1}[Hardware Error]:   section_type: PCIe error\n"
            "[ 9.1] {1}[Hardware Error]:   device_id: 0000:a3:00.0\n"
            "[ 9.1] {1}[Hardware Error]:   aer_uncor_status: 0x00004000, aer_uncor_mask: 0x00100000\n"
            "[ 9.2] nvidia 0000:a3:00.0: AER: aer_status: 0x00004000, aer_mask: 0x00100000\n"),
        ElementsAre("warning kernel.bus_error.nonfatal: 0000:a3:00.0: the kernel logged uncorrected errors "
                    "of the PCIe bus, not fatal: Completion Timeout (CmpltTO)"));
}

TEST(KernelFindings, OfABusErrorThatIsCutNameNone) {
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1] nvidia 0000:a3:00.0: PCIe Bus Error: severity=Uncorrected (Non-Fatal), "
                         "type=Transaction Layer, (Receiver ID)\n"
                         "[ 9.1] nvidia 0000:a3:00.0:   device [10de:2330] error status/mask=0004000"),
        ElementsAre("warning kernel.bus_error.nonfatal: 0000:a3:00.0: the kernel logged uncorrected errors "
                    "of the PCIe bus, not fatal"));
}

TEST(KernelFindings, OfABusErrorNameItWhenRedacted) {
    const auto capture = formats::importPieces(
        {{"dmesg.txt",
          "[ 0.0] Linux version 6.8.0\n"
          "[ 9.1] nvidia 0000:a3:00.0: PCIe Bus Error: severity=Corrected, type=Data Link Layer, "
          "(Receiver ID)\n"
          "[ 9.1] nvidia 0000:a3:00.0:   device [10de:2330] error status/mask=00000040/0000a000\n"}});
    ASSERT_TRUE(capture);
    EXPECT_THAT(kernelFindingsOf(formats::readHost(capture::redacted(*capture, "key"))),
                ElementsAre(testing::EndsWith("corrected errors of the PCIe bus: Bad TLP")));
}

TEST(KernelFindings, OfALinkThatWentDownOftenAreAWarning) {
    const std::string link = "] ice 0000:e1:00.0 ens9: NIC Link is ", up = link + "up 100 Gbps Full Duplex\n",
                      down = link + "Down\n";
    const std::string twice = "[  9.1" + down + "[  9.2" + up + "[ 19.1" + down + "[ 19.2" + up;
    EXPECT_THAT(kernelFindingsOf(twice),
                ElementsAre("note kernel.nic.back: 0000:e1:00.0: the NIC's link went down 2 "
                            "times, first 9.1, last 19.1, and came up again"));
    EXPECT_THAT(
        kernelFindingsOf(twice + "[ 29.1" + down + "[ 29.2" + up),
        ElementsAre("warning kernel.nic.flapping: 0000:e1:00.0: the NIC's link went down 3 times, first "
                    "9.1, last 29.1, and came up again"));
    EXPECT_THAT(
        kernelFindingsOf(twice + "[ 29.1" + down),
        ElementsAre("warning kernel.nic.flapping: 0000:e1:00.0: the NIC's link went down 3 times, first "
                    "9.1, last 29.1, and is down at the end of the log"));
    std::string slot, dated;
    for (int i = 1; i < 6; ++i) {
        const std::string number = std::to_string(i);
        slot += "[ " + number + "1.5] pcieport 0000:c0:03.1: pciehp: Slot(12): Link Down\n[ " + number +
                "2.5] pcieport 0000:c0:03.1: pciehp: Slot(12): Link Up\n";
        dated += "Jan 2" + number + " 20:50:11 node-3 kernel: mlx5_core 0000:e1:00.0 ens9: Link down\nJan 2" +
                 number + " 20:50:12 node-3 kernel: mlx5_core 0000:e1:00.0 ens9: Link up\n";
    }
    EXPECT_THAT(
        kernelFindingsOf(slot),
        ElementsAre("warning kernel.slot.flapping: 0000:c0:03.1: the PCIe link of slot 12 went down 5 times, "
                    "first 11.5, last 51.5, and came back"));
    EXPECT_THAT(
        kernelFindingsOf(dated),
        ElementsAre("warning kernel.nic.flapping: 0000:e1:00.0: the NIC's link went down 5 times, first Jan "
                    "21 20:50:11, last Jan 25 20:50:11, and came up again"));
}

/// Where functions and host are known, most lines are skipped: the record of the boot before ends all the
/// same.
TEST(KernelFindings, OfThePreviousBootEndWithItsRecord) {
    const std::string boot = "[ 0.0] Linux version 6.8.0\n[ 0.1] BERT: Error records from previous boot:\n"
                             "[ 0.1] [Hardware Error]: event severity: fatal\n"
                             "[ 0.1] [Hardware Error]:  Error 0, type: fatal\n";
    const std::vector<std::string> known = {
        "Linux gpu-07 6.8.0-60-generic #63-Ubuntu SMP PREEMPT_DYNAMIC Tue Apr 15 x86_64 GNU/Linux\n",
        "0000:a3:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330]\n"};
    for (const char *live :
         {"[Hardware Error]: System Fatal error.",
          "[Hardware Error]: Uncorrected, software restartable error.",
          "{1}[Hardware Error]: event severity: fatal",
          "mce: [Hardware Error]: CPU 24: Machine Check Exception: 5 Bank 1: bd80000000100134"})
        for (const char *between : {"", "[ 9.1] usb 1-1: new device\n"})
            EXPECT_THAT(kernelFindingsOf(formats::hostOfTexts(
                            {boot + between + "[ 99.1] " + live + "\n", known[0], known[1]})),
                        testing::Contains(testing::StartsWith("error kernel.machine_check: ")))
                << live << between;
    EXPECT_THAT(kernelFindingsOf(formats::hostOfTexts(
                    {boot + "[ 9.1] usb 1-1: new device\n[ 99.1] [Hardware Error]: event "
                            "severity: fatal\n",
                     known[0], known[1]})),
                testing::Contains(testing::StartsWith("error kernel.machine_check: ")));
    EXPECT_THAT(kernelFindingsOf(formats::hostOfTexts({boot, known[0], known[1]})),
                ElementsAre(testing::StartsWith("warning kernel.machine_check.previous_boot: ")));
}

TEST(KernelFindings, OfTheHostAreNotAboutTheGpuBeforeThem) {
    EXPECT_THAT(kernelFindingsOf("[ 91.1] NVRM: Xid (PCI:0000:a3:00): 31, pid=9, name=x, Ch 1\n"
                                 "[ 92.1] NVRM: API mismatch: the client has the version 1, but\n"),
                testing::Contains(testing::AllOf(testing::StartsWith("error kernel.driver.mismatch: "),
                                                 testing::Not(testing::HasSubstr("a3:00.0")))));
}

TEST(KernelFindings, CountLinesWhoseAddressesDiffer) {
    EXPECT_THAT(kernelFindingsOf("[ 91.1] EDAC MC0: 1 CE memory read error on DIMM_B2 (page:0x1)\n"
                                 "[ 92.1] EDAC MC0: 1 CE memory read error on DIMM_B2 (page:0x2)\n"
                                 "[ 93.1] EDAC MC0: 1 CE memory read error on DIMM_C1 (page:0x3)\n"),
                ElementsAre("note kernel.memory: the host's memory corrected ECC errors at DIMM_B2 "
                            "(logged 2 times)",
                            "note kernel.memory: the host's memory corrected ECC errors at DIMM_C1"));
}

TEST(KernelFindings, TakeTheDeviceFromTheLineThatNamesIt) {
    EXPECT_THAT(
        kernelFindingsOf("[ 91.1] NVRM: The NVIDIA GPU 0000:a3:00.0\n[ 91.1] NVRM: (PCI ID: 10de:2901)\n"
                         "[ 91.1] NVRM: installed in this system has\n"
                         "[ 91.1] NVRM: fallen off the bus and is not responding to commands.\n"),
        ElementsAre(testing::StartsWith("error kernel.device_lost: 0000:a3:00.0: ")));
    EXPECT_THAT(
        kernelFindingsOf(
            "[ 91.1] NVRM: The NVIDIA GPU 0000:a3:00.0 (PCI ID: 10de:2901)\n"
            "[ 91.1] NVRM: installed in this system requires use of the NVIDIA open kernel modules.\n"),
        ElementsAre(testing::StartsWith("error kernel.driver.open: 0000:a3:00.0: ")));
}

} // namespace

} // namespace fabricscope::topology
