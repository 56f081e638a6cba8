// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/compare/CompareChoice.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QLabel;
class QListView;
class QModelIndex;
class QStackedWidget;
class QTimer;

namespace fabricscope::widgets {

class DifferenceModel;
class CompareEvidence;
class ComparePictures;
class CompareVerdict;
class EvidenceBox;
class FilterChips;
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
    /// "3 changes".
    [[nodiscard]] QString verdict() const;

    [[nodiscard]] SideView *beforeView() const;
    [[nodiscard]] SideView *afterView() const;
    [[nodiscard]] SideChooser *beforeChooser() const { return m_beforeChooser; }
    [[nodiscard]] SideChooser *afterChooser() const { return m_afterChooser; }
    [[nodiscard]] QListView *list() const { return m_list; }
    [[nodiscard]] FilterChips *chips() const { return m_chips; }
    [[nodiscard]] StatePage *statePage() const { return m_statePage; }
    [[nodiscard]] EvidenceBox *beforeEvidence() const;
    [[nodiscard]] EvidenceBox *afterEvidence() const;
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
    void showChoice();
    void compareNow();
    void showChips();
    void draw();
    void rowChosen(const QModelIndex &index);
    void nodeChosen(bool isBefore, std::optional<std::uint32_t> node);

    CompareChoice m_choice;
    Comparer m_comparer;
    quint64 m_question = 0; ///< the number of the last one
    bool m_comparing = false;
    std::shared_ptr<const fleet::Comparison> m_comparison;
    bool m_outdated = false; ///< the comparison waits until the screen is visible

    SideChooser *m_beforeChooser;
    SideChooser *m_afterChooser;
    QStackedWidget *m_stack;
    StatePage *m_statePage;
    CompareVerdict *m_verdict;
    FilterChips *m_chips;
    ComparePictures *m_pictures;
    QListView *m_list;
    DifferenceModel *m_model;
    CompareEvidence *m_evidence;
    QTimer *m_drawTimer;
};

} // namespace fabricscope::widgets
