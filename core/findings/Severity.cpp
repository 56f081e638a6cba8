// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Severity.h"

#include <algorithm>

namespace fabricscope::findings {

std::string_view toString(Severity severity) {
    return kSeverityNames[static_cast<std::size_t>(severity)];
}

std::optional<Severity> severityFromName(std::string_view name) {
    const auto *const found = std::find(kSeverityNames.begin(), kSeverityNames.end(), name);
    if (found == kSeverityNames.end())
        return std::nullopt;
    return static_cast<Severity>(found - kSeverityNames.begin());
}

} // namespace fabricscope::findings
