// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of the kernel's log about queues, bonds, passthrough and slots that somebody switches off.
#include "tests/core/topology/KernelFindingsText.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

TEST(KernelCauses, ASlotThatItsButtonSwitchesOffIsNoLostCard) {
    const std::string slot = "] pcieport 0000:c0:05.1: pciehp: Slot(21): ";
    const std::string pressed =
        "[ 81.1" + slot + "Attention button pressed\n[ 81.2" + slot + "Powering off due to button press\n";
    const std::string gone = "[ 86.3" + slot + "Link Down\n[ 86.4" + slot + "Card not present\n";
    EXPECT_THAT(kernelFindingsOf(pressed + gone), IsEmpty());
    EXPECT_THAT(kernelFindingsOf("[ 81.2" + slot + "Button press: will power off in 5 sec\n" + gone),
                IsEmpty());
    EXPECT_THAT(kernelFindingsOf(gone), ElementsAre(StartsWith("warning kernel.slot.not_present: ")));
    EXPECT_THAT(kernelFindingsOf(pressed + "[ 82.0" + slot + "Button cancel\n" + gone),
                ElementsAre(StartsWith("warning kernel.slot.not_present: ")));
    EXPECT_THAT(kernelFindingsOf("[ 81.2" + slot + "Button press: will power off in 5 sec\n[ 82.0" + slot +
                                 "Button press: canceling request to power off\n" + gone),
                ElementsAre(StartsWith("warning kernel.slot.not_present: ")));
    EXPECT_THAT(kernelFindingsOf(pressed + gone +
                                 "[ 0.0] Linux version 6.8.0-60-generic (a@b) (gcc) #1 SMP\n" + gone),
                ElementsAre(StartsWith("warning kernel.slot.not_present: ")))
        << "in the next boot";
    EXPECT_THAT(kernelFindingsOf(pressed + gone + "[ 96.1" + slot + "Card present\n[ 96.2" + slot +
                                 "Link Up\n[ 99.1" + slot + "Link Down\n"),
                ElementsAre(StartsWith("warning kernel.slot: ")))
        << "after it was switched on again";
    EXPECT_THAT(kernelFindingsOf(pressed + "[ 86.3] pcieport 0000:c0:06.1: pciehp: Slot(22): Link Down\n"),
                ElementsAre(StartsWith("warning kernel.slot: ")))
        << "another slot";
}

TEST(KernelCauses, QueuesThatAGpuDoesNotGiveUp) {
    const std::string gpu = "] amdgpu 0000:75:00.0: amdgpu: ";
    EXPECT_THAT(kernelFindingsOf("[ 7.1" + gpu +
                                 "Queue preemption failed for queue with doorbell_id: 80020008\n" + "[ 7.2" +
                                 gpu + "MES failed to respond to msg=REMOVE_QUEUE\n"),
                ElementsAre(StartsWith("error kernel.gpu_fault.preemption: 0000:75:00.0: ")));
    EXPECT_THAT(kernelFindingsOf("[ 7.1" + gpu +
                                 "HIQ MQD's queue_doorbell_id0 is not 0, Queue preemption time "
                                 "out\n"),
                ElementsAre(StartsWith("error kernel.gpu_fault.preemption: ")));
    EXPECT_THAT(
        kernelFindingsOf("[ 7.1] amdgpu: The cp might be in an unrecoverable state due to an unsuccessful "
                         "queues preemption\n"),
        ElementsAre(StartsWith("error kernel.gpu_fault.preemption: ")));
    EXPECT_THAT(kernelFindingsOf("[ 7.1" + gpu + "MES(1) failed to respond to msg=SUSPEND\n[ 7.2" + gpu +
                                 "MES might be in unrecoverable state, issue a GPU reset\n"),
                ElementsAre(StartsWith("warning kernel.gpu_fault.scheduler: 0000:75:00.0: ")));
    EXPECT_THAT(kernelFindingsOf("[ 7.1] kfd kfd: amdgpu: HAINAN  not supported in kfd\n"),
                ElementsAre("note kernel.gpu_fault.no_kfd: KFD does not support a GPU: ROCm cannot use it"));
}

TEST(KernelCauses, LinksOfNicsAndBonds) {
    const std::string ionic = "] ionic 0000:a7:00.0 enp167s0: ";
    EXPECT_THAT(kernelFindingsOf("[ 5.1" + ionic + "Link down\n"),
                ElementsAre("note kernel.nic.link_down: 0000:a7:00.0: the NIC's link went down"));
    std::string flaps;
    for (const char *second : {"5", "6", "7", "8", "9"})
        flaps += std::string("[ ") + second + ".1" + ionic + "Link down\n[ " + second + ".6" + ionic +
                 "Link up - 400 Gbps\n";
    EXPECT_THAT(kernelFindingsOf(flaps),
                ElementsAre(StartsWith("warning kernel.nic.flapping: 0000:a7:00.0: ")));
    const std::string tg3 = "] tg3 0000:03:00.1 eno2: Link is ";
    EXPECT_THAT(kernelFindingsOf("[ 5.1" + tg3 + "down\n"),
                ElementsAre(StartsWith("note kernel.nic.link_down: ")));
    EXPECT_THAT(kernelFindingsOf("[ 5.1" + tg3 + "down\n[ 6.1" + tg3 + "up at 1000 Mbps, full duplex\n"),
                IsEmpty());
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] bond3: (slave ens9f1): link status definitely down, disabling slave\n"),
        ElementsAre("note kernel.nic.link_down: ens9f1: the NIC's link went down"));
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] bond3: link status definitely down for interface ens9f1, disabling it\n"
                         "[ 5.2] bond3: now running without any active interface!\n"),
        ElementsAre("note kernel.nic.link_down: ens9f1: the NIC's link went down",
                    "warning kernel.nic.bond_down: bond3: no interface of the bond had a link"));
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] bond3: (slave ens9f1): link status definitely down, disabling slave\n"
                         "[ 5.2] bond3: now running without any active interface!\n"
                         "[ 9.1] bond3: (slave ens9f1): link status definitely up, 25000 Mbps full duplex\n"
                         "[ 9.2] bond3: active interface up!\n"),
        IsEmpty());
    const std::string older = "[ 5.2] bonding: bond4: now running without any active interface !\n";
    EXPECT_THAT(kernelFindingsOf(older),
                ElementsAre("warning kernel.nic.bond_down: bond4: no interface of the bond had a link"));
    EXPECT_THAT(kernelFindingsOf(older + "[ 9.2] bonding: bond4: first active interface up!\n"), IsEmpty());
    EXPECT_THAT(
        kernelFindingsOf(
            "[ 5.1] bonding: bond4: link status definitely down for interface ens9f1, disabling it\n"),
        ElementsAre("note kernel.nic.link_down: ens9f1: the NIC's link went down"));
}

