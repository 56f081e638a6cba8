// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/checks/ChecksList.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricscope::present {

/// One condition of a check, and whether it holds; unset: not known.
struct CheckCondition {
    std::optional<bool> holds;
    std::string text;
};

/// What is shown of one row: why, remedy, evidence, and the check's conditions. All texts are safe to show.
struct CheckDetail {
    std::optional<findings::Severity> severity; ///< absent: no finding, or a muted one
    checks::Status status = checks::Status::Failed;
    std::string title;   ///< "GPU5: the link has 8 of 16 lanes"
    std::string subject; ///< "mi355x-03, GPU5"
    std::string rule;
    std::string why;                   ///< sentences; may be empty
    std::string remedy;                ///< a sentence; may be empty
    std::vector<std::string> commands; ///< lines to paste, and sentences among them (isCommand())
    std::vector<findings::Evidence> evidence;
    std::vector<CheckCondition> conditions;
    std::string source;         ///< where the rule is from
    std::string simulated;      ///< what simulates the host; empty: nothing
    std::string muted = {};     ///< why, and until when; empty: it is not
    std::string mutedBy = {};   ///< the site file that mutes it, "site.toml, line 12"; empty: none
    std::string muteEnded = {}; ///< when, and what the reason was; empty: no mute of it has ended
    std::string endedIn = {};   ///< as mutedBy, of the mute that has ended
    std::int64_t takenMs = 0;   ///< as CheckedHost::takenMs
    bool canMute = false;       ///< the finding counts, and a mute of it alone can be written
    bool canUnmute = false;     ///< a mute of the workspace is in force, or has ended
};
/// `row` is no heading, and of a list of these hosts.
[[nodiscard]] CheckDetail detailOf(const ChecksRow &row, const std::vector<CheckedHost> &hosts);

/// For a ticket: title, host, why, remedy, commands and evidence as Markdown. What it quotes cannot leave its
/// block.
[[nodiscard]] std::string markdownOf(const CheckDetail &detail);

} // namespace fabricscope::present
