// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace fabricscope::app::window {

class BenchHistory;
class PreferencesDialog;
class SessionController;
class Settings;
class ThemeController;

/// Shows the preferences, stores what the user changes, and applies them to connections, theme and stored
/// runs. Delete it while all of these exist: an open dialog may signal a last change.
class PreferencesController : public QObject {
    Q_OBJECT
public:
    PreferencesController(SessionController &sessions, ThemeController &theme, Settings &settings,
                          BenchHistory &history, QWidget *window);
    ~PreferencesController() override;

    /// Shows the dialog, or brings it to the front.
    void open();
    /// Applies the current settings.
    void apply();
    /// nullptr: it is not open.
    [[nodiscard]] PreferencesDialog *dialog() const { return m_dialog; }

Q_SIGNALS:
    void applied(); ///< sizes of texts may have changed

private:
    void build();

    SessionController &m_sessions;
    ThemeController &m_theme;
    Settings &m_settings;
    BenchHistory &m_history;
    QWidget *m_window;
    PreferencesDialog *m_dialog = nullptr; ///< while it is open
};

} // namespace fabricscope::app::window
