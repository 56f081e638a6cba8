// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmFileView.h"

#include "core/present/hostvm/HostVmExamination.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QEvent>
#include <QRegularExpression>
#include <QSyntaxHighlighter>
#include <QTextBlock>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

using present::HostVmFileLine;
using Kind = HostVmFileLine::Kind;

constexpr int kNumberDigits = 4;                        ///< "  44 - "
constexpr int kSignAt = kNumberDigits, kSignLength = 3; ///< with a blank on both sides

struct Look {
    Kind kind;
    const char *sign;
    draw::Token token;
    int percent; ///< of the tint
};
constexpr Look kLooks[] = {
    {Kind::Same, " ", draw::Token::None, 0},
    {Kind::Removed, "-", draw::Token::Error, 16},
    {Kind::Added, "+", draw::Token::Note, 14},
    {Kind::Gap, " ", draw::Token::None, 0},
};

const Look &lookOf(Kind kind) {
    return *std::find_if(std::begin(kLooks), std::end(kLooks),
                         [kind](const Look &look) { return look.kind == kind; });
}

QString textOf(const HostVmFileLine &line) {
    if (line.kind == Kind::Gap)
        return QString(kNumberDigits, QLatin1Char(' ')) + QStringLiteral("   …  ") +
               QString::fromStdString(line.text);
    const QString number =
        line.number > 0 && line.kind != Kind::Added ? QString::number(line.number) : QString();
    return QStringLiteral("%1 %2 %3")
        .arg(number, kNumberDigits)
        .arg(QLatin1String(lookOf(line.kind).sign))
        .arg(QString::fromStdString(line.text).replace(QLatin1Char('\t'), QStringLiteral("    ")));
}

} // namespace

/// Numbers are grey, tags in the accent colour: no more colours than needed to see the structure.
class HostVmFileView::Highlighter : public QSyntaxHighlighter {
public:
    Highlighter(QTextDocument *document, const std::vector<HostVmFileLine> &lines)
        : QSyntaxHighlighter(document), m_lines(lines) {}

protected:
    void highlightBlock(const QString &text) override {
        static const QRegularExpression tag(QStringLiteral("</?[A-Za-z_]+|/?>"));
        static const QRegularExpression comment(QStringLiteral("<!--.*?(-->|$)"));
        setFormat(0, kSignAt, tokenColour(Token::Text3));
        highlightSign();
        for (auto match = tag.globalMatch(text); match.hasNext();) {
            const auto found = match.next();
            setFormat(static_cast<int>(found.capturedStart()), static_cast<int>(found.capturedLength()),
                      tokenColour(Token::Accent));
        }
        for (auto match = comment.globalMatch(text); match.hasNext();) {
            const auto found = match.next();
            setFormat(static_cast<int>(found.capturedStart()), static_cast<int>(found.capturedLength()),
                      tokenColour(Token::Text3));
        }
    }

private:
    /// In high contrast, where lines have no tint, the sign is in a block of its colour.
    void highlightSign() {
        const auto line = static_cast<std::size_t>(currentBlock().blockNumber());
        if (line >= m_lines.size() || lookOf(m_lines[line].kind).token == Token::None)
            return;
        const QColor colour = tokenColour(lookOf(m_lines[line].kind).token);
        const bool isBlock = draw::isHighContrast(currentTheme());
        QTextCharFormat sign;
        sign.setFontWeight(QFont::Bold);
        sign.setForeground(isBlock ? tokenColour(Token::OnAccent) : colour);
        if (isBlock)
            sign.setBackground(colour);
        setFormat(kSignAt, kSignLength, sign);
    }

    const std::vector<HostVmFileLine> &m_lines;
};

HostVmFileView::HostVmFileView(QWidget *parent)
    : QPlainTextEdit(parent), m_highlighter(new Highlighter(document(), m_lines)) {
    setReadOnly(true);
    applyMonoFont(this, 11);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAccessibleName(tr("NCCL file"));
}

HostVmFileView::~HostVmFileView() = default;

void HostVmFileView::setLines(std::vector<HostVmFileLine> lines) {
    m_lines = std::move(lines);
    m_revealed = 0;
    QStringList texts;
    for (const HostVmFileLine &line : m_lines)
        texts << textOf(line);
    setPlainText(texts.join(QLatin1Char('\n')));
    mark();
}

void HostVmFileView::reveal(std::uint32_t number) {
    m_revealed = number;
    const auto found = std::find_if(m_lines.begin(), m_lines.end(), [&](const HostVmFileLine &line) {
        return number > 0 && line.number == number && line.kind != Kind::Added;
    });
    if (found != m_lines.end()) {
        QTextCursor cursor(document()->findBlockByNumber(static_cast<int>(found - m_lines.begin())));
        setTextCursor(cursor);
        centerCursor();
    }
    mark();
}

void HostVmFileView::mark() {
    QList<QTextEdit::ExtraSelection> marks;
    for (std::size_t index = 0; index < m_lines.size(); ++index) {
        const HostVmFileLine &line = m_lines[index];
        const Look &look = lookOf(line.kind);
        const bool highlighted = m_revealed > 0 && line.number == m_revealed && line.kind == Kind::Same;
        const bool isTinted = look.percent > 0 && !draw::isHighContrast(currentTheme());
        if (!isTinted && !highlighted) // a background would cover the block of the sign
            continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document()->findBlockByNumber(static_cast<int>(index)));
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.format.setBackground(highlighted ? tokenColour(Token::AccentBg)
                                              : tint(look.token, look.percent, Token::Panel));
        marks << mark;
    }
    setExtraSelections(marks);
}

void HostVmFileView::changeEvent(QEvent *event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::StyleChange)
        return;
    m_highlighter->rehighlight(); // colours of another theme
    mark();
}

} // namespace fabricscope::widgets
