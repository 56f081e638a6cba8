// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Check.h"
#include "core/checks/Mutes.h"
#include "core/topology/Topology.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricscope::capture {
struct Capture;
}
namespace fabricscope::affinity {
struct Examination;
}

namespace fabricscope::checks {

/// A host to check. Pointers may be nullptr, but for the topology: what they would state is unknown.
struct Subject {
    const topology::Topology *topology = nullptr;
    const capture::Capture *capture = nullptr;          ///< for the text of evidence, and what was collected
    const affinity::Examination *examination = nullptr; ///< of this topology
    std::string host;         ///< as the program names it; empty: the topology's name
    bool isContainer = false; ///< the facts were read inside a container
};

struct CheckResult {
    const Check *check = nullptr; ///< never nullptr
    Answer answer;
    std::vector<MutedFinding> muted = {}; ///< worst first; not among the answer's findings
    std::vector<EndedMute> ended = {};    ///< about the answer's findings, in their order
};

struct Counts {
    std::size_t errors = 0, warnings = 0, notes = 0, mutedFindings = 0;            ///< findings
    std::size_t passed = 0, failed = 0, notApplicable = 0, unknown = 0, muted = 0; ///< checks
    friend bool operator==(const Counts &, const Counts &) = default;
};

/// One host's results: each check once, in the order of the table; after them those of Group::Site.
struct HostReport {
    std::string host;
    std::string simulated; ///< what simulates it; empty on real hosts
    std::vector<CheckResult> results;

    [[nodiscard]] Counts counts() const;
};

/// Pure: the same host gives the same report. Each finding that search::findingsOf() lists is in it exactly
/// once, with its evidence; a passthrough finding is added unless another one states the same.
[[nodiscard]] HostReport check(const Subject &subject);

/// A finding of a report, and the check that it answers.
struct ReportedFinding {
    const Check *check = nullptr;
    const findings::Finding *finding = nullptr;
};
/// Errors, then warnings, then notes; each in the order of the table. The report must outlive them.
[[nodiscard]] std::vector<ReportedFinding> findingsOf(const HostReport &report);

/// "GPU5", "ionic_0, ionic_1", or empty: it is about the host.
[[nodiscard]] std::string subjectOf(const findings::Finding &finding);

} // namespace fabricscope::checks
