// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/examine/Examination.h"
#include "core/present/hostvm/HostVmTable.h"
#include "core/present/hostvm/SeenByGuest.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::present {

/// One thing that was looked at.
struct HostVmCheck {
    std::optional<findings::Severity> severity; ///< absent: passed
    std::string text, value;                    ///< "Pairs follow the host's switches", "6 of 8"
    std::size_t findings = 0;                   ///< number of findings of the verification that fail it
};

/// A line of the file, of the expected one, or of their difference.
struct HostVmFileLine {
    enum class Kind : std::uint8_t { Same, Removed, Added, Gap } kind = Kind::Same;
    std::uint32_t number = 0; ///< 0: none (Gap; Added has that of the expected file)
    std::string text;         ///< safe to show
};

/// All that the Host <-> VM screen shows of one guest. Immutable.
struct HostVmExamination : hostvm::Examination {
    HostVmTable table;
    std::vector<HostVmCheck> checks;        ///< those that failed first
    std::vector<HostVmFileLine> difference; ///< differenceOf() of the guest's file and the expected one
};

/// Pure; takes milliseconds: not for the GUI thread.
[[nodiscard]] std::shared_ptr<const HostVmExamination> examineHostVm(const hostvm::Question &question);

/// The guest's names for its devices, and their pairs if they were judged; nullptr if none of them
/// was found on the host.
[[nodiscard]] std::shared_ptr<const SeenByGuest> seenByGuest(const HostVmExamination &examination,
                                                             const affinity::Judgement *judgement = nullptr);

/// At most kMaxFileLines; more are counted in a last line.
inline constexpr std::size_t kMaxFileLines = 20000;
[[nodiscard]] std::vector<HostVmFileLine> linesOf(std::string_view text);
/// With three lines of context; empty if there is no difference.
[[nodiscard]] std::vector<HostVmFileLine> differenceOf(std::string_view from, std::string_view to);
/// Number of hunks: runs of changed lines in a difference.
[[nodiscard]] std::size_t hunkCount(const std::vector<HostVmFileLine> &difference);

} // namespace fabricscope::present
