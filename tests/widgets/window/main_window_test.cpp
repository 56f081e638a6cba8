// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/MainWindow.h"
#include "app/window/dialogs/PromptController.h"
#include "app/window/shell/ThemeController.h"
#include "app/window/workspace/PastedText.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/compare/SideView.h"
#include "widgets/connect/HostKeyDialog.h"
#include "widgets/connect/HostListDialog.h"
#include "widgets/connect/WelcomePage.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/StatePage.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSignalSpy>
#include <QTreeWidget>

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <semaphore>
#include <thread>

namespace fabricscope::app::window {
namespace {

using widgets::HostLink;
using widgets::ViewState;

/// A window with its own settings.
class MainWindowTest : public ::testing::Test {
protected:
    void open(const SshFiles &files = {}) {
        settings =
            std::make_unique<Settings>(QString::fromStdString((folder.path() / "settings.ini").string()));
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(files);
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->show();
    }
    void TearDown() override {
        window.reset();
        sessions.reset();
    }
    QString capture(const host::Host &host, const std::string &name) {
        const auto file = folder.path() / name;
        EXPECT_TRUE(capture::save(samples::toCapture(host), file));
        return QString::fromStdString(file.string());
    }
    quint64 openCapture(const host::Host &host) {
        const quint64 id = sessions->openCapture(capture(host, "host.fscope"));
        window->showHost(id);
        EXPECT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
        return id;
    }
    QAction *action(const QString &text) {
        for (QAction *candidate : window->findChildren<QAction *>())
            if (QString(candidate->text()).remove(QLatin1Char('&')) == text)
                return candidate;
        return nullptr;
    }

