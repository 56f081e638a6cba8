// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QHBoxLayout;
class QVBoxLayout;
class QWidget;

namespace fabricscope::widgets {

/// What our dialogs share: modal, of one width, as high as their texts also where the UI font changes, a body
/// and below it a foot for the buttons, at its right.
struct DialogFrame {
    QVBoxLayout *body = nullptr;
    QWidget *foot = nullptr; ///< parent of the buttons
    QHBoxLayout *buttons = nullptr;
};
[[nodiscard]] DialogFrame frameDialog(QDialog *dialog, int width);

} // namespace fabricscope::widgets
