// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Section.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// Sections that come together in one stream of lines, since one process read the files of them all: a line
/// belongs to the section with the longest prefix that it begins with, and goes there without it.
class BatchedSection {
public:
    /// "NAME STATUS PREFIX ORIGIN..." of a gather frame; PREFIX "-" takes what no other does. False: makes no
    /// sense, or too many.
    bool add(std::string_view declaration, Part part, std::int64_t startedMs);
    [[nodiscard]] bool empty() const { return m_members.empty(); }
    void clear() { m_members.clear(); }
    /// The section that a line belongs to, empty where none.
    [[nodiscard]] std::string_view nameOf(std::string_view line) const;

    struct Member {
        Section::Meta meta;
        std::string prefix;
        std::string bytes;
    };
    /// Sorts the lines into their sections. With `damage` the section of the last line, and those behind it,
    /// are the damaged ones; those before it were whole by then.
    [[nodiscard]] std::vector<Member> sorted(std::string_view bytes, Damage damage,
                                             std::string_view damageText) const;

private:
    [[nodiscard]] std::size_t indexOf(std::string_view line) const;

    std::vector<Member> m_members;
};

/// A section's name as it may be: what finds readers and becomes file names holds only a-z, 0-9, '-', '_' and
/// '.'.
[[nodiscard]] std::string cleanSectionName(std::string_view text);

} // namespace fabricscope::capture
