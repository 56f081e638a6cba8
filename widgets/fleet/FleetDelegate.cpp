// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/FleetDelegate.h"

#include "widgets/common/Fonts.h"
#include "widgets/common/GlyphPainter.h"
#include "widgets/common/Icons.h"
#include "widgets/common/Theme.h"
#include "widgets/models/FleetModel.h"

#include <QPainter>
#include <QTreeView>

namespace fabricscope::widgets {

namespace {

using Row = FleetModel::Row;

constexpr int kSide = 12;
constexpr int kIndent = 16;
constexpr int kMark = 9;

int depthOf(const QModelIndex &index) {
    int depth = 0;
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
        ++depth;
    return depth;
}

void paintMark(QPainter &painter, const QRectF &rect, Row row, HostLink link) {
    painter.setRenderHint(QPainter::Antialiasing);
    if (row == Row::Capture) {
        painter.setPen(QPen(tokenColour(Token::Text3), 1.3));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
        return;
    }
    if (row == Row::Vm || row == Row::Guest)
        paintIcon(painter, "vm", rect.adjusted(-3, -3, 3, 3), tokenColour(Token::Text3));
    if (row == Row::Guest)
        return;
    const QRectF dot = row == Row::Vm ? rect.translated(15, 0) : rect;
    switch (link) {
    case HostLink::Connected:
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokenColour(Token::Ok));
        painter.drawEllipse(dot.adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case HostLink::Connecting:
    case HostLink::Collecting:
        paintGlyph(painter, layout::Glyph::Running, dot.adjusted(-1, -1, 1, 1), tokenColour(Token::Accent),
                   {});
        break;
    case HostLink::Unreachable:
        paintGlyph(painter, layout::Glyph::Unreachable, dot.adjusted(-1, -1, 1, 1),
                   tokenColour(Token::Unreachable), {});
        break;
    case HostLink::Waiting:
        paintGlyph(painter, layout::Glyph::Waiting, dot.adjusted(-1, -1, 1, 1), tokenColour(Token::Text3),
                   {});
        break;
    case HostLink::Disconnected:
        painter.setPen(QPen(tokenColour(Token::Text3), 1.3));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(dot.adjusted(1, 1, -1, -1));
        break;
    case HostLink::Capture:
        break;
    }
}

/// Counts from the right to the left; gives the x that is left.
int paintCounts(QPainter &painter, const QRect &row, const QModelIndex &index) {
    int right = row.right() - kSide;
    const struct {
        int count;
        layout::Glyph glyph;
    } counts[] = {
        {index.data(FleetModel::WarningsRole).toInt(), layout::Glyph::Warning},
        {index.data(FleetModel::ErrorsRole).toInt(), layout::Glyph::Error},
    };
    painter.setFont(uiFont(11.5, QFont::DemiBold));
    for (const auto &[count, glyph] : counts) {
        if (count == 0)
            continue;
        const QString text = QString::number(count);
        const int width = painter.fontMetrics().horizontalAdvance(text);
        painter.setPen(tokenColour(Token::Text));
        painter.drawText(QRect(right - width, row.top(), width, row.height()), Qt::AlignCenter, text);
        right -= width + 4 + 12;
        paintGlyph(painter, glyph, QRectF(right, row.center().y() - 5.5, 12, 12),
                   tokenColour(glyphToken(glyph)), tokenColour(Token::Panel));
        right -= 8;
    }
    const QString detail = index.data(FleetModel::DetailRole).toString();
    if (!detail.isEmpty()) {
        painter.setFont(uiFont(11.5));
        const int width = painter.fontMetrics().horizontalAdvance(detail);
        painter.setPen(tokenColour(Token::Text3));
        painter.drawText(QRect(right - width, row.top(), width, row.height()), Qt::AlignCenter, detail);
        right -= width + 8;
    }
    return right;
}

void paintChip(QPainter &painter, int x, const QRect &row, const QString &text, Token edge, Token ink) {
    painter.setFont(uiFont(10));
    const QRectF box(x, row.center().y() - 7.5, painter.fontMetrics().horizontalAdvance(text) + 9, 16);
    painter.setPen(tokenColour(edge));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.setPen(tokenColour(ink));
    painter.drawText(box, Qt::AlignCenter, text);
}

int chipWidth(const QString &text) {
    return text.isEmpty() ? 0 : QFontMetrics(uiFont(10)).horizontalAdvance(text) + 9 + 6;
}

void paintElbow(QPainter &painter, const QRect &row, int x, bool last) {
    painter.setPen(tokenColour(Token::Line2));
    painter.drawLine(x, row.top(), x, last ? row.center().y() : row.bottom());
    painter.drawLine(x, row.center().y(), x + 9, row.center().y());
}

} // namespace

QRect FleetDelegate::chevronRect(const QRect &row, int depth) {
    return {kSide - 4 + std::max(0, depth - 1) * kIndent, row.top(), 16, row.height()};
}

void FleetDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const {
    painter->save();
    const auto row = index.data(FleetModel::RowRole).value<Row>();
    const auto link = index.data(FleetModel::LinkRole).value<HostLink>();
    const QRect rect(0, option.rect.top(),
                     option.widget != nullptr ? option.widget->width() : option.rect.width(),
                     option.rect.height());
    const int depth = depthOf(index);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (selected) {
        painter->fillRect(rect.adjusted(4, 0, -4, 0), tokenColour(Token::AccentBg));
        painter->fillRect(QRect(4, rect.top(), 2, rect.height()), tokenColour(Token::Accent));
    } else if (option.state.testFlag(QStyle::State_MouseOver) && row != Row::Group) {
        painter->fillRect(rect.adjusted(4, 0, -4, 0), tokenColour(Token::Hover));
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(tokenColour(Token::Accent), 2));
        painter->drawRect(rect.adjusted(5, 1, -5, -1));
    }
    const QAbstractItemModel *model = index.model();
    if (model->hasChildren(index)) {
        const auto *view = qobject_cast<const QTreeView *>(option.widget);
        const bool open = view != nullptr && view->isExpanded(index);
        const QRect chevron = chevronRect(rect, depth);
        paintIcon(*painter, open ? "down" : "right",
                  QRectF(chevron.left() + 3, chevron.center().y() - 5, 11, 11), tokenColour(Token::Text3));
    }
    int x = kSide + 14;
    if (row != Row::Group) {
        if (depth > 1) {
            paintElbow(*painter, rect, kSide + 18, index.row() + 1 == model->rowCount(index.parent()));
            x += kIndent + 6;
        }
        paintMark(*painter, QRectF(x, rect.center().y() - kMark / 2.0 + 0.5, kMark, kMark), row, link);
        x += row == Row::Vm ? 32 : 16;
    }
    const int right = paintCounts(*painter, rect, index);
    const bool faint = link == HostLink::Unreachable || link == HostLink::Disconnected || row == Row::Guest;
    QString badge = index.data(FleetModel::BadgeRole).toString();
    QString simulated =
        index.data(FleetModel::SimulatedRole).toBool() && row != Row::Group ? tr("simulated") : QString();
    const QFont nameFont = uiFont(12.5, row == Row::Group ? QFont::DemiBold : QFont::Normal);
    painter->setFont(nameFont);
    const QString name = index.data().toString();
    // Where there is no room for all, the badge goes first: "simulated" and the name stay.
    const int full = painter->fontMetrics().horizontalAdvance(name);
    if (x + full + 8 + chipWidth(simulated) + chipWidth(badge) > right)
        badge.clear();
    if (!simulated.isEmpty() && x + full + 8 + chipWidth(simulated) > right)
        simulated = tr("sim."); // the tooltip has the whole word
    const int room = std::min(full, right - x - 8 - chipWidth(simulated) - chipWidth(badge));
    painter->setPen(tokenColour(row == Row::Group ? Token::Text2 : faint ? Token::Text3 : Token::Text));
    painter->drawText(QRect(x, rect.top(), room + 2, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(name, Qt::ElideRight, room + 1));
    x += room + 8;
    painter->setRenderHint(QPainter::Antialiasing);
    if (!badge.isEmpty())
        paintChip(*painter, x, rect, badge, Token::Line2, faint ? Token::Text3 : Token::Text2);
    if (!simulated.isEmpty())
        paintChip(*painter, x + chipWidth(badge), rect, simulated, Token::Line2, Token::Text3);
    painter->restore();
}

QSize FleetDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const {
    return {200, kRowHeight};
}

} // namespace fabricscope::widgets
