// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/file/ElementRanges.h"
#include "core/nccl/file/XmlTree.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::hostvm {

/// A change of a text: replacements of byte ranges of the text it was made for. Ranges do
/// not overlap.
struct TextEdit {
    struct Piece {
        std::size_t begin = 0, end = 0;
        std::string text;
    };
    std::vector<Piece> pieces;

    [[nodiscard]] bool isEmpty() const { return pieces.empty(); }
    [[nodiscard]] std::string applied(std::string_view text) const;
};

/// The lines of `after` that differ from `before`: from the first to the last. Line 0: none do.
struct ChangedLines {
    std::uint32_t line = 0; ///< of the first, in `after`
    std::string text;       ///< without the last line feed
};
[[nodiscard]] ChangedLines changedLines(std::string_view before, std::string_view after);

/// Edits an NCCL file's text element by element; everything else stays as it is written.
class TextEditor {
public:
    TextEditor(std::string_view text, const nccl::Version &version)
        : m_text(text), m_ranges(nccl::elementRanges(text, version)) {}

    /// `value` must not contain a quote. Empty if the element is not in the text.
    [[nodiscard]] TextEdit set(const nccl::XmlNode &node, std::string_view attribute,
                               std::string_view value) const;
    [[nodiscard]] TextEdit remove(const nccl::XmlNode &node, std::string_view attribute) const;
    /// Exchanges the two elements.
    [[nodiscard]] TextEdit exchange(const nccl::XmlNode &a, const nccl::XmlNode &b) const;
    /// Removes the tags, keeps the content.
    [[nodiscard]] TextEdit unwrap(const nccl::XmlNode &node) const;
    /// Removes the whole element.
    [[nodiscard]] TextEdit cut(const nccl::XmlNode &node) const;
    /// Adds content to an empty element.
    [[nodiscard]] TextEdit fill(const nccl::XmlNode &node, std::string_view content) const;
    /// As a separate line after this element.
    [[nodiscard]] TextEdit insertAfter(const nccl::XmlNode &node, std::string_view element) const;

private:
    [[nodiscard]] std::optional<nccl::ElementRange> rangeOf(const nccl::XmlNode &node) const;
    /// Up to and including the '>' of its start tag.
    [[nodiscard]] std::optional<nccl::ElementRange> startTag(const nccl::XmlNode &node) const;
    /// With the whole line if nothing else is on it.
    [[nodiscard]] nccl::ElementRange wholeLine(nccl::ElementRange range) const;
    /// From the blank before its name to after its closing quote, and its value alone.
    struct AttributeRange {
        nccl::ElementRange all, value;
    };
    [[nodiscard]] bool isOutsideQuotes(std::size_t begin, std::size_t at) const;
    [[nodiscard]] std::optional<AttributeRange> rangeOf(nccl::ElementRange tag,
                                                        std::string_view attribute) const;

    std::string_view m_text;
    std::map<std::pair<std::uint32_t, std::uint32_t>, nccl::ElementRange> m_ranges;
};

} // namespace fabricscope::hostvm
