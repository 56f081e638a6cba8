// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kSysfsNuma =
    "Linux, Documentation/ABI/testing/sysfs-bus-pci: numa_node; Documentation/ABI/stable/sysfs-devices-node";
constexpr std::string_view kSysfsTree = "Linux, drivers/pci: a function is listed once, below its bridge";

constexpr std::array kRules = {
    Rule{.id = "device.dead",
         .severity = Severity::Error,
         .title = "[{device} ]fell off the bus: its config space reads all ones (lspci shows rev ff, header "
                  "type 7f)",
         .remedy =
             "Look in the kernel's log for what happened before; restart the host, and if that does not "
             "help power-cycle it; if it happens again, reseat the device, its riser and cables",
         .source = "PCI Express Base Specification 6.0, 2.3.2: a read without an answer returns all ones"},
    Rule{.id = "numa.unknown",
         .severity = Severity::Note,
         .title = "NUMA node unknown (numa_node = -1): the distance of these devices to CPUs is unknown",
         .source = kSysfsNuma},
    Rule{.id = "numa.unknown",
         .severity = Severity::Note,
         .title = "NUMA node unknown: the text names one for other devices, and none for these",
         .source = "lspci(8), -v: NUMA node, where the kernel knows it",
         .variant = "unstated"},
    Rule{.id = "numa.not_told",
         .severity = Severity::Note,
         .title = "the NUMA node of these devices was not read",
         .source = kSysfsNuma},
    Rule{.id = "numa.not_listed",
         .severity = Severity::Warning,
         .title = "devices are on NUMA node {numa}, but the host does not list it",
         .source = kSysfsNuma},
    Rule{.id = "numa.no_cpus",
         .severity = Severity::Note,
         .title = "this NUMA node has memory but no CPUs",
         .source = kSysfsNuma},
    Rule{.id = "numa.no_cpus",
         .severity = Severity::Note,
         .title = "this NUMA node has no CPUs; its memory is unknown",
         .source = kSysfsNuma,
         .variant = "only"},
    Rule{.id = "numa.no_cpus",
         .severity = Severity::Note,
         .title = "this NUMA node has neither CPUs nor memory",
         .source = kSysfsNuma,
         .variant = "empty"},
    Rule{.id = "numa.no_memory",
         .severity = Severity::Note,
         .title = "this NUMA node has CPUs but no memory",
         .source = kSysfsNuma},
    Rule{.id = "numa.differs",
         .severity = Severity::Note,
         .title = "its own NUMA node is {numa}, but its root complex is on {root}",
         .source = kSysfsNuma},
    Rule{.id = "numa.differs", // devices of a bus have one node
         .severity = Severity::Note,
         .title =
             "the text states NUMA node {numa} for it and {root} for others of its bus: they may be devices "
             "of several hosts",
         .source = kSysfsNuma,
         .variant = "list"},
    Rule{.id = "tree.cycle",
         .severity = Severity::Warning,
         .title = "the source names {parent} as its parent, which is below it: shown at its root bus",
         .source = kSysfsTree},
    Rule{.id = "tree.flat_list",
         .severity = Severity::Note,
         .title = "the text lists devices without the bridges above them, so each bus stands alone here: "
                  "lspci -t or "
                  "lspci -vvv shows the tree",
         .source = "lspci(8): the buses below a bridge are printed with -v"},
    Rule{.id = "tree.orphan",
         .severity = Severity::Warning,
         .title = "its parent {parent} was not read: shown at its root bus",
         .source = kSysfsTree},
    Rule{.id = "tree.duplicate",
         .severity = Severity::Warning,
         .title = "the source lists {address} more than once",
         .source = kSysfsTree},
    Rule{.id = "owner.several",
         .severity = Severity::Warning,
         .title = "{owner} and {other} both claim this device",
         .source = "Linux, Documentation/driver-api/vfio.rst: a group has one owner"},
    Rule{.id = "peer.unknown",
         .severity = Severity::Note,
         .title = "a GPU link names {address}, which is not a known GPU",
         .source = "the tool that lists GPU links (nvidia-smi, amd-smi, KFD)"},
};

} // namespace

std::span<const Rule> tree() {
    return kRules;
}

} // namespace fabricscope::findings::areas
