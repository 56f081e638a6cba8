// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Section.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// Sections that arrive in one stream of lines because one process read all their files: a line belongs to
/// the section with the longest matching prefix, and is stored without that prefix.
class BatchedSection {
public:
    /// "NAME STATUS PREFIX ORIGIN..." of a gather frame; PREFIX "-" takes all other lines. False: invalid, or
    /// too many.
    bool add(std::string_view declaration, Part part, std::int64_t startedMs);
    [[nodiscard]] bool empty() const { return m_members.empty(); }
    void clear() { m_members.clear(); }
    /// The section of a line; empty if none.
    [[nodiscard]] std::string_view nameOf(std::string_view line) const;

    struct Member {
        Section::Meta meta;
        std::string prefix;
        std::string bytes;
    };
    /// Sorts the lines into their sections. With `damage`, the section of the last line and those after it
    /// are marked as damaged; those before it are complete.
    [[nodiscard]] std::vector<Member> sorted(std::string_view bytes, Damage damage,
                                             std::string_view damageText) const;

private:
    [[nodiscard]] std::size_t indexOf(std::string_view line) const;

    std::vector<Member> m_members;
};

/// A valid section name: names select readers and become file names, so they contain only a-z, 0-9, '-', '_'
/// and
/// '.'.
[[nodiscard]] std::string cleanSectionName(std::string_view text);

} // namespace fabricscope::capture
