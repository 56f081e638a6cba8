// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/KernelFault.h"

#include "core/base/Text.h"
#include "core/host/KernelNotes.h"
#include "core/host/SystemFault.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace fabricscope::host {

namespace {

using Kind = KernelMessage::Kind;

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

/// "NVRM: Xid (PCI:0000:a3:00): 79, pid=0, ...", "nvidia-nvswitch0: SXid: 12028, ...": the number.
int xidOf(std::string_view text) {
    constexpr std::string_view kWords = "Xid";
    const auto at = text.find(kWords);
    if (at == std::string_view::npos)
        return 0;
    std::string_view rest = trimmed(text.substr(at + kWords.size()));
    if (rest.starts_with('('))
        rest.remove_prefix(std::min(rest.find(')'), rest.size() - 1) + 1);
    if (rest.starts_with(':'))
        rest = trimmed(rest.substr(1));
    return parseInteger<int>(rest.substr(0, rest.find_first_not_of("0123456789"))).value_or(0);
}

/// The kernel's words changed from "Corrected" to "Correctable" and back.
KernelFault::Bus busOf(std::string_view text) {
    using Bus = KernelFault::Bus;
    if (has(text, "containment event"))
        return Bus::Contained;
    if (has(text, "can't recover") || has(text, "recovery failed"))
        return Bus::NotRecovered;
    if (has(text, "(Fatal)") || has(text, "event severity: fatal"))
        return Bus::Fatal;
    if (has(text, "(Non-Fatal)") || has(text, "event severity: recoverable"))
        return Bus::NonFatal;
    return has(text, "Correct") || has(text, "event severity: corrected") ? Bus::Corrected : Bus::Unknown;
}

// Variants that other words of the message decide.
constexpr std::string_view kRas = "ras", kAca = "aca";

/// Words of a message, and the rule and variant that they mean. The first row of the kind whose words are all
/// in the message applies; a row without rule is a message that is no fault.
struct Row {
    Kind kind;
    std::string_view has, alsoHas;
    std::string_view rule, variant;
};

// Linux: drivers/net/ethernet/mellanox/mlx5/core (health.c, events.c, cmd.c), broadcom/bnxt/bnxt.c and tg3.c,
// pensando/ionic/ionic_main.c and ionic_lif.c, intel/ice/ice_main.c, infiniband/hw/bnxt_re/qplib_rcfw.c;
// drivers/net/bonding/bond_main.c.
constexpr std::string_view kNic = "kernel.nic";
constexpr Row kNicRows[] = {
    {Kind::NicFault, " synd 0x", "", kNic, "syndrome"},
    {Kind::NicFault, "health recovery f", "", kNic, "not_recovered"},
    {Kind::NicFault, "health", "compromised", kNic, "health"},
    {Kind::NicFault, "Health issue observed, ", "igh temperature", kNic, "hot"},
    {Kind::NicFault, "Health issue observed", "", kNic, "health"},
    {Kind::NicFault, "Fatal error ", "detected", kNic, "health"},
    {Kind::NicFault, "Port module event", "High Temperature", kNic, "module_hot"},
    {Kind::NicFault, "Port module event", "Power budget exceeded", kNic, "module_power"},
    {Kind::NicFault, "Port module event", "powered down", kNic, "slot_power"},
    {Kind::NicFault, "Port module event", "Cable unplugged", kNic, "unplugged"},
    {Kind::NicFault, "Port module event", "", kNic, "module"},
    {Kind::NicFault, "High temperature on sensors", "", kNic, "hot"},
    {Kind::NicFault, "Chip temperature has gone above", "", kNic, "hot"},
    {Kind::NicFault, "Chip temperature has crossed", "", kNic, "hot"},
    {Kind::NicFault, "insufficient power", "", kNic, "slot_power"},
    {Kind::NicFault, "Will cause a leak of a command", "", kNic, "command"},
    {Kind::NicFault, "Error (timeout", "", kNic, "command"},
    {Kind::NicFault, "QPLIB: cmdq", "timedout", kNic, "command"},
    {Kind::NicFault, "DEVCMD ", " timeout after ", kNic, "command"},
    {Kind::NicFault, "DEV_CMD ", " timeout after ", kNic, "command"},
    {Kind::NicFault, "DEV_CMD ", "EOPNOTSUPP", "", ""}, // an older firmware lacks the command
    {Kind::NicFault, "DEV_CMD ", "retrying", "", ""},
    {Kind::NicFault, "DEV_CMD ", "", kNic, "refused"},
    {Kind::NicFault, "ionic ", "FW stopped", kNic, "stopped"},
    {Kind::NicFault, "ionic ", "FW Down", kNic, "stopped"},
    {Kind::NicFault, "TX timeout", "", kNic, "transmit"},
    {Kind::NicFault, "tx_timeout: ", "", kNic, "transmit"},
    {Kind::NicFault, "NETDEV WATCHDOG: ", "timed out", kNic, "transmit"},
    {Kind::NicFault, "Link is Down", "", kNic, "link_down"},
    {Kind::NicFault, "Link down", "", kNic, "link_down"},
    {Kind::NicFault, "Link is down", "", kNic, "link_down"},
    {Kind::NicFault, "link status definitely down", "", kNic, "link_down"},
    {Kind::NicFault, "running without any active interface", "", kNic, "bond_down"},
    {Kind::NicFault, "on-fatal firmware reset event", "", kNic, "reset"},
    {Kind::NicFault, "", "", kNic, ""}, // each other row of the log's rows
};

// drivers/gpu/drm/amd/amdgpu (amdgpu_device.c, amdgpu_job.c, amdgpu_ras.c, amdgpu_aca.c, amdgpu_psp.c,
// amdgpu_ring.c, amdgpu_xgmi.c, mxgpu_ai.c, nbio_v7_4.c), drivers/gpu/drm/amd/pm/swsmu; NVIDIA's open kernel
// modules.
constexpr std::string_view kGpu = "kernel.gpu_fault";
constexpr Row kGpuRows[] = {
    {Kind::GpuFault, "ERREVENT_ATHUB_INTERRUPT", "", kGpu, "fatal"},
    {Kind::GpuFault, "triggered by NBIF", "", kGpu, "nbif"},
    {Kind::GpuFault, "poison consumption", "", kGpu, "poison"},
    {Kind::GpuFault, "].STATUS=0x", "", kGpu, kAca},
    {Kind::GpuFault, "Accelerator Check Architecture", "", kGpu, "aca_logged"},
    {Kind::GpuFault, " SubBlock ", ", DED ", kGpu, "uncorrectable"},
    {Kind::GpuFault, " SubBlock ", ", SEC ", kGpu, "correctable"},
    {Kind::GpuFault, " in SDMA", ", SED ", kGpu, "uncorrectable"},
    {Kind::GpuFault, "hardware error", "", kGpu, kRas},
    {Kind::GpuFault, "ACK should not assert", "", kGpu, "mailbox"},
    {Kind::GpuFault, "Doesn't get ", " from pf", kGpu, "mailbox"},
    {Kind::GpuFault, " ring ", " test failed", kGpu, "ring_test"},
    {Kind::GpuFault, "IB test failed on", "", kGpu, "ring_test"},
    {Kind::GpuFault, "KCQ enable failed", "", kGpu, "ring_test"},
    {Kind::GpuFault, "PCI rejects atomics", "", kGpu, "no_atomics"},
    {Kind::GpuFault, "_init of IP block <", "", kGpu, "amd_init"},
    {Kind::GpuFault, "Unable to locate a BIOS ROM", "", kGpu, "amd_init"},
    {Kind::GpuFault, "Failed to get gpu_info firmware", "", kGpu, "amd_init"},
    {Kind::GpuFault, "PSP ", "failed", kGpu, "psp"},
    {Kind::GpuFault, " PCS ", "", kGpu, "xgmi"},
    {Kind::GpuFault, "XGMI", "ailed to", kGpu, "xgmi_setup"},
    {Kind::GpuFault, "XGMI", "opology failure", kGpu, "xgmi_setup"},
    {Kind::GpuFault, "SMU: response:0xFFFFFFFF", "", kGpu, "smu_unreadable"},
    {Kind::GpuFault, "SMU: ", "", kGpu, "smu"},
    {Kind::GpuFault, "SMU is in hanged state", "", kGpu, "smu"},
    {Kind::GpuFault, "ailed to", "SMU", kGpu, "smu"},
    {Kind::GpuFault, "ailed to", "smu", kGpu, "smu"},
    {Kind::GpuFault, "ailed to", "smc", kGpu, "smu"},
    {Kind::GpuFault, "NVRM: rm_init_adapter", "minor number ", kGpu,
     "nvidia_init_minor"}, // without an address
    {Kind::GpuFault, "RmInitAdapter failed", "", kGpu, "nvidia_init"},
    {Kind::GpuFault, "rm_init_adapter", "", kGpu, "nvidia_init"},
    {Kind::GpuFault, "CTF", "", kGpu, "hot"},
    {Kind::GpuFault, "Critical Temperature Fault", "", kGpu, "hot"},
    {Kind::GpuFault, "exceeds 90% of threshold", "", kGpu, "bad_pages_near"},
    {Kind::GpuFault, "threshold", "", kGpu, "bad_pages"},
    {Kind::GpuFault, "pages to EEPROM table", "", kGpu, "pages_retired"}, // amdgpu_ras.c, amdgpu_ras_eeprom.c
    {Kind::GpuFault, "EEPROM table with 0 records", "", "", ""},
    {Kind::GpuFault, "EEPROM table with ", "", kGpu, "pages_recorded"},
    {Kind::GpuFault, "ueue preemption", "", kGpu, "preemption"}, // amdkfd/kfd_device_queue_manager.c
    {Kind::GpuFault, "queues preemption", "", kGpu, "preemption"},
    {Kind::GpuFault, "MES", "msg=", kGpu, "scheduler"}, // mes_v11_0.c, mes_v12_0.c
    {Kind::GpuFault, "MES might be in", "", kGpu, "scheduler"},
    {Kind::GpuFault, "queue from MES", "", kGpu, "scheduler"},
    {Kind::GpuFault, "not supported in kfd", "", kGpu, "no_kfd"},          // amdkfd/kfd_device.c
    {Kind::GpuFault, "GPU reset succeeded, trying to resume", "", "", ""}, // its end is another line
    {Kind::GpuFault, "GPU reset", "succeeded", kGpu, "reset_done"},
    {Kind::GpuFault, "GPU reset", "failed", kGpu, "reset_failed"},
    {Kind::GpuFault, "GPU reset end with ret = -", "", kGpu, "reset_failed"},
    {Kind::GpuFault, "GPU reset end", "", "", ""},
    {Kind::GpuFault, "GPU Recovery Failed", "", kGpu, "reset_failed"},
    {Kind::GpuFault, "GPU reset", "", kGpu, "reset"},
    {Kind::GpuFault, "soft recovered", "", kGpu, "ring_recovered"},
    {Kind::GpuFault, "ring ", "timeout", kGpu, "ring"},
    {Kind::GpuFault, "page fault", "", kGpu, "page_fault"},
    {Kind::GpuFault, "Fatal error during GPU init", "", kGpu, "amd_init"},
    {Kind::GpuFault, "XGMI", "", kGpu, "xgmi"},
};

// drivers/iommu/amd/iommu.c, intel/dmar.c and iommu.c, iommu.c, arm/arm-smmu-v3;
// drivers/pci/hotplug/pciehp_ctrl.c; drivers/pci/pci.c __pcie_print_link_status(); drivers/edac/edac_mc.c;
// arch/x86/kernel/cpu/mce; drivers/firmware/efi/cper.c; drivers/base/dd.c; NVIDIA's open kernel modules,
// nv.c.
constexpr std::string_view kIommu = "kernel.iommu", kSlot = "kernel.slot", kMemory = "kernel.memory",
                           kCheck = "kernel.machine_check", kDriver = "kernel.driver", kBar = "kernel.bar",
                           kNvme = "kernel.nvme", kVfio = "kernel.vfio", kReset = "kernel.reset";
constexpr Row kOtherRows[] = {
    {Kind::DeviceLost, "not ready", "giving up", kReset, ""},
    {Kind::DeviceLost, "Failed to return from FLR", "", kReset, ""}, // until Linux 4.16
    {Kind::LinkChange, "retraining failed", "", kSlot, "retrain"},
    {Kind::LinkLimited, "limited by Unknown", "", "", ""}, // a hypervisor that shows no link
    {Kind::LinkLimited, "limited by ", "", "kernel.link_limited", ""},
    {Kind::LinkChange, "Link Down", "", kSlot, ""},
    {Kind::LinkChange, "Card not present", "", kSlot, "not_present"},
    {Kind::LinkChange, "Power fault", "", kSlot, "power"},
    {Kind::LinkChange, "No link", "", kSlot, "no_link"},
    {Kind::LinkChange, "Cannot train link", "", kSlot, "no_link"},
    {Kind::LinkChange, "Failed to check link status", "", kSlot, "no_link"},
    {Kind::LinkChange, "No adapter", "", kSlot, "not_present"},
    {Kind::Iommu, "IO_PAGE_FAULT", "", kIommu, ""},
    {Kind::Iommu, "DMAR: [DMA ", "", kIommu, ""},
    {Kind::Iommu, "arm-smmu", "event", kIommu, ""},
    {Kind::Iommu, "INTR-REMAP", "", kIommu, "interrupt"},
    {Kind::Iommu, "Completion-Wait loop timed out", "", kIommu, "hung"},
    {Kind::Iommu, "IOTLB_INV_TIMEOUT", "", kIommu, "no_answer"},
    {Kind::Iommu, "Invalidation Time-out Error", "", kIommu, "no_answer"},
    {Kind::Iommu, "AMD-Vi: Event logged", "", kIommu, "event"},
    {Kind::HardwareError, "EDAC MC", " UE ", kMemory, "uncorrected"},
    {Kind::HardwareError, "EDAC MC", "", kMemory, ""},
    {Kind::HardwareError, "ncorrected hardware memory error", "", kMemory, "uncorrected"},
    {Kind::HardwareError, "Memory failure: ", "", kMemory, "uncorrected"},
    {Kind::HardwareError, "event severity: info", "", "", ""},
    {Kind::HardwareError, "event severity: corrected", "section_type: memory", kMemory, ""},
    {Kind::HardwareError, "section_type: memory", "", kMemory, "uncorrected"},
    {Kind::HardwareError, "cpu clock throttled", "", kCheck, "throttled"},
    {Kind::HardwareError, "events logged", "", kCheck, "logged"},
    {Kind::HardwareError, "Corrected error, no action", "", kCheck, "corrected"},
    {Kind::HardwareError, "Deferred error, no action", "", kCheck, "deferred"},
    {Kind::HardwareError, "event severity: corrected", "", kCheck, "corrected"},
    {Kind::HardwareError, "from previous boot", "", kCheck, "previous_boot"},
    {Kind::HardwareError, "", "", kCheck, ""},
    {Kind::Driver, "API mismatch", "", kDriver, "mismatch"},
    {Kind::Driver, "requires use of the NVIDIA open kernel modules", "", kDriver, "open"},
    {Kind::Driver, "is not supported by open", "", kDriver, "proprietary"},
    {Kind::Driver, "is not supported by", "", kDriver, "unsupported"},
    {Kind::Driver, "is already bound to vfio", "", "", ""}, // a host that passes its GPUs to VMs
    {Kind::Driver, "is already bound to ", "", kDriver, "bound"},
    {Kind::Driver, "The NVIDIA probe routine failed", "", kDriver, "none_started"},
    {Kind::Driver, "The NVIDIA probe routine was not called", "", kDriver, "other_driver"},
    {Kind::Driver, "reset recovery", "", "", ""},
    {Kind::Driver, "peermem: ", "nknown symbol", kDriver, "peermem"},
    {Kind::Driver, "peermem: ", "disagrees about version", kDriver, "peermem"},
    {Kind::Driver, "nv_peer_mem: ", "nknown symbol", kDriver, "peermem"},
    {Kind::Driver, "nv_peer_mem: ", "disagrees about version", kDriver, "peermem"},
    {Kind::Driver, "ib_register_peer_memory_client", "nknown symbol", kDriver, "peer_memory"},
    {Kind::Driver, "ib_register_peer_memory_client", "disagrees about version", kDriver, "peer_memory"},
    {Kind::Driver, "CREATE_QP(", " failed, status ", kDriver, "queue_pair"},
    {Kind::Driver, "ineligible for IOMMU domain attach", "", kVfio, "reserved"},
    {Kind::Driver, "have a 1:1 IOMMU mapping", "", kVfio, "reserved"},
    {Kind::Driver, "No interrupt remapping support", "", kVfio, "no_remapping"},
    {Kind::Driver, ".rdma.", "failed with error", kDriver, "rdma"},
    {Kind::Driver, ".roce.", "failed with error", kDriver, "rdma"},
    {Kind::Driver, "vfio", " reserve", kVfio, ""},
    {Kind::Driver, "vfio", "INTx", kVfio, "interrupt"},
    {Kind::Driver, "vfio", "eset", kVfio, "reset"},
    {Kind::Driver, "probe ", "failed with error", kDriver, ""},
    {Kind::Driver, "mlx5_init_one failed", "", kDriver, ""},
    {Kind::Driver, "NVRM: This PCI I/O region", "", kBar, ""},
    {Kind::Driver, "NVRM: BAR", "", kBar, ""},
    {Kind::Driver, "controller is down", "", kNvme, ""},
    {Kind::Driver, "nvme", "timeout, ", kNvme, "timeout"},
    {Kind::Driver, "nvme", "Device not ready", kNvme, "not_ready"},
    {Kind::Driver, "nvme", "failure", kNvme, "removed"},
};

const Row *rowOf(Kind kind, std::string_view text) {
    const auto find = [&](const auto &rows) -> const Row * {
        for (const Row &row : rows)
            if (row.kind == kind && has(text, row.has) && has(text, row.alsoHas))
                return &row;
        return nullptr;
    };
    if (kind == Kind::NicFault)
        return find(kNicRows);
    return kind == Kind::GpuFault ? find(kGpuRows) : find(kOtherRows);
}

/// "BAR 2: no space for ...", "BAR1 is 0M @ 0x0": its number.
std::string_view barOf(std::string_view text) {
    const auto at = text.find("BAR");
    if (at == std::string_view::npos)
        return {};
    const std::string_view number = trimmed(text.substr(at + 3));
    return number.substr(0, number.find_first_not_of("0123456789"));
}

/// "pci 0000:41:00.0: BAR 2: no space for [mem size 0x2000000000 64bit pref]", from Linux 6.10 on "BAR 2 [mem
/// size 0x2000000000 64bit pref]: can't assign; no space", "VF BAR 0 [mem ...", also "... assigned [mem ...".
/// I/O ports, ROMs and the
/// windows of bridges (BAR 6 and from 13 on, earlier) often have no space on hosts that work.
void setBar(KernelFault &fault, std::string_view text) {
    constexpr std::string_view kWords = "BAR ";
    const auto at = text.find(kWords);
    if (at == std::string_view::npos || !has(text, "[mem "))
        return;
    std::string_view rest = text.substr(at + kWords.size());
    const auto number = parseInteger<unsigned>(rest.substr(0, rest.find_first_not_of("0123456789")));
    constexpr unsigned kStandard = 6, kFirstOfVfs = 7, kVfs = 6;
    if (!number)
        return;
    const bool isOfVfs =
        text.substr(0, at).ends_with("VF ") || (*number >= kFirstOfVfs && *number < kFirstOfVfs + kVfs);
    if (*number >= kStandard && !isOfVfs)
        return;
    fault.rule = kBar;
    fault.variant = isOfVfs ? "vf" : "";
    fault.part = barOf(text);
    fault.isNoFault = false;
}

/// "GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)"
std::string_view recoveryOf(std::string_view text) {
    const auto at = text.rfind(" to 0x");
    const std::string_view action = at == std::string_view::npos ? std::string_view{} : text.substr(at);
    if (has(action, "Drain and Reset"))
        return "154_drain_reset";
    if (has(action, "Drain"))
        return "154_drain";
    if (has(action, "Reboot"))
        return "154_reboot";
    if (has(action, "Reset"))
        return "154_reset";
    return has(action, "None") ? "154_none" : "154";
}

/// "CPU 3: Machine Check: 0 Bank 7: 8c00004000010090": bit 61 of a bank's status is set for what was not
/// corrected (Intel SDM 15.3.2.2, AMD APM 2, 9.3.2). Unknown without a status.
std::optional<bool> isCorrected(std::string_view text) {
    constexpr std::string_view kBank = " Bank ";
    const auto at = text.find(kBank);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(at + kBank.size());
    (void)takeUntil(rest, ':');
    rest = trimmed(rest);
    const auto status = parseInteger<std::uint64_t>(takeUntil(rest, ' '), 16);
    constexpr std::uint64_t kUncorrected = std::uint64_t{1} << 61;
    return status ? std::optional((*status & kUncorrected) == 0) : std::nullopt;
}

/// The count before `words`: "3 new deferred"; 1 where there is none.
std::uint64_t countBefore(std::string_view text, std::string_view words) {
    const auto at = text.find(words);
    if (at == std::string_view::npos)
        return 0;
    const auto takeLast = [](std::string_view &rest) {
        rest = trimmed(rest);
        const std::string_view word = rest.substr(rest.find_last_of(" :}") + 1); // npos + 1 is 0
        rest.remove_suffix(word.size());
        return word;
    };
    std::string_view rest = text.substr(0, at);
    std::string_view word = takeLast(rest);
    if (word == "new")
        word = takeLast(rest);
    return word == "no" ? 0 : parseInteger<std::uint64_t>(word).value_or(1);
}

/// "0 uncorrectable hardware errors and 2 deferred hardware errors detected in UMC block": the worst kind of
/// which there are some.
std::string_view rasVariant(std::string_view text) {
    if (countBefore(text, "uncorrectable hardware error") > 0 || has(text, "Uncorrectable hardware error"))
        return "uncorrectable";
    if (countBefore(text, "deferred hardware error") > 0)
        return "deferred";
    return countBefore(text, " correctable hardware error") > 0 ? "correctable" : std::string_view{};
}

/// "ACA[01/12].STATUS=0xbaa000000000080b", "aca entry[00].STATUS=0x...": amdgpu_aca.h, as AMD's machine
/// checks.
std::string_view bankVariant(std::string_view text) {
    constexpr std::string_view kWords = "].STATUS=0x";
    const std::string_view rest = text.substr(text.find(kWords) + kWords.size());
    const auto status = parseInteger<std::uint64_t>(rest.substr(0, rest.find_first_of(" ,;")), 16);
    constexpr unsigned kUncorrected = 61, kDeferred = 44;
    if (!status)
        return "aca_logged";
    if ((*status >> kUncorrected & 1U) != 0)
        return "aca_uncorrected";
    return (*status >> kDeferred & 1U) != 0 ? "aca_deferred" : "aca_corrected";
}

/// A block of the GPU: "... detected in umc block", "... in UMC block", "GFX SubBlock ...", "in SDMA3, SED".
std::string_view blockOf(std::string_view text) {
    struct Block {
        std::string_view word, name;
    };
    static constexpr Block kBlocks[] = {
        {"umc", "memory controllers (umc)"}, {"sdma", "copy engines (sdma)"},
        {"gfx", "compute engine (gfx)"},     {"mmhub", "memory hub (mmhub)"},
        {"athub", "translation (athub)"},    {"pcie_bif", "PCIe interface (pcie_bif)"},
        {"hdp", "host data path (hdp)"},     {"xgmi_wafl", "XGMI and WAFL links (xgmi_wafl)"},
        {"df", "data fabric (df)"},          {"smn", "management network (smn)"},
        {"mp0", "security processor (mp0)"}, {"mp1", "power controller (mp1)"},
        {"mca", "machine checks (mca)"},     {"vcn", "video engines (vcn)"},
        {"jpeg", "JPEG engines (jpeg)"},
    };
    auto end = std::min(text.find(" block"), text.find(" SubBlock"));
    if (const auto sdma = text.find(" in SDMA"); end == std::string_view::npos && sdma != end)
        end = sdma + std::string_view(" in SDMA").size();
    if (end == std::string_view::npos)
        return {};
    const std::string_view before = text.substr(0, end);
    const std::string_view word = before.substr(before.find_last_of(' ') + 1);
    const auto isSame = [](char a, char b) {
        return (a | 0x20) == (b | 0x20);
    };
    for (const Block &each : kBlocks)
        if (std::equal(word.begin(), word.end(), each.word.begin(), each.word.end(), isSame))
            return each.name;
    return {};
}

/// "not ready 65535ms after FLR; giving up": pci_dev_wait() in drivers/pci/pci.c.
std::string_view resetOf(std::string_view text) {
    struct Reset {
        std::string_view word, name;
    };
    static constexpr Reset kResets[] = {
        {"FLR", "a function-level reset (FLR)"},
        {"AF_FLR", "a function-level reset (AF)"},
        {"bus reset", "a bus reset"},
        {"resume", "resuming"},
        {"DPC", "DPC cut off its link"},
        {"PM D3->D0", "a power-state reset"},
        {"PM D3hot->D0", "a power-state reset"},
    };
    constexpr std::string_view kAfter = "ms after ";
    const auto at = text.find(kAfter);
    if (at == std::string_view::npos)
        return has(text, "return from FLR") ? kResets[0].name : std::string_view{};
    const std::string_view rest = text.substr(at + kAfter.size());
    const std::string_view word = rest.substr(0, rest.find(';'));
    for (const Reset &each : kResets)
        if (word == each.word)
            return each.name;
    return {};
}

/// The word behind some words, without what ends a clause.
std::string_view wordBehind(std::string_view text, std::string_view words) {
    const auto at = text.find(words);
    if (at == std::string_view::npos)
        return {};
    std::string_view rest = text.substr(at + words.size());
    std::string_view word = takeUntil(rest, ' ');
    while (!word.empty() && (word.back() == ':' || word.back() == ',' || word.back() == ')'))
        word.remove_suffix(1);
    constexpr std::size_t kLongest = 64;
    return word.size() <= kLongest ? word : std::string_view{};
}

/// What a text joined of a firmware's record states: "...; DIMM location: CPU1 DIMM_A1".
std::string_view fieldOf(std::string_view text, std::string_view name) {
    const auto at = text.find(name);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + name.size());
    constexpr std::size_t kLongest = 96;
    return trimmed(text.substr(0, std::min(text.find(';'), kLongest)));
}

