// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/PassthroughRules.h"

#include "core/base/HostText.h"
#include "core/hostvm/mapping/GuestHostDevices.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricscope::hostvm {

namespace {

using findings::Finding;
using host::KernelMessage;
using topology::NodeKind;

/// Access Control Services, PCIe 6.0, 7.7.11.2; those that the kernel wants for a group of its own
/// (drivers/iommu/iommu.c, REQ_ACS_FLAGS).
constexpr std::uint8_t kSourceValidation = 0x01, kRequestRedirect = 0x04, kCompletionRedirect = 0x08,
                       kUpstreamForwarding = 0x10, kDirectTranslated = 0x40;
constexpr std::uint8_t kIsolation =
    kSourceValidation | kRequestRedirect | kCompletionRedirect | kUpstreamForwarding;
constexpr std::uint8_t kRedirects = kRequestRedirect | kCompletionRedirect;

constexpr std::size_t kMaxNamed = 4;    ///< devices in a sentence
constexpr std::size_t kMaxCommands = 8; ///< devices whose commands are written out

struct Context {
    const topology::Topology &topology;
    const std::vector<PassthroughDevice> &devices;

    [[nodiscard]] const host::Host &host() const { return topology.host(); }
    [[nodiscard]] const KernelMessage *logged(const Address &device, KernelMessage::Kind kind) const {
        const auto &all = host().kernelMessages;
        const auto at = std::find_if(all.begin(), all.end(), [&](const KernelMessage &entry) {
            return entry.kind == kind && entry.device == device;
        });
        return at == all.end() ? nullptr : &*at;
    }
    [[nodiscard]] std::string parameter(const char *module, const char *name) const {
        const auto at = host().modules.find(module);
        if (at == host().modules.end() || !at->second.contains(name))
            return {};
        return at->second.at(name).valueOr({});
    }
    /// The switch above the device.
    [[nodiscard]] std::optional<topology::NodeId> switchOf(const PassthroughDevice &device) const {
        const auto id = device.port ? topology.find(*device.port) : std::nullopt;
        return id && topology.node(*id).kind == NodeKind::Switch ? id : std::nullopt;
    }
    /// Whether another passed-through device is below the same switch: of the same VM, or of another one.
    [[nodiscard]] bool hasNeighbor(const PassthroughDevice &device, bool ofSameOwner) const {
        const auto own = switchOf(device);
        const auto at = own ? owners.find(*own) : owners.end();
        if (at == owners.end())
            return false;
        const auto same = at->second.find(device.owner);
        return ofSameOwner ? same != at->second.end() && same->second > 1
                           : at->second.size() > (same != at->second.end() ? 1U : 0U);
    }
    void countOwners() {
        for (const PassthroughDevice &device : devices) {
            someHaveVfs = someHaveVfs || device.vfs.value_or(0) > 0;
            if (const auto id = switchOf(device); id && !device.owner.empty())
                ++owners[*id][device.owner];
        }
    }

