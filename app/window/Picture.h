// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/layout/AffinityPicture.h"
#include "core/layout/HostVmLayout.h"
#include "core/layout/TopologyLayout.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <functional>

namespace fabricscope::app::window {

struct PictureOptions {
    layout::ThemeKind theme = layout::ThemeKind::Light;
    layout::TopologyOptions layout;
    /// Of the PNG in pixels, of the PDF's page in points of 1/72 inch; empty: as large as the picture at 100
    /// %. The picture is laid out so that it fills it best, fitted into it and centred.
    QSize size;
    /// Told of a picture whose smallest text is below kMinTextPx, and in which size it would not be.
    std::function<void(const QString &)> warn;
};

/// Where its text is no longer read: px of the smallest one in a picture of a given size.
constexpr double kMinTextPx = 6;

/// Paints one host into FILE.svg, FILE.png or FILE.pdf, with its name above, and *simulated* where it is. An
/// error where no font could draw the text, where the ending is another, or where the file cannot be written.
[[nodiscard]] Result<> writePicture(const topology::Topology &topology, const QString &file,
                                    const PictureOptions &options);
/// Likewise who should talk to whom. The measure of `affinity` is replaced by the one of the format;
/// `options`' size widens it.
[[nodiscard]] Result<> writeAffinityPicture(const affinity::Examination &examination, const QString &file,
                                            const PictureOptions &options,
                                            const layout::AffinityPictureOptions &affinity);

/// A guest and its host. The measure of the format is taken, and a width that suits the size.
[[nodiscard]] Result<> writeHostVmPicture(const layout::HostVmTable &table, const std::string &simulated,
                                          const QString &file, const PictureOptions &options);
/// Any list, made with the fonts of the format.
[[nodiscard]] Result<>
writeListPicture(const std::function<layout::DisplayList(const layout::MeasureText &)> &lay,
                 const QString &file, const PictureOptions &options);

/// In one step: the file is as it was where that fails.
[[nodiscard]] Result<> saveBytes(Result<QByteArray> bytes, const QString &file);

} // namespace fabricscope::app::window
