// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/RawView.h"

#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QTextBlock>

namespace fabricscope::widgets {

namespace {

constexpr int kAir = 8;

/// At the left of the text.
class Numbers : public QWidget {
public:
    explicit Numbers(RawView *view) : QWidget(view), m_view(view) {}

protected:
    void paintEvent(QPaintEvent *event) override { m_view->paintNumbers(event); }

private:
    RawView *m_view;
};

} // namespace

RawView::RawView(QWidget *parent) : QPlainTextEdit(parent), m_numbers(new Numbers(this)) {
    setObjectName(QStringLiteral("codeBox"));
    setReadOnly(true);
    applyMonoFont(this, 11.5);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true);
    setTabStopDistance(8 * fontMetrics().averageCharWidth());
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAccessibleName(tr("Raw lines"));
    connect(this, &QPlainTextEdit::updateRequest, m_numbers, [this](const QRect &rect, int scrolled) {
        if (scrolled != 0)
            m_numbers->scroll(0, scrolled);
        else
            m_numbers->update(0, rect.y(), m_numbers->width(), rect.height());
    });
}

void RawView::setWindow(RawWindow window) {
    m_window = std::move(window);
    m_lines = {0, 0};
    m_hits.clear();
    setPlainText(m_window.text());
    setViewportMargins(numbersWidth(), 0, 0, 0);
    mark();
}

void RawView::setLines(Span lines) {
    m_lines = lines;
    mark();
}

void RawView::setHits(std::vector<Span> hits, int current) {
    m_hits = std::move(hits);
    m_current = current;
    mark();
}

void RawView::mark() {
    QList<QTextEdit::ExtraSelection> marks;
    const auto add = [&](Span span, const auto &style) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document());
        mark.cursor.setPosition(std::min(span.first, document()->characterCount() - 1));
        mark.cursor.setPosition(std::min(span.second, document()->characterCount() - 1),
                                QTextCursor::KeepAnchor);
        style(mark.format);
        marks << mark;
    };
    const int last = document()->characterCount() - 1;
    if (m_lines.second > m_lines.first || last == 0) {
        for (QTextBlock block = document()->findBlock(m_lines.first);
             block.isValid() && block.position() < m_lines.second; block = block.next())
            add({block.position(), block.position()}, [](QTextCharFormat &format) {
                format.setBackground(tokenColour(Token::AccentBg));
                format.setProperty(QTextFormat::FullWidthSelection, true);
            });
    }
    for (std::size_t index = 0; index < m_hits.size(); ++index)
        add(m_hits[index], [&](QTextCharFormat &format) {
            const bool current = static_cast<int>(index) == m_current;
            format.setBackground(current ? tokenColour(Token::Accent)
                                         : tint(Token::Accent, 30, Token::Canvas));
            format.setForeground(tokenColour(current ? Token::OnAccent : Token::Text));
        });
    for (const auto &[from, length] : m_window.escapes())
        add({from, from + length},
            [](QTextCharFormat &format) { format.setForeground(tokenColour(Token::WarningText)); });
    setExtraSelections(marks);
    m_numbers->update();
}

void RawView::reveal(int position) {
    QTextCursor cursor(document());
    cursor.setPosition(std::min(position, document()->characterCount() - 1));
    setTextCursor(cursor);
    centerCursor();
}

int RawView::numbersWidth() const {
    const int last = m_window.firstLine() + document()->blockCount() - 1;
    return QFontMetrics(monoFont(11)).horizontalAdvance(QString::number(last)) + 2 * kAir;
}

void RawView::paintNumbers(QPaintEvent *event) {
    QPainter painter(m_numbers);
    painter.fillRect(event->rect(), tokenColour(Token::Chrome));
    painter.setFont(monoFont(11));
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > event->rect().bottom())
            break;
        const bool highlighted = block.position() >= m_lines.first && block.position() < m_lines.second;
        painter.setPen(tokenColour(highlighted ? Token::Accent : Token::Text3));
        painter.drawText(QRectF(0, place.top(), m_numbers->width() - kAir, fontMetrics().height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(m_window.firstLine() + block.blockNumber()));
    }
}

void RawView::resizeEvent(QResizeEvent *event) {
    QPlainTextEdit::resizeEvent(event);
    const QRect inside = contentsRect();
    m_numbers->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

void RawView::changeEvent(QEvent *event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        mark(); // colours of another theme
}

} // namespace fabricscope::widgets
