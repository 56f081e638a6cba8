// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMessageBox;

namespace fabricscope::widgets {

/// Shows the texts of a message box, and `informative` below them, exactly as they are. By itself Qt reads
/// what looks like markup as HTML, links and all, and QMessageBox::setTextFormat() does not reach the
/// informative text: names and command lines of hosts may look like it. Every message box goes through here
/// (tests/architecture looks).
void setPlainTexts(QMessageBox *box, const QString &informative = {});

} // namespace fabricscope::widgets
