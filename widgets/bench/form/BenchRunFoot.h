// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace fabricscope::widgets {

class CheckBox;

/// Below the form: the exact commands, how they run, and the button that runs them.
class BenchRunFoot : public QWidget {
    Q_OBJECT
public:
    explicit BenchRunFoot(QWidget *parent);

    struct Content {
        QString commands; ///< in shell syntax, a line each; empty: none yet
        QString longRun;  ///< suggests to detach; empty: no need
        QString note;     ///< what will run, or why it cannot
        bool isWarning = false;
        bool canRun = false;
        QString run; ///< the button's text
    };
    void setContent(const Content &content);

    [[nodiscard]] QString commands() const;
    [[nodiscard]] QPushButton *runButton() const { return m_run; }
    [[nodiscard]] CheckBox *telemetryBox() const { return m_telemetry; }
    [[nodiscard]] CheckBox *detachedBox() const { return m_detached; }
    [[nodiscard]] QLabel *longRunNote() const { return m_longRun; }

Q_SIGNALS:
    void detachedChanged();
    void cancelled();
    void runRequested();

private:
    [[nodiscard]] QWidget *commandBox();

    QLabel *m_line;
    CheckBox *m_telemetry, *m_detached;
    QLabel *m_longRun, *m_note;
    QPushButton *m_run;
};

} // namespace fabricscope::widgets
