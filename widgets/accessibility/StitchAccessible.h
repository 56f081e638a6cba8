// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/accessibility/AreasAccessible.h"

namespace fabricscope::widgets {

class StitchView;

/// Host and guest as a screen reader hears them: each device by what it is on both sides ("ionic_3,
/// 0002:00:0c.0 in the guest, is ionic_3 66:00.1 of the host, certain by ...").
class StitchAccessible : public AreasAccessible {
public:
    explicit StitchAccessible(StitchView *view);

    [[nodiscard]] const layout::DisplayList *list() const override;
    [[nodiscard]] QRect viewRect(const layout::Area &area) const override;
    [[nodiscard]] const layout::Area *areaUnder(const QPoint &inView) const override;
    [[nodiscard]] std::optional<std::uint32_t> selected() const override;
    void choose(std::uint32_t area) const override;

private:
    StitchView *m_view;
};

/// Once for the program; more calls do nothing.
void installStitchAccessibility();

} // namespace fabricscope::widgets
