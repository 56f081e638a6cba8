// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/affinity/HostVerdict.h"

#include <algorithm>

namespace fabricscope::present {

namespace {

using findings::Finding;

affinity::Verdict verdictOf(const Finding &finding) {
    return {finding.severity, findings::claim(finding), findings::sentence(finding), findings::steps(finding),
            true};
}

} // namespace

HostVerdict hostVerdict(const affinity::Verdict *pairs, const std::vector<Finding> &findings) {
    const auto worst =
        std::max_element(findings.begin(), findings.end(), [](const Finding &left, const Finding &right) {
            return left.severity < right.severity;
        });
    HostVerdict host;
    if (pairs != nullptr)
        host.verdict = *pairs;
    if (worst == findings.end() || (pairs != nullptr && pairs->severity >= std::optional(worst->severity)))
        return host;
    if (pairs != nullptr && !pairs->sentence.empty())
        host.notes.push_back(pairs->sentence);
    host.verdict = verdictOf(*worst);
    host.finding = static_cast<std::size_t>(worst - findings.begin());
    for (auto other = findings.begin(); other != findings.end(); ++other)
        if (other != worst)
            host.notes.push_back(findings::claim(*other));
    return host;
}

} // namespace fabricscope::present
