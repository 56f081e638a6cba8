// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/TextProbe.h"

#include <QAbstractScrollArea>
#include <QFontMetricsF>
#include <QLineEdit>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <QRegularExpression>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace fabricscope::test {

namespace {

/// px by which a text may be clipped or overlap: side bearings of letters, and rounding.
constexpr double kSlack = 1.5;
/// A text that an opaque item covers by more than this share counts as hidden, not as a fault.
constexpr double kHidden = 0.3;

double areaOf(const QRectF &rect) {
    return rect.isEmpty() ? 0 : rect.width() * rect.height();
}

/// Records drawn texts, and removes those that are painted over.
class TextPaintEngine : public QPaintEngine {
public:
    TextPaintEngine() : QPaintEngine(AllFeatures) {}

    bool begin(QPaintDevice *) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState &) override {}

    void drawTextItem(const QPointF &place, const QTextItem &item) override {
        const QString text = item.text().trimmed();
        if (text.isEmpty() || painter()->pen().color().alpha() == 0)
            return;
        const double capitals = QFontMetricsF(item.font()).capHeight();
        const QRectF box(place.x(), place.y() - capitals, item.width(), capitals);
        const QRectF ink = painter()->deviceTransform().mapRect(box);
        const QRectF sight = ink & clip();
        if (areaOf(sight) > 0)
            texts.push_back({text, ink, sight, {}});
    }
    void drawRects(const QRectF *rects, int count) override {
        for (int at = 0; at < count; ++at)
            cover(rects[at]);
    }
    void drawPath(const QPainterPath &path) override {
        if (const QRectF box = path.boundingRect(); path.contains(box.center()))
            cover(box);
    }
    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override {
        if (mode != PolylineMode)
            drawPath([&] {
                QPainterPath path;
                path.addPolygon(QPolygonF(QList<QPointF>(points, points + count)));
                return path;
            }());
    }
    void drawEllipse(const QRectF &) override {}
    void drawLines(const QLineF *, int) override {}
    void drawPoints(const QPointF *, int) override {}
    void drawPixmap(const QRectF &rect, const QPixmap &pixmap, const QRectF &) override {
        if (!pixmap.hasAlphaChannel())
            hide(rect);
    }
    void drawImage(const QRectF &rect, const QImage &image, const QRectF &,
                   Qt::ImageConversionFlags) override {
        if (!image.hasAlphaChannel())
            hide(rect);
    }

    std::vector<DrawnText> texts;

private:
    [[nodiscard]] QRectF clip() const {
        QRectF seen(0, 0, 1 << 20, 1 << 20);
        if (const QRegion system = systemClip(); !system.isEmpty())
            seen &= QRectF(system.boundingRect());
        if (painter()->hasClipping())
            seen &= painter()->deviceTransform().mapRect(painter()->clipBoundingRect());
        return seen;
    }
    void cover(const QRectF &rect) {
        const QBrush &brush = painter()->brush();
        if (brush.style() == Qt::SolidPattern && brush.color().alpha() == 255 && painter()->opacity() == 1)
            hide(rect);
    }
    void hide(const QRectF &rect) {
        const QRectF seen = painter()->deviceTransform().mapRect(rect) & clip();
        for (DrawnText &text : texts)
            if (const QRectF part = text.inSight & seen; areaOf(part) > 0)
                text.covered.push_back(part);
        std::erase_if(texts, [](const DrawnText &text) {
            return !text.covered.empty() && areaOf(text.covered.back()) > kHidden * areaOf(text.inSight);
        });
    }
};

