// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/Settings.h"
#include "widgets/common/theme/Theme.h"

#include <QObject>

#include <functional>

class QAction;
class QApplication;
class QMenu;

namespace fabricscope::app::window {

/// The window's appearance: system, dark or light, high contrast, font size, motion. Set in the View menu or
/// in the preferences, and stored.
class ThemeController : public QObject {
    Q_OBJECT
public:
    /// Reads the desktop's palette before it is replaced, so create it first.
    ThemeController(QApplication &application, Settings &settings, QObject *parent = nullptr);
    void choose(ThemeChoice choice);
    void setHighContrast(bool high);
    /// Applies the current settings.
    void follow();
    /// Applies a theme without storing it (for pictures).
    void applyTheme(widgets::ThemeKind theme);
    void addTo(QMenu &menu);

Q_SIGNALS:
    void themeChanged();

private:
    void change(const std::function<void(Preferences &)> &how);
    QApplication &m_application;
    Settings &m_settings;
    widgets::ThemeKind m_system;
    int m_appliedFontSize = 0;  ///< px; 0: none applied yet
    QList<QAction *> m_choices; ///< in the order of ThemeChoice
    QAction *m_contrast = nullptr;
};

} // namespace fabricscope::app::window
