// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"
#include "core/present/hostvm/HostVmTable.h"

#include <string>
#include <vector>

namespace fabricscope::layout {

// The two columns of the Host <-> VM picture. For .cpp files of this folder.

/// What is omitted, and the distance between the columns, when horizontal space is short.
struct HostVmDetail {
    bool notes, vfio;           ///< whether notes of buses, and the word next to the lock, are shown
    bool role, domains;         ///< of the host's rows; of the guest's addresses, which their bus has, too
    double host, guest, curves; ///< px: the least of the columns and of what is between them
};
/// The most detailed first.
inline constexpr HostVmDetail kHostVmDetails[] = {{true, true, true, true, 250, 244, 190},
                                                  {true, true, true, true, 0, 0, 130},
                                                  {false, false, true, true, 0, 0, 112},
                                                  {false, false, false, true, 0, 0, 112},
                                                  {false, false, false, false, 0, 0, 88}};

/// What every row of a column has in the same place; px.
struct HostVmColumn {
    double x = 0, width = 0;
    double name = 0, address = 0, role = 0; ///< widths of what is in a row
    HostVmDetail detail = kHostVmDetails[0];
};

/// Heights of what is in the columns, and between it; px. Bodies are what is painted of a row.
struct HostVmSpacing {
    double top, title;                           ///< of the picture
    double band, bandGap, bandEnd;               ///< behind its title, behind it
    double boxTop, boxTitle, boxEnd, boxGap;     ///< `boxTop` where a box has no title
    double hostRow, hostBody, hostThinRow, note; ///< `note`: a line of other VMs' devices
    double busGap, busEnd;                       ///< behind its title, behind it
    double guestRow, guestBody, thinRow, thinBody;
};
inline constexpr HostVmSpacing kComfortable{.top = 6,
                                            .title = 30,
                                            .band = 20,
                                            .bandGap = 5,
                                            .bandEnd = 5,
                                            .boxTop = 2,
                                            .boxTitle = 19,
                                            .boxEnd = 2,
                                            .boxGap = 4,
                                            .hostRow = 18,
                                            .hostBody = 17,
                                            .hostThinRow = 18,
                                            .note = 17,
                                            .busGap = 6,
                                            .busEnd = 10,
                                            .guestRow = 25,
                                            .guestBody = 22,
                                            .thinRow = 21,
                                            .thinBody = 18};
/// Slightly tighter spacing, used if it avoids scrolling.
inline constexpr HostVmSpacing kTight{.top = 2,
                                      .title = 26,
                                      .band = 18,
                                      .bandGap = 4,
                                      .bandEnd = 3,
                                      .boxTop = 2,
                                      .boxTitle = 16,
                                      .boxEnd = 2,
                                      .boxGap = 4,
                                      .hostRow = 17,
                                      .hostBody = 16,
                                      .hostThinRow = 15,
                                      .note = 15,
                                      .busGap = 4,
                                      .busEnd = 8,
                                      .guestRow = 23,
                                      .guestBody = 21,
                                      .thinRow = 18,
                                      .thinBody = 16};

/// Not the main subject of the screen, NVMe drives and the front end: thinner, without a fill.
[[nodiscard]] bool isDimmed(const present::HostVmRow &row);

/// Where curves begin or end, by row.
using HostVmPorts = std::vector<draw::Point>;

/// As wide as its rows require.
[[nodiscard]] HostVmColumn measureHostColumn(draw::Sketch &sketch, const present::HostVmTable &table,
                                             const HostVmDetail &detail);
[[nodiscard]] HostVmColumn measureGuestColumn(draw::Sketch &sketch, const present::HostVmTable &table,
                                              const HostVmDetail &detail);

/// Paints a column from y on, and fills in the end points of its curves; returns the y below it. For an
/// unknown side, shows what would supply it.
double paintHostColumn(draw::Sketch &sketch, const present::HostVmTable &table, const HostVmColumn &column,
                       const HostVmSpacing &spacing, double y, HostVmPorts &ports);
double paintGuestColumn(draw::Sketch &sketch, const present::HostVmTable &table, const HostVmColumn &column,
                        const HostVmSpacing &spacing, double y, HostVmPorts &ports);

/// From a row of the host to one of the guest, tangents horizontal at both ends.
[[nodiscard]] std::vector<draw::Point> hostVmCurve(draw::Point from, draw::Point to);
/// The curves and, over them, marks of what is wrong.
void paintHostVmCurves(draw::Sketch &sketch, const present::HostVmTable &table, const HostVmPorts &host,
                       const HostVmPorts &guest);

/// A device's own colour, as curves and strips have it.
[[nodiscard]] draw::Token hostVmToken(const present::HostVmRow &row);

} // namespace fabricscope::layout
