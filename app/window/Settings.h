// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/connect/WelcomePage.h"

#include <QSettings>
#include <QString>
#include <QStringList>

#include <vector>

namespace fabricscope::app::window {

enum class ThemeChoice { System, Dark, Light };

/// What the program remembers between its runs: theme, panels, and what was open. Holds no secret.
class Settings {
public:
    static constexpr int kRecent = 8;

    /// An empty file name: the user's own settings.
    explicit Settings(const QString &file = {});

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    void addRecent(bool capture, const QString &key, const QString &detail);
    void clearRecent();
    [[nodiscard]] std::vector<widgets::RecentEntry> recent() const;
    [[nodiscard]] QStringList recentTargets() const;

private:
    QSettings m_settings;
};

} // namespace fabricscope::app::window
