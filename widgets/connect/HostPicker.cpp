// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/HostPicker.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QHBoxLayout>
#include <QListView>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

constexpr int kRowHeight = 24;
constexpr int kRows = 5;
constexpr int kDetailRole = Qt::UserRole + 1;

/// The name at the left, details at the right.
class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override {
        painter->save();
        const QRect row = option.rect;
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(row, tokenColour(Token::AccentBg));
        else if (option.state.testFlag(QStyle::State_MouseOver))
            painter->fillRect(row, tokenColour(Token::Hover));
        const QRect inner = row.adjusted(8, 0, -8, 0);
        painter->setFont(uiFont(12.5));
        const QString name = index.data().toString();
        const int width = std::min(painter->fontMetrics().horizontalAdvance(name), inner.width() * 2 / 3);
        painter->setPen(tokenColour(Token::Text));
        painter->drawText(QRect(inner.left(), inner.top(), width + 2, inner.height()),
                          Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(name, Qt::ElideRight, width + 1));
        painter->setFont(uiFont(11.5));
        painter->setPen(tokenColour(Token::Text3));
        const QRect rest = inner.adjusted(width + 16, 0, 0, 0);
        painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data(kDetailRole).toString(),
                                                            Qt::ElideRight, rest.width()));
        painter->restore();
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override {
        return {100, scaledToUi(kRowHeight)};
    }
};

} // namespace

HostPicker::HostPicker(QWidget *parent)
    : QWidget(parent)
    , m_model(new QStandardItemModel(this))
    , m_filter(new QSortFilterProxyModel(this))
    , m_view(new QListView(this))
    , m_count(label({}, "caption", 11.5, this)) {
    m_filter->setSourceModel(m_model);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_view->setModel(m_filter);
    m_view->setItemDelegate(new Delegate(m_view));
    m_view->setUniformItemSizes(true);
    m_view->setMouseTracking(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setAccessibleName(tr("Hosts in the ssh configuration"));
    m_view->setObjectName(QStringLiteral("hostPicker"));
    setScaledFixedHeight(m_view, kRows * kRowHeight + 2);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(3);
    column->addWidget(m_view);
    column->addWidget(m_count);
    connect(m_view, &QListView::clicked, this,
            [this](const QModelIndex &index) { Q_EMIT picked(index.data().toString()); });
    connect(m_view, &QListView::activated, this,
            [this](const QModelIndex &index) { Q_EMIT accepted(index.data().toString()); });
    hide();
}

void HostPicker::setRows(const std::vector<HostSuggestion> &rows) {
    m_model->clear();
    for (const HostSuggestion &row : rows) {
        auto *item = new QStandardItem(row.name);
        item->setData(row.detail, kDetailRole);
        item->setData(row.detail.isEmpty() ? row.name : tr("%1, %2").arg(row.name, row.detail),
                      Qt::AccessibleTextRole);
        m_model->appendRow(item);
    }
    setVisible(!rows.empty());
    updateCount();
}

void HostPicker::setFilter(const QString &text) {
    m_filter->setFilterFixedString(text);
    updateCount();
}

bool HostPicker::isEmpty() const {
    return m_filter->rowCount() == 0;
}

void HostPicker::updateCount() {
    const int shown = m_filter->rowCount();
    const int all = m_model->rowCount();
    m_count->setText(shown == all ? tr("%1 hosts (ssh configuration and recent)").arg(all)
                     : shown == 0 ? tr("No match among %1 hosts; used as typed").arg(all)
                                  : tr("%1 of %2 match").arg(shown).arg(all));
}

} // namespace fabricscope::widgets
