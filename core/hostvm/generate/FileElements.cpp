// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/generate/FileElements.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::hostvm {

namespace {

using nccl::XmlNode;
using nccl::XmlTree;

constexpr const char *kBridgeClass = "0x060400";
constexpr const char *kNoId = "0xffff"; ///< not assigned, so that no rule for real switches applies

XmlNode &at(XmlTree &tree, int node) {
    return tree.nodes[static_cast<std::size_t>(node)];
}

void setKnown(XmlNode &node, std::string_view name, const std::string &value) {
    constexpr std::size_t kMost = 64;
    if (!value.empty() && value.size() <= kMost && isPlainAscii(value) &&
        value.find('"') == std::string::npos)
        node.set(name, value);
}

/// Unknown values are left out: the library reads them from the machine.
void setLink(XmlNode &node, const std::optional<pci::LinkRate> &link, const nccl::Version &version) {
    if (!link)
        return;
    node.set("link_speed", speedText(link->speed, version));
    node.set("link_width", std::to_string(link->width));
}

int addDevice(XmlTree &tree, int parent, const std::string &busId, const FileDevices &devices,
              const std::optional<pci::LinkRate> &link) {
    const int added = tree.add(parent, "pci");
    XmlNode &node = at(tree, added);
    node.set("busid", busId);
    if (const auto place = devices.machine.findFolder(busId)) {
        const nccl::MachineFunction &function = devices.machine.functions[*place];
        setKnown(node, "class", function.classCode);
        setKnown(node, "vendor", function.vendor);
        setKnown(node, "device", function.device);
        setKnown(node, "subsystem_vendor", function.subsystemVendor);
        setKnown(node, "subsystem_device", function.subsystemDevice);
    }
    setLink(node, link, devices.version);
    return added;
}

void addNic(XmlTree &tree, int parent, const FileDevices &devices, std::size_t nic) {
    const affinity::Nic &own = devices.fabric.nics[nic];
    const int device = addDevice(tree, parent, own.busIdText, devices, own.link);
    const auto ports = netsOf(devices.nets, devices.machine, own);
    if (ports.empty())
        return;
    const int group = tree.add(device, "nic");
    for (const nccl::PluginNet *port : ports) {
        const bool speedKnown = devices.machine.nets[port->machineNet].speedMbits.has_value();
        const bool guidKnown = devices.machine.nets[port->machineNet].guid.has_value();
        XmlNode &net = at(tree, tree.add(group, "net"));
        setKnown(net, "name", port->name);
        net.set("dev", std::to_string(port->dev));
        if (speedKnown)
            net.set("speed", std::to_string(port->speedMbits));
        net.set("port", std::to_string(port->port));
        if (guidKnown)
            net.set("guid", fmt::format("0x{:016x}", port->guid));
        net.set("maxconn", std::to_string(port->maxConnections));
        if (port->gdr)
            net.set("gdr", "1");
    }
}

/// The rate of the lowest switch that is above all of them; std::nullopt if there is none.
std::optional<pci::LinkRate> uplinkOf(const SwitchGroup &group, const affinity::UpstreamPaths &upstreamPaths,
                                      const topology::Topology &hardware) {
    std::vector<const affinity::UpstreamPath *> lines;
    for (const std::size_t gpu : group.gpus)
        lines.push_back(&upstreamPaths.gpus[gpu]);
    for (const std::size_t nic : group.nics)
        lines.push_back(&upstreamPaths.nics[nic]);
    for (const affinity::UpstreamStep &step : *lines.front()) {
        const bool common = std::all_of(lines.begin(), lines.end(), [&](const affinity::UpstreamPath *line) {
            return std::any_of(line->begin(), line->end(),
                               [&](const affinity::UpstreamStep &other) { return other.node == step.node; });
        });
        const topology::Node &node = hardware.node(step.node);
        if (common && node.kind == topology::NodeKind::Switch)
            return node.link ? node.link->rateWith(node.link->width) : std::nullopt;
    }
    return std::nullopt;
}

struct CpuModel {
    std::string vendor;
    std::optional<int> family, model; ///< in the library's numbering
    friend bool operator==(const CpuModel &, const CpuModel &) = default;
};

CpuModel modelOf(const host::Host &host) {
    CpuModel model;
    model.vendor = host.cpuVendor.valueOr("");
    if (host.cpuFamily)
        model.family = nccl::libraryCpuFamily(*host.cpuFamily);
    if (host.cpuModelNumber)
        model.model = *host.cpuModelNumber;
    return model;
}

} // namespace

