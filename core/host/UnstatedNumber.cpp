// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/UnstatedNumber.h"

namespace fabricscope::host {

std::set<std::uint64_t> gpusOfUnstatedNumber(const Host &host) {
    std::set<std::uint64_t> gpus;
    for (const ToolFact &fact : host.toolFacts)
        if (fact.name == kUnstatedNumber)
            if (const auto address = pci::Address::parse(fact.device))
                gpus.insert(address->key());
    for (const GpuFacts &gpu : host.gpus)
        if (gpu.smiIndex)
            gpus.erase(gpu.address.key());
    return gpus;
}

} // namespace fabricscope::host
