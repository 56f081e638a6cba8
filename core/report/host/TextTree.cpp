// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextHostVm.h"
#include "core/report/TextParts.h"
#include "core/report/TextTable.h"
#include "core/report/TextTools.h"
#include "core/report/host/TextUnplaced.h"
#include "core/topology/UnplacedDevices.h"

#include <fmt/format.h>

#include <vector>

namespace fabricscope::report {

namespace {

using topology::Node;
using topology::NodeId;
using topology::NodeKind;
using topology::Topology;

/// Only damaged input has deeper trees, whose lines would be very long.
constexpr std::size_t kDeepest = 24;

/// Draws the lines without recursion.
class TreeText {
public:
    TreeText(const Topology &topology, const TextOptions &options)
        : m_topology(topology)
        , m_options(options)
        , m_absent(topology, options)
        , m_table({"", "BDF", "PORT", "LINK", "DRIVER", "OWNER", "GROUP", "NUMA", "MODEL"}) {}

    std::string draw() {
        const auto &top = m_topology.node(0).children;
        addHostFindings(m_table, m_topology);
        for (auto id = top.rbegin(); id != top.rend(); ++id)
            m_pending.push_back({*id, 0, {}, true});
        while (!m_pending.empty()) {
            const Line line = std::move(m_pending.back());
            m_pending.pop_back();
            addNode(line);
        }
        std::string text = m_table.toString(m_options.width) + matrixDevices() +
                           vmsText(m_topology.host(), m_options.width) +
                           unplacedText(m_topology, m_options.width) + textFooter(m_topology, m_options);
        text.erase(0, text.find_first_not_of('\n')); // the header ends with a blank line
        return textHeader(m_topology, m_options) + text;
    }

private:
    /// Of a pasted matrix, where no source places its GPUs in the tree.
    [[nodiscard]] std::string matrixDevices() const {
        const host::MatrixDevices devices = topology::unplacedDevices(m_topology);
        if (devices.empty())
            return {};
        return wrapped(devices.summary(), m_options.width, 0) +
               matricesText(m_topology.host(), m_options.width);
    }

    struct Line {
        NodeId node = 0;
        std::size_t depth = 0;
        std::string prefix; ///< of the lines below this node's parent
        bool last = true;   ///< of its siblings
    };

    void addNode(const Line &line) {
        const Node &node = m_topology.node(line.node);
        const bool top = line.depth == 0;
        const bool deep = line.depth > kDeepest;
        const std::string branch = top ? "" : line.last ? "└─ " : "├─ ";
        const std::string below =
            top || deep ? (deep ? line.prefix : "") : line.prefix + (line.last ? "   " : "│  ");
        if (node.kind == NodeKind::Numa)
            m_table.addLine(node.model->empty() ? node.name : node.name + ": " + *node.model);
        else
            m_table.addRow(cells(node, deep ? "… " : line.prefix + branch));
        const std::string indent = deep ? "… " : below + (node.children.empty() ? "   " : "│  ");
        for (const findings::Finding &finding : node.findings) {
            m_table.addLine(indent + findingText(finding));
            if (const std::string remedy = findings::remedy(finding);
                (finding.severity != findings::Severity::Note || finding.rule == "device.fault") &&
                !remedy.empty())
                m_table.addLine(indent + "    " + remedy);
        }
        for (const topology::Port &port : node.ports)
            if (!port.upstream && port.below.empty())
                m_table.addLine(fmt::format("{}port {}: nothing below it", indent, port.bdf.toString()));
        for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
            m_pending.push_back({*child, line.depth + 1, below, child == node.children.rbegin()});
    }

    [[nodiscard]] std::vector<std::string> cells(const Node &node, const std::string &branches) const {
        std::vector<std::string> row = {branches + node.name};
        if (!node.function)
            return row;
        const host::PciFunction &function = m_topology.host().functions[*node.function];
        row.push_back(node.bdf->toString());
        row.push_back(portAbove(node));
        row.push_back(linkText(node, function));
        row.push_back(m_absent.driver(function));
        row.push_back(node.owner.value_or(""));
        row.push_back(m_absent.group(function, node.iommuGroup));
        row.push_back(numaText(node.numa));
        row.push_back(*node.model);
        return row;
    }

    /// The switch port above a device.
    [[nodiscard]] std::string portAbove(const Node &node) const {
        for (const topology::Port &port : m_topology.node(*node.parent).ports)
            for (const NodeId below : port.below)
                if (below == node.id)
                    return port.bdf.toString();
        return {};
    }

    const Topology &m_topology;
    const TextOptions &m_options;
    Absent m_absent;
    TextTable m_table;
    std::vector<Line> m_pending;
};

} // namespace

std::string treeText(const Topology &topology, const TextOptions &options) {
    return TreeText(topology, options).draw();
}

} // namespace fabricscope::report
