// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/Yaml.h"

#include <unordered_map>

namespace fabricscope::workspace {

/// Reads block by block: YamlReader.cpp the blocks, YamlFlow.cpp the parts within a line. The first error
/// ends it.
class YamlReader {
public:
    explicit YamlReader(std::string_view text);
    [[nodiscard]] Result<YamlDocument> read();

private:
    struct Line {
        std::string_view text; ///< behind the indentation
        std::size_t indent = 0;
        int number = 0;
    };

    // Lines. What is current is m_lines[m_at] unless the end is reached.
    [[nodiscard]] bool isEnd() const { return m_at >= m_lines.size(); }
    [[nodiscard]] Line &line() { return m_lines[m_at]; }
    void skipEmpty();

    // Blocks. Each gives the node's place.
    std::size_t block(std::size_t indent, int depth);
    std::size_t sequence(std::size_t indent, int depth);
    std::size_t map(std::size_t indent, int depth);
    /// The value after `key:` or `-`: on this line, or below it, deeper than `indent`.
    std::size_t value(std::string_view rest, std::size_t indent, bool inMap, int depth);
    std::size_t blockScalar(std::string_view head, std::size_t indent);
    std::size_t plain(std::string_view rest, std::size_t indent);

    // Within a line (YamlFlow.cpp).
    /// The whole of a flow collection or a quoted scalar that begins here, over as many lines as it takes.
    std::string gather(std::string_view rest);
    std::size_t flow(std::string_view &text, int depth);
    std::size_t flowMap(std::string_view &text, int depth);
    std::size_t flowSequence(std::string_view &text, int depth);
    std::string flowScalar(std::string_view &text, bool &quoted);
    std::string quoted(std::string_view &text);
    void skipBlanks(std::string_view &text) const;

    // Names in front of a value.
    std::string takeAnchor(std::string_view &rest);
    std::size_t alias(std::string_view name);

    std::size_t add(YamlNode::Kind kind, std::string text = {});
    std::size_t fail(std::string what);
    [[nodiscard]] bool failed() const { return m_error.has_value(); }

    std::vector<Line> m_lines;
    std::size_t m_at = 0;
    int m_number = 0; ///< of the line that is being read
    YamlDocument m_document;
    std::unordered_map<std::string, std::size_t> m_anchors;
    std::optional<Error> m_error;
};

/// Where `key:` ends, the colon's place; npos where the line has no key. A quoted key keeps its quotes.
[[nodiscard]] std::size_t yamlKeyEnd(std::string_view text);
/// Without a comment at its end, and the blanks before that.
[[nodiscard]] std::string_view withoutYamlComment(std::string_view text);

} // namespace fabricscope::workspace
