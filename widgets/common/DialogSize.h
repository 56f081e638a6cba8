// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QDialog;

namespace fabricscope::widgets {

/// As high as its texts are at the width that it has; adjustSize() goes by the width that they would like.
void fitHeight(QDialog &dialog);

/// fitHeight() where it is shown, and each time that the UI font changes while it is.
void keepHeightFitted(QDialog *dialog);

/// A dialog that the user may resize begins with these pixels of the design, in proportion to the UI font and
/// no larger than its screen; where the font changes while it is open, it grows and shrinks with it from the
/// size that it has.
void resizeScaled(QDialog *dialog, QSize px);

} // namespace fabricscope::widgets
