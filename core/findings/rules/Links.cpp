// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kLinkStatus =
    "PCI Express Base Specification 6.0, 7.5.3.6 Link Capabilities and 7.5.3.8 Link Status";
constexpr std::string_view kAcs =
    "PCI Express Base Specification 6.0, 6.12.1 ACS Component Capability Requirements and 7.7.11 ACS "
    "Extended Capability; Linux, Documentation/admin-guide/kernel-parameters.txt: pci=disable_acs_redir=";

constexpr std::array kRules = {
    Rule{.id = "link.narrow",
         .severity = Severity::Warning,
         .title = "[{?hypervisor}on the hypervisor ]the link[ of {device}] has {lanes} of {possible_lanes} "
                  "{possible_lanes:lane|lanes}",
         .cost = "{bandwidth} instead of {possible_bandwidth}",
         .remedy = "[{?hypervisor}On the hypervisor: reseat][{!hypervisor}Reseat] "
                   "[OAM {oam}, ][{device}][{!device}the device], or its riser and cables",
         .source = kLinkStatus},
    Rule{
        .id = "link.narrow",
        .severity = Severity::Warning,
        .title =
            "[{?hypervisor}on the hypervisor ]the links of {devices} have fewer lanes than both ends support",
        .cost = "{bandwidth} instead of {possible_bandwidth} at {first}",
        .remedy =
            "[{?hypervisor}On the hypervisor: reseat][{!hypervisor}Reseat] {devices}, or their risers and "
            "cables",
        .source = kLinkStatus,
        .variant = "several"},
    Rule{.id = "link.slow",
         .severity = Severity::Warning,
         .title = "the link[ of {device}] runs at {current} although both ends support {possible}",
         .source = kLinkStatus},
    Rule{.id = "link.slow",
         .severity = Severity::Note,
         .title = "the link[ of {device}] runs at {current} although both ends support {possible}; normal "
                  "while the GPU is idle",
         .source = "nvidia-smi, GPU Link Info: the current generation may be reduced when the GPU is not in "
                   "use",
         .variant = "idle"},
    Rule{.id = "link.down",
         .severity = Severity::Error,
         .title = "the port above[ {device}], {port}, reports the link down",
         .source = kLinkStatus},
    Rule{.id = "link.down",
         .severity = Severity::Error,
         .title = "the link[ of {device}] has no lanes (width x0): it is down",
         .remedy = "Reseat[ {device}][{!device} the device], its riser and cables; then cold reboot",
         .source = kLinkStatus,
         .variant = "no_lanes"},
    Rule{.id = "link.ends",
         .severity = Severity::Warning,
         .title = "the two ends of the link[ of {device}] report different widths: {current}, and {other} at "
                  "port {port}",
         .remedy = "Read both again (lspci -vv as root). If they still differ: reseat[ {device}][{!device} "
                   "the device], its riser and cables",
         .source = kLinkStatus},
    Rule{.id = "link.ends", // power management changes it between two reads
         .severity = Severity::Note,
         .title = "the two ends of the link[ of {device}] report different speeds: {current}, and {other} at "
                  "port {port}",
         .remedy = "Read both again under load (lspci -vv as root)",
         .source = kLinkStatus,
         .variant = "speed"},
    Rule{.id = "link.one_end",
         .severity = Severity::Note,
         .title = "the link[ of {device}] runs at {current}, this end supports {possible}; the other end's "
                  "capability is not visible here",
         .source = kLinkStatus},
    Rule{.id = "link.one_end",
         .severity = Severity::Note,
         .title =
             "the link[ of {device}] runs at {current}; this end supports {possible}, the host {host}; a "
             "lower generation is normal while the GPU is idle",
         .source = "nvidia-smi, GPU Link Info: Current, Device Max, Host Max",
         .variant = "host"},
    Rule{.id = "link.one_end", // a VM, a laptop or a slot of fewer lanes has it by design
         .severity = Severity::Note,
         .title = "the link[ of {device}] has {lanes} of the {possible_lanes} {possible_lanes:lane|lanes} "
                  "that this end supports; the "
                  "other end's capability is not visible here",
         .cost = "{bandwidth} instead of {possible_bandwidth}",
         .remedy = "Compare with the lanes of its slot (lspci -vvv of the port above, the board's manual); "
                   "if the slot "
                   "has {possible_lanes}, reseat[ {device}][{!device} the device], or its riser and cables",
         .source = kLinkStatus,
         .variant = "narrow"},
    Rule{.id = "link.one_end", // servers give these GPUs all of their lanes
         .severity = Severity::Warning,
         .title = "the link[ of {device}] has {lanes} of the {possible_lanes} {possible_lanes:lane|lanes} "
                  "that the GPU supports",
         .cost = "{bandwidth} instead of {possible_bandwidth}",
         .remedy = "Reseat[ {device}][{!device} the GPU], its riser and cables; if nothing changes, compare "
                   "with the lanes of its slot (lspci -vvv of the port above, LnkCap)",
         .source = kLinkStatus,
         .variant = "narrow_gpu"},
    Rule{.id = "link.below_port",
         .severity = Severity::Warning,
         .title = "the link[ of {device}] carries {carries} ({current}), its port {rate}",
         .remedy =
             "Reseat[ {device}][{!device} the device], its riser and cables; compare with the lanes and "
             "the generation of its slot (lspci -vvv of the port above, LnkCap)",
         .source = kLinkStatus},
    Rule{.id = "link.below_port",
         .severity = Severity::Warning,
         .title = "the link[ of {device}] carries {carries} ({current}); the NIC is built for {possible}",
         .remedy =
             "Reseat[ {device}][{!device} the device], its riser and cables; compare with the lanes and "
             "the generation of its slot (lspci -vvv of the port above, LnkCap)",
         .source = kLinkStatus,
         .variant = "ability"},
    Rule{.id = "link.below_port", // by design where a card has a second link, to the other socket
         .severity = Severity::Note,
         .title = "the link[ of {device}] carries {carries} ({current}), its port {rate}",
         .remedy =
             "If the card has no second link: a slot with more lanes, or of a higher generation, carries "
             "more",
         .source = kLinkStatus,
         .variant = "half"},
    Rule{.id = "way.acs_redirect",
         .severity = Severity::Warning,
         .title = "[{?hypervisor}on the hypervisor ]ACS of {switches} sends traffic[ of {pairs:a GPU-NIC "
                  "pair|{pairs} GPU-NIC pairs}] up to the CPU and back, over the {count:switch's "
                  "uplink|switches' uplinks}[ ({uplink}[{?each} each])]",
         .remedy = "[{?hypervisor}On the hypervisor: ][{?translates}[{?hypervisor}let][{!hypervisor}Let] "
                   "translated requests pass (ACS DT)][{?isolates}[{?hypervisor}keep][{!hypervisor}Keep] it "
                   "if devices below the switch belong to several VMs: it isolates them. Otherwise stop "
                   "redirection][{!translates}{!isolates}[{?hypervisor}stop][{!hypervisor}Stop] "
                   "redirection][{!translates}, permanently with pci=disable_acs_redir={ports} on the kernel "
                   "command line]",
         .source = kAcs},
};

} // namespace

std::span<const Rule> links() {
    return kRules;
}

} // namespace fabricscope::findings::areas
