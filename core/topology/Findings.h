// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <string_view>

namespace fabricscope::topology {

/// The sentences of the builder; the table is in Findings.cpp.
enum class Rule : std::uint8_t {
    LinkNarrow,
    LinkSlowIdle,
    LinkSlow,
    LinkDown,
    LinkOneEnd,
    DeviceDead,
    NumaUnknown,
    NumaNotReported,
    NumaNotListed,
    NumaNoCpus,
    NumaDiffers,
    TreeCycle,
    TreeOrphan,
    TreeDuplicate,
    SeveralOwners,
    PeerUnknown,
};

/// The remark of this rule, with "{0}" and "{1}" of its sentence filled in.
[[nodiscard]] Finding makeFinding(Rule rule, std::string_view first = {}, std::string_view second = {});

} // namespace fabricscope::topology
