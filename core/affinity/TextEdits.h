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

/// Moves elements of an NCCL file to other places; everything else stays as written. Elements are identified
/// by line and column, as in XmlNode. Lines that contain only an element are moved as whole lines and
/// reindented.
class TextEdits {
public:
    /// An element's text and how its first line is indented.
    struct Piece {
        std::string text, indent;
    };

    TextEdits(std::string_view text, const nccl::Version &version);

    /// Removes an element. Nothing if there is no such element, or it was removed already.
    [[nodiscard]] std::optional<Piece> cut(std::uint32_t line, std::uint32_t column);
    bool insertAfter(std::uint32_t line, std::uint32_t column, const std::vector<Piece> &pieces);
    /// Puts the element, followed by these pieces, between `head` and `tail`.
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
        nccl::ElementRange lines; ///< with its indent and line end, if nothing else is on those lines
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
