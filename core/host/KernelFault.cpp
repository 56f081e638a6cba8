// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/KernelFault.h"

#include "core/base/Text.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace fabricscope::host {

namespace {

using Kind = KernelMessage::Kind;

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

/// "NVRM: Xid (PCI:0000:41:00): 79, pid=0, ...": 79.
int xidOf(std::string_view text) {
    const auto at = text.find("Xid (");
    const auto number = at == std::string_view::npos ? at : text.find("): ", at);
    if (number == std::string_view::npos)
        return 0;
    const std::string_view rest = text.substr(number + 3);
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

/// Words of a message, and the rule and variant that they mean. The first row of the kind whose words are all
/// in the message applies; a row without rule is a message that is no fault.
struct Row {
    Kind kind;
    std::string_view has, alsoHas;
    std::string_view rule, variant;
};

// Linux: drivers/net/ethernet/mellanox/mlx5/core (health.c, events.c, cmd.c), broadcom/bnxt/bnxt.c,
// pensando/ionic/ionic_main.c, intel/ice/ice_main.c, infiniband/hw/bnxt_re/qplib_rcfw.c.
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
    {Kind::NicFault, "TX timeout", "", kNic, "transmit"},
    {Kind::NicFault, "tx_timeout: ", "", kNic, "transmit"},
    {Kind::NicFault, "NETDEV WATCHDOG: ", "timed out", kNic, "transmit"},
    {Kind::NicFault, "Link is Down", "", kNic, "link_down"},
    {Kind::NicFault, "Link down", "", kNic, "link_down"},
    {Kind::NicFault, "on-fatal firmware reset event", "", kNic, "reset"},
    {Kind::NicFault, "", "", kNic, ""}, // each other row of the log's rows
};

// drivers/gpu/drm/amd/amdgpu (amdgpu_device.c, amdgpu_job.c, amdgpu_ras.c); NVIDIA's open kernel modules.
constexpr std::string_view kGpu = "kernel.gpu_fault";
constexpr Row kGpuRows[] = {
    {Kind::GpuFault, "RmInitAdapter failed", "", kGpu, "nvidia_init"},
    {Kind::GpuFault, "rm_init_adapter failed", "", kGpu, "nvidia_init"},
    {Kind::GpuFault, "CTF", "", kGpu, "hot"},
    {Kind::GpuFault, "Critical Temperature Fault", "", kGpu, "hot"},
    {Kind::GpuFault, "exceeds 90% of threshold", "", kGpu, "bad_pages_near"},
    {Kind::GpuFault, "threshold", "", kGpu, "bad_pages"},
    {Kind::GpuFault, "GPU reset succeeded, trying to resume", "", "", ""}, // its end is another line
    {Kind::GpuFault, "GPU reset", "succeeded", kGpu, "reset_done"},
    {Kind::GpuFault, "GPU reset", "failed", kGpu, "reset_failed"},
    {Kind::GpuFault, "GPU reset end with ret = -", "", kGpu, "reset_failed"},
    {Kind::GpuFault, "GPU reset end", "", "", ""},
    {Kind::GpuFault, "GPU Recovery Failed", "", kGpu, "reset_failed"},
    {Kind::GpuFault, "GPU reset", "", kGpu, "reset"},
    {Kind::GpuFault, "soft recovered", "", kGpu, "ring_recovered"},
    {Kind::GpuFault, "ring ", "timeout", kGpu, "ring"},
    {Kind::GpuFault, "uncorrectable", "", kGpu, "uncorrectable"},
    {Kind::GpuFault, " correctable hardware errors", "", kGpu, "correctable"},
    {Kind::GpuFault, "page fault", "", kGpu, "page_fault"},
    {Kind::GpuFault, "Fatal error during GPU init", "", kGpu, "amd_init"},
    {Kind::GpuFault, "XGMI", "", kGpu, "xgmi"},
};

// drivers/iommu/amd/iommu.c, intel/dmar.c, arm/arm-smmu-v3; drivers/pci/hotplug/pciehp_ctrl.c; drivers/pci/
// pci.c __pcie_print_link_status(); drivers/edac/edac_mc.c; arch/x86/kernel/cpu/mce; drivers/firmware/efi/
// cper.c; drivers/base/dd.c; NVIDIA's open kernel modules, nv.c.
constexpr std::string_view kIommu = "kernel.iommu", kSlot = "kernel.slot", kMemory = "kernel.memory",
                           kCheck = "kernel.machine_check", kDriver = "kernel.driver", kBar = "kernel.bar",
                           kNvme = "kernel.nvme";
constexpr Row kOtherRows[] = {
    {Kind::LinkLimited, "limited by Unknown", "", "", ""}, // a hypervisor that shows no link
    {Kind::LinkLimited, "limited by ", "", "kernel.link_limited", ""},
    {Kind::LinkChange, "Link Down", "", kSlot, ""},
    {Kind::LinkChange, "Card not present", "", kSlot, "not_present"},
    {Kind::LinkChange, "Power fault", "", kSlot, "power"},
    {Kind::LinkChange, "No link", "", kSlot, "no_link"},
    {Kind::LinkChange, "Cannot train link", "", kSlot, "no_link"},
    {Kind::Iommu, "IO_PAGE_FAULT", "", kIommu, ""},
    {Kind::Iommu, "DMAR: [DMA ", "", kIommu, ""},
    {Kind::Iommu, "arm-smmu", "event", kIommu, ""},
    {Kind::Iommu, "INTR-REMAP", "", kIommu, "interrupt"},
    {Kind::Iommu, "Completion-Wait loop timed out", "", kIommu, "hung"},
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

std::string_view partOf(Kind kind, std::string_view text) {
    if (kind == Kind::Driver && has(text, "BAR"))
        return barOf(text);
    if (kind == Kind::HardwareError && has(text, "section_type: memory")) {
        const std::string_view location = fieldOf(text, "; DIMM location: ");
        return location.empty() ? fieldOf(text, "; DIMM at ") : location;
    }
    if (kind == Kind::Driver && text.starts_with("nvme "))
        return wordBehind(text, "nvme ");
    if (kind == Kind::NicFault && text.starts_with("infiniband "))
        return wordBehind(text, "infiniband ");
    // Newer kernels name the device first: "ice 0000:41:00.0 ens1: NETDEV WATCHDOG: CPU: 3: ..."
    if (kind == Kind::NicFault && text.starts_with("NETDEV WATCHDOG: "))
        return wordBehind(text, "NETDEV WATCHDOG: ");
    if (kind == Kind::LinkChange)
        return wordBehind(text, "Slot(");
    if (kind == Kind::HardwareError && text.find("EDAC MC") != std::string_view::npos) {
        const std::string_view label = wordBehind(text, " on ");
        return label == "unknown" || label == "any" ? std::string_view{} : label;
    }
    return {};
}

} // namespace

std::string_view kernelPartOf(KernelMessage::Kind kind, std::string_view text) {
    return partOf(kind, text);
}

KernelFault kernelFaultOf(KernelMessage::Kind kind, std::string_view text) {
    KernelFault fault;
    fault.isOver = has(text, kEndedBy);
    text = withoutEnding(text);
    // Xid 79 is among the lost devices.
    if (kind == Kind::GpuFault || kind == Kind::DeviceLost) {
        fault.xid = xidOf(text);
        fault.isSwitch = has(text, "SXid (");
    }
    if (kind == Kind::BusError) {
        fault.bus = busOf(text);
        fault.isNoFault = has(text, "event severity: info");
    }
    if (fault.xid == KernelFault::kRecoveryAction && !fault.isSwitch)
        fault.variant = recoveryOf(text);
    if (fault.isSwitch)
        fault.variant = has(text, "Non-fatal") ? "nonfatal" : has(text, ", Fatal") ? "fatal" : "";
    if (fault.xid != 0)
        return fault;
    const Row *row = rowOf(kind, text);
    fault.isNoFault = fault.isNoFault || (row != nullptr && row->rule.empty());
    if (row != nullptr && !row->rule.empty()) {
        fault.rule = row->rule;
        fault.variant = row->variant;
        fault.part = partOf(kind, text);
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
