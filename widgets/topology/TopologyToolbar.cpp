// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyToolbar.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/HostTitle.h"
#include "widgets/common/dialog/FitRow.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"

#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kMinTitleWidth = 190; ///< "mi355x-01" and "simulated"
constexpr int kMinWidth = 260;
constexpr int kBoxPx = 26;

/// In the order of layout::ColourBy.
QStringList colourNames() {
    return {TopologyToolbar::tr("Kind"), TopologyToolbar::tr("IOMMU group"), TopologyToolbar::tr("Link"),
            TopologyToolbar::tr("Owner")};
}

void box(IconButton *button) {
    button->setProperty("role", QStringLiteral("boxed"));
    setScaledFixedSize(button, kBoxPx, kBoxPx);
}

} // namespace

TopologyToolbar::TopologyToolbar(QWidget *parent)
    : QWidget(parent)
    , m_title(new HostTitle(this))
    , m_colourLabel(label(tr("Colour"), "caption", 12.5, this))
    , m_colour(new SegmentedControl(colourNames(), tr("Colour by"), this))
    , m_colourMenu(button({}, "", this))
    , m_groupTags(new ToggleSwitch(tr("Group tags"), this))
    , m_ribbons(new ToggleSwitch(tr("Ribbons"), this))
    , m_guestView(button({}, "", this))
    , m_copy(new IconButton("copy", tr("Copy the picture"), this))
    , m_tree(new IconButton("tree", tr("Hardware tree (F4)"), this)) {
    setObjectName(QStringLiteral("toolbar"));
    setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(this, 36);
    setMinimumWidth(kMinWidth); // narrower than the sum of its parts: parts without space are hidden
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 10, 0);
    row->setSpacing(8);
    row->addWidget(m_title);
    row->addSpacing(8);
    row->addWidget(m_colourLabel);
    row->addWidget(m_colour);
    row->addWidget(m_colourMenu);
    row->addSpacing(4);
    row->addWidget(m_groupTags);
    row->addSpacing(4);
    row->addWidget(m_ribbons);
    row->addSpacing(4);
    row->addWidget(m_guestView);
    row->addStretch(1);
    buildColourMenu(colourNames());
    m_guestView->setMenu(new QMenu(m_guestView));
    m_guestView->setToolTip(
        plainToolTip(tr("Shows a VM's device names next to the host's; other devices fade")));
    setGuestViews({}, -1);
    m_groupTags->setChecked(true);
    m_ribbons->setChecked(true);
    m_ribbons->setToolTip(plainToolTip(tr("GPU–NIC pairs (Shift+P)")));
    m_groupTags->setToolTip(plainToolTip(tr("IOMMU group of each device (G)")));
    for (IconButton *each : {m_copy, m_tree}) {
        box(each);
        row->addWidget(each);
    }
    m_copy->setPopupMode(QToolButton::InstantPopup);
    m_tree->setCheckable(true);
    row->addSpacing(4);
    connect(m_tree, &QToolButton::clicked, this, &TopologyToolbar::treeRequested);
    const struct {
        const char *icon;
        QString name;
        int steps; ///< 0: fit
    } zooms[] = {{"minus", tr("Zoom out"), -1}, {"plus", tr("Zoom in"), 1}, {"fit", tr("Fit to window"), 0}};
    for (const auto &[iconName, name, steps] : zooms) {
        auto *zoom = new IconButton(iconName, name, this);
        box(zoom);
        m_zooms.push_back(zoom);
        connect(zoom, &QToolButton::clicked, this, [this, by = steps] {
            if (by == 0)
                Q_EMIT fitRequested();
            else
                Q_EMIT zoomStepRequested(by);
        });
        row->addWidget(zoom);
    }
    connect(m_colour, &SegmentedControl::changed, this, [this](int index) {
        showColour();
        Q_EMIT colourByChanged(index);
    });
    connect(m_groupTags, &QAbstractButton::toggled, this, &TopologyToolbar::groupTagsChanged);
    connect(m_ribbons, &QAbstractButton::toggled, this, &TopologyToolbar::ribbonsChanged);
}

bool TopologyToolbar::event(QEvent *event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        fitTexts();
    return QWidget::event(event);
}

/// The labels before the controls are hidden first, then controls that have a key; the colours always keep a
/// menu.
void TopologyToolbar::fitTexts() {
    const bool has = m_hasPicture;
    std::vector<SpareWidget> spare{{m_colourLabel, has},          {m_ribbons, has}, {m_groupTags, has},
                                   {m_colour, has, m_colourMenu}, {m_copy, has},    {m_tree, has}};
    for (QWidget *zoom : m_zooms)
        spare.push_back({zoom, has});
    fitRow(this, m_title, kMinTitleWidth, spare);
}

void TopologyToolbar::buildColourMenu(const QStringList &names) {
    auto *menu = new QMenu(m_colourMenu);
    auto *group = new QActionGroup(menu);
    for (const QString &name : names) {
        QAction *action = menu->addAction(name);
        action->setCheckable(true);
        action->setActionGroup(group);
        const auto index = static_cast<int>(menu->actions().size()) - 1;
        connect(action, &QAction::triggered, this, [this, index] { m_colour->setCurrent(index); });
    }
    m_colourMenu->setMenu(menu);
    m_colourMenu->setToolTip(plainToolTip(tr("Colour by")));
    m_colourMenu->hide();
    showColour();
}

void TopologyToolbar::showColour() {
    QAction *chosen = m_colourMenu->menu()->actions().value(m_colour->current());
    chosen->setChecked(true);
    m_colourMenu->setText(chosen->text());
    m_colourMenu->setAccessibleName(tr("Colour by: %1").arg(chosen->text()));
}

void TopologyToolbar::setCopyActions(const QList<QAction *> &actions) {
    m_copy->addActions(actions); // a tool button's actions are its menu
}

void TopologyToolbar::setGuestViews(const QStringList &guests, int current) {
    m_hasGuestViews = !guests.isEmpty();
    m_guestView->setVisible(m_hasGuestViews && m_hasPicture);
    const bool isSeen = current >= 0 && current < guests.size();
    m_guestView->setText(isSeen ? guests.at(current) : tr("Seen by…"));
    m_guestView->setAccessibleName(isSeen ? tr("As seen by %1").arg(guests.at(current))
                                          : tr("As seen by the host"));
    fitTexts();
    m_guestView->menu()->clear();
    for (int index = -1; index < guests.size(); ++index) {
        QAction *action = m_guestView->menu()->addAction(
            index < 0 ? tr("As seen by the host") : tr("As seen by %1").arg(guests.at(index)));
        action->setCheckable(true);
        action->setChecked(index == current);
        // Queued: the selection rebuilds this menu.
        connect(
            action, &QAction::triggered, this, [this, index] { Q_EMIT guestViewRequested(index); },
            Qt::QueuedConnection);
    }
}

void TopologyToolbar::setTreeShown(bool shown) {
    m_tree->setChecked(shown);
}

void TopologyToolbar::setHasPicture(bool has) {
    if (std::exchange(m_hasPicture, has) == has)
        return;
    m_guestView->setVisible(m_hasGuestViews && has);
    fitTexts();
}

} // namespace fabricscope::widgets