std::string inventedBusId(std::size_t number) {
    return fmt::format("ffff:ff:{:02x}.0", number);
}

std::string speedText(pci::LinkSpeed speed, const nccl::Version &version) {
    for (unsigned code = speed.generation(); code > 0; --code) {
        const auto slower = pci::LinkSpeed::fromCode(code);
        const std::string text = fmt::format("{:.1f} GT/s PCIe", slower->gigatransfersPerSecond());
        if (std::any_of(version.linkSpeeds.begin(), version.linkSpeeds.end(),
                        [&](const nccl::LinkSpeedRow &row) { return text.starts_with(row.text); }))
            return text;
    }
    return "2.5 GT/s PCIe";
}

std::vector<const nccl::PluginNet *> netsOf(std::span<const nccl::PluginNet> nets,
                                            const nccl::Machine &machine, const affinity::Nic &nic) {
    std::vector<const nccl::PluginNet *> found;
    for (const nccl::PluginNet &net : nets)
        if (machine.nets[net.machineNet].busId == nic.busIdText)
            found.push_back(&net);
    return found;
}

int addCpu(XmlTree &tree, int numa, const GuestOnHost &guest, const nccl::Machine &machine,
           std::vector<std::string> &notes) {
    const int added = tree.add(0, "cpu");
    XmlNode &node = at(tree, added);
    node.set("numaid", std::to_string(numa));
    if (const auto map = machine.cpuMaps.find(std::to_string(numa)); map != machine.cpuMaps.end())
        setKnown(node, "affinity", map->second);
    CpuModel model = modelOf(guest.guest.host());
    const CpuModel there = guest.onHost != nullptr ? modelOf(guest.onHost->host()) : CpuModel{};
    if (!there.vendor.empty() && there.family && there.model && there != model) {
        if (tree.nodes.size() == 2) // once, not per node
            notes.push_back(
                fmt::format("the guest shows a {} CPU, the host {} family {} model {}: the file uses the "
                            "host's, which sets the speed between sockets",
                            model.vendor.empty() ? std::string("unnamed") : HostText(model.vendor).plain(32),
                            HostText(there.vendor).plain(32), *there.family, *there.model));
        model = there;
    }
    const bool known = guest.guest.host().architecture.known();
    if (known || !model.vendor.empty()) // only x86 has a vendor in CPUID
        setKnown(node, "arch", known ? machine.arch : std::string("x86_64"));
    if (known && machine.arch != "x86_64")
        return added; // the library has no names for other CPUs
    setKnown(node, "vendor", model.vendor);
    if (model.family && model.model) {
        node.set("familyid", std::to_string(*model.family));
        node.set("modelid", std::to_string(*model.model));
    }
    return added;
}

void addGpu(XmlTree &tree, int parent, const FileDevices &devices, std::size_t gpu) {
    const affinity::Gpu &own = devices.fabric.gpus[gpu];
    addDevice(tree, parent, own.busIdText, devices, own.link);
}

bool addGroup(XmlTree &tree, int parent, const SwitchGroup &group, const FileDevices &devices,
              const topology::Topology &hardware) {
    const int box = tree.add(parent, "pci");
    XmlNode &node = at(tree, box);
    node.set("busid", group.busId);
    node.set("class", kBridgeClass);
    for (const char *name : {"vendor", "device", "subsystem_vendor", "subsystem_device"})
        node.set(name, kNoId);
    auto link = uplinkOf(group, devices.fabric.upstreamPaths, hardware);
    for (const std::size_t gpu : group.gpus)
        if (!link)
            link = devices.fabric.gpus[gpu].link;
    setLink(node, link, devices.version); // adding to the tree moves its nodes
    for (const std::size_t gpu : group.gpus)
        addGpu(tree, box, devices, gpu);
    for (const std::size_t nic : group.nics)
        addNic(tree, box, devices, nic);
    return link.has_value();
}

} // namespace fabricscope::hostvm
