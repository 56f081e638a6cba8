// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/text/ClampedLabel.h"

#include "widgets/common/text/ToolTip.h"
#include "widgets/common/text/WrappedText.h"
#include "widgets/common/theme/UiSize.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace fabricscope::widgets {

namespace {

constexpr auto kAsLabels = QTextOption::WordWrap; // as QLabel wraps

/// Like the line layout of QLabel: each line starts on a whole pixel, below the previous one. The font's own
/// metrics in whole pixels are rounded separately, and may be smaller at small sizes.
int lineHeight(const QWidget &label) {
    return std::max(label.fontMetrics().lineSpacing(),
                    static_cast<int>(std::ceil(QFontMetricsF(label.font()).lineSpacing())));
}

} // namespace

ClampedLabel::ClampedLabel(const char *role, double px, QWidget *parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText); // text may come from a host
    setProperty("role", QLatin1String(role));
    applyFont(this, px, qstrcmp(role, "title") == 0 ? QFont::DemiBold : QFont::Normal);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFocusPolicy(Qt::ClickFocus); // not a stop for the Tab key
    setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ClampedLabel::setFullText(const QString &text) {
    m_full = text;
    setAccessibleName(text);
    clamp();
}

void ClampedLabel::setMaximumLines(int lines) {
    m_maximumLines = lines;
    clamp();
}

void ClampedLabel::clamp() {
    const QString kept = keptTogether(m_full);
    const std::vector<int> starts = lineStarts(kept, font(), width(), m_maximumLines, kAsLabels);
    const bool cut = m_maximumLines > 0 && static_cast<int>(starts.size()) > m_maximumLines;
    QString shown = kept;
    if (cut) {
        const int last = starts[static_cast<std::size_t>(m_maximumLines) - 1];
        shown = kept.left(last) + wholeWords(kept.mid(last).simplified());
    }
    setText(shown);
    setToolTip(plainToolTip(cut ? m_full : QString()));
    updateGeometry();
    if (std::exchange(m_cut, cut) != cut)
        Q_EMIT cutChanged(cut);
}

/// As much of `line` as fits, cut between words: part of a number would be another number.
QString ClampedLabel::wholeWords(const QString &line) const {
    const QString elided = fontMetrics().elidedText(line, Qt::ElideRight, width());
    if (elided == line)
        return line;
    const auto kept = elided.size() - 1; // without the ellipsis
    const auto space =
        kept < line.size() && line[kept].isSpace() ? kept : line.left(kept).lastIndexOf(QLatin1Char(' '));
    return space > 0 ? line.left(space) + QChar(0x2026) : elided;
}

int ClampedLabel::heightForWidth(int width) const {
    const auto lines =
        static_cast<int>(lineStarts(keptTogether(m_full), font(), width, m_maximumLines, kAsLabels).size());
    const int shown = std::max(1, m_maximumLines > 0 ? std::min(lines, m_maximumLines) : lines);
    return shown * lineHeight(*this);
}

QSize ClampedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(m_full) + 2, heightForWidth(std::max(width(), 1))};
}

/// A long command wraps, and never widens the window.
QSize ClampedLabel::minimumSizeHint() const {
    return {1, lineHeight(*this)};
}

// What is copied has no marks.

void ClampedLabel::keyPressEvent(QKeyEvent *event) {
    if (!event->matches(QKeySequence::Copy) || !hasSelectedText())
        return QLabel::keyPressEvent(event);
    QApplication::clipboard()->setText(withoutMarks(selectedText()));
    event->accept();
}

/// The selection that the middle button pastes.
void ClampedLabel::mouseReleaseEvent(QMouseEvent *event) {
    QLabel::mouseReleaseEvent(event);
    if (QClipboard *clipboard = QApplication::clipboard();
        clipboard->supportsSelection() && hasSelectedText())
        clipboard->setText(withoutMarks(selectedText()), QClipboard::Selection);
}

void ClampedLabel::contextMenuEvent(QContextMenuEvent *event) {
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("&Copy")), &QAction::triggered, this,
            [text = hasSelectedText() ? withoutMarks(selectedText()) : m_full] {
                QApplication::clipboard()->setText(text);
            });
    menu->popup(event->globalPos());
    event->accept();
}

void ClampedLabel::resizeEvent(QResizeEvent *event) {
    QLabel::resizeEvent(event);
    if (event->oldSize().width() != width())
        clamp();
}

void ClampedLabel::changeEvent(QEvent *event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        clamp();
}

} // namespace fabricscope::widgets
