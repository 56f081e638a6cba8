// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmView.h"

#include "core/layout/hostvm/HostVmLayout.h"
#include "core/present/hostvm/HostVmTable.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace fabricscope::widgets {

namespace {

using draw::Area;
using present::HostVmId;

constexpr int kScrollStep = 26, kHoverDelayMs = 150;
constexpr double kNearCurve = 5; ///< px of the list from the pointer

bool isGuest(std::uint32_t row) {
    const auto id = HostVmId::decoded(row);
    return id && id->guest;
}

double distanceTo(const draw::Point &a, const draw::Point &b, const QPointF &at) {
    const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    const double t =
        length > 0 ? std::clamp(((at.x() - a.x) * dx + (at.y() - a.y) * dy) / length, 0.0, 1.0) : 0.0;
    return std::hypot(a.x + t * dx - at.x(), a.y + t * dy - at.y());
}

} // namespace

HostVmView::HostVmView(QWidget *parent)
    : AreasView(tr("Host and VM"), {QAccessible::List, QAccessible::ListItem}, kScrollStep, parent)
    , m_hoverTimer(new QTimer(this)) {
    m_hoverTimer->setSingleShot(true);
    m_hoverTimer->setInterval(kHoverDelayMs);
    connect(m_hoverTimer, &QTimer::timeout, this, &HostVmView::updateHover);
}

void HostVmView::relayout(const present::HostVmTable *table, int width) {
    m_hoveredCurve.reset();
    if (table == nullptr)
        return showList(nullptr);
    const int bar = verticalScrollBar()->sizeHint().width();
    const auto optionsFor = [this](int px) {
        return layout::HostVmOptions{px / uiScale(), windowMeasure(), height() / uiScale(), {}};
    };
    auto list = std::make_shared<draw::DisplayList>(layout::layoutHostVm(*table, optionsFor(width)));
    if (list->height * uiScale() > height())
        *list = layout::layoutHostVm(*table, optionsFor(width - bar));
    showList(std::move(list));
}

// Hover

std::optional<std::uint32_t> HostVmView::curveUnder(const QPoint &inView) const {
    const QPointF at = toList(inView);
    std::optional<std::uint32_t> nearest;
    double least = kNearCurve;
    for (const draw::Item &item : list().items) {
        if (item.shape != draw::Item::Shape::Polyline || item.ribbon == draw::Item::kNoRibbon)
            continue;
        for (std::size_t i = 1; i < item.points.size(); ++i)
            if (const double distance = distanceTo(item.points[i - 1], item.points[i], at);
                distance < least) {
                least = distance;
                nearest = item.ribbon;
            }
    }
    return nearest;
}

void HostVmView::hover(std::optional<std::uint32_t> row, std::optional<std::uint32_t> curve) {
    if (curve != m_hoveredCurve)
        viewport()->update();
    m_hoveredCurve = curve;
    setHovered(row);
}

void HostVmView::updateHover() {
    const auto row = choosableUnder(m_pointer);
    hover(row, row ? std::nullopt : curveUnder(m_pointer));
}

void HostVmView::leave() {
    m_hoverTimer->stop();
    hover(std::nullopt, std::nullopt);
}

bool HostVmView::isRibbonHighlighted(const draw::Ribbon &ribbon) const {
    if (m_hoveredCurve)
        return &list().ribbons[*m_hoveredCurve] == &ribbon;
    return ribbon.from == hovered() || ribbon.to == hovered();
}

bool HostVmView::isHighlighted(std::uint32_t row) const {
    if ((!hovered() && !m_hoveredCurve) || hovered() == row)
        return true;
    const auto &ribbons = list().ribbons;
    return std::any_of(ribbons.begin(), ribbons.end(), [&](const draw::Ribbon &ribbon) {
        return (ribbon.from == row || ribbon.to == row) && isRibbonHighlighted(ribbon);
    });
}

