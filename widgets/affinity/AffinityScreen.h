// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/History.h"
#ifndef Q_MOC_RUN // Qt 6.4's moc cannot read <concepts>, which this one leads to, and needs none of it
#include "widgets/affinity/AffinityPresentation.h"
#endif
#include "widgets/affinity/AffinityStatePage.h"

#include <QHash>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QMenu;
class QStackedWidget;
class QTableView;
class QTimer;

namespace fabricscope::widgets {

class AffinityTables;
class AffinityToolbar;
class AffinityView;
class Banner;
class LibraryErrorStrip;
class RoutePanel;
class VerdictBar;
class WhatIfStrip;

/// The GPU-NIC pairing of one host, its ideal, and the effect of changes: verdict, matrices, route. Moves
/// that a user tries out are hypothetical; nothing is ever written to a machine.
class AffinityScreen : public QWidget {
    Q_OBJECT
public:
    explicit AffinityScreen(QWidget *parent = nullptr);
    ~AffinityScreen() override;

    /// The selected cell and the moves stay with their devices when the same host is read again.
    void setContent(const AffinityContent &content);
    [[nodiscard]] const AffinityContent &content() const { return m_content; }
    /// nullptr if nothing is judged.
    [[nodiscard]] const AffinityPresentation *shown() const { return m_shown.get(); }

    /// Whether tools can run on the host: false for a file.
    void setMeasurable(bool measurable);
    /// Whether the selected cell is a GPU and an RDMA NIC of such a host.
    [[nodiscard]] bool canMeasure() const;
    void measure(); ///< it: measurementRequested() follows
    /// Selects the cell of a device that was selected on another screen.
    void selectNode(std::optional<topology::NodeId> node);
    void selectCell(const layout::AffinityId &cell);
    [[nodiscard]] std::optional<layout::AffinityId> selectedCell() const;

    /// Tries a pair, like dragging. Indices of the judgement's fabric.
    void tryPair(std::size_t gpu, std::size_t nic);
    void undo();
    void redo();
    void reset();
    /// The moves tried for a host, also for one that is not shown.
    [[nodiscard]] const workspace::WhatIfMoves &moves(quint64 host);
    void setMoves(quint64 host, const workspace::WhatIfMoves &moves);

    /// As a table instead of the picture (F4).
    void showTable(bool table);
    /// Shows the route at the right; unset: if there is space, or once a cell is selected.
    void setRouteShown(std::optional<bool> requested);
    [[nodiscard]] bool hasRoomForRoute() const;
    /// Copies as text: the selected cell with its route; without one the verdict and the matrices, as printed
    /// by the command line.
    void copySelection();
    /// The whole screen as one picture, like `render --view affinity`.
    [[nodiscard]] bool hasPicture() const;

    [[nodiscard]] VerdictBar *verdictBar() const { return m_verdict; }
    [[nodiscard]] WhatIfStrip *whatIfStrip() const { return m_whatIf; }
    [[nodiscard]] AffinityToolbar *toolbar() const { return m_toolbar; }
    [[nodiscard]] Banner *banner() const { return m_banner; }
    [[nodiscard]] AffinityView *view() const { return m_view; }
    [[nodiscard]] RoutePanel *routePanel() const { return m_route; }
    [[nodiscard]] AffinityStatePage *statePage() const { return m_statePage; }
    [[nodiscard]] QTableView *nicTable() const;
    [[nodiscard]] QTableView *gpuTable() const;
    [[nodiscard]] QLabel *libraryError() const;
    /// The actions for a cell.
    [[nodiscard]] QMenu *menuFor(const layout::AffinityId &cell);
    void themeChanged();
    /// Completes a layout that waits for the end of resizing (for pictures).
    void settle();

Q_SIGNALS:
    void nodeChosen(quint32 node);                       ///< the GPU of the chosen cell
    void topologyRequested(quint32 node);                ///< to be shown there
    void measurementRequested(quint32 gpu, quint32 nic); ///< of the host's fabric; to be run there
    void movesChanged(quint64 host);                     ///< by the user, here
    void routeVisibilityChanged();                       ///< the route came or went
    void connectRequested();
    void sudoRequested();
    void pictureRequested();                          ///< of the screen, on the clipboard
    void statusMessageRequested(const QString &text); ///< for the status bar

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    void build();
    void connectSignals();
    void rejudge();
    void showContent();
    void moved();
    void showState();
    void showVerdict();
    void relayout();
    void scheduleRelayout();
    void showRoute();
    void cellChosen(std::uint32_t cell);
    void revealColumn(const layout::AffinityId &cell);
    void connectView();
    void copyAs(int format);
    void saveAs();
    [[nodiscard]] workspace::History<workspace::WhatIfMoves> &history();

    AffinityContent m_content;
    std::shared_ptr<const AffinityPresentation> m_shown;
    std::optional<std::uint32_t> m_cell;
    layout::AffinityValues m_values = layout::AffinityValues::PathAndBandwidth;
    QHash<quint64, workspace::History<workspace::WhatIfMoves>> m_histories; ///< by host
    std::optional<bool> m_routeRequested;
    std::optional<bool> m_othersRequested; ///< by the user; unset: where they have room
    bool m_isMeasurable = false;
    bool m_isDue = false;            ///< what was judged is not in matrices, tables and route yet
    bool m_cellChosenByUser = false; ///< then the route is wanted, even where it is narrow

    VerdictBar *m_verdict;
    LibraryErrorStrip *m_errorStrip;
    WhatIfStrip *m_whatIf;
    AffinityToolbar *m_toolbar;
    Banner *m_banner;
    QStackedWidget *m_stack;
    AffinityStatePage *m_statePage;
    AffinityView *m_view;
    AffinityTables *m_tables;
    QWidget *m_routeRule;
    RoutePanel *m_route;
    QTimer *m_layoutTimer;
};

} // namespace fabricscope::widgets
