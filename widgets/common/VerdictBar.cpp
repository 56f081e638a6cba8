// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/VerdictBar.h"

#include "core/affinity/Affinity.h"
#include "core/layout/AffinityTable.h"
#include "widgets/common/Controls.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/Theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

constexpr int kLinesAtOnce = 3; ///< of fixes; more on a click
constexpr int kHeadWidth = 26;  ///< "Why", "Fix"
constexpr int kTint = 10;       ///< percent of the severity over the panel

QLabel *selectable(QLabel *label) {
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setFocusPolicy(Qt::ClickFocus); // not a stop for the Tab key
    // A long command wraps, and never widens the window. The policy first: it would forget that it wraps.
    label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    label->setMinimumWidth(1);
    label->setWordWrap(true);
    QSizePolicy policy = label->sizePolicy();
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    return label;
}

QLabel *head(const QString &text, QWidget *parent) {
    QLabel *head = label(text, "caption", 12, parent);
    head->setMinimumWidth(kHeadWidth);
    head->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    return head;
}

QHBoxLayout *rowOf(QWidget *row) {
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    return layout;
}

} // namespace

VerdictBar::VerdictBar(QWidget *parent)
    : QWidget(parent)
    , m_glyph(new GlyphLabel(layout::Glyph::Ok, 18, this))
    , m_whatIf(new Chip(tr("what-if"), Chip::Look::Accent, this))
    , m_unknown(new Chip(tr("unknown"), Chip::Look::Quiet, this))
    , m_sentence(selectable(label({}, "title", 15, this)))
    , m_whyRow(new QWidget(this))
    , m_why(selectable(label({}, "secondary", 12.5, m_whyRow)))
    , m_fixRow(new QWidget(this))
    , m_fixLines(new QVBoxLayout)
    , m_copy(button(tr("Copy fix"), "link", m_fixRow))
    , m_more(button({}, "link", m_fixRow))
    , m_actions(new QVBoxLayout) {
    setObjectName(QStringLiteral("verdictBar"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto *bar = new QHBoxLayout(this);
    bar->setContentsMargins(16, 8, 14, 9);
    bar->setSpacing(10);
    bar->addWidget(m_glyph, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout;
    column->setSpacing(3);
    auto *first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(m_whatIf, 0, Qt::AlignTop);
    first->addWidget(m_unknown, 0, Qt::AlignTop);
    first->addWidget(m_sentence, 1);
    column->addLayout(first);
    QHBoxLayout *why = rowOf(m_whyRow);
    why->addWidget(head(tr("Why"), m_whyRow));
    why->addWidget(m_why, 1);
    column->addWidget(m_whyRow);
    QHBoxLayout *fix = rowOf(m_fixRow);
    fix->addWidget(head(tr("Fix"), m_fixRow));
    m_fixLines->setSpacing(2);
    fix->addLayout(m_fixLines, 1);
    auto *links = new QVBoxLayout;
    links->setSpacing(2);
    links->addWidget(m_copy);
    links->addWidget(m_more);
    fix->addLayout(links);
    fix->setAlignment(links, Qt::AlignTop);
    column->addWidget(m_fixRow);
    bar->addLayout(column, 1);
    m_actions->setSpacing(6);
    bar->addLayout(m_actions);
    m_whatIf->hide();
    connect(m_copy, &QPushButton::clicked, this, [this] { copyText(m_fixes.join(QLatin1Char('\n'))); });
    connect(m_more, &QPushButton::clicked, this, [this] {
        m_allFixes = !m_allFixes;
        showFixes();
    });
    clear();
}

void VerdictBar::clear() {
    m_fixes.clear();
    m_sentence->clear();
    m_why->clear();
    setAccessibleName({});
    hide();
}

QString VerdictBar::sentence() const {
    return m_sentence->text();
}
QString VerdictBar::why() const {
    return m_why->text();
}

void VerdictBar::setWhatIf(bool whatIf) {
    m_whatIf->setVisible(whatIf);
}

void VerdictBar::addAction(QPushButton *button) {
    m_actions->addWidget(button, 0, Qt::AlignTop);
}

void VerdictBar::setLook(Look look) {
    static constexpr layout::Glyph kGlyphs[] = {layout::Glyph::Ok, layout::Glyph::Unreachable,
                                                layout::Glyph::Note, layout::Glyph::Warning,
                                                layout::Glyph::Error};
    static const QString kWords[] = {tr("fine"), tr("unknown"), tr("note"), tr("warning"), tr("error")};
    m_look = look;
    m_glyph->setGlyph(kGlyphs[static_cast<int>(look)]);
    m_unknown->setVisible(look == Look::Unknown);
    const bool loud = look > Look::Unknown;
    setRole(m_sentence, loud ? "title" : "secondary"); // before the font: a new role takes the old one away
    m_sentence->setFont(uiFont(loud ? 15 : 13, loud ? QFont::DemiBold : QFont::Normal));
    setAccessibleName(kWords[static_cast<int>(look)] + QStringLiteral(": ") + m_sentence->text());
    setAccessibleDescription(m_why->text() + QLatin1Char('\n') + m_fixes.join(QLatin1Char('\n')));
    update();
}

void VerdictBar::setVerdict(const affinity::Verdict &verdict) {
    m_sentence->setText(QString::fromStdString(verdict.sentence));
    m_why->setText(QString::fromStdString(verdict.why));
    m_whyRow->setVisible(!verdict.why.empty());
    QStringList fixes;
    for (const std::string &fix : verdict.fix)
        fixes << QString::fromStdString(fix);
    if (fixes != m_fixes)
        m_allFixes = false;
    m_fixes = fixes;
    showFixes();
    using topology::Severity;
    if (!verdict.severity)
        setLook(verdict.conclusive ? Look::Quiet : Look::Unknown);
    else
        setLook(*verdict.severity == Severity::Error     ? Look::Error
                : *verdict.severity == Severity::Warning ? Look::Warning
                                                         : Look::Note);
    setVisible(!verdict.sentence.empty());
}

void VerdictBar::showFixes() {
    while (QLayoutItem *item = m_fixLines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto shown = m_allFixes ? m_fixes.size() : std::min<qsizetype>(m_fixes.size(), kLinesAtOnce);
    for (qsizetype index = 0; index < shown; ++index) {
        QLabel *line = label(m_fixes[index], "", 12.5, m_fixRow);
        if (layout::isCommand(m_fixes[index].toStdString()))
            line->setFont(monoFont(12));
        m_fixLines->addWidget(selectable(line));
    }
    m_fixRow->setVisible(!m_fixes.isEmpty());
    m_more->setVisible(m_fixes.size() > kLinesAtOnce);
    const auto more = m_fixes.size() - shown;
    m_more->setText(m_allFixes  ? tr("Fewer lines")
                    : more == 1 ? tr("1 more line")
                                : tr("%1 more lines").arg(more));
    updateGeometry();
}

void VerdictBar::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    static constexpr Token kTokens[] = {Token::Ok, Token::Unreachable, Token::Note, Token::Warning,
                                        Token::Error};
    const Token token = kTokens[static_cast<int>(m_look)];
    const bool loud = m_look > Look::Unknown;
    painter.fillRect(rect(), loud ? tint(token, kTint, Token::Panel) : tokenColour(Token::Chrome));
    if (loud)
        painter.fillRect(0, 0, 3, height(), tokenColour(token));
    painter.fillRect(0, height() - 1, width(), 1,
                     loud ? tint(token, 60, Token::Panel) : tokenColour(Token::Line));
}

} // namespace fabricscope::widgets
