// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace fabricscope::widgets {

/// Declares the opaque background of a panel with a style sheet: what lies below it is not painted then. Qt
/// takes it that the background of a style sheet may be seen through, and paints those of the window and of
/// all between it and the panel, too, each as large as what is painted.
void setOpaqueBackground(QWidget *panel);

} // namespace fabricscope::widgets
