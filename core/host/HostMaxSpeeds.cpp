// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/HostMaxSpeeds.h"

#include "core/base/Text.h"

namespace fabricscope::host {

HostMaxSpeeds::HostMaxSpeeds(const Host &host) {
    for (const ToolFact &fact : host.toolFacts) {
        if (fact.name != kHostMaxGeneration)
            continue;
        const auto address = pci::Address::parse(fact.device);
        const auto generation = parseInteger<unsigned>(fact.value);
        const auto speed = generation ? pci::LinkSpeed::fromCode(*generation) : std::nullopt;
        if (address && speed)
            m_speeds.emplace(address->key(), *speed);
    }
}

std::optional<pci::LinkSpeed> HostMaxSpeeds::above(const pci::Address &gpu) const {
    const auto known = m_speeds.find(gpu.key());
    return known == m_speeds.end() ? std::nullopt : std::optional(known->second);
}

} // namespace fabricscope::host
