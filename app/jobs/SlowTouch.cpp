// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/SlowTouch.h"

#include "core/pci/Address.h"

#include <algorithm>

namespace fabricscope::app {

namespace {

/// The first BDF with a domain in the line.
std::string deviceIn(std::string_view line) {
    constexpr std::size_t kShortest = 12; // dddd:bb:dd.f
    constexpr std::size_t kLongest = 16;  // eight digits of domain
    for (std::size_t at = 0; at < line.size(); ++at)
        for (std::size_t length = kLongest; length >= kShortest; --length)
            if (const auto address = pci::Address::parse(line.substr(at, length));
                address && line.substr(at).size() >= length)
                return address->toString();
    return {};
}

} // namespace

std::optional<SlowTouch::Step> SlowTouch::next(const std::vector<std::string> &allFunctions,
                                               std::string_view lastLine) {
    Step step;
    if (++m_steps > kMaxSteps)
        return std::nullopt;
    if (m_steps == 1) {
        m_left = allFunctions;
    } else {
        const auto at = std::find(m_left.begin(), m_left.end(), deviceIn(lastLine));
        if (at == m_left.end())
            return std::nullopt;
        step.culprit = *at;
        m_left.erase(m_left.begin(), at + 1);
    }
    step.arguments = "slow";
    for (const std::string &function : m_left)
        step.arguments += " " + function;
    return step;
}

} // namespace fabricscope::app
