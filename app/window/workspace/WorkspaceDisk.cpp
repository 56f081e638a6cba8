// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/WorkspaceDisk.h"

#include "core/json/WorkspaceJson.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace fabricscope::app::window {

using workspace::WorkspaceFile;

namespace {

constexpr qint64 kMaxBytes = qint64{16} << 20;

} // namespace

Result<WorkspaceFile> readWorkspaceFile(const QString &path) {
    const std::string where = path.toStdString();
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return failure("cannot be read: " + file.errorString().toStdString(), where);
    const QByteArray bytes = file.read(kMaxBytes + 1);
    if (bytes.size() > kMaxBytes)
        return failure("larger than 16 MiB", where);
    auto read = json::readWorkspace({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!read)
        read.error().where = where;
    return read;
}

Result<QStringList> writeWorkspaceFile(const QString &path, WorkspaceFile content) {
    QStringList omitted;
    for (const std::string &each : json::dropUnreadable(content))
        omitted << QString::fromStdString(each);
    const std::string text = json::workspaceDocument(content);
    if (auto back = json::readWorkspace(text); !back) // never replace the old file by an unreadable one
        return failure("cannot be read back: " + back.error().what, path.toStdString());
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.write(text.data(), static_cast<qint64>(text.size())) >= 0 && file.commit();
    if (!written)
        return failure("cannot be written: " + file.errorString().toStdString(), path.toStdString());
    return omitted;
}

} // namespace fabricscope::app::window
