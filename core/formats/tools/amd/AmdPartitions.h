// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// Whether a GPU in this mode ("CPX", "NPS4") is divided; not where the cell is cut ("S" of SPX).
[[nodiscard]] bool isPartitionMode(std::string_view mode);

/// The partition modes of the GPUs that one text lists: "CPX", "NPS4".
class AmdPartitions {
public:
    /// Of one GPU; unknown modes are empty.
    void add(std::string_view compute, std::string_view memory, host::EvidenceRef evidence);
    /// A partition other than the first, as `amd-smi list` shows them: as a function of its GPU.
    void addPart(const pci::Address &function, host::EvidenceRef evidence);
    /// Adds the fault, if GPUs are partitioned.
    void deliver(HostBuilder &builder) const;

private:
    std::uint64_t m_count = 0; ///< of partitioned GPUs
    std::string m_mode;        ///< of the first one
    host::EvidenceRef m_evidence;
    std::map<std::uint64_t, std::size_t> m_parts; ///< by GPU, without the first
    host::EvidenceRef m_partsEvidence;
};

} // namespace fabricscope::formats
