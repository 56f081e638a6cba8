// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/StatePage.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/Skeleton.h"
#include "widgets/common/text/WrappedText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kCardWidth = 480;
constexpr int kCardMargin = 24;

draw::Glyph glyphOf(LoadStep::State state) {
    switch (state) {
    case LoadStep::State::Done:
        return draw::Glyph::Ok;
    case LoadStep::State::Running:
        return draw::Glyph::Running;
    case LoadStep::State::Waiting:
        break;
    }
    return draw::Glyph::Waiting;
}

} // namespace

StatePage::StatePage(QWidget *parent)
    : QWidget(parent)
    , m_title(label({}, "title", 15, this))
    , m_text(label({}, "secondary", 13, this))
    , m_actions(new QHBoxLayout)
    , m_steps(new QVBoxLayout) {
    setObjectName(QStringLiteral("statePage"));
    setAttribute(Qt::WA_OpaquePaintEvent); // paintEvent() fills it
    auto *card = new QWidget(this);
    card->setObjectName(QStringLiteral("card"));
    card->setAttribute(Qt::WA_StyledBackground);
    setScaledFixedWidth(card, kCardWidth);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(kCardMargin, 20, kCardMargin, 20);
    column->setSpacing(8);
    m_text->setWordWrap(true);
    column->addWidget(m_title);
    column->addWidget(m_text);
    m_steps->setSpacing(6);
    column->addLayout(m_steps);
    m_actions->setSpacing(8);
    m_actions->addStretch(1);
    column->addLayout(m_actions);
    auto *outer = new QVBoxLayout(this);
    outer->addStretch(2);
    outer->addWidget(card, 0, Qt::AlignHCenter);
    outer->addStretch(3);
}

void StatePage::clearSteps() {
    while (QLayoutItem *item = m_steps->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void StatePage::showEmpty(const QString &title, const QString &text, const QString &action) {
    showChoices(title, text, action.isEmpty() ? QStringList() : QStringList{action});
}

void StatePage::showChoices(const QString &title, const QString &text, const QStringList &actions) {
    clearSteps();
    m_loading = false;
    m_title->setText(title);
    m_text->setText(keptTogether(text));
    fitText();
    m_text->setVisible(!text.isEmpty());
    setActions(actions);
    update();
}

/// Unchanged buttons stay in place: one of them may have the focus.
void StatePage::setActions(const QStringList &actions) {
    if (m_words == actions)
        return;
    m_words = actions;
    while (m_actions->count() > 1) {
        QLayoutItem *item = m_actions->takeAt(0);
        if (item->widget()->hasFocus())
            setFocus();         // else the focus moves to the next widget of the window
        item->widget()->hide(); // it may be the button whose click is being handled
        item->widget()->deleteLater();
        delete item;
    }
    for (int which = 0; which < actions.size(); ++which) {
        auto *each = button(actions[which], which == 0 ? "primary" : "", m_title->parentWidget());
        connect(each, &QPushButton::clicked, this, [this, which] { Q_EMIT actionRequested(which); });
        m_actions->insertWidget(which, each);
        each->show();
        if (which == 0 && hasFocus())
            each->setFocus();
    }
}

/// A centred card does not use the height of its texts at its width: they would be cut.
void StatePage::fitText() {
    m_text->setMinimumHeight(std::max(0, m_text->heightForWidth(scaledToUi(kCardWidth) - 2 * kCardMargin)));
}

bool StatePage::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange)
        fitText();
    return QWidget::event(event);
}

void StatePage::showLoading(const QString &title, const std::vector<LoadStep> &steps) {
    if (m_loading && m_title->text() == title && m_shownSteps == steps)
        return; // called for each progress report of a host
    clearSteps();
    m_loading = true;
    m_shownSteps = steps;
    m_title->setText(title);
    m_text->setVisible(false);
    setActions({});
    for (const LoadStep &step : steps) {
        auto *line = new QWidget(m_title->parentWidget());
        auto *row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(8);
        row->addWidget(new GlyphLabel(glyphOf(step.state), 14, line));
        row->addWidget(label(step.text, step.state == LoadStep::State::Waiting ? "caption" : "", 12.5, line),
                       1);
        m_steps->addWidget(line);
    }
    update();
}

void StatePage::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), tokenColour(Token::Canvas));
    if (m_loading)
        paintSkeleton(painter, rect());
}

} // namespace fabricscope::widgets
