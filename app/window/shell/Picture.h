// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/layout/affinity/AffinityPicture.h"
#include "core/layout/hostvm/HostVmLayout.h"
#include "core/layout/topology/TopologyLayout.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <functional>

namespace fabricscope::app::window {

struct PictureOptions {
    draw::ThemeKind theme = draw::ThemeKind::Light;
    layout::TopologyOptions layout;
    /// Size of the PNG in pixels, of the PDF's page in points of 1/72 inch; empty: the size of the picture at
    /// 100 %. The layout is chosen to fill this size best; the picture is scaled to fit and centred.
    QSize size;
    /// Called for a picture whose smallest text is below kMinTextPx, with the size that would avoid it.
    std::function<void(const QString &)> warn;
};

/// Smaller text cannot be read: px of the smallest text in a picture of a given size.
constexpr double kMinTextPx = 6;

/// Writes a picture of one host to FILE.svg, FILE.png or FILE.pdf, with its name at the top, and *simulated*
/// if it is simulated. Errors: no font can draw the text, another extension, or the file cannot be written.
[[nodiscard]] Result<> writePicture(const topology::Topology &topology, const QString &file,
                                    const PictureOptions &options);
/// The same for GPU-NIC affinity. The measure of `affinity` is replaced by that of the format; the size in
/// `options` widens it.
[[nodiscard]] Result<> writeAffinityPicture(const affinity::Examination &examination, const QString &file,
                                            const PictureOptions &options,
                                            const layout::AffinityPictureOptions &affinity);

/// The same for a guest and its host, with the measure of the format and a width that suits the size.
[[nodiscard]] Result<> writeHostVmPicture(const present::HostVmTable &table, const std::string &simulated,
                                          const QString &file, const PictureOptions &options);
/// The same for any display list, made with the fonts of the format.
[[nodiscard]] Result<>
writeListPicture(const std::function<draw::DisplayList(const draw::MeasureText &)> &lay, const QString &file,
                 const PictureOptions &options);

/// Atomic: on failure the file is unchanged.
[[nodiscard]] Result<> saveBytes(Result<QByteArray> bytes, const QString &file);

} // namespace fabricscope::app::window
