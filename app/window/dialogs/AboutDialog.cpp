// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs/AboutDialog.h"

#include "remote/Client.h"
#include "widgets/common/dialog/MessageBoxText.h"

#include <QMessageBox>
#include <QObject>

namespace fabricscope::app::window {

namespace {

void show(QWidget *window, const QString &title, const QString &text, const QString &more) {
    auto *box = new QMessageBox(QMessageBox::NoIcon, title, text, QMessageBox::Close, window);
    widgets::prepareMessageBox(box, more);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace

void showAbout(QWidget *window) {
    show(window, QObject::tr("About fabricscope"),
         QObject::tr("fabricscope %1").arg(QStringLiteral(FABRICSCOPE_VERSION)),
         QObject::tr("The PCIe, NUMA and IOMMU tree of GPU servers, over SSH.\n\n%1, Qt %2\n\n"
                     "© 2026 The fabricscope authors\nLicence: GPL-3.0-or-later")
             .arg(QString::fromStdString(remote::libraryVersion()), QString::fromLatin1(qVersion())));
}

void showLicence(QWidget *window) {
    show(window, QObject::tr("Licence"), QObject::tr("GNU General Public License, version 3 or later"),
         QObject::tr(
             "fabricscope is free software: you can redistribute it and/or modify it under the terms of the "
             "GNU "
             "General Public License as published by the Free Software Foundation, either version 3 of the "
             "License, or (at your option) any later version.\n\nIt is distributed in the hope that it will "
             "be "
             "useful, but WITHOUT ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or "
             "FITNESS "
             "FOR A PARTICULAR PURPOSE. The full text is in the file LICENSE, and at "
             "https://www.gnu.org/licenses/gpl-3.0.html"));
}

} // namespace fabricscope::app::window
