// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/Picture.h"

#include "widgets/common/paint/PictureBytes.h"
#include "widgets/common/theme/Fonts.h"

#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricscope::app::window {

namespace {

double scaleInto(const QSizeF &room, const draw::DisplayList &list) {
    return std::min(room.width() / list.width, room.height() / list.height);
}

using Lay = std::function<draw::DisplayList(const draw::MeasureText &, double width)>;

/// The columns wrap depending on the width: of several widths, the one whose picture is largest in this room.
draw::DisplayList laidOutFor(const QSize &room, const Lay &lay, const draw::MeasureText &measure,
                             double width) {
    draw::DisplayList best = lay(measure, std::max(width, static_cast<double>(room.width())));
    if (room.isEmpty() || best.width <= 0 || best.height <= 0)
        return best;
    for (const double wider : {1.0, 1.25, 1.6, 2.0, 2.5}) {
        draw::DisplayList list = lay(measure, width * wider);
        if (list.width > 0 && list.height > 0 && scaleInto(room, list) > scaleInto(room, best))
            best = std::move(list);
    }
    return best;
}

void warnOfSmallText(const draw::DisplayList &list, const PictureOptions &options) {
    if (options.size.isEmpty() || !options.warn || list.width <= 0 || list.height <= 0)
        return;
    double smallest = 0;
    for (const draw::Item &item : list.items)
        if (item.shape == draw::Item::Shape::Text && !item.text.empty())
            smallest = smallest == 0 ? item.fontSize : std::min<double>(smallest, item.fontSize);
    const double scale = scaleInto(options.size, list);
    if (smallest == 0 || smallest * scale >= kMinTextPx)
        return;
    const double least = kMinTextPx / smallest;
    options.warn(
        QStringLiteral("smallest text is %1 pixels high, too small to read; use --size %2x%3 or more, omit "
                       "--size, or write SVG or PDF")
            .arg(smallest * scale, 0, 'f', 1)
            .arg(std::ceil(list.width * least), 0, 'f', 0)
            .arg(std::ceil(list.height * least), 0, 'f', 0));
}

/// Writes the format of this name; `lay` makes the picture with the fonts of the format, in this width or
/// more.
Result<QByteArray> writeList(const Lay &lay, double width, const QString &format,
                             const PictureOptions &options) {
    using Maker = Result<QByteArray> (*)(const draw::DisplayList &, const widgets::PictureForm &);
    const struct {
        const char *name;
        Maker make;
    } kMakers[] = {{"png", widgets::pngBytes}, {"pdf", widgets::pdfBytes}, {"svg", widgets::svgBytes}};
    for (const auto &[known, make] : kMakers) {
        if (format.toLower() != QLatin1String(known))
            continue;
        const bool withoutFonts = make == widgets::svgBytes;
        if (auto fonts = widgets::usableFonts(); !fonts && !withoutFonts)
            return tl::unexpected(fonts.error());
        const draw::DisplayList list = laidOutFor(
            options.size, lay,
            withoutFonts ? draw::MeasureText(draw::approximateTextWidth) : widgets::windowMeasure(), width);
        if (make == widgets::pngBytes)
            warnOfSmallText(list, options);
        return make(list, {options.theme, options.size});
    }
    return failure("unknown picture format; use .svg, .png or .pdf");
}

/// Prefixes warnings with the file name.
PictureOptions named(PictureOptions options, const QString &file) {
    if (options.warn)
        options.warn = [file, warn = options.warn](const QString &text) {
            warn(QStringLiteral("%1: %2").arg(file, text));
        };
    return options;
}

Result<QByteArray> pictureBytes(const topology::Topology &topology, const QString &format,
                                const PictureOptions &options) {
    return writeList(
        [&](const draw::MeasureText &measure, double width) {
            layout::TopologyOptions filled = options.layout;
            filled.measure = measure;
            filled.width = width;
            return layout::layoutTopology(topology, filled);
        },
        options.layout.width, format, options);
}

Result<QByteArray> affinityPictureBytes(const affinity::Examination &examination, const QString &format,
                                        const PictureOptions &options,
                                        layout::AffinityPictureOptions affinity) {
    return writeList(
        [&](const draw::MeasureText &measure, double width) {
            affinity.measure = measure;
            affinity.width = width;
            return layout::layoutAffinityPicture(examination, affinity);
        },
        affinity.width, format, options);
}

Result<QByteArray> hostVmPictureBytes(const present::HostVmTable &table, const std::string &simulated,
                                      const QString &format, const PictureOptions &options) {
    return writeList(
        [&](const draw::MeasureText &measure, double width) {
            return layout::layoutHostVmPicture(table, simulated, {width, measure});
        },
        layout::HostVmOptions{}.width, format, options);
}

} // namespace

Result<> saveBytes(Result<QByteArray> bytes, const QString &file) {
    if (!bytes) {
        bytes.error().where = file.toStdString();
        return tl::unexpected(bytes.error());
    }
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(*bytes) != bytes->size() || !out.commit())
        return failure("cannot be written: " + out.errorString().toStdString(), file.toStdString());
    return {};
}

Result<> writeListPicture(const std::function<draw::DisplayList(const draw::MeasureText &)> &lay,
                          const QString &file, const PictureOptions &options) {
    return saveBytes(writeList([&](const draw::MeasureText &measure, double) { return lay(measure); }, 0,
                               QFileInfo(file).suffix(), named(options, file)),
                     file);
}

Result<> writeHostVmPicture(const present::HostVmTable &table, const std::string &simulated,
                            const QString &file, const PictureOptions &options) {
    return saveBytes(hostVmPictureBytes(table, simulated, QFileInfo(file).suffix(), named(options, file)),
                     file);
}

Result<> writePicture(const topology::Topology &topology, const QString &file,
                      const PictureOptions &options) {
    return saveBytes(pictureBytes(topology, QFileInfo(file).suffix(), named(options, file)), file);
}

Result<> writeAffinityPicture(const affinity::Examination &examination, const QString &file,
                              const PictureOptions &options, const layout::AffinityPictureOptions &affinity) {
    return saveBytes(
        affinityPictureBytes(examination, QFileInfo(file).suffix(), named(options, file), affinity), file);
}

} // namespace fabricscope::app::window
