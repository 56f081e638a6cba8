// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/VerdictBar.h"

#include "core/affinity/Affinity.h"
#include "core/present/affinity/AffinityTable.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/FittedScroll.h"
#include "widgets/common/text/ClampedLabel.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace fabricscope::widgets {

namespace {

/// Of the sentence: with why and fix below it, alone, and alone where all is well.
constexpr int kCompactLines = 3, kAloneLines = 5, kQuietLines = 2;
constexpr int kWhyLines = 2;                    ///< before it is unfolded
constexpr int kFixesAtOnce = 1;                 ///< likewise, of one line each
constexpr int kMinBar = 120, kMinPicture = 200; ///< px of the design, of an unfolded verdict and below it
constexpr int kHeadWidth = 38;                  ///< "Why", "Fix", "Notes": the texts after them are aligned
constexpr int kTint = 10;                       ///< percent of the severity over the panel
constexpr int kTallPage = 640;                  ///< px: on lower pages, why and fix are shown only on a click
constexpr int kThin = 5;                        ///< px above and below a single sentence

QLabel *head(const QString &text, QWidget *parent) {
    QLabel *head = label(text, "caption", 12, parent);
    setScaledMinimumWidth(head, kHeadWidth);
    head->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    return head;
}

QHBoxLayout *rowOf(QWidget *row) {
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    return layout;
}

struct LookOf {
    draw::Glyph glyph;
    draw::Token token;
    const char *word; ///< for screen readers
};
/// By Look.
constexpr std::array<LookOf, 5> kLooks{{
    {draw::Glyph::Ok, draw::Token::Ok, QT_TRANSLATE_NOOP("VerdictBar", "fine")},
    {draw::Glyph::Unreachable, draw::Token::Unreachable, QT_TRANSLATE_NOOP("VerdictBar", "unknown")},
    {draw::Glyph::Note, draw::Token::Note, QT_TRANSLATE_NOOP("VerdictBar", "note")},
    {draw::Glyph::Warning, draw::Token::Warning, QT_TRANSLATE_NOOP("VerdictBar", "warning")},
    {draw::Glyph::Error, draw::Token::Error, QT_TRANSLATE_NOOP("VerdictBar", "error")},
}};

} // namespace

VerdictBar::VerdictBar(QWidget *parent)
    : QWidget(parent)
    , m_bar(new QHBoxLayout(this))
    , m_texts(new QWidget)
    , m_scroll(new FittedScroll(m_texts, this))
    , m_glyph(new GlyphLabel(draw::Glyph::Ok, 16, this))
    , m_whatIf(new Chip(tr("what-if"), Chip::Look::Accent, m_texts))
    , m_unknown(new Chip(tr("unknown"), Chip::Look::Neutral, m_texts))
    , m_sentence(new ClampedLabel("title", 15, m_texts))
    , m_whyRow(new QWidget(m_texts))
    , m_whyTitle(head(tr("Why"), m_whyRow))
    , m_why(new ClampedLabel("secondary", 12, m_whyRow))
    , m_fixRow(nullptr)
    , m_fixLines(new QVBoxLayout)
    , m_copy(nullptr)
    , m_notesRow(new QWidget(m_texts))
    , m_notesText(new ClampedLabel("secondary", 12, m_notesRow))
    , m_more(button({}, "link", this))
    , m_actions(new QHBoxLayout) {
    setObjectName(QStringLiteral("verdictBar"));
    m_bar->setSpacing(10);
    m_bar->addWidget(m_glyph, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout(m_texts);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto *first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(m_whatIf, 0, Qt::AlignTop);
    first->addWidget(m_unknown, 0, Qt::AlignTop);
    first->addWidget(m_sentence, 1);
    column->addLayout(first);
    QHBoxLayout *why = rowOf(m_whyRow);
    why->addWidget(m_whyTitle);
    why->addWidget(m_why, 1);
    column->addWidget(m_whyRow);
    m_fixRow = makeFixRow();
    column->addWidget(m_fixRow);
    QHBoxLayout *notes = rowOf(m_notesRow);
    notes->addWidget(head(tr("Notes"), m_notesRow));
    notes->addWidget(m_notesText, 1);
    m_notesText->setMaximumLines(0);
    column->addWidget(m_notesRow);
    m_bar->addWidget(m_scroll, 1);
    m_actions->setSpacing(10);
    m_actions->addWidget(m_more, 0, Qt::AlignTop);
    m_bar->addLayout(m_actions);
    m_whatIf->hide();
    followPage();
    connect(m_more, &QPushButton::clicked, this, &VerdictBar::unfold);
    for (const ClampedLabel *text : {m_sentence, m_why})
        connect(text, &ClampedLabel::cutChanged, this, &VerdictBar::showMore);
    clear();
}

QWidget *VerdictBar::makeFixRow() {
    auto *widget = new QWidget(m_texts);
    QHBoxLayout *row = rowOf(widget);
    row->addWidget(head(tr("Fix"), widget));
    m_fixLines->setSpacing(2);
    row->addLayout(m_fixLines, 1); // not aligned, which would give it the height of one line even if it wraps
    m_copy = button(tr("Copy fix"), "link", widget);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { copyText(m_fixes.join(QLatin1Char('\n')), m_copy); });
    return widget;
}

