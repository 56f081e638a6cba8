// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"
#include "core/present/bench/BenchCharts.h"
#include "widgets/bench/BenchHeader.h"

#include <QSplitter>

class QStackedWidget;

namespace fabricscope::widgets {

class BenchPicture;
class BenchRows;
class RunChart;

/// The picture of a run above its rows. The selected point and the selected row are the same.
class BenchResults : public QSplitter {
    Q_OBJECT
public:
    explicit BenchResults(QWidget *parent = nullptr);

    /// What is shown, and how.
    struct Shown {
        const bench::BenchView &view;
        const present::BenchChart &chart;
        BenchHeader::Look look;
        QString identity; ///< the selection and the zoom stay while it is the same
    };
    /// `grows`: the same as before, with more rows.
    void setChart(const Shown &shown, bool grows);
    void clear();
    void restyle();
    void focusRows(bool rows);
    /// Whether the picture is a chart of lines.
    [[nodiscard]] bool hasLines() const { return m_hasLines; }
    [[nodiscard]] QString csv() const;

    [[nodiscard]] BenchPicture *picture() const { return m_picture; }
    [[nodiscard]] RunChart *lines() const { return m_lines; }
    /// Whichever of the two is shown.
    [[nodiscard]] QStackedWidget *pictures() const { return m_pictures; }
    [[nodiscard]] BenchRows *rows() const { return m_rows; }

Q_SIGNALS:
    void statusMessageRequested(const QString &text);
    void exportRequested(fabricscope::widgets::BenchHeader::Export form);

private:
    void connectLines();
    void draw(const Shown &shown);
    void selectRowOfPoint();

    QStackedWidget *m_pictures;
    BenchPicture *m_picture;
    RunChart *m_lines;
    BenchRows *m_rows;
    bool m_hasLines = false;
};

} // namespace fabricscope::widgets
