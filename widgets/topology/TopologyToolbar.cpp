// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyToolbar.h"

#include "widgets/common/Controls.h"
#include "widgets/common/HostTitle.h"

#include <QHBoxLayout>

namespace fabricscope::widgets {

namespace {

/// Below this width the words in front of the controls go.
constexpr int kRoomy = 920;
constexpr int kBoxPx = 26;

void box(IconButton *button) {
    button->setProperty("role", QStringLiteral("boxed"));
    button->setFixedSize(kBoxPx, kBoxPx);
}

} // namespace

TopologyToolbar::TopologyToolbar(QWidget *parent)
    : QWidget(parent)
    , m_title(new HostTitle(this))
    , m_colourWord(label(tr("Colour"), "caption", 12.5, this))
    , m_colour(new SegmentedControl({tr("Kind"), tr("IOMMU group"), tr("Link"), tr("Owner")}, tr("Colour by"),
                                    this))
    , m_groupTags(new ToggleSwitch(tr("Group tags"), this))
    , m_ribbons(new ToggleSwitch(tr("Ribbons"), this))
    , m_copy(new IconButton("copy", tr("Copy the picture"), this))
    , m_tree(new IconButton("tree", tr("Hardware tree (F4)"), this)) {
    setObjectName(QStringLiteral("toolbar"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(36);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 10, 0);
    row->setSpacing(8);
    row->addWidget(m_title);
    row->addSpacing(8);
    row->addWidget(m_colourWord);
    row->addWidget(m_colour);
    row->addSpacing(4);
    row->addWidget(m_groupTags);
    row->addSpacing(4);
    row->addWidget(m_ribbons);
    row->addStretch(1);
    m_groupTags->setChecked(true);
    m_ribbons->setChecked(true);
    m_ribbons->setToolTip(tr("Which NIC each GPU uses (Shift+P)"));
    m_groupTags->setToolTip(tr("The number of each device's IOMMU group (G)"));
    for (IconButton *each : {m_copy, m_tree}) {
        box(each);
        row->addWidget(each);
    }
    m_copy->setPopupMode(QToolButton::InstantPopup);
    m_tree->setCheckable(true);
    row->addSpacing(4);
    connect(m_tree, &QToolButton::clicked, this, &TopologyToolbar::treeWanted);
    const struct {
        const char *icon;
        QString name;
        int steps; ///< 0: fit
    } zooms[] = {{"minus", tr("Zoom out"), -1}, {"plus", tr("Zoom in"), 1}, {"fit", tr("Fit to window"), 0}};
    for (const auto &[iconName, name, steps] : zooms) {
        auto *zoom = new IconButton(iconName, name, this);
        box(zoom);
        connect(zoom, &QToolButton::clicked, this, [this, by = steps] {
            if (by == 0)
                Q_EMIT fitWanted();
            else
                Q_EMIT zoomStep(by);
        });
        row->addWidget(zoom);
    }
    connect(m_colour, &SegmentedControl::changed, this, &TopologyToolbar::colourByChanged);
    connect(m_groupTags, &QAbstractButton::toggled, this, &TopologyToolbar::groupTagsChanged);
    connect(m_ribbons, &QAbstractButton::toggled, this, &TopologyToolbar::ribbonsChanged);
}

void TopologyToolbar::resizeEvent(QResizeEvent *event) {
    m_colourWord->setVisible(width() >= kRoomy);
    QWidget::resizeEvent(event);
}

void TopologyToolbar::setCopyActions(const QList<QAction *> &actions) {
    m_copy->addActions(actions); // a tool button's actions are its menu
}

void TopologyToolbar::setTreeShown(bool shown) {
    m_tree->setChecked(shown);
}

} // namespace fabricscope::widgets
