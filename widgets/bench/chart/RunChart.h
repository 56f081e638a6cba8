// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/bench/ChartSpec.h"
#include "widgets/bench/chart/ChartKeyBox.h"

#include <QWidget>

#include <optional>

class QLabel;
class QMenu;
class QPushButton;

namespace fabricscope::widgets {

class ChartKeys;
class ElidedLabel;
class LinePlot;
class OverviewStrip;
class SegmentedControl;

/// A chart of lines with its head, its legend of check boxes, its plot and, while it is zoomed, all of it in
/// a strip below.
class RunChart : public QWidget {
    Q_OBJECT
public:
    enum class Export { Png, Svg, Pdf, Csv };

    explicit RunChart(QWidget *parent = nullptr);
    /// `identity`: of the run and its chart. Another one is seen whole, with nothing selected.
    void setSpec(present::ChartSpec spec, const QString &identity);
    [[nodiscard]] const present::ChartSeen &seen() const;
    /// Whether it is zoomed, or something is switched off.
    [[nodiscard]] bool isReduced() const;
    /// What is seen, as rows.
    [[nodiscard]] QString csv() const;
    void restyle();

    [[nodiscard]] LinePlot *plot() const { return m_plot; }
    [[nodiscard]] ChartKeys *keys() const { return m_keys; }
    [[nodiscard]] OverviewStrip *overview() const { return m_overview; }
    [[nodiscard]] SegmentedControl *scaleSwitch() const { return m_scale; }
    /// Visible while it is zoomed.
    [[nodiscard]] QPushButton *resetButton() const { return m_reset; }
    /// What the context menu has, made anew at each call.
    void fillMenu(QMenu &menu);

Q_SIGNALS:
    void exportRequested(fabricscope::widgets::RunChart::Export form);
    void statusMessageRequested(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    void build();
    void showSeen();
    void toggle(const ChartKeyBox::Key &key, bool shown);
    void copyValue();
    void copyCsv();

    QString m_identity;
    present::ChartSpec m_whole; ///< without points: of the legend
    ElidedLabel *m_title, *m_subtitle;
    QPushButton *m_reset;
    SegmentedControl *m_scale;
    ChartKeys *m_keys;
    LinePlot *m_plot;
    OverviewStrip *m_overview;
};

} // namespace fabricscope::widgets