QString HostVmView::tipAt(const QPoint &inView) const {
    const auto curve = choosableUnder(inView) ? std::nullopt : curveUnder(inView);
    return curve ? QString::fromStdString(list().ribbons[*curve].label) : AreasView::tipAt(inView);
}

// What the user does

void HostVmView::mouseMoveEvent(QMouseEvent *event) {
    m_pointer = event->pos();
    if (hovered() || m_hoveredCurve)
        updateHover(); // on from row to row without another delay
    else
        m_hoverTimer->start();
}

void HostVmView::mousePressEvent(QMouseEvent *event) {
    const bool left = event->button() == Qt::LeftButton;
    if (const auto curve = curveUnder(event->pos()); left && curve && !choosableUnder(event->pos()))
        choose(list().ribbons[*curve].to);
    else
        AreasView::mousePressEvent(event);
}

void HostVmView::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape && selected())
        select(std::nullopt);
    else
        AreasView::keyPressEvent(event);
}

/// Up and down within a side, left and right from one to the other.
void HostVmView::step(int key) {
    if (key == Qt::Key_Left || key == Qt::Key_Right)
        return stepAcross(key == Qt::Key_Right);
    std::vector<std::uint32_t> side;
    for (const Area &area : list().areas)
        if (!selected() || isGuest(area.node) == isGuest(*selected()))
            side.push_back(area.node);
    if (side.empty())
        return;
    const auto at = selected() ? std::find(side.begin(), side.end(), *selected()) : side.end();
    if (at == side.end())
        return choose(side.front());
    if (key == Qt::Key_Home || key == Qt::Key_End)
        return choose(key == Qt::Key_Home ? side.front() : side.back());
    if (key == Qt::Key_Up ? at != side.begin() : at + 1 != side.end())
        choose(key == Qt::Key_Up ? *(at - 1) : *(at + 1));
}

/// Along the curve of the hardware; without one to the row at the same height.
void HostVmView::stepAcross(bool toGuest) {
    if (!selected())
        return step(Qt::Key_Home);
    if (isGuest(*selected()) == toGuest)
        return;
    for (const draw::Ribbon &ribbon : list().ribbons)
        if (ribbon.kind != draw::Ribbon::Kind::Finding && (toGuest ? ribbon.from : ribbon.to) == *selected())
            return choose(toGuest ? ribbon.to : ribbon.from);
    const Area *from = areaOf(list(), *selected());
    const Area *best = nullptr;
    for (const Area &area : list().areas)
        if (isGuest(area.node) == toGuest &&
            (best == nullptr || std::abs(area.rect.y - from->rect.y) < std::abs(best->rect.y - from->rect.y)))
            best = &area;
    if (best != nullptr)
        choose(best->node);
}

// Painting

void HostVmView::addOptions(DisplayListOptions &options) const {
    if (!hovered() && !m_hoveredCurve)
        return;
    options.isHighlighted = [this](std::uint32_t row) {
        return isHighlighted(row);
    };
    options.isRibbonHighlighted = [this](const draw::Ribbon &ribbon) {
        return isRibbonHighlighted(ribbon);
    };
}

void HostVmView::paintOverList(QPainter &painter) const {
    const auto ring = [&](std::uint32_t row, draw::Token token, double width) {
        if (const Area *area = areaOf(list(), row))
            outline(painter, row, token, width, -width / 2, area->radius);
    };
    if (hovered() && hovered() != selected())
        ring(*hovered(), draw::Token::Text2, 1);
    if (!selected())
        return;
    ring(*selected(), draw::Token::Accent, hasFocus() ? 2.5 : 2);
    for (const draw::Ribbon &ribbon : list().ribbons) // and its name on the other side
        if (ribbon.kind != draw::Ribbon::Kind::Finding &&
            (ribbon.from == *selected() || ribbon.to == *selected()))
            ring(ribbon.from == *selected() ? ribbon.to : ribbon.from, draw::Token::Accent, 1);
}

} // namespace fabricscope::widgets
