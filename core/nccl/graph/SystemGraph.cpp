// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/graph/SystemGraph.h"

#include "core/base/HostText.h"
#include "core/nccl/file/Numbers.h"

#include <fmt/format.h>

namespace fabricscope::nccl {

SystemGraph::SystemGraph(const XmlTree &tree, const Version &version) : m_tree(tree), m_version(version) {
    m_system.version = &version;
}

void SystemGraph::fail(int xml, std::string what, ResultCode code) {
    if (m_error)
        return;
    m_error.emplace();
    m_error->code = code;
    m_error->call = "ncclTopoGetSystemFromXml";
    m_error->what = std::move(what);
    m_error->consequence = code == ResultCode::Crash ? "the process ends with a segmentation fault"
                           : code == ResultCode::InvalidArgument
                               ? "ncclCommInitRank fails with ncclInvalidArgument"
                               : "ncclCommInitRank fails with ncclInternalError";
    if (xml >= 0) {
        m_error->line = element(xml).line;
        m_error->column = element(xml).column;
    }
}

void SystemGraph::warn(int xml, std::string_view attribute, std::string what) {
    if (m_system.warnings.size() >= XmlLimits::kWarnings)
        return;
    const XmlAttribute *at = element(xml).find(attribute);
    const bool placed = at != nullptr && at->line > 0;
    m_system.warnings.push_back(
        {placed ? at->line : element(xml).line, placed ? at->column : element(xml).column, std::move(what)});
}

std::string_view SystemGraph::needed(int xml, std::string_view attribute) {
    const auto value = element(xml).value(attribute);
    if (!value)
        fail(xml, fmt::format("<{}> has no {} (\"Attribute {} of node {} not found\")",
                              HostText(element(xml).name).plain(64), attribute, attribute,
                              HostText(element(xml).name).plain(64)));
    return value.value_or(std::string_view());
}

NodeType SystemGraph::classOf(int xml, std::string_view attribute) {
    const std::string_view text = needed(xml, attribute);
    const ClassRow *row = rowOf(m_version.classes, text);
    if (row == nullptr && !failed())
        warn(xml, attribute,
             fmt::format("{} \"{}\" is unknown to the library: treated as a PCI bridge", attribute,
                         HostText(text).plain(64)));
    return row != nullptr ? row->type : NodeType::Pci;
}

// getSystemId
void SystemGraph::enterHostOf(int xml) {
    if (!m_version.hostHashes)
        return;
    while (xml >= 0 && element(xml).name != "cpu")
        xml = element(xml).parent;
    const std::uint64_t hash = xml < 0 ? 0 : cUnsigned(element(xml).value("host_hash").value_or("0"), 16);
    const auto found = std::find(m_hostHashes.begin(), m_hostHashes.end(), hash);
    m_host = found - m_hostHashes.begin();
    if (found == m_hostHashes.end())
        m_hostHashes.push_back(hash);
}

int SystemGraph::create(NodeType type, std::int64_t id, int xml) {
    auto &same = m_system.byType[static_cast<std::size_t>(type)];
    if (same.size() == m_version.maxNodesPerType) {
        fail(xml, fmt::format("more than {} of one kind (\"tried to create too many nodes of type {}\")",
                              m_version.maxNodesPerType, static_cast<int>(type)));
        return -1;
    }
    const int index = static_cast<int>(m_system.nodes.size());
    SystemNode &made = m_system.nodes.emplace_back();
    made.type = type;
    id = onHost(id);
    made.id = id;
    made.place = static_cast<int>(same.size());
    made.xml = xml;
    same.push_back(index);
    m_byId[static_cast<std::size_t>(type)].emplace(id, index); // the first one stays
    return index;
}

int SystemGraph::find(NodeType type, std::int64_t id) const {
    const auto &ids = m_byId[static_cast<std::size_t>(type)];
    const auto found = ids.find(onHost(id));
    return found != ids.end() ? found->second : -1;
}

// ncclTopoConnectNodes
void SystemGraph::connect(int from, int to, LinkType type, float bandwidth) {
    auto &links = node(from).links;
    auto at = std::find_if(links.begin(), links.end(),
                           [=](const Link &link) { return link.remote == to && link.type == type; });
    if (at == links.end()) {
        if (links.size() == m_version.maxLinks)
            return fail(node(from).xml,
                        fmt::format("more than {} links on one device (\"too many Topo links (max {})\")",
                                    m_version.maxLinks, m_version.maxLinks));
        links.push_back({type, false, to, 0});
        at = links.end() - 1;
    }
    at->bandwidth += bandwidth;
    for (; at != links.begin() && (at - 1)->bandwidth < at->bandwidth; --at)
        std::iter_swap(at - 1, at);
}

void SystemGraph::connectBoth(int one, int other, LinkType type, float bandwidth) {
    connect(one, other, type, bandwidth);
    if (!failed())
        connect(other, one, type, bandwidth);
}

} // namespace fabricscope::nccl
