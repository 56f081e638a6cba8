// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPen>
#include <QRect>

#include <vector>

class QPainter;

namespace fabricscope::topology {
class Topology;
}

namespace fabricscope::widgets {

/// The shape of a host when it was last seen: a band for each NUMA node, with its number of columns. By
/// default two bands of four.
struct SkeletonShape {
    std::vector<int> columns{4, 4};
    friend bool operator==(const SkeletonShape &, const SkeletonShape &) = default;
};
/// Bounded: only as many bands and columns as can be distinguished.
[[nodiscard]] SkeletonShape skeletonShape(const topology::Topology &topology);

/// The dashed line of what is not there yet, also of the sketch of a screen without data.
[[nodiscard]] QPen skeletonPen();
/// The dashed shape of a host that is not available.
void paintSkeleton(QPainter &painter, const QRect &rect, const SkeletonShape &shape = {});

} // namespace fabricscope::widgets
