// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/layout/AffinityPicture.h"
#include "core/layout/TopologyLayout.h"

#include <QSize>
#include <QString>

namespace fabricscope::app::window {

struct PictureOptions {
    layout::ThemeKind theme = layout::ThemeKind::Light;
    layout::TopologyOptions layout;
    /// Of the PNG in pixels, of the PDF's page in points of 1/72 inch; empty: as large as the picture at 100
    /// %. The picture is fitted into it and centred.
    QSize size;
};

/// Paints one host into FILE.svg, FILE.png or FILE.pdf, with its name above, and *simulated* where it is. An
/// error where no font could draw the text, where the ending is another, or where the file cannot be written.
[[nodiscard]] Result<> writePicture(const topology::Topology &topology, const QString &file,
                                    const PictureOptions &options);
/// Likewise who should talk to whom. The measure of `affinity` is replaced by the one of the format;
/// `options`' size widens it.
[[nodiscard]] Result<> writeAffinityPicture(const affinity::Examination &examination, const QString &file,
                                            const PictureOptions &options,
                                            layout::AffinityPictureOptions affinity);

} // namespace fabricscope::app::window
