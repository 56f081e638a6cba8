// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme/UiSize.h"

#include "widgets/common/theme/Fonts.h"

#include <QLabel>
#include <QVariant>
#include <QWidget>

namespace fabricscope::widgets {

namespace {

enum Kind { FixedWidth, FixedHeight, MinimumWidth, MinimumHeight, MaximumWidth };

/// The properties that store the design's pixels in a widget, and their setters; in the order of Kind.
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

void applyFontTo(QWidget *widget, bool mono, double px, QFont::Weight weight) {
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

void setScaledFixedWidth(QWidget *widget, int px) {
    put(widget, FixedWidth, px);
}
void setScaledFixedHeight(QWidget *widget, int px) {
    put(widget, FixedHeight, px);
}
void setScaledFixedSize(QWidget *widget, int width, int height) {
    put(widget, FixedWidth, width);
    put(widget, FixedHeight, height);
}
void setScaledMinimumWidth(QWidget *widget, int px) {
    put(widget, MinimumWidth, px);
}
void setScaledMinimumHeight(QWidget *widget, int px) {
    put(widget, MinimumHeight, px);
}
void setScaledMaximumWidth(QWidget *widget, int px) {
    put(widget, MaximumWidth, px);
}

void applyFont(QWidget *widget, double px, QFont::Weight weight) {
    applyFontTo(widget, false, px, weight);
}
void applyMonoFont(QWidget *widget, double px, QFont::Weight weight) {
    applyFontTo(widget, true, px, weight);
}

void reapplyFont(QWidget &widget) {
    if (const QVariant px = widget.property(kFontPx); px.isValid())
        applyFontTo(&widget, widget.property(kFontMono).toBool(), px.toDouble(),
                    static_cast<QFont::Weight>(widget.property(kFontWeight).toInt()));
}

void reapplySizes(QWidget &widget) {
    reapplyFont(widget);
    for (const auto &[property, set] : kKinds)
        if (const QVariant px = widget.property(property); px.isValid())
            (widget.*set)(scaledToUi(px.toInt()));
    // A widget without text keeps its previous size hint, with the previous minimum height.
    if (auto *label = qobject_cast<QLabel *>(&widget); label != nullptr && label->text().isEmpty())
        label->setIndent(label->indent());
}

} // namespace fabricscope::widgets
