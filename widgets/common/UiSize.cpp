// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/UiSize.h"

#include "widgets/common/Fonts.h"

#include <QVariant>
#include <QWidget>

namespace fabricscope::widgets {

namespace {

enum Kind { FixedWidth, FixedHeight, LeastWidth, LeastHeight, MostWidth };

/// Where the design's pixels are kept with the widget, and what takes them; in the order of Kind.
constexpr struct {
    const char *property;
    void (QWidget::*set)(int);
} kKinds[] = {
    {"fabricscopeFixedWidth", &QWidget::setFixedWidth},
    {"fabricscopeFixedHeight", &QWidget::setFixedHeight},
    {"fabricscopeLeastWidth", &QWidget::setMinimumWidth},
    {"fabricscopeLeastHeight", &QWidget::setMinimumHeight},
    {"fabricscopeMostWidth", &QWidget::setMaximumWidth},
};

void put(QWidget *widget, Kind kind, int px) {
    widget->setProperty(kKinds[kind].property, px);
    (widget->*kKinds[kind].set)(scaledToUi(px));
}

} // namespace

void fixWidth(QWidget *widget, int px) {
    put(widget, FixedWidth, px);
}
void fixHeight(QWidget *widget, int px) {
    put(widget, FixedHeight, px);
}
void fixSize(QWidget *widget, int width, int height) {
    put(widget, FixedWidth, width);
    put(widget, FixedHeight, height);
}
void leastWidth(QWidget *widget, int px) {
    put(widget, LeastWidth, px);
}
void leastHeight(QWidget *widget, int px) {
    put(widget, LeastHeight, px);
}
void mostWidth(QWidget *widget, int px) {
    put(widget, MostWidth, px);
}

void resizeToUi(QWidget &widget) {
    for (const auto &[property, set] : kKinds)
        if (const QVariant px = widget.property(property); px.isValid())
            (widget.*set)(scaledToUi(px.toInt()));
}

} // namespace fabricscope::widgets
