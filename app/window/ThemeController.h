// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/Settings.h"
#include "widgets/common/Theme.h"

#include <QObject>

class QApplication;
class QMenu;

namespace fabricscope::app::window {

/// System, dark or light; chosen in the View menu and remembered.
class ThemeController : public QObject {
    Q_OBJECT
public:
    /// Asks the desktop's palette before it is replaced, so make it first of all.
    ThemeController(QApplication &application, Settings &settings, QObject *parent = nullptr);
    void choose(ThemeChoice choice);
    /// Wears a theme without remembering it (pictures).
    void wear(widgets::ThemeKind theme);
    void addTo(QMenu &menu);

Q_SIGNALS:
    void themeChanged();

private:
    QApplication &m_application;
    Settings &m_settings;
    widgets::ThemeKind m_system;
};

} // namespace fabricscope::app::window
