// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/PictureClipboard.h"

#include "widgets/common/paint/PictureBytes.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QImage>
#include <QMimeData>
#include <QObject>

#include <algorithm>
#include <iterator>

namespace fabricscope::widgets {

namespace {

/// One line per format.
constexpr struct {
    CopyAs form;
    const char *name;
    const char *mimeType;
    Result<QByteArray> (*make)(const draw::DisplayList &, const PictureForm &);
} kPictures[] = {
    {CopyAs::Png, "PNG", "image/png", pngBytes},
    {CopyAs::Svg, "SVG", "image/svg+xml", svgBytes},
    {CopyAs::Pdf, "PDF", "application/pdf", pdfBytes},
};

const auto *pictureOf(CopyAs form) {
    return std::find_if(std::begin(kPictures), std::end(kPictures),
                        [form](const auto &picture) { return picture.form == form; });
}

} // namespace

QString copyName(CopyAs form) {
    const auto *picture = pictureOf(form);
    return picture == std::end(kPictures) ? QObject::tr("text") : QString::fromLatin1(picture->name);
}

draw::MeasureText measureFor(CopyAs form) {
    return form == CopyAs::Svg ? draw::MeasureText(draw::approximateTextWidth) : windowMeasure();
}

Result<std::unique_ptr<QMimeData>> pictureData(const draw::DisplayList &list, CopyAs form) {
    const auto *picture = pictureOf(form);
    if (picture == std::end(kPictures))
        return failure("text is not a picture");
    auto bytes = picture->make(list, {currentTheme(), {}});
    if (!bytes)
        return tl::unexpected(std::move(bytes.error()));
    auto data = std::make_unique<QMimeData>();
    if (form == CopyAs::Png) // as programs expect pictures from each other
        data->setImageData(QImage::fromData(*bytes, "PNG"));
    if (form == CopyAs::Svg)
        data->setText(QString::fromUtf8(*bytes));
    data->setData(QLatin1String(picture->mimeType), *bytes);
    return data;
}

} // namespace fabricscope::widgets
