// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/ModeBar.h"

#include "widgets/common/controls/TabButton.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Icons.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/search/SearchField.h"

#include <QAction>
#include <QButtonGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

constexpr int kSearchWidth = 300;
constexpr int kMinSearch = 150;
constexpr int kMinFilter = 110;
constexpr int kSpacing = 16; ///< between filter, tabs and search

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
    , m_search(new widgets::SearchField(this))
    , m_filterBox(new QWidget(this))
    , m_tabs(new QButtonGroup(this))
    , m_icon(m_filter->addAction(QIcon(), QLineEdit::LeadingPosition)) {
    setObjectName(QStringLiteral("modeBar"));
    setAttribute(Qt::WA_StyledBackground);
    widgets::setScaledFixedHeight(this, 39);
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
        tab->setToolTip(widgets::plainToolTip(QStringLiteral("Alt+%1").arg(index + 1)));
        m_tabs->addButton(tab, index);
        row->addWidget(tab);
    }
    row->addStretch(1);
    widgets::setScaledMaximumWidth(m_search, kSearchWidth);
    m_search->setMinimumWidth(kMinSearch);
    row->addWidget(m_search, 10);
    setIcons();
    setSidebarWidth(240);
    connect(m_tabs, &QButtonGroup::idClicked, this,
            [this](int id) { Q_EMIT screenRequested(static_cast<Screen>(id)); });
}

void ModeBar::setIcons() {
    m_icon->setIcon(widgets::icon("search", draw::Token::Text3));
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
    m_sidebarWidth = width;
    fit();
}

/// The filter is as wide as the sidebar below it, as long as the tabs and the search fit next to it.
void ModeBar::fit() {
    int others = layout()->contentsMargins().right() + m_search->minimumWidth() + kSpacing;
    for (const QAbstractButton *tab : m_tabs->buttons())
        others += tab->sizeHint().width() + layout()->spacing();
    m_filterBox->setFixedWidth(std::min(m_sidebarWidth, std::max(kMinFilter, width() - others)));
}

void ModeBar::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    fit();
}

bool ModeBar::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange)
        fit();
    return QWidget::event(event);
}

void ModeBar::setHasHosts(bool hasHosts) {
    for (int index = 0; index < kScreens; ++index) {
        const auto screen = static_cast<Screen>(index);
        const bool isReady = screen != Screen::Fleet; // this one comes later
        tab(screen)->setFaint(!hasHosts || !isReady);
    }
}

void ModeBar::setFindings(int count) {
    tab(Screen::Checks)->setCount(count > 0 ? count : -1);
}

widgets::TabButton *ModeBar::tab(Screen screen) const {
    return static_cast<widgets::TabButton *>(m_tabs->button(static_cast<int>(screen)));
}

} // namespace fabricscope::app::window
