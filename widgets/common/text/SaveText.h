// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

class QWidget;

namespace fabricscope::widgets {

/// Asks for a file name, and writes these bytes there, atomically. Returns the message about it; empty: the
/// user cancelled. `filters` as in QFileDialog.
[[nodiscard]] QString saveText(QWidget *parent, const QString &title, const QString &name,
                               const QString &filters, const QByteArray &text);

/// Without asking.
[[nodiscard]] QString writeText(const QString &file, const QByteArray &text);

} // namespace fabricscope::widgets
