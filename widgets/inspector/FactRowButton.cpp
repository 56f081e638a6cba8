// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/FactRowButton.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/text/WrappedText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kMargin = 14;
constexpr int kLabelWidth = 106; ///< of the design, like everything that contains text
constexpr int kRowHeight = 20;
constexpr int kLine = 16;
constexpr int kMaxLines = 12;

QFont valueFont(FactRow::Look look) {
    return look == FactRow::Look::Plain || look == FactRow::Look::Missing ? uiFont(12) : monoFont(12);
}

int labelWidth() {
    return scaledToUi(kLabelWidth);
}

int glyphSide() {
    return scaledToUi(12);
}

int rowHeight() {
    return scaledToUi(kRowHeight);
}

int lineHeight(const QFont &font) {
    return std::max(scaledToUi(kLine), QFontMetrics(font).lineSpacing());
}

QFontMetrics noteMetrics() {
    return QFontMetrics(uiFont(11.5));
}

Token valueColour(FactRow::Look look) {
    switch (look) {
    case FactRow::Look::Missing:
        return Token::Text3;
    case FactRow::Look::Warning:
        return Token::Warning;
    case FactRow::Look::Error:
        return Token::Error;
    case FactRow::Look::Plain:
    case FactRow::Look::Mono:
        break;
    }
    return Token::Text;
}

/// Most labels are a word or two; a port's contains an address, which must be complete.
QStringList labelLines(const FactRow &row) {
    return wrappedLines(row.label, uiFont(12), labelWidth() - 6, kMaxLines);
}

} // namespace

FactRowButton::FactRowButton(const FactRow &row, QWidget *parent) : QAbstractButton(parent), m_row(row) {
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    notifyAccessibility();
}

void FactRowButton::setRow(const FactRow &row) {
    const bool isUnchanged = row.label == m_row.label && row.value == m_row.value && row.note == m_row.note &&
                             row.look == m_row.look && row.glyph == m_row.glyph;
    m_row = row;
    notifyAccessibility();
    if (isUnchanged)
        return;
    updateGeometry(); // the value may wrap otherwise
    update();
}

void FactRowButton::notifyAccessibility() {
    const QString fact = QStringLiteral("%1: %2").arg(m_row.label, m_row.value);
    setText(m_row.note.isEmpty() ? fact : fact + QStringLiteral(", ") + m_row.note);
    setAccessibleDescription(m_row.needsRoot ? tr("Enter shows how to get it")
                             : m_row.evidence.exists() || !m_row.lines.section.empty()
                                 ? tr("Enter shows the evidence")
                                 : QString());
}

QSize FactRowButton::sizeHint() const {
    return {200, heightForWidth(width())};
}

int FactRowButton::heightForWidth(int width) const {
    const int room = width - (this->width() - valueRect().width());
    if (room < 60)
        return rowHeight();
    const QFont font = valueFont(m_row.look);
    const auto values = std::max<qsizetype>(1, wrappedLines(m_row.value, font, room, kMaxLines).size());
    const auto lines = std::max(values, labelLines(m_row).size());
    return rowHeight() + static_cast<int>(lines - 1) * lineHeight(font);
}

QRect FactRowButton::valueRect() const {
    const int right = m_row.glyph == draw::Glyph::None || m_row.glyph == draw::Glyph::Lock
                          ? kMargin
                          : kMargin + glyphSide() + 4;
    const int lock = m_row.glyph == draw::Glyph::Lock ? glyphSide() + 4 : 0;
    const int note = m_row.note.isEmpty() ? 0 : noteMetrics().horizontalAdvance(m_row.note) + 8;
    return rect().adjusted(kMargin + labelWidth() + lock, 0, -right - note, 0);
}

