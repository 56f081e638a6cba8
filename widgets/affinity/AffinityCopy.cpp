// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityCopy.h"

#include "widgets/affinity/AffinityPresentation.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/SaveText.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <string>

namespace fabricscope::widgets {

namespace {

std::string textOf(const AffinityPresentation &shown, report::AffinityFormat format) {
    return report::affinityText({shown.judgement(), &shown.decisions(), shown.topology()}, format);
}

} // namespace

QString matricesText(const AffinityPresentation &shown, report::AffinityFormat format) {
    return toQString(textOf(shown, format));
}

QString saveMatrices(QWidget *parent, const AffinityPresentation &shown) {
    QStringList filters;
    for (const report::AffinityFormatName &format : report::affinityFormats())
        filters << QStringLiteral("%1 (*%2)").arg(toQString(format.title), toQString(format.suffix));
    QString filter;
    QString file = QFileDialog::getSaveFileName(
        parent, QCoreApplication::translate("AffinityScreen", "Save the matrices"),
        QStringLiteral("affinity"), filters.join(QLatin1String(";;")), &filter);
    if (file.isEmpty())
        return {};
    const auto at = static_cast<std::size_t>(std::max<qsizetype>(0, filters.indexOf(filter)));
    const report::AffinityFormatName &format = report::affinityFormats()[at];
    if (QFileInfo(file).suffix().isEmpty())
        file += toQString(format.suffix);
    return writeText(file, QByteArray::fromStdString(textOf(shown, format.format)));
}

} // namespace fabricscope::widgets
