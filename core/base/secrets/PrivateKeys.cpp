// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/PrivateKeys.h"

#include "core/base/secrets/ValueForms.h"

#include <algorithm>

namespace fabricscope {

void PrivateKeys::open(const LineSource &source) {
    constexpr std::size_t kMost = 256;
    if (m_open.size() >= kMost)
        m_open.erase(m_open.begin());
    m_candidates = {std::string()};
    for (const std::string &key : {source.key, source.wordKey})
        if (!key.empty())
            m_candidates.push_back(key);
    for (const std::string &key : m_candidates)
        m_open[key].open();
}

std::optional<PrivateKeys::Line> PrivateKeys::lineOf(std::string_view line) {
    if (findPrivateKey(line) != std::string_view::npos) // another one, maybe of another source
        return std::nullopt;
    const LineSource source = lineSourceOf(line);
    if (!source.wordKey.empty() && m_open.find(source.wordKey) != m_open.end())
        return Line{source.wordBegin, source.wordKey};
    const auto found = m_open.find(source.key);
    if (found == m_open.end())
        return std::nullopt;
    const bool isMessage = m_candidates.size() > 1 && source.key.empty() && !KeyLines::isOfKey(line) &&
                           !isReplaced(line) && findKeyEnd(line) == std::string_view::npos;
    if (!isMessage)
        return Line{source.begin, source.key};
    found->second.add(line);
    if (!found->second.isOpen())
        m_open.erase(found);
    return std::nullopt;
}

/// Drops the others of the sources that the last key may be of.
void PrivateKeys::settle(const std::string &key) {
    if (std::find(m_candidates.begin(), m_candidates.end(), key) == m_candidates.end())
        return;
    for (const std::string &other : m_candidates)
        if (other != key)
            m_open.erase(other);
    m_candidates.clear();
}

void PrivateKeys::add(const Line &line, std::string_view text) {
    if (KeyLines::isOfKey(text) || isReplaced(text)) // not a message between its lines
        settle(line.key);
    const auto found = m_open.find(line.key);
    if (found == m_open.end())
        return;
    found->second.add(text);
    if (!found->second.isOpen())
        m_open.erase(found);
}

void PrivateKeys::close(const Line &line) {
    settle(line.key);
    m_open.erase(line.key);
}

} // namespace fabricscope
