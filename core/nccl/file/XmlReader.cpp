// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/nccl/file/Numbers.h"
#include "core/nccl/file/XmlElements.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::nccl {

namespace {

using Failed = tl::unexpected<FileError>;

/// The permitted parents of elements, and when the library fails on them (xmlLoadSub, ncclTopoXmlLoad*).
class Reader {
public:
    Reader(std::string_view text, const Version &version) : m_in(text, version), m_version(version) {}

    tl::expected<XmlTree, FileError> read();

private:
    struct Level {
        int node = -1; ///< in m_tree; -1 for the file itself, or within ignored elements
        bool ignored = false;
        XmlPosition place;
        std::string name;
    };

    tl::expected<void, FileError> enter(XmlElement element);
    tl::expected<void, FileError> checkVersion(const XmlNode &system);
    [[nodiscard]] bool isKnown(std::string_view parent, std::string_view child) const;
    tl::expected<void, FileError> close(const XmlElement &element);
    tl::expected<int, FileError> addKnown(int parent, XmlNode node);

    XmlElements m_in;
    const Version &m_version;
    XmlTree m_tree;
    std::vector<Level> m_levels;
};

bool Reader::isKnown(std::string_view parent, std::string_view child) const {
    return std::any_of(m_version.grammar.begin(), m_version.grammar.end(),
                       [&](const GrammarRow &row) { return row.parent == parent && row.child == child; });
}

// ncclTopoXmlLoadSystem
tl::expected<void, FileError> Reader::checkVersion(const XmlNode &system) {
    const XmlPosition place{system.line, system.column};
    const XmlAttribute *attribute = system.find("version");
    if (attribute == nullptr)
        return xmlError(place, "<system> has no version (\"Attribute version of node system not found\")");
    const int version = cInt(attribute->value);
    if (version == m_version.xmlVersion)
        return {};
    auto failed = xmlError(
        {attribute->line, attribute->column},
        fmt::format("version {} where {} is needed (\"XML Topology has wrong version {}, {} needed\")",
                    version, m_version.xmlVersion, version, m_version.xmlVersion),
        fmt::format("ncclCommInitRank fails with ncclInvalidUsage; {}",
                    m_version.flavor == Flavor::Nccl ? "a file for RCCL does not work with NCCL"
                                                     : "a file for NCCL does not work with RCCL"));
    failed.value().code = ResultCode::InvalidUsage;
    return failed;
}

tl::expected<int, FileError> Reader::addKnown(int parent, XmlNode node) {
    const XmlPosition place{node.line, node.column};
    if (parent >= 0 &&
        m_tree.nodes[static_cast<std::size_t>(parent)].children.size() == m_version.maxChildren)
        return xmlError(place,
                        fmt::format("more than {} child elements (\"XML parser is limited to {} subnodes\")",
                                    m_version.maxChildren, m_version.maxChildren));
    const int index = m_tree.add(parent, {});
    node.parent = parent;
    m_tree.nodes[static_cast<std::size_t>(index)] = std::move(node);
    return index;
}

// What xmlLoadSub does with an element that is no closing tag of its level.
tl::expected<void, FileError> Reader::enter(XmlElement element) {
    const XmlPosition place{element.node.line, element.node.column};
    if (m_levels.size() > XmlLimits::kDepth)
        return xmlError(place, fmt::format("elements nest more than {} deep", XmlLimits::kDepth),
                        "deeper nesting is not supported");
    Level level{-1, true, place, element.node.name};
    const int parent = m_levels.back().node;
    const std::string_view above = parent >= 0
                                       ? std::string_view(m_tree.nodes[static_cast<std::size_t>(parent)].name)
                                       : std::string_view();
    if (!m_levels.back().ignored && isKnown(above, level.name)) {
        const auto added = addKnown(parent, std::move(element.node));
        if (!added)
            return Failed(added.error());
        level.ignored = false;
        level.node = *added;
        if (parent < 0)
            if (auto ok = checkVersion(m_tree.nodes[static_cast<std::size_t>(level.node)]); !ok)
                return ok;
    } else if (!m_levels.back().ignored) {
        m_in.warn(place, fmt::format("element <{0}> is unknown here and ignored with its content "
                                     "(\"Ignoring element {0}\")",
                                     HostText(level.name).plain(64)));
    }
    if (element.kind != XmlElement::Kind::Single)
        m_levels.push_back(std::move(level));
    return {};
}

tl::expected<void, FileError> Reader::close(const XmlElement &element) {
    const Level &level = m_levels.back();
    // Within ignored elements the library has lost the name, and compares nothing.
    if (!level.ignored && level.name != element.node.name)
        return xmlError({element.node.line, element.node.column},
                        fmt::format("</{}> closes <{}> of line {} (\"XML Mismatch : {} / {}\")",
                                    HostText(element.node.name).plain(64), HostText(level.name).plain(64),
                                    level.place.line, HostText(level.name).plain(64),
                                    HostText(element.node.name).plain(64)));
    m_levels.pop_back();
    return {};
}

tl::expected<XmlTree, FileError> Reader::read() {
    m_levels.push_back({});
    while (true) {
        if (m_tree.nodes.size() == m_version.maxXmlNodes)
            return xmlError(
                m_in.place(),
                fmt::format("the file has {} elements or more (\"XML parser is limited to {} nodes\")",
                            m_version.maxXmlNodes, m_version.maxXmlNodes));
        auto got = m_in.next();
        if (!got)
            return Failed(got.error());
        const bool isTop = m_levels.size() == 1;
        if (got->kind == XmlElement::Kind::None) {
            if (isTop) {
                m_tree.warnings = m_in.takeWarnings();
                return std::move(m_tree);
            }
            const Level &level = m_levels.back();
            return xmlError(level.place,
                            fmt::format("<{}> is not closed (\"XML Parse : unterminated {}\")",
                                        HostText(level.name).plain(64), HostText(level.name).plain(64)));
        }
        const auto done =
            got->kind == XmlElement::Kind::Close && !isTop ? close(*got) : enter(std::move(*got));
        if (!done)
            return Failed(done.error());
    }
}

} // namespace

tl::expected<XmlTree, FileError> readXml(std::string_view text, const Version &version) {
    if (text.size() > XmlLimits::kBytes)
        return xmlError({1, 1}, fmt::format("the file is longer than {} MiB", XmlLimits::kBytes >> 20),
                        "longer files are not supported");
    if (text.rfind("\xef\xbb\xbf", 0) == 0)
        return xmlError({1, 1},
                        "the file begins with a byte order mark (\"XML Parse error : expecting '<'\")");
    auto tree = Reader(text, version).read();
    if (tree && tree->system() < 0)
        tree->warnings.insert(tree->warnings.begin(),
                              {1, 1, "there is no <system>: the library continues without the file"});
    return tree;
}

const Version *versionOfFile(std::string_view text) {
    // The start tag of <system>, outside of comments; parsed leniently, since it is also used for files that
    // the library refuses.
    std::size_t at = 0;
    while ((at = text.find('<', at)) != std::string_view::npos) {
        if (text.substr(at, 4) == "<!--") {
            at = text.find("-->", at);
            continue;
        }
        if (text.substr(at, 7) == "<system")
            break;
        ++at;
    }
    if (at == std::string_view::npos)
        return nullptr;
    const std::string_view tag = text.substr(at, text.find('>', at) - at);
    std::size_t value = tag.find("version");
    if (value == std::string_view::npos ||
        (value = tag.find_first_of("\"'", value)) == std::string_view::npos)
        return nullptr;
    return assumedVersion(cInt(tag.substr(value + 1)));
}

} // namespace fabricscope::nccl
