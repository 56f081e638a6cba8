// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::checks {

struct Context;

/// What a check is about; the order is that of the table. Site: what a site expects (core/site), and mutes.
enum class Group : std::uint8_t { Pcie, Iommu, Gpu, Rdma, Library, System, Site };
inline constexpr std::array<std::string_view, 7> kGroupNames = {"pcie",    "iommu",  "gpu", "rdma",
                                                                "library", "system", "site"};
/// "pcie": as in JSON.
[[nodiscard]] std::string_view toString(Group group);
/// "PCIe": as shown.
[[nodiscard]] std::string_view titleOf(Group group);

/// What a host is, as bits of Scope::machines. A hypervisor holds devices for VMs: bound to vfio-pci, or held
/// by a VM that is known.
enum class Machine : std::uint8_t { BareMetal = 1, Hypervisor = 2, Guest = 4, Container = 8 };
/// "bare metal", "hypervisor", "VM", "container".
[[nodiscard]] std::string_view toString(Machine machine);
inline constexpr std::uint8_t kAnywhere = 15, kHosts = 3, kHypervisors = 2, kGuests = 4, kNoContainers = 7;

/// The first two numbers of a Linux release: 6.8 of "6.8.0-60-generic".
struct Kernel {
    std::uint16_t major = 0, minor = 0;
    friend auto operator<=>(const Kernel &, const Kernel &) = default;
};

/// Where a check applies.
struct Scope {
    std::uint8_t machines = kAnywhere;                     ///< bits of Machine
    std::uint16_t gpuVendor = 0;                           ///< PCI vendor of a GPU that must be there; 0: any
    Kernel from = {}, below = {};                          ///< [from, below); 0.0: no bound
    std::string_view (*unless)(const Context &) = nullptr; ///< why it does not apply; empty: it does
};

/// A kind of evidence that a check needs. Needs.cpp has what is in it, and why it may be absent.
enum class Need : std::uint8_t {
    Nothing,
    Functions,   ///< the list of PCI functions
    Links,       ///< speeds and widths of links
    Config,      ///< config space beyond 64 bytes
    Registers,   ///< AER or DevSta
    Bars,        ///< sizes of BARs
    Drivers,     ///< which driver each function has
    Log,         ///< the kernel log
    CommandLine, ///< of the kernel
    Release,     ///< of the kernel
    Groups,      ///< IOMMU groups, or that there are none
    NumaNodes,
    NumaBalancing,
    Limits, ///< of the collecting user
    Ports,  ///< states of RDMA ports
    Rdma,   ///< the list of RDMA devices
    Gids,
    Firmware, ///< of RDMA devices
    Mtu,
    Partitions, ///< modes of AMD GPUs
    Vbios,
    Memory,    ///< size of AMD GPUs' memory
    GpuErrors, ///< what the vendor's tool prints about errors of the GPUs' memory
    GpuClocks, ///< likewise, about clocks or temperatures
    GpuLinks,  ///< likewise, about XGMI or NVLink
    GpuMig,    ///< likewise, about MIG
    Pairs,     ///< GPUs, NICs and their distances
    Addresses, ///< IP addresses
    Vms,       ///< devices held for VMs
    Elsewhere, ///< nothing that is collected: Check::decides
};

/// The four answers, and what becomes of one whose findings are muted.
enum class Status : std::uint8_t {
    Passed,        ///< with notes at most
    Failed,        ///< with a warning or an error
    NotApplicable, ///< `why`
    Unknown,       ///< `why`, and what would decide it
    Muted,         ///< it failed, and each warning and error is muted: CheckResult::muted
};
inline constexpr std::array<std::string_view, 5> kStatusNames = {"passed", "failed", "not_applicable",
                                                                 "unknown", "muted"};
[[nodiscard]] std::string_view toString(Status status);

/// Why something is unknown.
enum class Reason : std::uint8_t {
    None,
    NoPermission,  ///< only root may read it
    ToolAbsent,    ///< the program that states it is not installed
    HiddenInGuest, ///< a VM does not show it
    NotCollected,  ///< the source does not contain it
    NotDecidable,  ///< what was read decides nothing
};
/// "no_permission": as in JSON; empty for None.
[[nodiscard]] std::string_view toString(Reason reason);

/// What a check found on one host.
struct Answer {
    Status status = Status::Unknown;
    std::string text = {};    ///< Passed: what was seen; NotApplicable, Unknown: why. A clause, safe to show
    std::string decides = {}; ///< Unknown: what would decide it, a clause; may be empty
    Reason reason = Reason::None;
    /// Worst first. Failed: at least one is a warning or an error. Otherwise notes only.
    std::vector<findings::Finding> findings = {};
};

/// One row of the table of checks.
struct Check {
    std::string_view id;    ///< "pcie.width": stable, used in JSON
    std::string_view title; ///< what is checked, a noun phrase: "Lanes of PCIe links"
    Group group = Group::Pcie;
    Scope scope = {};
    std::array<Need, 3> needs = {};
    /// Rules of findings that are made elsewhere and answer this check, "link.narrow link.one_end/narrow",
    /// separated by blanks, and RULE* and RULE/VARIANT* for all that begin so. What names a variant counts
    /// first, then a whole rule.
    std::string_view claims = {};
    /// Rules, written as in `claims` (RULE/ is its row without a variant), of findings that other checks
    /// report and that contradict a pass of this one: with a warning or an error of them it is unknown
    /// (Contradictions.h).
    std::string_view contradictedBy = {};
    /// Called where the check applies and all needs are there; what it finds is added to the claimed
    /// findings, and must not repeat them. nullptr: it passed, unless a claimed finding is a warning or
    /// worse.
    Answer (*judge)(const Context &) = nullptr;
    std::string_view seen = {};    ///< without `judge`: what was seen
    std::string_view decides = {}; ///< Need::Elsewhere: what would decide it
};

/// All rows, by group.
[[nodiscard]] const std::vector<const Check *> &allChecks();
/// nullptr where there is none.
[[nodiscard]] const Check *findCheck(std::string_view id);

} // namespace fabricscope::checks
