// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/Minimap.h"

#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricscope::widgets {

namespace {

constexpr QSizeF kLargest(150, 120);
constexpr int kMinSide = 24; ///< of either side: a narrow strip still shows its frame
constexpr int kMargin = 12, kEdge = 4;
constexpr double kHighestDevice = 140; ///< px at 100 %
/// If more of the picture is visible, it would hide more than it helps.
constexpr double kSeenEnough = 0.6;

} // namespace

Minimap::Minimap(TopologyView *view) : QWidget(view), m_view(view) {
    setAccessibleName(tr("Overview"));
    setToolTip(plainToolTip(tr("Drag to move the view")));
    setCursor(Qt::OpenHandCursor);
    hide();
}

double Minimap::scale() const {
    const QSizeF scene = m_view->sceneRect().size();
    return std::min(kLargest.width() / scene.width(), kLargest.height() / scene.height());
}

void Minimap::follow() {
    const QRectF scene = m_view->sceneRect();
    const QRectF seen = m_view->seen() & scene;
    const bool fits =
        scene.isEmpty() || seen.width() * seen.height() >= kSeenEnough * scene.width() * scene.height();
    if (fits)
        return hide();
    const QSize picture(std::max(kMinSide, static_cast<int>(std::ceil(scene.width() * scale()))),
                        std::max(kMinSide, static_cast<int>(std::ceil(scene.height() * scale()))));
    const QSize size = picture + QSize(2 * kEdge, 2 * kEdge);
    if (m_isHeld)
        return update(); // by the pointer: it stays below it
    const auto place = freePlace(size);
    if (!place)
        return hide();
    setGeometry(*place);
    show();
    update();
}

/// The corner where it was, if possible.
std::optional<QRect> Minimap::freePlace(QSize size) const {
    const QRect room = m_view->viewport()->geometry().adjusted(kMargin, kMargin, -kMargin, -kMargin);
    std::array<QRect, 4> corners;
    corners.fill(QRect({}, size));
    corners[0].moveBottomRight(room.bottomRight());
    corners[1].moveBottomLeft(room.bottomLeft());
    corners[2].moveTopRight(room.topRight());
    corners[3].moveTopLeft(room.topLeft());
    if (!isHidden())
        std::stable_partition(corners.begin(), corners.end(),
                              [this](const QRect &corner) { return corner == geometry(); });
    for (const QRect &corner : corners)
        if (room.contains(corner) && isFree(corner))
            return corner;
    return std::nullopt;
}

/// Nothing as low as a device's box is there; higher ones are those of switches and NUMA nodes.
bool Minimap::isFree(const QRect &place) const {
    const QRect inViewport = place.translated(-m_view->viewport()->pos());
    const QRectF covered = m_view->mapToScene(inViewport).boundingRect();
    const std::vector<draw::Area> &areas = m_view->topologyScene()->list().areas;
    return std::none_of(areas.begin(), areas.end(), [&](const draw::Area &area) {
        return area.rect.height <= kHighestDevice && toRect(area.rect).intersects(covered);
    });
}

void Minimap::repaintPicture() {
    m_picture = {};
    follow();
}

QRectF Minimap::frame() const {
    const QRectF seen = m_view->seen() & m_view->sceneRect();
    return {kEdge + seen.x() * scale(), kEdge + seen.y() * scale(), seen.width() * scale(),
            seen.height() * scale()};
}

void Minimap::paintEvent(QPaintEvent *) {
    const double ratio = devicePixelRatioF();
    if (m_picture.size() != size() * ratio) {
        m_picture = QPixmap(size() * ratio);
        m_picture.setDevicePixelRatio(ratio);
        m_picture.fill(tokenColour(Token::Surface));
        QPainter painter(&m_picture);
        painter.translate(kEdge, kEdge);
        painter.scale(scale(), scale());
        DisplayListOptions options;
        options.theme = currentTheme();
        options.zoom = std::min(scale(), 0.2); // blocks by kind and severity, however few devices there are
        paintDisplayList(painter, m_view->topologyScene()->index(), {}, options);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    painter.setPen(QPen(tokenColour(Token::Line2), 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(QPen(tokenColour(Token::Accent), 2));
    painter.drawRect(frame().adjusted(-1, -1, 1, 1) & QRectF(rect()).adjusted(1, 1, -1, -1));
}

void Minimap::centreAt(const QPointF &at) {
    m_view->centerOn((at.x() - kEdge) / scale(), (at.y() - kEdge) / scale());
}

void Minimap::mousePressEvent(QMouseEvent *event) {
    if (event->button() == Qt::LeftButton) {
        m_isHeld = true;
        const bool onFrame = frame().contains(event->position());
        m_grabbed = onFrame ? event->position() - frame().center() : QPointF();
        centreAt(event->position() - m_grabbed);
    }
    event->accept();
}

void Minimap::mouseMoveEvent(QMouseEvent *event) {
    if (event->buttons().testFlag(Qt::LeftButton))
        centreAt(event->position() - m_grabbed);
    event->accept();
}

void Minimap::mouseReleaseEvent(QMouseEvent *event) {
    if (event->button() == Qt::LeftButton) {
        m_isHeld = false;
        follow();
    }
    event->accept();
}

} // namespace fabricscope::widgets
