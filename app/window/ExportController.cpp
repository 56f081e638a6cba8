// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/ExportController.h"

#include "app/window/Picture.h"
#include "widgets/common/Theme.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace fabricscope::app::window {

namespace {

/// A name for a file, out of one for a host.
QString fileName(const HostSession &session, const QString &ending) {
    QString name = session.isCapture() ? QFileInfo(session.capturePath).completeBaseName() : session.name();
    for (QChar &character : name)
        if (!character.isLetterOrNumber() && character != QLatin1Char('-') && character != QLatin1Char('.'))
            character = QLatin1Char('-');
    return name + ending;
}

} // namespace

ExportController::ExportController(QWidget *window) : QObject(window), m_window(window) {}

void ExportController::saveCapture(const HostSession &session) {
    if (!session.snapshot.capture)
        return;
    QString file =
        QFileDialog::getSaveFileName(m_window, tr("Save capture"),
                                     fileName(session, QStringLiteral(".fscope")), tr("Captures (*.fscope)"));
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += QStringLiteral(".fscope");
    report(capture::save(*session.snapshot.capture, file.toStdString()), file);
}

void ExportController::exportPicture(const HostSession &session, const layout::TopologyOptions &options) {
    if (!session.snapshot.topology)
        return;
    QString file = QFileDialog::getSaveFileName(m_window, tr("Export picture"),
                                                fileName(session, QStringLiteral(".svg")),
                                                tr("Pictures (*.svg *.png *.pdf)"));
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += QStringLiteral(".svg");
    PictureOptions picture;
    picture.theme = widgets::currentTheme();
    picture.layout = options;
    report(writePicture(*session.snapshot.topology, file, picture), file);
}

void ExportController::report(const Result<> &result, const QString &file) {
    if (result) {
        Q_EMIT said(tr("Written: %1").arg(file));
        return;
    }
    auto *box =
        new QMessageBox(QMessageBox::Critical, tr("Not written"),
                        QString::fromStdString(result.error().toString()), QMessageBox::Close, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace fabricscope::app::window
