// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/FleetSidebar.h"

#include "widgets/common/Controls.h"
#include "widgets/common/Theme.h"
#include "widgets/fleet/FleetDelegate.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

/// The dashed box of an empty fleet.
class EmptyFleet : public QWidget {
public:
    explicit EmptyFleet(QWidget *parent) : QWidget(parent) {
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(14, 12, 14, 12);
        column->setSpacing(4);
        auto *title = label(FleetSidebar::tr("Fleet"), "title", 12.5, this);
        column->addWidget(title);
        column->addSpacing(10);
        auto *inner = new QVBoxLayout;
        inner->setContentsMargins(14, 14, 14, 14);
        inner->addWidget(label(FleetSidebar::tr("No hosts yet"), "", 12.5, this));
        QLabel *hint = label(FleetSidebar::tr("Connect to a host, or drop a .fscope capture here."),
                             "caption", 12, this);
        hint->setWordWrap(true);
        inner->addWidget(hint);
        column->addLayout(inner);
        column->addStretch(1);
        m_box = inner;
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QPen pen(tokenColour(Token::Line2), 1);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawRoundedRect(QRectF(m_box->geometry()).adjusted(-1.5, 0.5, 1.5, -0.5), 4, 4);
    }

private:
    QLayout *m_box;
};

} // namespace

FleetSidebar::FleetSidebar(FleetModel *model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_filter(new QSortFilterProxyModel(this))
    , m_stack(new QStackedWidget(this))
    , m_view(new QTreeView(this))
    , m_foot(new QWidget(this))
    , m_errors(label({}, "", 12, m_foot))
    , m_warnings(label({}, "", 12, m_foot))
    , m_hosts(label({}, "caption", 12, m_foot)) {
    setObjectName(QStringLiteral("sidebar"));
    setAttribute(Qt::WA_StyledBackground);
    m_filter->setSourceModel(model);
    m_filter->setRecursiveFilteringEnabled(true);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_view->setModel(m_filter);
    m_view->setItemDelegate(new FleetDelegate(m_view));
    m_view->setHeaderHidden(true);
    m_view->setRootIsDecorated(false);
    m_view->setIndentation(0);
    m_view->setUniformRowHeights(true);
    m_view->setMouseTracking(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setAccessibleName(tr("Fleet"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->viewport()->installEventFilter(this);
    connect(m_filter, &QAbstractItemModel::rowsInserted, this, [this] {
        m_view->expandAll();
        updateEmpty();
    });
    connect(m_filter, &QAbstractItemModel::rowsRemoved, this, &FleetSidebar::updateEmpty);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &index) {
                if (const quint64 id = index.data(FleetModel::IdRole).toULongLong())
                    Q_EMIT chosen(id);
            });
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint &point) {
        if (const quint64 id = m_view->indexAt(point).data(FleetModel::IdRole).toULongLong())
            Q_EMIT contextMenuWanted(id, m_view->viewport()->mapToGlobal(point));
    });

    m_stack->addWidget(new EmptyFleet(m_stack));
    m_stack->addWidget(m_view);
    m_foot->setObjectName(QStringLiteral("sidebarFoot"));
    m_foot->setAttribute(Qt::WA_StyledBackground);
    auto *foot = new QHBoxLayout(m_foot);
    foot->setContentsMargins(12, 5, 12, 5);
    foot->setSpacing(6);
    foot->addWidget(new GlyphLabel(layout::Glyph::Error, 12, m_foot));
    foot->addWidget(m_errors);
    foot->addSpacing(6);
    foot->addWidget(new GlyphLabel(layout::Glyph::Warning, 12, m_foot));
    foot->addWidget(m_warnings);
    foot->addStretch(1);
    foot->addWidget(m_hosts);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_stack, 1);
    column->addWidget(m_foot);
    setSums(0, 0, 0);
    updateEmpty();
}

void FleetSidebar::setFilter(const QString &text) {
    m_filter->setFilterFixedString(text);
    m_view->expandAll();
}

void FleetSidebar::setCurrent(quint64 id) {
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(id));
    if (index.isValid() && m_view->currentIndex() != index)
        m_view->setCurrentIndex(index);
}

quint64 FleetSidebar::current() const {
    return m_view->currentIndex().data(FleetModel::IdRole).toULongLong();
}

void FleetSidebar::setSums(int errors, int warnings, int hosts) {
    m_errors->setText(QString::number(errors));
    m_warnings->setText(QString::number(warnings));
    m_errors->setAccessibleName(tr("%1 errors").arg(errors));
    m_warnings->setAccessibleName(tr("%1 warnings").arg(warnings));
    m_hosts->setText(hosts == 0 ? QString() : hosts == 1 ? tr("1 host") : tr("%1 hosts").arg(hosts));
    m_foot->setVisible(hosts + errors + warnings > 0); // captures alone have findings, too
}

bool FleetSidebar::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::MouseButtonPress) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        const QModelIndex index = m_view->indexAt(mouse->pos());
        const int depth = index.parent().isValid() ? 1 : 0;
        const bool group = index.isValid() && depth == 0;
        if (m_filter->hasChildren(index) && index.isValid() &&
            (group || FleetDelegate::chevronRect(m_view->visualRect(index), depth).contains(mouse->pos()))) {
            fold(index);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void FleetSidebar::fold(const QModelIndex &index) {
    m_view->setExpanded(index, !m_view->isExpanded(index));
}

void FleetSidebar::updateEmpty() {
    m_stack->setCurrentIndex(m_model->rowCount() == 0 ? 0 : 1);
}

} // namespace fabricscope::widgets
