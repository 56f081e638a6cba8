// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/PlaceholderPage.h"

#include "app/window/shell/PlaceholderSketch.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/UiSize.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QStyleOption>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace fabricscope::app::window {

namespace {

/// Below this height there is only room for the text.
constexpr double kMinSketch = 160;
constexpr int kMaxWidth = 720;

/// One line per screen.
constexpr struct {
    Screen screen;
    const char *shows;
    const char *fills;
    const char *alternativeButton; ///< the button, and its target:
    Screen on;
    ActionId action;
} kPages[] = {
    {Screen::Fleet,
     QT_TRANSLATE_NOOP("Screens", "All hosts by rack; outliers are marked with their differences."),
     QT_TRANSLATE_NOOP("Screens", "Not in this version."), QT_TRANSLATE_NOOP("Screens", "Compare two hosts"),
     Screen::Compare, ActionId::ShowCompare},
};

QString words(const char *text) {
    return QCoreApplication::translate("Screens", text);
}

} // namespace

PlaceholderPage::PlaceholderPage(Screen screen, QWidget *parent)
    : QWidget(parent), m_screen(screen), m_text(new QWidget(this)), m_alternativeButton(nullptr) {
    setObjectName(QStringLiteral("page"));
    const auto *page = std::find_if(std::begin(kPages), std::end(kPages),
                                    [&](const auto &known) { return known.screen == screen; });
    if (page == std::end(kPages))
        return;
    widgets::setScaledMaximumWidth(m_text, kMaxWidth);
    m_text->setMinimumWidth(380);
    auto *column = new QVBoxLayout(m_text);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(widgets::label(screenName(screen), "title", 20, m_text));
    QLabel *what = widgets::label(words(page->shows), "", 14, m_text);
    QLabel *how = widgets::label(words(page->fills), "secondary", 12.5, m_text);
    for (QLabel *each : {what, how}) {
        each->setWordWrap(true);
        column->addWidget(each);
    }
    m_alternativeButton = widgets::button(words(page->alternativeButton), "", m_text);
    connect(m_alternativeButton, &QPushButton::clicked, this,
            [this, page] { Q_EMIT alternativeRequested(page->on, page->action); });
    column->addSpacing(4);
    column->addWidget(m_alternativeButton, 0, Qt::AlignLeft);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(48, 56, 48, 32);
    auto *row = new QHBoxLayout; // no alignment: with one, wrapped labels would not get their height
    row->addStretch(1);
    row->addWidget(m_text, 20);
    row->addStretch(1);
    outer->addLayout(row);
    outer->addStretch(1);
}

void PlaceholderPage::paintEvent(QPaintEvent *) {
    QStyleOption option;
    option.initFrom(this);
    QPainter painter(this);
    style()->drawPrimitive(QStyle::PE_Widget, &option, &painter, this);
    // Below the text, with its width.
    const double top = m_text->geometry().bottom() + 40.5;
    const QRectF room(m_text->x() + 0.5, top, m_text->width() - 1, std::min(height() - top - 40, 380.0));
    if (room.height() >= kMinSketch)
        paintPlaceholderSketch(painter, m_screen, room);
}

} // namespace fabricscope::app::window