void VerdictBar::clear() {
    m_fixes.clear();
    m_notes.clear();
    m_sentence->setFullText({});
    m_why->setFullText({});
    setAccessibleName({});
    hide();
}

QString VerdictBar::sentence() const {
    return m_sentence->fullText();
}
QString VerdictBar::why() const {
    return m_why->fullText();
}

void VerdictBar::setWhatIf(bool whatIf) {
    m_whatIf->setVisible(whatIf);
}

void VerdictBar::addAction(QPushButton *button) {
    m_buttons.push_back(button);
    m_actions->addWidget(button, 0, Qt::AlignTop);
    updateRole(button);
}

/// A primary button stays one.
void VerdictBar::updateRole(QPushButton *button) const {
    if (button->property("role") != QLatin1String("primary"))
        setRole(button, isHighlighted() ? "" : "link");
}

VerdictBar::Detail VerdictBar::detail() const {
    if (m_chosen)
        return *m_chosen;
    const bool roomy = parentWidget() == nullptr || parentWidget()->height() >= kTallPage;
    return isHighlighted() && roomy ? Detail::Compact : Detail::Sentence;
}

void VerdictBar::setLook(Look look) {
    const LookOf &shown = kLooks[static_cast<std::size_t>(look)];
    m_look = look;
    m_glyph->setGlyph(shown.glyph);
    m_unknown->setVisible(look == Look::Unknown);
    setRole(m_sentence,
            isHighlighted() ? "title" : "secondary"); // before the font: a new role takes the old one
    applyFont(m_sentence, isHighlighted() ? 15 : 12.5, isHighlighted() ? QFont::DemiBold : QFont::Normal);
    for (QPushButton *each : m_buttons)
        updateRole(each);
    setAccessibleName(tr(shown.word) + QStringLiteral(": ") + sentence());
    setAccessibleDescription((QStringList{why()} + m_fixes + m_notes).join(QLatin1Char('\n')));
    update();
}

void VerdictBar::setVerdict(const affinity::Verdict &verdict) {
    const QString sentence = QString::fromStdString(verdict.sentence);
    QStringList fixes;
    for (const std::string &fix : verdict.fix)
        fixes << QString::fromStdString(fix);
    if (fixes != m_fixes || sentence != this->sentence())
        m_chosen.reset();
    m_fixes = fixes;
    m_sentence->setFullText(sentence);
    showWhy(QString::fromStdString(verdict.why));
    using findings::Severity;
    if (!verdict.severity)
        setLook(verdict.conclusive ? Look::Neutral : Look::Unknown);
    else
        setLook(*verdict.severity == Severity::Error     ? Look::Error
                : *verdict.severity == Severity::Warning ? Look::Warning
                                                         : Look::Note);
    showDetail();
    setVisible(!verdict.sentence.empty());
}

/// The title says what the text is, and not the text a second time.
void VerdictBar::showWhy(const QString &why) {
    QString text = why, title = tr("Why");
    for (const auto &[start, replaced] : {std::pair("Also: ", tr("Also")), {"Reason: ", tr("Why")}})
        if (why.startsWith(QLatin1String(start))) {
            title = replaced;
            text = why.mid(static_cast<int>(std::strlen(start)));
            if (!text.isEmpty())
                text.front() = text.front().toUpper();
        }
    m_whyTitle->setText(title);
    m_why->setFullText(text);
}

void VerdictBar::setNotes(const std::vector<std::string> &notes) {
    QStringList shown;
    for (const std::string &note : notes) {
        if (shown.size() == kMaxNotes) {
            shown << tr("and %1 more in the text view").arg(notes.size() - kMaxNotes);
            break;
        }
        shown << QString::fromStdString(note);
    }
    if (shown == m_notes)
        return;
    m_notes = shown;
    m_notesText->setFullText(m_notes.join(QLatin1Char('\n')));
    setLook(m_look);
    showDetail();
}

