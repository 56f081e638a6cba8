// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/MessageBoxText.h"

#include <QLabel>
#include <QMessageBox>

namespace fabricscope::widgets {

void setPlainTexts(QMessageBox *box, const QString &informative) {
    box->setTextFormat(Qt::PlainText);
    if (!informative.isEmpty())
        box->setInformativeText(informative);
    for (QLabel *label : box->findChildren<QLabel *>()) {
        label->setTextFormat(Qt::PlainText);
        label->setOpenExternalLinks(false);
    }
}

} // namespace fabricscope::widgets
