// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace fabricscope::app::window {

/// The file in which this window saves its session: no other window writes to it, and overwriting it loses
/// nothing. The first file is Settings::sessionFile(), the others are next to it, numbered. The lock is
/// released with this object, and by the end of the process in any case.
class SessionSlot {
public:
    static constexpr int kMaxWindows = 16; ///< windows that keep a session at once

    /// `restores`: the window starts with what was open last: a session with waiting runs; else, of the
    /// sessions that are saved nowhere else, the most recently written; else the session of the first file,
    /// unless another window has it open. A window that starts with something else also takes a file with
    /// waiting runs if nothing is lost by that.
    SessionSlot(const QString &first, bool restores);

    /// Empty if all files are taken, or none can be locked: then the session is not saved.
    [[nodiscard]] const QString &file() const { return m_file; }
    /// Whether the window starts with the content of the file.
    [[nodiscard]] bool restores() const { return m_restores; }

    /// Whether overwriting this session loses data: it has hosts or captures and no workspace, or changes
    /// that are not in its workspace, or it cannot be read and may still be needed.
    [[nodiscard]] static bool losesChanges(const QString &session);

    /// The file of the runs that were waiting when the session ended; empty if `session` is empty.
    [[nodiscard]] static QString queueOf(const QString &session);

private:
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
    bool m_restores = false;
};

} // namespace fabricscope::app::window
