// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/LogFinding.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/ResultsBuilder.h"

#include <fmt/format.h>

namespace fabricscope::bench {

namespace {

bool isOfUnknownMeaning(const findings::Finding &finding) {
    return (finding.rule == "log.error_line" || finding.rule == "log.warning_line") &&
           finding.argument("meaning") == nullptr;
}

} // namespace

findings::Finding logFinding(std::string_view rule, std::string_view line, std::uint64_t number) {
    findings::Finding finding(rule);
    findings::Evidence evidence{number > 0 ? fmt::format("line {}", number) : std::string("tool output"),
                                HostText(trimmed(line)).plain(output::ResultsBuilder::kLongestText)};
    evidence.place.line = finding.place.line = number;
    if (isOfUnknownMeaning(finding))
        finding.set("line", evidence.text);
    finding.evidence.push_back(std::move(evidence));
    return finding;
}

std::string lineText(const findings::Finding &finding) {
    return finding.evidence.empty() ? findings::title(finding) : finding.evidence.front().text;
}

std::string meaningOf(const findings::Finding &finding) {
    return finding.evidence.empty() || isOfUnknownMeaning(finding) ? std::string() : findings::title(finding);
}

} // namespace fabricscope::bench
