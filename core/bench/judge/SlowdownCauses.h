// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Ceiling.h"
#include "core/findings/Finding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// One cause of a slow network, and whether this host shows it.
struct SlowdownCause {
    std::string_view key;         ///< "passthrough", "gpu_memory", "acs", "numa", "gdr_level"
    std::string name;             ///< as displayed: "IOMMU in passthrough"
    std::optional<bool> detected; ///< absent: unknown
    std::string why;              ///< a sentence without a full stop
    std::vector<findings::Evidence> evidence;
    std::string remedy; ///< a sentence without a full stop
    std::vector<std::string> commands;
};

/// The five causes in the usual order (IOMMU passthrough, peer memory or dma-buf, ACS, NUMA, GDR level), the
/// detected ones first, then unknown ones, then those ruled out.
[[nodiscard]] std::vector<SlowdownCause> slowdownCausesOf(const RunFacts &facts);

} // namespace fabricscope::bench