void VerdictBar::showDetail() {
    const Detail shown = m_shown = detail();
    const bool all = shown == Detail::Full;
    const bool alone = shown == Detail::Sentence;
    m_bar->setContentsMargins(16, alone ? kThin : 9, 14, alone ? kThin + 1 : 9);
    m_sentence->setMaximumLines(all               ? 0
                                : !alone          ? kCompactLines
                                : isHighlighted() ? kAloneLines
                                                  : kQuietLines);
    const Qt::Alignment alignment = alone ? Qt::AlignVCenter : Qt::AlignTop;
    m_bar->setAlignment(m_glyph, alignment);
    for (QPushButton *each : m_buttons)
        m_actions->setAlignment(each, alignment);
    m_actions->setAlignment(m_more, alignment);
    m_why->setMaximumLines(all ? 0 : kWhyLines);
    m_whyRow->setVisible(!alone && !why().isEmpty());
    m_fixRow->setVisible(!alone && !m_fixes.isEmpty());
    m_notesRow->setVisible(all && !m_notes.isEmpty());
    showFixes();
    showMore();
    m_scroll->updateGeometry();
    fitHeight();
}

void VerdictBar::showFixes() {
    while (QLayoutItem *item = m_fixLines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const Detail shown = detail();
    if (shown == Detail::Sentence)
        return;
    const bool all = shown == Detail::Full;
    const auto lines = all ? m_fixes.size() : std::min<qsizetype>(m_fixes.size(), kFixesAtOnce);
    for (qsizetype index = 0; index < lines; ++index) {
        auto *line = new QWidget(m_fixRow);
        QHBoxLayout *row = rowOf(line);
        auto *text = new ClampedLabel("", 12, line);
        const bool command = present::isCommand(m_fixes[index].toStdString());
        if (command)
            applyMonoFont(text, 11.5);
        text->setMaximumLines(all ? 0 : 1);
        text->setFullText(m_fixes[index]);
        connect(text, &ClampedLabel::cutChanged, this, &VerdictBar::showMore);
        row->addWidget(text, 1);
        if (command && m_fixes.size() > 1) {
            auto *copy = new IconButton("copy", tr("Copy this line"), line);
            setScaledFixedSize(copy, 18, 18);
            connect(copy, &QToolButton::clicked, this, [fix = m_fixes[index], copy] { copyText(fix, copy); });
            row->addWidget(copy, 0, Qt::AlignTop);
        }
        m_fixLines->addWidget(line);
    }
    m_fixLines->addStretch(1); // the buttons may be higher
}

bool VerdictBar::isCut() const {
    if (m_sentence->isCut() || detail() == Detail::Sentence)
        return m_sentence->isCut();
    if (m_why->isCut() || m_fixes.size() > kFixesAtOnce)
        return true;
    const auto lines = m_fixRow->findChildren<ClampedLabel *>();
    return std::any_of(lines.begin(), lines.end(), [](const ClampedLabel *line) { return line->isCut(); });
}

void VerdictBar::showMore() {
    const Detail shown = detail();
    const bool reasons = !why().isEmpty() || !m_fixes.isEmpty(), notes = !m_notes.isEmpty();
    m_more->setText(shown == Detail::Full      ? tr("Less")
                    : shown == Detail::Compact ? tr("More")
                    : !reasons && !notes       ? tr("More")
                    : !reasons                 ? tr("Notes")
                    : m_fixes.isEmpty()        ? m_whyTitle->text()
                                               : tr("Why and fix"));
    m_more->setVisible(shown == Detail::Full || notes || isCut() || (shown == Detail::Sentence && reasons));
}

/// To the next level of detail; from the last one back to the default.
void VerdictBar::unfold() {
    if (detail() == Detail::Full)
        m_chosen.reset();
    else
        m_chosen = Detail::Full;
    showDetail();
}

void VerdictBar::followPage() {
    if (parentWidget() != nullptr)
        parentWidget()->installEventFilter(this);
}

bool VerdictBar::event(QEvent *event) {
    if (event->type() == QEvent::ParentChange)
        followPage();
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
        fitHeight();
    return done;
}

/// Exactly the height of the texts at this width, since the page's layout would distribute the rest; but some
/// of the picture stays visible.
void VerdictBar::fitHeight() {
    int height = layout()->totalHeightForWidth(width());
    if (const QWidget *page = parentWidget(); page != nullptr)
        height = std::min(height, std::max(scaledToUi(kMinBar), page->height() - scaledToUi(kMinPicture)));
    if (minimumHeight() != height || maximumHeight() != height)
        setFixedHeight(height);
}

/// The page may have become too low, or high enough, for why and fix.
bool VerdictBar::eventFilter(QObject *watched, QEvent *event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        if (m_shown != detail())
            showDetail();
        else
            fitHeight();
    }
    return QWidget::eventFilter(watched, event);
}

void VerdictBar::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    const Token token = kLooks[static_cast<std::size_t>(m_look)].token;
    painter.fillRect(rect(), isHighlighted() ? tint(token, kTint, Token::Panel) : tokenColour(Token::Chrome));
    if (isHighlighted())
        painter.fillRect(0, 0, 3, height(), tokenColour(token));
    painter.fillRect(0, height() - 1, width(), 1,
                     isHighlighted() ? tint(token, 60, Token::Panel) : tokenColour(Token::Line));
}

} // namespace fabricscope::widgets
