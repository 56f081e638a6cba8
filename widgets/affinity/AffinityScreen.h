// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/History.h"
#ifndef Q_MOC_RUN // Qt 6.4's moc cannot read <concepts>, which this one leads to, and needs none of it
#include "widgets/affinity/AffinityPresentation.h"
#endif

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

class AffinityModel;
class AffinityToolbar;
class AffinityView;
class Banner;
class RoutePanel;
class StatePage;
class VerdictBar;
class WhatIfStrip;

/// Who should talk to whom on one host, who does, and what would change: verdict, matrices, route. What a
/// user tries out here is a hypothesis on the screen; nothing is ever written to a machine.
class AffinityScreen : public QWidget {
    Q_OBJECT
public:
    explicit AffinityScreen(QWidget *parent = nullptr);
    ~AffinityScreen() override;

    /// The chosen cell and the moves stay with their devices when the same host is read again.
    void setContent(const AffinityContent &content);
    [[nodiscard]] const AffinityContent &content() const { return m_content; }
    /// nullptr while nothing is judged.
    [[nodiscard]] const AffinityPresentation *shown() const { return m_shown.get(); }

    /// Whether something can be run on the host: not on a file.
    void setMeasurable(bool measurable);
    /// The chosen cell is of a GPU and a NIC with RDMA, on such a host.
    [[nodiscard]] bool canMeasure() const;
    void measure(); ///< it: measurementRequested() follows
    /// A device that was chosen on another screen: its pair becomes the chosen cell.
    void selectNode(std::optional<topology::NodeId> node);
    void selectCell(const layout::AffinityId &cell);
    [[nodiscard]] std::optional<layout::AffinityId> selectedCell() const;

    /// Tries a pair out, as dragging does. Indices of the judgement's fabric.
    void tryPair(std::size_t gpu, std::size_t nic);
    void undo();
    void redo();
    void reset();
    /// The moves tried out on a host, also of one that is not shown.
    [[nodiscard]] const workspace::WhatIfMoves &moves(quint64 host);
    void setMoves(quint64 host, const workspace::WhatIfMoves &moves);

    /// As a table instead of the picture (F4).
    void showTable(bool table);
    /// The route at the right; unset: where there is room, or once a cell was chosen.
    void setRouteShown(std::optional<bool> requested);
    [[nodiscard]] bool hasRoomForRoute() const;
    /// To the clipboard as text: the cell that the user chose, with its way; without one the verdict and the
    /// matrices, as the command line prints them.
    void copySelection();
    /// The whole screen as one picture, as `render --view affinity` has it.
    [[nodiscard]] bool hasPicture() const;

    [[nodiscard]] VerdictBar *verdictBar() const { return m_verdict; }
    [[nodiscard]] WhatIfStrip *whatIfStrip() const { return m_whatIf; }
    [[nodiscard]] AffinityToolbar *toolbar() const { return m_toolbar; }
    [[nodiscard]] Banner *banner() const { return m_banner; }
    [[nodiscard]] AffinityView *view() const { return m_view; }
    [[nodiscard]] RoutePanel *routePanel() const { return m_route; }
    [[nodiscard]] StatePage *statePage() const { return m_statePage; }
    [[nodiscard]] QTableView *nicTable() const { return m_nicTable; }
    [[nodiscard]] QTableView *gpuTable() const { return m_gpuTable; }
    [[nodiscard]] QLabel *libraryError() const { return m_libraryError; }
    /// "Use this NIC for this GPU", and copying, for a cell.
    [[nodiscard]] QMenu *menuFor(const layout::AffinityId &cell);
    void themeChanged();
    /// What waits for the window to stop resizing is done now (pictures).
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
    [[nodiscard]] QWidget *buildTables();
    void connectSignals();
    void rejudge();
    void showContent();
    void moved();
    void showState();
    [[nodiscard]] bool showStatePage();
    void showVerdict();
    void relayout();
    void scheduleRelayout();
    void showRoute();
    void cellChosen(std::uint32_t cell);
    void restoreCell(const AffinityPresentation *before);
    void revealColumn(const layout::AffinityId &cell);
    void fitTables();
    void chooseDefault();
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
    QWidget *m_errorStrip;
    QLabel *m_libraryError;
    WhatIfStrip *m_whatIf;
    AffinityToolbar *m_toolbar;
    Banner *m_banner;
    QStackedWidget *m_stack;
    StatePage *m_statePage;
    AffinityView *m_view;
    QWidget *m_tables;
    QTableView *m_nicTable;
    QTableView *m_gpuTable;
    AffinityModel *m_nicModel;
    AffinityModel *m_gpuModel;
    QWidget *m_routeRule;
    RoutePanel *m_route;
    QTimer *m_layoutTimer;
};

} // namespace fabricscope::widgets
