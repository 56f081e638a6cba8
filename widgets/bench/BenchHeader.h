// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <QWidget>

#include <vector>

class QLabel;
class QMenu;
class QPushButton;

namespace fabricscope::widgets {

class ElidedLabel;
class GlyphLabel;
class SegmentedControl;
class SimulatedChip;

/// Above the picture: the run, its state and progress, and its actions. The buttons keep their places while a
/// run starts, runs and ends. Actions without space are in the menu "More".
class BenchHeader : public QWidget {
    Q_OBJECT
public:
    enum class Look { Picture, Table, Number };
    enum class Export { Png, Svg, Pdf, Csv, CopyPicture, CopyRows };

    explicit BenchHeader(QWidget *parent = nullptr);
    /// `nowMs`: for running ones.
    void setView(const bench::BenchView &view, qint64 nowMs);
    /// The pictures of the run, by title; one of them is shown. The choice is visible if there are several.
    void setCharts(const QStringList &titles, int current);
    /// Whether there is something to draw and export.
    void setHasPicture(bool hasPicture);
    [[nodiscard]] SegmentedControl *viewSwitch() const { return m_viewSwitch; }
    [[nodiscard]] QPushButton *stopButton() const { return m_stop; }
    [[nodiscard]] QPushButton *newRunButton() const { return m_newRun; }
    [[nodiscard]] QPushButton *twoHostsButton() const { return m_twoHosts; }
    [[nodiscard]] QPushButton *exportButton() const { return m_export; }
    [[nodiscard]] QPushButton *chartButton() const { return m_charts; }
    /// Visible if some actions have no space; its menu contains those.
    [[nodiscard]] QPushButton *moreButton() const { return m_more; }
    [[nodiscard]] QString progressText() const;

Q_SIGNALS:
    void chartRequested(int index);
    void exportRequested(fabricscope::widgets::BenchHeader::Export form);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    class Progress;
    struct Part {
        QWidget *widget;
        bool isNeeded;
    };
    void build();
    void fit();
    [[nodiscard]] std::vector<Part> spareParts() const;
    void fillMore();
    QWidget *m_row;
    GlyphLabel *m_glyph;
    ElidedLabel *m_name;
    ElidedLabel *m_detail;
    SimulatedChip *m_simulated;
    QPushButton *m_charts, *m_more, *m_export, *m_twoHosts, *m_newRun, *m_stop;
    SegmentedControl *m_viewSwitch;
    Progress *m_progress;
    ElidedLabel *m_status;
    QLabel *m_count, *m_elapsed, *m_rest;
    bool m_hasPicture = false;
    bool m_hasCharts = false; ///< several, of which one is chosen
    QString m_chart;          ///< the title of the shown one
};

} // namespace fabricscope::widgets
