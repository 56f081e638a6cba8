// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/plan/Sweep.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace fabricscope::widgets {

/// "Vary -n over 20,50,100, each 3 times": the values and repetitions of a run.
class BenchSweepRow : public QWidget {
    Q_OBJECT
public:
    explicit BenchSweepRow(QWidget *parent = nullptr);
    /// The options offered by name; others may be typed.
    void setNames(const QStringList &names);
    /// One step by default. Errors: invalid values.
    [[nodiscard]] Result<bench::Sweep> sweep() const;
    /// Text at the end of the row; empty: none.
    void setNote(const QString &note);

    [[nodiscard]] QComboBox *variable() const { return m_variable; }
    [[nodiscard]] QLineEdit *values() const { return m_values; }
    [[nodiscard]] QSpinBox *repeats() const { return m_repeats; }
    [[nodiscard]] QString note() const;

Q_SIGNALS:
    void changed();

private:
    QComboBox *m_variable;
    QLineEdit *m_values;
    QSpinBox *m_repeats;
    QLabel *m_note;
};

} // namespace fabricscope::widgets
