// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/pci/Address.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::layout {

/// What of a picture is folded into fewer words, and what is shown one by one. A value: part of the layout's
/// input, kept by whoever shows the picture; what folds there are, and where a click changes one, is said by
/// DisplayList::actions. An id names the same thing each time a host is read:
///   vfs:0000:41:00.0         virtual functions of this one: two lines and "+62 VFs", or a cell each
///   partitions:0000:41:00.0  of this GPU: "64 partitions", or a cell each
///   bridges:0000:42:00.0     what only passes a link through, from this bridge down: "+2 bridges", or boxes
///   quiet:1, quiet:unknown   functions of this NUMA node that are no GPU, NIC, NVMe or switch: how many of
///                            each kind, or their addresses
/// Ids that nothing in the picture has are kept and harmless.
class Folds {
public:
    /// `suits`: what the layout thinks right where the user said nothing: many are folded, few are not.
    [[nodiscard]] bool isOpen(std::string_view id, bool byDefault) const;
    void setOpen(std::string_view id, bool open);
    /// All of them, those as well that come with another reading.
    void setAllOpen(bool open);
    /// As the layout thinks right again.
    void reset() { *this = {}; }
    /// What was said of all, and after that of each: for those who keep it.
    [[nodiscard]] std::optional<bool> allOpen() const { return m_all; }
    [[nodiscard]] const std::map<std::string, bool, std::less<>> &openStates() const { return m_each; }
    /// Not set.
    [[nodiscard]] bool empty() const { return !m_all && m_each.empty(); }

    friend bool operator==(const Folds &, const Folds &) = default;

private:
    std::optional<bool> m_all;
    std::map<std::string, bool, std::less<>> m_each; ///< said after m_all
};

[[nodiscard]] std::string virtualFunctionsFold(const pci::Address &physical);
[[nodiscard]] std::string partitionsFold(const pci::Address &gpu);
[[nodiscard]] std::string bridgesFold(const pci::Address &topmost);
/// nullopt: of what is below no NUMA node.
[[nodiscard]] std::string minorFold(std::optional<NumaNode> numa);

} // namespace fabricscope::layout
