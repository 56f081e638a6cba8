// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Version.h"
#include "core/nccl/machine/XmlTopologyBuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::nccl {

namespace {

constexpr std::array<std::string_view, 4> kTrimmed = {"pci", "cpu", "nic", "net"};

bool isTrimmed(std::string_view name) {
    return std::find(kTrimmed.begin(), kTrimmed.end(), name) != kTrimmed.end();
}

/// xmlFindNode also compares the kind of the tag; here it matters only whether it is from the file or was
/// added.
bool isSame(const XmlNode &a, const XmlNode &b) {
    return a.name == b.name && (a.line == 0) == (b.line == 0) && a.attributes.size() == b.attributes.size() &&
           std::all_of(b.attributes.begin(), b.attributes.end(), [&](const XmlAttribute &attribute) {
               return a.value(attribute.name) == attribute.value;
           });
}

class Fusion {
public:
    Fusion(XmlTree &into, const XmlTree &from, const Version &version)
        : m_into(into), m_from(from), m_version(version) {}

    std::optional<FileError> run() {
        const int source = m_from.system();
        if (source < 0)
            return std::nullopt;
        const int target = m_into.system();
        if (target < 0) {
            copy(source, -1);
            return m_error;
        }
        std::vector<std::pair<int, int>> open = {{source, target}};
        while (!open.empty() && !m_error) {
            const auto [from, into] = open.back();
            open.pop_back();
            // Matches are descended into after their siblings, the first one first: additions to one do not
            // affect the others.
            std::vector<std::pair<int, int>> matches;
            for (const int child : m_from.nodes[static_cast<std::size_t>(from)].children) {
                const int match = find(into, m_from.nodes[static_cast<std::size_t>(child)]);
                if (match < 0)
                    copy(child, into);
                else
                    matches.emplace_back(child, match);
            }
            open.insert(open.end(), matches.rbegin(), matches.rend());
        }
        return m_error;
    }

private:
    [[nodiscard]] int find(int parent, const XmlNode &target) const {
        for (const int child : m_into.nodes[static_cast<std::size_t>(parent)].children)
            if (isSame(m_into.nodes[static_cast<std::size_t>(child)], target))
                return child;
        return -1;
    }

    /// xmlAddTree
    void copy(int source, int parent) {
        std::vector<std::pair<int, int>> open = {{source, parent}};
        while (!open.empty() && !m_error) {
            const auto [from, below] = open.back();
            open.pop_back();
            if (below >= 0 &&
                m_into.nodes[static_cast<std::size_t>(below)].children.size() >= m_version.maxChildren) {
                m_error = FileError{ResultCode::InternalError,
                                    "xmlAddTree",
                                    0,
                                    0,
                                    fmt::format("an element merged from all ranks has more than {} children",
                                                m_version.maxChildren),
                                    "the communicator is not created: the run fails at startup"};
                return;
            }
            const XmlNode &element = m_from.nodes[static_cast<std::size_t>(from)];
            const int added = m_into.add(below, element.name);
            XmlNode &made = m_into.nodes[static_cast<std::size_t>(added)];
            made.attributes = element.attributes;
            made.line = element.line;
            made.column = element.column;
            for (auto child = element.children.rbegin(); child != element.children.rend(); ++child)
                open.emplace_back(*child, added);
        }
    }

    XmlTree &m_into;
    const XmlTree &m_from;
    const Version &m_version;
    std::optional<FileError> m_error;
};

} // namespace

void trim(XmlTree &tree) {
    if (tree.nodes.empty())
        return;
    std::vector<int> order, open = {0};
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        order.push_back(node);
        XmlNode &element = tree.nodes[static_cast<std::size_t>(node)];
        if (element.value("keep") != "1")
            open.insert(open.end(), element.children.begin(), element.children.end());
    }
    std::vector<bool> kept(tree.nodes.size());
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
        XmlNode &element = tree.nodes[static_cast<std::size_t>(*node)];
        const auto at = static_cast<std::size_t>(*node);
        if (element.value("keep") == "1") {
            element.unset("keep");
            kept[at] = true;
            continue;
        }
        kept[at] = std::any_of(element.children.begin(), element.children.end(),
                               [&](int child) { return kept[static_cast<std::size_t>(child)]; });
        std::erase_if(element.children, [&](int child) {
            const auto below = static_cast<std::size_t>(child);
            return !kept[below] && isTrimmed(tree.nodes[below].name);
        });
    }
}

XmlTree branchOf(const XmlTree &tree, int gpu) {
    std::vector<int> path; // from the GPU to the root
    for (int node = gpu; node >= 0; node = tree.nodes[static_cast<std::size_t>(node)].parent)
        path.push_back(node);
    XmlTree branch;
    std::vector<std::pair<int, int>> open = {{path.back(), -1}};
    std::size_t depth = path.size(); // path[depth - 1] is the next one on the way down
    while (!open.empty()) {
        const auto [from, below] = open.back();
        open.pop_back();
        const XmlNode &element = tree.nodes[static_cast<std::size_t>(from)];
        const int added = branch.add(below, element.name);
        XmlNode &made = branch.nodes[static_cast<std::size_t>(added)];
        made.attributes = element.attributes;
        made.line = element.line;
        made.column = element.column;
        const bool onPath = depth > 0 && path[depth - 1] == from;
        if (onPath && --depth == 0)
            made.unset("keep");
        for (auto child = element.children.rbegin(); child != element.children.rend(); ++child)
            if (!onPath || depth == 0 || *child == path[depth - 1] ||
                !isTrimmed(tree.nodes[static_cast<std::size_t>(*child)].name))
                open.emplace_back(*child, added);
    }
    return branch;
}

std::optional<FileError> fuse(XmlTree &into, const XmlTree &from, const Version &version) {
    return Fusion(into, from, version).run();
}

} // namespace fabricscope::nccl
