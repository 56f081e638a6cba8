// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <QString>

namespace fabricscope::affinity {
struct Judgement;
}

namespace fabricscope::widgets {

/// The tooltip of a device: name, BDF, model, and the first three facts, findings first. Rich text; text from
/// the host is escaped. Empty for no node.
[[nodiscard]] QString tooltipText(const topology::Topology &topology, const affinity::Judgement *judgement,
                                  topology::NodeId node);
/// All facts as plain lines, for the clipboard.
[[nodiscard]] QString factsText(const topology::Topology &topology, const affinity::Judgement *judgement,
                                topology::NodeId node);

} // namespace fabricscope::widgets