/// "bnxt_en.rdma.0": a NIC's part for the driver of RDMA, a device of the auxiliary bus.
std::string_view auxiliaryOf(std::string_view text) {
    const auto at = std::min(text.find(".rdma."), text.find(".roce."));
    if (at == std::string_view::npos)
        return {};
    const auto begin = text.substr(0, at).find_last_of(' ') + 1; // npos + 1 is 0
    return text.substr(begin, std::min(text.find_first_of(" :", at), text.size()) - begin);
}

/// The interface of a bond, or the bond itself: "bond0: (slave ens1): link status definitely down, ...",
/// "bond0: link status definitely down for interface ens1, ...", "bond0: active interface up!"; of older
/// kernels "bonding: bond0: now running without any active interface !".
std::string_view interfaceOfBond(std::string_view text) {
    constexpr std::string_view kModule = "bonding: ";
    if (text.starts_with(kModule))
        text.remove_prefix(kModule.size());
    if (!has(text, "link status definitely"))
        return text.substr(0, std::min(text.find(':'), text.size()));
    const std::string_view slave = wordBehind(text, "(slave ");
    return slave.empty() ? wordBehind(text, "for interface ") : slave;
}

std::string_view partOf(Kind kind, std::string_view text) {
    if (kind == Kind::GpuFault)
        return has(text, "NVRM: rm_init_adapter") ? wordBehind(text, "minor number ") : blockOf(text);
    if (kind == Kind::DeviceLost)
        return resetOf(text);
    if (kind == Kind::Driver && has(text, "BAR"))
        return barOf(text);
    if (kind == Kind::HardwareError && has(text, "section_type: memory")) {
        const std::string_view location = fieldOf(text, "; DIMM location: ");
        return location.empty() ? fieldOf(text, "; DIMM at ") : location;
    }
    if (kind == Kind::Driver && text.starts_with("nvme "))
        return wordBehind(text, "nvme ");
    if (kind == Kind::Driver && has(text, "failed with error"))
        return auxiliaryOf(text);
    if (kind == Kind::NicFault && (has(text, "link status definitely") || has(text, "active interface") ||
                                   has(text, "the new active one")))
        return interfaceOfBond(text);
    if (kind == Kind::NicFault && text.starts_with("infiniband "))
        return wordBehind(text, "infiniband ");
    // Newer kernels name the device first: "ice 0000:41:00.0 ens1: NETDEV WATCHDOG: CPU: 3: ..."
    if (kind == Kind::NicFault && text.starts_with("NETDEV WATCHDOG: "))
        return wordBehind(text, "NETDEV WATCHDOG: ");
    if (kind == Kind::LinkChange) // "No adapter on slot(3)"
        return wordBehind(text, has(text, "Slot(") ? "Slot(" : "slot(");
    if (kind == Kind::HardwareError && text.find("EDAC MC") != std::string_view::npos) {
        const std::string_view label = wordBehind(text, " on ");
        return label == "unknown" || label == "any" ? std::string_view{} : label;
    }
    return {};
}

