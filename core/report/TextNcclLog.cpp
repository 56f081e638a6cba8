// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextNcclLog.h"

#include "core/base/RestoredLines.h"
#include "core/report/TextSamples.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::report {

namespace {

using namespace nccl::log;

constexpr std::size_t kMaxShown = 64; ///< rings, pairs: the document has them all

std::string factsText(const DebugLog &log, std::size_t width) {
    TextTable table({"", ""});
    const auto add = [&](const char *name, const std::string &value) {
        table.addRow({name, value.empty() ? "unknown" : value});
    };
    add("library", log.library.empty() ? std::string() : log.library + " " + log.version);
    add("library lines", std::to_string(log.infoLines + log.warningLines));
    add("ranks", log.ranks ? std::to_string(*log.ranks) : std::string());
    add("network", log.network);
    add("bootstrap", log.bootstrapAddress.empty()
                         ? log.bootstrapInterface
                         : log.bootstrapInterface + " (" + log.bootstrapAddress + ")");
    add("topology file", log.topologyFile.empty() ? "not loaded in this log" : log.topologyFile);
    add("rings, trees",
        std::string(log.ringsConnected ? "rings connected" : "rings not connected in this log") +
            (log.treesConnected ? ", trees connected" : ", trees not connected in this log"));
    for (const Setting &setting : log.settings)
        add(setting.name.c_str(), setting.value);
    return table.toString(width) + "\n";
}

std::string transportsText(const DebugLog &log, std::size_t width) {
    if (log.transports.empty())
        return "no connections in this log\n\n";
    TextTable table({"via", "NIC", "GPUDirect RDMA", "connections"});
    for (const Transport &transport : log.transports)
        table.addRow({transport.via, transport.device,
                      transport.gdr ? *transport.gdr ? "direct" : "through host memory" : std::string(),
                      std::to_string(transport.connections)});
    return table.toString(width) + "\n";
}

std::string nicsText(const DebugLog &log, std::size_t width) {
    if (log.nics.empty())
        return {};
    TextTable table({"NIC", "name", "kind", "network"});
    for (const Nic &nic : log.nics)
        table.addRow({std::to_string(nic.number), nic.name, nic.kind, nic.network});
    return table.toString(width) + "\n";
}

std::string hostsText(const DebugLog &log, std::size_t width) {
    if (log.hosts.size() < 2)
        return {};
    TextTable table(
        {"host", "library", "network", "bootstrap", "network connections", "with GDRDMA", "warnings"});
    for (const LogHost &host : log.hosts)
        table.addRow({host.name, host.version.empty() ? "unknown" : host.version,
                      host.network.empty() ? "unknown" : host.network,
                      host.bootstrapInterface.empty() ? "unknown" : host.bootstrapInterface,
                      std::to_string(host.networkConnections), std::to_string(host.direct),
                      std::to_string(host.warningLines)});
    return fmt::format("{}{} hosts in this log; the rest of this text is of all of them together\n",
                       log.hosts.size() == kMaxHosts ? "at least " : "", log.hosts.size()) +
           table.toString(width) + "\n";
}

std::string runsText(const DebugLog &log, std::size_t width) {
    if (log.runs.size() < 2)
        return {};
    TextTable table({"run", "from line", "ranks", "connections", "network connections", "with GDRDMA",
                     "communicators destroyed", "aborted"});
    for (std::size_t i = 0; i < std::min(log.runs.size(), kMaxShown); ++i) {
        const LogRun &run = log.runs[i];
        table.addRow({std::to_string(i + 1), std::to_string(run.line),
                      run.ranks ? std::to_string(*run.ranks) : "unknown", std::to_string(run.connections),
                      std::to_string(run.networkConnections), std::to_string(run.direct),
                      std::to_string(run.destroyed), std::to_string(run.aborted)});
    }
    if (log.runs.size() > kMaxShown)
        table.addLine("and " + std::to_string(log.runs.size() - kMaxShown) + " more (--json has all)");
    return fmt::format("{} runs in this log; the rest of this text is of all of them together\n",
                       log.runs.size()) +
           table.toString(width) + "\n";
}

std::string notesText(const DebugLog &log, std::size_t width) {
    std::string all;
    if (log.joinedLines + log.separatedLines > 0)
        all += cut(changedBreaksText(log.joinedLines, log.separatedLines), width) + "\n";
    if (log.unfinishedLine > 0)
        all += cut(fmt::format("the log ends in line {} without a line end: its last value may be cut",
                               log.unfinishedLine),
                   width) +
               "\n";
    return all;
}

std::string ringsText(const DebugLog &log, std::size_t width) {
    if (log.rings.empty())
        return {};
    TextTable table({"channel", "ring"});
    for (std::size_t i = 0; i < std::min(log.rings.size(), kMaxShown); ++i) {
        std::string ranks;
        for (const int rank : log.rings[i].ranks)
            ranks += (ranks.empty() ? "" : " ") + std::to_string(rank);
        table.addRow({std::to_string(log.rings[i].channel), ranks});
    }
    if (log.rings.size() > kMaxShown)
        table.addLine("and " + std::to_string(log.rings.size() - kMaxShown) + " more (--json has all)");
    return table.toString(width) + "\n";
}

/// The tree as the library printed it, without its prefixes.
std::string systemText(const DebugLog &log, std::size_t width) {
    std::string all;
    for (const SystemNode &node : log.system) {
        std::string line(2 * node.depth, ' ');
        line += node.name + (node.detail.empty() ? "" : " " + node.detail);
        if (!node.link.empty())
            line += "  " + node.link + (node.bandwidth ? fmt::format(" {:.1f} GB/s", *node.bandwidth) : "");
        all += cut(line, width) + "\n";
    }
    return all.empty() ? all : "system of the library\n" + all + "\n";
}

std::string graphsText(const DebugLog &log, std::size_t width) {
    if (log.graphs.empty())
        return {};
    const auto speed = [](const std::optional<double> &value, const std::string &type) {
        return value ? fmt::format("{:.1f} GB/s, {}", *value, type) : type;
    };
    TextTable table({"graph", "pattern", "channels", "inside a node", "between nodes", "first channel"});
    for (const Graph &graph : log.graphs) {
        std::string first;
        for (const std::string &device :
             graph.channels.empty() ? std::vector<std::string>() : graph.channels.front())
            first += (first.empty() ? "" : ", ") + device;
        table.addRow({graph.id, graph.pattern, std::to_string(graph.channels.size()),
                      speed(graph.speedIntra, graph.typeIntra), speed(graph.speedInter, graph.typeInter),
                      first});
    }
    return table.toString(width) + "\n";
}

} // namespace

std::string ncclLogText(const DebugLog &log, std::size_t width) {
    const std::string facts = factsText(log, width) + transportsText(log, width) + nicsText(log, width) +
                              ringsText(log, width) + systemText(log, width) + graphsText(log, width);
    std::string all;
    for (const TransportFact &fact : transportFacts(log))
        all += cut(fact.text, width) + "\n";
    const std::string others = notesText(log, width) + runsText(log, width) + hostsText(log, width);
    all.append(all.empty() || others.empty() ? "" : "\n").append(others);
    std::string_view rest = facts; // with an empty line in front
    if (all.empty() || all.ends_with("\n\n"))
        rest.remove_prefix(1);
    all.append(rest);
    for (const Warning &warning : log.warnings)
        all +=
            findingLines("warning, line " + std::to_string(warning.line) +
                             (warning.count > 1 ? " and " + std::to_string(warning.count - 1) + " more" : ""),
                         warning.text, warning.meaning, warning.remedy, width);
    for (const std::string &line : log.plugin)
        all += cut("plugin: " + line, width) + "\n";
    return all;
}

} // namespace fabricscope::report
