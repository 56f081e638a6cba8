// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/SideChooser.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Icons.h"
#include "widgets/common/theme/Theme.h"

#include <QDateTime>
#include <QMenu>
#include <QPainter>

namespace fabricscope::widgets {

namespace {

constexpr int kHeight = 28;
constexpr int kPadding = 10;
constexpr int kChevron = 11; ///< px of the design
constexpr int kWidest = 300;

QString roleFontText(const QString &role) {
    return role + QStringLiteral("  ");
}

} // namespace

QString takenText(const CompareSide &side) {
    if (side.takenMs <= 0)
        return QObject::tr("time unknown");
    return QDateTime::fromMSecsSinceEpoch(side.takenMs).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

SideChooser::SideChooser(const QString &role, QWidget *parent)
    : QAbstractButton(parent), m_role(role), m_menu(new QMenu(this)) {
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, &SideChooser::popUp);
    setSides({}, 0);
}

void SideChooser::setSides(const std::vector<CompareSide> &sides, quint64 current) {
    m_current = current;
    m_menu->clear();
    setText(tr("choose…"));
    for (const CompareSide &side : sides) {
        QAction *action = m_menu->addAction(tr("%1    %2").arg(side.name, takenText(side)));
        action->setCheckable(true);
        action->setChecked(side.id == current);
        action->setData(side.id);
        // Queued: the selection rebuilds the menu, which deletes this action.
        connect(
            action, &QAction::triggered, this, [this, id = side.id] { Q_EMIT chosen(id); },
            Qt::QueuedConnection);
        if (side.id == current)
            setText(side.name);
    }
    if (!sides.empty())
        m_menu->addSeparator();
    connect(m_menu->addAction(tr("Open files…")), &QAction::triggered, this, &SideChooser::openRequested);
    setAccessibleName(tr("%1: %2").arg(m_role, text()));
    setToolTip(plainToolTip(text()));
    updateGeometry();
    update();
}

void SideChooser::popUp() {
    m_menu->popup(mapToGlobal(QPoint(0, height() + 2)));
}

QSize SideChooser::sizeHint() const {
    const int role = QFontMetrics(uiFont(11.5)).horizontalAdvance(roleFontText(m_role));
    const int name = QFontMetrics(uiFont(12.5, QFont::DemiBold)).horizontalAdvance(text());
    return {std::min(scaledToUi(kWidest), 2 * kPadding + role + name + 10 + scaledToUi(kChevron)),
            scaledToUi(kHeight)};
}

QSize SideChooser::minimumSizeHint() const {
    return {std::min(150, sizeHint().width()), scaledToUi(kHeight)};
}

void SideChooser::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(tokenColour(Token::Line2));
    painter.setBrush(tokenColour(underMouse() ? Token::Hover : Token::Surface));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const int chevron = scaledToUi(kChevron);
    QRect inside = rect().adjusted(kPadding, 0, -kPadding - chevron - 6, 0);
    painter.setFont(uiFont(11.5));
    painter.setPen(tokenColour(Token::Text3));
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, m_role);
    inside.setLeft(inside.left() + painter.fontMetrics().horizontalAdvance(roleFontText(m_role)));
    painter.setFont(uiFont(12.5, QFont::DemiBold));
    painter.setPen(tokenColour(m_current == 0 ? Token::Text3 : Token::Text));
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, inside.width()));
    paintIcon(painter, "down",
              QRectF(width() - kPadding - chevron, (height() - chevron) / 2.0, chevron, chevron),
              tokenColour(Token::Text3));
    if (hasFocus())
        paintFocusRing(painter, QRectF(rect()), 4);
}

} // namespace fabricscope::widgets
