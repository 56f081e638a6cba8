// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/text/SaveText.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QSaveFile>

namespace fabricscope::widgets {

QString saveText(QWidget *parent, const QString &title, const QString &name, const QString &filters,
                 const QByteArray &text) {
    const QString file = QFileDialog::getSaveFileName(parent, title, name, filters);
    return file.isEmpty() ? QString() : writeText(file, text);
}

QString writeText(const QString &file, const QByteArray &text) {
    QSaveFile out(file);
    const bool written = out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit();
    return written ? QCoreApplication::translate("SaveText", "Written: %1").arg(file)
                   : QCoreApplication::translate("SaveText", "%1 cannot be written: %2")
                         .arg(file, out.errorString());
}

} // namespace fabricscope::widgets
