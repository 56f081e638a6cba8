// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchPicture.h"

#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <cmath>
#include <utility>

namespace fabricscope::widgets {

using draw::Area;

namespace {

constexpr int kScrollStep = 20;

} // namespace

BenchPicture::BenchPicture(const QString &name, Fit fit, QWidget *parent)
    : AreasView(name, {QAccessible::Chart, QAccessible::ListItem}, kScrollStep, parent), m_fit(fit) {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    if (fit == Fit::Contents) {
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
}

void BenchPicture::setRenderer(Renderer renderer) {
    m_renderer = std::move(renderer);
    relayout();
}

void BenchPicture::setHeaderHeight(double height) {
    if (std::exchange(m_headerHeight, height) != height)
        relayout();
}

const HeaderBand *BenchPicture::columnHeaders() const {
    return m_headers.shownAt(scrolled().y() / uiScale());
}

int BenchPicture::frozenHeight() const {
    return static_cast<int>(m_headers.maxHeight() * uiScale());
}

/// Areas below the names cannot be hit.
const Area *BenchPicture::areaUnder(const QPoint &inView) const {
    const QPointF at = toList(inView);
    return areaAt(list(), at.x(), m_headers.listY(at.y(), scrolled().y() / uiScale()));
}

void BenchPicture::relayout() {
    const double height = m_fit == Fit::Room ? viewport()->height() / uiScale() : 0;
    showList(m_renderer ? std::make_shared<const draw::DisplayList>(m_renderer(visibleWidth(), height))
                        : nullptr);
    std::vector<HeaderBand> heads;
    if (m_headerHeight > 0 && !list().areas.empty()) {
        HeaderBand &head = heads.emplace_back();
        head.bottom = list().areas.front().rect.y;
        head.top = head.bottom - m_headerHeight;
        head.until = list().areas.back().rect.bottom();
    }
    m_headers.set(list(), heads);
    if (m_fit == Fit::Contents)
        setFixedHeight(static_cast<int>(std::ceil(list().height * uiScale())));
}

QString BenchPicture::areaText() const {
    const auto which = selected() ? selected() : hovered();
    const Area *area = which ? areaOf(list(), *which) : nullptr;
    return area != nullptr ? QString::fromStdString(area->label) : QString();
}

// What the user does

void BenchPicture::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    AreasView::mousePressEvent(event);
    if (!choosableUnder(event->pos()))
        select(std::nullopt);
}

void BenchPicture::mouseDoubleClickEvent(QMouseEvent *event) {
    if (event->button() == Qt::LeftButton)
        Q_EMIT activated();
}

void BenchPicture::mouseMoveEvent(QMouseEvent *event) {
    setHovered(choosableUnder(event->pos()));
}

void BenchPicture::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        Q_EMIT activated();
        return;
    }
    if (event->key() == Qt::Key_Escape && selected())
        return select(std::nullopt);
    AreasView::keyPressEvent(event);
}

/// To the nearest area in this direction; in a row of columns, up and down do not move.
void BenchPicture::step(int key) {
    if (list().areas.empty())
        return;
    const Area *from = selected() ? areaOf(list(), *selected()) : nullptr;
    if (from == nullptr || key == Qt::Key_Home)
        return choose(list().areas.front().node);
    if (key == Qt::Key_End)
        return choose(list().areas.back().node);
    const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
    const double sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
    const auto centre = [](const Area &area) {
        return toRect(area.rect).center();
    };
    const Area *best = nullptr;
    double least = 0;
    for (const Area &area : list().areas) {
        const QPointF delta = centre(area) - centre(*from);
        const double along = sign * (across ? delta.x() : delta.y()),
                     offset = std::abs(across ? delta.y() : delta.x());
        if (along < 1 || offset > along)
            continue;
        if (const double cost = along + 4 * offset; best == nullptr || cost < least) {
            best = &area;
            least = cost;
        }
    }
    if (best != nullptr)
        choose(best->node);
}

QString BenchPicture::tipAt(const QPoint &inView) const {
    const QPointF at = toList(inView);
    for (auto hint = list().hints.rbegin(); hint != list().hints.rend(); ++hint)
        if (hint->rect.contains(at.x(), at.y()))
            return QString::fromStdString(hint->text);
    return AreasView::tipAt(inView);
}

void BenchPicture::resizeEvent(QResizeEvent *event) {
    AreasView::resizeEvent(event);
    if (m_fit == Fit::Room || event->oldSize().width() != event->size().width())
        relayout();
}

void BenchPicture::changeEvent(QEvent *event) {
    AreasView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        relayout();
}

// Painting

void BenchPicture::paintOverList(QPainter &painter) const {
    const auto around = [&](std::uint32_t which, Token token, double width) {
        if (const Area *area = areaOf(list(), which))
            outline(painter, which, token, width, -0.5, area->radius);
    };
    if (hovered() && hovered() != selected())
        around(*hovered(), Token::Line2, 1);
    if (selected())
        around(*selected(), Token::Accent, hasFocus() ? 2 : 1);
    m_headers.paint(painter, scrolled().y() / uiScale(), list().width);
}

void BenchPicture::paintOverViewport(QPainter &painter) const {
    if (selected() || !hasFocus())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokenColour(Token::Accent), 2));
    painter.drawRoundedRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1), 4, 4);
}

} // namespace fabricscope::widgets
