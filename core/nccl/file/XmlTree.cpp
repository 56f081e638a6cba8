// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/file/XmlTree.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::nccl {

std::string FileError::toString() const {
    std::string text;
    if (line > 0)
        text =
            column > 0 ? fmt::format("line {}, column {}: ", line, column) : fmt::format("line {}: ", line);
    text += what;
    if (!consequence.empty())
        text += "; " + consequence;
    return text;
}

const XmlAttribute *XmlNode::find(std::string_view attribute) const {
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [attribute](const XmlAttribute &a) { return a.name == attribute; });
    return found != attributes.end() ? &*found : nullptr;
}

std::optional<std::string_view> XmlNode::value(std::string_view attribute) const {
    const XmlAttribute *found = find(attribute);
    return found != nullptr ? std::optional<std::string_view>(found->value) : std::nullopt;
}

void XmlNode::set(std::string_view attribute, std::string value) {
    for (XmlAttribute &a : attributes) {
        if (a.name == attribute) {
            a.value = std::move(value);
            return;
        }
    }
    attributes.push_back({std::string(attribute), std::move(value), 0, 0});
}

void XmlNode::setIfAbsent(std::string_view attribute, std::string value) {
    if (find(attribute) == nullptr)
        set(attribute, std::move(value));
}

void XmlNode::unset(std::string_view attribute) {
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [attribute](const XmlAttribute &a) { return a.name == attribute; });
    if (found != attributes.end())
        attributes.erase(found);
}

int XmlTree::system() const {
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [](const XmlNode &node) { return node.name == "system"; });
    return found != nodes.end() ? static_cast<int>(found - nodes.begin()) : -1;
}

int XmlTree::add(int parent, std::string name) {
    const int index = static_cast<int>(nodes.size());
    XmlNode node;
    node.name = std::move(name);
    node.parent = parent;
    nodes.push_back(std::move(node));
    if (parent >= 0)
        nodes[static_cast<std::size_t>(parent)].children.push_back(index);
    return index;
}

} // namespace fabricscope::nccl
