// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/hostvm/HostVmClaims.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::present {

// The texts about a guest and its host.

/// "2 switches".
[[nodiscard]] std::string counted(std::size_t count, std::string_view one, std::string_view many);

/// HostVmRow::label of each row. Conflicts and wrong pairs are marked already.
void addLabels(const HostVmInput &input, const HostVmDevices &devices, const HostVmClaims &claims,
               std::vector<HostVmRow> &hostRows, std::vector<HostVmRow> &guestRows);

/// The sentence above the picture.
struct HostVmHeadline {
    std::optional<findings::Severity> severity; ///< absent: no finding
    std::string sentence, detail;               ///< the detail may be empty
};
/// Of a table that is complete but for it.
[[nodiscard]] HostVmHeadline headlineOf(const HostVmInput &input, const HostVmTable &table,
                                        const HostVmClaims &claims);
/// How many devices were matched, and by which sources; empty if a side is missing. Names the source only if
/// it is the right one.
[[nodiscard]] std::string matchStatus(const HostVmTable &table, const HostVmDevices &devices);

} // namespace fabricscope::present
