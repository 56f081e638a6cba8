// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Construction of AffinityScreen.
#include "widgets/affinity/AffinityModel.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/affinity/AffinityView.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/affinity/WhatIfStrip.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/topology/Banner.h"
#include "widgets/topology/StatePage.h"

#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

constexpr int kLayoutDelayMs = 60;
constexpr int kRouteWidth = 304;
constexpr int kMinWidth = 480;
constexpr int kMaxColumn = 112; ///< px; longer texts of a table's cell wrap
constexpr int kMinToolbarWidth = 360;

/// Text margin in a cell; stored with the header that reserves it.
constexpr const char *kLines = "fabricscopeLines";

/// `lines`: lines of text in a cell.
QTableView *tableOf(AffinityModel *model, const QString &name, int lines, QWidget *parent) {
    auto *table = new QTableView(parent);
    table->setModel(model);
    table->setAccessibleName(name);
    applyMonoFont(table, 11.5);
    for (QHeaderView *header : {table->horizontalHeader(), table->verticalHeader()})
        applyFont(header, 11.5);
    table->setFrameShape(QFrame::NoFrame);
    table->setWordWrap(true);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false); // Tab leaves the table
    table->verticalHeader()->setProperty(kLines, lines);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setMaximumSectionSize(scaledToUi(kMaxColumn));
    table->setShowGrid(true);
    return table;
}

} // namespace

AffinityScreen::AffinityScreen(QWidget *parent)
    : QWidget(parent)
    , m_verdict(new VerdictBar(this))
    , m_errorStrip(new QWidget(this))
    , m_libraryError(label({}, "", 12.5, m_errorStrip))
    , m_whatIf(new WhatIfStrip(this))
    , m_toolbar(new AffinityToolbar(this))
    , m_banner(new Banner(this))
    , m_stack(new QStackedWidget(this))
    , m_statePage(new StatePage(this))
    , m_view(new AffinityView(this))
    , m_nicModel(new AffinityModel(AffinityModel::Matrix::GpuToNic, this))
    , m_gpuModel(new AffinityModel(AffinityModel::Matrix::GpuToGpu, this))
    , m_routeRule(rule(this))
    , m_route(new RoutePanel(this))
    , m_layoutTimer(new QTimer(this)) {
    m_tables = buildTables();
    build();
    connectSignals();
    showState();
}

AffinityScreen::~AffinityScreen() = default;

QWidget *AffinityScreen::buildTables() {
    auto *tables = new QWidget(this);
    tables->setObjectName(QStringLiteral("page"));
    tables->setAttribute(Qt::WA_StyledBackground);
    m_nicTable = tableOf(m_nicModel, tr("GPU to NIC"), 3, tables);
    m_gpuTable = tableOf(m_gpuModel, tr("GPU to GPU"), 1, tables);
    auto *column = new QVBoxLayout(tables);
    column->setContentsMargins(16, 8, 16, 8);
    for (QTableView *table : {m_nicTable, m_gpuTable}) {
        column->addWidget(label(table->accessibleName(), "title", 13, tables));
        column->addWidget(table, 1);
    }
    column->addStretch(0);
    return tables;
}

/// Not higher than its rows, so that the second table is directly below the first.
void AffinityScreen::fitTables() {
    const int line = QFontMetrics(monoFont(11.5)).lineSpacing();
    for (QTableView *table : {m_nicTable, m_gpuTable})
        table->verticalHeader()->setDefaultSectionSize(
            table->verticalHeader()->property(kLines).toInt() * line + 8);
    for (QTableView *table : {m_nicTable, m_gpuTable})
        table->setMaximumHeight(table->horizontalHeader()->sizeHint().height() +
                                table->verticalHeader()->length() +
                                table->horizontalScrollBar()->sizeHint().height() + 2);
}

