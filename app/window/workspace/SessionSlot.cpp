// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/SessionSlot.h"

#include "app/window/workspace/WorkspaceDisk.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <vector>

namespace fabricscope::app::window {

namespace {

QString placeOf(const QString &first, int number) {
    if (number == 0)
        return first;
    const QFileInfo info(first);
    return info.dir().filePath(
        QStringLiteral("%1-%2.%3").arg(info.completeBaseName()).arg(number + 1).arg(info.suffix()));
}

struct Place {
    QString file;
    std::unique_ptr<QLockFile> lock;
    bool hasQueue = false, loses = false;

    /// Waiting runs are offered once and are gone then: they precede what may stay for long.
    [[nodiscard]] int rank() const { return (hasQueue ? 2 : 0) + (loses ? 1 : 0); }
    [[nodiscard]] QDateTime writtenAt() const { return QFileInfo(file).lastModified(); }
};

/// The files that no other process uses. Locks that are not kept are released.
std::vector<Place> freePlaces(const QString &first) {
    std::vector<Place> places;
    QDir().mkpath(QFileInfo(first).absolutePath());
    for (int number = 0; number < SessionSlot::kMaxWindows; ++number) {
        Place place;
        place.file = placeOf(first, number);
        place.lock = std::make_unique<QLockFile>(place.file + QStringLiteral(".lock"));
        place.lock->setStaleLockTime(0); // a window may be open for weeks; a crashed one holds no lock
        if (!place.lock->tryLock(0))
            continue;
        place.hasQueue = QFileInfo::exists(SessionSlot::queueOf(place.file));
        place.loses = SessionSlot::losesChanges(place.file);
        places.push_back(std::move(place));
    }
    return places;
}

} // namespace

SessionSlot::SessionSlot(const QString &first, bool restores) {
    std::vector<Place> places = freePlaces(first);
    auto chosen = places.end();
    if (restores) {
        // The first of the same rank; but of sessions that are saved nowhere else, the one written last.
        const auto isBetter = [](const Place &a, const Place &b) {
            return a.rank() > b.rank() || (a.rank() == b.rank() && a.loses && a.writtenAt() > b.writtenAt());
        };
        chosen = std::min_element(places.begin(), places.end(), isBetter);
        m_restores = chosen != places.end() && (chosen->rank() > 0 || chosen->file == first);
    } else {
        chosen = std::find_if(places.begin(), places.end(),
                              [](const Place &place) { return !place.loses && place.hasQueue; });
        if (chosen == places.end())
            chosen =
                std::find_if(places.begin(), places.end(), [](const Place &place) { return !place.loses; });
    }
    if (chosen == places.end())
        return;
    m_file = chosen->file;
    m_lock = std::move(chosen->lock);
}

QString SessionSlot::queueOf(const QString &session) {
    const QFileInfo info(session);
    return session.isEmpty() ? QString()
                             : info.dir().filePath(info.completeBaseName() + QStringLiteral(".queue.json"));
}

bool SessionSlot::losesChanges(const QString &session) {
    if (!QFileInfo::exists(session))
        return false;
    const auto file = readWorkspaceFile(session);
    return !file || file->unsaved || (file->savedAs.empty() && !file->workspace.members.empty());
}

} // namespace fabricscope::app::window
