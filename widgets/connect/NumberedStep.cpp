// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/NumberedStep.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/WrappedText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

class Disc : public QWidget {
public:
    Disc(int number, QWidget *parent) : QWidget(parent), m_number(number) {
        setScaledFixedSize(this, 20, 20);
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(tokenColour(Token::Line2));
        painter.setBrush(tokenColour(Token::Raised));
        painter.drawEllipse(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
        painter.setFont(uiFont(11, QFont::DemiBold));
        painter.setPen(tokenColour(Token::Text2));
        painter.drawText(rect(), Qt::AlignCenter, QString::number(m_number));
    }

private:
    int m_number;
};

} // namespace

NumberedStep::NumberedStep(int number, const QString &title, const QString &text, QWidget *parent,
                           Below below)
    : QWidget(parent) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(new Disc(number, this), 0, Qt::AlignTop);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(1);
    QLabel *first = label(keptTogether(title), "", 12.5, this);
    first->setWordWrap(true);
    texts->addWidget(first);
    if (!text.isEmpty()) {
        QLabel *second = label(text, "caption", 12, this);
        if (below == Below::Command)
            applyMonoFont(second, 11.5);
        second->setWordWrap(true);
        second->setTextInteractionFlags(Qt::TextSelectableByMouse);
        texts->addWidget(second);
    }
    row->addLayout(texts, 1);
}

} // namespace fabricscope::widgets
