// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Report.h"
#include "core/report/host/TextViews.h"

#include <span>
#include <string>

namespace fabricscope::report {

/// A report, and the host that it is about, for the lines that describe it; nullptr: they are left out.
struct CheckedHost {
    checks::HostReport report;
    const topology::Topology *topology = nullptr;
    const capture::Capture *capture = nullptr;
};

/// `fabricscope check` as text, worst first. Equal findings of several devices are one entry, with the
/// evidence of the first. What passed is counted only, what is unknown is listed by its reason, and what no
/// source can show is counted. What is muted follows, with its reason. Only `width` of the options is used.
[[nodiscard]] std::string checksText(std::span<const CheckedHost> hosts, const TextOptions &options);
/// For tickets: everything, as tables.
[[nodiscard]] std::string checksMarkdown(std::span<const CheckedHost> hosts);
/// JUnit XML as Jenkins and GitLab read it: a suite per host, a case per check. A check that failed is a
/// failure; one that is muted, is unknown or does not apply is skipped, with the reason. Notes are the case's
/// output.
[[nodiscard]] std::string checksJunit(std::span<const CheckedHost> hosts);

} // namespace fabricscope::report
