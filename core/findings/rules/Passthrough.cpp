// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Devices that a host passes to VMs, and the VMs that have them.
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kVfio =
    "Linux, Documentation/driver-api/vfio.rst: groups, and binding to vfio-pci";
constexpr std::string_view kAcs = "PCI Express Base Specification 6.0, 6.12: Access Control Services; Linux, "
                                  "drivers/iommu/iommu.c: REQ_ACS_FLAGS";
constexpr std::string_view kReset = "Linux, Documentation/ABI/testing/sysfs-bus-pci: reset_method; "
                                    "drivers/pci/pci.c: pci_dev_wait()";
constexpr std::string_view kPower = "Linux, drivers/vfio/pci/vfio_pci.c: disable_idle_d3; "
                                    "Documentation/power/pci.rst: D3cold";
constexpr std::string_view kVm = "fabricscope's own count of the VM's devices; NCCL User Guide, "
                                 "NCCL_SOCKET_IFNAME: the bootstrap uses an IP interface";
constexpr std::string_view kLogged =
    "the kernel log reports \"{text}\"[ ({times} {times:time|times})][, below port {port}]";

constexpr std::array kRules = {
    Rule{.id = "passthrough.fell_off",
         .severity = Severity::Error,
         .title = "fell off the bus: its config space reads all ones (rev ff, header type 7f)[, below port "
                  "{port}]",
         .source = "PCI Express Base Specification 6.0, 2.3.2: a read without an answer returns all ones"},
    Rule{.id = "passthrough.reset_failed", .severity = Severity::Error, .title = kLogged, .source = kReset},
    Rule{.id = "passthrough.reset_slow", .severity = Severity::Warning, .title = kLogged, .source = kReset},
    Rule{.id = "passthrough.not_bound",
         .severity = Severity::Error,
         .title = "{vm} holds it, but it is bound to {driver}, not vfio-pci",
         .source = kVfio},
    Rule{.id = "passthrough.could_be_bound",
         .severity = Severity::Note,
         .title = "used by the host ({driver}), while others of its model are passed to VMs",
         .source = kVfio},
    Rule{.id = "passthrough.group_shared",
         .severity = Severity::Error,
         .title = "its IOMMU group {group} also holds {other} ({driver})[ and {more} more]: passthrough "
                  "fails unless each is bound to vfio-pci or to no driver",
         .source = kVfio},
    Rule{.id = "passthrough.acs_open_between_vms",
         .severity = Severity::Warning,
         .title = "ACS of the port above ({port}) lacks {bits}: it can bypass the IOMMU to another VM's "
                  "device below the same switch",
         .source = kAcs},
    Rule{.id = "passthrough.acs_open",
         .severity = Severity::Note,
         .title =
             "ACS of the port above lacks {bits}: right for peer-to-peer within one VM, but no isolation "
             "between VMs",
         .source = kAcs},
    Rule{.id = "passthrough.acs_redirects",
         .severity = Severity::Warning,
         .title =
             "ACS of the port above sends its traffic with {vm}'s other devices below the same switch up "
             "to the CPU (RR, CR)[{?ats_unknown}, unless ATS is on (unknown)][{?dt_off}, since DT is "
             "off][{?ats_off}, and ATS is off]",
         .source = kAcs},
    Rule{.id = "passthrough.ats_off",
         .severity = Severity::Note,
         .title = "a VM uses it, but ATS is off: the IOMMU translates all its addresses",
         .source = "PCI Express Base Specification 6.0, 10: Address Translation Services"},
    Rule{.id = "passthrough.no_reset",
         .severity = Severity::Warning,
         .title = "cannot be reset: the next VM inherits its state",
         .source = kReset},
    Rule{.id = "passthrough.no_vfs",
         .severity = Severity::Note,
         .title = "0 of {possible} {possible:VF|VFs} are configured, while other NICs have VFs",
         .source = "Linux, Documentation/PCI/pci-iov-howto.rst: sriov_numvfs"},
    Rule{.id = "passthrough.d3cold",
         .severity = Severity::Warning,
         .title = "is in D3cold: many GPUs do not wake from it for the next VM",
         .source = kPower},
    Rule{.id = "passthrough.idle_d3",
         .severity = Severity::Note,
         .title = "vfio-pci puts it into D3 while no VM uses it: it must wake for the next VM",
         .source = kPower},
    Rule{.id = "passthrough.fewer_nics_than_gpus",
         .severity = Severity::Warning,
         .title =
             "{vm} has {gpus} {gpus:GPU|GPUs} and {nics} {nics:fabric NIC|fabric NICs}: some GPUs share one",
         .source = kVm},
    Rule{.id = "passthrough.no_front_end",
         .severity = Severity::Note,
         .title =
             "{vm} has no front-end NIC VF and no virtio interface: jobs would bootstrap over the fabric",
         .source = kVm},
};

} // namespace

std::span<const Rule> passthrough() {
    return kRules;
}

} // namespace fabricscope::findings::areas
