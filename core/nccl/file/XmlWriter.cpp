// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/nccl/Version.h"
#include "core/nccl/file/XmlTree.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::nccl {

namespace {

using Failed = tl::unexpected<FileError>;

Failed cannot(const XmlNode &node, std::string what) {
    FileError error;
    error.call = "writeXml";
    error.line = node.line;
    error.column = node.column;
    error.what = std::move(what);
    error.consequence = "the library could not read such a file, so none is written";
    return Failed(std::move(error));
}

bool isPlainName(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    });
}

class Writer {
public:
    Writer(const XmlTree &tree, const Version &version) : m_tree(tree), m_version(version) {}

    tl::expected<std::string, FileError> write();

private:
    tl::expected<void, FileError> startTag(const XmlNode &node, std::size_t depth);

    const XmlTree &m_tree;
    const Version &m_version;
    std::string m_text;
    std::size_t m_count = 0;
};

tl::expected<void, FileError> Writer::startTag(const XmlNode &node, std::size_t depth) {
    // At its maximum number of elements, the library stops at the last closing tag.
    if (++m_count >= m_version.maxXmlNodes)
        return cannot(node, fmt::format("more than {} elements", m_version.maxXmlNodes - 1));
    if (node.children.size() > m_version.maxChildren)
        return cannot(node, fmt::format("more than {} child elements", m_version.maxChildren));
    if (node.attributes.size() > m_version.maxAttributes)
        return cannot(node, fmt::format("more than {} attributes in <{}>", m_version.maxAttributes,
                                        HostText(node.name).plain(64)));
    if (!isPlainName(node.name) || node.name.size() > m_version.maxText - 2)
        return cannot(node, "an element without a usable name");
    m_text.append(2 * depth, ' ');
    m_text += '<' + node.name;
    for (const XmlAttribute &attribute : node.attributes) {
        if (node.find(attribute.name) != &attribute)
            continue; // a second one of the name counts for nothing
        if (!isPlainName(attribute.name) || attribute.name.size() > m_version.maxText - 2)
            return cannot(node, fmt::format("an attribute of <{}> without a usable name", node.name));
        // It supports no escapes, so a quote cannot be written; NUL would end the value.
        if (attribute.value.size() > m_version.maxText - 2 ||
            attribute.value.find_first_of(std::string_view("\"\0", 2)) != std::string::npos)
            return cannot(node,
                          fmt::format("the value of \"{}\" holds a quote or is longer than {} characters",
                                      attribute.name, m_version.maxText - 2));
        m_text += fmt::format(" {}=\"{}\"", attribute.name, attribute.value);
    }
    m_text += node.children.empty() ? "/>\n" : ">\n";
    return {};
}

tl::expected<std::string, FileError> Writer::write() {
    const int root = m_tree.system();
    if (root < 0)
        return cannot({}, "there is no <system>");
    struct Level {
        int node;
        std::size_t nextChild;
    };
    std::vector<Level> levels;
    const auto enter = [&](int index) -> tl::expected<void, FileError> {
        const XmlNode &node = m_tree.nodes[static_cast<std::size_t>(index)];
        if (levels.size() >= XmlLimits::kDepth)
            return cannot(node, fmt::format("elements nest more than {} deep", XmlLimits::kDepth));
        if (auto done = startTag(node, levels.size()); !done)
            return done;
        if (!node.children.empty())
            levels.push_back({index, 0});
        return {};
    };
    if (auto done = enter(root); !done)
        return Failed(done.error());
    while (!levels.empty()) {
        Level &level = levels.back();
        const XmlNode &node = m_tree.nodes[static_cast<std::size_t>(level.node)];
        if (level.nextChild == node.children.size()) {
            levels.pop_back();
            m_text.append(2 * levels.size(), ' ');
            m_text += "</" + node.name + ">\n";
        } else if (auto done = enter(node.children[level.nextChild++]); !done) {
            return Failed(done.error());
        }
    }
    return std::move(m_text);
}

} // namespace

tl::expected<std::string, FileError> writeXml(const XmlTree &tree, const Version &version) {
    return Writer(tree, version).write();
}

} // namespace fabricscope::nccl
