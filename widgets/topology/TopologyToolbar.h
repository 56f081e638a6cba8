// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/topology/TopologyLayout.h"

#include <QList>
#include <QWidget>

#include <vector>

class QAction;
class QPushButton;

namespace fabricscope::widgets {

class HostTitle;
class IconButton;
class SegmentedControl;
class ToggleSwitch;

/// Host name, colouring, group tags, ribbons, copying, the tree, zoom.
class TopologyToolbar : public QWidget {
    Q_OBJECT
public:
    explicit TopologyToolbar(QWidget *parent = nullptr);
    [[nodiscard]] HostTitle *title() const { return m_title; }
    [[nodiscard]] SegmentedControl *colourControl() const { return m_colour; }
    [[nodiscard]] QPushButton *colourMenu() const { return m_colourMenu; }
    [[nodiscard]] ToggleSwitch *groupTags() const { return m_groupTags; }
    [[nodiscard]] ToggleSwitch *ribbons() const { return m_ribbons; }
    void setCopyActions(const QList<QAction *> &actions);
    void setTreeShown(bool shown);
    /// Without a picture it shows only the host's name and state.
    void setHasPicture(bool has);
    /// "As seen by": hidden if there is no VM; -1: the host.
    void setGuestViews(const QStringList &guests, int current);
    [[nodiscard]] QPushButton *guestViewButton() const { return m_guestView; }

Q_SIGNALS:
    void colourByChanged(int colourBy);
    void groupTagsChanged(bool on);
    void ribbonsChanged(bool on);
    void guestViewRequested(int index);
    void zoomStepRequested(int steps);
    void fitRequested();
    void treeRequested();

protected:
    bool event(QEvent *event) override;

private:
    void fitTexts();
    void buildColourMenu(const QStringList &names);
    void showColour();

    HostTitle *m_title;
    QWidget *m_colourLabel;
    SegmentedControl *m_colour;
    QPushButton *m_colourMenu; ///< shown instead if that has no space
    ToggleSwitch *m_groupTags;
    ToggleSwitch *m_ribbons;
    QPushButton *m_guestView;
    IconButton *m_copy;
    IconButton *m_tree;
    std::vector<QWidget *> m_zooms;
    bool m_hasPicture = true, m_hasGuestViews = false;
};

} // namespace fabricscope::widgets
