// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fabricscope::widgets {

/// Converts a text for setToolTip(), Qt::ToolTipRole and QToolTip::showText() so that it is shown as plain
/// text. Qt interprets a tooltip that looks like markup as HTML (Qt::mightBeRichText()), and names of a host
/// may look like it: every tooltip must use this (checked in tests/architecture), except those built as HTML
/// in topology/TopologyTooltip.
[[nodiscard]] QString plainToolTip(const QString &text);

} // namespace fabricscope::widgets