    test::TemporaryFolder folder;
    std::unique_ptr<Settings> settings;
    std::unique_ptr<ThemeController> theme;
    std::unique_ptr<SessionController> sessions;
    std::unique_ptr<MainWindow> window;
};

TEST_F(MainWindowTest, BeginsWithTheWelcomePageAndWithoutPanels) {
    open();
    EXPECT_TRUE(window->welcome()->isVisible());
    EXPECT_FALSE(window->inspector()->isVisible());
    EXPECT_FALSE(window->strip()->isVisible());
    EXPECT_FALSE(action(QStringLiteral("Save capture…"))->isEnabled());
}

TEST_F(MainWindowTest, ACaptureIsOpenedAndADeviceOfItFillsTheInspector) {
    open();
    openCapture(samples::mi355xServer());
    EXPECT_TRUE(window->topology()->isVisible());
    EXPECT_TRUE(window->inspector()->isVisible());
    const auto &topology = *window->topology()->content().topology;
    window->topology()->select(test::nodeAt(topology, "46:00.0"));
    EXPECT_EQ(window->inspector()->facts().bdf, QStringLiteral("0000:46:00.0"));
    EXPECT_TRUE(action(QStringLiteral("Save capture…"))->isEnabled());
    EXPECT_FALSE(action(QStringLiteral("Collect again"))->isEnabled());
}

TEST_F(MainWindowTest, AFileThatIsNoCaptureIsRefusedWithAMessageAndLeavesNothingBehind) {
    open();
    const auto file = folder.write("not.fscope", "this is no capture");
    QSignalSpy failed(sessions.get(), &SessionController::openFailed);
    sessions->openCapture(QString::fromStdString(file.string()));
    ASSERT_TRUE(test::waitFor([&] { return failed.count() == 1; }));
    EXPECT_TRUE(sessions->sessions().empty());
    EXPECT_NE(window->findChild<QMessageBox *>(), nullptr);
}

TEST_F(MainWindowTest, AllSevenScreensOpenByTheirActions) {
    open();
    openCapture(samples::laptop());
    for (int index = 0; index < kScreens; ++index) {
        action(screenName(static_cast<Screen>(index)))->trigger();
        EXPECT_EQ(static_cast<int>(window->screen()), index);
        EXPECT_EQ(window->topology()->isVisible(), index == static_cast<int>(Screen::Topology));
    }
}

TEST_F(MainWindowTest, SelectingAHostInTheSidebarRetargetsTheScreenAndDoesNotSwitchIt) {
    open();
    const quint64 first = openCapture(samples::mi355xServer());
    const quint64 second = sessions->openCapture(capture(samples::laptop(), "second.fscope"));
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    window->showScreen(Screen::Checks);
    window->sidebar()->setCurrent(second);
    EXPECT_EQ(window->host(), second);
    EXPECT_EQ(window->screen(), Screen::Checks);
    sessions->remove(second);
    EXPECT_EQ(window->host(), first);
}

TEST_F(MainWindowTest, TheInspectorAndThenTheStripGoWhereThereIsNoRoomAndTheirKeysBringThemBack) {
    open();
    openCapture(samples::laptop());
    window->resize(1100, 700);
    EXPECT_FALSE(window->inspector()->isVisible());
    EXPECT_FALSE(window->strip()->isVisible());
    EXPECT_EQ(window->size(), QSize(1100, 700));
    action(QStringLiteral("Inspector"))->trigger();
    action(QStringLiteral("Jobs and log"))->trigger();
    EXPECT_TRUE(window->inspector()->isVisible());
    EXPECT_TRUE(window->strip()->isVisible());
    EXPECT_EQ(window->size(), QSize(1100, 700)); // and no widget requires a larger window
}

TEST_F(MainWindowTest, EveryButtonHasATextOrAnAccessibleName) {
    open();
    openCapture(samples::mi355xServer());
    window->openConnectDialog();
    for (const QAbstractButton *button : window->findChildren<QAbstractButton *>()) {
        const QString owner = button->parentWidget() != nullptr
                                  ? QLatin1String(button->parentWidget()->metaObject()->className())
                                  : QString();
        if (button->objectName().startsWith(QLatin1String("qt_"))) // parts of Qt's own widgets
            continue;
        const bool internal =
            owner == QLatin1String("QLineEdit") || owner == QLatin1String("QMenuBar") ||
            (button->parentWidget() != nullptr && button->parentWidget()->inherits("QTableView"));
        EXPECT_TRUE(internal || !button->text().isEmpty() || !button->accessibleName().isEmpty())
            << button->metaObject()->className() << " in " << qPrintable(owner);
    }
}

TEST_F(MainWindowTest, BothThemesAreAppliedAndSaved) {
    open();
    theme->choose(ThemeChoice::Light);
    EXPECT_EQ(widgets::currentTheme(), widgets::ThemeKind::Light);
    EXPECT_EQ(window->palette().color(QPalette::Window), widgets::tokenColour(widgets::Token::Chrome));
    theme->choose(ThemeChoice::Dark);
    EXPECT_EQ(Settings(QString::fromStdString((folder.path() / "settings.ini").string())).theme(),
              ThemeChoice::Dark);
}

TEST_F(MainWindowTest, AnUnreachableHostShowsItsLadderAndTheOthersWorkOn) {
    open();
    openCapture(samples::laptop());
    const quint64 id = sessions->connectTo({QStringLiteral("nobody@127.0.0.1:1"), {}, 0, {}, false});
    window->showHost(id);
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    EXPECT_EQ(sessions->find(id)->link, HostLink::Unreachable);
    EXPECT_EQ(window->topology()->state(), ViewState::Error);
    EXPECT_EQ(window->topology()->errorPage()->info().connectionSteps.at(1).state,
              widgets::ConnectionStep::State::Failed);
    window->showHost(sessions->sessions().front()->id);
    EXPECT_NE(window->topology()->content().topology, nullptr);
}

/// A first connection with the mouse, against a real sshd.
TEST_F(MainWindowTest, AHostIsConnectedAfterItsKeyWasTrustedAndItsTreeIsShownWithItsCommandsInTheLog) {
    const test::Sshd sshd;
    const auto known = folder.path() / "known_hosts";
    std::ofstream(known).close();
    const auto config = folder.write(
        "ssh_config", "Host first\n  HostName 127.0.0.1\n  Port " + std::to_string(sshd.port()) +
                          "\n  User " + sshd.user() + "\n  IdentityFile " + sshd.identity().string() +
                          "\n  IdentitiesOnly yes\n  IdentityAgent none\n  UserKnownHostsFile " +
                          known.string() + "\n  GlobalKnownHostsFile /dev/null\n");
    open({config, known});
    const quint64 id = sessions->connectTo({QStringLiteral("first"), {}, 0, {}, false});
    window->showHost(id);
    ASSERT_TRUE(
        test::waitFor([this] { return window->prompts()->current() != nullptr || !sessions->busy(); }));
    auto *dialog = qobject_cast<widgets::HostKeyDialog *>(window->prompts()->current());
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->windowTitle().contains(QStringLiteral("127.0.0.1")) ||
                dialog->windowTitle().contains(QStringLiteral("first")));
    QTest::mouseClick(test::buttonNamed(*dialog, QStringLiteral("Trust and connect")), Qt::LeftButton);
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }, 110000));
    EXPECT_EQ(sessions->find(id)->link, HostLink::Connected)
        << (sessions->find(id)->failure ? sessions->find(id)->failure->what : "");
    EXPECT_NE(window->topology()->content().topology, nullptr);
    EXPECT_GT(test::readFile(known).size(), 20U); // the key was stored
    bool command = false;
    for (int row = 0; row < sessions->log()->rowCount(); ++row)
        command = command || sessions->log()->at(row).text.contains(QStringLiteral("/bin/sh -s"));
    EXPECT_TRUE(command);
}

