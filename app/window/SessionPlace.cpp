// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/SessionPlace.h"

#include "app/window/WorkspaceDisk.h"

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
};

/// Those that nobody else has. The locks that are not kept are given back.
std::vector<Place> freePlaces(const QString &first) {
    std::vector<Place> places;
    QDir().mkpath(QFileInfo(first).absolutePath());
    for (int number = 0; number < SessionPlace::kMost; ++number) {
        Place place{placeOf(first, number), nullptr};
        place.lock = std::make_unique<QLockFile>(place.file + QStringLiteral(".lock"));
        place.lock->setStaleLockTime(0); // a window may be open for weeks; one that died holds none
        if (place.lock->tryLock(0))
            places.push_back(std::move(place));
    }
    return places;
}

} // namespace

SessionPlace::SessionPlace(const QString &first, bool restores) {
    std::vector<Place> places = freePlaces(first);
    const auto loses = [](const Place &place) {
        return wouldLose(place.file);
    };
    auto chosen = places.end();
    if (restores) {
        chosen = std::find_if(places.begin(), places.end(), loses);
        if (chosen == places.end())
            chosen = places.begin();
        m_restores = chosen != places.end() && (loses(*chosen) || chosen->file == first);
    } else {
        chosen = std::find_if_not(places.begin(), places.end(), loses);
    }
    if (chosen == places.end())
        return;
    m_file = chosen->file;
    m_lock = std::move(chosen->lock);
}

bool SessionPlace::wouldLose(const QString &session) {
    if (!QFileInfo::exists(session))
        return false;
    const auto file = readWorkspaceFile(session);
    return !file || file->unsaved || (file->savedAs.empty() && !file->workspace.members.empty());
}

} // namespace fabricscope::app::window
