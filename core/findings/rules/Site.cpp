// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a site expects of its hosts (core/site), and mutes that have ended (core/checks). {expected} and
// {actual} are also keys of the document fabricscope.findings.
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kSite = "the expectations of the site (--site FILE)";

constexpr std::array kRules = {
    Rule{.id = "site.gpus",
         .severity = Severity::Error,
         .title = "the number of GPUs is {actual}; expected: {expected}",
         .remedy =
             "Look for a GPU that fell off the bus, is switched off or not passed to this VM, or change "
             "the site file",
         .source = kSite},
    Rule{.id = "site.gpu_model",
         .severity = Severity::Warning,
         .title = "the model of {devices} is {actual}; expected: {expected}",
         .remedy = "Move the host to its own group of the site file, or exchange the GPUs",
         .source = kSite},
    Rule{.id = "site.gpu_vbios",
         .severity = Severity::Warning,
         .title = "the VBIOS of {devices} is {actual}; expected: {expected}",
         .remedy = "Update it with the GPU vendor's firmware package, then do a cold reboot",
         .source = kSite},
    Rule{.id = "site.gpu_driver",
         .severity = Severity::Warning,
         .title = "the version of the GPUs' driver is {actual}; expected: {expected}",
         .remedy = "Install the expected version of the driver, and reboot",
         .source = kSite},
    Rule{.id = "site.gpu_link_generation",
         .severity = Severity::Warning,
         .title =
             "the PCIe generation of the {count:link|links} of {devices} is {actual}; expected: {expected}",
         .remedy = "Check the slot, the riser and the link speed in the BIOS",
         .source = kSite},
    Rule{.id = "site.gpu_link_lanes",
         .severity = Severity::Warning,
         .title = "the {count:link|links} of {devices} {count:has|have} {actual} {actual:lane|lanes}; "
                  "expected: {expected}",
         .remedy = "Reseat the GPU, then check the slot's bifurcation in the BIOS",
         .source = kSite},
    Rule{.id = "site.nics",
         .severity = Severity::Error,
         .title = "the number of RDMA NICs is {actual}; expected: {expected}",
         .remedy = "Look for a NIC that fell off the bus or has no driver, or change the site file",
         .source = kSite},
    Rule{.id = "site.nic_model",
         .severity = Severity::Warning,
         .title = "the model of {devices} is {actual}; expected: {expected}",
         .remedy = "Move the host to its own group of the site file, or exchange the NICs",
         .source = kSite},
    Rule{.id = "site.nic_firmware",
         .severity = Severity::Warning,
         .title = "the firmware of {devices} is {actual}; expected: {expected}",
         .remedy = "Write the expected firmware with the NIC vendor's tool, then reset the NIC or reboot",
         .source = kSite},
    Rule{.id = "site.nic_driver",
         .severity = Severity::Warning,
         .title = "the version of the NICs' driver is {actual}; expected: {expected}",
         .remedy = "Install the expected version of the driver, and reboot",
         .source = kSite},
    Rule{.id = "site.nic_link_generation",
         .severity = Severity::Warning,
         .title =
             "the PCIe generation of the {count:link|links} of {devices} is {actual}; expected: {expected}",
         .remedy = "Check the slot, the riser and the link speed in the BIOS",
         .source = kSite},
    Rule{.id = "site.nic_link_lanes",
         .severity = Severity::Warning,
         .title = "the {count:link|links} of {devices} {count:has|have} {actual} {actual:lane|lanes}; "
                  "expected: {expected}",
         .remedy = "Reseat the NIC, then check the slot's bifurcation in the BIOS",
         .source = kSite},
    Rule{.id = "site.port_gbits_per_s",
         .severity = Severity::Warning,
         .title = "the rate of {devices} is {actual} Gb/s; expected: {expected}",
         .remedy = "Check the cable, the module and the speed of the switch port",
         .source = kSite},
    Rule{.id = "site.mtu",
         .severity = Severity::Warning,
         .title = "the MTU of {devices} is {actual}; expected: {expected}",
         .remedy = "Set the expected MTU on the interface, also in its persistent configuration, and on the "
                   "switch port",
         .source = kSite},
    Rule{.id = "site.gid_index",
         .severity = Severity::Warning,
         .title = "the GID index of {devices} is {actual}; expected: {expected}",
         .sentence = "Jobs that are started with NCCL_IB_GID_INDEX of the site use another address, or none.",
         .remedy =
             "Give the port one IPv4 address, then renew the GID table by setting the interface down and "
             "up",
         .source = kSite},
    Rule{.id = "site.roce_version",
         .severity = Severity::Warning,
         .title = "the RoCE version of {devices} is {actual}; expected: {expected}",
         .remedy = "Enable RoCE v2 at the NIC, and give the port an IP address",
         .source = kSite},
    Rule{.id = "site.kernel",
         .severity = Severity::Warning,
         .title = "the kernel is {actual}; expected: {expected}",
         .remedy = "Install the expected kernel, and reboot",
         .source = kSite},
    Rule{.id = "site.bios",
         .severity = Severity::Warning,
         .title = "the BIOS version is {actual}; expected: {expected}",
         .remedy = "Update the BIOS through the BMC, then do a cold reboot",
         .source = kSite},
    Rule{.id = "site.os",
         .severity = Severity::Warning,
         .title = "the operating system is {actual}; expected: {expected}",
         .remedy = "Install the expected release, or change the site file",
         .source = kSite},
    Rule{.id = "site.huge_pages",
         .severity = Severity::Warning,
         .title = "{actual} {actual:huge page is|huge pages are} reserved; expected: {expected}",
         .remedy = "Set vm.nr_hugepages in a file of /etc/sysctl.d, and reboot",
         .source = kSite},
    Rule{.id = "site.mutes",
         .severity = Severity::Note,
         .title = "the mute of {muted} ended on {until}; what it muted counts again",
         .sentence = "Its reason was: {reason}.",
         .remedy = "Remedy what was muted, or set a later date",
         .source = "the mutes of the site (--site FILE) or of the workspace"},
};

} // namespace

std::span<const Rule> site() {
    return kRules;
}

} // namespace fabricscope::findings::areas
