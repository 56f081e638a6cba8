// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The visibility of the parts of the screen at the current size. A column that fits next to the results is
// shown; one that does not replaces them on request.
#include "core/present/bench/BenchStatus.h"
#include "widgets/bench/BenchFacts.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchRunPanel.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/BenchSide.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/topology/StatePage.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>

#include <array>
#include <utility>

namespace fabricscope::widgets {

namespace {

using Part = BenchPartsBar::Part;

constexpr int kSideWidth = 236, kFactsWidth = 346, kMinMiddle = 460; ///< of the design
constexpr int kSideAt = 0, kFactsAt = 4;                             ///< among the columns and their rules

} // namespace

bool BenchScreen::hasFacts() const {
    return view() != nullptr && !m_facts->isEmpty();
}

bool BenchScreen::hidesFacts() const {
    return hasFacts() && m_facts->isHidden();
}

bool BenchScreen::hasSide() const {
    return view() != nullptr || !m_content.earlier.empty() || !m_content.earlierNote.isEmpty() ||
           !m_content.earlierHost.isEmpty();
}

bool BenchScreen::isInMiddle(const QWidget *column) const {
    return column->parentWidget() == m_stack;
}

void BenchScreen::setFactsShown(std::optional<bool> requested) {
    if (std::exchange(m_factsRequested, requested) != requested)
        m_part.reset();
    fitColumns();
}

void BenchScreen::showPart(Part part) {
    m_part = part;
    m_factsRequested = part == Part::Details ? std::optional(true) : std::nullopt;
    Q_EMIT factsChosen(m_factsRequested);
    fitColumns();
    if (part != Part::Results && isInMiddle(part == Part::Runs ? static_cast<QWidget *>(m_side) : m_facts))
        m_isChoosing = false;
    showState();
}

/// The selection in it becomes visible.
void BenchScreen::returnToResults() {
    if (m_stack->currentWidget() == m_side || m_stack->currentWidget() == m_facts)
        showPart(Part::Results);
}

Part BenchScreen::partShown(bool fitsSide) const {
    const bool requestsFacts = hasFacts() && m_factsRequested.value_or(false);
    const Part usual = requestsFacts ? Part::Details : hasSide() && fitsSide ? Part::Runs : Part::Results;
    const Part part = m_part.value_or(usual);
    return (part == Part::Runs && !hasSide()) || (part == Part::Details && !hasFacts()) ? Part::Results
                                                                                        : part;
}

/// The width if it is in the middle.
void BenchScreen::placeColumn(QWidget *column, int at, int width, bool inMiddle) {
    column->setMinimumWidth(inMiddle ? 0 : width);
    column->setMaximumWidth(inMiddle ? QWIDGETSIZE_MAX : width);
    if (inMiddle == isInMiddle(column))
        return;
    if (inMiddle) {
        m_columns->removeWidget(column);
        m_stack->addWidget(column);
    } else {
        m_stack->removeWidget(column);
        m_columns->insertWidget(at, column);
    }
}

void BenchScreen::fitColumns() {
    const int side = scaledToUi(kSideWidth), facts = scaledToUi(kFactsWidth), middle = scaledToUi(kMinMiddle);
    const int needed = middle + (hasSide() ? side : 0) + (hasFacts() ? facts : 0);
    const bool fitsAll = width() >= needed;
    const bool fitsSide = width() >= middle + side, fitsFacts = width() >= middle + facts;
    const Part part = partShown(fitsSide);
    const bool showsSide = hasSide() && (fitsAll || (part == Part::Runs && fitsSide));
    const bool showsFacts =
        hasFacts() && (fitsAll ? m_factsRequested.value_or(true) : part == Part::Details && fitsFacts);
    // Hide first: both together may be wider than the window.
    const std::array<std::pair<QWidget *, bool>, 4> seen{
        {{m_facts, showsFacts}, {m_factsRule, showsFacts}, {m_side, showsSide}, {m_sideRule, showsSide}}};
    placeColumn(m_side, kSideAt, side, !fitsSide);
    placeColumn(m_facts, kFactsAt, facts, !fitsFacts);
    for (const bool shows : {false, true})
        for (const auto &[each, isSeen] : seen)
            if (isSeen == shows && !isInMiddle(each))
                each->setVisible(isSeen);
    m_parts->setVisible(!fitsAll);
    m_parts->setParts(part, hasSide(), hasFacts(),
                      view() != nullptr ? present::allFindings(*view()) : std::vector<findings::Finding>{});
    showPage();
    if (const bool hides = hidesFacts(); std::exchange(m_hidesFacts, hides) != hides)
        Q_EMIT factsVisibilityChanged();
}

void BenchScreen::showPage() {
    const bool hasPicture = !m_charts.empty() && !m_content.loading;
    QWidget *page = hasPicture ? static_cast<QWidget *>(m_split) : m_statePage;
    const Part part = partShown(!isInMiddle(m_side));
    if (part == Part::Runs && isInMiddle(m_side))
        page = m_side;
    if (part == Part::Details && isInMiddle(m_facts))
        page = m_facts;
    const bool isColumn = page == m_side || page == m_facts;
    m_stack->setCurrentWidget(m_isChoosing ? m_runPanel : page);
    const bool hasFooter = view() != nullptr && !m_footer->text().isEmpty();
    m_foot->setVisible(hasFooter && !m_isChoosing && !isColumn);
}

} // namespace fabricscope::widgets