/// Drops files as a file manager does.
bool drop(QWidget &window, const QStringList &files) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString &file : files)
        urls << QUrl::fromLocalFile(file);
    data.setUrls(urls);
    const QPointF where(200, 200);
    QDragEnterEvent enter(where.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &enter);
    QDropEvent dropped(where, Qt::CopyAction, &data, Qt::LeftButton, {});
    if (enter.isAccepted())
        QApplication::sendEvent(&window, &dropped);
    return enter.isAccepted() && dropped.isAccepted();
}

TEST_F(MainWindowTest, CapturesThatAreDroppedOpenAHostEach) {
    open();
    ASSERT_TRUE(
        drop(*window, {capture(samples::oneGpu(), "one.fscope"), capture(samples::laptop(), "two.fscope")}));
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    ASSERT_EQ(sessions->sessions().size(), 2U);
    for (const auto &session : sessions->sessions())
        EXPECT_NE(session->snapshot.topology, nullptr);
    EXPECT_NE(window->topology()->content().topology, nullptr);
    EXPECT_EQ(test::child<widgets::HostListDialog>(*window, [](const auto &) { return true; }), nullptr);
}

TEST_F(MainWindowTest, PastedOutputOpensAsAHostOfItsOwnAndIsKept) {
    open();
    QAction *paste = action(QStringLiteral("Paste a tool's output"));
    ASSERT_NE(paste, nullptr);
    QApplication::clipboard()->setText(
        QStringLiteral("[   12.345678] pcieport 0000:40:01.1: pciehp: Slot(7): Link Down\n"));
    paste->trigger();
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    ASSERT_EQ(sessions->sessions().size(), 1U);
    const HostSession &host = *sessions->sessions().front();
    ASSERT_NE(host.snapshot.topology, nullptr);
    EXPECT_EQ(host.snapshot.topology->host().kernelMessages.size(), 1U);
    const QFileInfo kept(host.capturePath);
    EXPECT_EQ(kept.absolutePath(), settings->pastedFolder());
    EXPECT_EQ(kept.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());

    QApplication::clipboard()->setText(QStringLiteral("  \n"));
    paste->trigger();
    EXPECT_EQ(sessions->sessions().size(), 1U);
}

