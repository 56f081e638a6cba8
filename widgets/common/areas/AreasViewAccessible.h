// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/areas/AreasAccessible.h"

namespace fabricscope::widgets {

class AreasView;

/// The areas of an AreasView for screen readers: each with its full name ("GPU2 to ionic_3: NODE, 63.0 GB/s,
/// assigned, error: mispaired").
class AreasViewAccessible : public AreasAccessible {
public:
    explicit AreasViewAccessible(AreasView *view);

    [[nodiscard]] const draw::DisplayList *list() const override;
    [[nodiscard]] QRect viewRect(const draw::Area &area) const override;
    [[nodiscard]] const draw::Area *areaUnder(const QPoint &inView) const override;
    [[nodiscard]] std::optional<std::uint32_t> selected() const override;
    void choose(std::uint32_t area) const override;

private:
    AreasView *m_view;
};

/// Call once per program; further calls have no effect.
void installAreasViewAccessibility();

} // namespace fabricscope::widgets
