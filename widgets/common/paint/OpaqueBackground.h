// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace fabricscope::widgets {

/// Declares the background of a panel with a style sheet opaque, so that nothing below it is painted. Qt
/// assumes that the background of a style sheet may be transparent, and also paints those of the window and
/// of all widgets in between, for the whole area.
void setOpaqueBackground(QWidget *panel);

} // namespace fabricscope::widgets
