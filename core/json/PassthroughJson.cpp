// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/PassthroughJson.h"

#include "core/json/NodeJson.h"
#include "core/stitch/Passthrough.h"

#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

template<class T> Value known(const std::optional<T> &value) {
    return value ? Value(*value) : Value(nullptr);
}

Value textOrNull(const std::string &text) {
    return text.empty() ? Value(nullptr) : Value(text);
}

Value bdfs(const std::vector<pci::Address> &addresses) {
    Value list = Value::array();
    for (const pci::Address &address : addresses)
        list.push_back(address.toString());
    return list;
}

Value deviceValue(const stitch::PassedDevice &device) {
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
    const stitch::Passthrough state = stitch::passthroughOf(topology);
    Value value;
    Value &devices = value["devices"] = Value::array();
    for (const stitch::PassedDevice &device : state.devices)
        devices.push_back(deviceValue(device));
    Value &remarks = value["remarks"] = Value::array();
    for (const stitch::PassedRemark &remark : state.remarks) {
        Value one;
        one["rule"] = remark.rule;
        one["severity"] = toString(remark.severity);
        one["devices"] = bdfs(remark.devices);
        one["text"] = remark.sentence;
        one["commands"] = remark.commands;
        remarks.push_back(std::move(one));
    }
    return value;
}

} // namespace fabricscope::json
