// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/topology/findings/KernelFindings.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <memory>
#include <string>
#include <vector>

namespace fabricscope::topology {

/// "error kernel.nic.health: 0000:e1:00.0: ...", of each finding.
inline std::vector<std::string> kernelFindingsOf(const host::Host &host) {
    const auto topology = build(std::make_shared<const host::Host>(host));
    std::vector<std::string> found;
    for (const auto &[node, finding] : kernelFindings(*topology)) {
        static constexpr const char *kSeverities[] = {"note", "warning", "error"};
        std::string line = kSeverities[static_cast<int>(finding.severity)];
        line += ' ' + finding.rule + (finding.variant.empty() ? "" : "." + finding.variant) + ": ";
        found.push_back(line + findings::title(finding));
    }
    return found;
}

inline std::vector<std::string> kernelFindingsOf(const std::string &text) {
    return kernelFindingsOf(formats::hostOfText(text));
}

/// Rules and devices: what they name may be replaced.
inline std::vector<std::string> shortened(std::vector<std::string> findings) {
    constexpr std::size_t kSeverityAndRule = 2;
    for (std::string &each : findings) {
        std::size_t end = 0;
        for (std::size_t words = 0; words < kSeverityAndRule; ++words)
            end = each.find(' ', end + 1);
        each.resize(end);
    }
    return findings;
}

} // namespace fabricscope::topology