TEST_F(MainWindowTest, TextThatIsDroppedIsCopiedAndNeverMovedOutOfItsEditor) {
    open();
    QMimeData data;
    data.setText(QStringLiteral("[   12.345678] pcieport 0000:40:01.1: pciehp: Slot(7): Link Down\n"));
    const QPointF where(200, 200);
    QDragEnterEvent enter(where.toPoint(), Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    enter.setDropAction(Qt::MoveAction);
    QApplication::sendEvent(window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    EXPECT_EQ(enter.dropAction(), Qt::CopyAction);
    QDropEvent dropped(where, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    dropped.setDropAction(Qt::MoveAction);
    QApplication::sendEvent(window.get(), &dropped);
    EXPECT_EQ(dropped.dropAction(), Qt::CopyAction);
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    EXPECT_EQ(sessions->sessions().size(), 1U);
}

TEST_F(MainWindowTest, OldPastedTextsAreDeleted) {
    const QString place = QString::fromStdString((folder.path() / "pasted").string());
    for (int number = 0; number < kKeptTexts + 3; ++number)
        ASSERT_TRUE(keepPasted(place, QStringLiteral("lspci of host %1").arg(number)));
    EXPECT_EQ(QDir(place).entryList(QDir::Files).size(), kKeptTexts);
    EXPECT_FALSE(keepPasted(place, QString()));
    EXPECT_FALSE(keepPasted(QStringLiteral("/proc/none"), QStringLiteral("lspci")));
}

TEST_F(MainWindowTest, AListOfHostsThatIsDroppedOpensTheImportDialogAndIsNoHost) {
    open();
    const QString list = QString::fromStdString(
        folder.write("hosts.txt", "# rack 7\ngpu-01\nroot@gpu-02:2222\ngpu-[03-04]\n").string());
    ASSERT_TRUE(drop(*window, {list}));
    const auto dialog = [this] {
        return test::child<widgets::HostListDialog>(*window, [](const auto &) { return true; });
    };
    ASSERT_TRUE(test::waitFor([&] { return dialog() != nullptr; }));
    EXPECT_EQ(dialog()->chosen().size(), 4U);
    EXPECT_TRUE(sessions->sessions().empty());
    EXPECT_TRUE(test::waitFor([&] { return !sessions->busy(); })); // updates the sidebar
    dialog()->reject();
}

TEST_F(MainWindowTest, ReportsADroppedUnknownFileAndRejectsWebImages) {
    open();
    QSignalSpy failed(sessions.get(), &SessionController::openFailed);
    const QString poem = QString::fromStdString(
        folder
            .write("poem.txt",
                   "Roses are red,\nviolets (they say) are blue!\nThe cable is {broken}; so are you?\n")
            .string());
    ASSERT_TRUE(drop(*window, {poem}));
    ASSERT_TRUE(test::waitFor([&] { return failed.count() == 1; }));
    EXPECT_TRUE(failed[0][1].toString().contains(QStringLiteral("known kind")));
    EXPECT_EQ(test::child<widgets::HostListDialog>(*window, [](const auto &) { return true; }), nullptr);
    for (QMessageBox *box : window->findChildren<QMessageBox *>())
        box->reject();
    QMimeData web;
    web.setUrls({QUrl(QStringLiteral("https://example.com/x.png"))});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &web, Qt::LeftButton, {});
    enter.ignore();
    QApplication::sendEvent(window.get(), &enter);
    EXPECT_FALSE(enter.isAccepted());
}

TEST_F(MainWindowTest, ComparesOnAWorkerWhileTheWindowGoesOn) {
    open();
    std::counting_semaphore<2> go(0);
    std::atomic<std::thread::id> comparedBy;
    sessions->queries().setCompare([&](const fleet::Side &before, const fleet::Side &after) {
        comparedBy = std::this_thread::get_id();
        go.acquire();
        return fleet::compare(before, after);
    });
    sessions->openCapture(capture(samples::oneGpu(), "before.fscope"));
    sessions->openCapture(capture(samples::narrowGpu(), "after.fscope"));
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    widgets::CompareScreen *screen = window->compare();
    window->showScreen(Screen::Compare);
    ASSERT_TRUE(test::waitFor([&] { return comparedBy.load() != std::thread::id(); }));
    EXPECT_NE(comparedBy.load(), std::this_thread::get_id());
    // The comparison is still running, and this thread was not blocked.
    EXPECT_TRUE(screen->comparing());
    EXPECT_EQ(screen->comparison(), nullptr);
    EXPECT_TRUE(screen->statePage()->isVisible());
    screen->swapSides(); // a newer comparison; the result of the older one is dropped
    go.release(2);
    ASSERT_TRUE(test::waitFor([&] { return screen->comparison() != nullptr; }));
    EXPECT_FALSE(screen->comparing());
    EXPECT_FALSE(screen->statePage()->isVisible());
    ASSERT_FALSE(screen->comparison()->differences.empty());
    EXPECT_EQ(screen->comparison()->differences.front().after.value,
              fleet::compare(screen->beforeView()->side().side(), screen->afterView()->side().side())
                  .differences.front()
                  .after.value)
        << "of the sides as they stand now";
}

TEST_F(MainWindowTest, ClosingWhileAJobRunsAndAQuestionIsOpenEndsBoth) {
    const test::Sshd sshd;
    const auto known = folder.path() / "known_hosts";
    const auto config =
        folder.write("ssh_config", "Host first\n  HostName 127.0.0.1\n  Port " + std::to_string(sshd.port()) +
                                       "\n  UserKnownHostsFile " + known.string() +
                                       "\n  GlobalKnownHostsFile /dev/null\n");
    open({config, known});
    sessions->connectTo({QStringLiteral("first"), {}, 0, {}, false});
    ASSERT_TRUE(
        test::waitFor([this] { return window->prompts()->current() != nullptr || !sessions->busy(); }));
    window->close();
    window.reset();
    sessions.reset(); // joins the threads; would hang if one waited for the event loop
}

TEST_F(MainWindowTest, ClosingWhileAServerNeverAnswersEndsAtOnce) {
    test::Sshd sshd;
    sshd.stop();
    open({sshd.configFile(), {}});
    sessions->connectTo({QStringLiteral("sshd0"), {}, 0, {}, false});
    QTest::qWait(50); // nothing may happen: there is no event to wait for
    EXPECT_TRUE(sessions->busy());
    window.reset();
    sessions.reset();
    sshd.resume();
}

} // namespace
} // namespace fabricscope::app::window
