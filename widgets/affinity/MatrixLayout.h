// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot read <concepts>, which this one leads to, and needs none of it
#include "core/layout/affinity/AffinityMatrix.h"
#endif

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace fabricscope::widgets {

class AffinityPresentation;
class AffinityToolbar;
class AffinityView;

/// Lays out the matrices for the width of their view; again when it, or the toolbar's choice of values and
/// columns, changes.
class MatrixLayout : public QObject {
    Q_OBJECT
public:
    MatrixLayout(AffinityView &view, AffinityToolbar &toolbar, QObject *parent);

    /// At once. nullptr: no matrices. `cell` is marked as selected.
    void show(std::shared_ptr<const AffinityPresentation> shown, std::optional<std::uint32_t> cell);
    void select(std::optional<std::uint32_t> cell);
    /// A NIC outside the fabric: its column is added to the picture.
    void reveal(const layout::AffinityId &cell);
    /// Soon, when the size no longer changes.
    void schedule();
    /// What was scheduled, at once. Returns whether anything was.
    bool finish();

Q_SIGNALS:
    void laidOut(); ///< what was scheduled

private:
    void layOut();

    AffinityView &m_view;
    AffinityToolbar &m_toolbar;
    QTimer m_timer;
    std::shared_ptr<const AffinityPresentation> m_shown;
    std::optional<std::uint32_t> m_cell;
    layout::AffinityValues m_values = layout::AffinityValues::PathAndBandwidth;
    std::optional<bool> m_othersRequested; ///< by the user; unset: where they have room
};

} // namespace fabricscope::widgets
