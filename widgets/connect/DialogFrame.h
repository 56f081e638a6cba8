// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QHBoxLayout;
class QVBoxLayout;
class QWidget;

namespace fabricscope::widgets {

/// Common frame of our dialogs: modal, fixed width, height adjusted to the texts also when the UI font
/// changes, a body, and below it a foot with the buttons at the right.
struct DialogFrame {
    QVBoxLayout *body = nullptr;
    QWidget *foot = nullptr; ///< parent of the buttons
    QHBoxLayout *buttons = nullptr;
};
[[nodiscard]] DialogFrame frameDialog(QDialog *dialog, int width);

} // namespace fabricscope::widgets
