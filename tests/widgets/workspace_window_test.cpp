// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/MainWindow.h"
#include "app/window/ThemeController.h"
#include "app/window/WorkspaceController.h"
#include "core/json/WorkspaceJson.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/common/Controls.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/topology/TopologyScreen.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeView>

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::app::window {
namespace {

using widgets::HostLink;

class WorkspaceWindow : public ::testing::Test {
protected:
    void open(bool keeps = false) {
        settings = std::make_unique<Settings>(path("settings.ini"));
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(SshFiles{});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        if (keeps)
            window->keepSession(settings->sessionFile());
        window->show();
        QApplication::setActiveWindow(window.get());
    }
    void close() {
        window->close();
        window.reset();
        sessions.reset();
    }
    void TearDown() override {
        window.reset();
        sessions.reset();
    }
    QString path(const std::string &name) const {
        return QString::fromStdString((folder.path() / name).string());
    }
    quint64 openCapture(const host::Host &host, const std::string &name) {
        EXPECT_TRUE(capture::save(made::toCapture(host), folder.path() / name));
        const quint64 id = sessions->openCapture(path(name));
        wait();
        window->showHost(id);
        return id;
    }
    void wait() {
        EXPECT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
        QApplication::processEvents();
    }
    /// Hosts that are not connected to: nothing of a test goes over a network.
    void openHosts(const std::string &document) {
        Preferences wanted = settings->preferences();
        wanted.connectsOnOpen = false;
        settings->setPreferences(wanted);
        folder.write("made.fswork", document);
        window->openWorkspace(path("made.fswork"));
    }
    QAction *action(const QString &text) const {
        for (QAction *candidate : window->findChildren<QAction *>())
            if (QString(candidate->text()).remove(QLatin1Char('&')) == text)
                return candidate;
        return nullptr;
    }
    QAction *undo() const { return actionLike(QStringLiteral("&Undo")); }
    QAction *redo() const { return actionLike(QStringLiteral("&Redo")); }
    QAction *actionLike(const QString &beginning) const {
        for (QAction *candidate :
             window->menuBar()->findChildren<QAction *>() + window->findChildren<QAction *>())
            if (candidate->text().startsWith(beginning) && candidate->shortcut().count() > 0)
                return candidate;
        return nullptr;
    }
    /// The sidebar as lines, with the groups' names.
    std::string sidebar() const {
        QString text;
        const QAbstractItemModel &model = *sessions->fleet();
        for (int group = 0; group < model.rowCount(); ++group) {
            const QModelIndex above = model.index(group, 0);
            text += above.data().toString() + QLatin1Char(':');
            for (int row = 0; row < model.rowCount(above); ++row)
                text += QLatin1Char(' ') + model.index(row, 0, above).data().toString();
            text += QLatin1Char('\n');
        }
        return text.toStdString();
    }
    QMessageBox *box() const { return window->findChild<QMessageBox *>(); }

    test::TemporaryFolder folder;
    std::unique_ptr<Settings> settings;
    std::unique_ptr<ThemeController> theme;
    std::unique_ptr<SessionController> sessions;
    std::unique_ptr<MainWindow> window;
};

constexpr const char *kThree = R"({"schema": "fabricscope.workspace/0",
"groups": [{"name": "Rack 1", "hosts": [{"target": "gpu-01", "user": "ops", "port": 2222}, {"target": "gpu-02"}]},
           {"name": "Rack 2", "collapsed": true, "hosts": []}],
"hosts": [{"target": "gpu-03", "name": "head"}], "window": {"screen": "affinity", "sidebar_width": 300}})";

TEST_F(WorkspaceWindow, AFileOpensWithItsGroupsNamesSettingsAndScreen) {
    open();
    openHosts(kThree);
    EXPECT_EQ(sidebar(), "Rack 1: gpu-01 gpu-02\nRack 2:\nHosts: head\n");
    EXPECT_EQ(window->screen(), Screen::Affinity);
    EXPECT_EQ(window->sidebar()->width(), 300);
    EXPECT_EQ(window->sidebar()->collapsedGroups().size(), 1);
    const HostSession &first = *sessions->sessions().front();
    EXPECT_EQ(first.endpoint.user, "ops");
    EXPECT_EQ(first.endpoint.port, 2222);
    EXPECT_EQ(first.link, HostLink::Disconnected);
    EXPECT_EQ(window->windowTitle().toStdString(), "made.fswork[*] - fabricscope");
    EXPECT_FALSE(window->isWindowModified());
}

