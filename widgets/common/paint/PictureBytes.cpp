// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/PictureBytes.h"

#include "core/report/Svg.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Theme.h"

#include <QBuffer>
#include <QImage>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

/// Larger than any screen or paper, and the limit of an image.
constexpr int kMaxPixels = 20000;
constexpr qint64 kMaxArea = 200LL * 1000 * 1000;
/// A PNG without a given size is sharp on screens of double density.
constexpr int kPngScale = 2;
/// Divisions of a PDF point, for lines thinner than one.
constexpr int kPdfScale = 4;

void paintFitted(QPainter &painter, const draw::DisplayList &list, const QSizeF &room,
                 draw::ThemeKind theme) {
    painter.fillRect(QRectF(QPointF(0, 0), room), resolved(list.background, theme));
    if (list.width <= 0 || list.height <= 0)
        return;
    const double scale = std::min(room.width() / list.width, room.height() / list.height);
    painter.translate((room.width() - list.width * scale) / 2, (room.height() - list.height * scale) / 2);
    painter.scale(scale, scale);
    DisplayListOptions options;
    options.theme = theme;
    options.zoom = 1; // a picture on paper shows everything, however small
    paintDisplayList(painter, list, options);
}

} // namespace

Result<QByteArray> pngBytes(const draw::DisplayList &list, const PictureForm &form) {
    QSize size = form.size;
    if (size.isEmpty())
        size = QSizeF(list.width * kPngScale, list.height * kPngScale).toSize().expandedTo({1, 1});
    if (size.width() > kMaxPixels || size.height() > kMaxPixels ||
        qint64{size.width()} * size.height() > kMaxArea)
        return failure("a picture of " + std::to_string(size.width()) + "x" + std::to_string(size.height()) +
                           " pixels is too large",
                       {}, "set --size, or write SVG or PDF");
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        return failure("not enough memory for the picture");
    QPainter painter(&image);
    paintFitted(painter, list, size, form.theme);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return failure("cannot encode the PNG");
    return bytes;
}

Result<QByteArray> pdfBytes(const draw::DisplayList &list, const PictureForm &form) {
    QSizeF size = form.size.isEmpty() ? QSizeF(list.width, list.height) : QSizeF(form.size);
    size = size.expandedTo({1, 1});
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setCreator(QStringLiteral("fabricscope"));
    writer.setResolution(72 * kPdfScale);
    writer.setPageMargins({});
    writer.setPageSize(QPageSize(size, QPageSize::Point, {}, QPageSize::ExactMatch));
    QPainter painter(&writer);
    if (!painter.isActive())
        return failure("cannot start the PDF");
    painter.scale(kPdfScale, kPdfScale);
    paintFitted(painter, list, size, form.theme);
    painter.end();
    return bytes;
}

Result<QByteArray> svgBytes(const draw::DisplayList &list, const PictureForm &form) {
    return QByteArray::fromStdString(report::toSvg(list, form.theme));
}

} // namespace fabricscope::widgets
