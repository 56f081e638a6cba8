// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/json/NodeJson.h"
#include "core/json/host/HostJson.h"

#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

using topology::Node;
using topology::NodeKind;
using topology::Topology;

const host::NumaNodeFacts *factsOf(const host::Host &host, const Node &node) {
    for (const host::NumaNodeFacts &facts : host.numaNodes)
        if (facts.node == node.numa)
            return &facts;
    return nullptr;
}

Value nodeValue(const Topology &topology, const Node &node) {
    const host::NumaNodeFacts *facts = factsOf(topology.host(), node);
    Value value;
    value["node"] = node.numa ? Value(node.numa->value) : Value(nullptr);
    value["name"] = node.name;
    const bool knowsCpus = facts != nullptr && facts->cpus;
    value["cpus"] = knowsCpus ? Value(HostText(*facts->cpus).plain()) : Value(nullptr);
    const bool knowsMemory = facts != nullptr && facts->memory;
    value["memory_bytes"] = knowsMemory ? Value(facts->memory->value) : Value(nullptr);
    const bool knowsDistances = facts != nullptr && facts->distances;
    value["distances"] = knowsDistances ? Value(*facts->distances) : Value(nullptr);
    Value &devices = value["devices"] = Value::array();
    for (const Node &device : topology.nodes())
        if (device.bdf && device.numa == node.numa)
            devices.push_back({{"bdf", device.bdf->toString()},
                               {"kind", topology::toString(device.kind)},
                               {"name", device.name}});
    if (!node.findings.empty())
        value["remarks"] = findingsValue(node.findings);
    return value;
}

} // namespace

std::string numaDocument(const Topology &topology) {
    Value document = documentHeader("numa", topology);
    Value &nodes = document["nodes"] = Value::array();
    for (const Node &node : topology.nodes())
        if (node.kind == NodeKind::Numa)
            nodes.push_back(nodeValue(topology, node));
    return dump(document);
}

} // namespace fabricscope::json
