// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/accessibility/AreasAccessible.h"

namespace fabricscope::widgets {

class BenchPicture;

/// A chart as a screen reader hears it: each size, cell or counter with all that stands there ("16M: out of
/// place 101.6 GB/s, in place 100.2 GB/s").
class BenchAccessible : public AreasAccessible {
public:
    explicit BenchAccessible(BenchPicture *picture);

    [[nodiscard]] const layout::DisplayList *list() const override;
    [[nodiscard]] QRect viewRect(const layout::Area &area) const override;
    [[nodiscard]] const layout::Area *areaUnder(const QPoint &inView) const override;
    [[nodiscard]] std::optional<std::uint32_t> selected() const override;
    void choose(std::uint32_t area) const override;

private:
    BenchPicture *m_picture;
};

/// Once for the program; more calls do nothing.
void installBenchAccessibility();

} // namespace fabricscope::widgets
