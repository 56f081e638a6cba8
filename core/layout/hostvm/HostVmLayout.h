// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/present/hostvm/HostVmTable.h"

#include <string>

namespace fabricscope::layout {

struct HostVmOptions {
    double width = 776; ///< px the canvas has; wider where that is less than minimumHostVmWidth()
    draw::MeasureText measure = draw::approximateTextWidth;
    double height = 0;     ///< px to fit into, by tighter spacing; 0: no limit, as for export
    std::string hint = {}; ///< for the legend: what the user can do; omitted if there is no space
};

/// The host's hierarchy at the left, the guest's flat buses at the right, a curve for each device (visual
/// language, mock 2). If space is short, rows omit what is also shown elsewhere: addresses and names
/// stay. Curves are ribbons: `from` is the host's HostVmId, `to` the guest's. Pure.
[[nodiscard]] draw::DisplayList layoutHostVm(const present::HostVmTable &table,
                                             const HostVmOptions &options = {});

/// Width in px below which the picture has to be scrolled.
[[nodiscard]] double minimumHostVmWidth(const present::HostVmTable &table,
                                        const draw::MeasureText &measure = draw::approximateTextWidth);

/// Explains the curves in one line, or as many as the width requires.
[[nodiscard]] draw::DisplayList layoutHostVmLegend(const present::HostVmTable &table,
                                                   const HostVmOptions &options = {});

/// For export: sentence, picture with all of its details, and legend. `simulated`: what simulates it; empty
/// on real hosts.
[[nodiscard]] draw::DisplayList layoutHostVmPicture(const present::HostVmTable &table,
                                                    const std::string &simulated,
                                                    const HostVmOptions &options = {});

} // namespace fabricscope::layout
