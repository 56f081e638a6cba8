// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/topology/TopologyLayout.h"
#include "widgets/topology/DeviceSearch.h"
#include "widgets/topology/TopologyContent.h"

#include <QHash>
#include <QWidget>

class QAction;
class QSplitter;
class QStackedWidget;
class QTimer;

namespace fabricscope::widgets {

class Banner;
class StatePage;
class TopologyActions;
class TopologyScene;
class TopologyToolbar;
class TopologyTree;
class TopologyView;
class UnplacedView;
enum class CopyAs;

/// One host as nested NUMA → root port → switch → device boxes, in every state from empty to ready, and below
/// it, on request, the same as a tree.
class TopologyScreen : public QWidget {
    Q_OBJECT
public:
    explicit TopologyScreen(QWidget *parent = nullptr);

    /// The selection stays with its device (by BDF) when further parts of the same host arrive.
    void setContent(const TopologyContent &content);
    [[nodiscard]] const TopologyContent &content() const { return m_content; }
    [[nodiscard]] ViewState state() const { return stateOf(m_content); }
    [[nodiscard]] std::optional<topology::NodeId> selected() const;
    void select(std::optional<topology::NodeId> node);
    /// Outlines the hits of the text, fades the rest, and returns their number; -1 for an empty text.
    int find(const QString &text);
    [[nodiscard]] const std::vector<topology::NodeId> &hits() const { return m_hits.nodes(); }
    /// The next (or previous) hit becomes the selection.
    void findNext(int direction = 1);

    [[nodiscard]] TopologyView *view() const { return m_view; }
    [[nodiscard]] TopologyScene *scene() const { return m_scene; }
    [[nodiscard]] TopologyToolbar *toolbar() const { return m_toolbar; }
    [[nodiscard]] UnreachablePage *errorPage() const { return m_errorPage; }
    [[nodiscard]] StatePage *statePage() const { return m_statePage; }
    [[nodiscard]] Banner *banner() const { return m_banner; }
    [[nodiscard]] const layout::TopologyOptions &options() const { return m_options; }
    void setColourBy(layout::ColourBy colourBy);
    /// Paints the route of this GPU's or NIC's pairs over the links, until another host or std::nullopt.
    void trace(std::optional<topology::NodeId> device);
    [[nodiscard]] std::optional<topology::NodeId> traced() const { return m_options.traced; }
    /// Shows addresses and names of this guest next to the host's; devices of others fade; nullptr: none.
    void setSeenBy(std::shared_ptr<const present::SeenByGuest> seenBy);
    /// A row between the toolbar and the picture.
    void addAbovePicture(QWidget *row);
    /// For the context menu of a device: it shows those that are enabled.
    void setDeviceActions(const QList<QAction *> &actions);
    /// Shows the tree; F4 does the same.
    void setTreeShown(bool shown);
    [[nodiscard]] bool treeShown() const;
    [[nodiscard]] TopologyTree *tree() const { return m_tree; }
    [[nodiscard]] UnplacedView *unplaced() const { return m_unplaced; }
    /// Opens or closes a fold of the picture, by its stable id.
    void setFold(const QString &id, bool open);
    /// The opened and closed folds of a host's picture; also of one that is not shown. Kept with the host
    /// while the window exists; save them on foldsChosen().
    [[nodiscard]] layout::Folds folds(quint64 host) const { return m_folds.value(host); }
    void setFolds(quint64 host, const layout::Folds &folds);
    /// Copies to the clipboard; failures are reported.
    void copy(CopyAs form);
    void themeChanged();
    /// Completes a layout that waits for the end of resizing (for pictures).
    void settle();

Q_SIGNALS:
    void nodeSelected();
    void zoomChanged(double zoom);
    void evidenceRequested();
    void inspectorRequested();
    void statusMessageRequested(const QString &text); ///< for the status bar
    void foldsChosen(quint64 host);                   ///< by the user
    void sudoRequested();
    void connectRequested();
    void retryRequested();
    void snapshotRequested();
    void editRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    void showState();
    void relayout();
    void foldsChanged();
    void updateHighlight();
    void connectSignals();
    void connectTree();
    void connectActions();
    void updateTree();

    TopologyContent m_content;
    layout::TopologyOptions m_options;
    DeviceHits m_hits;
    QHash<quint64, layout::Folds> m_folds; ///< folds that the user opened and closed, by host
    TopologyToolbar *m_toolbar;
    Banner *m_banner;
    QStackedWidget *m_stack;
    StatePage *m_statePage;
    UnreachablePage *m_errorPage;
    TopologyScene *m_scene;
    TopologyView *m_view;
    UnplacedView *m_unplaced; ///< below the picture, or instead of one that would be empty
    TopologyTree *m_tree;
    TopologyActions *m_actions;
    QSplitter *m_splitter;    ///< picture above, tree below
    double m_uiScale;         ///< that the picture was last shown at
    bool m_treeSized = false; ///< the user's sizes are saved
    quint64 m_treeHost = 0;   ///< the host shown in the tree
    QTimer *m_layoutTimer;
};

} // namespace fabricscope::widgets
