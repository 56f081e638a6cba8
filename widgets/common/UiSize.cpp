// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/UiSize.h"

#include "widgets/common/Fonts.h"

#include <QLabel>
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

constexpr const char *kFontPx = "fabricscopeFontPx";
constexpr const char *kFontWeight = "fabricscopeFontWeight";
constexpr const char *kFontMono = "fabricscopeFontMono";

void wear(QWidget *widget, bool mono, double px, QFont::Weight weight) {
    widget->setProperty(kFontPx, px);
    widget->setProperty(kFontWeight, static_cast<int>(weight));
    widget->setProperty(kFontMono, mono);
    widget->setFont(mono ? monoFont(px, weight) : uiFont(px, weight));
}

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

void wearFont(QWidget *widget, double px, QFont::Weight weight) {
    wear(widget, false, px, weight);
}
void wearMonoFont(QWidget *widget, double px, QFont::Weight weight) {
    wear(widget, true, px, weight);
}

void rewearFont(QWidget &widget) {
    if (const QVariant px = widget.property(kFontPx); px.isValid())
        wear(&widget, widget.property(kFontMono).toBool(), px.toDouble(),
             static_cast<QFont::Weight>(widget.property(kFontWeight).toInt()));
}

void resizeToUi(QWidget &widget) {
    rewearFont(widget);
    for (const auto &[property, set] : kKinds)
        if (const QVariant px = widget.property(property); px.isValid())
            (widget.*set)(scaledToUi(px.toInt()));
    // One without a text keeps the size hint that it had, with the least height of before.
    if (auto *label = qobject_cast<QLabel *>(&widget); label != nullptr && label->text().isEmpty())
        label->setIndent(label->indent());
}

} // namespace fabricscope::widgets
