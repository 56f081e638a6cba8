// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/TextViews.h"

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::report {

// What the text views have in common.

/// Host, product, kernel, who collected when; the word SIMULATED where it is.
[[nodiscard]] std::string textHeader(const topology::Topology &topology, const TextOptions &options);
/// What is missing and what would bring it, what was damaged, what could not be read; empty where nothing is.
[[nodiscard]] std::string textFooter(const topology::Topology &topology, const TextOptions &options);

/// "Gen5 x16 (of x16)", "▲ Gen5 x8 (of x16)" where narrow, "Gen1 x16 (of Gen5 x16)", "down", "unknown".
[[nodiscard]] std::string linkText(const topology::Link &link);
/// The same of a node; "15.8 GB/s" where the source shows a bandwidth and nothing else, "" where it has no
/// link.
[[nodiscard]] std::string linkText(const topology::Node &node, const host::PciFunction &function);
/// "▲ warning: the link runs at ..."
[[nodiscard]] std::string findingText(const findings::Finding &finding);
[[nodiscard]] std::string numaText(const std::optional<NumaNode> &numa);
[[nodiscard]] std::string groupText(const std::optional<IommuGroup> &group);

/// A function without driver or group either has none, or nobody could read it. Where others have one, or the
/// section that would say so is there, it has none.
class Absent {
public:
    Absent(const topology::Topology &topology, const TextOptions &options);
    [[nodiscard]] std::string driver(const host::PciFunction &function) const;
    [[nodiscard]] std::string group(const std::optional<IommuGroup> &group) const;

private:
    bool m_driversRead = false, m_groupsRead = false;
};

} // namespace fabricscope::report
