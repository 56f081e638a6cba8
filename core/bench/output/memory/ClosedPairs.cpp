// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/memory/ClosedPairs.h"

#include "core/base/Text.h"
#include "core/bench/output/text/LogFinding.h"

#include <algorithm>

namespace fabricscope::bench::output {

void ClosedPairs::add(std::string_view from, std::string_view to, std::string_view line,
                      std::uint64_t number) {
    constexpr std::size_t kMost = 65536;
    const auto a = parseInteger<unsigned>(from), b = parseInteger<unsigned>(to);
    if (!a || !b || *a == *b || m_pairs.size() >= kMost)
        return;
    const std::pair pair(std::min(*a, *b), std::max(*a, *b));
    if (m_reported.contains(pair))
        return; // stated again, by another table
    if (m_pairs.empty()) {
        m_line = line.substr(0, ResultsBuilder::kLongestText);
        m_number = number;
    }
    m_pairs.insert(pair);
}

void ClosedPairs::report(ResultsBuilder &builder, std::size_t run, std::string_view name,
                         std::string_view why) {
    constexpr std::size_t kMostNamed = 8;
    if (m_pairs.empty())
        return;
    std::string text;
    std::size_t named = 0;
    for (const auto &[a, b] : m_pairs) {
        if (++named > kMostNamed)
            break;
        text.append(text.empty() ? "" : ", ")
            .append(name)
            .append(std::to_string(a))
            .append(" and ")
            .append(name)
            .append(std::to_string(b));
    }
    if (m_pairs.size() > kMostNamed)
        text += " and " + std::to_string(m_pairs.size() - kMostNamed) + " more pairs";
    Finding finding("log.no_peer_access", m_hasOpen ? "some" : "all");
    const Finding located = logFinding(finding.rule, m_line, m_number);
    finding.evidence = located.evidence;
    finding.place = located.place;
    finding.set("pairs", text).set("count", std::to_string(m_pairs.size())).set("why", std::string(why));
    builder.diagnostic(run, std::move(finding));
    m_reported.merge(m_pairs);
    m_pairs.clear();
}

} // namespace fabricscope::bench::output
