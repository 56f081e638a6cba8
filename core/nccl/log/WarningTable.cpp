// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/WarningTable.h"

#include "core/nccl/log/Warnings.h"

#include <utility>

namespace fabricscope::nccl::log {

void WarningTable::add(Report report, std::vector<Warning> &warnings) {
    const auto known = m_places.find(report.text);
    if (known != m_places.end()) {
        warnings[known->second].count += report.count;
        return;
    }
    if (warnings.size() >= kMaxEntries)
        return;
    Warning warning;
    warning.where = std::move(report.where);
    const Explanation *explanation = explanationOf(report.cause);
    if (explanation == nullptr)
        explanation = explanationOf(report.text);
    if (explanation != nullptr) {
        warning.meaning = explanation->meaning;
        warning.remedy = explanation->remedy;
    }
    warning.count = report.count;
    warning.line = report.line;
    m_places.emplace(report.text, warnings.size());
    warning.text = std::move(report.text);
    warnings.push_back(std::move(warning));
}

} // namespace fabricscope::nccl::log
