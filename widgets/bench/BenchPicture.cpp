// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchPicture.h"

#include "widgets/accessibility/BenchAccessible.h"
#include "widgets/common/DisplayListPainter.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/Theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

using layout::Area;

BenchPicture::BenchPicture(const QString &name, Fit fit, QWidget *parent)
    : QAbstractScrollArea(parent), m_fit(fit) {
    installBenchAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(name);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    if (fit == Fit::Contents) {
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    viewport()->setMouseTracking(true);
}

void BenchPicture::setMaker(Maker maker) {
    m_maker = std::move(maker);
    layOut();
}

void BenchPicture::layOut() {
    const double scale = uiScale();
    m_list = m_maker
                 ? m_maker(viewport()->width() / scale, m_fit == Fit::Room ? viewport()->height() / scale : 0)
                 : layout::DisplayList();
    if (m_selected && areaOf(m_list, *m_selected) == nullptr)
        m_selected.reset();
    m_hovered.reset();
    const int height = static_cast<int>(std::ceil(m_list.height * scale));
    if (m_fit == Fit::Contents) {
        setFixedHeight(height);
    } else {
        verticalScrollBar()->setPageStep(viewport()->height());
        verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    }
    viewport()->update();
}

QPointF BenchPicture::toList(const QPoint &inView) const {
    return QPointF(inView.x(), inView.y() + verticalScrollBar()->value()) / uiScale();
}

QRect BenchPicture::viewRect(const Area &area) const {
    const double scale = uiScale();
    const QRectF rect = toRect(area.rect);
    return QRectF(rect.topLeft() * scale, rect.size() * scale)
        .translated(0, -verticalScrollBar()->value())
        .toAlignedRect();
}

const Area *BenchPicture::areaUnder(const QPoint &inView) const {
    const QPointF at = toList(inView);
    return areaAt(m_list, at.x(), at.y());
}

void BenchPicture::choose(std::optional<std::uint32_t> area) {
    m_selected = area && areaOf(m_list, *area) != nullptr ? area : std::nullopt;
    viewport()->update();
    if (!m_selected)
        return;
    const QRect rect = viewRect(*areaOf(m_list, *m_selected));
    QScrollBar *bar = verticalScrollBar();
    if (rect.top() < 0 || rect.bottom() > viewport()->height())
        bar->setValue(bar->value() + rect.center().y() - viewport()->height() / 2);
    Q_EMIT chosen(said());
}

QString BenchPicture::said() const {
    const auto which = m_selected ? m_selected : m_hovered;
    const Area *area = which ? areaOf(m_list, *which) : nullptr;
    return area != nullptr ? QString::fromStdString(area->label) : QString();
}

// What a person does

void BenchPicture::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    const Area *area = areaUnder(event->pos());
    choose(area != nullptr ? std::optional(area->node) : std::nullopt);
}

void BenchPicture::mouseDoubleClickEvent(QMouseEvent *event) {
    if (event->button() == Qt::LeftButton)
        Q_EMIT opened();
}

void BenchPicture::mouseMoveEvent(QMouseEvent *event) {
    const Area *area = areaUnder(event->pos());
    const auto now = area != nullptr ? std::optional(area->node) : std::nullopt;
    if (now == m_hovered)
        return;
    m_hovered = now;
    viewport()->update();
}

void BenchPicture::keyPressEvent(QKeyEvent *event) {
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
        return step(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT opened();
        return;
    case Qt::Key_Escape:
        if (m_selected)
            return choose(std::nullopt);
        break;
    default:
        break;
    }
    event->ignore();
}

/// To the nearest area in this direction; in a row of columns up and down stay where they are.
void BenchPicture::step(int key) {
    if (m_list.areas.empty())
        return;
    const Area *from = m_selected ? areaOf(m_list, *m_selected) : nullptr;
    if (from == nullptr || key == Qt::Key_Home)
        return choose(m_list.areas.front().node);
    if (key == Qt::Key_End)
        return choose(m_list.areas.back().node);
    const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
    const double sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
    const auto centre = [](const Area &area) {
        return toRect(area.rect).center();
    };
    const Area *best = nullptr;
    double least = 0;
    for (const Area &area : m_list.areas) {
        const QPointF way = centre(area) - centre(*from);
        const double along = sign * (across ? way.x() : way.y()),
                     beside = std::abs(across ? way.y() : way.x());
        if (along < 1 || beside > along)
            continue;
        if (const double cost = along + 4 * beside; best == nullptr || cost < least) {
            best = &area;
            least = cost;
        }
    }
    if (best != nullptr)
        choose(best->node);
}

bool BenchPicture::viewportEvent(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QPointF at = toList(help->pos());
        const Area *area = areaUnder(help->pos());
        std::string text = area != nullptr ? area->label : std::string();
        for (const layout::Hint &hint : m_list.hints)
            if (hint.rect.contains(at.x(), at.y()))
                text = hint.text;
        QToolTip::showText(help->globalPos(), QString::fromStdString(text).toHtmlEscaped(), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave && m_hovered) {
        m_hovered.reset();
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void BenchPicture::resizeEvent(QResizeEvent *event) {
    QAbstractScrollArea::resizeEvent(event);
    if (m_fit == Fit::Room || event->oldSize().width() != event->size().width())
        layOut();
}

void BenchPicture::changeEvent(QEvent *event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

void BenchPicture::scrollContentsBy(int, int) {
    viewport()->update();
}

void BenchPicture::focusInEvent(QFocusEvent *event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void BenchPicture::focusOutEvent(QFocusEvent *event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

// Painting

void BenchPicture::outline(QPainter &painter, std::uint32_t area, layout::Token token, double width) const {
    const Area *found = areaOf(m_list, area);
    if (found == nullptr)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokenColour(token), width));
    painter.drawRoundedRect(toRect(found->rect).adjusted(0.5, 0.5, -0.5, -0.5), found->radius, found->radius);
}

void BenchPicture::paintEvent(QPaintEvent *event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), resolved(m_list.background, currentTheme()));
    painter.translate(0, -verticalScrollBar()->value());
    painter.scale(uiScale(), uiScale());
    DisplayListOptions options;
    options.theme = currentTheme();
    paintDisplayList(painter, m_list, options);
    if (m_hovered && m_hovered != m_selected)
        outline(painter, *m_hovered, Token::Line2, 1);
    if (m_selected)
        outline(painter, *m_selected, Token::Accent, hasFocus() ? 2 : 1);
    else if (hasFocus()) {
        painter.resetTransform();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(tokenColour(Token::Accent), 2));
        painter.drawRoundedRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

} // namespace fabricscope::widgets
