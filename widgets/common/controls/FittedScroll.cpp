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
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        updateGeometry();
        fitScrollBar();
    }
    return QScrollArea::eventFilter(watched, event);
}

void FittedScroll::resizeEvent(QResizeEvent *event) {
    fitScrollBar();
    QScrollArea::resizeEvent(event);
}

/// A bar that is there from a lower height makes the text narrower, so that it needs a line more and the bar
/// stays.
void FittedScroll::fitScrollBar() {
    setVerticalScrollBarPolicy(heightForWidth(width()) <= height() ? Qt::ScrollBarAlwaysOff
                                                                   : Qt::ScrollBarAsNeeded);
}

} // namespace fabricscope::widgets