TEST(KernelCauses, DriversThatCouldNotStart) {
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] bnxt_re: probe of bnxt_en.rdma.3 failed with error -22\n"),
        ElementsAre(StartsWith("warning kernel.driver.rdma: bnxt_en.rdma.3: the driver bnxt_re could not "
                               "start (error -22)")));
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] bnxt_re bnxt_en.rdma.3: probe with driver bnxt_re failed with error -12\n"),
        ElementsAre(StartsWith("warning kernel.driver.rdma: bnxt_en.rdma.3: the driver bnxt_re could not "
                               "start (error -12)")));
    EXPECT_THAT(kernelFindingsOf(
                    "[ 5.1] nvidia_peermem: Unknown symbol ib_unregister_peer_memory_client (err -22)\n"),
                ElementsAre(StartsWith("warning kernel.driver.peermem: the kernel refused nvidia_peermem")));
    for (const char *const line : {"[ 5.1] Unknown symbol ib_register_peer_memory_client (err -2)\n",
                                   "[ 5.1] nvp2p: disagrees about version of symbol "
                                   "ib_register_peer_memory_client\n"})
        EXPECT_THAT(kernelFindingsOf(line), ElementsAre(StartsWith("warning kernel.driver.peer_memory: ")))
            << line;
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] failing symbol_get of non-GPLONLY symbol ib_register_peer_memory_client.\n"),
        IsEmpty());
}

TEST(KernelCauses, QueuePairsThatTheNicRefused) {
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] mlx5_core 0000:9a:00.0: mlx5_cmd_out_err:811:(pid 71): CREATE_QP(0x500) "
                         "op_mod(0x0) failed, status bad resource(0x5), syndrome (0x1d5b52), err(-22)\n"),
        ElementsAre(StartsWith("warning kernel.driver.queue_pair: 0000:9a:00.0: the NIC refused")));
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] mlx5_core 0000:9a:00.0: mlx5_cmd_out_err:811:(pid 71): ACCESS_REG(0x805) "
                         "op_mod(0x1) failed, status bad parameter(0x3), syndrome (0x1)\n"),
        IsEmpty());
}

TEST(KernelCauses, DevicesThatCannotBePassedToAVm) {
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] vfio-pci 0000:86:00.0: Device is ineligible for IOMMU domain attach due to "
                         "platform RMRR requirement.  Contact your platform vendor.\n"),
        ElementsAre(StartsWith("error kernel.vfio.reserved: 0000:86:00.0: the device cannot be passed")));
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] vfio-pci 0000:86:00.0: Firmware has requested this device have a 1:1 IOMMU "
                         "mapping, rejecting configuring the device without a 1:1 mapping. Contact your "
                         "platform vendor.\n"),
        ElementsAre(StartsWith("error kernel.vfio.reserved: ")));
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1] vfio_iommu_type1_attach_group: No interrupt remapping support.  Use the "
                         "module param \"allow_unsafe_interrupts\" to enable VFIO IOMMU support on this "
                         "platform\n"),
        ElementsAre(StartsWith("error kernel.vfio.no_remapping: devices cannot be passed through to VMs")));
}

TEST(KernelCauses, RecoveryThatFailedInOlderWords) {
    EXPECT_THAT(kernelFindingsOf("[ 5.1] pcieport 0000:3a:02.0: AER: Device recovery failed\n"),
                ElementsAre(StartsWith("error kernel.bus_error.not_recovered: 0000:3a:02.0: ")));
}

TEST(KernelCauses, ADeviceThatTheFirmwareNames) {
    const std::string mark = "] {7}[Hardware Error]: ";
    EXPECT_THAT(
        kernelFindingsOf("[ 5.1" + mark + "Hardware error from APEI Generic Hardware Error Source: 3\n" +
                         "[ 5.1" + mark + "event severity: fatal\n[ 5.1" + mark +
                         " Error 0, type: fatal\n[ 5.1" + mark + "  section_type: PCIe error\n[ 5.1" + mark +
                         "  port_type: 0, PCIe end point\n[ 5.1" + mark + "  version: 3.0\n[ 5.1" + mark +
                         "  command: 0x0546, status: 0x4010\n[ 5.1" + mark + "  device_id: 0001:5e:00.1\n"),
        ElementsAre(StartsWith("error kernel.bus_error.fatal: 0001:5e:00.1: ")));
}

} // namespace

} // namespace fabricscope::topology
