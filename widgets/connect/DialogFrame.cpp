// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/DialogFrame.h"

#include "widgets/common/dialog/DialogSize.h"
#include "widgets/common/dialog/EnterKey.h"
#include "widgets/common/paint/Backdrop.h"
#include "widgets/common/theme/UiSize.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace fabricscope::widgets {

DialogFrame frameDialog(QDialog *dialog, int width) {
    makeEnterPressFocusedButton();
    dialog->setModal(true);
    setScaledFixedWidth(dialog, width);
    new Backdrop(dialog);
    keepHeightFitted(dialog);
    auto *column = new QVBoxLayout(dialog);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    DialogFrame frame;
    frame.body = new QVBoxLayout;
    frame.body->setContentsMargins(24, 20, 24, 18);
    column->addLayout(frame.body);
    frame.foot = new QWidget(dialog);
    frame.foot->setObjectName(QStringLiteral("dialogFoot"));
    frame.foot->setAttribute(Qt::WA_StyledBackground);
    frame.buttons = new QHBoxLayout(frame.foot);
    frame.buttons->setContentsMargins(16, 12, 16, 12);
    frame.buttons->setSpacing(8);
    frame.buttons->addStretch(1);
    column->addWidget(frame.foot);
    return frame;
}

} // namespace fabricscope::widgets
