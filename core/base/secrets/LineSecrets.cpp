// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/LineSecrets.h"

#include "core/base/secrets/LineGate.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fabricscope {

namespace {

constexpr std::size_t kMostSources = 256;
constexpr std::uint64_t kMostBetween = 1024; ///< lines of other sources
constexpr std::string_view kTimeOnly = "time\n";

/// In order, and those that overlap as one.
void join(std::vector<SecretSpan> &spans) {
    std::sort(spans.begin(), spans.end(), [](const SecretSpan &a, const SecretSpan &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    std::vector<SecretSpan> joined;
    for (const SecretSpan &span : spans)
        if (span.end <= span.begin)
            continue;
        else if (!joined.empty() && span.begin < joined.back().end)
            joined.back().end = std::max(joined.back().end, span.end);
        else
            joined.push_back(span);
    spans = std::move(joined);
}

void merge(NamedSecrets::Found &into, const NamedSecrets::Found &found, std::size_t offset) {
    for (const SecretSpan &span : found.spans)
        into.spans.push_back({span.begin + offset, span.end + offset});
    into.settled = std::min(into.settled, found.settled + offset);
}

} // namespace

LineSecrets::Continued LineSecrets::continuedBy(const LineSource &prefix) const {
    const auto openSource = [&](const std::string &key) -> const Source * {
        const auto found = key.empty() ? m_sources.end() : m_sources.find(key);
        return found != m_sources.end() && m_lines - found->second.line <= kMostBetween ? &found->second
                                                                                        : nullptr;
    };
    if (const Source *source = openSource(prefix.wordKey))
        return {source, prefix.wordBegin, prefix.wordKey};
    if (!prefix.key.empty())
        return {openSource(prefix.key), prefix.begin, prefix.key};
    if (const Source *source = m_plain.isOpen() ? nullptr : openSource(m_last))
        return {source, 0, m_last};
    const bool isOther = m_isPlainOfWord && !prefix.wordKey.empty();
    return {isOther ? nullptr : &m_plain, 0, {}};
}

bool LineSecrets::isPlain(std::string_view line) const {
    const bool isContinued = m_plain.named.isWithin() || m_plain.open.isOpen() ||
                             (!m_sources.empty() && m_lines - m_lastOpen <= kMostBetween);
    return !isContinued && !mayHoldNamedSecret(line);
}

std::vector<SecretSpan> LineSecrets::inWhole(std::string_view line) const {
    return isPlain(line) ? std::vector<SecretSpan>() : in(line).spans;
}

NamedSecrets::Found LineSecrets::in(std::string_view line) const {
    const FormedValues forms = formedValues(line, m_rules);
    NamedSecrets::Found found{forms.spans, forms.settled};
    const Continued continued = continuedBy(lineSourceOf(line));
    if (continued.source != nullptr) {
        const std::string_view text = line.substr(continued.begin);
        merge(found, continued.source->named.in(text), continued.begin);
        merge(found, continued.source->open.in(text), continued.begin);
    } else {
        merge(found, NamedSecrets(m_rules.isSecret, m_rules.isHarmless).in(line), 0);
        merge(found, m_plain.named.inTable(line), 0); // "| a | k" may be the beginning of a row
    }
    if ((m_plain.isOpen() || !m_sources.empty()) && line.size() <= kLongestLinePrefix)
        found.settled = 0; // its prefix may still grow
    join(found.spans);
    return found;
}

void LineSecrets::add(std::string_view line) {
    if (line.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos) {
        m_plain.add(line);
        return;
    }
    ++m_lines;
    if (isPlain(line)) {
        m_isPlainOfWord = false;
        m_last.clear();
        return;
    }
    const LineSource prefix = lineSourceOf(line);
    const Continued continued = continuedBy(prefix);
    const std::string_view text = line.substr(continued.begin);
    if (m_isPlainOfWord && !prefix.wordKey.empty())
        m_plain = Source(m_rules);
    if (continued.key.empty())
        m_plain.add(text);
    else
        addTo(continued.key, text);
    const bool isKind = prefix.wordKey == "kind\n"; // "kind: Secret" is no heading of a password
    if (!prefix.wordKey.empty() && continued.key != prefix.wordKey && !isKind)
        addTo(prefix.wordKey, line.substr(prefix.wordBegin));
    m_isPlainOfWord =
        m_plain.isOpen() && (prefix.wordKey.empty() ? m_isPlainOfWord && continued.key.empty()
                                                    : m_sources.find(prefix.wordKey) != m_sources.end());
    m_last = continued.key == kTimeOnly ? continued.key : std::string();
}

void LineSecrets::addTo(const std::string &key, std::string_view text) {
    auto found = m_sources.find(key);
    if (found == m_sources.end()) {
        Source source(m_rules);
        source.add(text);
        if (!source.isOpen())
            return;
        if (m_sources.size() >= kMostSources)
            forgetOldest();
        found = m_sources.emplace(key, std::move(source)).first;
    } else {
        if (m_lines - found->second.line > kMostBetween)
            found->second = Source(m_rules);
        found->second.add(text);
    }
    found->second.line = m_lastOpen = m_lines;
    if (!found->second.isOpen())
        m_sources.erase(found);
}

void LineSecrets::forgetOldest() {
    m_sources.erase(std::min_element(m_sources.begin(), m_sources.end(), [](const auto &a, const auto &b) {
        return a.second.line < b.second.line;
    }));
}

} // namespace fabricscope
