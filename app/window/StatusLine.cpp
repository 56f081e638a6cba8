// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/StatusLine.h"

#include "widgets/common/Controls.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/Theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>

namespace fabricscope::app::window {

using layout::Token;
using widgets::label;

StatusLine::StatusLine(QWidget *parent)
    : QWidget(parent)
    , m_connections(label({}, "secondary", 11.5, this))
    , m_slash(new widgets::GlyphLabel(layout::Glyph::Unreachable, 11, this))
    , m_unreachable(label({}, "secondary", 11.5, this))
    , m_stale(new widgets::GlyphLabel(layout::Glyph::Warning, 11, this))
    , m_snapshot(new widgets::ElidedLabel({}, Token::Text2, this))
    , m_said(new widgets::ElidedLabel({}, Token::Text3, this))
    , m_zoom(label({}, "caption", 11.5, this)) {
    setObjectName(QStringLiteral("statusBar"));
    setFixedHeight(23);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(24, 1, 12, 0);
    row->setSpacing(6);
    m_snapshot->setFont(widgets::uiFont(11.5));
    m_said->setFont(widgets::uiFont(11.5));
    row->addWidget(m_connections);
    row->addSpacing(8);
    row->addWidget(m_slash);
    row->addWidget(m_unreachable);
    row->addSpacing(8);
    row->addWidget(m_stale);
    row->addWidget(m_snapshot);
    row->addSpacing(8);
    row->addWidget(m_said, 1);
    row->addWidget(m_zoom);
    setConnections(0, 0);
    setSnapshot({}, false);
    setZoom(1, false);
}

void StatusLine::setConnections(int connected, int unreachable) {
    m_connected = connected;
    m_connections->setText(connected == 0 ? tr("No connections") : tr("SSH %1 connected").arg(connected));
    m_slash->setVisible(unreachable > 0);
    m_unreachable->setVisible(unreachable > 0);
    m_unreachable->setText(tr("%1 unreachable").arg(unreachable));
    update();
}

void StatusLine::setSnapshot(const QString &text, bool stale) {
    m_stale->setVisible(stale);
    m_snapshot->setText(text);
    m_snapshot->setColour(stale ? Token::WarningText : Token::Text2);
}

void StatusLine::say(const QString &text) {
    m_said->setText(text);
}

void StatusLine::setZoom(double zoom, bool shown) {
    m_zoom->setText(shown ? tr("Zoom %1 %    Ctrl+0 fit").arg(qRound(zoom * 100))
                          : tr("fabricscope %1").arg(QStringLiteral(FABRICSCOPE_VERSION)));
}

void StatusLine::paintEvent(QPaintEvent *) {
    QStyleOption option;
    option.initFrom(this);
    QPainter painter(this);
    style()->drawPrimitive(QStyle::PE_Widget, &option, &painter, this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(widgets::tokenColour(m_connected > 0 ? Token::Ok : Token::Line2));
    painter.drawEllipse(QPointF(15, height() / 2.0 + 0.5), 3.5, 3.5);
}

} // namespace fabricscope::app::window
