// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/ModeBar.h"

#include "widgets/common/Controls.h"
#include "widgets/common/Icons.h"
#include "widgets/common/TabButton.h"

#include <QAction>
#include <QButtonGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

constexpr const char *kNames[kScreens] = {
    QT_TRANSLATE_NOOP("Screens", "Fleet"),     QT_TRANSLATE_NOOP("Screens", "Topology"),
    QT_TRANSLATE_NOOP("Screens", "Host ↔ VM"), QT_TRANSLATE_NOOP("Screens", "Affinity"),
    QT_TRANSLATE_NOOP("Screens", "Checks"),    QT_TRANSLATE_NOOP("Screens", "Benchmarks"),
    QT_TRANSLATE_NOOP("Screens", "Compare"),
};

} // namespace

QString screenName(Screen screen) {
    return QCoreApplication::translate("Screens", kNames[static_cast<int>(screen)]);
}

ModeBar::ModeBar(QWidget *parent)
    : QWidget(parent)
    , m_filter(new QLineEdit(this))
    , m_search(new QLineEdit(this))
    , m_filterBox(new QWidget(this))
    , m_hits(widgets::label({}, "caption", 11.5, m_search))
    , m_tabs(new QButtonGroup(this)) {
    setObjectName(QStringLiteral("modeBar"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(39);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 12, 1);
    row->setSpacing(2);
    auto *box = new QHBoxLayout(m_filterBox);
    box->setContentsMargins(12, 0, 12, 0);
    box->addWidget(m_filter);
    row->addWidget(m_filterBox);
    row->addSpacing(6);
    m_filter->setPlaceholderText(tr("Filter fleet"));
    m_filter->setAccessibleName(tr("Filter fleet"));
    m_filter->setClearButtonEnabled(true);
    for (int index = 0; index < kScreens; ++index) {
        auto *tab = new widgets::TabButton(screenName(static_cast<Screen>(index)), this);
        tab->setToolTip(QStringLiteral("Alt+%1").arg(index + 1));
        m_tabs->addButton(tab, index);
        row->addWidget(tab);
    }
    row->addStretch(1);
    m_search->setPlaceholderText(tr("Find device, BDF, group:41"));
    m_search->setAccessibleName(tr("Find a device"));
    m_search->setToolTip(
        tr("Names, full or short BDFs, vendor:device, driver, group:41, numa:1, is:degraded (Ctrl+K); "
           "Enter or F3 for the next one"));
    m_search->setMaximumWidth(300);
    m_search->setMinimumWidth(150);
    m_search->setClearButtonEnabled(true);
    auto *inside = new QHBoxLayout(m_search);
    inside->setContentsMargins(0, 0, 30, 0);
    inside->addStretch(1);
    inside->addWidget(m_hits);
    row->addWidget(m_search, 10);
    for (QLineEdit *edit : {m_filter, m_search})
        m_icons.push_back(edit->addAction(QIcon(), QLineEdit::LeadingPosition));
    setIcons();
    setSidebarWidth(240);
    connect(m_tabs, &QButtonGroup::idClicked, this,
            [this](int id) { Q_EMIT screenWanted(static_cast<Screen>(id)); });
}

void ModeBar::setIcons() {
    for (QAction *action : m_icons)
        action->setIcon(widgets::icon("search", layout::Token::Text3));
}

void ModeBar::changeEvent(QEvent *event) {
    if (event->type() == QEvent::StyleChange)
        setIcons();
    QWidget::changeEvent(event);
}

void ModeBar::setScreen(Screen screen) {
    m_tabs->button(static_cast<int>(screen))->setChecked(true);
}
Screen ModeBar::screen() const {
    return static_cast<Screen>(std::max(0, m_tabs->checkedId()));
}
void ModeBar::setSidebarWidth(int width) {
    m_filterBox->setFixedWidth(width);
}

void ModeBar::setHasHosts(bool hasHosts) {
    for (int index = 0; index < kScreens; ++index) {
        const auto screen = static_cast<Screen>(index);
        const bool isReady =
            screen == Screen::Topology || screen == Screen::Affinity || screen == Screen::Compare;
        tab(screen)->setFaint(!hasHosts || !isReady);
    }
}

void ModeBar::setHits(int hits) {
    m_hits->setText(hits < 0 ? QString() : QString::number(hits));
    m_search->setAccessibleDescription(hits < 0 ? QString() : tr("%1 found").arg(hits));
}

widgets::TabButton *ModeBar::tab(Screen screen) const {
    return static_cast<widgets::TabButton *>(m_tabs->button(static_cast<int>(screen)));
}

} // namespace fabricscope::app::window
