// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/host/TextViews.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::report {

// Shared by the text views.

/// Host, product, kernel, who collected when; the word SIMULATED where it is.
[[nodiscard]] std::string textHeader(const topology::Topology &topology, const TextOptions &options);
/// What is missing and how to obtain it, what was damaged, what could not be read; empty if nothing is.
[[nodiscard]] std::string textFooter(const topology::Topology &topology, const TextOptions &options);

/// "Gen5 x16 (of x16)", "▲ Gen5 x8 (of x16)" where narrow, "Gen1 x16 (of Gen5 x16)", "down", "unknown".
[[nodiscard]] std::string linkText(const topology::Link &link);
/// The same for a node; "15.8 GB/s" if the source shows only a bandwidth, "" if it has no
/// link.
[[nodiscard]] std::string linkText(const topology::Node &node, const host::PciFunction &function);
/// "▲ warning: the link runs at ..."
[[nodiscard]] std::string findingText(const findings::Finding &finding);
class TextTable;
/// The findings about the host, which no device's row shows, with what to do.
void addHostFindings(TextTable &table, const topology::Topology &topology);
[[nodiscard]] std::string numaText(const std::optional<NumaNode> &numa);
[[nodiscard]] std::string groupText(const std::optional<IommuGroup> &group);

/// A function without driver or group either has none, or it could not be read. If others have one, or the
/// section that would state it is there, it has none, unless the text ends within this function, or the
/// function does not answer. What states the groups of some functions only, as the kernel's log does, tells
/// nothing about the others.
class Absent {
public:
    Absent(const topology::Topology &topology, const TextOptions &options);
    [[nodiscard]] std::string driver(const host::PciFunction &function) const;
    [[nodiscard]] std::string group(const host::PciFunction &function,
                                    const std::optional<IommuGroup> &group) const;
    /// Whether functions without a group have none.
    [[nodiscard]] bool groupsRead() const { return m_groupsRead; }

private:
    /// Whether a listing with groups states details of this function.
    [[nodiscard]] bool isListed(const host::PciFunction &function) const;
    [[nodiscard]] bool isUnread(const host::PciFunction &function) const;

    std::set<std::uint16_t> m_listings; ///< sections
    bool m_driversRead = false, m_groupsRead = false;
    std::vector<host::Address> m_cut; ///< sorted
};

} // namespace fabricscope::report
