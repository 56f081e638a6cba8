// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/FittedScroll.h"

#include <QEvent>
#include <QLayout>

namespace fabricscope::widgets {

FittedScroll::FittedScroll(QWidget *content, QWidget *parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus); // the buttons in it are scrolled to
    setWidgetResizable(true);
    setWidget(content);
}

int FittedScroll::heightForWidth(int width) const {
    return widget()->layout()->totalHeightForWidth(width);
}

QSize FittedScroll::sizeHint() const {
    return widget()->layout()->totalSizeHint();
}

QSize FittedScroll::minimumSizeHint() const {
    return {widget()->layout()->totalMinimumSize().width(), 0};
}

bool FittedScroll::eventFilter(QObject *watched, QEvent *event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace fabricscope::widgets
