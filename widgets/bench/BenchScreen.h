// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/present/bench/BenchCharts.h"
#include "core/present/bench/BenchTable.h"
#include "widgets/bench/BenchContent.h"
#include "widgets/bench/BenchPartsBar.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

class QHBoxLayout;
class QSplitter;
class QStackedWidget;
class QTimer;

namespace fabricscope::widgets {

class BenchFacts;
class BenchHeader;
class BenchPicture;
class BenchRows;
class BenchRunPanel;
class BenchSide;
class ElidedLabel;
class RunChart;
class StatePage;

/// The Benchmarks screen: runs at the left, the picture of one of them above its rows, and details at the
/// right. A saved log and a live run look the same. Nothing is run or read here: signals request it.
class BenchScreen : public QWidget {
    Q_OBJECT
public:
    enum class Export { Png, Svg, Pdf, Csv, CopyPicture, CopyRows };

    explicit BenchScreen(QWidget *parent = nullptr);
    ~BenchScreen() override;

    /// Updated at most ten times per second while visible; while hidden not at all, and then with the latest
    /// content.
    void setContent(BenchContent content);
    [[nodiscard]] const BenchContent &content() const { return m_content; }
    /// nullptr if there is none.
    [[nodiscard]] const bench::BenchView *view() const;
    [[nodiscard]] bool hasPicture() const { return !m_charts.empty(); }
    void showRun(int index);
    /// Shows the evidence of a finding: the row or the cell; for a device deviceRequested() is emitted.
    void showPlace(const findings::Place &place);
    void showChart(int index);
    [[nodiscard]] int chart() const { return m_chart; }
    /// Shows the rows instead of the picture (F4).
    void toggleTable();
    /// The current picture, for a file or the clipboard.
    [[nodiscard]] draw::DisplayList picture(const draw::MeasureText &measure) const;
    [[nodiscard]] QString csv() const;
    /// Opens the form to start a run; false: back to the pictures.
    void showRunPanel(bool shown);
    /// Whether there is a host to run on.
    [[nodiscard]] bool canRun() const;
    /// Shows the column at the right, or in place of the results if both do not fit; unset: if there is space
    /// and content.
    void setFactsShown(std::optional<bool> requested);
    [[nodiscard]] bool hasFacts() const;
    /// Whether the column would have content but is hidden, by the user or for lack of space.
    [[nodiscard]] bool hidesFacts() const;
    /// Requests the end of the shown run; returns false if it is not running.
    bool stop();
    [[nodiscard]] bool canStop() const;
    /// Unix time in ms; the system's clock by default.
    void setClock(std::function<qint64()> clock);
    void themeChanged();
    /// Shows pending updates immediately (for pictures).
    void settle();

    /// One of the columns where there is no room for all of them.
    void showPart(BenchPartsBar::Part part);
    [[nodiscard]] BenchPartsBar *parts() const { return m_parts; }
    [[nodiscard]] BenchHeader *head() const { return m_head; }
    [[nodiscard]] BenchSide *side() const { return m_side; }
    [[nodiscard]] BenchFacts *facts() const { return m_facts; }
    /// Bars, matrices, the library page and the large number.
    [[nodiscard]] BenchPicture *chartView() const { return m_picture; }
    /// Lines.
    [[nodiscard]] RunChart *runChart() const { return m_lines; }
    /// Whichever of the two is shown, above the rows.
    [[nodiscard]] QStackedWidget *pictures() const { return m_pictures; }
    [[nodiscard]] BenchRows *rows() const { return m_rows; }
    [[nodiscard]] BenchRunPanel *runPanel() const { return m_runPanel; }
    [[nodiscard]] bool showsRunPanel() const { return m_isChoosing; }
    [[nodiscard]] StatePage *statePage() const { return m_statePage; }
    [[nodiscard]] QString footer() const;

Q_SIGNALS:
    void openLogRequested();
    void twoHostsRequested();              ///< to choose what to measure between two hosts
    void runPanelOpened();                 ///< host and tool may be preset
    void stopRequested(const QString &id); ///< bench::RunState::id
    void exportRequested(fabricscope::widgets::BenchScreen::Export form);
    void stopRuleRequested(const QString &key, bool requested);
    void stopLimitsRequested(const QString &key, double percent, int rows);
    void compareRequested(const QString &key);      ///< of BenchView::compareWith
    void hostOfLogRequested(const QString &key);    ///< of BenchView::hostOfLog
    void earlierRunRequested(const QString &id);    ///< of BenchContent::earlier
    void earlierHostRequested(const QString &host); ///< of BenchContent::earlierHosts; empty: all
    void moreEarlierRequested();                    ///< scrolled to the end of BenchContent::earlier
    void opened();                                  ///< it is shown again
    void deviceRequested(const QString &host, const QString &bdf);
    void shown();                                    ///< another run or picture
    void factsChosen(std::optional<bool> requested); ///< as setFactsShown() has it, by what the user did here
    void factsVisibilityChanged();                   ///< hidesFacts() has changed
    void statusMessageRequested(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build();
    void connectSignals();
    void apply();
    void showState();
    void showNothingChosen();
    void doAction(int which);
    void openNewest();
    void newRun() { showRunPanel(true); }
    void showPicture(bool grows);
    void showHeader();
    void fitColumns();
    void showPage();
    void returnToResults();
    void placeColumn(QWidget *column, int at, int width, bool inMiddle);
    [[nodiscard]] bool hasSide() const;
    [[nodiscard]] bool isInMiddle(const QWidget *column) const;
    [[nodiscard]] BenchPartsBar::Part partShown(bool fitsSide) const;
    void showLines(const present::BenchChart &chart);
    void selectRowOfPoint();
    void connectChart();
    /// Whether the shown picture is a chart of lines.
    [[nodiscard]] bool hasLines() const;
    [[nodiscard]] const present::BenchChart *shownChart() const;
    [[nodiscard]] qint64 now() const { return m_clock(); }

    BenchContent m_content;
    std::optional<BenchContent> m_pending;
    std::vector<present::BenchChart> m_charts; ///< of the run that is shown
    int m_chart = 0;
    std::vector<std::pair<QString, void (BenchScreen::*)()>> m_actions; ///< of the page without a run
    std::optional<bool> m_factsRequested;
    std::optional<BenchPartsBar::Part> m_part; ///< that the user chose
    bool m_isChoosing = false;                 ///< what to run
    bool m_headerAboveForm = false;            ///< until the form is closed
    bool m_hidesFacts = false;
    std::function<qint64()> m_clock;
    QTimer *m_turn;      ///< until the next change may be shown
    QTimer *m_clockTick; ///< while a run is running and visible
    QHBoxLayout *m_columns = nullptr;
    BenchSide *m_side;
    QWidget *m_sideRule, *m_factsRule;
    BenchHeader *m_head;
    BenchPartsBar *m_parts;
    QStackedWidget *m_stack;
    StatePage *m_statePage;
    QSplitter *m_split;
    QStackedWidget *m_pictures;
    BenchPicture *m_picture;
    RunChart *m_lines;
    BenchRows *m_rows;
    BenchRunPanel *m_runPanel;
    QWidget *m_foot;
    ElidedLabel *m_footer;
    BenchFacts *m_facts = nullptr;
};

} // namespace fabricscope::widgets
