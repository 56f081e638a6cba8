// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/compare/CompareSide.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QLabel;
class QListView;
class QModelIndex;
class QSplitter;
class QStackedWidget;
class QTimer;

namespace fabricscope::widgets {

class DifferenceModel;
class ElidedLabel;
class EvidenceBox;
class EvidenceViewer;
class FilterChips;
class GlyphLabel;
class SideChooser;
class SideView;
class StatePage;

/// Two captures side by side, grey except for differences, with the list of differences below them.
class CompareScreen : public QWidget {
    Q_OBJECT
public:
    static constexpr int kAllCategories = 100; ///< the chip that filters nothing

    explicit CompareScreen(QWidget *parent = nullptr);
    ~CompareScreen() override;

    /// The available captures; those without a topology are ignored. The selected sides stay if they still
    /// exist; else two captures of one host are selected, the older one before. A VM is preferably compared
    /// with another VM, bare metal with bare metal.
    void setSides(std::vector<CompareSide> sides);
    /// The host shown on other screens: it is one of the two, until the user selects others.
    void setShown(quint64 id);
    void choose(quint64 before, quint64 after);
    /// Sets where two captures are compared: elsewhere, asynchronously. The receiver answers with
    /// showComparison(). Without a receiver it is done synchronously here, which is for tests.
    using Comparer = std::function<void(quint64 question, CompareSide before, CompareSide after)>;
    void setComparer(Comparer comparer) { m_comparer = std::move(comparer); }
    /// The answer; one to an earlier question is ignored.
    void showComparison(quint64 question, std::shared_ptr<const fleet::Comparison> comparison);
    /// Whether a question is pending.
    [[nodiscard]] bool comparing() const { return m_comparing; }
    void swapSides();
    [[nodiscard]] const fleet::Comparison *comparison() const { return m_comparison.get(); }
    /// "3 changes: 1 error and 2 notes".
    [[nodiscard]] QString verdict() const;

    [[nodiscard]] SideView *beforeView() const { return m_before; }
    [[nodiscard]] SideView *afterView() const { return m_after; }
    [[nodiscard]] SideChooser *beforeChooser() const { return m_beforeChooser; }
    [[nodiscard]] SideChooser *afterChooser() const { return m_afterChooser; }
    [[nodiscard]] QListView *list() const { return m_list; }
    [[nodiscard]] FilterChips *chips() const { return m_chips; }
    [[nodiscard]] StatePage *statePage() const { return m_statePage; }
    [[nodiscard]] EvidenceBox *beforeEvidence() const { return m_beforeEvidence; }
    [[nodiscard]] EvidenceBox *afterEvidence() const { return m_afterEvidence; }
    void themeChanged();
    /// Completes a layout that waits for the end of resizing (for pictures).
    void settle();

Q_SIGNALS:
    void openRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    bool event(QEvent *event) override;

private:
    void build();
    [[nodiscard]] QWidget *buildBar();
    [[nodiscard]] QWidget *buildVerdict();
    [[nodiscard]] QWidget *buildFooter();
    void connectSignals();
    static void follow(const SideView *from, SideView *to);
    void connectViews(SideView *from, SideView *to);
    [[nodiscard]] const CompareSide *find(quint64 id) const;
    void chooseDefaults();
    void showChoice();
    [[nodiscard]] bool hasSameSides(const std::vector<CompareSide> &sides) const;
    void compareNow();
    void showVerdict();
    void showChips();
    void draw();
    void fitWidth();
    void rowChosen(const QModelIndex &index);
    void showDifferenceEvidence(const fleet::Difference *difference, bool anyChosen);
    void openRaw(bool isBefore);
    void nodeChosen(bool isBefore, std::optional<std::uint32_t> node);
    void zoomBy(int steps);

    std::vector<CompareSide> m_sides;
    quint64 m_beforeId = 0, m_afterId = 0, m_shown = 0;
    Comparer m_comparer;
    quint64 m_question = 0; ///< the number of the last one
    bool m_comparing = false;
    std::shared_ptr<const fleet::Comparison> m_comparison;
    bool m_outdated = false; ///< the comparison waits until the screen is visible
    bool m_fitted = false;   ///< the zoom fits the width; not any more once the user zooms
    bool m_syncing = false;
    bool m_chosen = false; ///< the sides, by the user

    SideChooser *m_beforeChooser;
    SideChooser *m_afterChooser;
    QStackedWidget *m_stack;
    StatePage *m_statePage;
    GlyphLabel *m_glyph;
    ElidedLabel *m_verdict;
    ElidedLabel *m_detail;
    FilterChips *m_chips;
    SideView *m_before;
    SideView *m_after;
    QSplitter *m_pictures;
    QListView *m_list;
    DifferenceModel *m_model;
    EvidenceBox *m_beforeEvidence;
    EvidenceBox *m_afterEvidence;
    QWidget *m_evidence;
    std::pair<host::EvidenceRef, host::EvidenceRef> m_evidenceOf; ///< shown at the right: before, after
    EvidenceViewer *m_viewer = nullptr;
    QTimer *m_drawTimer;
};

} // namespace fabricscope::widgets
