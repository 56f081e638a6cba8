// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <string>

namespace fabricscope::report {

/// One self-contained SVG of a display list, at 100 %. Text is escaped; every item of a node carries
/// data-node="ID", every item of a ribbon data-ribbon="finding" with the nodes in data-from and data-to, and
/// every area a <title>.
[[nodiscard]] std::string toSvg(const draw::DisplayList &list, draw::ThemeKind theme);

} // namespace fabricscope::report
