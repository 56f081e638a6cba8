// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/PassthroughRules.h"

#include "core/base/HostText.h"
#include "core/hostvm/GuestHostDevices.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricscope::hostvm {

namespace {

using findings::Severity;
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
    /// The switch that it hangs below.
    [[nodiscard]] std::optional<topology::NodeId> switchOf(const PassthroughDevice &device) const {
        const auto id = device.port ? topology.find(*device.port) : std::nullopt;
        return id && topology.node(*id).kind == NodeKind::Switch ? id : std::nullopt;
    }
    /// Another device that is handed on hangs below the same switch: of the same VM, or of another one.
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

std::string below(const PassthroughDevice &device) {
    return device.port ? fmt::format(", below port {}", device.port->toString()) : std::string();
}

std::string logText(const Context &context, const PassthroughDevice &device, KernelMessage::Kind kind) {
    const KernelMessage *entry = context.logged(device.address, kind);
    return entry == nullptr
               ? std::string()
               : fmt::format("the kernel log reports \"{}\"{}{}", HostText(entry->text).plain(200),
                             entry->count > 1 ? fmt::format(" ({} times)", entry->count) : "", below(device));
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

/// What is wrong with one device: empty where nothing is. {bdf} and {port} in commands are its own.
struct DeviceRule {
    Severity severity;
    const char *name;
    std::string (*what)(const Context &, const PassthroughDevice &);
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

/// One row adds a condition.
const std::vector<DeviceRule> &deviceRules() {
    static const std::vector<DeviceRule> kRules = {
        {Severity::Error, "fell_off",
         [](const Context &, const PassthroughDevice &device) {
             return device.dead
                        ? "fell off the bus: its config space reads all ones (rev ff, header type 7f)" +
                              below(device)
                        : std::string();
         },
         kFindAgain},
        {Severity::Error, "reset_failed",
         [](const Context &context, const PassthroughDevice &device) {
             return logText(context, device, KernelMessage::Kind::DeviceLost);
         },
         kFindAgain},
        {Severity::Warning,
         "reset_slow",
         [](const Context &context, const PassthroughDevice &device) {
             return logText(context, device, KernelMessage::Kind::Reset);
         },
         {"cat /sys/bus/pci/devices/{bdf}/reset_method",
          "echo bus | sudo tee /sys/bus/pci/devices/{bdf}/reset_method"}},
        {Severity::Error, "not_bound",
         [](const Context &, const PassthroughDevice &device) {
             return !device.bound && !device.owner.empty() && !device.vfs && !device.driver.empty()
                        ? fmt::format("{} holds it, but it is bound to {}, not vfio-pci", device.owner,
                                      device.driver)
                        : std::string();
         },
         kBind},
        {Severity::Note, "could_be_bound",
         [](const Context &, const PassthroughDevice &device) {
             return !device.bound && device.owner.empty() && !device.vfs && !device.driver.empty()
                        ? fmt::format("used by the host ({}), while others of its model are passed to VMs",
                                      device.driver)
                        : std::string();
         },
         kBind},
        {Severity::Error,
         "group_shared",
         [](const Context &context, const PassthroughDevice &device) {
             if (device.groupOthers.empty() || !device.bound)
                 return std::string();
             const host::PciFunction *other = context.host().function(device.groupOthers.front());
             return fmt::format(
                 "its IOMMU group {} also holds {} ({}){}: VFIO passes through whole groups only",
                 *device.group, device.groupOthers.front().toString(),
                 other != nullptr && other->driver ? HostText(*other->driver).plain(64) : "no driver",
                 device.groupOthers.size() > 1 ? fmt::format(" and {} more", device.groupOthers.size() - 1)
                                               : "");
         },
         {"ls /sys/bus/pci/devices/{bdf}/iommu_group/devices",
          "lspci -s {port} -vv | grep -A2 'Access Control'  # BIOS: ACS Enable"}},
        {Severity::Warning,
         "acs_open_between_vms",
         [](const Context &context, const PassthroughDevice &device) {
             return device.acs && !device.owner.empty() && (*device.acs & kIsolation) != kIsolation &&
                            context.hasNeighbor(device, false)
                        ? fmt::format("ACS of the port above ({}) lacks {}: it can bypass the IOMMU to "
                                      "another VM's device below the same switch",
                                      device.port->toString(), bitsMissing(*device.acs))
                        : std::string();
         },
         {"sudo setpci -s {port} ECAP_ACS+6.w=001d:001d"}},
        {Severity::Note,
         "acs_open",
         [](const Context &context, const PassthroughDevice &device) {
             return device.acs && device.bound && (*device.acs & kIsolation) != kIsolation &&
                            !context.hasNeighbor(device, false)
                        ? fmt::format("ACS of the port above lacks {}: right for peer-to-peer within one VM, "
                                      "but no isolation between VMs",
                                      bitsMissing(*device.acs))
                        : std::string();
         },
         {}},
        {Severity::Warning,
         "acs_redirects",
         [](const Context &context, const PassthroughDevice &device) {
             const bool direct =
                 device.ats.value_or(false) && (device.acs.value_or(0) & kDirectTranslated) != 0;
             return device.acs && !device.owner.empty() && (*device.acs & kRedirects) != 0 && !direct &&
                            (device.kind == NodeKind::Gpu || device.kind == NodeKind::Nic) &&
                            context.hasNeighbor(device, true)
                        ? fmt::format("ACS of the port above sends its traffic with {}'s other devices below "
                                      "the same switch up to the CPU (RR, CR){}",
                                      device.owner,
                                      !device.ats   ? ", unless ATS is on (unknown)"
                                      : *device.ats ? ", since DT is off"
                                                    : ", and ATS is off")
                        : std::string();
         },
         {"sudo setpci -s {port} ECAP_ACS+6.w=0000:000c  # until reboot; ends isolation within the switch"}},
        {Severity::Note,
         "ats_off",
         [](const Context &, const PassthroughDevice &device) {
             return device.ats && !*device.ats && !device.owner.empty()
                        ? std::string("a VM uses it, but ATS is off: addresses are translated at the CPU")
                        : std::string();
         },
         {"grep -o 'pci=[^ ]*' /proc/cmdline  # noats turns it off"}},
        {Severity::Warning,
         "no_reset",
         [](const Context &, const PassthroughDevice &device) {
             return device.bound && device.resetMethods && device.resetMethods->empty()
                        ? std::string("cannot be reset: the next VM inherits its state")
                        : std::string();
         },
         {"cat /sys/bus/pci/devices/{bdf}/reset_method"}},
        {Severity::Note,
         "no_vfs",
         [](const Context &context, const PassthroughDevice &device) {
             return device.vfs == 0U && context.someHaveVfs
                        ? fmt::format("0 of {} VFs are configured, while other NICs have VFs",
                                      *device.vfsPossible)
                        : std::string();
         },
         {"echo 1 | sudo tee /sys/bus/pci/devices/{bdf}/sriov_numvfs"}},
        {Severity::Warning,
         "d3cold",
         [](const Context &context, const PassthroughDevice &device) {
             const host::PciFunction *function = context.host().function(device.address);
             return device.bound && function != nullptr && function->powerState.valueOr({}) == "D3cold"
                        ? std::string("is in D3cold: many GPUs do not wake from it for the next VM")
                        : std::string();
         },
         {"echo on | sudo tee /sys/bus/pci/devices/{bdf}/power/control",
          "echo 0 | sudo tee /sys/bus/pci/devices/{bdf}/d3cold_allowed"}},
        {Severity::Note,
         "idle_d3",
         [](const Context &context, const PassthroughDevice &device) {
             return device.bound && device.kind == NodeKind::Gpu &&
                            context.parameter("vfio_pci", "disable_idle_d3") == "N"
                        ? std::string(
                              "vfio-pci puts it into D3 while no VM uses it: it must wake for the next VM")
                        : std::string();
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

/// One remark for all devices of which a rule states the same.
void addDeviceFindings(const Context &context, std::vector<PassthroughFinding> &findings) {
    for (const DeviceRule &rule : deviceRules()) {
        std::map<std::string, std::vector<const PassthroughDevice *>> found;
        for (const PassthroughDevice &device : context.devices)
            if (std::string what = rule.what(context, device); !what.empty())
                found[std::move(what)].push_back(&device);
        for (const auto &[what, devices] : found) {
            PassthroughFinding entry{
                rule.severity, rule.name, {}, fmt::format("{}: {}.", namesOf(devices), what), {}};
            for (const PassthroughDevice *device : devices)
                entry.devices.push_back(device->address);
            for (std::size_t i = 0; i < std::min(devices.size(), kMaxCommands); ++i)
                for (const std::string &command : rule.commands)
                    if (std::string own = withNames(command, *devices[i]);
                        std::find(entry.commands.begin(), entry.commands.end(), own) == entry.commands.end())
                        entry.commands.push_back(std::move(own));
            findings.push_back(std::move(entry));
        }
    }
}

/// What one VM has.
struct Holding {
    std::size_t gpus = 0, fabricNics = 0, frontEndNics = 0;
    bool hasVirtio = false;
    std::string name;
};

/// A rule about what a VM has; empty where nothing is wrong.
struct VmRule {
    Severity severity;
    const char *name;
    std::string (*what)(const Holding &);
};
constexpr VmRule kVmRules[] = {
    {Severity::Warning, "fewer_nics_than_gpus",
     [](const Holding &vm) {
         return vm.fabricNics > 0 && vm.fabricNics < vm.gpus
                    ? fmt::format("{} has {} GPUs and {} fabric NICs: some GPUs share one.", vm.name, vm.gpus,
                                  vm.fabricNics)
                    : std::string();
     }},
    {Severity::Note, "no_front_end",
     [](const Holding &vm) {
         return vm.gpus > 0 && vm.frontEndNics == 0 && !vm.hasVirtio
                    ? fmt::format("{} has no front-end NIC VF and no virtio interface: jobs would bootstrap "
                                  "over the fabric.",
                                  vm.name)
                    : std::string();
     }},
};

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
        const Holding holding = holdingOf(context, vm);
        for (const VmRule &rule : kVmRules)
            if (std::string what = rule.what(holding); !what.empty())
                findings.push_back({rule.severity, rule.name, {}, std::move(what), {}});
    }
}

} // namespace

std::vector<PassthroughFinding> passthroughFindings(const topology::Topology &host,
                                                    const std::vector<PassthroughDevice> &devices) {
    Context context{host, devices};
    context.countOwners();
    std::vector<PassthroughFinding> findings;
    addDeviceFindings(context, findings);
    addVmFindings(context, findings);
    std::stable_sort(
        findings.begin(), findings.end(),
        [](const PassthroughFinding &a, const PassthroughFinding &b) { return a.severity > b.severity; });
    return findings;
}

} // namespace fabricscope::hostvm
