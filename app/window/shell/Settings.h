// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/ConnectLimits.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/connect/WelcomePage.h"

#include <QSettings>
#include <QString>
#include <QStringList>

#include <vector>

namespace fabricscope::app::window {

enum class ThemeChoice { System, Dark, Light };

/// The user's preferences; each takes effect immediately.
struct Preferences {
    ThemeChoice theme = ThemeChoice::System;
    bool highContrast = false;
    bool reducedMotion = false;
    int fontSize = widgets::kUiFontSize; ///< px at 100 %, from kMinUiFontSize to kMaxUiFontSize
    bool restoresSession = true;         ///< at startup: restore what was open last
    bool connectsOnOpen = true;          ///< connect to the hosts of an opened workspace
    ConnectLimits limits;
    QString sshConfig; ///< a file; empty: ~/.ssh/config

    /// Ranges of `limits`: whole seconds, and numbers of hosts.
    static constexpr int kMinSeconds = 1, kMaxConnectSeconds = 300, kMaxCollectSeconds = 3600;
    static constexpr int kMaxParallel = 256;
    friend bool operator==(const Preferences &, const Preferences &) = default;
};

/// What the program stores between its runs: preferences, and what was open. Contains no secret.
class Settings {
public:
    static constexpr int kRecent = 8;

    /// An empty file name: the user's own settings.
    explicit Settings(const QString &file = {});

    /// The stored values, clamped to their ranges.
    [[nodiscard]] Preferences preferences() const;
    void setPreferences(const Preferences &preferences);
    [[nodiscard]] ThemeChoice theme() const { return preferences().theme; }
    /// Where the last session is saved: next to the settings.
    [[nodiscard]] QString sessionFile() const;

    /// The folder of pasted texts: next to the settings.
    [[nodiscard]] QString pastedFolder() const;

    /// Host keys that were accepted for this program only: next to the settings.
    [[nodiscard]] QString knownHostsFile() const;

    /// Workspaces by path, the newest first; they are also in recent().
    void addRecentWorkspace(const QString &path);
    [[nodiscard]] QStringList recentWorkspaces() const;

    void addRecent(widgets::RecentEntry::Kind kind, const QString &key, const QString &detail);
    void clearRecent();
    [[nodiscard]] std::vector<widgets::RecentEntry> recent() const;
    [[nodiscard]] QStringList recentTargets() const;

private:
    QSettings m_settings;
};

} // namespace fabricscope::app::window
