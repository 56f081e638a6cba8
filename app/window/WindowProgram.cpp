// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/WindowProgram.h"

#include "app/jobs/CollectJob.h"
#include "app/jobs/JudgeHost.h"
#include "app/jobs/OpenFiles.h"
#include "app/window/MainWindow.h"
#include "app/window/Picture.h"
#include "app/window/ScreenshotTour.h"
#include "app/window/SessionController.h"
#include "app/window/Settings.h"
#include "app/window/ThemeController.h"
#include "app/window/WindowOptions.h"
#include "remote/Secret.h"

#include <QApplication>
#include <QTemporaryDir>

#include <cstdio>
#include <cstring>

namespace fabricscope::app::window {

namespace {

constexpr int kCannotReadOrWrite = 3;
constexpr int kNotACapture = 4;

int complain(const Error &error, int status) {
    std::fprintf(stderr, "fabricscope-window: %s\n", error.toString().c_str());
    return status;
}

int render(const WindowOptions &options) {
    const auto opened = openFile(options.renderSource.toStdString());
    if (!opened)
        return complain(opened.error(), kNotACapture);
    const Snapshot &snapshot = *opened;
    const auto examination = judgeHost(snapshot);
    PictureOptions picture;
    picture.layout.judgement = examination ? &examination->judgement : nullptr;
    picture.theme = options.renderTheme;
    picture.size = options.renderSize;
    if (!picture.size.isEmpty()) // columns wrap into the picture; at least as wide as a screen's canvas
        picture.layout.width = std::max(picture.layout.width, static_cast<double>(picture.size.width()));
    if (options.renderAffinity && examination) {
        layout::AffinityPictureOptions affinity;
        affinity.topology = snapshot.topology.get();
        affinity.host = snapshot.topology->node(0).name;
        affinity.simulated = snapshot.capture->simulated;
        const auto done = writeAffinityPicture(*examination, options.renderOutput, picture, affinity);
        return done ? 0 : complain(done.error(), kCannotReadOrWrite);
    }
    const auto written = writePicture(*snapshot.topology, options.renderOutput, picture);
    return written ? 0 : complain(written.error(), kCannotReadOrWrite);
}

int showWindow(QApplication &application, const WindowOptions &options) {
    // A tour leaves no traces in the user's settings, and shows none of them.
    const QTemporaryDir scratch;
    Settings settings(options.tourFolder.isEmpty() ? QString()
                                                   : scratch.filePath(QStringLiteral("settings.ini")));
    ThemeController theme(application, settings);
    SessionController sessions({options.sshConfig.toStdString(), options.knownHosts.toStdString()});
    MainWindow window(sessions, theme, settings);
    for (const QString &file : options.captures)
        sessions.openCapture(file);
    for (const QString &target : options.targets)
        sessions.connectTo({target, {}, 0, {}, false});
    window.showHost(0);
    window.show();
    if (options.tourFolder.isEmpty())
        return QApplication::exec();
    ScreenshotTour tour(window, sessions, theme, options.tourFolder);
    QMetaObject::invokeMethod(&tour, &ScreenshotTour::start, Qt::QueuedConnection);
    return QApplication::exec();
}

/// Neither --help nor a picture needs a display.
bool needsNoDisplay(int argc, char **argv) {
    for (int index = 1; index < argc; ++index)
        for (const char *option : {"--render", "--screenshot-tour", "--help", "-h", "--version", "-v"})
            if (std::strncmp(argv[index], option, std::strlen(option)) == 0)
                return true;
    return false;
}

} // namespace

int run(int argc, char **argv) {
    if (needsNoDisplay(argc, argv) && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    remote::forbidCoreFiles();
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("fabricscope"));
    QApplication::setOrganizationName(QStringLiteral("fabricscope"));
    QApplication::setApplicationVersion(QStringLiteral(FABRICSCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("fabricscope"));
    int status = 0;
    const auto options = parseOptions(QApplication::arguments(), status);
    if (!options)
        return status;
    return options->renderSource.isEmpty() ? showWindow(application, *options) : render(*options);
}

} // namespace fabricscope::app::window