TEST_F(WorkspaceWindow, WhatWasOpenedAndChangedIsSavedAndOpensTheSame) {
    open();
    openHosts(kThree);
    const quint64 id = openCapture(made::mi355xServer(), "one.fscope");
    window->topology()->select(test::nodeAt(*window->topology()->content().topology, "46:00.0"));
    const quint64 rack2 = window->workspace()->current().groups[1].id;
    window->workspace()->move({sessions->sessions()[2]->id}, rack2);
    window->workspace()->rename(id, QStringLiteral("reference"));
    EXPECT_EQ(sidebar(), "Rack 1: gpu-01 gpu-02\nRack 2: head\nCaptures: reference\n");
    EXPECT_TRUE(window->isWindowModified());
    const QWidget *note = window->menuBar()->cornerWidget(Qt::TopRightCorner);
    EXPECT_GE(note->width(), note->sizeHint().width()) << "the mark is not in place of its last letters";
    action(QStringLiteral("Save"))->trigger();
    EXPECT_FALSE(window->isWindowModified());
    const std::string text = test::readFile(folder.path() / "made.fswork");
    EXPECT_NE(text.find("\"one.fscope\""), std::string::npos) << "named from the workspace's folder";
    close();
    open();
    window->openPath(path("made.fswork"));
    wait();
    EXPECT_EQ(sidebar(), "Rack 1: gpu-01 gpu-02\nRack 2: head\nCaptures: reference\n");
    ASSERT_NE(window->topology()->content().topology, nullptr) << "the selected capture";
    EXPECT_EQ(window->topology()->selected(),
              test::nodeAt(*window->topology()->content().topology, "46:00.0"));
    EXPECT_EQ(settings->recentWorkspaces(), QStringList{path("made.fswork")});
    const auto recent = settings->recent();
    EXPECT_TRUE(std::any_of(recent.begin(), recent.end(), [&](const widgets::RecentEntry &entry) {
        return entry.kind == widgets::RecentEntry::Kind::Workspace && entry.key == path("made.fswork");
    })) << "the Welcome page offers it";
}

TEST_F(WorkspaceWindow, ARemovedHostComesBackWithItsPictureAndWithoutAConnection) {
    open();
    openHosts(kThree);
    const quint64 capture = openCapture(made::oneGpu(), "one.fscope");
    window->sidebar()->setCurrent(capture);
    QTest::keyClick(window->sidebar()->view(), Qt::Key_Delete);
    EXPECT_EQ(sessions->find(capture), nullptr);
    window->workspace()->remove({sessions->sessions().front()->id});
    EXPECT_EQ(sidebar(), "Rack 1: gpu-02\nRack 2:\nHosts: head\n");
    ASSERT_NE(undo(), nullptr);
    EXPECT_EQ(undo()->text().toStdString(), "&Undo: Remove gpu-01");
    undo()->trigger();
    undo()->trigger();
    EXPECT_EQ(sidebar(), "Rack 1: gpu-01 gpu-02\nRack 2:\nHosts: head\nCaptures: one\n");
    ASSERT_NE(sessions->find(capture), nullptr);
    EXPECT_NE(sessions->find(capture)->snapshot.topology, nullptr);
    EXPECT_EQ(sessions->sessions().front()->link, HostLink::Disconnected);
    EXPECT_FALSE(undo()->isEnabled());
    redo()->trigger();
    EXPECT_EQ(sidebar(), "Rack 1: gpu-01 gpu-02\nRack 2:\nHosts: head\n");
}

TEST_F(WorkspaceWindow, UndoTakesBackNamesAndGroupsButNoHostThatCameMeanwhile) {
    open();
    openHosts(kThree);
    WorkspaceController &workspace = *window->workspace();
    workspace.renameGroup(workspace.current().groups[0].id, QStringLiteral("Row A"));
    workspace.rename(sessions->sessions()[1]->id, QStringLiteral("second"));
    workspace.addGroup(QStringLiteral("New"), {sessions->sessions()[2]->id});
    EXPECT_EQ(sidebar(), "Row A: gpu-01 second\nRack 2:\nNew: head\n");
    openCapture(made::oneGpu(), "later.fscope");
    for (const char *name : {"&Undo: New group New", "&Undo: Rename gpu-02", "&Undo: Rename Rack 1"}) {
        EXPECT_EQ(undo()->text().toStdString(), name);
        undo()->trigger();
    }
    EXPECT_EQ(sidebar(), "Rack 1: gpu-01 gpu-02\nRack 2:\nHosts: head\nCaptures: later\n");
    for (int step = 0; step < 3; ++step)
        redo()->trigger();
    EXPECT_EQ(sidebar(), "Row A: gpu-01 second\nRack 2:\nNew: head\nCaptures: later\n");
}

