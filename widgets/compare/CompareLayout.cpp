// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/compare/DifferenceDelegate.h"
#include "widgets/compare/DifferenceModel.h"
#include "widgets/compare/FilterChips.h"
#include "widgets/compare/SideChooser.h"
#include "widgets/compare/SideView.h"
#include "widgets/inspector/EvidenceBox.h"
#include "widgets/topology/StatePage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

namespace fabricscope::widgets {

// Layout of the Compare screen; the behaviour of its parts is in CompareScreen.cpp.

namespace {

constexpr int kPicturesHeight = 700;
constexpr int kFooterHeight = 190;

} // namespace

QWidget *CompareScreen::buildBar() {
    auto *bar = new QWidget(this);
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(bar, 44);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 0, 10, 0);
    row->setSpacing(8);
    auto *swap = new QToolButton(bar);
    swap->setText(QStringLiteral("⇄"));
    swap->setToolTip(plainToolTip(tr("Swap the sides")));
    swap->setAccessibleName(tr("Swap the sides"));
    setScaledFixedSize(swap, 28, 28);
    connect(swap, &QToolButton::clicked, this, &CompareScreen::swapSides);
    row->addWidget(m_beforeChooser);
    row->addWidget(swap);
    row->addWidget(m_afterChooser);
    row->addStretch(1);
    const struct {
        const char *icon;
        QString name;
        int steps; ///< 0: fit
    } zooms[] = {{"minus", tr("Zoom out"), -1}, {"plus", tr("Zoom in"), 1}, {"fit", tr("Fit to width"), 0}};
    for (const auto &[iconName, name, steps] : zooms) {
        auto *zoom = new IconButton(iconName, name, bar);
        zoom->setProperty("role", QStringLiteral("boxed"));
        setScaledFixedSize(zoom, 26, 26);
        connect(zoom, &QToolButton::clicked, this, [this, by = steps] { zoomBy(by); });
        row->addWidget(zoom);
    }
    return bar;
}

QWidget *CompareScreen::buildVerdict() {
    auto *box = new QWidget(this);
    box->setObjectName(QStringLiteral("page"));
    box->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(14, 8, 14, 2);
    column->setSpacing(6);
    auto *row = new QHBoxLayout;
    row->setSpacing(9);
    applyFont(m_verdict, 16, QFont::DemiBold);
    applyFont(m_detail, 12.5);
    row->addWidget(m_glyph);
    row->addWidget(m_verdict);
    row->addWidget(m_detail, 1);
    column->addLayout(row);
    auto *scroll = new QScrollArea(box); // twelve categories do not fit everywhere
    scroll->setWidget(m_chips);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    setScaledFixedHeight(scroll, FilterChips::kRowHeight);
    column->addWidget(scroll);
    return box;
}

QWidget *CompareScreen::buildFooter() {
    m_list->setModel(m_model);
    m_list->setItemDelegate(new DifferenceDelegate(m_list));
    m_list->setMouseTracking(true);
    m_list->setResizeMode(QListView::Adjust); // rows are as high as their words are long
    m_list->setWordWrap(true);                // so that each change of its width relayouts them
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Differences"));
    setScaledMinimumHeight(m_list, 3 * DifferenceDelegate::kRowHeight);
    auto *area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setObjectName(QStringLiteral("inspector"));
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *inside = new QWidget(area);
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 8, 0, 8);
    column->setSpacing(6);
    column->addWidget(m_beforeEvidence);
    column->addWidget(m_afterEvidence);
    column->addStretch(1);
    area->setWidget(inside);
    area->setMinimumWidth(220);
    m_evidence = area;
    auto *foot = new QSplitter(Qt::Horizontal, this);
    foot->setHandleWidth(1);
    foot->setChildrenCollapsible(false);
    foot->addWidget(m_list);
    foot->addWidget(area);
    foot->setStretchFactor(0, 3);
    foot->setStretchFactor(1, 2);
    return foot;
}

void CompareScreen::build() {
    m_pictures->setHandleWidth(1);
    m_pictures->setChildrenCollapsible(false);
    m_pictures->addWidget(m_before);
    m_pictures->addWidget(m_after);
    m_pictures->setStretchFactor(0, 1);
    m_pictures->setStretchFactor(1, 1);
    m_pictures->setSizes({kPicturesHeight, kPicturesHeight}); // equal parts
    auto *halves = new QSplitter(Qt::Vertical, this);
    halves->setHandleWidth(1);
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_pictures);
    halves->addWidget(buildFooter());
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 0);
    halves->setSizes({kPicturesHeight, kFooterHeight});
    auto *content = new QWidget(this);
    auto *inner = new QVBoxLayout(content);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(0);
    inner->addWidget(buildVerdict());
    inner->addWidget(rule(content));
    inner->addWidget(halves, 1);
    m_stack->addWidget(m_statePage);
    m_stack->addWidget(content);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildBar());
    column->addWidget(m_stack, 1);
}

} // namespace fabricscope::widgets