void AffinityScreen::build() {
    m_errorStrip->setObjectName(QStringLiteral("banner"));
    m_errorStrip->setAttribute(Qt::WA_StyledBackground);
    auto *error = new QHBoxLayout(m_errorStrip);
    error->setContentsMargins(16, 6, 14, 6);
    error->setSpacing(10);
    error->addWidget(new GlyphLabel(draw::Glyph::Error, 14, m_errorStrip), 0, Qt::AlignTop);
    error->addWidget(m_libraryError, 1);
    m_libraryError->setWordWrap(true);
    m_libraryError->setMinimumWidth(1);
    m_libraryError->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QWidget *page : {static_cast<QWidget *>(m_statePage), static_cast<QWidget *>(m_view), m_tables})
        m_stack->addWidget(page);
    m_routeRule->setFixedHeight(QWIDGETSIZE_MAX);
    m_routeRule->setMinimumHeight(0);
    m_routeRule->setFixedWidth(1);
    setScaledFixedWidth(m_route, kRouteWidth);
    auto *left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(m_toolbar);
    left->addWidget(m_banner);
    left->addWidget(m_stack, 1);
    auto *body = new QHBoxLayout;
    body->setSpacing(0);
    body->addLayout(left, 1);
    body->addWidget(m_routeRule);
    body->addWidget(m_route);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_verdict);
    column->addWidget(m_errorStrip);
    column->addLayout(body, 1);
    column->addWidget(m_whatIf); // below, so that a drop target does not move
    // Narrower than the sum of its parts: parts without space are hidden (route, switches), and the sidebar
    // stays.
    setMinimumWidth(kMinWidth);
    m_toolbar->setMinimumWidth(kMinToolbarWidth);
    m_layoutTimer->setSingleShot(true);
    m_layoutTimer->setInterval(kLayoutDelayMs);
}

void AffinityScreen::connectSignals() {
    connect(m_layoutTimer, &QTimer::timeout, this, &AffinityScreen::relayout);
    connect(m_layoutTimer, &QTimer::timeout, this, &AffinityScreen::showRoute);
    connect(m_view, &AreasView::visibleWidthChanged, this, &AffinityScreen::scheduleRelayout);
    connect(m_statePage, &StatePage::actionRequested, this, &AffinityScreen::connectRequested);
    connect(m_banner, &Banner::sudoRequested, this, &AffinityScreen::sudoRequested);
    connect(m_toolbar, &AffinityToolbar::valuesChanged, this, [this](int values) {
        m_values = static_cast<layout::AffinityValues>(values);
        relayout();
    });
    connect(m_toolbar, &AffinityToolbar::tableRequested, this, [this] { showState(); });
    connect(m_toolbar, &AffinityToolbar::othersRequested, this, [this](bool drawn) {
        m_othersRequested = drawn;
        relayout();
    });
    connect(m_toolbar, &AffinityToolbar::copyRequested, this, &AffinityScreen::copyAs);
    connect(m_toolbar, &AffinityToolbar::saveRequested, this, &AffinityScreen::saveAs);
    connect(m_view, &AffinityView::chosen, this, &AffinityScreen::cellChosen);
    connect(m_view, &AffinityView::dropped, this, [this](quint32 gpu, quint32 nic) { tryPair(gpu, nic); });
    connect(m_view, &AffinityView::dragOver, this, [this](quint32 gpu, quint32 nic) {
        if (m_shown)
            m_whatIf->setPreview(QString::fromStdString(m_shown->predicted(gpu, nic).sentence));
    });
    connect(m_view, &AffinityView::dragLeft, this, [this] { m_whatIf->setPreview({}); });
    connect(m_view, &AffinityView::menuRequested, this, [this](quint32 cell, const QPoint &where) {
        if (const auto id = layout::AffinityId::decoded(cell)) {
            QMenu *menu = menuFor(*id);
            menu->setAttribute(Qt::WA_DeleteOnClose);
            menu->popup(where);
        }
    });
    connect(m_view, &AffinityView::opened, this, [this](quint32 cell) {
        const auto id = layout::AffinityId::decoded(cell);
        if (id && m_shown)
            if (const auto node = m_shown->table().fabric().gpus[id->row].node)
                Q_EMIT topologyRequested(*node);
    });
    for (QTableView *table : {m_nicTable, m_gpuTable})
        connect(table->selectionModel(), &QItemSelectionModel::currentChanged, this,
                [this](const QModelIndex &index) {
                    if (const auto cell = index.data(AffinityModel::CellRole);
                        cell.isValid() && m_cell != cell.toUInt())
                        cellChosen(cell.toUInt());
                });
    connect(m_route, &RoutePanel::tryPairRequested, this, [this] {
        if (const auto id = selectedCell(); id && id->part == layout::AffinityId::Part::Cell)
            tryPair(id->row, id->column);
    });
    connect(m_route, &RoutePanel::measurementRequested, this, &AffinityScreen::measure);
    connect(m_route, &RoutePanel::nodeRequested, this, &AffinityScreen::topologyRequested);
    connect(m_whatIf->undoButton(), &QPushButton::clicked, this, &AffinityScreen::undo);
    connect(m_whatIf->redoButton(), &QPushButton::clicked, this, &AffinityScreen::redo);
    connect(m_whatIf->resetButton(), &QPushButton::clicked, this, &AffinityScreen::reset);
}

} // namespace fabricscope::widgets
