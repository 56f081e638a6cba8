// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchExport.h"

#include "app/window/shell/Picture.h"
#include "core/base/OutputFile.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>

#include <utility>

namespace fabricscope::app::window {

namespace {

using Export = widgets::BenchScreen::Export;

/// The formats by file extension, one per line.
constexpr struct {
    Export form;
    const char *ending;
} kEndings[] = {{Export::Png, ".png"}, {Export::Svg, ".svg"}, {Export::Pdf, ".pdf"}, {Export::Csv, ".csv"}};

} // namespace

BenchExport::BenchExport(widgets::BenchScreen &screen, Report report, QObject *parent)
    : QObject(parent), m_screen(screen), m_report(std::move(report)) {}

QString BenchExport::suggestedFile(const QString &ending) const {
    const bench::BenchView *view = m_screen.view();
    QString name = view != nullptr ? QString::fromStdString(view->results->test) : QString();
    for (QChar &each : name)
        if (!each.isLetterOrNumber() && each != QLatin1Char('_') && each != QLatin1Char('-'))
            each = QLatin1Char('-');
    return (name.isEmpty() ? QStringLiteral("benchmark") : name.left(80)) + ending;
}

Result<> BenchExport::exportTo(const QString &file) const {
    if (QFileInfo(file).suffix().toLower() == QLatin1String("csv"))
        return writeWhole(QFile::encodeName(file).toStdString(), m_screen.csv().toStdString(),
                          ReadableBy::Owner);
    PictureOptions options;
    options.theme = widgets::currentTheme();
    return writeListPicture([this](const draw::MeasureText &measure) { return m_screen.picture(measure); },
                            file, options);
}

void BenchExport::exportAs(Export form) {
    if (!m_screen.hasPicture())
        return;
    if (form == Export::CopyPicture)
        return copyPicture(widgets::CopyAs::Png);
    if (form == Export::CopyRows) {
        widgets::copyText(m_screen.csv());
        Q_EMIT statusMessageRequested(tr("Rows copied"));
        return;
    }
    QString ending;
    for (const auto &[known, text] : kEndings)
        if (known == form)
            ending = QLatin1String(text);
    QString file = QFileDialog::getSaveFileName(m_screen.window(), tr("Export"), suggestedFile(ending),
                                                QStringLiteral("*") + ending);
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += ending;
    m_report(exportTo(file), file);
}

void BenchExport::copyPicture(widgets::CopyAs form) {
    auto data = widgets::pictureData(m_screen.picture(widgets::measureFor(form)), form);
    if (!data)
        return m_report(tl::unexpected(data.error()), {});
    QApplication::clipboard()->setMimeData(data->release());
    Q_EMIT statusMessageRequested(tr("Copied as %1").arg(widgets::copyName(form)));
}

} // namespace fabricscope::app::window
