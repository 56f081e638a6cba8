// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmList.h"

#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/models/HostVmModel.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>

namespace fabricscope::widgets {

namespace {

constexpr int kRowHeight = 26; ///< of the design

} // namespace

HostVmList::HostVmList(QWidget *parent) : QTableView(parent), m_model(new HostVmModel(this)) {
    setModel(m_model);
    setObjectName(QStringLiteral("hostVmRows"));
    setAccessibleName(tr("Host and VM as a table"));
    applyMonoFont(this, 11.5);
    applyFont(horizontalHeader(), 11.5);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false); // Tab leaves the table
    setShowGrid(false);
    setWordWrap(false);
    verticalHeader()->hide();
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    fitColumns();
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        if (const auto row = rowOf(index); row && !m_selecting)
            Q_EMIT chosen(*row);
    });
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        if (const auto row = rowOf(index))
            Q_EMIT opened(*row);
    });
}

std::optional<quint32> HostVmList::rowOf(const QModelIndex &index) {
    const QVariant row = index.data(HostVmModel::RowRole);
    return row.isValid() ? std::optional(row.toUInt()) : std::nullopt;
}

void HostVmList::setExamination(std::shared_ptr<const present::HostVmExamination> examination) {
    const auto before = rowOf(currentIndex());
    const QScopedValueRollback guard(m_selecting, true);
    m_model->setExamination(std::move(examination));
    fitColumns();
    select(before);
}

void HostVmList::select(std::optional<std::uint32_t> row) {
    const QScopedValueRollback guard(m_selecting, true);
    const QModelIndex index = row ? m_model->indexOf(*row) : QModelIndex();
    if (index.isValid() && index.row() != currentIndex().row())
        setCurrentIndex(index);
    else if (!index.isValid())
        selectionModel()->clear();
}

void HostVmList::fitColumns() {
    verticalHeader()->setDefaultSectionSize(scaledToUi(kRowHeight));
    resizeColumnsToContents();
    constexpr int kColumnGap = 6; // px
    for (int column = 0; column < m_model->columnCount(); ++column)
        setColumnWidth(column, columnWidth(column) + scaledToUi(kColumnGap));
}

bool HostVmList::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange)
        fitColumns();
    return QTableView::event(event);
}

void HostVmList::contextMenuEvent(QContextMenuEvent *event) {
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index =
        byMouse ? indexAt(viewport()->mapFromGlobal(event->globalPos())) : currentIndex();
    if (const auto row = rowOf(index))
        Q_EMIT menuRequested(*row, byMouse ? event->globalPos()
                                           : viewport()->mapToGlobal(visualRect(index).bottomLeft()));
}

void HostVmList::keyPressEvent(QKeyEvent *event) {
    const auto row = rowOf(currentIndex());
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && row)
        Q_EMIT opened(*row);
    else
        QTableView::keyPressEvent(event);
}

} // namespace fabricscope::widgets
