// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/SystemFacts.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::host {

bool isSystemFact(const ToolFact &fact) {
    static constexpr std::string_view kTools[] = {
        kSysctl,   kKernelFiles, kKernelConfig, kKernelSymbols, kDeviceFiles,       kProviderLibraries,
        kVerbsAbi, kServices,    kFileSystems,  kClock,         kInterfaceCounters, kPortCounters,
        kVersions};
    return std::find(std::begin(kTools), std::end(kTools), fact.tool) != std::end(kTools);
}

SystemFacts::SystemFacts(const Host &host) {
    for (const ToolFact &fact : host.toolFacts)
        if (isSystemFact(fact))
            m_facts.push_back(&fact);
}

const ToolFact *SystemFacts::find(std::string_view tool, std::string_view name,
                                  std::string_view device) const {
    const auto at = std::find_if(m_facts.begin(), m_facts.end(), [&](const ToolFact *fact) {
        return fact->name == name && fact->tool == tool && fact->device == device;
    });
    return at == m_facts.end() ? nullptr : *at;
}

std::vector<const ToolFact *> SystemFacts::of(std::string_view tool) const {
    std::vector<const ToolFact *> facts;
    std::copy_if(m_facts.begin(), m_facts.end(), std::back_inserter(facts),
                 [&](const ToolFact *fact) { return fact->tool == tool; });
    return facts;
}

bool SystemFacts::has(std::string_view tool) const {
    return std::any_of(m_facts.begin(), m_facts.end(),
                       [&](const ToolFact *fact) { return fact->tool == tool; });
}

} // namespace fabricscope::host
