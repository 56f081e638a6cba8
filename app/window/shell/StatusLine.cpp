// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/StatusLine.h"

#include "app/window/shell/PanelHandle.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/SimulatedChip.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <QTimer>

namespace fabricscope::app::window {

using draw::Token;
using widgets::label;

namespace {

constexpr double kPx = 11.5;
constexpr int kMessageMs = 15'000; ///< long enough to be read; outdated after minutes

} // namespace

StatusLine::StatusLine(QWidget *parent)
    : QWidget(parent)
    , m_connections(label({}, "secondary", kPx, this))
    , m_slash(new widgets::GlyphLabel(draw::Glyph::Unreachable, 11, this))
    , m_failed(label({}, "secondary", kPx, this))
    , m_stale(new widgets::GlyphLabel(draw::Glyph::Warning, 11, this))
    , m_snapshot(new widgets::ElidedLabel({}, Token::Text2, this))
    , m_simulated(new widgets::SimulatedChip(this))
    , m_message(new widgets::ElidedLabel({}, Token::Text3, this))
    , m_note(new widgets::ElidedLabel({}, Token::Text2, this))
    , m_zoom(label({}, "secondary", kPx, this))
    , m_fit(label(tr("Ctrl+0 fit"), "secondary", kPx, this))
    , m_sidePanel(new PanelHandle(this))
    , m_bottomPanel(new PanelHandle(this))
    , m_forget(new QTimer(this)) {
    setObjectName(QStringLiteral("statusBar"));
    widgets::setScaledFixedHeight(this, 23);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(24, 1, 12, 0);
    row->setSpacing(6);
    for (widgets::ElidedLabel *each : {m_snapshot, m_message, m_note})
        widgets::applyFont(each, kPx);
    row->addWidget(m_connections);
    row->addSpacing(8);
    row->addWidget(m_slash);
    row->addWidget(m_failed);
    row->addSpacing(8);
    row->addWidget(m_stale);
    row->addWidget(m_snapshot);
    row->addWidget(m_simulated); // whole, whatever is cut beside it
    row->addSpacing(8);
    row->addWidget(m_message, 1);
    for (QLabel *each : {m_zoom, m_fit}) // margins that are hidden with them
        each->setContentsMargins(8, 0, 0, 0);
    row->addWidget(m_note);
    row->addWidget(m_zoom);
    row->addWidget(m_fit);
    for (const auto &[handle, keys] : {std::pair{m_sidePanel, "Ctrl+I"}, {m_bottomPanel, "Ctrl+J"}}) {
        handle->setKeys(QLatin1String(keys));
        row->addSpacing(2);
        row->addWidget(handle);
    }
    connect(m_sidePanel, &QAbstractButton::clicked, this, &StatusLine::sidePanelRequested);
    connect(m_bottomPanel, &QAbstractButton::clicked, this, &StatusLine::bottomPanelRequested);
    m_forget->setObjectName(QStringLiteral("forget"));
    m_forget->setSingleShot(true);
    m_forget->setInterval(kMessageMs);
    connect(m_forget, &QTimer::timeout, this, [this] { m_message->setText({}); });
    setHidden({}, {});
    setConnections(0, {}, {});
    setSnapshot({}, false, false);
    setNote({});
    setZoom(1, false);
}

void StatusLine::setConnections(int connected, const QString &failed, const QString &names) {
    m_connected = connected;
    m_connections->setText(connected == 0 ? tr("No connections") : tr("SSH %1 connected").arg(connected));
    m_slash->setVisible(!failed.isEmpty());
    m_failed->setVisible(!failed.isEmpty());
    m_failed->setText(failed);
    m_failed->setToolTip(widgets::plainToolTip(names));
    update();
}

void StatusLine::setSnapshot(const QString &text, bool stale, bool simulated) {
    m_simulated->setVisible(simulated);
    m_stale->setVisible(stale);
    m_snapshot->setText(text);
    m_snapshot->setColour(stale ? Token::WarningText : Token::Text2);
}

void StatusLine::showMessage(const QString &text) {
    m_message->setText(text);
    m_forget->start();
}

void StatusLine::setNote(const QString &text) {
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

void StatusLine::setHidden(const QString &sidePanel, const QString &bottomPanel) {
    for (const auto &[handle, name] : {std::pair{m_sidePanel, sidePanel}, {m_bottomPanel, bottomPanel}}) {
        handle->setName(name);
        handle->setVisible(!name.isEmpty());
    }
}

void StatusLine::setZoom(double zoom, bool shown) {
    m_zoom->setText(tr("Zoom %1 %").arg(qRound(zoom * 100)));
    m_zoom->setVisible(shown);
    m_fit->setVisible(shown);
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
