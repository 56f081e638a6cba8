// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/DiffJson.h"

#include "core/base/HostText.h"
#include "core/json/Evidence.h"
#include "core/json/NodeJson.h"

#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

Value sideValue(const fleet::Side &side) {
    Value value;
    value["host"] = side.topology.node(0).name;
    if (!side.source.empty())
        value["source"] = HostText(side.source).plain(500);
    if (!side.topology.host().simulated.empty())
        value["simulated"] = HostText(side.topology.host().simulated).plain();
    if (side.capture != nullptr && side.capture->takenMs > 0)
        value["taken_ms"] = side.capture->takenMs;
    const host::HostId &id = side.topology.host().id;
    if (!id.bootId.empty())
        value["boot_id"] = HostText(id.bootId).plain(64);
    return value;
}

void setAddress(Value &value, const char *key, const std::optional<pci::Address> &address) {
    if (address)
        value[key] = address->toString();
}

Value differenceValue(const fleet::Difference &difference, Evidence &before, Evidence &after) {
    Value value;
    value["rule"] = difference.rule;
    value["category"] = fleet::toString(difference.category);
    value["change"] = fleet::toString(difference.change);
    value["severity"] = toString(difference.severity);
    value["subject"] = HostText(difference.subject).plain();
    value["text"] = HostText(difference.text()).plain();
    if (difference.before.value)
        value["before"] = HostText(*difference.before.value).plain();
    if (difference.after.value)
        value["after"] = HostText(*difference.after.value).plain();
    setAddress(value, "bdf_before", difference.before.address);
    setAddress(value, "bdf_after", difference.after.address);
    Value &devices = value["devices"] = Value::array();
    for (const fleet::DevicePair &pair : difference.devices) {
        Value device = Value::object();
        setAddress(device, "before", pair.before);
        setAddress(device, "after", pair.after);
        devices.push_back(std::move(device));
    }
    Value &evidence = value["evidence"] = Value::object();
    if (auto found = before.of(difference.before.evidence))
        evidence["before"] = std::move(*found);
    if (auto found = after.of(difference.after.evidence))
        evidence["after"] = std::move(*found);
    return value;
}

Value unknownValue(const fleet::NotCompared &fact) {
    Value value;
    value["rule"] = fact.rule;
    value["category"] = fleet::toString(fact.category);
    value["what"] = fact.what;
    value["unknown_before"] = fact.unknownBefore;
    value["unknown_after"] = fact.unknownAfter;
    value["count"] = fact.count;
    if (!fact.example.empty())
        value["example"] = HostText(fact.example).plain();
    return value;
}

} // namespace

std::string diffDocument(const fleet::Side &before, const fleet::Side &after,
                         const fleet::Comparison &comparison) {
    Value document;
    document["schema"] = "fabricscope.diff/0";
    document["before"] = sideValue(before);
    document["after"] = sideValue(after);
    std::size_t counts[3] = {};
    for (const fleet::Difference &difference : comparison.differences)
        ++counts[static_cast<std::size_t>(difference.severity)];
    document["counts"] = {{"error", counts[2]}, {"warning", counts[1]}, {"note", counts[0]}};
    Evidence left(before.capture);
    Evidence right(after.capture);
    Value &differences = document["differences"] = Value::array();
    for (const fleet::Difference &difference : comparison.differences)
        differences.push_back(differenceValue(difference, left, right));
    Value &unknown = document["not_compared"] = Value::array();
    for (const fleet::NotCompared &fact : comparison.notCompared)
        unknown.push_back(unknownValue(fact));
    return dump(document);
}

} // namespace fabricscope::json