TEST_F(WorkspaceWindow, AGroupIsMadeAndNamedByTypingAndANameThatIsTakenIsRefused) {
    open();
    openHosts(kThree);
    action(QStringLiteral("New group…"))->trigger();
    const auto editor = [this] {
        return window->sidebar()->view()->viewport()->findChild<QLineEdit *>();
    };
    ASSERT_NE(editor(), nullptr);
    QTest::keyClicks(editor(), QStringLiteral("Lab"));
    QTest::keyClick(editor(), Qt::Key_Return);
    EXPECT_TRUE(
        test::waitFor([this] { return window->workspace()->current().groups.back().name == "Lab"; }, 5000));
    std::string said;
    QObject::connect(window->workspace(), &WorkspaceController::refused, window.get(),
                     [&](const QString &what) { said = what.toStdString(); });
    window->workspace()->renameGroup(window->workspace()->current().groups.back().id,
                                     QStringLiteral("Rack 1"));
    EXPECT_EQ(said, "There is a group 'Rack 1' already");
    EXPECT_EQ(window->workspace()->current().groups.back().name, "Lab");
}

TEST_F(WorkspaceWindow, AMoveTriedOutIsUndoneWithTheSameKeyAndIsInTheFile) {
    open();
    const quint64 id = openCapture(made::mi355xServer(), "one.fscope");
    window->showScreen(Screen::Affinity);
    widgets::AffinityScreen &screen = *window->affinity();
    ASSERT_TRUE(screen.hasPicture());
    const layout::AffinityTable &table = screen.shown()->table();
    std::size_t nic = 0;
    while (table.cell(table.rows()[0], nic).pair != nullptr)
        ++nic;
    screen.tryPair(table.rows()[0], nic);
    ASSERT_EQ(screen.moves(id).size(), 1U);
    EXPECT_TRUE(undo()->text().startsWith(QStringLiteral("&Undo: Try ")));
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(screen.moves(id).empty());
    EXPECT_FALSE(screen.shown()->isHypothesis());
    redo()->trigger();
    EXPECT_EQ(screen.moves(id).size(), 1U);
    screen.undo(); // its own button: the same step
    EXPECT_FALSE(undo()->isEnabled());
    screen.redo();
    ASSERT_TRUE(window->workspace()->save(path("moves.fswork"), window->currentState()));
    window->workspace()->clear();
    window->openWorkspace(path("moves.fswork"));
    wait();
    EXPECT_EQ(screen.moves(window->host()).size(), 1U);
    EXPECT_TRUE(screen.shown()->isHypothesis());
}

TEST_F(WorkspaceWindow, AHostileOrNewerFileIsRefusedWithWordsAndWhatWasThereStays) {
    open();
    openHosts(kThree);
    for (const auto &[content, why] : std::vector<std::pair<std::string, QString>>{
             {R"({"schema": "fabricscope.workspace/0", "hosts": [{"target": "-oProxyCommand=reboot"}]})",
              QStringLiteral("hosts[0].target names no host")},
             {R"({"schema": "fabricscope.workspace/7"})", QStringLiteral("newer version")},
             {"{\"schema\": \"fabricscope.workspace/0\"", QStringLiteral("not JSON")}}) {
        folder.write("hostile.fswork", content);
        window->openPath(path("hostile.fswork"));
        ASSERT_NE(box(), nullptr) << content;
        EXPECT_TRUE(box()->text().contains(why)) << qPrintable(box()->text());
        delete box();
    }
    EXPECT_EQ(sidebar(), "Rack 1: gpu-01 gpu-02\nRack 2:\nHosts: head\n");
    EXPECT_EQ(window->workspace()->title(), QStringLiteral("made.fswork"));
}

TEST_F(WorkspaceWindow, ClosingWithChangesAsksAndCancelKeepsTheWindow) {
    open();
    openHosts(kThree);
    window->workspace()->renameGroup(window->workspace()->current().groups[0].id, QStringLiteral("Row A"));
    EXPECT_FALSE(window->close());
    ASSERT_NE(box(), nullptr);
    QTest::mouseClick(box()->button(QMessageBox::Cancel), Qt::LeftButton);
    EXPECT_TRUE(window->isVisible());
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_FALSE(window->close());
    QTest::mouseClick(box()->button(QMessageBox::Save), Qt::LeftButton);
    EXPECT_FALSE(window->isVisible());
    EXPECT_NE(test::readFile(folder.path() / "made.fswork").find("Row A"), std::string::npos);
}

