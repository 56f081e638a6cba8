// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/Collect.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fabricscope::app::cli {

/// The options of `show --view affinity`: what no file and no capture can state.
struct AffinityFlags {
    std::string library, bios, format = "text";
    std::vector<std::string> environment; ///< NAME=VALUE
    int nodes = 2;
    std::optional<int> nvswitchLinks;
    std::string hypervisor;         ///< SOURCE; empty: looked for among the captures beside the source
    std::vector<std::string> peers; ///< SOURCEs
    std::vector<std::string> used;  ///< GPU=NIC by BDF, that a run used

    void addTo(CLI::App &command);
};

/// Shows it, and gives the exit status. SOURCE may be an NCCL file, too.
[[nodiscard]] int showAffinity(const std::string &source, const AffinityFlags &flags, bool json,
                               const CollectFlags &collect);

/// Of several hosts that were read together, each beside its hypervisor where that is among them:
/// NAME.affinity.txt and NAME.affinity.json into the folder, and each verdict in a line on standard output.
/// False where one cannot be written.
[[nodiscard]] bool leaveAffinity(const std::filesystem::path &folder, const std::vector<Collected> &hosts);

} // namespace fabricscope::app::cli
