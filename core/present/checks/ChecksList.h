// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Report.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which this header leads to.
namespace fabricscope::affinity {
struct Judgement;
}

namespace fabricscope::present {

/// A host on the Checks screen.
struct CheckedHost {
    std::uint64_t id = 0;
    std::string name;  ///< as the sidebar has it
    std::string group; ///< of the sidebar; empty: in none
    /// nullptr: the host was not read, or is being read.
    std::shared_ptr<const checks::HostReport> report = {};
    std::string unread = {};  ///< without a report: why, "no connection"
    std::int64_t takenMs = 0; ///< when it was read, Unix time in milliseconds; 0: not known
    /// What its findings about pairs are named by; nullptr: in their own words.
    std::shared_ptr<const affinity::Judgement> judgement = {};
};

/// Which rows are listed. The order is that of the screen.
enum class ChecksFilter : std::uint8_t {
    Open,
    Errors,
    Warnings,
    Notes,
    Passed,
    Muted,
    Unknown,
    NotApplicable
};
inline constexpr std::size_t kChecksFilters = 8;
/// "Open", "Not applicable".
[[nodiscard]] std::string_view titleOf(ChecksFilter filter);

/// What the rows are grouped by.
enum class ChecksGrouping : std::uint8_t { FleetGroup, Host, Topic };

/// A finding, or a check without one; or, without a result, the heading of a group.
struct ChecksRow {
    std::size_t host = 0;              ///< index of the hosts given
    std::optional<std::size_t> result; ///< index of HostReport::results; absent: a heading
    /// Index of Answer::findings, or if `isMuted` of CheckResult::muted; absent: the check as a whole.
    std::optional<std::size_t> finding;
    std::string heading = {};             ///< of a heading: "MI355X bring-up"
    std::size_t errors = 0, warnings = 0; ///< of a heading: what its rows are about, regardless of the filter
    bool isMuted = false;
    friend bool operator==(const ChecksRow &, const ChecksRow &) = default;
};

/// What the Checks screen lists: groups in the order in which their hosts are given; in each the worst first,
/// then by host, then in the order of the table of checks. With one group only, it has no heading.
struct ChecksList {
    std::vector<ChecksRow> rows;
    std::array<std::size_t, kChecksFilters> counts{}; ///< rows of each filter, whichever is shown
    std::vector<std::string> notChecked;              ///< "mi355x-04: no connection"
};
[[nodiscard]] ChecksList checksList(const std::vector<CheckedHost> &hosts, ChecksFilter filter,
                                    ChecksGrouping grouping);

/// What the row is about; nullptr: a check as a whole. `row` is no heading, and of a list of these hosts.
[[nodiscard]] const findings::Finding *findingOf(const ChecksRow &row, const std::vector<CheckedHost> &hosts);

/// The same as it is titled here: about a pair in a few words, for which its sentence is the reason.
[[nodiscard]] findings::Finding titled(const findings::Finding &finding, const CheckedHost &host);

/// A row's texts. All are safe to show.
struct ChecksRowText {
    std::optional<findings::Severity> severity; ///< absent: no finding, or a muted one
    checks::Status status = checks::Status::Failed;
    std::string title; ///< "GPU5: the link has 8 of 16 lanes"
    std::string line;  ///< its first evidence, else its cost or sentence; what was seen, or why it is unknown
    std::string target; ///< the host's name
    std::string rule;   ///< "pcie.width"
};
/// `row` is no heading, and of a list of these hosts.
[[nodiscard]] ChecksRowText textOf(const ChecksRow &row, const std::vector<CheckedHost> &hosts);

} // namespace fabricscope::present
