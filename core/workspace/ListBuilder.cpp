// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/ListBuilder.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::workspace {

namespace {

constexpr std::size_t kLongestGroup = 200;
constexpr std::size_t kMaxExpanded = 8 * kMaxHosts;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

} // namespace

bool ListBuilder::add(HostEntry entry, DuplicatePolicy policy) {
    const auto [place, isNew] = m_places.try_emplace(entry.name, m_list.hosts.size());
    if (!isNew) {
        HostEntry &known = m_list.hosts[place->second];
        if (policy == DuplicatePolicy::Warn)
            warn(entry.line, fmt::format("{} is already in line {}", entry.name, known.line));
        for (const std::string &group : entry.groups)
            addGroup(known, group);
        return true;
    }
    if (m_list.hosts.size() == kMaxHosts) {
        m_full = true;
        m_places.erase(place);
        return false;
    }
    m_list.hosts.push_back(std::move(entry));
    return true;
}

void ListBuilder::warn(int line, std::string text) {
    if (m_list.warnings.size() == HostListLimits::kWarnings) {
        ++m_moreWarnings;
        return;
    }
    m_list.warnings.push_back({line, HostText(text).plain(300)});
}

Result<std::vector<std::string>> ListBuilder::expand(std::string_view text, RangeGrammar grammar) {
    auto names = expandRange(text, grammar);
    m_expanded += names ? names->size() : 0;
    if (m_expanded > kMaxExpanded)
        m_full = true;
    return names;
}

HostEntry *ListBuilder::find(const std::string &name) {
    const auto place = m_places.find(name);
    return place == m_places.end() ? nullptr : &m_list.hosts[place->second];
}

void ListBuilder::addGroup(HostEntry &entry, std::string_view group) {
    std::string name = HostText(trimmed(group)).plain(kLongestGroup);
    if (name.empty() || entry.groups.size() == HostListLimits::kGroups ||
        std::find(entry.groups.begin(), entry.groups.end(), name) != entry.groups.end())
        return;
    entry.groups.push_back(std::move(name));
}

HostList ListBuilder::take(ListForm form) {
    m_list.form = form;
    std::stable_sort(m_list.warnings.begin(), m_list.warnings.end(),
                     [](const ListWarning &a, const ListWarning &b) { return a.line < b.line; });
    if (m_moreWarnings > 0)
        m_list.warnings.push_back({0, fmt::format("and {} more like these", m_moreWarnings)});
    m_places.clear();
    return std::move(m_list);
}

LineWalk::LineWalk(std::string_view text) : m_rest(text) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (m_rest.starts_with(kByteOrderMark))
        m_rest.remove_prefix(kByteOrderMark.size());
}

bool LineWalk::next() {
    if (m_rest.empty())
        return false;
    m_line = takeUntil(m_rest, '\n');
    if (m_line.ends_with('\r'))
        m_line.remove_suffix(1);
    ++m_number;
    return true;
}

std::vector<std::string> splitShellWords(std::string_view line, std::size_t most) {
    std::vector<std::string> words;
    std::string word;
    bool inWord = false;
    char quote = 0;
    for (std::size_t at = 0; at < line.size() && words.size() < most; ++at) {
        const char c = line[at];
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else if (c == '\\' && quote == '"' && at + 1 < line.size())
                word += line[++at];
            else
                word += c;
        } else if (isBlank(c)) {
            if (inWord)
                words.push_back(std::exchange(word, {}));
            inWord = false;
        } else if (c == '#' && !inWord) {
            break;
        } else {
            inWord = true;
            if (c == '"' || c == '\'')
                quote = c;
            else if (c == '\\' && at + 1 < line.size())
                word += line[++at];
            else
                word += c;
        }
    }
    if (inWord && words.size() < most)
        words.push_back(std::move(word));
    return words;
}

std::vector<std::string_view> splitWords(std::string_view line, std::size_t most) {
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while (at < line.size() && words.size() < most) {
        while (at < line.size() && isBlank(line[at]))
            ++at;
        const std::size_t begin = at;
        while (at < line.size() && !isBlank(line[at]))
            ++at;
        if (begin == at || line[begin] == '#')
            break;
        words.push_back(line.substr(begin, at - begin));
    }
    return words;
}

} // namespace fabricscope::workspace