/// What the words of a row alone do not decide.
void refine(KernelFault &fault, std::string_view text) {
    if (fault.variant == kRas) {
        fault.variant = rasVariant(text);
        fault.isNoFault = fault.variant.empty(); // "0 uncorrectable hardware errors"
    } else if (fault.variant == kAca) {
        fault.variant = bankVariant(text);
    } else if (fault.variant == "retrain" && text.starts_with("pci ")) {
        fault.variant = "retrain_boot"; // before the port has its driver
    }
}

} // namespace

std::string_view kernelPartOf(KernelMessage::Kind kind, std::string_view text) {
    return partOf(kind, text);
}

KernelFault kernelFaultOf(KernelMessage::Kind kind, std::string_view text) {
    KernelFault fault;
    fault.isOver = !notesOf(text).later.empty();
    text = withoutNotes(text);
    if (kind == Kind::System) {
        const bool isOver = fault.isOver;
        fault = systemFaultOf(text);
        fault.isOver = isOver;
        return fault;
    }
    // Xid 79 is among the lost devices.
    if (kind == Kind::GpuFault || kind == Kind::DeviceLost) {
        fault.xid = xidOf(text);
        fault.isSwitch = has(text, "SXid");
    }
    if (kind == Kind::BusError) {
        fault.bus = busOf(text);
        // "AER: Corrected error received: 0000:41:00.0", "AER: Correctable error message received from ..."
        fault.isReport =
            has(text, "AER: ") && (has(text, " error received") || has(text, " error message received"));
        fault.isNoFault = has(text, "event severity: info");
    }
    if (fault.xid == KernelFault::kRecoveryAction && !fault.isSwitch)
        fault.variant = recoveryOf(text);
    if (fault.isSwitch)
        fault.variant = has(text, "Non-fatal") || has(text, "Non-Fatal") ? "nonfatal"
                        : has(text, ", Fatal")                           ? "fatal"
                                                                         : "";
    if (fault.xid != 0)
        return fault;
    if (kind == Kind::GpuFault && has(text, "Xid")) // its number is cut off
        fault.isNoFault = true;
    const Row *row = rowOf(kind, text);
    fault.isNoFault = fault.isNoFault || (row != nullptr && row->rule.empty());
    if (row != nullptr && !row->rule.empty()) {
        fault.rule = row->rule;
        fault.variant = row->variant;
        fault.part = partOf(kind, text);
        refine(fault, text);
        if (fault.rule == kCheck && fault.variant.empty() && has(text, " Bank ")) {
            if (const auto corrected = isCorrected(text); corrected.value_or(false))
                fault.variant = "corrected";
            else if (!corrected && !has(text, "Exception"))
                fault.variant = "logged"; // its status was replaced, or cut off
        }
    } else if (kind == Kind::Driver) {
        setBar(fault, text);
    }
    return fault;
}

} // namespace fabricscope::host
