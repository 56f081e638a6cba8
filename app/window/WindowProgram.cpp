// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/WindowProgram.h"

#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/collect/OpenFiles.h"
#include "app/jobs/judge/HostVmQuestion.h"
#include "app/jobs/run/RunStorePath.h"
#include "app/window/LoopWatchdog.h"
#include "app/window/MainWindow.h"
#include "app/window/ScreenshotTour.h"
#include "app/window/WindowOptions.h"
#include "app/window/session/SessionController.h"
#include "app/window/shell/Picture.h"
#include "app/window/shell/Settings.h"
#include "app/window/shell/ThemeController.h"
#include "app/window/workspace/SessionSlot.h"
#include "app/window/workspace/WorkspaceController.h"
#include "core/base/Print.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "remote/base/Secret.h"
#include "remote/process/PrivateFolder.h"
#include "widgets/common/dialog/MessageBoxText.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QTemporaryDir>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <system_error>

namespace fabricscope::app::window {

namespace {

QtMessageHandler g_before = nullptr;

constexpr int kWrongUsage = 2;
constexpr int kCannotReadOrWrite = 3;
constexpr int kNotACapture = 4;

int complain(const Error &error, int status) {
    printText(stderr, "fabricscope-window: {}\n", error.toString());
    return status;
}

using Judged = Result<std::shared_ptr<const affinity::Examination>>;

/// Judges the host together with the files that the options name.
Judged judgeWith(const JudgeOptions &options, const Snapshot &snapshot, const Snapshot *hypervisor) {
    std::vector<JudgePeer> peers;
    for (const std::string &peer : options.peers) {
        auto opened = openFile(peer);
        if (!opened)
            return tl::unexpected(opened.error());
        peers.push_back({peer, std::move(*opened)});
    }
    return judgeHostWith(options, snapshot, hypervisor, peers);
}

int renderHostVm(const WindowOptions &options, const Snapshot &snapshot, const Snapshot *hypervisor,
                 const PictureOptions &picture) {
    const auto examination = present::examineHostVm(hostVmQuestionOf(snapshot, hypervisor));
    const auto done =
        writeHostVmPicture(examination->table, snapshot.capture->simulated, options.renderOutput, picture);
    return done ? 0 : complain(done.error(), kCannotReadOrWrite);
}

int render(const WindowOptions &options) {
    const auto opened = openFile(options.renderSource.toStdString());
    if (!opened)
        return complain(opened.error(), kNotACapture);
    const Snapshot &snapshot = *opened;
    std::optional<Snapshot> above;
    if (!options.judge.hypervisor.empty()) {
        auto read = openFile(options.judge.hypervisor);
        if (!read)
            return complain(read.error(), kNotACapture);
        above = std::move(*read);
    }
    const Snapshot *hypervisor = above ? &*above : nullptr;
    const auto judged = judgeWith(options.judge, snapshot, hypervisor);
    if (!judged)
        return complain(judged.error(), kWrongUsage);
    const auto &examination = *judged;
    PictureOptions picture;
    picture.layout.judgement = examination ? &examination->judgement : nullptr;
    picture.theme = options.renderTheme;
    picture.size = options.renderSize;
    picture.warn = [](const QString &what) {
        printText(stderr, "fabricscope-window: {}\n", what.toStdString());
    };
    if (options.renderHostVm)
        return renderHostVm(options, snapshot, hypervisor, picture);
    if (options.renderAffinity && examination) {
        layout::AffinityPictureOptions affinity;
        affinity.topology = snapshot.topology.get();
        affinity.hypervisor = hypervisor != nullptr ? hypervisor->topology.get() : nullptr;
        affinity.host = snapshot.topology->node(0).name;
        affinity.simulated = snapshot.capture->simulated;
        const auto done = writeAffinityPicture(*examination, options.renderOutput, picture, affinity);
        return done ? 0 : complain(done.error(), kCannotReadOrWrite);
    }
    const auto written = writePicture(*snapshot.topology, options.renderOutput, picture);
    return written ? 0 : complain(written.error(), kCannotReadOrWrite);
}

/// Opens what the command line names, or else what was open last. Either is saved for the next start, except
/// the demo's hosts (--ssh-config says where they listen), which no longer exist then. The returned slot must
/// be kept as long as the window exists.
std::unique_ptr<SessionSlot> openSources(MainWindow &window, SessionController &sessions,
                                         const Settings &settings, const WindowOptions &options) {
    const bool isWorkspace =
        options.captures.size() == 1 && WorkspaceController::isWorkspaceFile(options.captures.first());
    const bool isRemembered = options.sshConfig.isEmpty() && options.tourFolder.isEmpty();
    std::unique_ptr<SessionSlot> place;
    if (isRemembered) {
        const bool restores =
            options.targets.isEmpty() && options.captures.isEmpty() && settings.preferences().restoresSession;
        place = std::make_unique<SessionSlot>(settings.sessionFile(), restores);
        window.autosaveSession(place->file());
        if (place->restores() && window.restoreSession())
            return place;
    }
    for (const QString &file : options.captures)
        window.openPath(file);
    for (const QString &target : options.targets)
        sessions.connectTo({target, {}, 0, {}, false});
    if (!isWorkspace)
        window.showHost(0);
    return place;
}

int showWindow(QApplication &application, const WindowOptions &options) {
    // A tour neither changes nor shows the user's settings. Its folder is removed when the program ends, even
    // by a signal; without a tour there is none.
    std::optional<remote::PrivateFolder> scratch;
    if (!options.tourFolder.isEmpty())
        scratch.emplace();
    const auto inScratch = [&](const char *name) {
        return QString::fromStdString((scratch->path() / name).string());
    };
    Settings settings(scratch ? inScratch("settings.ini") : QString());
    ThemeController theme(application, settings);
    SessionController sessions({options.sshConfig.toStdString(), options.knownHosts.toStdString()});
    sessions.setRunStore(scratch ? inScratch("runs.db").toStdString() : runStorePath());
    MainWindow window(sessions, theme, settings);
    const auto place = openSources(window, sessions, settings, options);
    window.show();
    if (!options.notice.isEmpty()) {
        auto *box = new QMessageBox(QMessageBox::Warning, MainWindow::tr("Notice"), options.notice,
                                    QMessageBox::Close, &window);
        widgets::prepareMessageBox(box);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    }
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

/// Without a display Qt would abort, with advice that does not help.
bool hasDisplay() {
    return !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") || !qEnvironmentVariableIsEmpty("DISPLAY") ||
           !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

/// Suppresses Qt's warning about a missing runtime folder of the session, which nothing here needs.
void withoutSessionFolder(QtMsgType type, const QMessageLogContext &context, const QString &message) {
    if (!message.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR")))
        g_before(type, context, message);
}

/// Qt looks for "flatpak-info" in the runtime folder of the session when it starts. Where the session has
/// none, Qt makes runtime-USER in the folder for temporary files and leaves it there: for that time it gets
/// one that is removed.
class RuntimeFolderOfStart {
public:
    RuntimeFolderOfStart() {
        if (!qEnvironmentVariableIsEmpty(kVariable))
            return;
        m_folder.emplace(QDir::tempPath() + QStringLiteral("/fabricscope-start-XXXXXX"));
        if (m_folder->isValid())
            qputenv(kVariable, QFile::encodeName(m_folder->path()));
    }
    ~RuntimeFolderOfStart() {
        if (m_folder)
            qunsetenv(kVariable);
    }
    RuntimeFolderOfStart(const RuntimeFolderOfStart &) = delete;
    RuntimeFolderOfStart &operator=(const RuntimeFolderOfStart &) = delete;

private:
    static constexpr const char *kVariable = "XDG_RUNTIME_DIR";
    std::optional<QTemporaryDir> m_folder;
};

} // namespace

int run(int argc, char **argv) {
    if (needsNoDisplay(argc, argv) && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!hasDisplay()) {
        printText(stderr, "fabricscope-window: no display (DISPLAY and WAYLAND_DISPLAY are not set)\n"
                          "  use fabricscope capture, show or render instead; see fabricscope --help\n");
        return kCannotReadOrWrite;
    }
    g_before = qInstallMessageHandler(withoutSessionFolder);
    remote::disableCoreDumps();
    std::optional<RuntimeFolderOfStart> runtimeFolder(std::in_place);
    WindowApplication application(argc, argv);
    runtimeFolder.reset();
    QApplication::setApplicationName(QStringLiteral("fabricscope"));
    QApplication::setOrganizationName(QStringLiteral("fabricscope"));
    QApplication::setApplicationVersion(QStringLiteral(FABRICSCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("fabricscope"));
    int status = 0;
    const auto options = parseOptions(QApplication::arguments(), status);
    if (!options)
        return std::fflush(stdout) == 0
                   ? status
                   : complain({"standard output cannot be written: " + std::generic_category().message(errno),
                               {},
                               {}},
                              kCannotReadOrWrite);
    return options->renderSource.isEmpty() ? showWindow(application, *options) : render(*options);
}

} // namespace fabricscope::app::window
