// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/TopologyLayout.h"
#include "widgets/topology/TopologyContent.h"

#include <QSet>
#include <QWidget>

class QStackedWidget;
class QTimer;

namespace fabricscope::widgets {

class Banner;
class StatePage;
class TopologyScene;
class TopologyToolbar;
class TopologyView;

/// One host as nested NUMA → root port → switch → device boxes, in every state from empty to ready.
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
    /// Outlines what the text means, fades the rest, and gives how many there are; -1 for an empty text.
    int find(const QString &text);
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
    void themeChanged();
    /// A layout that waits for the window to stop resizing is made now (pictures).
    void settle();

Q_SIGNALS:
    void nodeSelected();
    void zoomChanged(double zoom);
    void evidenceWanted();
    void sudoWanted();
    void connectWanted();
    void tryAgainWanted();
    void snapshotWanted();
    void editWanted();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showState();
    void relayout();
    void updateHighlight();
    void connectSignals();

    TopologyContent m_content;
    layout::TopologyOptions m_options;
    QString m_search;
    std::vector<topology::NodeId> m_hits;
    QSet<quint64> m_dismissed; ///< hosts whose banner was put away
    TopologyToolbar *m_toolbar;
    Banner *m_banner;
    QStackedWidget *m_stack;
    StatePage *m_statePage;
    UnreachablePage *m_errorPage;
    TopologyScene *m_scene;
    TopologyView *m_view;
    QTimer *m_layoutTimer;
};

} // namespace fabricscope::widgets
