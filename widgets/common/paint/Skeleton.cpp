// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/Skeleton.h"

#include "core/topology/Topology.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kMargin = 20;
constexpr int kGap = 16;
constexpr int kHead = 34;        ///< px of a band's name
constexpr double kTallest = 340; ///< px of a band
constexpr double kLowest = 120;  ///< lower bands contain nothing distinguishable
constexpr int kMaxColumns = 8;
constexpr std::size_t kMaxBands = 4;

void paintColumn(QPainter &painter, const QRectF &column) {
    painter.drawRect(QRectF(column.x(), column.y() + kHead, column.width(), 24));
    const QRectF box(column.x(), column.y() + kHead + 48, column.width(),
                     column.height() - kHead - 48 - kGap);
    if (box.height() < 40)
        return;
    painter.drawRect(box);
    const double device = (box.width() - 3 * 12) / 2, height = std::min(64.0, box.height() - 60);
    for (int place = 0; place < 2 && height > 20; ++place)
        painter.drawRect(QRectF(box.x() + 12 + place * (device + 12), box.y() + 44, device, height));
}

void paintBand(QPainter &painter, const QRectF &band, const QString &name, int columns) {
    painter.drawRoundedRect(band, 4, 4);
    painter.save();
    painter.setFont(uiFont(11.5));
    painter.setPen(tokenColour(Token::Text3));
    painter.drawText(
        band.adjusted(kGap, 0, 0, 0)
            .toRect()
            .intersected(QRect(band.toRect().topLeft(), QSize(static_cast<int>(band.width()), kHead))),
        Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.restore();
    const double width = (band.width() - kGap * (columns + 1)) / columns;
    for (int column = 0; column < columns; ++column)
        paintColumn(painter,
                    QRectF(band.x() + kGap + column * (width + kGap), band.y(), width, band.height()));
}

bool isBelow(const topology::Topology &topology, const topology::Node &node, topology::NodeId above) {
    constexpr int kMaxSteps = 64;
    auto parent = node.parent;
    for (int step = 0; parent && step < kMaxSteps; ++step) {
        if (*parent == above)
            return true;
        parent = topology.node(*parent).parent;
    }
    return false;
}

} // namespace

SkeletonShape skeletonShape(const topology::Topology &topology) {
    SkeletonShape shape{{}};
    for (const topology::NodeId id : topology.node(0).children) {
        if (topology.node(id).kind != topology::NodeKind::Numa || shape.columns.size() == kMaxBands)
            continue;
        const auto &nodes = topology.nodes();
        const auto below = [&](topology::NodeKind kind) {
            return static_cast<int>(
                std::count_if(nodes.begin(), nodes.end(), [&](const topology::Node &node) {
                    return node.kind == kind && isBelow(topology, node, id);
                }));
        };
        const int gpus = below(topology::NodeKind::Gpu);
        shape.columns.push_back(
            std::clamp(gpus > 0 ? gpus : below(topology::NodeKind::RootPort), 1, kMaxColumns));
    }
    return shape.columns.empty() ? SkeletonShape{} : shape;
}

QPen skeletonPen() {
    // In high contrast an outline is as strong as a caption: too loud for what is not there yet.
    QPen pen(draw::isHighContrast(currentTheme()) ? tokenColour(Token::Line)
                                                  : tint(Token::Line2, 70, Token::Canvas));
    pen.setDashPattern({4, 3});
    return pen;
}

void paintSkeleton(QPainter &painter, const QRect &rect, const SkeletonShape &shape) {
    painter.save();
    painter.setPen(skeletonPen());
    painter.setBrush(Qt::NoBrush);
    const auto bands = static_cast<int>(std::min(shape.columns.size(), kMaxBands));
    const double height = std::min(kTallest, (rect.height() - kMargin * (bands + 1.0)) / std::max(1, bands));
    for (int band = 0; band < bands && height > kLowest; ++band)
        paintBand(painter,
                  QRectF(rect.x() + kMargin + 0.5, rect.y() + kMargin + band * (height + kMargin) + 0.5,
                         rect.width() - 2.0 * kMargin, height),
                  QStringLiteral("NUMA %1").arg(band),
                  std::clamp(shape.columns[static_cast<std::size_t>(band)], 1, kMaxColumns));
    painter.restore();
}

} // namespace fabricscope::widgets
