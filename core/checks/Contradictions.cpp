// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Contradictions.h"

#include "core/base/Text.h"
#include "core/checks/Context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace fabricscope::checks {

namespace {

using findings::Finding;
using topology::NodeKind;

/// What a finding is about, as far as it decides which checks it contradicts.
enum class About : std::uint8_t { Unknown, Gpu, Nic, Other };

About aboutOf(const Context &context, const Finding &finding) {
    const auto address = pci::Address::parse(finding.place.address);
    const auto node = address ? context.topology.find(*address) : std::nullopt;
    if (!node)
        return About::Unknown;
    const NodeKind kind = context.topology.node(*node).kind;
    return kind == NodeKind::Gpu || kind == NodeKind::Partition || kind == NodeKind::NvSwitch ? About::Gpu
           : kind == NodeKind::Nic                                                            ? About::Nic
                                                                                              : About::Other;
}

struct Contradiction {
    const Check *check = nullptr;
    const Finding *finding = nullptr;
    About about = About::Unknown;
};

/// The first finding of each rule about each kind of device.
std::vector<Contradiction> contradictionsIn(const Context &context, const std::vector<CheckResult> &results) {
    std::vector<Contradiction> all;
    std::set<std::pair<std::string_view, std::string_view>> known[4];
    for (const CheckResult &result : results)
        for (const Finding &finding : result.answer.findings) {
            if (finding.severity <= findings::Severity::Note)
                continue;
            const About about = aboutOf(context, finding);
            if (known[static_cast<std::size_t>(about)].emplace(finding.rule, finding.variant).second)
                all.push_back({result.check, &finding, about});
        }
    return all;
}

bool concerns(const Check &check, const Contradiction &each) {
    if (each.check == &check || !listsRule(check.contradictedBy, each.finding->rule, each.finding->variant))
        return false;
    return each.about == About::Unknown || (check.group == Group::Gpu    ? each.about == About::Gpu
                                            : check.group == Group::Rdma ? each.about == About::Nic
                                                                         : true);
}

} // namespace

bool listsRule(std::string_view list, std::string_view rule, std::string_view variant) {
    while (!list.empty()) {
        std::string_view each = takeUntil(list, ' ');
        const std::string_view ofVariant =
            each.find('/') == each.npos ? std::string_view() : each.substr(each.find('/') + 1);
        const std::string_view name = each.substr(0, each.find('/'));
        const auto matches = [](std::string_view pattern, std::string_view text) {
            return pattern.ends_with('*') ? text.starts_with(pattern.substr(0, pattern.size() - 1))
                                          : text == pattern;
        };
        if (matches(name, rule) && (each.find('/') == each.npos || matches(ofVariant, variant)))
            return true;
    }
    return false;
}

void applyContradictions(const Context &context, std::vector<CheckResult> &results) {
    const std::vector<Contradiction> all = contradictionsIn(context, results);
    if (all.empty())
        return;
    for (CheckResult &result : results) {
        if (result.answer.status != Status::Passed || result.check->contradictedBy.empty())
            continue;
        const auto at = std::find_if(
            all.begin(), all.end(), [&](const Contradiction &each) { return concerns(*result.check, each); });
        if (at == all.end())
            continue;
        Answer answer =
            unknown(fmt::format("open, since {} failed: {}", at->check->id, findings::headline(*at->finding)),
                    "this check again, once that is repaired");
        answer.findings = std::move(result.answer.findings);
        result.answer = std::move(answer);
    }
}

} // namespace fabricscope::checks
