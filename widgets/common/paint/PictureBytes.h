// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/draw/DisplayList.h"

#include <QByteArray>
#include <QSize>

namespace fabricscope::widgets {

/// How a display list is rendered to a separate picture, in a file or on the clipboard.
struct PictureForm {
    draw::ThemeKind theme = draw::ThemeKind::Light;
    /// Size of the PNG in pixels, of the PDF's page in points of 1/72 inch; empty: that of the picture at 100
    /// %. The picture is scaled to fit and centred. An SVG has the size of the list.
    QSize size;
};

/// All details, however small. Errors: a PNG larger than 20 000 pixels a side or 200 million in all, or than
/// memory; a PDF that cannot be started.
[[nodiscard]] Result<QByteArray> pngBytes(const draw::DisplayList &list, const PictureForm &form);
[[nodiscard]] Result<QByteArray> pdfBytes(const draw::DisplayList &list, const PictureForm &form);
[[nodiscard]] Result<QByteArray> svgBytes(const draw::DisplayList &list, const PictureForm &form);

} // namespace fabricscope::widgets
