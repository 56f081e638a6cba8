// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/dialog/FitRow.h"

#include "widgets/common/theme/Fonts.h"

#include <QLayout>
#include <QWidget>

#include <algorithm>

namespace fabricscope::widgets {

void fitRow(QWidget *bar, QWidget *title, int minimumTitle, const std::vector<SpareWidget> &spare) {
    QLayout *row = bar->layout();
    const auto widthOf = [row](const QWidget *widget) {
        return widget->sizeHint().width() + row->spacing();
    };
    const int whole = title->sizeHint().width();
    const int least =
        row->itemAt(row->indexOf(title))->minimumSize().width(); // the layout takes no more of it
    // A hidden part is shown again when its minimum size fits.
    const int taken = title->isHidden() ? -row->spacing() : whole;
    int needed = row->sizeHint().width() - taken + std::min(whole, std::max(least, scaledToUi(minimumTitle)));
    for (const SpareWidget &part : spare)
        if (part.widget->isHidden() && part.isNeeded)
            needed += widthOf(part.widget) - (part.instead != nullptr ? widthOf(part.instead) : 0);
    for (const auto &[widget, isNeeded, instead] : spare) {
        const bool overflows = isNeeded && needed > bar->width();
        if (overflows)
            needed -= widthOf(widget) - (instead != nullptr ? widthOf(instead) : 0);
        widget->setVisible(isNeeded && !overflows);
        if (instead != nullptr)
            instead->setVisible(overflows);
    }
}

void fitTexts(QWidget *bar, QWidget *words, int least) {
    QLayout *row = bar->layout();
    const int whole = words->sizeHint().width(), spacing = row->spacing();
    const int taken = words->isHidden() ? 0 : row->itemAt(row->indexOf(words))->sizeHint().width() + spacing;
    const int room = bar->width() - (row->sizeHint().width() - taken) - spacing;
    words->setVisible(whole > 0 && room >= std::min(whole, scaledToUi(least)));
}

} // namespace fabricscope::widgets
