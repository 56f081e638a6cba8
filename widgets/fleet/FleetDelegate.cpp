// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/FleetDelegate.h"

#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/fleet/FleetRowPainter.h"

#include <QLineEdit>
#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kAboveGroup = 4;
constexpr int kSide = 4; ///< px that hover and selection leave at both sides

FleetRow kindOf(const QModelIndex &index) {
    return index.data(FleetModel::RowRole).value<FleetRow>();
}

bool isInFold(const QModelIndex &index) {
    return index.parent().isValid() && kindOf(index.parent()) == FleetRow::Fold;
}

/// The row without the space above a group, from edge to edge of the view.
QRect bodyOf(const QStyleOptionViewItem &option, const QModelIndex &index) {
    const int width = option.widget != nullptr ? option.widget->width() : option.rect.width();
    const int above = kindOf(index) == FleetRow::Group ? kAboveGroup : 0;
    return {0, option.rect.top() + above, width, option.rect.height() - above};
}

} // namespace

QRect FleetDelegate::chevronRect(const QRect &row, FleetRow kind) {
    return {fleetColumns(kind, false).chevron - 8, row.top(), 16, row.height()};
}

void FleetDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const {
    painter->save();
    const QRect body = bodyOf(option, index);
    const QRect inner = body.adjusted(kSide, 0, -kSide, 0);
    const auto *view = qobject_cast<const QTreeView *>(option.widget);
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->fillRect(inner, tokenColour(Token::AccentBg));
        painter->fillRect(QRect(kSide, body.top(), 2, body.height()), tokenColour(Token::Accent));
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter->fillRect(inner, tokenColour(Token::Hover));
    }
    FleetRowPainter row(*painter, body, index);
    row.paintLines();
    if (index.model()->hasChildren(index))
        row.paintChevron(view != nullptr && view->isExpanded(index));
    row.paintMark();
    row.paintRight();
    row.paintNameAndChips();
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(tokenColour(Token::Accent), 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(inner.adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

QSize FleetDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const {
    const int text = QFontMetrics(uiFont(12.5)).height() + 8;
    return {200, std::max(kRowHeight, text) + (kindOf(index) == FleetRow::Group ? kAboveGroup : 0)};
}

QWidget *FleetDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &,
                                     const QModelIndex &index) const {
    auto *editor = new QLineEdit(parent);
    applyFont(editor, 12.5);
    editor->setAccessibleName(tr("Rename %1").arg(index.data().toString()));
    return editor;
}

void FleetDelegate::updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                                         const QModelIndex &index) const {
    QRect body = bodyOf(option, index);
    body.setLeft(fleetColumns(kindOf(index), isInFold(index)).name - 8);
    editor->setGeometry(body.adjusted(0, 0, -kSide, 0));
}

} // namespace fabricscope::widgets
