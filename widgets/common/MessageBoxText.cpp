// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/MessageBoxText.h"

#include "widgets/common/GlyphPainter.h"

#include <QLabel>
#include <QMessageBox>

namespace fabricscope::widgets {

namespace {

layout::Glyph glyphOf(QMessageBox::Icon icon) {
    switch (icon) {
    case QMessageBox::Information:
    case QMessageBox::Question:
        return layout::Glyph::Note;
    case QMessageBox::Warning:
        return layout::Glyph::Warning;
    case QMessageBox::Critical:
        return layout::Glyph::Error;
    default:
        return layout::Glyph::None;
    }
}

} // namespace

void prepareMessageBox(QMessageBox *box, const QString &informative) {
    box->setTextFormat(Qt::PlainText);
    constexpr int kIcon = 32; // px
    if (const layout::Glyph glyph = glyphOf(box->icon()); glyph != layout::Glyph::None)
        box->setIconPixmap(glyphIcon(glyph, kIcon).pixmap(kIcon));
    if (!informative.isEmpty())
        box->setInformativeText(informative);
    for (QLabel *label : box->findChildren<QLabel *>()) {
        label->setTextFormat(Qt::PlainText);
        label->setOpenExternalLinks(false);
    }
}

} // namespace fabricscope::widgets
