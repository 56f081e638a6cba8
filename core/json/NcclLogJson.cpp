// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/NcclLogJson.h"

#include "core/json/Json.h"

#include <nlohmann/json.hpp>

#include <array>

namespace fabricscope::json {

namespace {

using namespace nccl::log;

/// In the order of Direction.
constexpr std::array kDirections = {"both", "send", "receive"};

Value transportValue(const Transport &transport) {
    Value value = {{"via", transport.via}};
    if (!transport.device.empty())
        value["device"] = transport.device;
    value["gdr"] = transport.gdr ? Value(*transport.gdr) : Value();
    return value;
}

Value connectionValue(const DebugLog &log, const Connection &connection) {
    Value value = {{"channel", connection.channel},
                   {"from", connection.from},
                   {"to", connection.to},
                   {"direction", kDirections[static_cast<std::size_t>(connection.direction)]}};
    if (connection.transport < log.transports.size())
        value.update(transportValue(log.transports[connection.transport]));
    return value;
}

Value treeValue(const TreeNode &node) {
    Value value = {{"channel", node.channel}, {"rank", node.rank}};
    value["up"] = node.up ? Value(*node.up) : Value();
    value["down"] = node.down;
    return value;
}

Value warningValue(const Warning &warning) {
    Value value = {{"text", warning.text},
                   {"meaning", textOrNull(warning.meaning)},
                   {"remedy", textOrNull(warning.remedy)}};
    if (!warning.where.empty())
        value["where"] = warning.where;
    value["count"] = warning.count;
    value["line"] = warning.line;
    return value;
}

Value nicValue(const Nic &nic) {
    return {{"number", nic.number}, {"name", nic.name}, {"kind", nic.kind}, {"network", nic.network}};
}

Value runValue(const LogRun &run) {
    return {{"line", run.line},
            {"ranks", run.ranks ? Value(*run.ranks) : Value()},
            {"connections", run.connections},
            {"network_connections", run.networkConnections},
            {"with_gdrdma", run.direct},
            {"destroyed_communicators", run.destroyed},
            {"aborted_communicators", run.aborted}};
}

Value timeoutValue(const CollectiveTimeout &timeout) {
    Value value = {{"operation", timeout.operation},
                   {"sequence", timeout.sequence},
                   {"limit_s", timeout.limit ? Value(*timeout.limit) : Value()},
                   {"longest_s", timeout.longest ? Value(*timeout.longest) : Value()},
                   {"ranks", timeout.ranks},
                   {"line", timeout.line}};
    Value &behind = value["ranks_behind"] = Value::array();
    for (const RankBehind &rank : timeout.behind)
        behind.push_back({{"rank", rank.rank}, {"last_started", rank.last}});
    return value;
}

template<class Items, class Make>
void list(Value &document, const char *key, const Items &items, Make &&make) {
    Value &values = document[key] = Value::array();
    for (const auto &item : items)
        values.push_back(make(item));
}

} // namespace

std::string ncclLogDocument(const DebugLog &log) {
    Value document = {{"schema", "fabricscope.nccl_log/0"}};
    document["library"] = textOrNull(log.library);
    document["version"] = textOrNull(log.version);
    document["ranks"] = log.ranks ? Value(*log.ranks) : Value();
    document["network"] = textOrNull(log.network);
    document["bootstrap"] = {{"interface", textOrNull(log.bootstrapInterface)},
                             {"address", textOrNull(log.bootstrapAddress)}};
    document["topology_file"] = textOrNull(log.topologyFile);
    Value &settings = document["environment"] = Value::object();
    for (const Setting &setting : log.settings)
        settings[setting.name] = setting.value;
    list(document, "nics", log.nics, nicValue);
    list(document, "transports", log.transports, [](const Transport &transport) {
        Value value = transportValue(transport);
        value["connections"] = transport.connections;
        return value;
    });
    list(document, "connections", log.connections,
         [&](const Connection &connection) { return connectionValue(log, connection); });
    document["more_connections"] = log.moreConnections;
    list(document, "rings", log.rings, [](const Ring &ring) {
        return Value{{"channel", ring.channel}, {"ranks", ring.ranks}};
    });
    list(document, "trees", log.trees, treeValue);
    list(document, "system", log.system, [](const SystemNode &node) {
        return Value{{"depth", node.depth},
                     {"link", textOrNull(node.link)},
                     {"bandwidth_gbytes_per_s", node.bandwidth ? Value(*node.bandwidth) : Value()},
                     {"name", node.name},
                     {"detail", textOrNull(node.detail)}};
    });
    list(document, "graphs", log.graphs, [](const Graph &graph) {
        return Value{{"id", textOrNull(graph.id)},
                     {"pattern", textOrNull(graph.pattern)},
                     {"type_intra", textOrNull(graph.typeIntra)},
                     {"type_inter", textOrNull(graph.typeInter)},
                     {"speed_intra_gbytes_per_s", graph.speedIntra ? Value(*graph.speedIntra) : Value()},
                     {"speed_inter_gbytes_per_s", graph.speedInter ? Value(*graph.speedInter) : Value()},
                     {"channels", graph.channels}};
    });
    document["rings_connected"] = log.ringsConnected;
    document["trees_connected"] = log.treesConnected;
    document["plugin"] = log.plugin;
    list(document, "warnings", log.warnings, warningValue);
    list(document, "hosts", log.hosts, [](const LogHost &host) {
        return Value{{"name", host.name},
                     {"version", textOrNull(host.version)},
                     {"network", textOrNull(host.network)},
                     {"bootstrap_interface", textOrNull(host.bootstrapInterface)},
                     {"network_connections", host.networkConnections},
                     {"with_gdrdma", host.direct},
                     {"library_lines", host.infoLines + host.warningLines},
                     {"warning_lines", host.warningLines}};
    });
    list(document, "runs", log.runs, runValue);
    list(document, "timeouts", log.timeouts, timeoutValue);
    document["lines"] = log.lines;
    document["joined_line_breaks"] = log.joinedLines;
    document["restored_line_breaks"] = log.separatedLines;
    document["unfinished_line"] = log.unfinishedLine > 0 ? Value(log.unfinishedLine) : Value();
    document["library_lines"] = log.infoLines + log.warningLines;
    return dump(document);
}

} // namespace fabricscope::json
