// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which this header leads to.
namespace fabricscope::layout {
struct AffinityId;
}

namespace fabricscope::widgets {

class AffinityPresentation;

/// The actions for a cell of the matrices: "Use this NIC for this GPU", and copying.
class AffinityCellMenu : public QMenu {
    Q_OBJECT
public:
    /// `shown`: nullptr if nothing is judged. `measurable`: whether tools can run on the host.
    AffinityCellMenu(const AffinityPresentation *shown, const layout::AffinityId &cell, bool measurable,
                     QWidget *parent);

Q_SIGNALS:
    void pairRequested(); ///< to be tried
    void measurementRequested();
    void topologyRequested(quint32 node);
    void copyRequested(int format); ///< report::AffinityFormat
    void saveRequested();

private:
    void addPairActions(const AffinityPresentation &shown, const layout::AffinityId &cell, bool measurable);
};

} // namespace fabricscope::widgets
