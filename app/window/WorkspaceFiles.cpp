// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of WorkspaceController that reads and writes `.fswork` files.
#include "app/window/SessionController.h"
#include "app/window/WorkspaceController.h"
#include "core/json/WorkspaceJson.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <map>

namespace fabricscope::app::window {

namespace {

using workspace::Id;
using workspace::Member;
using workspace::Workspace;
using workspace::WorkspaceFile;

constexpr qint64 kMostBytes = qint64{16} << 20;
/// The first line of the document stands within these.
constexpr qint64 kHeadBytes = 256;

Result<WorkspaceFile> readFile(const QString &path) {
    const std::string where = path.toStdString();
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return failure("it cannot be read: " + file.errorString().toStdString(), where);
    const QByteArray bytes = file.read(kMostBytes + 1);
    if (bytes.size() > kMostBytes)
        return failure("it is longer than 16 MiB", where);
    auto read = json::readWorkspace({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!read)
        read.error().where = where;
    return read;
}

Result<> writeFile(const QString &path, const WorkspaceFile &content) {
    const std::string text = json::workspaceDocument(content);
    if (auto back = json::readWorkspace(text);
        !back) // what cannot be read again is never written over the old
        return failure("it would not be readable again: " + back.error().what, path.toStdString());
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.write(text.data(), static_cast<qint64>(text.size())) >= 0 && file.commit();
    if (!written)
        return failure("it cannot be written: " + file.errorString().toStdString(), path.toStdString());
    return {};
}

/// Files beside the workspace, or below, are named from there: a folder can be moved or mailed as a whole.
std::string storedPath(const QDir &folder, const std::string &file) {
    const QString path = QFileInfo(QString::fromStdString(file)).absoluteFilePath();
    const QString relative = folder.relativeFilePath(path);
    return (relative.startsWith(QLatin1String("..")) ? path : relative).toStdString();
}

} // namespace

bool WorkspaceController::isWorkspaceFile(const QString &path) {
    QFile file(path);
    if (QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly)) {
        const QByteArray head = file.read(kHeadBytes);
        if (head.contains("\"fabricscope.workspace/"))
            return true;
    }
    return QFileInfo(path).suffix() == QLatin1String("fswork");
}

QString WorkspaceController::title() const {
    return m_path.isEmpty() ? tr("untitled") : QFileInfo(m_path).fileName();
}

bool WorkspaceController::isUnsaved() const {
    if (!m_path.isEmpty())
        return current() != m_saved;
    return !current().groups.empty() ||
           std::any_of(current().members.begin(), current().members.end(),
                       [](const Member &member) { return !member.moves.empty(); });
}

WorkspaceFile WorkspaceController::fileOf(const QString &path, const workspace::WindowState &window) const {
    WorkspaceFile file{current(), window, {}, false};
    const QDir folder = QFileInfo(path).absoluteDir();
    for (Member &member : file.workspace.members)
        for (std::string &each : member.files)
            each = storedPath(folder, each);
    return file;
}

Result<> WorkspaceController::save(const QString &path, const workspace::WindowState &window) {
    if (auto written = writeFile(path, fileOf(path, window)); !written)
        return written;
    m_path = QFileInfo(path).absoluteFilePath();
    m_saved = current();
    Q_EMIT changed();
    return {};
}

Result<> WorkspaceController::saveSession(const QString &path, const workspace::WindowState &window) const {
    WorkspaceFile file = fileOf(path, window);
    file.savedAs = m_path.toStdString();
    file.unsaved = isUnsaved();
    return writeFile(path, file);
}

Result<> WorkspaceController::open(const QString &path, bool connects) {
    auto file = readFile(path);
    if (!file)
        return tl::unexpected(file.error());
    m_path = QFileInfo(path).absoluteFilePath();
    replace(std::move(*file), QFileInfo(path).absolutePath(), connects);
    return {};
}

/// What differs from the workspace's own file is unsaved as it was.
Result<> WorkspaceController::openSession(const QString &path, bool connects) {
    auto file = readFile(path);
    if (!file)
        return tl::unexpected(file.error());
    m_path = QString::fromStdString(file->savedAs);
    const bool unsaved = file->unsaved;
    replace(std::move(*file), QFileInfo(path).absolutePath(), connects);
    if (unsaved)
        m_saved = {};
    Q_EMIT changed();
    return {};
}

void WorkspaceController::clear() {
    m_path.clear();
    replace({}, {}, false);
}

void WorkspaceController::replace(WorkspaceFile file, const QString &folder, bool connects) {
    m_replacing = true;
    m_sessions.holdFleet(true);
    m_sessions.clear();
    Workspace value;
    std::map<Id, Id> groups, members; // the file's ids, and ours
    for (const workspace::Group &group : file.workspace.groups) {
        groups[group.id] = ++m_lastGroup;
        value.groups.push_back({m_lastGroup, group.name});
    }
    for (Member member : file.workspace.members) {
        for (std::string &each : member.files)
            each = QDir(folder).absoluteFilePath(QString::fromStdString(each)).toStdString();
        const Id id = m_sessions.add(member, connects);
        members[member.id] = id;
        if (value.member(id) != nullptr) // the same host twice
            continue;
        member.group = member.group != 0 ? groups.at(member.group) : 0;
        member.id = id;
        value.members.push_back(std::move(member));
    }
    m_sessions.holdFleet(false);
    m_replacing = false;
    m_history = workspace::History<Workspace>(value);
    m_saved = std::move(value);
    follow({});
    workspace::WindowState window = std::move(file.window);
    window.selected = window.selected != 0 ? members[window.selected] : 0;
    for (Id &group : window.collapsed)
        group = groups.at(group);
    Q_EMIT opened(window);
}

} // namespace fabricscope::app::window
