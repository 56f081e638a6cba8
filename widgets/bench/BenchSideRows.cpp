// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchSideRows.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kSide = 14, kRow = 20;
constexpr int kMinValue = 16; ///< letters: "-360.4 GB/s" and more

} // namespace

BenchFactRow::BenchFactRow(const QString &name, const QString &value, bool marked, QWidget *parent)
    : QWidget(parent), m_marked(marked) {
    setScaledFixedHeight(this, kRow);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(kSide, 0, kSide, 0);
    row->setSpacing(8);
    auto *left = new ElidedLabel(name, Token::Text2, this);
    auto *right = new ElidedLabel(value, Token::Text, this);
    for (ElidedLabel *each : {left, right})
        applyMonoFont(each, 11);
    right->setMinimumCharacters(kMinValue);
    row->addWidget(left);
    row->addStretch(1);
    row->addWidget(right);
    setToolTip(plainToolTip(name + QLatin1Char('\n') + value));
}

void BenchFactRow::paintEvent(QPaintEvent *) {
    if (!m_marked)
        return;
    QPainter painter(this);
    painter.fillRect(rect().adjusted(kSide - 6, 0, 6 - kSide, 0), tokenColour(Token::AccentBg));
    painter.fillRect(QRect(kSide - 6, 0, 2, height()), tokenColour(Token::Accent));
}

WrappedLine::WrappedLine(const QString &text, const QFont &font, QWidget *parent) : QLabel(text, parent) {
    setTextFormat(Qt::PlainText);
    setFont(font);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void WrappedLine::resizeEvent(QResizeEvent *event) {
    QLabel::resizeEvent(event);
    setMinimumHeight(std::max(0, heightForWidth(width()))); // 0 for an empty one
}

} // namespace fabricscope::widgets
