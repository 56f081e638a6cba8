// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchPartsBar.h"
#include "widgets/bench/BenchResults.h"
#include "widgets/bench/BenchSelection.h"
#include "widgets/bench/BenchStatePage.h"

#include <QWidget>

#include <functional>
#include <optional>

class QStackedWidget;
class QTimer;

namespace fabricscope::widgets {

class BenchColumns;
class BenchFacts;
class BenchRunPanel;
class BenchSide;
class ElidedLabel;

/// The Benchmarks screen: runs at the left, the picture of one of them above its rows, and details at the
/// right. A saved log and a live run look the same. Nothing is run or read here: signals request it.
class BenchScreen : public QWidget {
    Q_OBJECT
public:
    using Export = BenchHeader::Export;

    explicit BenchScreen(QWidget *parent = nullptr);

    /// Updated at most ten times per second while visible; while hidden not at all, and then with the latest
    /// content.
    void setContent(BenchContent next);
    [[nodiscard]] const BenchContent &content() const { return m_selection.content(); }
    /// nullptr if there is none.
    [[nodiscard]] const bench::BenchView *view() const { return m_selection.view(); }
    [[nodiscard]] bool hasPicture() const { return m_selection.hasCharts(); }
    void showRun(int index);
    /// Shows the evidence of a finding: the row or the cell; for a device deviceRequested() is emitted.
    void showPlace(const findings::Place &place);
    void showChart(int index);
    [[nodiscard]] int chart() const { return m_selection.chartIndex(); }
    /// Shows the rows instead of the picture (F4).
    void toggleTable();
    /// The current picture, for a file or the clipboard.
    [[nodiscard]] draw::DisplayList picture(const draw::MeasureText &measure) const;
    [[nodiscard]] QString csv() const { return m_results->csv(); }
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
    [[nodiscard]] bool canStop() const { return view() != nullptr && view()->canStop(); }
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
    [[nodiscard]] BenchPicture *chartView() const { return m_results->picture(); }
    /// Lines.
    [[nodiscard]] RunChart *runChart() const { return m_results->lines(); }
    /// Whichever of the two is shown, above the rows.
    [[nodiscard]] QStackedWidget *pictures() const { return m_results->pictures(); }
    [[nodiscard]] BenchRows *rows() const { return m_results->rows(); }
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
    bool event(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void build();
    void connectSignals();
    void apply();
    void showState();
    void showPicture(bool grows);
    void showHeader();
    void fitColumns();
    void showPage();
    void returnToResults();
    [[nodiscard]] qint64 now() const { return m_clock(); }

    BenchSelection m_selection;
    std::optional<BenchContent> m_pending;
    bool m_isChoosing = false;      ///< what to run
    bool m_headerAboveForm = false; ///< until the form is closed
    bool m_hidesFacts = false;
    std::function<qint64()> m_clock;
    QTimer *m_turn;      ///< until the next change may be shown
    QTimer *m_clockTick; ///< while a run is running and visible
    BenchSide *m_side;
    BenchHeader *m_head;
    BenchPartsBar *m_parts;
    QStackedWidget *m_stack;
    BenchStatePage *m_statePage;
    BenchResults *m_results;
    BenchRunPanel *m_runPanel;
    QWidget *m_foot;
    ElidedLabel *m_footer;
    BenchFacts *m_facts;
    BenchColumns *m_columns = nullptr;
};

} // namespace fabricscope::widgets
