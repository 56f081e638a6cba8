// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/ConnectLimits.h"
#include "widgets/common/Fonts.h"
#include "widgets/connect/WelcomePage.h"

#include <QSettings>
#include <QString>
#include <QStringList>

#include <vector>

namespace fabricscope::app::window {

enum class ThemeChoice { System, Dark, Light };

/// What a person prefers; each takes effect at once.
struct Preferences {
    ThemeChoice theme = ThemeChoice::System;
    bool highContrast = false;
    bool reducedMotion = false;
    int fontSize = widgets::kUiFontSize; ///< px at 100 %, from kMinUiFontSize to kMaxUiFontSize
    bool restoresSession = true;         ///< at the start: what was open at the end
    bool connectsOnOpen = true;          ///< to the hosts of a workspace that is opened
    ConnectLimits limits;
    QString sshConfig; ///< a file; empty: ~/.ssh/config

    /// Whole seconds, and hosts.
    static constexpr int kMinSeconds = 1, kMaxConnectSeconds = 300, kMaxCollectSeconds = 3600;
    static constexpr int kMaxParallel = 256;
    friend bool operator==(const Preferences &, const Preferences &) = default;
};

/// What the program remembers between its runs: preferences, and what was open. Holds no secret.
class Settings {
public:
    static constexpr int kRecent = 8;

    /// An empty file name: the user's own settings.
    explicit Settings(const QString &file = {});

    /// A file's values, clamped.
    [[nodiscard]] Preferences preferences() const;
    void setPreferences(const Preferences &preferences);
    [[nodiscard]] ThemeChoice theme() const { return preferences().theme; }
    /// Where the last session is saved: next to the settings.
    [[nodiscard]] QString sessionFile() const;

    /// Keys of hosts that were accepted for this program only: next to the settings.
    [[nodiscard]] QString knownHostsFile() const;

    /// Workspaces, by path, the newest first; each is among recent(), too.
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
