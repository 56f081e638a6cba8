// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMessageBox;

namespace fabricscope::widgets {

/// Gives a message box the status glyph of its kind as icon, and shows its texts, and `informative` below
/// them, as plain text. Qt interprets text that
/// looks like markup as HTML, with links, and QMessageBox::setTextFormat() does not apply to the informative
/// text: names and command lines of hosts may look like markup. Every message box must use this (checked in
/// tests/architecture).
void prepareMessageBox(QMessageBox *box, const QString &informative = {});

} // namespace fabricscope::widgets
