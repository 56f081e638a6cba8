// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretScan.h"
#include "core/bench/command/Secrets.h"

#include <algorithm>

namespace fabricscope::bench {

std::vector<SecretSpan> joinedSpans(std::vector<SecretSpan> spans) {
    std::sort(spans.begin(), spans.end(), [](const SecretSpan &a, const SecretSpan &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    std::vector<SecretSpan> joined;
    for (const SecretSpan &span : spans)
        if (!joined.empty() && span.begin < joined.back().end)
            joined.back().end = std::max(joined.back().end, span.end);
        else
            joined.push_back(span);
    return joined;
}

ReplacedText withoutSpans(std::string_view text, const SecretScan &scan) {
    ReplacedText replaced;
    std::size_t at = 0;
    for (const SecretSpan &span : scan.spans) {
        if (span.begin >= scan.settled)
            break;
        replaced.text += text.substr(at, span.begin - at);
        replaced.text += kSecretPlaceholder;
        at = span.end;
    }
    replaced.text += text.substr(at, scan.settled - std::min(at, scan.settled));
    replaced.settled = replaced.text.size();
    return replaced;
}

} // namespace fabricscope::bench
