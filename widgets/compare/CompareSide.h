// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/Difference.h"

#include <QString>

#include <memory>

namespace fabricscope::widgets {

/// A host or capture that can be selected as a side of the Compare screen.
struct CompareSide {
    quint64 id = 0;
    QString name; ///< as the sidebar has it
    QString host; ///< the host's own name; captures of one host are compared first
    QString simulated;
    qint64 takenMs = 0; ///< 0: unknown
    std::shared_ptr<const topology::Topology> topology;
    std::shared_ptr<const capture::Capture> capture;
    QString kind{}; ///< "MI355X ×8 none": hosts of one kind are compared before others; empty: unknown

    [[nodiscard]] fleet::Side side() const { return {*topology, capture.get()}; }
};

} // namespace fabricscope::widgets
