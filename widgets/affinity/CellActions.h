// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMenu;

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which this header leads to.
namespace fabricscope::layout {
struct AffinityId;
}

namespace fabricscope::widgets {

class AffinityScreen;
class RoutePanel;

/// What can be done with the selected cell, and with the matrices as a whole: measure, copy, save.
class CellActions : public QObject {
    Q_OBJECT
public:
    CellActions(AffinityScreen &screen, RoutePanel &route);

    /// Whether tools can run on the host: false for a file.
    void setMeasurable(bool measurable);
    /// Whether the selected cell is a GPU and an RDMA NIC of such a host.
    [[nodiscard]] bool canMeasure() const;
    void measure(); ///< it: measurementRequested() follows
    /// Copies as text: the selected cell with its route; without one the verdict and the matrices, as printed
    /// by the command line.
    void copySelection();
    void copyAs(int format); ///< report::AffinityFormat
    void saveAs();
    /// The actions for a cell.
    [[nodiscard]] QMenu *menuFor(const layout::AffinityId &cell);

Q_SIGNALS:
    void measurementRequested(quint32 gpu, quint32 nic); ///< of the host's fabric; to be run there
    void statusMessageRequested(const QString &text);    ///< for the status bar

private:
    AffinityScreen &m_screen;
    RoutePanel &m_route;
    bool m_isMeasurable = false;
};

} // namespace fabricscope::widgets
