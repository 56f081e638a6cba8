// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/FoldingSection.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Icons.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QAbstractButton>
#include <QPainter>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace fabricscope::widgets {

class FoldingSection::Header : public QAbstractButton {
public:
    Header(const QString &title, QString note, QWidget *parent)
        : QAbstractButton(parent), m_note(std::move(note)) {
        setText(title);
        setCheckable(true);
        setChecked(true);
        setFocusPolicy(Qt::StrongFocus);
        setScaledFixedHeight(this, 28);
    }
    void setNote(const QString &note) {
        if (m_note != note)
            update();
        m_note = note;
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        const double side = scaledToUi(11);
        paintIcon(painter, isChecked() ? "down" : "right",
                  QRectF(13, std::floor((height() - side) / 2.0 + 0.5), side, side),
                  tokenColour(Token::Text3));
        painter.setFont(uiFont(12.5, QFont::DemiBold));
        painter.setPen(tokenColour(Token::Text));
        painter.drawText(rect().adjusted(30, 0, -14, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
        const int used = 30 + painter.fontMetrics().horizontalAdvance(text()) + 12;
        painter.setFont(uiFont(11.5));
        painter.setPen(tokenColour(Token::Text3));
        const QRect place = rect().adjusted(used, 0, -14, 0);
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(m_note, Qt::ElideMiddle, place.width()));
        if (hasFocus())
            paintFocusRing(painter, rect().adjusted(6, 2, -6, -2), 3);
    }

private:
    QString m_note;
};

FoldingSection::FoldingSection(const QString &title, const QString &note, QWidget *parent)
    : QWidget(parent), m_head(new Header(title, note, this)), m_body(new QWidget(this)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(rule(this));
    column->addWidget(m_head);
    column->addWidget(m_body);
    m_rows = new QVBoxLayout(m_body);
    m_rows->setContentsMargins(0, 0, 0, 8);
    m_rows->setSpacing(0);
    connect(m_head, &QAbstractButton::toggled, this, [this](bool open) {
        m_body->setVisible(open);
        Q_EMIT toggled(open);
    });
}

void FoldingSection::addWidget(QWidget *widget) {
    m_rows->addWidget(widget);
}
void FoldingSection::insertWidget(int at, QWidget *widget) {
    m_rows->insertWidget(at, widget);
}
void FoldingSection::setNote(const QString &note) {
    m_head->setNote(note);
}
void FoldingSection::setOpen(bool open) {
    m_head->setChecked(open);
}
bool FoldingSection::isOpen() const {
    return m_head->isChecked();
}
QString FoldingSection::title() const {
    return m_head->text();
}
QWidgetList FoldingSection::stops() const {
    QWidgetList all{m_head};
    for (int row = 0; row < m_rows->count(); ++row) {
        QWidget *widget = m_rows->itemAt(row)->widget();
        all << widget << widget->findChildren<QWidget *>();
    }
    all.removeIf([](const QWidget *widget) { return (widget->focusPolicy() & Qt::TabFocus) == 0; });
    return all;
}

} // namespace fabricscope::widgets