    std::map<topology::NodeId, std::map<std::string, std::size_t>> owners = {}; ///< devices, by switch
    bool someHaveVfs = false;
};

Finding &setPort(Finding &finding, const PassthroughDevice &device) {
    return device.port ? finding.set("port", device.port->toString()) : finding;
}

/// The finding about a device if the kernel log has a line of this kind about it.
std::optional<Finding> logged(std::string_view rule, const Context &context, const PassthroughDevice &device,
                              KernelMessage::Kind kind) {
    const KernelMessage *entry = context.logged(device.address, kind);
    if (entry == nullptr)
        return std::nullopt;
    Finding finding(rule);
    finding.set("text", HostText(entry->text).plain(200));
    if (entry->count > 1)
        finding.set("times", entry->count);
    return setPort(finding, device);
}

std::string bitsMissing(std::uint8_t enabled) {
    constexpr std::pair<std::uint8_t, const char *> kNames[] = {{kSourceValidation, "SV"},
                                                                {kRequestRedirect, "RR"},
                                                                {kCompletionRedirect, "CR"},
                                                                {kUpstreamForwarding, "UF"}};
    std::string text;
    for (const auto &[bit, name] : kNames)
        if ((enabled & bit) == 0)
            text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

/// A condition of one device: std::nullopt if it does not apply. {bdf} and {port} in commands are its own.
struct DeviceRule {
    std::optional<Finding> (*find)(const Context &, const PassthroughDevice &);
    std::vector<std::string> commands;
};

const std::vector<std::string> kBind = {
    "echo vfio-pci | sudo tee /sys/bus/pci/devices/{bdf}/driver_override",
    "echo {bdf} | sudo tee /sys/bus/pci/devices/{bdf}/driver/unbind",
    "echo {bdf} | sudo tee /sys/bus/pci/drivers_probe",
};
const std::vector<std::string> kFindAgain = {
    "echo 1 | sudo tee /sys/bus/pci/devices/{bdf}/remove",
    "echo 1 | sudo tee /sys/bus/pci/rescan",
    "lspci -s {bdf} -vv  # still rev ff: only a power cycle helps",
};

/// After VFIO's reset of an MI300X neither remove nor rescan brings it back (reference: field stories, S1).
const std::vector<std::string> kReboot = {
    "sudo reboot  # remove and rescan do not bring back an AMD GPU that VFIO has reset",
    "lspci -s {bdf} -vv  # still rev ff: only a power cycle helps",
};

bool needsReboot(const Context &context, const PassthroughDevice &device) {
    constexpr std::uint16_t kAmd = 0x1002;
    const host::PciFunction *function = context.host().function(device.address);
    return device.bound && device.kind == NodeKind::Gpu && function != nullptr && function->vendor &&
           *function->vendor == kAmd;
}

std::optional<Finding> fellOff(const PassthroughDevice &device) {
    Finding finding("passthrough.fell_off");
    return device.dead ? std::optional(setPort(finding, device)) : std::nullopt;
}

std::optional<Finding> resetFailed(const Context &context, const PassthroughDevice &device) {
    return logged("passthrough.reset_failed", context, device, KernelMessage::Kind::DeviceLost);
}

/// The finding, if it applies.
std::optional<Finding> when(bool applies, const Finding &finding) {
    return applies ? std::optional(finding) : std::nullopt;
}

std::optional<Finding> sharedGroup(const Context &context, const PassthroughDevice &device) {
    if (device.groupOthers.empty() || !device.bound)
        return std::nullopt;
    const host::PciFunction *other = context.host().function(device.groupOthers.front());
    Finding finding("passthrough.group_shared");
    finding.set("group", *device.group).set("other", device.groupOthers.front().toString());
    finding.set("driver",
                other != nullptr && other->driver ? HostText(*other->driver).plain(64) : "no driver");
    if (device.groupOthers.size() > 1)
        finding.set("more", device.groupOthers.size() - 1);
    return finding;
}

std::optional<Finding> redirectingAcs(const Context &context, const PassthroughDevice &device) {
    const bool direct = device.ats.value_or(false) && (device.acs.value_or(0) & kDirectTranslated) != 0;
    const bool applies = device.acs && !device.owner.empty() && (*device.acs & kRedirects) != 0 && !direct &&
                         (device.kind == NodeKind::Gpu || device.kind == NodeKind::Nic) &&
                         context.hasNeighbor(device, true);
    Finding finding("passthrough.acs_redirects");
    finding.set("vm", device.owner);
    return when(applies, finding.set(!device.ats ? "ats_unknown" : *device.ats ? "dt_off" : "ats_off"));
}

/// One row adds a condition; its rule is in core/findings/rules/Passthrough.cpp.
const std::vector<DeviceRule> &deviceRules() {
    static const std::vector<DeviceRule> kRules = {
        {[](const Context &context, const PassthroughDevice &device) {
             return needsReboot(context, device) ? std::nullopt : fellOff(device);
         },
         kFindAgain},
        {[](const Context &context, const PassthroughDevice &device) {
             return needsReboot(context, device) ? fellOff(device) : std::nullopt;
         },
         kReboot},
        {[](const Context &context, const PassthroughDevice &device) {
             return needsReboot(context, device) ? std::nullopt : resetFailed(context, device);
         },
         kFindAgain},
        {[](const Context &context, const PassthroughDevice &device) {
             return needsReboot(context, device) ? resetFailed(context, device) : std::nullopt;
         },
         kReboot},
        {[](const Context &context, const PassthroughDevice &device) {
             return logged("passthrough.reset_slow", context, device, KernelMessage::Kind::Reset);
         },
         {"cat /sys/bus/pci/devices/{bdf}/reset_method",
          "echo bus | sudo tee /sys/bus/pci/devices/{bdf}/reset_method"}},
        {[](const Context &, const PassthroughDevice &device) {
             Finding finding("passthrough.not_bound");
             finding.set("vm", device.owner).set("driver", device.driver);
             return when(!device.bound && !device.owner.empty() && !device.vfs && !device.driver.empty(),
                         finding);
         },
         kBind},
        {[](const Context &, const PassthroughDevice &device) {
             Finding finding("passthrough.could_be_bound");
             finding.set("driver", device.driver);
             return when(!device.bound && device.owner.empty() && !device.vfs && !device.driver.empty(),
                         finding);
         },
         kBind},
        {sharedGroup,
         {"ls /sys/bus/pci/devices/{bdf}/iommu_group/devices",
          "lspci -s {port} -vv | grep -A2 'Access Control'  # BIOS: ACS Enable"}},
        {[](const Context &context, const PassthroughDevice &device) {
             const std::uint8_t acs = device.acs.value_or(kIsolation);
             Finding finding("passthrough.acs_open_between_vms");
             setPort(finding, device).set("bits", bitsMissing(acs));
             return when(!device.owner.empty() && !isolates(acs) && context.hasNeighbor(device, false),
                         finding);
         },
         {"sudo setpci -s {port} ECAP_ACS+6.w=001d:001d"}},
        {[](const Context &context, const PassthroughDevice &device) {
             const std::uint8_t acs = device.acs.value_or(kIsolation);
             Finding finding("passthrough.acs_open");
             finding.set("bits", bitsMissing(acs));
             return when(device.bound && !isolates(acs) && !context.hasNeighbor(device, false), finding);
         },
         {}},
        {redirectingAcs,
         {"sudo setpci -s {port} ECAP_ACS+6.w=0000:000c  # until reboot; ends isolation within the switch"}},
        {[](const Context &, const PassthroughDevice &device) {
             return when(device.ats && !*device.ats && !device.owner.empty(), Finding("passthrough.ats_off"));
         },
         {"grep -o 'pci=[^ ]*' /proc/cmdline  # noats turns it off"}},
        {[](const Context &, const PassthroughDevice &device) {
             return when(device.bound && device.resetMethods && device.resetMethods->empty(),
                         Finding("passthrough.no_reset"));
         },
         {"cat /sys/bus/pci/devices/{bdf}/reset_method"}},
        {[](const Context &context, const PassthroughDevice &device) {
             Finding finding("passthrough.no_vfs");
             finding.set("possible", device.vfsPossible.value_or(0));
             return when(device.vfs == 0U && context.someHaveVfs, finding);
         },
         {"echo 1 | sudo tee /sys/bus/pci/devices/{bdf}/sriov_numvfs"}},
        {[](const Context &context, const PassthroughDevice &device) {
             const host::PciFunction *function = context.host().function(device.address);
             return when(device.bound && function != nullptr && function->powerState.valueOr({}) == "D3cold",
                         Finding("passthrough.d3cold"));
         },
         {"echo on | sudo tee /sys/bus/pci/devices/{bdf}/power/control",
          "echo 0 | sudo tee /sys/bus/pci/devices/{bdf}/d3cold_allowed"}},
        {[](const Context &context, const PassthroughDevice &device) {
             return when(device.bound && device.kind == NodeKind::Gpu &&
                             context.parameter("vfio_pci", "disable_idle_d3") == "N",
                         Finding("passthrough.idle_d3"));
         },
         {"echo 'options vfio-pci disable_idle_d3=1' | sudo tee /etc/modprobe.d/vfio-idle-d3.conf"}},
    };
    return kRules;
}

std::string withNames(std::string command, const PassthroughDevice &device) {
    const std::pair<std::string_view, std::string> names[] = {
        {"{bdf}", device.address.toString()}, {"{port}", device.port ? device.port->toString() : "PORT"}};
    for (const auto &[name, value] : names)
        for (auto at = command.find(name); at != std::string::npos; at = command.find(name, at))
            command.replace(at, name.size(), value);
    return command;
}

std::string namesOf(const std::vector<const PassthroughDevice *> &devices) {
    std::string text;
    for (std::size_t i = 0; i < std::min(devices.size(), kMaxNamed); ++i)
        text +=
            fmt::format("{}{} ({})", i == 0 ? "" : ", ", devices[i]->address.toString(), devices[i]->name);
    return devices.size() > kMaxNamed ? fmt::format("{} and {} more", text, devices.size() - kMaxNamed)
                                      : text;
}

/// The finding of a rule for all devices to which it applies with the same values.
PassthroughFinding joined(Finding finding, const DeviceRule &rule,
                          const std::vector<const PassthroughDevice *> &devices) {
    PassthroughFinding entry{std::move(finding), {}};
    entry.finding.device = namesOf(devices);
    entry.finding.place.address = devices.front()->address.toString();
    for (const PassthroughDevice *device : devices)
        entry.devices.push_back(device->address);
    std::vector<std::string> &commands = entry.finding.commands;
    for (std::size_t i = 0; i < std::min(devices.size(), kMaxCommands); ++i)
        for (const std::string &command : rule.commands)
            if (std::string own = withNames(command, *devices[i]);
                std::find(commands.begin(), commands.end(), own) == commands.end())
                commands.push_back(std::move(own));
    return entry;
}

void addDeviceFindings(const Context &context, std::vector<PassthroughFinding> &findings) {
    for (const DeviceRule &rule : deviceRules()) {
        std::map<std::string, std::pair<Finding, std::vector<const PassthroughDevice *>>> found; // by text
        for (const PassthroughDevice &device : context.devices)
            if (const auto finding = rule.find(context, device))
                found.try_emplace(title(*finding), *finding, std::vector<const PassthroughDevice *>())
                    .first->second.second.push_back(&device);
        for (const auto &[text, group] : found)
            findings.push_back(joined(group.first, rule, group.second));
    }
}

/// The devices of one VM.
struct Holding {
    std::size_t gpus = 0, fabricNics = 0, frontEndNics = 0;
    bool hasVirtio = false;
    std::string name;
};

/// Findings about what a VM has.
std::vector<Finding> vmFindings(const Holding &vm) {
    std::vector<Finding> findings;
    if (vm.fabricNics > 0 && vm.fabricNics < vm.gpus)
        findings.push_back(Finding("passthrough.fewer_nics_than_gpus")
                               .set("vm", vm.name)
                               .set("gpus", vm.gpus)
                               .set("nics", vm.fabricNics));
    if (vm.gpus > 0 && vm.frontEndNics == 0 && !vm.hasVirtio)
        findings.push_back(Finding("passthrough.no_front_end").set("vm", vm.name));
    return findings;
}

Holding holdingOf(const Context &context, const host::VmProcess &vm) {
    Holding holding;
    holding.name = HostText(!vm.name.empty() ? vm.name : vm.uuid).plain(64);
    if (holding.name.empty())
        holding.name = fmt::format("process {}", vm.pid);
    const topology::Topology &topology = context.topology;
    for (const Address &address : vm.devices) {
        const auto id = topology.find(address);
        if (!id)
            continue;
        const topology::Node &node = topology.node(*id);
        const auto physical = node.physfn ? topology.find(*node.physfn) : std::nullopt;
        const bool isFrontEnd = topology.node(physical.value_or(*id)).frontEnd;
        holding.gpus += node.kind == NodeKind::Gpu ? 1 : 0;
        holding.frontEndNics += node.kind == NodeKind::Nic && isFrontEnd ? 1 : 0;
        holding.fabricNics += node.kind == NodeKind::Nic && !isFrontEnd ? 1 : 0;
    }
    holding.hasVirtio =
        std::any_of(vm.deviceInfo.begin(), vm.deviceInfo.end(),
                    [](const host::VmDevice &device) { return !device.onHost && !device.mac.empty(); });
    return holding;
}

void addVmFindings(const Context &context, std::vector<PassthroughFinding> &findings) {
    for (const host::VmProcess &vm : context.host().vms) {
        for (Finding &finding : vmFindings(holdingOf(context, vm)))
            findings.push_back({std::move(finding), {}});
    }
}

} // namespace

bool isolates(std::uint8_t acs) {
    return (acs & kIsolation) == kIsolation;
}

std::vector<PassthroughFinding> passthroughFindings(const topology::Topology &host,
                                                    const std::vector<PassthroughDevice> &devices) {
    Context context{host, devices};
    context.countOwners();
    std::vector<PassthroughFinding> findings;
    addDeviceFindings(context, findings);
    addVmFindings(context, findings);
    std::stable_sort(findings.begin(), findings.end(),
                     [](const PassthroughFinding &a, const PassthroughFinding &b) {
                         return a.finding.severity > b.finding.severity;
                     });
    return findings;
}

} // namespace fabricscope::hostvm
