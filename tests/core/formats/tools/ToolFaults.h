// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string>
#include <vector>

namespace fabricscope::formats {

/// "GPU0 ecc_uncorrected 3 DRAM 3" for each fault that tools reported; the address where it is known.
inline std::vector<std::string> faultsOf(const host::Host &host) {
    std::vector<std::string> faults;
    for (const host::ToolFault &fault : host.toolFaults) {
        std::string text = fault.address ? fault.address->toString() : fault.device;
        text.append(" ").append(fault.kind);
        if (fault.count > 0)
            text += " " + std::to_string(fault.count);
        faults.push_back(text + (fault.detail.empty() ? "" : " " + fault.detail));
    }
    return faults;
}

/// "0000:41:00.0 driver=ice" for each fact without another place.
inline std::vector<std::string> factsOf(const host::Host &host) {
    std::vector<std::string> facts;
    for (const host::ToolFact &fact : host.toolFacts)
        facts.push_back(fact.device + (fact.device.empty() ? "" : " ") + fact.name + "=" + fact.value);
    return facts;
}

} // namespace fabricscope::formats
