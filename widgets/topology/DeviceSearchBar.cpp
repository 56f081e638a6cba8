// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/DeviceSearchBar.h"

#include "core/search/Query.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/topology/DeviceSearchOutlines.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kFieldWidth = 400; ///< px of the design

} // namespace

DeviceSearchBar::DeviceSearchBar(TopologyScreen *screen)
    : QFrame(screen)
    , m_screen(screen)
    , m_outlines(new DeviceSearchOutlines(*screen->scene()))
    , m_field(new QLineEdit(this))
    , m_count(label({}, "secondary", 12, this))
    , m_queryError(label({}, "secondary", 12, this)) {
    setObjectName(QStringLiteral("findBar"));
    m_field->setPlaceholderText(tr("Find here: GPU2, 46:0, is:degraded"));
    m_field->setAccessibleName(tr("Find in this picture"));
    m_field->setMaxLength(static_cast<int>(search::Query::kMaxBytes) / 4);
    m_queryError->setWordWrap(true);
    auto *previous = new IconButton("up", tr("Previous (Shift+F3)"), this);
    auto *next = new IconButton("down", tr("Next (F3)"), this);
    auto *end = new IconButton("close", tr("Close search (Esc)"), this);
    setScaledMaximumWidth(m_field, kFieldWidth);
    auto *row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(m_field, 10);
    row->addSpacing(4);
    row->addWidget(m_count);
    row->addSpacing(2);
    for (QWidget *button : {previous, next})
        row->addWidget(button);
    row->addStretch(1);
    row->addWidget(end);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 8, 6);
    column->setSpacing(6);
    column->addLayout(row);
    column->addWidget(m_queryError);
    connect(m_field, &QLineEdit::textChanged, this, &DeviceSearchBar::look);
    connect(previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(next, &QToolButton::clicked, this, [this] { step(1); });
    connect(end, &QToolButton::clicked, this, &DeviceSearchBar::close);
    // Another host, another part of it, or another selection: the hits or the current one have changed.
    connect(screen, &TopologyScreen::nodeSelected, this, &DeviceSearchBar::showResults);
    m_field->installEventFilter(this);
    screen->view()->installEventFilter(this);
    screen->installEventFilter(this);
    hide();
    screen->addAbovePicture(this); // over it, it would cover what it finds
}

void DeviceSearchBar::open() {
    m_isOpen = true;
    show();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
    look();
}

void DeviceSearchBar::close() {
    m_isOpen = false;
    m_field->clear();
    hide();
    m_screen->view()->setFocus(Qt::OtherFocusReason);
}

void DeviceSearchBar::step(int direction) {
    m_screen->findNext(direction);
}

int DeviceSearchBar::hits() const {
    return static_cast<int>(m_screen->hits().size());
}

QString DeviceSearchBar::count() const {
    return m_count->text();
}

QString DeviceSearchBar::queryError() const {
    return m_queryError->text();
}

void DeviceSearchBar::look() {
    m_screen->find(m_field->text());
    showResults();
}

void DeviceSearchBar::showResults() {
    const auto &nodes = m_screen->hits();
    const auto selected = m_screen->selected();
    m_outlines->setNodes(nodes, selected);
    const auto at = selected ? std::find(nodes.begin(), nodes.end(), *selected) : nodes.end();
    m_count->setText(m_field->text().trimmed().isEmpty() ? QString()
                     : at == nodes.end()                 ? tr("%1 found").arg(nodes.size())
                                         : tr("%1 of %2").arg(at - nodes.begin() + 1).arg(nodes.size()));
    const auto errors = search::parse(m_field->text().toStdString()).errors;
    m_queryError->setText(errors.empty() ? QString()
                                         : QString::fromStdString(errors.front()) + QLatin1Char('.'));
    m_queryError->setVisible(!errors.empty());
    m_field->setAccessibleDescription(errors.empty() ? m_count->text() : m_queryError->text());
    Q_EMIT changed();
}

bool DeviceSearchBar::eventFilter(QObject *watched, QEvent *event) {
    switch (event->type()) {
    case QEvent::Show:
    case QEvent::Hide:
        if (m_isOpen && watched != m_field)
            setVisible(m_screen->view()->isVisibleTo(m_screen)); // not above an error page
        break;
    case QEvent::KeyPress: {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Escape && m_isOpen) {
            close();
            return true;
        }
        if (watched == m_field && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
            step(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
            return true;
        }
        break;
    }
    default:
        break;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace fabricscope::widgets
