// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/checks/Areas.h"
#include "core/checks/Context.h"
#include "core/hostvm/PassthroughRules.h"
#include "core/topology/Classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::checks::areas {

namespace {

using findings::Finding;
using host::KernelMessage;

bool hasIommu(const Context &context) {
    return !context.host.iommuUnits.empty() || !context.host.iommuGroups.empty();
}

const host::IommuGroupFacts *groupOf(const Context &context, const host::PciFunction &function) {
    if (!function.iommuGroup)
        return nullptr;
    const auto &groups = context.host.iommuGroups;
    const auto at = std::find_if(groups.begin(), groups.end(), [&](const host::IommuGroupFacts &facts) {
        return facts.group == *function.iommuGroup;
    });
    return at == groups.end() ? nullptr : &*at;
}

/// The GPUs and NICs that the host itself uses, by the type of their group.
struct Types {
    struct Members {
        std::vector<std::string> names;
        const host::PciFunction *first = nullptr;
        const host::IommuGroupFacts *group = nullptr;
    };
    std::map<std::string, Members> translated; ///< by type: "DMA", "DMA-FQ"
    std::size_t identity = 0, unknown = 0;
};

Types typesOf(const Context &context) {
    Types types;
    for (const host::PciFunction *function : context.fabricFunctions()) {
        const host::IommuGroupFacts *group = groupOf(context, *function);
        if (group == nullptr || !group->type) {
            ++types.unknown;
        } else if (group->type->starts_with("DMA")) {
            Types::Members &members = types.translated[*group->type];
            members.names.push_back(context.nameOf(*function));
            members.first = members.first != nullptr ? members.first : function;
            members.group = members.group != nullptr ? members.group : group;
        } else if (*group->type == "identity") {
            ++types.identity;
        } else {
            ++types.unknown; // blocked, unmanaged, or a type of a later kernel
        }
    }
    return types;
}

std::string identityText(const Types &types) {
    return types.identity == 1
               ? std::string("the group of one GPU or NIC is of type identity")
               : fmt::format("the groups of {} GPUs and NICs are of type identity", types.identity);
}

std::vector<Finding> translationFindings(const Context &context, const Types &types, std::string_view rule) {
    std::vector<Finding> findings;
    for (const auto &[type, members] : types.translated) {
        Finding finding(rule);
        finding.set("devices", listed(members.names)).set("count", members.names.size());
        finding.set("actual", HostText(type).line(64)).set("expected", "identity");
        finding.place.address = members.first->address.toString();
        finding.evidence.push_back(context.quotes.of(
            members.group->type.evidence(),
            fmt::format("/sys/kernel/iommu_groups/{}/type", members.group->group.value), type));
        if (context.host.commandLine)
            finding.evidence.push_back(context.commandLine());
        findings.push_back(std::move(finding));
    }
    return findings;
}

/// What the kernel chose for all devices at boot.
const KernelMessage *defaultDomain(const Context &context, std::string_view type) {
    const auto &messages = context.host.kernelMessages;
    const auto at = std::find_if(messages.begin(), messages.end(), [type](const KernelMessage &message) {
        const auto word = message.text.find("Default domain type: ");
        return message.kind == KernelMessage::Kind::Iommu && word != std::string::npos &&
               message.text.find(type, word) != std::string::npos;
    });
    return at == messages.end() ? nullptr : &*at;
}

/// The type of the groups of GPUs and NICs counts before the kernel log, and that before the command line:
/// a device may be an exception, and the kernel may be built to pass addresses through by default.
Answer passthrough(const Context &context) {
    const Types types = typesOf(context);
    if (!types.translated.empty())
        return found(translationFindings(context, types, "iommu.passthrough"));
    if (types.identity > 0 && types.unknown == 0)
        return passed(identityText(types));
    if (!hasIommu(context))
        return passed("no IOMMU is on: nothing translates addresses");
    if (defaultDomain(context, "Passthrough") != nullptr)
        return passed("the kernel log reports the default domain type Passthrough");
    const auto argument = context.argument("iommu"), option = context.argument("iommu.passthrough");
    if (argument == "pt" || option == "1")
        return passed(argument == "pt" ? "iommu=pt is on the kernel's command line"
                                       : "iommu.passthrough=1 is on the kernel's command line");
    return unknown("the type of the groups of GPUs and NICs was not read",
                   "cat /sys/kernel/iommu_groups/*/type");
}

Answer guest(const Context &context) {
    if (!hasIommu(context))
        return passed("the VM has no IOMMU of its own");
    const Types types = typesOf(context);
    if (!types.translated.empty())
        return found(translationFindings(context, types, "iommu.guest"));
    if (types.identity > 0 && types.unknown == 0)
        return passed(identityText(types));
    return unknown("the type of the groups of GPUs and NICs was not read",
                   "cat /sys/kernel/iommu_groups/*/type");
}

Answer isOn(const Context &context) {
    if (hasIommu(context))
        return passed(context.host.iommuUnits.empty()
                          ? plural(context.host.iommuGroups.size(), "IOMMU group", "IOMMU groups")
                          : plural(context.host.iommuUnits.size(), "IOMMU unit", "IOMMU units"));
    std::vector<std::string> names;
    const host::PciFunction *first = nullptr;
    for (const host::PciFunction &function : context.host.functions)
        if (function.driver && topology::isVfioDriver(*function.driver) && !function.iommuGroup) {
            names.push_back(context.nameOf(function));
            first = first != nullptr ? first : &function;
        }
    if (first == nullptr)
        return notApplicable("no device is bound to vfio-pci");
    Finding finding("iommu.off");
    finding.set("devices", listed(names)).set("count", names.size());
    finding.set("actual", "no IOMMU group").set("expected", "a group for each device");
    finding.place.address = first->address.toString();
    finding.evidence.push_back(
        context.quotes.of(first->driver.evidence(), finding.place.address + "/driver", *first->driver));
    if (context.host.commandLine)
        finding.evidence.push_back(context.commandLine());
    return found({std::move(finding)});
}

/// Devices of VMs by what the port above them has.
struct Ports {
    std::vector<std::string> hidden, unread, open; ///< names of devices
    std::set<std::string> owners;                  ///< VMs; "" where one is not known
    std::size_t all = 0;
};

Ports portsAbove(const Context &context) {
    constexpr std::uint16_t kBeyondHeader = 256;
    Ports ports;
    for (const hostvm::PassthroughDevice &device : hostvm::passthroughOf(context.topology).devices) {
        const host::PciFunction *function = context.host.function(device.address);
        if (function == nullptr || (!device.bound && device.owner.empty()))
            continue;
        const host::PciFunction *port = context.upstream.above(*function);
        if (port == nullptr && function->rootBus) // part of the root complex
            continue;
        ++ports.all;
        ports.owners.insert(device.owner);
        const bool isRead =
            port != nullptr && port->config && !port->config->dead && port->config->bytesRead > kBeyondHeader;
        if (port == nullptr)
            ports.hidden.push_back(context.nameOf(*function));
        else if (!isRead && !device.acs)
            ports.unread.push_back(context.nameOf(*function));
        else if (!hostvm::isolates(device.acs.value_or(0))) // without the capability it does not, either
            ports.open.push_back(context.nameOf(*function));
    }
    return ports;
}

/// Reached where devices of two VMs are not known to reach each other.
Answer isolation(const Context &context) {
    const Ports ports = portsAbove(context);
    if (!ports.hidden.empty())
        return unknown("the ports above " + listed(ports.hidden) + " are not visible",
                       "lspci -vvv of all devices as root");
    if (!ports.unread.empty())
        return unknown("the ACS control of the ports above " + listed(ports.unread) + " was not read",
                       "collect with --sudo");
    if (ports.open.empty())
        return passed(fmt::format("the ports above {} of VMs isolate {}",
                                  plural(ports.all, "device", "devices"), ports.all == 1 ? "it" : "them"));
    if (ports.owners.size() == 1 && !ports.owners.begin()->empty())
        return passed("all devices of VMs are in one VM: they need no isolation from each other");
    return unknown(fmt::format("the ports above {} do not isolate {} (ACS is off or missing)",
                               listed(ports.open), ports.open.size() == 1 ? "it" : "them"),
                   "which VM has which device: devices of different VMs need ACS at the ports above");
}

constexpr Check kChecks[] = {
    {.id = "iommu.passthrough",
     .title = "Address translation by the IOMMU",
     .group = Group::Iommu,
     .scope = {.machines = kHosts, .unless = withoutFabric},
     .needs = {Need::Groups},
     .judge = passthrough},
    {.id = "iommu.guest",
     .title = "Address translation by the VM's own IOMMU",
     .group = Group::Iommu,
     .scope = {.machines = kGuests, .unless = withoutFabric},
     .needs = {Need::Groups},
     .judge = guest},
    {.id = "iommu.off",
     .title = "IOMMU for devices of VMs",
     .group = Group::Iommu,
     .scope = {.machines = kHypervisors},
     .needs = {Need::Groups, Need::Drivers},
     .judge = isOn},
    {.id = "iommu.faults",
     .title = "Faults of the IOMMU",
     .group = Group::Iommu,
     .needs = {Need::Log},
     .claims = "kernel.iommu",
     .seen = "the kernel log has no fault of the IOMMU"},
    {.id = "iommu.groups",
     .title = "IOMMU groups of devices of VMs",
     .group = Group::Iommu,
     .scope = {.machines = kHypervisors},
     .needs = {Need::Groups, Need::Drivers},
     .claims = "passthrough.group_shared",
     .seen = "VFIO accepts the group of each device that is bound to it"},
    {.id = "iommu.isolation",
     .title = "ACS of devices of VMs",
     .group = Group::Iommu,
     .scope = {.machines = kHypervisors},
     .needs = {Need::Config},
     .claims = "passthrough.acs_open_between_vms passthrough.acs_open passthrough.acs_redirects "
               "passthrough.ats_off",
     .judge = isolation},
    {.id = "iommu.vfio",
     .title = "Devices of VMs",
     .group = Group::Iommu,
     .scope = {.machines = kHypervisors},
     .needs = {Need::Drivers},
     .claims = "passthrough.* owner.several kernel.vfio",
     .contradictedBy =
         "passthrough.fell_off passthrough.reset_failed passthrough.reset_slow kernel.reset iommu.off",
     .seen = "each device of a VM is bound to vfio-pci and can be reset"},
};

} // namespace

std::span<const Check> iommu() {
    return kChecks;
}

} // namespace fabricscope::checks::areas