TEST_F(WorkspaceWindow, TheNextWindowBeginsWhereTheLastOneEnded) {
    open(true);
    openHosts(kThree);
    openCapture(made::mi355xServer(), "one.fscope");
    window->topology()->select(test::nodeAt(*window->topology()->content().topology, "26:00.0"));
    window->workspace()->renameGroup(window->workspace()->current().groups[0].id, QStringLiteral("Row A"));
    window->showScreen(Screen::Compare);
    window->setGeometry(40, 30, 1200, 760);
    action(QStringLiteral("Inspector"))->trigger();
    const workspace::WindowState before = window->currentState();
    close(); // unsaved, and it asks nothing: nothing is lost
    open(true);
    ASSERT_TRUE(window->restoreSession());
    wait();
    EXPECT_EQ(sidebar(), "Row A: gpu-01 gpu-02\nRack 2:\nHosts: head\nCaptures: one\n");
    EXPECT_TRUE(window->isWindowModified()) << "as it was";
    EXPECT_EQ(window->workspace()->path(), path("made.fswork"));
    EXPECT_EQ(window->screen(), Screen::Compare);
    EXPECT_EQ(window->size(), QSize(1200, 760));
    EXPECT_EQ(window->currentState().inspector, before.inspector);
    EXPECT_EQ(window->currentState().device, "0000:26:00.0");
    EXPECT_EQ(window->currentState().collapsed.size(), 1U);
}

TEST_F(WorkspaceWindow, NoHostOfAFileIsConnectedToBeforeSomebodySaysSo) {
    open(true);
    folder.write("mailed.fswork", R"({"schema": "fabricscope.workspace/0", "hosts": [)"
                                  R"({"target": "127.0.0.1:1", "user": "ops", "jump": "127.0.0.1:1"}]})");
    window->openPath(path("mailed.fswork"));
    ASSERT_NE(box(), nullptr);
    EXPECT_EQ(box()->text().toStdString(), "Connect to the host of mailed.fswork?");
    EXPECT_EQ(box()->informativeText().toStdString(), "ops@127.0.0.1:1, through 127.0.0.1:1");
    EXPECT_EQ(sessions->sessions().front()->link, HostLink::Disconnected);
    EXPECT_EQ(sessions->sessions().front()->jobId, 0U) << "nothing was begun";
    QTest::mouseClick(test::buttonNamed(*box(), QStringLiteral("Not now")), Qt::LeftButton);
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(sessions->sessions().front()->jobId, 0U);
    close();
    open(true); // and neither by the next start
    ASSERT_TRUE(window->restoreSession());
    EXPECT_EQ(sessions->sessions().front()->jobId, 0U);
    ASSERT_NE(box(), nullptr);
    QTest::mouseClick(test::buttonNamed(*box(), QStringLiteral("Connect")), Qt::LeftButton);
    EXPECT_NE(sessions->sessions().front()->jobId, 0U);
    wait();
    EXPECT_EQ(sessions->sessions().front()->link, HostLink::Unreachable) << "it was tried";
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    close();
    open(true); // from now on it is the person's own
    ASSERT_TRUE(window->restoreSession());
    EXPECT_EQ(box(), nullptr);
    EXPECT_NE(sessions->sessions().front()->jobId, 0U);
    wait();
}

TEST_F(WorkspaceWindow, NobodyIsAskedWhereThereIsNoHost) {
    open();
    openCapture(made::oneGpu(), "one.fscope");
    ASSERT_TRUE(window->workspace()->save(path("captures.fswork"), window->currentState()));
    window->openWorkspace(path("captures.fswork"));
    EXPECT_EQ(box(), nullptr);
}

