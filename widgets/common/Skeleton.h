// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

class QPainter;

namespace fabricscope::widgets {

/// The dashed shape of a host that is not there yet: two NUMA bands with four columns each.
void paintSkeleton(QPainter &painter, const QRect &rect);

} // namespace fabricscope::widgets
