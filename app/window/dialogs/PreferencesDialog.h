// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/Settings.h"

#include <QDialog>

#include <cstdint>
#include <functional>

class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace fabricscope::widgets {
class CheckBox;
class SegmentedControl;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

/// The user's preferences. Each change is signalled immediately; there is no Apply button.
class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    /// `fixedSshConfig`: a file from the command line; it is shown and cannot be changed here.
    PreferencesDialog(const Preferences &preferences, const QString &fixedSshConfig,
                      QWidget *parent = nullptr);
    ~PreferencesDialog() override;

    [[nodiscard]] const Preferences &preferences() const { return m_preferences; }
    [[nodiscard]] widgets::SegmentedControl *theme() const { return m_theme; }
    [[nodiscard]] widgets::CheckBox *highContrast() const { return m_contrast; }
    [[nodiscard]] widgets::CheckBox *reducedMotion() const { return m_motion; }
    [[nodiscard]] widgets::CheckBox *restoresSession() const { return m_restore; }
    [[nodiscard]] widgets::CheckBox *connectsOnOpen() const { return m_connects; }
    [[nodiscard]] QSpinBox *fontSize() const { return m_font; }
    [[nodiscard]] QSpinBox *parallel() const { return m_parallel; }
    [[nodiscard]] QSpinBox *connectSeconds() const { return m_connect; }
    [[nodiscard]] QSpinBox *collectSeconds() const { return m_collect; }
    [[nodiscard]] QSpinBox *leaseSeconds() const { return m_lease; }
    [[nodiscard]] QSpinBox *runStoreLimit() const { return m_runStoreLimit; } ///< GiB; 0: none
    [[nodiscard]] QLabel *runStoreUsage() const { return m_usage; }
    [[nodiscard]] widgets::SegmentedControl *transport() const { return m_transport; }
    [[nodiscard]] QLineEdit *sshConfig() const { return m_ssh; }

    /// The size limit and the disk usage of stored runs, from their database; `usage` is a text.
    void setRunStoreUsage(std::uint64_t limit, const QString &usage);

Q_SIGNALS:
    void changed();                                 ///< preferences() has changed
    void runStoreLimitChanged(std::uint64_t bytes); ///< 0: none

private:
    void buildAppearance(QGridLayout *grid);
    void buildStart(QGridLayout *grid);
    void buildRuns(QGridLayout *grid);
    void buildConnections(QGridLayout *grid, const QString &fixedSshConfig);
    void addTitle(QGridLayout *grid, const QString &title);
    void addRow(QGridLayout *grid, const QString &name, QWidget *field);
    widgets::CheckBox *tick(const QString &text, bool Preferences::*value);
    QSpinBox *spin(const QString &suffix, int least, int most, int value,
                   std::function<void(Preferences &, int)> put);
    void change(const std::function<void(Preferences &)> &how);

    Preferences m_preferences;
    widgets::SegmentedControl *m_theme = nullptr;
    widgets::CheckBox *m_contrast = nullptr, *m_motion = nullptr, *m_restore = nullptr, *m_connects = nullptr;
    QSpinBox *m_font = nullptr, *m_parallel = nullptr, *m_connect = nullptr, *m_collect = nullptr;
    QSpinBox *m_lease = nullptr, *m_runStoreLimit = nullptr;
    QLabel *m_usage = nullptr;
    widgets::SegmentedControl *m_transport = nullptr;
    QLineEdit *m_ssh = nullptr;
};

} // namespace fabricscope::app::window
