// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/ContentWithPanel.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"

#include <QBoxLayout>
#include <QEvent>
#include <QResizeEvent>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kLine = 1;
/// Of the height, below each other: a few rows, and the panel with its reasons.
constexpr int kContentShare = 9, kPanelShare = 11;

} // namespace

ContentWithPanel::ContentWithPanel(QWidget *content, QWidget *panel, const Widths &widths, QWidget *parent)
    : QWidget(parent), m_panel(panel), m_line(rule(this)), m_widths(widths) {
    m_box = new QBoxLayout(QBoxLayout::LeftToRight, this);
    m_box->setContentsMargins(0, 0, 0, 0);
    m_box->setSpacing(0);
    m_box->addWidget(content, kContentShare);
    m_box->addWidget(m_line);
    m_box->addWidget(panel);
    arrange();
}

void ContentWithPanel::setPanelShown(bool shown) {
    m_panel->setVisible(shown);
    m_line->setVisible(shown);
}

void ContentWithPanel::arrange() {
    const int room = width() - kLine - scaledToUi(m_widths.content);
    const bool below = room < scaledToUi(m_widths.leastPanel);
    m_box->setDirection(below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_box->setStretch(m_box->indexOf(m_panel), below ? kPanelShare : 0);
    const int panel = below ? QWIDGETSIZE_MAX
                            : std::clamp(room, scaledToUi(m_widths.leastPanel), scaledToUi(m_widths.panel));
    m_panel->setMinimumWidth(below ? 0 : panel);
    m_panel->setMaximumWidth(panel);
    m_line->setMinimumSize(below ? 0 : kLine, below ? kLine : 0);
    m_line->setMaximumSize(below ? QWIDGETSIZE_MAX : kLine, below ? kLine : QWIDGETSIZE_MAX);
    if (std::exchange(m_below, below) != below)
        Q_EMIT belowChanged();
}

void ContentWithPanel::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != width())
        arrange();
}

bool ContentWithPanel::event(QEvent *event) {
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::ApplicationFontChange)
        arrange();
    return done;
}

} // namespace fabricscope::widgets
