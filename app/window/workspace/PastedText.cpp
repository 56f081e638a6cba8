// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/PastedText.h"

#include "core/base/OutputFile.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace fabricscope::app::window {

namespace {

QString words(const char *text) {
    return QCoreApplication::translate("Paste", text);
}

QString freeName(const QDir &folder) {
    const QString stem = QStringLiteral("pasted ") +
                         QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd hh.mm.ss"));
    QString name = stem + QStringLiteral(".txt");
    for (int number = 2; folder.exists(name); ++number)
        name = QStringLiteral("%1 (%2).txt").arg(stem).arg(number);
    return folder.filePath(name);
}

void deleteOldest(const QDir &folder) {
    const QFileInfoList texts =
        folder.entryInfoList({QStringLiteral("pasted *.txt")}, QDir::Files | QDir::NoSymLinks, QDir::Time);
    for (const QFileInfo &old : texts.mid(kKeptTexts))
        QFile::remove(old.filePath());
}

} // namespace

Result<QString> keepPasted(const QString &folder, const QString &text) {
    if (text.trimmed().isEmpty())
        return failure(words(QT_TRANSLATE_NOOP("Paste", "The clipboard has no text")).toStdString());
    if (text.size() > kMaxPastedLetters)
        return failure(
            words(QT_TRANSLATE_NOOP("Paste", "The pasted text is too long: save it as a file and open that"))
                .toStdString());
    const auto notWritten = [&folder](const QString &why) {
        return failure(words(QT_TRANSLATE_NOOP("Paste", "The pasted text cannot be written to %1: %2"))
                           .arg(folder, why)
                           .toStdString());
    };
    if (!QDir().mkpath(folder))
        return notWritten(words(QT_TRANSLATE_NOOP("Paste", "the folder cannot be created")));
    const QDir place(folder);
    const QString path = freeName(place);
    if (const auto written =
            writeWhole(QFile::encodeName(path).toStdString(), text.toStdString(), ReadableBy::Owner);
        !written)
        return notWritten(QString::fromStdString(written.error().what));
    deleteOldest(place);
    return path;
}

} // namespace fabricscope::app::window
