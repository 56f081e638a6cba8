// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/Picture.h"

#include "core/report/Svg.h"
#include "widgets/common/DisplayListPainter.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/Theme.h"

#include <QFileInfo>
#include <QImage>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>

#include <algorithm>
#include <functional>

namespace fabricscope::app::window {

namespace {

/// Larger pictures than any screen or paper, and the end of what an image may take.
constexpr int kMostPixels = 20000;
constexpr qint64 kMostArea = 200LL * 1000 * 1000;
/// A PNG without a size is sharp on screens of double density.
constexpr int kPngScale = 2;

void paintFitted(QPainter &painter, const layout::DisplayList &list, const QSizeF &room,
                 layout::ThemeKind theme) {
    painter.fillRect(QRectF(QPointF(0, 0), room), widgets::resolved(list.background, theme));
    if (list.width <= 0 || list.height <= 0)
        return;
    const double scale = std::min(room.width() / list.width, room.height() / list.height);
    painter.translate((room.width() - list.width * scale) / 2, (room.height() - list.height * scale) / 2);
    painter.scale(scale, scale);
    widgets::DisplayListOptions options;
    options.theme = theme;
    options.zoom = 1; // a picture on paper shows everything, however small
    widgets::paintDisplayList(painter, list, options);
}

Result<> cannotWrite(const QString &file, const QString &why) {
    return failure("cannot be written: " + why.toStdString(), file.toStdString());
}

Result<> writePng(const layout::DisplayList &list, const QString &file, const PictureOptions &options) {
    QSize size = options.size;
    if (size.isEmpty())
        size = QSizeF(list.width * kPngScale, list.height * kPngScale).toSize().expandedTo({1, 1});
    if (size.width() > kMostPixels || size.height() > kMostPixels ||
        qint64{size.width()} * size.height() > kMostArea)
        return failure("a picture of " + std::to_string(size.width()) + "x" + std::to_string(size.height()) +
                           " pixels is too large",
                       file.toStdString(), "give a --size, or write SVG or PDF");
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        return failure("not enough memory for the picture", file.toStdString());
    QPainter painter(&image);
    paintFitted(painter, list, size, options.theme);
    painter.end();
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || !image.save(&out, "PNG") || !out.commit())
        return cannotWrite(file, out.errorString());
    return {};
}

Result<> writePdf(const layout::DisplayList &list, const QString &file, const PictureOptions &options) {
    QSizeF size = options.size.isEmpty() ? QSizeF(list.width, list.height) : QSizeF(options.size);
    size = size.expandedTo({1, 1});
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly))
        return cannotWrite(file, out.errorString());
    QPdfWriter writer(&out);
    writer.setCreator(QStringLiteral("fabricscope"));
    writer.setResolution(72 * 4);
    writer.setPageMargins({});
    writer.setPageSize(QPageSize(size, QPageSize::Point, {}, QPageSize::ExactMatch));
    QPainter painter(&writer);
    if (!painter.isActive())
        return cannotWrite(file, QStringLiteral("the PDF cannot be begun"));
    painter.scale(4, 4);
    paintFitted(painter, list, size, options.theme);
    painter.end();
    return out.commit() ? Result<>{} : cannotWrite(file, out.errorString());
}

Result<> writeSvg(const layout::DisplayList &list, const QString &file, const PictureOptions &options) {
    const std::string svg = report::toSvg(list, options.theme);
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(svg.data(), static_cast<qint64>(svg.size())) < 0 ||
        !out.commit())
        return cannotWrite(file, out.errorString());
    return {};
}

/// By the file's ending; `lay` makes the picture with the fonts of the format.
Result<> writeList(const std::function<layout::DisplayList(const layout::MeasureText &)> &lay,
                   const QString &file, const PictureOptions &options) {
    using Writer = Result<> (*)(const layout::DisplayList &, const QString &, const PictureOptions &);
    const struct {
        const char *ending;
        Writer write;
    } kWriters[] = {{"png", writePng}, {"pdf", writePdf}, {"svg", writeSvg}};
    const QString ending = QFileInfo(file).suffix().toLower();
    for (const auto &[known, write] : kWriters) {
        if (ending != QLatin1String(known))
            continue;
        if (auto fonts = widgets::usableFonts(); !fonts && write != writeSvg)
            return fonts;
        return write(lay(write == writeSvg ? layout::MeasureText(layout::approximateTextWidth)
                                           : widgets::windowMeasure()),
                     file, options);
    }
    return failure("pictures end in .svg, .png or .pdf", file.toStdString());
}

} // namespace

Result<> writePicture(const topology::Topology &topology, const QString &file,
                      const PictureOptions &options) {
    return writeList(
        [&](const layout::MeasureText &measure) {
            layout::TopologyOptions filled = options.layout;
            filled.measure = measure;
            return layout::layoutTopology(topology, filled);
        },
        file, options);
}

Result<> writeAffinityPicture(const affinity::Examination &examination, const QString &file,
                              const PictureOptions &options, layout::AffinityPictureOptions affinity) {
    affinity.width = std::max(affinity.width, static_cast<double>(options.size.width()));
    return writeList(
        [&](const layout::MeasureText &measure) {
            affinity.measure = measure;
            return layout::layoutAffinityPicture(examination, affinity);
        },
        file, options);
}

} // namespace fabricscope::app::window
