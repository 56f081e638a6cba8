// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/generate/Generate.h"
#include "core/hostvm/verify/Verify.h"
#include "core/layout/hostvm/HostVmTable.h"
#include "core/layout/scene/SeenByGuest.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::layout {

struct HostVmFile {
    std::string path; ///< in the guest
    std::string text; ///< as the capture has it: not made safe to show
};

struct HostVmQuestion {
    std::shared_ptr<const topology::Topology> host, guest; ///< either may be nullptr
    std::string vmName;                                    ///< as the host's VMM calls it
    std::vector<hostvm::Override> overrides;
    std::shared_ptr<const topology::Topology> earlier; ///< the host, before its devices were handed over
    std::optional<HostVmFile> file;                    ///< the guest's NCCL file
};

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
struct HostVmExamination {
    std::shared_ptr<const topology::Topology> host, guest;
    std::string vmName;
    hostvm::GuestMapping guestMapping;
    HostVmTable table;
    std::string path;     ///< of the file; empty: there is none
    std::string text;     ///< as the guest has it
    std::string expected; ///< the corrected file, or a generated one; empty: unknown
    std::optional<hostvm::Verification> verification; ///< of the file
    hostvm::Generated generated;                      ///< the file generated from the hardware
    std::vector<HostVmCheck> checks;                  ///< those that failed first
    std::vector<HostVmFileLine> difference = {}; ///< differenceOf() of the guest's file and the expected one
};

/// Pure; takes milliseconds: not for the GUI thread.
[[nodiscard]] std::shared_ptr<const HostVmExamination> examineHostVm(const HostVmQuestion &question);

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

} // namespace fabricscope::layout
