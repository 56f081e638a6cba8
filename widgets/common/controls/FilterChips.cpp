// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/FilterChips.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>

namespace fabricscope::widgets {

namespace {

constexpr int kHeight = 22;
constexpr int kPadding = 10;
constexpr int kGap = 6;
constexpr double kFontPx = 12;

} // namespace

FilterChip::FilterChip(const QString &text, int count, QWidget *parent)
    : QAbstractButton(parent), m_count(count) {
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("%1, %2").arg(text).arg(count));
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); // otherwise they are squeezed until texts overlap
}

QSize FilterChip::sizeHint() const {
    const QFontMetrics metrics(uiFont(kFontPx));
    return {2 * kPadding + kGap + metrics.horizontalAdvance(text()) +
                metrics.horizontalAdvance(QString::number(m_count)) + 2,
            std::max(kHeight, metrics.height() + 6)};
}

void FilterChip::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF pill = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const double radius = pill.height() / 2;
    painter.setPen(tokenColour(isChecked() ? Token::Accent : Token::Line2));
    painter.setBrush(tokenColour(isChecked()    ? Token::AccentBg
                                 : underMouse() ? Token::Hover
                                                : Token::Surface));
    painter.drawRoundedRect(pill, radius, radius);
    painter.setFont(uiFont(kFontPx));
    const QRect inside = rect().adjusted(kPadding, 0, -kPadding, 0);
    painter.setPen(tokenColour(Token::Text));
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, text());
    painter.setPen(tokenColour(Token::Text3));
    painter.drawText(inside, Qt::AlignRight | Qt::AlignVCenter, QString::number(m_count));
    if (hasFocus())
        paintFocusRing(painter, QRectF(rect()), radius);
}

FilterChips::FilterChips(QWidget *parent)
    : QWidget(parent), m_group(new QButtonGroup(this)), m_row(new QHBoxLayout(this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(6);
    m_row->addStretch(1);
    connect(m_group, &QButtonGroup::idClicked, this, &FilterChips::chosen);
}

void FilterChips::setEntries(const std::vector<Entry> &entries) {
    const int kept = current();
    for (QAbstractButton *button : m_group->buttons()) {
        m_group->removeButton(button);
        m_row->removeWidget(button);
        button->hide();
        button->deleteLater();
    }
    int place = 0;
    for (const Entry &entry : entries) {
        auto *chip = new FilterChip(entry.text, entry.count, this);
        m_group->addButton(chip, entry.id);
        m_row->insertWidget(place++, chip);
    }
    if (QAbstractButton *selected = m_group->button(kept))
        selected->setChecked(true);
    else if (!entries.empty())
        m_group->button(entries.front().id)->setChecked(true);
}

int FilterChips::current() const {
    return m_group->checkedId();
}

FilterChip *FilterChips::chip(int id) const {
    return static_cast<FilterChip *>(m_group->button(id));
}

} // namespace fabricscope::widgets
