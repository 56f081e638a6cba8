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

/// Which parts of a picture are folded, and which are shown one by one. A value: part of the layout's
/// input, stored by the code that shows the picture; DisplayList::actions lists the folds and where a click
/// changes them. An id identifies the same thing each time a host is read:
///   vfs:0000:41:00.0         virtual functions of this one: two lines and "+62 VFs", or a cell each
///   partitions:0000:41:00.0  of this GPU: "64 partitions", or a cell each
///   bridges:0000:42:00.0     what only passes a link through, from this bridge down: "+2 bridges", or boxes
///   quiet:1, quiet:unknown   functions of this NUMA node that are no GPU, NIC, NVMe or switch: how many of
///                            each kind, or their addresses
/// Ids that match nothing in the picture are kept and have no effect.
class Folds {
public:
    /// `byDefault`: the layout's choice if the user made none: many are folded, few are not.
    [[nodiscard]] bool isOpen(std::string_view id, bool byDefault) const;
    void setOpen(std::string_view id, bool open);
    /// All of them, including those that a later reading adds.
    void setAllOpen(bool open);
    /// Back to the layout's defaults.
    void reset() { *this = {}; }
    /// The state set for all, and the states set one by one after that: for storing them.
    [[nodiscard]] std::optional<bool> allOpen() const { return m_all; }
    [[nodiscard]] const std::map<std::string, bool, std::less<>> &openStates() const { return m_each; }
    /// Not set.
    [[nodiscard]] bool empty() const { return !m_all && m_each.empty(); }

    friend bool operator==(const Folds &, const Folds &) = default;

private:
    std::optional<bool> m_all;
    std::map<std::string, bool, std::less<>> m_each; ///< set after m_all
};

[[nodiscard]] std::string virtualFunctionsFold(const pci::Address &physical);
[[nodiscard]] std::string partitionsFold(const pci::Address &gpu);
[[nodiscard]] std::string bridgesFold(const pci::Address &topmost);
/// nullopt: for functions below no NUMA node.
[[nodiscard]] std::string minorFold(std::optional<NumaNode> numa);

} // namespace fabricscope::layout
