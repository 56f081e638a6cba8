// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/LinkPainter.h"

namespace fabricscope::layout {

/// How the downstream ports of a switch treat requests between their devices, as a short text.
struct AcsSummary {
    std::string text; ///< "ACS DT+", "ACS redir", "ACS off", "no ACS", "ACS unknown"; empty where
                      ///< no switch of the host shows
    bool highlighted =
        false; ///< peers are sent up to the root complex although devices that would talk are below
    bool known = false;
};
/// The chip of a highlighted summary.
[[nodiscard]] Chip acsChip(const AcsSummary &acs);
/// In a switch too narrow for it, so that one chip does not make its column wider than the others.
[[nodiscard]] Chip shortAcsChip();
[[nodiscard]] AcsSummary acsSummary(const Scene &scene, const Node &node);

} // namespace fabricscope::layout
