// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

namespace fabricscope::widgets {

/// A name and its value in mono, marked if it differs from the baseline.
class BenchFactRow : public QWidget {
public:
    BenchFactRow(const QString &name, const QString &value, bool marked, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_marked;
};

/// Wrapped text with its natural height; the column scrolls.
class WrappedLine : public QLabel {
public:
    WrappedLine(const QString &text, const QFont &font, QWidget *parent);

protected:
    void resizeEvent(QResizeEvent *event) override;
};

} // namespace fabricscope::widgets
