// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/nvidia/NvidiaNumbers.h"

#include "core/formats/tools/ToolText.h"

namespace fabricscope::formats {

NvidiaNumbers::NvidiaNumbers(HostBuilder &builder) : m_builder(builder) {
    const auto &order = builder.notes.nvidiaGpus;
    for (std::size_t i = 0; i < order.size(); ++i)
        m_addresses.try_emplace(static_cast<unsigned>(i), order[i]);
    for (const host::GpuFacts &gpu : builder.gpus()) {
        const host::PciFunction *function = builder.knownFunction(gpu.address);
        if (function == nullptr || function->vendor.valueOr(0) != kNvidiaVendor)
            continue;
        if (gpu.smiIndex && *gpu.smiIndex >= 0)
            m_addresses.try_emplace(static_cast<unsigned>(*gpu.smiIndex), gpu.address);
        if (gpu.uniqueId)
            m_uuids.try_emplace(*gpu.uniqueId, gpu.address);
    }
}

std::optional<Address> NvidiaNumbers::at(unsigned number) const {
    const auto known = m_addresses.find(number);
    return known == m_addresses.end() ? std::nullopt : std::optional(known->second);
}

std::optional<Address> NvidiaNumbers::at(unsigned number, std::string_view uuid, host::EvidenceRef evidence) {
    const auto named = m_uuids.find(uuid);
    if (named == m_uuids.end()) {
        const auto known = at(number);
        const host::GpuFacts *gpu = known ? m_builder.gpu(*known) : nullptr;
        const bool isOther = gpu != nullptr && gpu->uniqueId && !uuid.empty() && *gpu->uniqueId != uuid;
        return isOther ? std::nullopt : known;
    }
    host::GpuFacts *gpu = m_builder.gpu(named->second);
    if (gpu != nullptr && !gpu->smiIndex && m_addresses.try_emplace(number, named->second).second)
        gpu->smiIndex = {static_cast<int>(number), evidence};
    return named->second;
}

} // namespace fabricscope::formats
