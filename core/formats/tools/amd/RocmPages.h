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

namespace fabricscope::formats {

/// `rocm-smi --showretiredpages`, --showpendingpages and --showunreservablepages: "GPU[0]: ALL PAGES INFO",
/// then a line for each page of the GPU: "0x7fd0000  0x1000  RESERVED". A page is retired once it is
/// reserved.
class RocmPages {
public:
    explicit RocmPages(const SectionText &text) : m_text(text) {}

    void feed(const PastedLine &line);
    /// Adds the numbers of pages to the table, and the faults to the host. `addresses`: of the GPUs, as far
    /// as known.
    void finish(HostBuilder &builder, GpuTable &table,
                const std::map<unsigned, std::pair<Address, host::EvidenceRef>> &addresses) const;

private:
    struct Pages {
        std::uint64_t retired = 0, pending = 0, unreservable = 0;
        host::EvidenceRef evidence; ///< of the first page
    };
    const SectionText &m_text;
    std::map<unsigned, Pages> m_gpus;
    std::optional<unsigned> m_gpu;
};

} // namespace fabricscope::formats
