// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/PassthroughJson.h"

#include "core/hostvm/Passthrough.h"
#include "core/json/Json.h"
#include "core/json/NodeJson.h"

#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

template<class T> Value known(const std::optional<T> &value) {
    return value ? Value(*value) : Value(nullptr);
}

Value bdfs(const std::vector<pci::Address> &addresses) {
    Value list = Value::array();
    for (const pci::Address &address : addresses)
        list.push_back(address.toString());
    return list;
}

Value deviceValue(const hostvm::PassthroughDevice &device) {
    Value value;
    value["bdf"] = device.address.toString();
    value["kind"] = topology::toString(device.kind);
    value["name"] = device.name;
    value["bound"] = device.bound;
    value["driver"] = textOrNull(device.driver);
    value["owner"] = textOrNull(device.owner);
    value["iommu_group"] = known(device.group);
    value["isolated"] = known(device.isolated());
    value["group_others"] = bdfs(device.groupOthers);
    value["port"] = device.port ? Value(device.port->toString()) : Value(nullptr);
    value["port_acs"] = device.acs ? Value(pci::Acs{0, *device.acs}.toString()) : Value(nullptr);
    value["ats"] = known(device.ats);
    value["reset_methods"] = known(device.resetMethods);
    value["vfs"] = known(device.vfs);
    value["vfs_possible"] = known(device.vfsPossible);
    value["dead"] = device.dead;
    return value;
}

} // namespace

Value passthroughValue(const topology::Topology &topology) {
    const hostvm::Passthrough state = hostvm::passthroughOf(topology);
    Value value;
    Value &devices = value["devices"] = Value::array();
    for (const hostvm::PassthroughDevice &device : state.devices)
        devices.push_back(deviceValue(device));
    Value &remarks = value["remarks"] = Value::array();
    for (const hostvm::PassthroughFinding &finding : state.findings) {
        Value one;
        const std::string &rule = finding.finding.rule;
        one["rule"] = rule.substr(rule.find('.') + 1); // without the area
        one["severity"] = toString(finding.finding.severity);
        one["devices"] = bdfs(finding.devices);
        one["text"] = findings::claim(finding.finding);
        one["commands"] = finding.finding.commands;
        remarks.push_back(std::move(one));
    }
    return value;
}

} // namespace fabricscope::json
