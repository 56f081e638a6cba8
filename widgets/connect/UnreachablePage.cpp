// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/UnreachablePage.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/FittedScroll.h"
#include "widgets/common/controls/FlowRow.h"
#include "widgets/common/paint/Skeleton.h"
#include "widgets/common/text/WrappedText.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/connect/NumberedStep.h"

#include <QApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace fabricscope::widgets {

namespace {

constexpr int kGlyph = 15;
constexpr int kConnector = 10;

draw::Glyph glyphOf(ConnectionStep::State state) {
    switch (state) {
    case ConnectionStep::State::Reached:
        return draw::Glyph::Ok;
    case ConnectionStep::State::Failed:
        return draw::Glyph::Error;
    case ConnectionStep::State::NotReached:
        break;
    }
    return draw::Glyph::Waiting;
}

/// From one rung to the next.
class Connector : public QWidget {
public:
    explicit Connector(QWidget *parent) : QWidget(parent) { setScaledFixedSize(this, kGlyph, kConnector); }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter(this).fillRect(QRect(width() / 2, 0, 1, height()), tokenColour(Token::Line2));
    }
};

QWidget *connectionSteps(const std::vector<ConnectionStep> &steps, QWidget *parent) {
    auto *box = new QWidget(parent);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    int row = 0;
    for (const ConnectionStep &step : steps) {
        const bool reached = step.state != ConnectionStep::State::NotReached;
        if (row > 0)
            grid->addWidget(new Connector(box), row++, 0, Qt::AlignHCenter);
        grid->addWidget(new GlyphLabel(glyphOf(step.state), kGlyph, box), row, 0, Qt::AlignTop);
        grid->addWidget(label(step.name, reached ? "" : "caption", 12.5, box), row, 1, Qt::AlignTop);
        QLabel *text = label(keptTogether(step.text), reached ? "secondary" : "caption", 12, box);
        text->setWordWrap(true);
        grid->addWidget(text, row, 2, Qt::AlignTop);
        QLabel *time = monoLabel(step.time, 11, box);
        time->setAlignment(Qt::AlignRight | Qt::AlignTop);
        grid->addWidget(time, row, 3, Qt::AlignTop);
        ++row;
    }
    grid->setColumnStretch(2, 1);
    return box;
}

/// Below each other, with lines between them; nullptr: left out.
QWidget *stacked(QWidget *parent, std::initializer_list<QWidget *> parts) {
    auto *body = new QWidget(parent);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget *part : parts) {
        if (part == nullptr)
            continue;
        if (column->count() > 0)
            column->addWidget(rule(body));
        column->addWidget(part);
    }
    return body;
}

} // namespace

UnreachablePage::UnreachablePage(QWidget *parent) : QWidget(parent) {
    setObjectName(QStringLiteral("page"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_centre = new QVBoxLayout;
    m_centre->setContentsMargins(24, 24, 24, 24);
    column->addLayout(m_centre);
}

void UnreachablePage::setInfo(const UnreachableInfo &info) {
    if (m_card != nullptr && m_info == info)
        return;
    m_info = info;
    rebuild();
}

void UnreachablePage::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), tokenColour(Token::Canvas));
    paintSkeleton(painter, rect(), m_info.shape);
}

void UnreachablePage::rebuild() {
    while (QLayoutItem *item = m_centre->takeAt(0))
        delete item;
    // The keyboard focus stays on the buttons of the page.
    const bool hasKeyboard = m_card != nullptr && m_card->isAncestorOf(QApplication::focusWidget());
    delete m_card;
    m_card = new QWidget(this);
    m_card->setObjectName(QStringLiteral("card"));
    m_card->setAttribute(Qt::WA_StyledBackground);
    setScaledMaximumWidth(m_card, 720);
    setScaledMinimumWidth(m_card, 380);
    auto *column = new QVBoxLayout(m_card);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(rule(m_card));
    column->addWidget(new FittedScroll(stacked(m_card, {makeColumns(), makeTranscript()}), m_card), 1);
    column->addWidget(rule(m_card));
    column->addWidget(makeFooter()); // in sight, however long the rest is
    auto *row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(m_card, 20);
    row->addStretch(1);
    m_centre->addStretch(1);
    m_centre->addLayout(row);
    m_centre->addStretch(2);
    if (hasKeyboard)
        m_again->setFocus(Qt::OtherFocusReason);
}

