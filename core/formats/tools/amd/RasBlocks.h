// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/PastedLines.h"
#include "core/formats/SectionText.h"
#include "core/formats/tools/GpuTable.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace fabricscope::formats {

/// `rocm-smi --showrasinfo`: "GPU[0]: RAS INFO", then a line for each block of the GPU: "UMC  ENABLED  0  0",
/// its corrected and its uncorrectable errors. Blocks that are disabled have no valid counters.
class RasBlocks {
public:
    explicit RasBlocks(const SectionText &text) : m_text(text) {}

    void feed(const PastedLine &line);
    /// Adds the sums of each GPU to the table, and its errors to the host. `addresses`: of the GPUs, as far
    /// as known.
    void finish(HostBuilder &builder, GpuTable &table,
                const std::map<unsigned, std::pair<Address, host::EvidenceRef>> &addresses) const;

private:
    struct Errors {
        std::uint64_t corrected = 0, uncorrectable = 0;
        std::string correctedIn, uncorrectableIn; ///< "UMC 5, GFX 1"
        host::EvidenceRef evidence;
        std::size_t blocks = 0; ///< that count
    };
    const SectionText &m_text;
    std::map<unsigned, Errors> m_gpus;
    std::optional<unsigned> m_gpu;
};

} // namespace fabricscope::formats
