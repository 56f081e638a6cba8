// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot read <concepts>, which this one leads to, and needs none of it
#include "widgets/affinity/AffinityPresentation.h"
#endif
#include "widgets/affinity/AffinityStatePage.h"

#include <QWidget>

#include <memory>
#include <optional>

class QStackedWidget;

namespace fabricscope::widgets {

class AffinityTables;
class AffinityToolbar;
class AffinityView;
class Banner;
class CellActions;
class LibraryErrorStrip;
class MatrixLayout;
class ContentWithPanel;
class RoutePanel;
class TriedPairs;
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

    /// Selects the cell of a device that was selected on another screen.
    void selectNode(std::optional<topology::NodeId> node);
    void selectCell(const layout::AffinityId &cell);
    [[nodiscard]] std::optional<layout::AffinityId> selectedCell() const;
    /// Whether the user chose it.
    [[nodiscard]] bool isCellChosen() const { return m_cell && m_cellChosenByUser; }

    /// Tries a pair, like dragging. Indices of the judgement's fabric.
    void tryPair(std::size_t gpu, std::size_t nic);
    [[nodiscard]] TriedPairs &tried() const { return *m_tried; }

    /// As a table instead of the picture (F4).
    void showTable(bool table);
    /// Shows the route at the right; unset: if there is space, or once a cell is selected.
    void setRouteShown(std::optional<bool> requested);
    [[nodiscard]] bool hasRoomForRoute() const;
    /// The whole screen as one picture, like `render --view affinity`.
    [[nodiscard]] bool hasPicture() const;

    [[nodiscard]] VerdictBar *verdictBar() const { return m_verdict; }
    [[nodiscard]] WhatIfStrip *whatIfStrip() const { return m_whatIf; }
    [[nodiscard]] AffinityToolbar *toolbar() const { return m_toolbar; }
    [[nodiscard]] Banner *banner() const { return m_banner; }
    [[nodiscard]] AffinityView *view() const { return m_view; }
    [[nodiscard]] RoutePanel *routePanel() const { return m_route; }
    [[nodiscard]] AffinityStatePage *statePage() const { return m_statePage; }
    [[nodiscard]] AffinityTables *tables() const { return m_tables; }
    [[nodiscard]] LibraryErrorStrip *errorStrip() const { return m_errorStrip; }
    [[nodiscard]] CellActions &actions() const { return *m_actions; }
    void themeChanged();
    /// Completes a layout that waits for the end of resizing (for pictures).
    void settle();

Q_SIGNALS:
    void nodeChosen(quint32 node);        ///< the GPU of the chosen cell
    void topologyRequested(quint32 node); ///< to be shown there
    void routeVisibilityChanged();        ///< the route came or went
    void connectRequested();
    void sudoRequested();
    void pictureRequested(); ///< of the screen, on the clipboard

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
    void showState();
    void showVerdict();
    void showRoute();
    void cellChosen(std::uint32_t cell);
    void connectView();

    AffinityContent m_content;
    std::shared_ptr<const AffinityPresentation> m_shown;
    std::optional<std::uint32_t> m_cell;
    std::optional<bool> m_routeRequested;
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
    MatrixLayout *m_matrices;
    TriedPairs *m_tried;
    RoutePanel *m_route;
    ContentWithPanel *m_columns = nullptr; ///< the matrices, and the route
    CellActions *m_actions;
};

} // namespace fabricscope::widgets