QWidget *UnreachablePage::makeHeader() {
    auto *head = new QWidget(m_card);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(22, 18, 22, 18);
    row->setSpacing(14);
    row->addWidget(new GlyphLabel(draw::Glyph::Error, 26, head), 0, Qt::AlignTop);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(4);
    texts->addWidget(label(m_info.title, "title", 15, head));
    QLabel *what = label(keptTogether(m_info.what), "secondary", 12.5, head);
    what->setWordWrap(true);
    texts->addWidget(what);
    row->addLayout(texts, 1);
    return head;
}

QWidget *UnreachablePage::makeColumns() {
    auto *columns = new QWidget(m_card);
    auto *row = new QHBoxLayout(columns);
    row->setContentsMargins(24, 16, 24, 16);
    row->setSpacing(24);
    auto *left = new QVBoxLayout;
    left->setSpacing(12);
    left->addWidget(label(tr("Where it stopped"), "title", 13, columns));
    left->addWidget(connectionSteps(m_info.connectionSteps, columns));
    left->addStretch(1);
    row->addLayout(left, 5);
    auto *between = new QWidget(columns);
    between->setObjectName(QStringLiteral("cardRule"));
    between->setAttribute(Qt::WA_StyledBackground);
    between->setFixedWidth(1);
    row->addWidget(between);
    auto *right = new QVBoxLayout;
    right->setSpacing(10);
    right->addWidget(label(tr("What to do"), "title", 13, columns));
    int number = 1;
    for (const UnreachableInfo::Advice &advice : m_info.advice)
        right->addWidget(new NumberedStep(number++, advice.title, advice.text, columns));
    right->addStretch(1);
    row->addLayout(right, 6);
    return columns;
}

QWidget *UnreachablePage::makeTranscript() {
    if (m_info.transcript.isEmpty())
        return nullptr;
    auto *box = new QWidget(m_card);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(24, 12, 24, 16);
    auto *head = new QHBoxLayout;
    head->addWidget(label(tr("Transcript"), "title", 13, box), 1);
    auto *copy = button(tr("Copy"), "link", box);
    copy->setAccessibleName(tr("Copy the transcript"));
    connect(copy, &QPushButton::clicked, this,
            [this, copy] { copyText(m_info.transcript.join(QLatin1Char('\n')), copy); });
    head->addWidget(copy);
    column->addLayout(head);
    auto *text = new QPlainTextEdit(m_info.transcript.join(QLatin1Char('\n')), box);
    text->setObjectName(QStringLiteral("codeBox"));
    text->setReadOnly(true);
    text->setTabChangesFocus(true);
    applyMonoFont(text, 11);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setAccessibleName(tr("Transcript"));
    const int lines = std::min(6, static_cast<int>(m_info.transcript.size()));
    text->setFixedHeight((lines + 1) * QFontMetrics(text->font()).lineSpacing() + 18);
    column->addWidget(text);
    return box;
}

QWidget *UnreachablePage::makeFooter() {
    auto *foot = new QWidget(m_card);
    auto *row = new FlowRow(8, 8);
    row->setContentsMargins(24, 16, 24, 16);
    foot->setLayout(row);
    m_again = button(tr("Try again"), "primary", foot);
    connect(m_again, &QPushButton::clicked, this, &UnreachablePage::retryRequested);
    row->addWidget(m_again);
    if (!m_info.snapshotTime.isEmpty()) {
        auto *open = button(tr("Open snapshot of %1").arg(m_info.snapshotTime), "", foot);
        connect(open, &QPushButton::clicked, this, &UnreachablePage::snapshotRequested);
        row->addWidget(open);
    }
    auto *edit = button(tr("Edit connection…"), "", foot);
    connect(edit, &QPushButton::clicked, this, &UnreachablePage::editRequested);
    row->addWidget(edit);
    row->addWidget(label(tr("Other hosts are not affected"), "caption", 12, foot));
    return foot;
}

} // namespace fabricscope::widgets
