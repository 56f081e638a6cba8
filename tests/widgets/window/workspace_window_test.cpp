// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/WorkspaceWindow.h"
#include "widgets/affinity/TriedPairs.h"

namespace fabricscope::app::window {
namespace {

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
    const quint64 id = openCapture(samples::mi355xServer(), "one.fscope");
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
    const quint64 capture = openCapture(samples::oneGpu(), "one.fscope");
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
    openCapture(samples::oneGpu(), "later.fscope");
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
    std::string message;
    QObject::connect(window->workspace(), &WorkspaceController::refused, window.get(),
                     [&](const QString &what) { message = what.toStdString(); });
    window->workspace()->renameGroup(window->workspace()->current().groups.back().id,
                                     QStringLiteral("Rack 1"));
    EXPECT_EQ(message, "Group 'Rack 1' already exists");
    EXPECT_EQ(window->workspace()->current().groups.back().name, "Lab");
}

TEST_F(WorkspaceWindow, AMoveTriedOutIsUndoneWithTheSameKeyAndIsInTheFile) {
    open();
    const quint64 id = openCapture(samples::mi355xServer(), "one.fscope");
    window->showScreen(Screen::Affinity);
    widgets::AffinityScreen &screen = *window->affinity();
    ASSERT_TRUE(screen.hasPicture());
    const present::AffinityTable &table = screen.shown()->table();
    std::size_t nic = 0;
    while (table.cell(table.rows()[0], nic).pair != nullptr)
        ++nic;
    screen.tryPair(table.rows()[0], nic);
    ASSERT_EQ(screen.tried().of(id).size(), 1U);
    EXPECT_TRUE(undo()->text().startsWith(QStringLiteral("&Undo: Try ")));
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(screen.tried().of(id).empty());
    EXPECT_FALSE(screen.shown()->isHypothesis());
    redo()->trigger();
    EXPECT_EQ(screen.tried().of(id).size(), 1U);
    screen.tried().undo(); // its own button: the same step
    EXPECT_FALSE(undo()->isEnabled());
    screen.tried().redo();
    ASSERT_TRUE(window->workspace()->save(path("moves.fswork"), window->currentState()));
    window->workspace()->clear();
    window->openWorkspace(path("moves.fswork"));
    wait();
    EXPECT_EQ(screen.tried().of(window->host()).size(), 1U);
    EXPECT_TRUE(screen.shown()->isHypothesis());
}

TEST_F(WorkspaceWindow, AHostileOrNewerFileIsRefusedWithWordsAndWhatWasThereStays) {
    open();
    openHosts(kThree);
    for (const auto &[content, why] : std::vector<std::pair<std::string, QString>>{
             {R"({"schema": "fabricscope.workspace/0", "hosts": [{"target": "-oProxyCommand=reboot"}]})",
              QStringLiteral("hosts[0].target names no host")},
             {R"({"schema": "fabricscope.workspace/7"})", QStringLiteral("newer workspace version")},
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

TEST_F(WorkspaceWindow, TheNamesOfAFileThatAnybodyMaySendAreShownAsTheyAre) {
    open();
    const QString name = QStringLiteral("<a href='file:///etc'>gpu-01</a><h1>x</h1>");
    folder.write("sent.fswork", R"({"schema": "fabricscope.workspace/0", "hosts": [{"target": ")" +
                                    name.toStdString() + R"("}]})");
    window->openWorkspace(path("sent.fswork"));
    ASSERT_NE(box(), nullptr) << "it is asked before anything connects";
    EXPECT_TRUE(box()->informativeText().contains(name)) << qPrintable(box()->informativeText());
    int labels = 0;
    for (const QLabel *label : box()->findChildren<QLabel *>()) {
        if (label->text().isEmpty())
            continue;
        ++labels;
        EXPECT_EQ(label->textFormat(), Qt::PlainText) << qPrintable(label->text());
        EXPECT_FALSE(label->openExternalLinks()) << qPrintable(label->text());
    }
    EXPECT_EQ(labels, 2) << "the question, and the names below it";
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

} // namespace
} // namespace fabricscope::app::window
