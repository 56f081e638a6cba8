// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/json/NodeJson.h"
#include "core/json/PassthroughJson.h"
#include "core/json/host/HostJson.h"
#include "core/topology/IommuGroups.h"

#include <nlohmann/json.hpp>

#include <set>

namespace fabricscope::json {

namespace {

using topology::Topology;

Value deviceValue(const Topology &topology, const pci::Address &address) {
    Value value;
    value["bdf"] = address.toString();
    if (const auto id = topology.find(address)) {
        const topology::Node &node = topology.node(*id);
        value["kind"] = topology::toString(node.kind);
        value["name"] = node.name;
    }
    const host::PciFunction *function = topology.host().function(address);
    if (function != nullptr && function->driver)
        value["driver"] = HostText(*function->driver).plain(120);
    return value;
}

} // namespace

std::string iommuDocument(const Topology &topology) {
    const host::Host &host = topology.host();
    Value document = documentHeader("iommu", topology);
    document["units"] = Value::array();
    for (const std::string &unit : host.iommuUnits)
        document["units"].push_back(HostText(unit).plain(64));
    std::set<pci::Address> grouped;
    Value &groups = document["groups"] = Value::array();
    for (const auto &[number, group] : topology::iommuGroups(host)) {
        Value value;
        value["group"] = number;
        value["type"] = group.type ? Value(*group.type) : Value(nullptr);
        value["devices"] = Value::array();
        for (const pci::Address &address : group.devices)
            value["devices"].push_back(deviceValue(topology, address));
        grouped.insert(group.devices.begin(), group.devices.end());
        groups.push_back(std::move(value));
    }
    Value &outside = document["without_group"] = Value::array();
    for (const host::PciFunction &function : host.functions)
        if (!grouped.contains(function.address))
            outside.push_back(function.address.toString());
    document["passthrough"] = passthroughValue(topology);
    return dump(document);
}

} // namespace fabricscope::json