/// As large as the widget, in px at 100 %.
class TextPaintDevice : public QPaintDevice {
public:
    explicit TextPaintDevice(QSize size) : m_size(size) {}
    QPaintEngine *paintEngine() const override { return &m_engine; }
    TextPaintEngine &engine() { return m_engine; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        constexpr int kDpi = 96;
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        case PdmDepth:
            return 32;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return kDpi;
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    QSize m_size;
    mutable TextPaintEngine m_engine;
};

/// Whether the edge of this view cuts the text on a side to which it can be scrolled.
bool isScrollableTo(const QAbstractScrollArea &area, const QWidget &widget, const DrawnText &text) {
    const QWidget &view = *area.viewport();
    const QRectF frame(view.mapTo(&widget, QPoint()), view.size());
    const auto canScroll = [](const QScrollBar *bar) {
        return bar->maximum() > bar->minimum();
    };
    const auto isOut = [](double ink, double edge, double seen) {
        return ink > edge && std::abs(seen - edge) <= 1;
    };
    const QRectF &ink = text.ink, &seen = text.inSight;
    return (canScroll(area.horizontalScrollBar()) && (isOut(ink.right(), frame.right(), seen.right()) ||
                                                      isOut(-ink.left(), -frame.left(), -seen.left()))) ||
           (canScroll(area.verticalScrollBar()) && (isOut(ink.bottom(), frame.bottom(), seen.bottom()) ||
                                                    isOut(-ink.top(), -frame.top(), -seen.top())));
}

QString placeOf(const DrawnText &text) {
    return QStringLiteral("'%1' at %2,%3")
        .arg(text.text)
        .arg(text.ink.x(), 0, 'f', 0)
        .arg(text.ink.y(), 0, 'f', 0);
}

/// Whether the end of an address or a number is missing. (In a sentence, the last word is arbitrary.)
bool cutsANumber(const QString &text) {
    static const QRegularExpression kCut(
        QStringLiteral("^(?=[0-9a-f:.,\u2212-]*\\d)[0-9a-f:.,\u2212-]+ ?\u2026$"));
    return kCut.match(text).hasMatch();
}

} // namespace

std::vector<DrawnText> textsOf(QWidget &widget) {
    TextPaintDevice device(widget.size());
    QPainter painter(&device);
    widget.render(&painter);
    painter.end();
    std::vector<DrawnText> texts = std::move(device.engine().texts);
    for (const QAbstractScrollArea *area : widget.findChildren<QAbstractScrollArea *>())
        if (area->isVisibleTo(&widget))
            for (DrawnText &text : texts)
                text.scrolls = text.scrolls || isScrollableTo(*area, widget, text);
    // Text typed into a field scrolls with the text cursor.
    for (const QLineEdit *field : widget.findChildren<QLineEdit *>())
        if (field->isVisibleTo(&widget) && !field->text().isEmpty() && !field->isReadOnly())
            for (DrawnText &text : texts)
                text.scrolls =
                    text.scrolls ||
                    (text.text == field->displayText() &&
                     QRectF(field->mapTo(&widget, QPoint()), field->size()).intersects(text.inSight));
    return texts;
}

QStringList textFaults(const std::vector<DrawnText> &texts) {
    QStringList faults;
    for (std::size_t at = 0; at < texts.size(); ++at) {
        const DrawnText &text = texts[at];
        const QSizeF lost = text.ink.size() - text.inSight.size();
        if (!text.scrolls && (lost.width() > kSlack || lost.height() > kSlack))
            faults << QStringLiteral("%1 is cut").arg(placeOf(text));
        if (cutsANumber(text.text))
            faults << QStringLiteral("%1 has an ellipsis").arg(placeOf(text));
        for (std::size_t other = 0; other < at; ++other) {
            const QRectF both = text.inSight & texts[other].inSight;
            const auto &covered = texts[other].covered;
            const bool isGone = std::any_of(covered.begin(), covered.end(),
                                            [&both](const QRectF &rect) { return rect.contains(both); });
            const bool isHalo = text.text == texts[other].text; // the same text drawn as its own outline
            if (both.width() > kSlack && both.height() > kSlack && !isHalo && !isGone)
                faults << QStringLiteral("%1 stands upon %2").arg(placeOf(text), placeOf(texts[other]));
        }
    }
    return faults;
}

} // namespace fabricscope::test
