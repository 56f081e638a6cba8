// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/NodeJson.h"

#include "core/base/HostText.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace fabricscope::json {

namespace {

Value speedValue(const std::optional<pci::LinkSpeed> &speed) {
    return speed ? Value(speed->gigatransfersPerSecond()) : Value(nullptr);
}

Value widthValue(const std::optional<std::uint8_t> &width) {
    return width ? Value(*width) : Value(nullptr);
}

/// Three decimals exceed the precision of the value, and are short.
Value bandwidthValue(const std::optional<pci::LinkRate> &rate) {
    return rate ? Value(std::round(rate->bandwidth().value * 1000.0) / 1000.0) : Value(nullptr);
}

} // namespace

std::string_view toString(topology::Link::State state) {
    static constexpr std::array<std::string_view, 5> kNames = {"unknown", "full", "slow", "narrow", "down"};
    return kNames[static_cast<std::size_t>(state)];
}

Value documentHeader(std::string_view name, const topology::Topology &topology) {
    Value document;
    document["schema"] = fmt::format("fabricscope.{}/0", name);
    document["host"] = topology.node(0).name;
    if (!topology.host().simulated.empty())
        document["simulated"] = HostText(topology.host().simulated).plain();
    return document;
}

Value linkValue(const topology::Link &link) {
    Value value;
    value["speed_gt_per_s"] = speedValue(link.speed);
    value["width"] = widthValue(link.width);
    value["max_speed_gt_per_s"] = speedValue(link.maxSpeed);
    value["max_width"] = widthValue(link.maxWidth);
    value["bandwidth_gbytes_per_s"] = bandwidthValue(link.rate());
    value["state"] = toString(link.state);
    return value;
}

Value linkValue(const topology::Node &node, const host::PciFunction &function) {
    if (!node.link && !function.rare->linkBandwidth)
        return nullptr;
    Value value = linkValue(node.link.value_or(topology::Link{}));
    if (function.rare->linkBandwidth && value["bandwidth_gbytes_per_s"].is_null())
        value["bandwidth_gbytes_per_s"] = function.rare->linkBandwidth->value;
    return value;
}

Value findingsValue(std::span<const findings::Finding> findings) {
    Value list = Value::array();
    for (const findings::Finding &finding : findings) {
        Value &value = list.emplace_back();
        value["severity"] = toString(finding.severity);
        value["rule"] = finding.rule;
        value["text"] = findings::titleWithCost(finding);
        if (const std::string remedy = findings::remedy(finding); !remedy.empty())
            value["remedy"] = remedy;
    }
    return list;
}

} // namespace fabricscope::json
