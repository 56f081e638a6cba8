// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/DiffCollector.h"

#include "core/topology/ShownText.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::fleet {

Difference &DiffCollector::add(Difference difference) {
    if (difference.devices.empty() && (difference.before.address || difference.after.address))
        difference.devices.push_back({difference.before.address, difference.after.address});
    m_comparison.differences.push_back(std::move(difference));
    return m_comparison.differences.back();
}

void DiffCollector::addUnknown(std::string_view rule, Category category, std::string_view what,
                               bool unknownBefore, std::string subject) {
    const auto [place, isNew] = m_unknown.try_emplace({rule, unknownBefore}, m_comparison.notCompared.size());
    if (isNew)
        m_comparison.notCompared.push_back({std::string(rule), category, std::string(what), unknownBefore,
                                            !unknownBefore, 0, std::move(subject)});
    ++m_comparison.notCompared[place->second].count;
}

bool DiffCollector::within(double tolerance, double left, double right) {
    return tolerance > 0 && std::abs(left - right) < tolerance * std::max(std::abs(left), std::abs(right));
}

Comparison DiffCollector::finish() {
    const auto key = [](const Difference &difference) {
        const auto &place = difference.before.address ? difference.before.address : difference.after.address;
        return std::tuple(-static_cast<int>(difference.severity), difference.category,
                          std::string_view(difference.rule), place, std::string_view(difference.subject),
                          std::string_view(difference.what));
    };
    std::stable_sort(m_comparison.differences.begin(), m_comparison.differences.end(),
                     [&](const Difference &a, const Difference &b) { return key(a) < key(b); });
    std::stable_sort(m_comparison.notCompared.begin(), m_comparison.notCompared.end(),
                     [](const NotCompared &a, const NotCompared &b) {
                         return std::tie(a.category, a.rule, a.unknownBefore) <
                                std::tie(b.category, b.rule, b.unknownBefore);
                     });
    return std::move(m_comparison);
}

std::string clean(std::string_view text) {
    return topology::shownText(trimmed(text), kMaxValueBytes);
}

Value valueOf(const host::Fact<std::string> &fact) {
    if (!fact)
        return {};
    std::string text = clean(*fact);
    return {text.empty() ? std::string("nothing") : std::move(text), fact.evidence()};
}

Value valueOf(const host::Fact<ByteCount> &fact) {
    if (!fact)
        return {};
    return {toString(*fact), fact.evidence(), static_cast<double>(fact->value)};
}

std::string listed(const std::vector<std::string> &names, std::size_t most) {
    std::string text;
    const std::size_t shown = names.size() <= most + 1 ? names.size() : most;
    for (std::size_t i = 0; i < shown; ++i) {
        if (i != 0)
            text += i + 1 == names.size() ? " and " : ", ";
        text += names[i];
    }
    if (shown < names.size())
        text += fmt::format(" and {} more", names.size() - shown);
    return text;
}

} // namespace fabricscope::fleet
