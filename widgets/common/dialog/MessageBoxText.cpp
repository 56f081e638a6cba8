// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/dialog/MessageBoxText.h"

#include "widgets/common/paint/GlyphPainter.h"

#include <QLabel>
#include <QMessageBox>

namespace fabricscope::widgets {

namespace {

draw::Glyph glyphOf(QMessageBox::Icon icon) {
    switch (icon) {
    case QMessageBox::Information:
    case QMessageBox::Question:
        return draw::Glyph::Note;
    case QMessageBox::Warning:
        return draw::Glyph::Warning;
    case QMessageBox::Critical:
        return draw::Glyph::Error;
    default:
        return draw::Glyph::None;
    }
}

} // namespace

void prepareMessageBox(QMessageBox *box, const QString &informative) {
    box->setTextFormat(Qt::PlainText);
    constexpr int kIcon = 32; // px
    if (const draw::Glyph glyph = glyphOf(box->icon()); glyph != draw::Glyph::None)
        box->setIconPixmap(glyphIcon(glyph, kIcon).pixmap(kIcon));
    if (!informative.isEmpty())
        box->setInformativeText(informative);
    for (QLabel *label : box->findChildren<QLabel *>()) {
        label->setTextFormat(Qt::PlainText);
        label->setOpenExternalLinks(false);
    }
}

} // namespace fabricscope::widgets
