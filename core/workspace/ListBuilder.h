// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/HostList.h"
#include "core/workspace/HostRange.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace fabricscope::workspace {

/// Filled by the readers of lists: stores each name once, counts, and enforces limits.
class ListBuilder {
public:
    /// How to treat a repeated name.
    enum class DuplicatePolicy { Merge, Warn };

    /// Adds the host; for a known name only its groups are added. False once the list is full.
    bool add(HostEntry entry, DuplicatePolicy policy = DuplicatePolicy::Warn);
    void warn(int line, std::string text);
    /// expandRange(), as long as all ranges of the list together stay within a limit: a short text may name
    /// 65536 hosts repeatedly.
    [[nodiscard]] Result<std::vector<std::string>> expand(std::string_view text,
                                                          RangeGrammar grammar = RangeGrammar::Hostlist);
    [[nodiscard]] bool isFull() const { return m_full; }
    /// Of the entry with this name; nullptr where there is none.
    [[nodiscard]] HostEntry *find(const std::string &name);
    static void addGroup(HostEntry &entry, std::string_view group);
    [[nodiscard]] HostList take(ListForm form);

private:
    HostList m_list;
    std::unordered_map<std::string, std::size_t> m_places;
    std::size_t m_moreWarnings = 0;
    std::size_t m_expanded = 0;
    bool m_full = false;
};

/// Walks through the lines of a text, without their ends and a byte order mark.
class LineWalk {
public:
    explicit LineWalk(std::string_view text);
    bool next();
    [[nodiscard]] std::string_view line() const { return m_line; }
    [[nodiscard]] int number() const { return m_number; }

private:
    std::string_view m_rest, m_line;
    int m_number = 0;
};

/// The words of a line as a shell would part them: blanks, quotes and backslashes; ends at a `#` that begins
/// a word. At most `most` words.
[[nodiscard]] std::vector<std::string> splitShellWords(std::string_view line, std::size_t most = 64);
/// The words between blanks and tabs; ends at a `#` that begins a word.
[[nodiscard]] std::vector<std::string_view> splitWords(std::string_view line, std::size_t most = 64);

// The readers, a form each.
void readLines(std::string_view text, ListBuilder &builder);
void readMpirun(std::string_view text, ListBuilder &builder);
void readHostsFile(std::string_view text, ListBuilder &builder);
void readSlurmConf(std::string_view text, ListBuilder &builder);
void readSlurmNodes(std::string_view text, ListBuilder &builder);
void readAnsibleIni(std::string_view text, ListBuilder &builder);
void readAnsibleYaml(std::string_view text, ListBuilder &builder);
void readDstack(std::string_view text, ListBuilder &builder);

} // namespace fabricscope::workspace
