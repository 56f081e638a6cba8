// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/host/TreeJson.h"

#include "core/base/HostText.h"
#include "core/json/Json.h"
#include "core/json/NodeJson.h"
#include "core/topology/UnplacedDevices.h"

#include <nlohmann/json.hpp>

#include <array>
#include <map>
#include <set>
#include <span>
#include <string>

namespace fabricscope::json {

namespace {

using topology::Node;
using topology::NodeKind;
using topology::Topology;

constexpr std::size_t kKinds = static_cast<std::size_t>(NodeKind::Other) + 1;

Value addresses(std::span<const pci::Address> list) {
    Value value = Value::array();
    for (const pci::Address &address : list)
        value.push_back(address.toString());
    return value;
}

/// What the kernel and the libraries of GPUs call a function, by its Address::key().
using OsNames = std::map<std::uint64_t, std::set<std::string>>;

OsNames osNames(const host::Host &host) {
    OsNames names;
    const auto add = [&names](const auto &devices) {
        for (const auto &device : devices)
            if (device.device && !device.name.empty())
                names[device.device->key()].insert(HostText(device.name).plain(64));
    };
    add(host.osDevices);
    add(host.netInterfaces);
    add(host.rdmaDevices);
    return names;
}

Value portsValue(const Topology &topology, const Node &node) {
    Value list = Value::array();
    for (const topology::Port &port : node.ports) {
        const host::PciFunction &function = topology.host().functions[port.function];
        Value value;
        value["bdf"] = port.bdf.toString();
        value["upstream"] = port.upstream;
        if (function.driver)
            value["driver"] = HostText(*function.driver).plain(120);
        if (function.iommuGroup)
            value["iommu_group"] = function.iommuGroup->value;
        if (!port.upstream)
            value["below"] = port.below;
        list.push_back(std::move(value));
    }
    return list;
}

Value nodeValue(const Topology &topology, const Node &node, const OsNames &names) {
    Value value;
    value["id"] = node.id;
    value["kind"] = topology::toString(node.kind);
    if (node.bdf && node.kind != NodeKind::Switch) // a switch's functions are its ports: each is here once
        value["bdf"] = node.bdf->toString();
    value["name"] = node.name;
    if (!node.model->empty())
        value["model"] = *node.model;
    if (node.bdf)
        if (const auto own = names.find(node.bdf->key()); own != names.end())
            value["os_devices"] = own->second;
    if (node.numa)
        value["numa"] = node.numa->value;
    if (node.parent)
        value["parent"] = *node.parent;
    value["children"] = node.children;
    if (node.kind == NodeKind::Switch)
        value["ports"] = portsValue(topology, node);
    if (node.function)
        if (Value link = linkValue(node, topology.host().functions[*node.function]); !link.is_null())
            value["link"] = std::move(link);
    if (node.driver)
        value["driver"] = *node.driver;
    if (node.owner)
        value["owner"] = *node.owner;
    if (node.iommuGroup)
        value["iommu_group"] = node.iommuGroup->value;
    if (node.physfn)
        value["physfn"] = node.physfn->toString();
    value["virtfns"] = addresses(node.virtfns);
    if (node.partition)
        value["partition"] = *node.partition;
    if (node.dead)
        value["dead"] = true;
    if (node.frontEnd)
        value["front_end"] = true;
    if (!node.findings.empty())
        value["remarks"] = findingsValue(node.findings);
    return value;
}

Value peerLinkValue(const topology::PeerLink &link) {
    Value value;
    value["kind"] = link.kind == host::GpuLink::Kind::Xgmi ? "xgmi" : "nvlink";
    value["from"] = link.from;
    value["to"] = link.to;
    value["count"] = link.count ? Value(*link.count) : Value(nullptr);
    value["bandwidth_gbytes_per_s"] = link.bandwidth ? Value(link.bandwidth->value) : Value(nullptr);
    return value;
}

Value matrixDevice(const host::MatrixDevice &device) {
    Value value;
    value["name"] = device.name;
    value["label"] = HostText(device.label).plain(64);
    const auto fact = [&](const char *key, const host::Fact<std::string> &text) {
        value[key] = text ? Value(HostText(*text).plain()) : Value(nullptr);
    };
    static const host::DeviceMatrix::Row kNone;
    const host::DeviceMatrix::Row &row = device.row != nullptr ? *device.row : kNone;
    value["bdf"] = row.address ? Value(row.address->toString()) : Value(nullptr);
    fact("cpu_affinity", row.cpus);
    fact("numa_affinity", row.numaNodes);
    return value;
}

/// Only where a tool's matrix names devices that no source places in the tree.
void addMatrixDevices(const Topology &topology, Value &document) {
    const host::MatrixDevices devices = topology::unplacedDevices(topology);
    if (devices.empty())
        return;
    Value &value = document["matrix_devices"];
    value["tool"] = HostText(devices.tool()).plain(64);
    value["gpus"] = Value::array();
    value["nics"] = Value::array();
    for (const host::MatrixDevice &gpu : devices.gpus())
        value["gpus"].push_back(matrixDevice(gpu));
    for (const host::MatrixDevice &nic : devices.nics())
        value["nics"].push_back(matrixDevice(nic));
}

/// Adds `cpus`: of all packages together, null where it is unknown. Nothing if nothing is known.
void addCpus(Value &document, const host::Host &host) {
    if (!host.cpuPackages && !host.cpuCores && !host.cpuThreads)
        return;
    const auto number = [](const host::Fact<int> &count) {
        return count ? Value(*count) : Value(nullptr);
    };
    document["cpus"] = {{"packages", number(host.cpuPackages)},
                        {"cores", number(host.cpuCores)},
                        {"threads", number(host.cpuThreads)}};
}

/// Adds `libraries`, where there are any: [{"library": "nccl", "version": "2.27.6", "cuda": "12.9", "rocm":
/// null, "path": "/usr/lib64/libnccl.so.2", "file": "/usr/lib64/libnccl.so.2.27.6"}, ...].
void addLibraries(Value &document, const host::Host &host) {
    for (const host::InstalledLibrary &library : host.libraries) {
        Value value;
        value["library"] = library.flavor == host::InstalledLibrary::Flavor::Nccl ? "nccl" : "rccl";
        value["version"] = textOrNull(library.version.valueOr(""));
        value["cuda"] = textOrNull(library.cuda.valueOr(""));
        value["rocm"] = textOrNull(library.rocm.valueOr(""));
        value["path"] = textOrNull(library.path);
        value["file"] = textOrNull(library.file);
        document["libraries"].push_back(std::move(value));
    }
}

} // namespace

std::string treeDocument(const Topology &topology) {
    Value document = documentHeader("tree", topology);
    std::array<std::size_t, kKinds> counts{};
    const OsNames names = osNames(topology.host());
    Value &nodes = document["nodes"] = Value::array();
    for (const Node &node : topology.nodes()) {
        nodes.push_back(nodeValue(topology, node, names));
        ++counts[static_cast<std::size_t>(node.kind)];
    }
    Value &links = document["links"] = Value::array();
    for (const topology::PeerLink &link : topology.peerLinks())
        links.push_back(peerLinkValue(link));
    Value &byKind = document["counts"];
    for (std::size_t kind = 0; kind < kKinds; ++kind)
        byKind[topology::toString(static_cast<NodeKind>(kind))] = counts[kind];
    addCpus(document, topology.host());
    addLibraries(document, topology.host());
    addMatrixDevices(topology, document);
    addVms(topology.host(), document);
    addUnplaced(topology, document);
    addUnplacedMessages(topology, document);
    return dump(document);
}

} // namespace fabricscope::json
