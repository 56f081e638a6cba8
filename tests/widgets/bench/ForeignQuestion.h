// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QMessageBox>
#include <QWidget>

namespace fabricscope::test {

/// Other users or tests may be using this machine's GPUs: a test about something else starts its run anyway.
inline void confirmForeignLoad(const QWidget &window) {
    const auto *asked = window.findChild<QMessageBox *>(QStringLiteral("foreignLoad"));
    if (asked == nullptr)
        return;
    for (QAbstractButton *button : asked->buttons())
        if (asked->buttonRole(button) == QMessageBox::AcceptRole)
            return button->click();
}

} // namespace fabricscope::test
