// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fabricscope::widgets {

/// What setToolTip(), Qt::ToolTipRole and QToolTip::showText() take to show exactly this text. Qt reads a
/// tool tip that looks like markup as HTML (Qt::mightBeRichText()), and names of a host may look like it:
/// every tool tip goes through here (tests/architecture looks), but for those that are built as HTML in
/// topology/TopologyTooltip.
[[nodiscard]] QString plainToolTip(const QString &text);

} // namespace fabricscope::widgets
