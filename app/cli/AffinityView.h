// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sources/AffinityFlags.h"
#include "app/cli/sources/Collect.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// How `show --view affinity` prints.
struct AffinityPrint {
    std::string format; ///< one of affinityFormatNames(); empty: human-readable text
    bool json = false;
    std::string corrected; ///< file for the corrected NCCL file; empty: not requested
};
[[nodiscard]] std::vector<std::string> affinityFormatNames();

/// It begins like an NCCL file, even if the library would reject it.
[[nodiscard]] bool isNcclFile(const std::string &source);

/// Shows it and returns the exit status. SOURCE may also be an NCCL file.
[[nodiscard]] int showAffinity(const std::string &source, const AffinityFlags &flags,
                               const AffinityPrint &print, const CollectFlags &collect);
/// For a source that is already open.
[[nodiscard]] int showAffinityOf(const Collected &collected, const AffinityFlags &flags,
                                 const AffinityPrint &print, const CollectFlags &collect);

/// For several hosts that were read together, each with its hypervisor if that is among them:
/// NAME.affinity.txt and NAME.affinity.json into the folder, and one line per verdict on standard output.
/// Returns false if one cannot be written.
[[nodiscard]] bool writeAffinity(const std::filesystem::path &folder, const std::vector<Collected> &hosts);

} // namespace fabricscope::app::cli
