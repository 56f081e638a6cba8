// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/topology/Topology.h"

#include <QString>

#include <string>
#include <vector>

namespace fabricscope::widgets {

/// Evidence of facts without a reference of their own: lines of this section with this prefix.
struct EvidenceLines {
    std::string section;
    std::string prefix;
    friend bool operator==(const EvidenceLines &, const EvidenceLines &) = default;
};

/// One line of the inspector: a fact and its place in the capture.
struct FactRow {
    enum class Look { Plain, Mono, Missing, Warning, Error };
    QString label;
    QString value; ///< never empty: "unknown" or "needs sudo" if it was not read
    Look look = Look::Mono;
    draw::Glyph glyph = draw::Glyph::None;
    host::EvidenceRef evidence; ///< not set for unknown or derived facts
    EvidenceLines lines;        ///< instead of it; empty elsewhere
    QString note;               ///< faint, at the right: "64-bit pref"
    bool needsRoot = false;     ///< not read: requires root
    friend bool operator==(const FactRow &, const FactRow &) = default;
};

/// SV+ TB- ...: a bit and whether it is on; unsupported ones are faint.
struct FactChip {
    QString text;
    bool on = false;
    bool supported = true;
    friend bool operator==(const FactChip &, const FactChip &) = default;
};

struct FactSection {
    QString title;
    QString note; ///< at the right of the title
    std::vector<FactChip> chips;
    host::EvidenceRef chipsEvidence;
    std::vector<FactRow> rows;
    friend bool operator==(const FactSection &, const FactSection &) = default;
};

/// The inspector's contents for one node of a topology.
struct DeviceFacts {
    draw::Token kind = draw::Token::None;
    QString name;
    QString model;
    QString bdf; ///< in full; empty if the node has none
    std::vector<findings::Finding> findings;
    std::vector<FactSection> sections;
};

/// Pure. `id` is a node of the topology.
[[nodiscard]] DeviceFacts deviceFacts(const topology::Topology &topology, topology::NodeId id);

[[nodiscard]] draw::Token kindToken(const topology::Node &node);
/// "GPU", "PCIe switch": the word for a kind of node.
[[nodiscard]] QString kindName(const topology::Node &node);

} // namespace fabricscope::widgets
