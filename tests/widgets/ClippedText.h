// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/text/ClampedLabel.h"
#include "widgets/inspector/FactRowButton.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QLabel>

namespace fabricscope::test {

/// The text of a widget that is clipped; empty if none.
inline QString clippedText(const QWidget &widget) {
    if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
        if (label->text().isEmpty() || qobject_cast<const widgets::ClampedLabel *>(label) != nullptr)
            return {};
        const QFontMetrics metrics(label->font());
        const QMargins margins = label->contentsMargins();
        const int available = label->width() - margins.left() - margins.right();
        if (!label->wordWrap() &&
            available + 1 < metrics.horizontalAdvance(label->text().section(QLatin1Char('\n'), 0, 0)))
            return QStringLiteral("label too narrow: ") + label->text();
        const int needs = label->wordWrap() ? label->heightForWidth(label->width()) : metrics.height();
        return label->height() + 1 < needs ? QStringLiteral("label too low: ") + label->text() : QString();
    }
    if (const auto *row = qobject_cast<const widgets::FactRowButton *>(&widget))
        return row->height() < row->heightForWidth(row->width()) ? QStringLiteral("fact: ") + row->text()
                                                                 : QString();
    const auto *button = qobject_cast<const QAbstractButton *>(&widget);
    if (button == nullptr || button->text().isEmpty() || button->sizePolicy().hasHeightForWidth())
        return {};
    const int words = QFontMetrics(button->font()).horizontalAdvance(button->text());
    if (button->width() < std::min(words, button->sizeHint().width()))
        return QStringLiteral("button too narrow: ") + button->text();
    return button->height() < QFontMetrics(button->font()).height()
               ? QStringLiteral("button too low: ") + button->text()
               : QString();
}

/// The clipped texts of all visible widgets, except those that can be scrolled into view.
inline QStringList clippedTexts(const QWidget &window) {
    QStringList cut;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->window() != &window)
            continue;
        if (const QString what = clippedText(*widget); !what.isEmpty())
            cut << what;
        const QRect place(widget->mapTo(&window, QPoint(0, 0)), widget->size());
        bool isScrolled = false;
        for (const QWidget *above = widget->parentWidget(); above != nullptr; above = above->parentWidget())
            isScrolled = isScrolled || qobject_cast<const QAbstractScrollArea *>(above) != nullptr;
        if (!isScrolled && qobject_cast<const QLabel *>(widget) != nullptr && !window.rect().contains(place))
            cut << QStringLiteral("beyond the window: ") + qobject_cast<const QLabel *>(widget)->text();
    }
    return cut;
}

} // namespace fabricscope::test
