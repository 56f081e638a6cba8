// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/accessibility/BenchAccessible.h"

#include "widgets/bench/BenchPicture.h"

namespace fabricscope::widgets {

namespace {

QAccessibleInterface *benchFactory(const QString &, QObject *object) {
    auto *picture = qobject_cast<BenchPicture *>(object);
    return picture != nullptr ? new BenchAccessible(picture) : nullptr;
}

} // namespace

BenchAccessible::BenchAccessible(BenchPicture *picture)
    : AreasAccessible(picture, QAccessible::Chart, QAccessible::ListItem,
                      {}) // the picture's own, which changes with what it shows
    , m_picture(picture) {}

const layout::DisplayList *BenchAccessible::list() const {
    return &m_picture->list();
}

QRect BenchAccessible::viewRect(const layout::Area &area) const {
    return m_picture->viewRect(area);
}

const layout::Area *BenchAccessible::areaUnder(const QPoint &inView) const {
    return m_picture->areaUnder(inView);
}

std::optional<std::uint32_t> BenchAccessible::selected() const {
    return m_picture->selected();
}

void BenchAccessible::choose(std::uint32_t area) const {
    m_picture->choose(area);
}

void installBenchAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(benchFactory);
        return true;
    }();
    static_cast<void>(installed);
}

} // namespace fabricscope::widgets
