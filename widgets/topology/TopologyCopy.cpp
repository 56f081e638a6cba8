// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyCopy.h"

#include "core/report/TextViews.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/PictureBytes.h"
#include "widgets/common/Theme.h"
#include "widgets/topology/TopologyContent.h"
#include "widgets/topology/TopologyTooltip.h"

#include <QImage>
#include <QMimeData>

namespace fabricscope::widgets {

namespace {

QString textOf(const TopologyContent &content, std::optional<topology::NodeId> selected) {
    if (selected)
        return factsText(*content.topology, content.judgement.get(), *selected);
    report::TextOptions options;
    options.capture = content.capture.get();
    return QString::fromStdString(report::treeText(*content.topology, options));
}

/// A line a form of picture.
constexpr struct {
    CopyAs form;
    const char *name;
    const char *mimeType;
    Result<QByteArray> (*make)(const layout::DisplayList &, const PictureForm &);
} kPictures[] = {
    {CopyAs::Png, "PNG", "image/png", pngBytes},
    {CopyAs::Svg, "SVG", "image/svg+xml", svgBytes},
    {CopyAs::Pdf, "PDF", "application/pdf", pdfBytes},
};

} // namespace

QString copyName(CopyAs form) {
    for (const auto &picture : kPictures)
        if (picture.form == form)
            return QLatin1String(picture.name);
    return QObject::tr("text");
}

Result<std::unique_ptr<QMimeData>> copied(const TopologyContent &content,
                                          const layout::TopologyOptions &options,
                                          std::optional<topology::NodeId> selected, CopyAs form) {
    auto data = std::make_unique<QMimeData>();
    for (const auto &picture : kPictures) {
        if (picture.form != form)
            continue;
        layout::TopologyOptions whole = options;
        whole.header = true;
        whole.measure =
            form == CopyAs::Svg ? layout::MeasureText(layout::approximateTextWidth) : windowMeasure();
        auto bytes = picture.make(layout::layoutTopology(*content.topology, whole), {currentTheme(), {}});
        if (!bytes)
            return tl::unexpected(std::move(bytes.error()));
        if (form == CopyAs::Png) // as programs expect pictures from each other
            data->setImageData(QImage::fromData(*bytes, "PNG"));
        data->setData(QLatin1String(picture.mimeType), *bytes);
        return data;
    }
    data->setText(textOf(content, selected));
    return data;
}

} // namespace fabricscope::widgets
