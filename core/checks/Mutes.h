// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/checks/Check.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace fabricscope::checks {

struct HostReport;

using Date = std::chrono::year_month_day;

/// "2026-12-31".
[[nodiscard]] std::string toString(Date date);
/// Such a text, of a day that exists.
[[nodiscard]] std::optional<Date> parseDate(std::string_view text);

struct MuteLimits {
    static constexpr std::size_t kMutes = 4096; ///< of a workspace
    static constexpr std::size_t kName = 1024;  ///< bytes of a rule, a host or a device
    static constexpr std::size_t kReason = 512; ///< bytes
};

/// Findings that are known and accepted. They are reported, and counted apart from the others.
struct Mute {
    std::string rule;       ///< id of a check, or of a rule of findings
    std::string host = "*"; ///< pattern (Pattern.h) of names of hosts
    /// Pattern of "GPU5", "0000:23:00.0", "mlx5_0": any name of its device that a finding shows; with several
    /// devices it has to match each of them.
    std::string device = "*";
    std::string reason;        ///< never empty
    std::optional<Date> until; ///< the last day on which it counts; none: for good
    std::string from = {};     ///< the site file that has it, "site.toml, line 12"; empty: none
    friend bool operator==(const Mute &, const Mute &) = default;
};

struct MutedFinding {
    findings::Finding finding;
    std::string reason;
    std::optional<Date> until;
    std::string from = {}; ///< as Mute::from
};

/// A mute that was about a finding, and counts no more.
struct EndedMute {
    std::size_t finding = 0; ///< index of Answer::findings
    std::string reason;
    Date until;
    std::string from = {}; ///< as Mute::from
};

/// "known, ticket 4711 (until 2026-12-31)". Safe to show.
[[nodiscard]] std::string reasonOf(const MutedFinding &muted);
/// "2026-11-29; its reason was: known, ticket 4711". Safe to show.
[[nodiscard]] std::string endOf(const EndedMute &ended);

/// A mute of this finding on the host of this name alone, still without a reason; of all that the rule finds
/// there if the finding names no device. Nothing where a name has a `*`, which would mute more, or is longer
/// than MuteLimits.
[[nodiscard]] std::optional<Mute> muteFor(const findings::Finding &finding, std::string_view host);

/// The mute as it is kept: its reason without blanks around it. Errors: no reason, one that is too long or
/// cannot be shown, a last day that has passed.
[[nodiscard]] Result<Mute> checkedMute(Mute mute, Date today);

/// Whether a check, or a rule of findings, has this id.
[[nodiscard]] bool isRuleOrCheck(std::string_view id);

/// Whether the mute is about this finding of a check on a host with one of these names, whatever the date.
[[nodiscard]] bool matches(const Mute &mute, std::string_view check, const findings::Finding &finding,
                           std::span<const std::string> hosts);

/// Whether `before` mutes all that this one does, as long as it: the same rule, host and device.
[[nodiscard]] bool repeats(const Mute &mute, const Mute &before);

/// Moves the findings that a mute is about from the answers to CheckResult::muted: the first mute that counts
/// today. A check that failed, and has notes at most left, is muted. Where a mute that has ended would apply,
/// its findings stay, and the check "site.mutes" states it in a note. `names`: further ones of the host.
/// Returns the places in `mutes` of those that are about a finding of this host, whatever the date.
std::set<std::size_t> applyMutes(HostReport &report, std::span<const Mute> mutes, Date today,
                                 std::span<const std::string> names = {});

} // namespace fabricscope::checks
