// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/FleetRowPainter.h"

#include "widgets/common/controls/SimulatedChip.h"
#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/paint/PreparedText.h"
#include "widgets/common/paint/RowText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Icons.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

namespace {

using draw::Glyph;
using Row = FleetRow;

constexpr int kSide = 14;                            ///< px at the right
constexpr int kMark = 9, kGlyph = 12, kChevron = 11; ///< px of the design
constexpr int kGap = 8;
constexpr int kFoldStep = 12;
constexpr double kNamePx = 12.5, kSmallPx = 11.5, kChipPx = 10;

/// One line per kind of row.
constexpr struct {
    Row row;
    FleetColumns columns;
} kColumns[] = {
    {Row::Group, {13, 13, 24}},   {Row::Host, {21, 36, 47}}, {Row::Fold, {21, 36, 47}},
    {Row::Capture, {21, 36, 47}}, {Row::Vm, {36, 54, 66}},   {Row::Guest, {36, 54, 66}},
};

const PreparedText &prepared(const QString &text, double px, draw::Font font = draw::Font::Sans) {
    return preparedText(text, font, px * uiScale());
}

int widthOf(const PreparedText &text) {
    return static_cast<int>(std::lround(text.advance));
}

/// A dot for a connected host; glyphs for all others.
void paintLink(QPainter &painter, const QRectF &dot, HostLink link) {
    const auto glyph = [&](Glyph which, Token token) {
        paintGlyph(painter, which, dot.adjusted(-1, -1, 1, 1), tokenColour(token), {});
    };
    switch (link) {
    case HostLink::Connected:
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokenColour(Token::Ok));
        painter.drawEllipse(dot.adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case HostLink::Connecting:
    case HostLink::Collecting:
        glyph(Glyph::Running, Token::Accent);
        break;
    case HostLink::Unreachable:
        glyph(Glyph::Unreachable, Token::Unreachable);
        break;
    case HostLink::Waiting:
        glyph(Glyph::Waiting, Token::Text3);
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

} // namespace

FleetColumns fleetColumns(Row row, bool inFold) {
    FleetColumns columns{};
    for (const auto &line : kColumns)
        columns = line.row == row ? line.columns : columns;
    columns.name += scaledToUi(kMark) - kMark; // a larger mark keeps its distance
    if (inFold) {
        columns.mark += kFoldStep;
        columns.name += kFoldStep;
    }
    return columns;
}

FleetRowPainter::FleetRowPainter(QPainter &painter, const QRect &row, const QModelIndex &index)
    : m_painter(painter)
    , m_row(row)
    , m_index(index)
    , m_kind(index.data(FleetModel::RowRole).value<Row>())
    , m_link(index.data(FleetModel::LinkRole).value<HostLink>())
    , m_columns(fleetColumns(m_kind, index.parent().data(FleetModel::RowRole).value<Row>() == Row::Fold &&
                                         index.parent().isValid()))
    , m_right(row.right() + 1 - kSide) {
    painter.setRenderHint(QPainter::Antialiasing);
}

bool FleetRowPainter::isFaint() const {
    return m_kind == Row::Guest || m_kind == Row::Fold || m_link == HostLink::Unreachable ||
           m_link == HostLink::Disconnected;
}

void FleetRowPainter::paintChevron(bool open) {
    QRectF box = rowGlyphRect(m_row, 0, kChevron);
    box.moveLeft(m_columns.chevron - box.width() / 2);
    paintIcon(m_painter, open ? "down" : "right", box, tokenColour(Token::Text3));
}

/// The elbow of a VM, the dotted line of identical hosts.
void FleetRowPainter::paintLines() {
    const double x = fleetColumns(Row::Host, false).mark + 0.5;
    const double middle = m_row.center().y() + 0.5;
    const Row above = m_index.parent().data(FleetModel::RowRole).value<Row>();
    m_painter.setBrush(Qt::NoBrush);
    if (m_kind == Row::Vm || m_kind == Row::Guest) {
        const bool last = m_index.row() + 1 == m_index.model()->rowCount(m_index.parent());
        m_painter.setPen(tokenColour(Token::Line2));
        m_painter.drawLine(QPointF(x, m_row.top()), QPointF(x, last ? middle : m_row.bottom() + 1.0));
        m_painter.drawLine(QPointF(x, middle), QPointF(x + 9, middle));
    } else if (m_kind == Row::Fold || (m_index.parent().isValid() && above == Row::Fold)) {
        QPen pen(tokenColour(Token::Line2), 1);
        pen.setDashPattern({1, 3});
        m_painter.setPen(pen);
        m_painter.drawLine(QPointF(x, m_row.top()), QPointF(x, m_row.bottom() + 1.0));
    }
}

void FleetRowPainter::paintMark() {
    QRectF rect = rowGlyphRect(m_row, 0, kMark);
    rect.moveLeft(m_columns.mark - rect.width() / 2);
    switch (m_kind) {
    case Row::Capture:
        m_painter.setPen(QPen(tokenColour(Token::Text3), 1.3));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect.adjusted(1, 1, -1, -1));
        break;
    case Row::Vm:
    case Row::Guest:
        paintIcon(
            m_painter, "vm", rect.adjusted(-3, -3, 3, 3),
            tokenColour(m_link == HostLink::Connected && m_kind == Row::Vm ? Token::Text2 : Token::Text3));
        break;
    case Row::Host:
        paintLink(m_painter, rect, m_link);
        break;
    case Row::Group:
    case Row::Fold:
        break;
    }
}

/// Centred in the row.
void FleetRowPainter::paintText(const PreparedText &text, double left) {
    m_painter.setFont(text.font);
    m_painter.drawStaticText(QPointF(left, m_row.top() + (m_row.height() - text.height) / 2), text.text);
}

void FleetRowPainter::paintCount(int count, bool error) {
    if (count == 0)
        return;
    const Glyph glyph = error ? Glyph::Error : Glyph::Warning;
    const PreparedText &text = prepared(QString::number(count), kSmallPx, draw::Font::SansSemibold);
    const int width = widthOf(text);
    m_painter.setPen(tokenColour(Token::Text));
    paintText(text, m_right - width);
    m_right -= width + 4;
    paintGlyphAtRight(glyph);
}

void FleetRowPainter::paintGlyphAtRight(Glyph glyph) {
    m_right -= scaledToUi(kGlyph);
    paintGlyph(m_painter, glyph, rowGlyphRect(m_row, m_right, kGlyph), tokenColour(glyphToken(glyph)),
               tokenColour(Token::Panel));
    m_right -= kGap;
}

/// Counts, the check mark of a fold without findings, or the text instead.
void FleetRowPainter::paintRight() {
    if (m_kind == Row::Fold && m_index.data(FleetModel::CleanRole).toBool())
        paintGlyphAtRight(Glyph::Ok);
    paintCount(m_index.data(FleetModel::WarningsRole).toInt(), false);
    paintCount(m_index.data(FleetModel::ErrorsRole).toInt(), true);
    QString detail = m_index.data(FleetModel::DetailRole).toString();
    if (detail.isEmpty())
        return;
    const int name = widthOf(prepared(m_index.data().toString(), kNamePx));
    const int most = std::max((m_right - m_columns.name) / 3, m_right - m_columns.name - name - kGap);
    const QString connection = QStringLiteral("connection "); // refused, lost, timed out: the mark says it
    if (widthOf(prepared(detail, kSmallPx)) > most && detail.startsWith(connection))
        detail.remove(0, connection.size());
    if (widthOf(prepared(detail, kSmallPx)) > most) // the tooltip has it
        detail = QFontMetrics(prepared(detail, kSmallPx).font).elidedText(detail, Qt::ElideRight, most);
    const PreparedText &text = prepared(detail, kSmallPx);
    const int width = widthOf(text);
    m_painter.setPen(tokenColour(Token::Text3));
    paintText(text, m_right - width);
    m_right -= width + kGap;
}

void FleetRowPainter::paintChip(int x, const QString &text, bool dashed) {
    const PreparedText &word = prepared(text, kChipPx);
    const double height = std::ceil(word.height) + 4;
    const QRectF box(x, m_row.center().y() + 0.5 - height / 2, widthOf(word) + 9, height);
    m_painter.setPen(dashed ? simulatedFrame() : QPen(tokenColour(Token::Line2), 1));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRoundedRect(QRectF(std::round(box.x()) + 0.5, std::round(box.y()) + 0.5,
                                     std::round(box.width()) - 1, std::round(box.height()) - 1),
                              2, 2);
    m_painter.setPen(tokenColour(isFaint() || dashed ? Token::Text3 : Token::Text2));
    m_painter.setFont(word.font);
    m_painter.drawStaticText(box.center() - QPointF(word.advance, word.height) / 2, word.text);
}

/// The full name has priority: then the badge, and "simulated" unless the group shows it for all. The badge
/// of a VM is plain text.
void FleetRowPainter::paintNameAndChips() {
    const bool simulated = m_index.data(FleetModel::SimulatedRole).toBool();
    const bool isMarkedAbove =
        m_kind != Row::Group && m_index.parent().data(FleetModel::SimulatedRole).toBool();
    const bool vm = m_kind == Row::Vm || m_kind == Row::Guest;
    QString badge = m_index.data(FleetModel::BadgeRole).toString();
    QString word = !simulated || isMarkedAbove || m_kind == Row::Fold ? QString()
                   : m_kind == Row::Group                             ? FleetModel::tr("simulated")
                                                                      : FleetModel::tr("sim");
    const auto takes = [](const QString &text, bool framed) {
        return text.isEmpty()
                   ? 0
                   : widthOf(prepared(text, framed ? kChipPx : kSmallPx)) + (framed ? 9 : 0) + kGap;
    };
    const auto font = m_kind == Row::Group ? draw::Font::SansSemibold : draw::Font::Sans;
    QString name = m_index.data().toString();
    const int room = m_right - m_columns.name;
    const int full = widthOf(prepared(name, kNamePx, font)) + 1;
    if (full + takes(badge, !vm) + takes(word, true) > room)
        badge.clear();
    if (full + takes(word, true) > room && m_kind != Row::Group)
        word.clear(); // the tooltip has it
    const int width = std::clamp(room - takes(word, true) - takes(badge, !vm), 0, full);
    if (width < full)
        name = QFontMetrics(prepared(name, kNamePx, font).font).elidedText(name, Qt::ElideRight, width);
    m_painter.setPen(tokenColour(isFaint()                                             ? Token::Text3
                                 : m_kind == Row::Group || m_link == HostLink::Capture ? Token::Text2
                                                                                       : Token::Text));
    paintText(prepared(name, kNamePx, font), m_columns.name);
    int x = m_columns.name + width + kGap - 1;
    if (!badge.isEmpty() && vm) {
        m_painter.setPen(tokenColour(Token::Text3));
        paintText(prepared(badge, kSmallPx), x);
    } else if (!badge.isEmpty()) {
        paintChip(x, badge, false);
    }
    x += takes(badge, !vm);
    if (!word.isEmpty())
        paintChip(x, word, true);
}

} // namespace fabricscope::widgets
