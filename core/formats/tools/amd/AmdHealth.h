// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/tools/amd/AmdModels.h"
#include "core/pci/Address.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace fabricscope::formats {

/// What figures of AMD's tools say about the health of GPUs, by the GPUs' numbers: temperatures, errors, what
/// holds clocks down. Of several values over time the worst counts.
class AmdHealth {
public:
    using Addresses = std::map<unsigned, pci::Address>;
    /// Columns of `amd-smi monitor --csv`, for values from elsewhere.
    static constexpr std::string_view kHotspot = "HOTSPOT_TEMPERATURE", kMemory = "MEMORY_TEMPERATURE",
                                      kReplays = "PCIE_REPLAY", kRollovers = "PCIE_REPLAY_ROLLOVER";

    /// A cell below a column of `amd-smi monitor`: "101 C", "3", "ACTIVE". Other columns do not count.
    void add(unsigned gpu, std::string_view column, std::string_view cell, host::EvidenceRef evidence);
    /// What this GPU is, by its name or device ID ("0x74a1"): where its limits are not stated, those of AMD
    /// Instinct are used for Instinct models alone. What is not stated here is taken from the host's facts.
    void model(unsigned gpu, AmdModel model);
    /// The temperature at which this GPU lowers its clocks, "100 °C", of kHotspot or kMemory.
    void limit(unsigned gpu, std::string_view column, std::string_view cell);
    /// A figure that every GPU has, whether known or not. `tool`: static text.
    void figure(unsigned gpu, std::string_view tool, bool isKnown, host::EvidenceRef evidence);
    /// This one is a partition other than the first of its GPU: some figures are known for whole GPUs only.
    void partition(unsigned gpu) { m_partitions.insert(gpu); }
    /// Adds the faults; `addresses`: of the GPUs, as far as known.
    void deliver(HostBuilder &builder, const Addresses &addresses = {}) const;

private:
    struct Worst {
        double value = 0;
        std::string cell;
        host::EvidenceRef evidence;
        bool isCount = false;
        double limit = 0; ///< of this GPU; 0: not stated
    };
    struct Figures {
        std::string_view tool;
        std::size_t known = 0, unknown = 0;
        host::EvidenceRef evidence;
    };
    [[nodiscard]] AmdModel modelOf(HostBuilder &builder, const Addresses &addresses, unsigned gpu) const;
    void addSilent(HostBuilder &builder, const Addresses &addresses) const;

    std::map<std::pair<unsigned, std::string_view>, std::map<std::string_view, Worst>> m_worst;
    std::map<std::pair<unsigned, std::string_view>, double> m_limits; ///< by what is measured: "hotspot"
    std::map<unsigned, AmdModel> m_models;
    std::map<unsigned, Figures> m_figures;
    std::set<unsigned> m_partitions;
};

} // namespace fabricscope::formats
