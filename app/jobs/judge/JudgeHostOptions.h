// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/judge/JudgeHost.h"
#include "core/base/Result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// What neither a file nor a capture can state about an affinity, as given on the command line.
struct JudgeOptions {
    std::string library; ///< a row of nccl::versions(); empty: by the GPUs' vendor, the newest
    std::string bios;    ///< empty: as captured
    std::vector<host::EnvironmentEntry> environment;
    int nodes = 2;
    std::optional<int> nvswitchLinks;
    std::string hypervisor;         ///< SOURCE; empty: none
    std::vector<std::string> peers; ///< SOURCEs
    std::vector<std::string> used;  ///< GPU=NIC, by name or BDF
};

/// An option of the command line. `show`, `render` and the window program share these: one line adds an
/// option.
struct JudgeOption {
    std::string_view name;  ///< without the dashes: "library"
    std::string_view value; ///< placeholder for its value in the help: "NAME"
    std::string_view help;
    bool repeatable = false;
    bool isSource = false; ///< its value is a SOURCE
    /// An error states the expected format.
    Result<> (*take)(JudgeOptions &options, const std::string &value) = nullptr;
    std::vector<std::string_view> (*choices)() = nullptr; ///< nullptr: any value

    [[nodiscard]] std::string helpText() const; ///< with the choices
};
[[nodiscard]] std::span<const JudgeOption> judgeOptions();

/// Another host of the same kind, for rails.
struct JudgePeer {
    std::string source; ///< as the user named it: distinguishes two captures of one host
    Snapshot snapshot;
};

/// The question that these options ask: all of it but hypervisor, peers and --used, which name other things.
[[nodiscard]] affinity::Question questionOf(const JudgeOptions &options);

/// judgeHost() with these options and these hosts. `hypervisor` may be nullptr, and has no effect if it does
/// not run this host. An error if --used names no device of this host. nullptr if the snapshot has no
/// topology.
[[nodiscard]] Result<std::shared_ptr<const affinity::Examination>>
judgeHostWith(const JudgeOptions &options, const Snapshot &snapshot, const Snapshot *hypervisor,
              std::span<const JudgePeer> peers);

} // namespace fabricscope::app
