// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sources/Collect.h"
#include "app/jobs/judge/JudgeHostOptions.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::app::cli {

/// The options of judgeOptions() as a subcommand accepts them.
struct AffinityFlags {
    JudgeOptions options;
    std::vector<std::pair<const JudgeOption *, std::string>> given; ///< in the order of the command line

    /// Only the names in `only`, if it is not empty.
    void addTo(CLI::App &command, const char *group, std::span<const std::string_view> only = {});
};

/// What is available together with a judged host.
struct AffinityContext {
    std::optional<JudgePeer> hypervisor; ///< only where it runs the host
    std::vector<JudgePeer> peers;
    int status = 0; ///< for a named source that could not be read; reported on standard error

    [[nodiscard]] const Snapshot *hypervisorSnapshot() const;
};

/// What the flags name; without --host, a VM's hypervisor is looked for among the captures next to `source`.
/// What was found and what is unusable is reported on standard error.
[[nodiscard]] AffinityContext affinityContext(const std::string &source, const Collected &collected,
                                              const JudgeOptions &options, const CollectFlags &collect);

} // namespace fabricscope::app::cli
