// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QSplitter>

#include <algorithm>
#include <string>
#include <vector>

namespace fabricscope::test {

/// The size of these is not compared: parts of a splitter keep their proportions, and links keep the size
/// from before their style was set (QPushButton caches it).
inline bool isInSplitter(const QWidget &widget) {
    for (const QWidget *each = &widget; each != nullptr; each = each->parentWidget())
        if (qobject_cast<const QSplitter *>(each) != nullptr)
            return true;
    return false;
}

/// Identifies each visible widget, with its visible properties: font and size.
inline std::vector<std::string> visibleWidgets(const QWidget &window) {
    std::vector<std::string> seen;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->window() != &window)
            continue;
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        const auto *label = qobject_cast<const QLabel *>(widget);
        const QSize size = isInSplitter(*widget) || widget->property("role") == QLatin1String("link")
                               ? QSize()
                               : widget->size();
        seen.push_back(QStringLiteral("%1 %2 %3: font %4, %5 x %6")
                           .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                                button != nullptr  ? button->text()
                                : label != nullptr ? label->text()
                                                   : QString())
                           .arg(widget->font().pixelSize())
                           .arg(size.width())
                           .arg(size.height())
                           .toStdString());
    }
    std::sort(seen.begin(), seen.end());
    return seen;
}

} // namespace fabricscope::test
