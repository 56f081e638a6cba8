// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QDialog;

namespace fabricscope::widgets {

/// Sets the height of the texts at the current width; adjustSize() uses the width that they would prefer.
void fitHeight(QDialog &dialog);

/// Calls fitHeight() when it is shown, and at each change of the UI font while it is.
void keepHeightFitted(QDialog *dialog);

/// Sets the initial size of a resizable dialog in design pixels, in proportion to the UI font and not larger
/// than its screen; if the font changes while it is open, its current size is scaled.
void resizeScaled(QDialog *dialog, QSize px);

} // namespace fabricscope::widgets