TEST_F(WorkspaceWindow, AHiddenPanelComesBackAsWideAsItWas) {
    open();
    openCapture(made::mi355xServer(), "one.fscope");
    window->resize(1500, 900);
    workspace::WindowState wanted = window->currentState();
    wanted.inspectorWidth = 360;
    wanted.stripHeight = 200;
    Q_EMIT window->workspace()->opened(wanted);
    QApplication::processEvents();
    ASSERT_EQ(window->currentState().inspectorWidth, 360);
    ASSERT_EQ(window->currentState().stripHeight, 200);
    action(QStringLiteral("Inspector"))->trigger();
    window->showScreen(Screen::Affinity); // has no strip
    QApplication::processEvents();
    const workspace::WindowState hidden = window->currentState();
    EXPECT_EQ(hidden.inspectorWidth, 360);
    EXPECT_EQ(hidden.stripHeight, 200);
    Q_EMIT window->workspace()->opened(hidden); // in a window that begins with them hidden
    window->showScreen(Screen::Topology);
    action(QStringLiteral("Inspector"))->trigger();
    QApplication::processEvents();
    EXPECT_EQ(window->currentState().inspectorWidth, 360);
    EXPECT_EQ(window->currentState().stripHeight, 200);
}

TEST_F(WorkspaceWindow, WhatCannotBeKeptIsLeftOutAndSaidAndTheRestIsSaved) {
    open();
    openCapture(made::oneGpu(), "one.fscope");
    QStringList many;
    for (int file = 0; file < 65; ++file) {
        folder.write("part" + std::to_string(file) + ".txt", "nothing");
        many << path("part" + std::to_string(file) + ".txt");
    }
    sessions->openTogether(many);
    const auto saved = window->workspace()->save(path("w.fswork"), window->currentState());
    ASSERT_TRUE(saved) << saved.error().toString();
    ASSERT_EQ(saved->size(), 1);
    EXPECT_TRUE(saved->front().contains(QStringLiteral("part0.txt left out"))) << qPrintable(saved->front());
    window->openWorkspace(path("w.fswork"));
    wait();
    EXPECT_EQ(sidebar(), "Captures: one\n");
}

TEST_F(WorkspaceWindow, ABrokenSessionIsPutAsideAndTheWindowBeginsEmpty) {
    open(true);
    const QString file = settings->sessionFile();
    for (const std::string &content : {std::string("{\"schema\": \"fabricscope.workspace/0\", \"hosts\": 7}"),
                                       std::string("\0\xff\x1b[31m", 7), std::string()}) {
        QFile out(file);
        ASSERT_TRUE(out.open(QIODevice::WriteOnly));
        out.write(content.data(), static_cast<qint64>(content.size()));
        out.close();
        EXPECT_FALSE(window->restoreSession());
        EXPECT_FALSE(QFile::exists(file));
        EXPECT_TRUE(QFile::exists(file + QStringLiteral(".broken")));
    }
    EXPECT_TRUE(window->welcome() != nullptr && sessions->sessions().empty());
    close();
    EXPECT_TRUE(QFile::exists(file)) << "and the next one is written again";
}

TEST_F(WorkspaceWindow, WithoutThePreferenceNoSessionIsKeptOrRestored) {
    open(true);
    openCapture(made::oneGpu(), "one.fscope");
    close();
    open(true);
    Preferences wanted = settings->preferences();
    wanted.restoresSession = false;
    settings->setPreferences(wanted);
    EXPECT_FALSE(window->restoreSession());
    close();
    EXPECT_FALSE(QFile::exists(settings->sessionFile()));
}

TEST_F(WorkspaceWindow, HostsBeyondThePreferredNumberWaitAndCanBeTakenOutOfTheQueue) {
    open();
    ConnectLimits limits;
    limits.parallel = 1;
    sessions->setLimits(limits);
    test::Sshd mute;
    mute.stop(); // accepts and never answers
    const QString target = QStringLiteral("127.0.0.1:%1").arg(mute.port());
    const quint64 first = sessions->connectTo({target, {}, 0, {}, false});
    const quint64 second = sessions->connectTo({QStringLiteral("nobody@127.0.0.1:1"), {}, 0, {}, false});
    const quint64 third = sessions->connectTo({QStringLiteral("other@127.0.0.1:1"), {}, 0, {}, false});
    QTest::qWait(50);
    EXPECT_EQ(sessions->find(first)->link, HostLink::Connecting);
    EXPECT_EQ(sessions->find(second)->link, HostLink::Waiting);
    sessions->cancel(third);
    EXPECT_EQ(sessions->find(third)->link, HostLink::Disconnected);
    limits.parallel = 2;
    sessions->setLimits(limits);
    EXPECT_NE(sessions->find(second)->job, nullptr);
    EXPECT_EQ(sessions->find(third)->job, nullptr);
    mute.resume();
}

} // namespace
} // namespace fabricscope::app::window
