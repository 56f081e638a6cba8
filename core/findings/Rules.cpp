// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Rules.h"

#include "core/findings/rules/Areas.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace fabricscope::findings {

namespace {

constexpr std::array kAreas = {areas::links,       areas::tree,         areas::faults,      areas::kernelLog,
                               areas::kernelGpu,   areas::kernelSystem, areas::toolReports, areas::gpuReports,
                               areas::nicReports,  areas::pairs,        areas::passthrough, areas::topoFile,
                               areas::preparation, areas::readiness,    areas::settings,    areas::versions,
                               areas::site,        areas::results,      areas::logs,        areas::telemetry};

bool isBefore(const Rule *left, const Rule *right) {
    return std::tie(left->id, left->variant) < std::tie(right->id, right->variant);
}

std::vector<const Rule *> listed() {
    std::vector<const Rule *> rules;
    for (const auto &area : kAreas)
        for (const Rule &rule : area())
            rules.push_back(&rule);
    return rules;
}

std::vector<const Rule *> sorted() {
    std::vector<const Rule *> rules = listed();
    std::sort(rules.begin(), rules.end(), isBefore);
    return rules;
}

} // namespace

std::span<const Rule *const> allRules() {
    static const std::vector<const Rule *> kRules = listed();
    return kRules;
}

const Rule *findRule(std::string_view id, std::string_view variant) {
    static const std::vector<const Rule *> kById = sorted();
    Rule wanted;
    wanted.id = id;
    wanted.variant = variant;
    const auto found = std::lower_bound(kById.begin(), kById.end(), &wanted, isBefore);
    return found != kById.end() && (*found)->id == id && (*found)->variant == variant ? *found : nullptr;
}

} // namespace fabricscope::findings
