// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/GlyphPainter.h"

#include "widgets/common/theme/Theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPolygonF>

#include <cmath>
#include <numbers>

namespace fabricscope::widgets {

namespace {

/// Glyphs are described in a square of 16 x 16 centred at 0, 0.
using Draw = void (*)(QPainter &, const QColor &colour, const QColor &ink);

QPen pen(const QColor &colour, double width) {
    return {colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
}

void error(QPainter &painter, const QColor &colour, const QColor &ink) {
    QPolygonF octagon;
    for (int corner = 0; corner < 8; ++corner) {
        const double angle = (corner + 0.5) * std::numbers::pi / 4;
        octagon << QPointF(std::cos(angle) * 7.6, std::sin(angle) * 7.6);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(octagon);
    painter.setPen(pen(ink, 1.8));
    painter.drawLine(QPointF(-2.6, -2.6), QPointF(2.6, 2.6));
    painter.drawLine(QPointF(-2.6, 2.6), QPointF(2.6, -2.6));
}

void warning(QPainter &painter, const QColor &colour, const QColor &ink) {
    painter.setPen(pen(colour, 1.4));
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{{QPointF(0, -6.4), QPointF(7, 6), QPointF(-7, 6)}});
    painter.setPen(pen(ink, 1.8));
    painter.drawLine(QPointF(0, -2), QPointF(0, 1.6));
    painter.drawPoint(QPointF(0, 4.2));
}

void note(QPainter &painter, const QColor &colour, const QColor &) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen(colour, 1.5));
    painter.drawEllipse(QPointF(0, 0), 6.8, 6.8);
    painter.setPen(pen(colour, 1.8));
    painter.drawLine(QPointF(0, -0.4), QPointF(0, 3.4));
    painter.drawPoint(QPointF(0, -3.4));
}

void ok(QPainter &painter, const QColor &colour, const QColor &ink) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(QPointF(0, 0), 7.2, 7.2);
    painter.setPen(pen(ink, 1.8));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF{{QPointF(-3.2, 0.2), QPointF(-0.8, 2.8), QPointF(3.4, -2.6)}});
}

void unreachable(QPainter &painter, const QColor &colour, const QColor &) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen(colour, 1.5));
    painter.drawEllipse(QPointF(0, 0), 6.4, 6.4);
    painter.drawLine(QPointF(-4.6, 4.6), QPointF(4.6, -4.6));
}

void running(QPainter &painter, const QColor &colour, const QColor &) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen(colour, 1.5));
    painter.drawEllipse(QPointF(0, 0), 6.6, 6.6);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPie(QRectF(-4.6, -4.6, 9.2, 9.2), 90 * 16, -180 * 16);
}

void waiting(QPainter &painter, const QColor &colour, const QColor &) {
    painter.setBrush(Qt::NoBrush);
    QPen dashed(colour, 1.4, Qt::SolidLine, Qt::FlatCap);
    dashed.setDashPattern({1.9, 1.8});
    painter.setPen(dashed);
    painter.drawEllipse(QPointF(0, 0), 6.6, 6.6);
}

void lock(QPainter &painter, const QColor &colour, const QColor &) {
    painter.setPen(pen(colour, 1.6));
    painter.setBrush(Qt::NoBrush);
    QPainterPath shackle;
    shackle.moveTo(-3.4, 0);
    shackle.lineTo(-3.4, -3);
    shackle.arcTo(QRectF(-3.4, -6.4, 6.8, 6.8), 180, -180);
    shackle.lineTo(3.4, 0);
    painter.drawPath(shackle);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(-5.2, -0.8, 10.4, 7.6), 1.4, 1.4);
}

void nothing(QPainter &, const QColor &, const QColor &) {}

/// One line per glyph, in the order of draw::Glyph.
constexpr struct {
    draw::Glyph glyph;
    Draw draw;
    draw::Token token;
} kGlyphs[] = {
    {draw::Glyph::None, nothing, draw::Token::None},
    {draw::Glyph::Error, error, draw::Token::Error},
    {draw::Glyph::Warning, warning, draw::Token::Warning},
    {draw::Glyph::Note, note, draw::Token::Note},
    {draw::Glyph::Ok, ok, draw::Token::Ok},
    {draw::Glyph::Unreachable, unreachable, draw::Token::Unreachable},
    {draw::Glyph::Running, running, draw::Token::Accent},
    {draw::Glyph::Waiting, waiting, draw::Token::Text3},
    {draw::Glyph::Lock, lock, draw::Token::Text3},
};

const auto &entry(draw::Glyph glyph) {
    for (const auto &candidate : kGlyphs)
        if (candidate.glyph == glyph)
            return candidate;
    return kGlyphs[0];
}

} // namespace

void paintGlyph(QPainter &painter, draw::Glyph glyph, const QRectF &rect, const QColor &colour,
                const QColor &ink) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.center());
    const double scale = std::min(rect.width(), rect.height()) / 16;
    painter.scale(scale, scale);
    entry(glyph).draw(painter, colour, ink);
    painter.restore();
}

QIcon glyphIcon(draw::Glyph glyph, int px) {
    constexpr int kDensities = 2; // sharp on screens of double density, too
    QIcon icon;
    for (int density = 1; density <= kDensities; ++density) {
        QPixmap pixmap(px * density, px * density);
        pixmap.fill(Qt::transparent);
        pixmap.setDevicePixelRatio(density);
        QPainter painter(&pixmap);
        paintGlyph(painter, glyph, QRectF(0, 0, px, px), tokenColour(glyphToken(glyph)),
                   tokenColour(Token::Canvas));
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

draw::Token glyphToken(draw::Glyph glyph) {
    return entry(glyph).token;
}

} // namespace fabricscope::widgets
