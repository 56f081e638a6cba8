// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/areas/AreasAccessible.h"

namespace fabricscope::widgets {

class TopologyView;

/// A topology for screen readers: each device by its full name ("GPU2, 46:00.0, NUMA 0, error: mispaired with
/// ionic_3").
class TopologyAccessible : public AreasAccessible {
public:
    explicit TopologyAccessible(TopologyView *view);

    [[nodiscard]] const draw::DisplayList *list() const override;
    [[nodiscard]] QRect viewRect(const draw::Area &area) const override;
    [[nodiscard]] const draw::Area *areaUnder(const QPoint &inView) const override;
    [[nodiscard]] std::optional<std::uint32_t> selected() const override;
    void choose(std::uint32_t area) const override;
    /// "open": its facts; "toggle", where it has a fold.
    [[nodiscard]] QStringList moreActions(std::uint32_t area) const override;
    void performAction(std::uint32_t area, const QString &action) const override;
    [[nodiscard]] const draw::Area *found(std::uint32_t area) const override;

private:
    TopologyView *m_view;
};

/// Call once per program; further calls have no effect.
void installAccessibility();

/// Screen readers announce the selected item.
void notifySelection(TopologyView &view);

} // namespace fabricscope::widgets
