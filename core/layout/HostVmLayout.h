// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"
#include "core/layout/HostVmTable.h"

#include <string>

namespace fabricscope::layout {

struct HostVmOptions {
    double width = 776; ///< px the canvas has; wider where that is less than minimumHostVmWidth()
    MeasureText measure = approximateTextWidth;
    double height = 0;     ///< px that it should fit into, by standing closer; 0: none, as on paper
    std::string hint = {}; ///< of the legend: what a person can do; left out where there is no room
};

/// The host's hierarchy at the left, the guest's flat buses at the right, a curve for each device (visual
/// language, mock 2). Where there is little room rows leave out what else says, too: addresses and names
/// stay. Curves are ribbons: `from` is the host's HostVmId, `to` the guest's. Pure.
[[nodiscard]] DisplayList layoutHostVm(const HostVmTable &table, const HostVmOptions &options = {});

/// px below which the picture has to be scrolled.
[[nodiscard]] double minimumHostVmWidth(const HostVmTable &table,
                                        const MeasureText &measure = approximateTextWidth);

/// What the curves mean, in one line, or as many as the width takes.
[[nodiscard]] DisplayList layoutHostVmLegend(const HostVmTable &table, const HostVmOptions &options = {});

/// On paper: sentence, picture with all of its details, and legend. `simulated`: what simulates it; empty on
/// real hosts.
[[nodiscard]] DisplayList layoutHostVmPicture(const HostVmTable &table, const std::string &simulated,
                                              const HostVmOptions &options = {});

} // namespace fabricscope::layout
