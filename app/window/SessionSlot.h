// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace fabricscope::app::window {

/// Which file this window keeps its session in: one that no other window writes to, and in which nothing is
/// that would be lost by it. The first one is Settings::sessionFile(), the others are next to it, numbered.
/// The lock goes with this object, and with the process however it ends.
class SessionSlot {
public:
    static constexpr int kMaxWindows = 16; ///< windows that keep a session at once

    /// `restores`: the window begins with what was open last. That is a session with runs that waited; else,
    /// of the sessions that are nowhere else, the one that was written last; where there is none, the first
    /// file's, unless another window has it open. A window that begins with something else takes a place
    /// with such runs too, where nothing is lost by that.
    SessionSlot(const QString &first, bool restores);

    /// Empty where all places are taken, or none can be locked: no session is kept then.
    [[nodiscard]] const QString &file() const { return m_file; }
    /// What is in the file is what the window begins with.
    [[nodiscard]] bool restores() const { return m_restores; }

    /// Hosts or captures of a session without a workspace, or changes that its workspace does not hold; also
    /// a file that cannot be read, which may still be needed.
    [[nodiscard]] static bool losesChanges(const QString &session);

    /// Where the runs are kept that waited when the session ended; empty where it is.
    [[nodiscard]] static QString queueOf(const QString &session);

private:
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
    bool m_restores = false;
};

} // namespace fabricscope::app::window
