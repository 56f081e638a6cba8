// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/topology/Topology.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::fleet {

using findings::Severity;
using pci::Address;

/// What a difference is about, in report order.
enum class Category : std::uint8_t {
    Hardware, ///< functions that were added, removed, moved or replaced; serial numbers; memory
    Link,
    Firmware,
    Driver, ///< the driver bound, modules and their versions
    Kernel, ///< its version and command line
    Setting,
    Order, ///< same devices under other names or numbers
    Numa,
    Iommu,
    Network,
    Gpu, ///< partitions
    Vm,
    Identity, ///< serial numbers, ids and addresses of two machines, which differ by design
};
inline constexpr std::size_t kCategories = 13;
/// "hardware": as in the JSON document.
[[nodiscard]] std::string_view toString(Category category);
/// "Hardware": for headings.
[[nodiscard]] std::string_view titleOf(Category category);

enum class Change : std::uint8_t { Added, Removed, Moved, Changed };
[[nodiscard]] std::string_view toString(Change change);

/// One side of a difference.
struct End {
    std::optional<std::string> value; ///< as text; empty if absent on this side
    std::optional<Address> address;   ///< of the device; empty if it is about the host
    host::EvidenceRef evidence;       ///< in this side's capture
};

/// One device on both sides, or on one.
struct DevicePair {
    std::optional<Address> before, after;
    friend auto operator<=>(const DevicePair &, const DevicePair &) = default;
};

struct Difference {
    std::string rule; ///< names the sentence: "link.width"
    Category category = Category::Hardware;
    Change change = Change::Changed;
    Severity severity = Severity::Note;
    std::string subject; ///< "GPU2 0000:46:00.0", "module nvidia"; empty: the host as a whole
    std::string what;    ///< the sentence without its subject: "the link is x8 wide (was x16)"
    End before, after;
    std::vector<DevicePair> devices; ///< all devices concerned, for pictures

    /// "GPU2 0000:46:00.0: the link is x8 wide (was x16)". Safe to show.
    [[nodiscard]] std::string text() const;
};

/// A fact that is unknown on one side: neither a difference nor equal.
struct NotCompared {
    std::string rule;
    Category category = Category::Hardware;
    std::string what; ///< "link width"
    bool unknownBefore = false, unknownAfter = false;
    std::size_t count = 0; ///< number of subjects
    std::string example;   ///< the first of them; empty: the host as a whole
};

struct Comparison {
    std::vector<Difference> differences; ///< by severity (errors first), category, rule, address
    std::vector<NotCompared> notCompared;
    std::vector<DevicePair> pairs; ///< functions that are the same on both sides, by address before
};

/// A host at one point in time. Holds references only.
struct Side {
    const topology::Topology &topology;
    /// Distinguishes "absent" from "not read", and holds the text of NCCL files; may be nullptr.
    const capture::Capture *capture = nullptr;
    /// As named by the user: distinguishes two captures of one host; may be empty.
    std::string_view source = {};
};

/// What changed from one side to the other. Pure, and O(n log n): the same two sides give the same answer in
/// the same order. Functions are matched by unique identity (serial number, GPU unique id, node GUID, MAC),
/// then by their place in the tree, their BDF, and their ids, in this order, so that renumbered buses are one
/// difference. A fact that is unknown on one side is never a difference.
[[nodiscard]] Comparison compare(const Side &before, const Side &after);

/// Identical differences of several subjects ("the driver is vfio-pci (was amdgpu)"), grouped for display.
struct DifferenceGroup {
    std::vector<std::size_t> members; ///< indices into Comparison::differences; in order, at least one
    std::string text;                 ///< "GPU0 …, GPU1 … and 6 more: the driver is …"
};
[[nodiscard]] std::vector<DifferenceGroup> grouped(const Comparison &comparison);

/// Number of groups of each severity.
struct Counts {
    std::size_t errors = 0, warnings = 0, notes = 0;
};
[[nodiscard]] Counts countOf(const Comparison &comparison, const std::vector<DifferenceGroup> &groups);
/// "1 error, 2 warnings and 3 notes"; "nothing changed".
[[nodiscard]] std::string countsText(const Counts &counts);

} // namespace fabricscope::fleet
