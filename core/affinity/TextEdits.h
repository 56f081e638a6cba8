// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/file/ElementRanges.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::affinity {

// For .cpp files of this folder.

/// Elements of an NCCL file taken from their places to others; all else stays as it is written. Elements are
/// named by line and column, as XmlNode has them. Lines that hold nothing but an element go as lines, and are
/// reindented.
class TextEdits {
public:
    /// An element's text and how its first line is indented.
    struct Piece {
        std::string text, indent;
    };

    TextEdits(std::string_view text, const nccl::Version &version);

    /// Taken out. Nothing where there is no such element, or it was taken already.
    [[nodiscard]] std::optional<Piece> cut(std::uint32_t line, std::uint32_t column);
    bool insertAfter(std::uint32_t line, std::uint32_t column, const std::vector<Piece> &pieces);
    /// The element with these behind it, between `head` and `tail`.
    bool wrap(std::uint32_t line, std::uint32_t column, std::string_view head, std::string_view tail,
              const std::vector<Piece> &pieces);
    [[nodiscard]] std::string apply() const;

private:
    struct Edit {
        std::size_t begin = 0, end = 0;
        std::string text;
    };
    struct Spot {
        nccl::ElementRange element;
        nccl::ElementRange lines; ///< with its indent and the end of its line, where nothing else is there
        std::string indent;
        bool alone = false;
    };
    [[nodiscard]] std::optional<Spot> spotOf(std::uint32_t line, std::uint32_t column) const;
    [[nodiscard]] std::string shifted(const Piece &piece, const std::string &indent) const;

    std::string_view m_text;
    std::string_view m_newline;
    std::map<std::pair<std::uint32_t, std::uint32_t>, nccl::ElementRange> m_ranges;
    std::vector<Edit> m_edits;
};

} // namespace fabricscope::affinity
