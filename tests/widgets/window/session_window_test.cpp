// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// State kept from one window to the next.
#include "tests/widgets/WorkspaceWindow.h"

namespace fabricscope::app::window {
namespace {

TEST_F(WorkspaceWindow, TheNextWindowBeginsWhereTheLastOneEnded) {
    open(true);
    openHosts(kThree);
    openCapture(samples::mi355xServer(), "one.fscope");
    window->topology()->select(test::nodeAt(*window->topology()->content().topology, "26:00.0"));
    window->workspace()->renameGroup(window->workspace()->current().groups[0].id, QStringLiteral("Row A"));
    window->showScreen(Screen::Compare);
    window->setGeometry(40, 30, 1200, 760);
    action(QStringLiteral("Inspector"))->trigger();
    const workspace::WindowState before = window->currentState();
    close(); // unsaved, but no prompt: nothing is lost
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

TEST_F(WorkspaceWindow, HostsOfAFileAreConnectedOnlyAfterConfirmation) {
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
    open(true); // nor at the next start
    ASSERT_TRUE(window->restoreSession());
    EXPECT_EQ(sessions->sessions().front()->jobId, 0U);
    ASSERT_NE(box(), nullptr);
    QTest::mouseClick(test::buttonNamed(*box(), QStringLiteral("Connect")), Qt::LeftButton);
    EXPECT_NE(sessions->sessions().front()->jobId, 0U);
    wait();
    EXPECT_EQ(sessions->sessions().front()->link, HostLink::Unreachable) << "it was tried";
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    close();
    open(true); // now it is the user's own session
    ASSERT_TRUE(window->restoreSession());
    EXPECT_EQ(box(), nullptr);
    EXPECT_NE(sessions->sessions().front()->jobId, 0U);
    wait();
}

TEST_F(WorkspaceWindow, NobodyIsAskedWhereThereIsNoHost) {
    open();
    openCapture(samples::oneGpu(), "one.fscope");
    ASSERT_TRUE(window->workspace()->save(path("captures.fswork"), window->currentState()));
    window->openWorkspace(path("captures.fswork"));
    EXPECT_EQ(box(), nullptr);
}

TEST_F(WorkspaceWindow, AHiddenPanelComesBackAsWideAsItWas) {
    open();
    openCapture(samples::mi355xServer(), "one.fscope");
    window->resize(1500, 900);
    workspace::WindowState state = window->currentState();
    state.inspectorWidth = 360;
    state.stripHeight = 200;
    Q_EMIT window->workspace()->opened(state);
    QApplication::processEvents();
    ASSERT_EQ(window->currentState().inspectorWidth, 360);
    ASSERT_EQ(window->currentState().stripHeight, 200);
    action(QStringLiteral("Inspector"))->trigger();
    window->showScreen(Screen::Affinity); // has no strip
    QApplication::processEvents();
    const workspace::WindowState hidden = window->currentState();
    EXPECT_EQ(hidden.inspectorWidth, 360);
    EXPECT_EQ(hidden.stripHeight, 200);
    Q_EMIT window->workspace()->opened(hidden); // restored in a window where they start hidden
    window->showScreen(Screen::Topology);
    action(QStringLiteral("Inspector"))->trigger();
    QApplication::processEvents();
    EXPECT_EQ(window->currentState().inspectorWidth, 360);
    EXPECT_EQ(window->currentState().stripHeight, 200);
}

TEST_F(WorkspaceWindow, ReportsUnsavableMembersAndSavesTheRest) {
    open();
    openCapture(samples::oneGpu(), "one.fscope");
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

TEST_F(WorkspaceWindow, BrokenSessionIsRenamedAndTheWindowStartsEmpty) {
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
    openCapture(samples::oneGpu(), "one.fscope");
    close();
    open(true);
    Preferences state = settings->preferences();
    state.restoresSession = false;
    settings->setPreferences(state);
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
    mute.stop(); // accepts connections and never answers
    const QString target = QStringLiteral("127.0.0.1:%1").arg(mute.port());
    const quint64 first = sessions->connectTo({target, {}, 0, {}, false});
    const quint64 second = sessions->connectTo({QStringLiteral("nobody@127.0.0.1:1"), {}, 0, {}, false});
    const quint64 third = sessions->connectTo({QStringLiteral("other@127.0.0.1:1"), {}, 0, {}, false});
    QTest::qWait(50); // nothing may happen: there is no event to wait for
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
