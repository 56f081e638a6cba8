// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchColumns.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"

#include <QHBoxLayout>
#include <QStackedWidget>

#include <array>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kSideWidth = 236, kFactsWidth = 346, kMinMiddle = 460; ///< of the design
constexpr int kSideAt = 0, kFactsAt = 4;                             ///< among the columns and their rules

QWidget *upright(QWidget *parent) {
    QWidget *line = rule(parent);
    line->setMinimumHeight(0);
    line->setMaximumHeight(QWIDGETSIZE_MAX);
    line->setFixedWidth(1);
    return line;
}

} // namespace

BenchColumns::BenchColumns(const Parts &parts, std::function<Content()> content, QWidget *screen)
    : QObject(screen)
    , m_parts(parts)
    , m_screen(screen)
    , m_sideRule(upright(screen))
    , m_factsRule(upright(screen))
    , m_content(std::move(content)) {}

void BenchColumns::arrange(QLayout *middle) {
    m_columns = new QHBoxLayout(m_screen);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(0);
    m_columns->addWidget(m_parts.side);
    m_columns->addWidget(m_sideRule);
    m_columns->addLayout(middle, 1);
    m_columns->addWidget(m_factsRule);
    m_columns->addWidget(m_parts.facts);
}

QWidget *BenchColumns::columnOf(Part part) const {
    return part == Part::Runs ? m_parts.side : part == Part::Details ? m_parts.facts : nullptr;
}

bool BenchColumns::isInMiddle(const QWidget *column) const {
    return column->parentWidget() == m_parts.middle;
}

bool BenchColumns::isInMiddle(Part part) const {
    const QWidget *column = columnOf(part);
    return column != nullptr && isInMiddle(column);
}

QWidget *BenchColumns::replacing() const {
    const Part shown = part();
    return isInMiddle(shown) ? columnOf(shown) : nullptr;
}

void BenchColumns::choosePart(Part part) {
    m_part = part;
    m_factsRequested = part == Part::Details ? std::optional(true) : std::nullopt;
}

void BenchColumns::requestFacts(std::optional<bool> requested) {
    if (std::exchange(m_factsRequested, requested) != requested)
        m_part.reset();
}

BenchColumns::Part BenchColumns::partIn(bool fitsSide) const {
    const Content content = m_content();
    const bool requestsFacts = content.facts && m_factsRequested.value_or(false);
    const Part usual = requestsFacts ? Part::Details : content.side && fitsSide ? Part::Runs : Part::Results;
    const Part part = m_part.value_or(usual);
    return (part == Part::Runs && !content.side) || (part == Part::Details && !content.facts) ? Part::Results
                                                                                              : part;
}

/// `width`: if it is not in the middle.
void BenchColumns::place(QWidget *column, int at, int width, bool inMiddle) {
    column->setMinimumWidth(inMiddle ? 0 : width);
    column->setMaximumWidth(inMiddle ? QWIDGETSIZE_MAX : width);
    if (inMiddle == isInMiddle(column))
        return;
    if (inMiddle) {
        m_columns->removeWidget(column);
        m_parts.middle->addWidget(column);
    } else {
        m_parts.middle->removeWidget(column);
        m_columns->insertWidget(at, column);
    }
}

void BenchColumns::fit(const std::vector<findings::Finding> &findings) {
    const int width = m_screen->width();
    const int side = scaledToUi(kSideWidth), facts = scaledToUi(kFactsWidth), middle = scaledToUi(kMinMiddle);
    const Content content = m_content();
    const bool fitsAll = width >= middle + (content.side ? side : 0) + (content.facts ? facts : 0);
    const bool fitsSide = width >= middle + side, fitsFacts = width >= middle + facts;
    const Part part = partIn(fitsSide);
    const bool showsSide = content.side && (fitsAll || (part == Part::Runs && fitsSide));
    const bool showsFacts =
        content.facts && (fitsAll ? m_factsRequested.value_or(true) : part == Part::Details && fitsFacts);
    // Hide first: both together may be wider than the window.
    const std::array<std::pair<QWidget *, bool>, 4> seen{{{m_parts.facts, showsFacts},
                                                          {m_factsRule, showsFacts},
                                                          {m_parts.side, showsSide},
                                                          {m_sideRule, showsSide}}};
    place(m_parts.side, kSideAt, side, !fitsSide);
    place(m_parts.facts, kFactsAt, facts, !fitsFacts);
    for (const bool shows : {false, true})
        for (const auto &[each, isSeen] : seen)
            if (isSeen == shows && !isInMiddle(each))
                each->setVisible(isSeen);
    m_parts.bar->setVisible(!fitsAll);
    m_parts.bar->setParts({true, content.side, content.facts}, part, findings);
}

} // namespace fabricscope::widgets
