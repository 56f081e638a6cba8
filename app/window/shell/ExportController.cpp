// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/ExportController.h"

#include "app/window/shell/Picture.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/common/dialog/MessageBoxText.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/hostvm/HostVmScreen.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>

#include <memory>

namespace fabricscope::app::window {

namespace {

/// A file name made of the host's name.
QString fileName(const HostSession &session, const QString &ending) {
    QString name = session.isCapture() ? QFileInfo(session.capturePath).completeBaseName() : session.name();
    for (QChar &character : name)
        if (!character.isLetterOrNumber() && character != QLatin1Char('-') && character != QLatin1Char('.'))
            character = QLatin1Char('-');
    return name + ending;
}

PictureOptions pictureOptions() {
    PictureOptions picture;
    picture.theme = widgets::currentTheme();
    return picture;
}

PictureOptions topologyOptions(const layout::TopologyOptions &options, const affinity::Judgement *judgement) {
    PictureOptions picture = pictureOptions();
    picture.layout = options;
    picture.layout.judgement = judgement;
    return picture;
}

bool canPaint(const HostSession &session, const widgets::AffinityScreen &screen) {
    return screen.shown() != nullptr && session.snapshot.examination;
}

layout::AffinityPictureOptions affinityOptions(const HostSession &session,
                                               const widgets::AffinityScreen &screen) {
    layout::AffinityPictureOptions options;
    options.host = session.name().toStdString();
    options.simulated = session.simulated().toStdString();
    options.topology = session.snapshot.topology.get();
    options.hypervisor = session.judgedIn.hypervisor.get();
    options.cell = screen.selectedCell();
    options.measured = screen.shown()->table().measured();
    if (screen.shown()->isHypothesis())
        options.hypothesis = &screen.shown()->judgement();
    return options;
}

} // namespace

ExportController::ExportController(QWidget *window) : QObject(window), m_window(window) {}

void ExportController::saveCapture(const HostSession &session) {
    if (!session.snapshot.capture)
        return;
    QString file =
        QFileDialog::getSaveFileName(m_window, tr("Save capture"),
                                     fileName(session, QStringLiteral(".fscope")), tr("Captures (*.fscope)"));
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += QStringLiteral(".fscope");
    report(capture::save(*session.snapshot.capture, file.toStdString()), file);
}

QString ExportController::choosePictureFile(const HostSession &session, const QString &what) {
    QString file = QFileDialog::getSaveFileName(m_window, tr("Export picture"),
                                                fileName(session, what + QStringLiteral(".svg")),
                                                tr("Pictures (*.svg *.png *.pdf)"));
    if (!file.isEmpty() && QFileInfo(file).suffix().isEmpty())
        file += QStringLiteral(".svg");
    return file;
}

void ExportController::exportAffinity(const HostSession &session, const widgets::AffinityScreen &screen) {
    const QString file =
        canPaint(session, screen) ? choosePictureFile(session, QStringLiteral("-affinity")) : QString();
    if (file.isEmpty())
        return;
    report(writeAffinityPicture(*screen.content().examination, file, pictureOptions(),
                                affinityOptions(session, screen)),
           file);
}

void ExportController::exportHostVm(const HostSession &session, const widgets::HostVmScreen &screen) {
    const QString file =
        screen.hasPicture() ? choosePictureFile(session, QStringLiteral("-host-vm")) : QString();
    if (!file.isEmpty())
        report(writeHostVmPicture(*screen.table(), screen.content().simulated.toStdString(), file,
                                  pictureOptions()),
               file);
}

void ExportController::copyHostVm(const widgets::HostVmScreen &screen, widgets::CopyAs form) {
    if (screen.hasPicture())
        put(layout::layoutHostVmPicture(*screen.table(), screen.content().simulated.toStdString(),
                                        {layout::HostVmOptions{}.width, widgets::measureFor(form)}),
            form);
}

void ExportController::exportPicture(const HostSession &session, const layout::TopologyOptions &options) {
    if (!session.snapshot.topology)
        return;
    const QString file = choosePictureFile(session, {});
    if (file.isEmpty())
        return;
    const auto judgement = session.judgement();
    report(writePicture(*session.snapshot.topology, file, topologyOptions(options, judgement.get())), file);
}

void ExportController::copyAffinity(const HostSession &session, const widgets::AffinityScreen &screen,
                                    widgets::CopyAs form) {
    if (!canPaint(session, screen))
        return;
    layout::AffinityPictureOptions options = affinityOptions(session, screen);
    options.measure = widgets::measureFor(form);
    put(layout::layoutAffinityPicture(*screen.content().examination, options), form);
}

void ExportController::put(const draw::DisplayList &list, widgets::CopyAs form) {
    auto data = widgets::pictureData(list, form);
    if (!data)
        return report(tl::unexpected(data.error()), {});
    QApplication::clipboard()->setMimeData(data->release());
    Q_EMIT statusMessageRequested(tr("Copied as %1").arg(widgets::copyName(form)));
}

void ExportController::report(const Result<> &result, const QString &file) {
    if (result) {
        Q_EMIT statusMessageRequested(tr("Written: %1").arg(file));
        return;
    }
    auto *box =
        new QMessageBox(QMessageBox::Critical, tr("Not written"),
                        QString::fromStdString(result.error().toString()), QMessageBox::Close, m_window);
    widgets::prepareMessageBox(box);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace fabricscope::app::window
