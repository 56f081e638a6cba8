// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of WorkspaceController that reads and writes `.fswork` files.
#include "app/window/session/SessionController.h"
#include "app/window/workspace/WorkspaceController.h"
#include "app/window/workspace/WorkspaceDisk.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <map>

namespace fabricscope::app::window {

namespace {

using workspace::Id;
using workspace::Member;
using workspace::Workspace;
using workspace::WorkspaceFile;

/// The first line of the document is within these.
constexpr qint64 kHeadBytes = 256;

/// Files in the workspace's folder, or below, get relative paths: the folder can be moved or mailed as a
/// whole.
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
    return !current().groups.empty() || !current().mutes.empty() || !current().siteFile.empty() ||
           std::any_of(current().members.begin(), current().members.end(),
                       [](const Member &member) { return !member.moves.empty() || !member.onHost.empty(); });
}

WorkspaceFile WorkspaceController::fileOf(const QString &path, const workspace::WindowState &window) const {
    WorkspaceFile file{current(), window, {}, false};
    const QDir folder = QFileInfo(path).absoluteDir();
    for (Member &member : file.workspace.members)
        for (std::string &each : member.files)
            each = storedPath(folder, each);
    if (!file.workspace.siteFile.empty())
        file.workspace.siteFile = storedPath(folder, file.workspace.siteFile);
    return file;
}

Result<QStringList> WorkspaceController::save(const QString &path, const workspace::WindowState &window) {
    auto written = writeWorkspaceFile(path, fileOf(path, window));
    if (!written)
        return written;
    m_path = QFileInfo(path).absoluteFilePath();
    m_saved = current();
    Q_EMIT changed();
    return written;
}

Result<QStringList> WorkspaceController::saveSession(const QString &path,
                                                     const workspace::WindowState &window) const {
    WorkspaceFile file = fileOf(path, window);
    file.savedAs = m_path.toStdString();
    file.unsaved = isUnsaved();
    file.unconfirmed = m_unconfirmed;
    return writeWorkspaceFile(path, std::move(file));
}

Result<> WorkspaceController::open(const QString &path) {
    auto file = readWorkspaceFile(path);
    if (!file)
        return tl::unexpected(file.error());
    m_path = QFileInfo(path).absoluteFilePath();
    file->unconfirmed = true;
    replace(std::move(*file), QFileInfo(path).absolutePath(), false);
    return {};
}

/// Differences from the workspace's own file stay unsaved.
Result<> WorkspaceController::openSession(const QString &path, bool connects) {
    auto file = readWorkspaceFile(path);
    if (!file)
        return tl::unexpected(file.error());
    m_path = QString::fromStdString(file->savedAs);
    const bool unsaved = file->unsaved;
    connects = connects && !file->unconfirmed;
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
    std::map<Id, Id> groups, members; // from the ids of the file
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
    value.mutes = std::move(file.workspace.mutes);
    if (const auto &path = file.workspace.siteFile; !path.empty())
        value.siteFile = QDir(folder).absoluteFilePath(QString::fromStdString(path)).toStdString();
    m_sessions.holdFleet(false);
    m_replacing = false;
    m_history = workspace::History<Workspace>(value);
    m_unconfirmed = file.unconfirmed && !hosts().isEmpty();
    m_saved = std::move(value);
    follow({});
    workspace::WindowState window = std::move(file.window);
    window.selected = window.selected != 0 ? members[window.selected] : 0;
    for (Id &group : window.collapsed)
        group = groups.at(group);
    for (workspace::WindowState::Folds &folds : window.folds)
        folds.member = members[folds.member];
    Q_EMIT opened(window);
}

} // namespace fabricscope::app::window
