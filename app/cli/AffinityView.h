// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/AffinityFlags.h"
#include "app/cli/Collect.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// How `show --view affinity` prints.
struct AffinityPrint {
    std::string format; ///< one of affinityFormatNames(); empty: for people
    bool json = false;
    std::string corrected; ///< file for the NCCL file as it should be; empty: none is wanted
};
[[nodiscard]] std::vector<std::string> affinityFormatNames();

/// It begins as an NCCL file does, also as one that the library refuses.
[[nodiscard]] bool isNcclFile(const std::string &source);

/// Shows it, and gives the exit status. SOURCE may be an NCCL file, too.
[[nodiscard]] int showAffinity(const std::string &source, const AffinityFlags &flags,
                               const AffinityPrint &print, const CollectFlags &collect);
/// Of a source that was opened.
[[nodiscard]] int showAffinityOf(const Collected &collected, const AffinityFlags &flags,
                                 const AffinityPrint &print, const CollectFlags &collect);

/// Of several hosts that were read together, each with its hypervisor where that is among them:
/// NAME.affinity.txt and NAME.affinity.json into the folder, and each verdict in a line on standard output.
/// False where one cannot be written.
[[nodiscard]] bool writeAffinity(const std::filesystem::path &folder, const std::vector<Collected> &hosts);

} // namespace fabricscope::app::cli