void FactRowButton::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    if (underMouse() || isDown())
        painter.fillRect(rect().adjusted(6, 0, -6, 0), tokenColour(Token::Hover));
    painter.setFont(uiFont(12));
    painter.setPen(tokenColour(Token::Text3));
    QRect label(kMargin, 0, labelWidth() - 6, rowHeight());
    for (const QString &text : labelLines(m_row)) {
        painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter, text);
        label.translate(0, lineHeight(painter.font()));
    }
    painter.setFont(valueFont(m_row.look));
    painter.setPen(tokenColour(valueColour(m_row.look)));
    QRect line = valueRect();
    line.setHeight(rowHeight());
    for (const QString &text : wrappedLines(m_row.value, painter.font(), line.width(), kMaxLines)) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text);
        line.translate(0, lineHeight(painter.font()));
    }
    if (!m_row.note.isEmpty()) {
        painter.setFont(uiFont(11.5));
        painter.setPen(tokenColour(Token::Text3));
        painter.drawText(QRect(0, 0, width() - kMargin, rowHeight()), Qt::AlignRight | Qt::AlignVCenter,
                         m_row.note);
    }
    if (m_row.glyph != draw::Glyph::None) {
        const int side = glyphSide();
        const int x = m_row.glyph == draw::Glyph::Lock ? kMargin + labelWidth() : width() - kMargin - side;
        paintGlyph(painter, m_row.glyph, QRectF(x, (rowHeight() - side) / 2.0, side, side),
                   tokenColour(glyphToken(m_row.glyph)), tokenColour(Token::Panel));
    }
    if (hasFocus())
        paintFocusRing(painter, rect().adjusted(6, 0, -6, 0), 3);
}

void FactRowButton::contextMenuEvent(QContextMenuEvent *event) {
    QMenu menu(this);
    menu.addAction(tr("Copy value"), this, [this] { copyText(m_row.value); });
    menu.addAction(tr("Show evidence"), this, &QAbstractButton::click);
    menu.addAction(tr("Open raw lines"), this, [this] { Q_EMIT rawTextRequested(); });
    menu.exec(event->globalPos());
}

void FactRowButton::keyPressEvent(QKeyEvent *event) {
    if (event->matches(QKeySequence::Copy))
        copyText(m_row.value);
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void FactRowButton::mouseDoubleClickEvent(QMouseEvent *event) {
    QAbstractButton::mouseDoubleClickEvent(event);
    if (event->button() == Qt::LeftButton)
        Q_EMIT rawTextRequested();
}

bool FactRowButton::event(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const bool cut =
            QFontMetrics(valueFont(m_row.look)).horizontalAdvance(m_row.value) > valueRect().width();
        const QString whole = QStringLiteral("%1: %2").arg(m_row.label, m_row.value);
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(),
                           plainToolTip(cut ? whole : QString()), this);
        return true;
    }
    return QAbstractButton::event(event);
}

// ChipRow

ChipRow::ChipRow(std::vector<FactChip> chips, QWidget *parent)
    : QAbstractButton(parent), m_chips(std::move(chips)) {
    QStringList words;
    for (const FactChip &chip : m_chips)
        words << chip.text;
    setText(tr("ACS: %1").arg(words.join(QLatin1Char(' '))));
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

std::vector<QRect> ChipRow::places(int width) const {
    const QFontMetrics metrics(monoFont(11));
    std::vector<QRect> rects;
    QPoint next(kMargin, 3);
    for (const FactChip &chip : m_chips) {
        const int chipWidth = metrics.horizontalAdvance(chip.text) + 9;
        if (next.x() + chipWidth > width - kMargin + 4 && next.x() > kMargin)
            next = QPoint(kMargin, next.y() + scaledToUi(22));
        rects.emplace_back(next, QSize(chipWidth, scaledToUi(18)));
        next.rx() += chipWidth + 3;
    }
    return rects;
}

QSize ChipRow::sizeHint() const {
    return {200, heightForWidth(width())};
}

int ChipRow::heightForWidth(int width) const {
    const auto rects = places(width);
    return rects.empty() ? 0 : rects.back().bottom() + 5;
}

void ChipRow::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(monoFont(11));
    const auto rects = places(width());
    for (std::size_t index = 0; index < m_chips.size(); ++index) {
        const FactChip &chip = m_chips[index];
        const QRectF box = QRectF(rects[index]).adjusted(0.5, 0.5, -0.5, -0.5);
        painter.setPen(tokenColour(chip.on ? Token::Accent : chip.supported ? Token::Line2 : Token::Line));
        painter.setBrush(chip.on ? tokenColour(Token::AccentBg) : QColor(Qt::transparent));
        painter.drawRoundedRect(box, 2, 2);
        painter.setPen(tokenColour(chip.on ? Token::Text : Token::Text3));
        painter.drawText(rects[index], Qt::AlignCenter, chip.text);
    }
    if (hasFocus())
        paintFocusRing(painter, rect().adjusted(6, 0, -6, 0), 3);
}

} // namespace fabricscope::widgets
