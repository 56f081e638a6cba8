// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fate of runs when their window is closed.
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchHistory.h"
#include "app/window/bench/BenchQueue.h"
#include "core/store/RunRetention.h"
#include "core/store/RunStore.h"
#include "tests/app/RunRecorder.h"
#include "tests/widgets/ShellTest.h"
#include "tests/widgets/bench/ForeignQuestion.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/form/BenchRunFoot.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/bench/form/BenchSweepRow.h"
#include "widgets/connect/ConnectDialog.h"

#include <QAbstractButton>
#include <QAction>
#include <QFile>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QSpinBox>

#include <gtest/gtest.h>

#include <filesystem>

namespace fabricscope::app::window {
namespace {

using bench::Phase;

class LeavingRunsTest : public ShellTest {
protected:
    void SetUp() override {
        ShellTest::SetUp();
        prepare();
    }
    void prepare() {
        store = (folder.path() / "runs.db").string();
        sessions->tools().setStore(store);
        window->benchController()->history()->setPath(store);
        window->autosaveSession(QString::fromStdString((folder.path() / "session.fswork").string()));
        const quint64 id = sessions->connectTo({QStringLiteral("local:"), {}, 0, {}, false});
        window->showHost(id);
        ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
        window->showScreen(Screen::Benchmarks);
    }
    [[nodiscard]] static bench::RunSpec sleeping(bool detached = false) {
        bench::RunSpec spec = test::shellRun("echo begun; sleep 1000");
        spec.tool = "custom";
        spec.host = "local:";
        spec.detached = detached;
        spec.telemetry = false;
        return spec;
    }
    void run(const bench::RunSpec &spec, unsigned repeats = 1) {
        Q_EMIT window->bench()->runPanel()->runRequested(spec, {"", {}, repeats});
    }
    template<class Condition> bool waitFor(const Condition &condition) {
        return test::waitFor([&] {
            test::confirmForeignLoad(*window);
            window->bench()->settle();
            return condition();
        });
    }
    [[nodiscard]] std::ptrdiff_t count(Phase phase) const {
        const auto &runs = window->bench()->content().runs;
        return std::count_if(runs.begin(), runs.end(), [phase](const bench::BenchView &view) {
            return view.state && view.state->phase == phase;
        });
    }
    [[nodiscard]] QMessageBox *question(const char *name = "leavingRuns") const {
        return window->findChild<QMessageBox *>(QLatin1String(name));
    }
    void answer(const QString &text, const char *name = "leavingRuns") const {
        for (QAbstractButton *button : question(name)->buttons())
            if (button->text().remove(QLatin1Char('&')) == text) {
                ASSERT_TRUE(button->isEnabled());
                return button->click();
            }
        FAIL() << text.toStdString();
    }
    [[nodiscard]] QString queueFile() const {
        return QString::fromStdString((folder.path() / "session.queue.json").string());
    }
    [[nodiscard]] std::string idOfRunning() const {
        for (const bench::BenchView &view : window->bench()->content().runs)
            if (view.state && view.state->phase == Phase::Running)
                return view.state->id;
        return {};
    }
    /// The reason of the first waiting run.
    [[nodiscard]] std::string waitReason() const {
        for (const bench::BenchView &view : window->bench()->content().runs)
            if (view.state && view.state->phase == Phase::Waiting && !view.state->why.empty())
                return view.state->why;
        return {};
    }
    /// From the database.
    [[nodiscard]] std::string groupOf(const std::string &id) const {
        const auto kept = store::RunStore::open(store, {.readOnly = true});
        const auto record = kept ? kept->find(id) : tl::unexpected(kept.error());
        return record && *record ? (*record)->group : std::string();
    }
    std::string store;
};

TEST_F(LeavingRunsTest, CancelLeavesTheWindowAndItsRun) {
    run(sleeping());
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    EXPECT_FALSE(window->close());
    ASSERT_NE(question(), nullptr);
    EXPECT_TRUE(question()->informativeText().contains(sessions->sessions().front()->name()))
        << question()->informativeText().toStdString();
    answer(QStringLiteral("Cancel"));
    EXPECT_TRUE(window->isVisible());
    EXPECT_EQ(count(Phase::Running), 1);
}

TEST_F(LeavingRunsTest, AConnectionLeadsToNoOtherMachineWhileARunGoesOnThere) {
    const quint64 id = sessions->sessions().front()->id;
    run(sleeping());
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    for (QAction *action : window->findChildren<QAction *>())
        if (action->text() == QStringLiteral("&Edit connection…"))
            action->trigger();
    auto *dialog = window->findChild<widgets::ConnectDialog *>();
    ASSERT_NE(dialog, nullptr);
    dialog->setRequest({QStringLiteral("127.0.0.1:1"), {}, 0, {}, false});
    dialog->accept();
    ASSERT_NE(question("notEdited"), nullptr);
    EXPECT_TRUE(question("notEdited")->text().contains(sessions->tools().activeRuns().front().name))
        << question("notEdited")->text().toStdString();
    answer(QStringLiteral("Close"), "notEdited");
    EXPECT_EQ(sessions->editConnection(id, {QStringLiteral("127.0.0.1"), {}, 0, {}, false}), 0u);
    EXPECT_EQ(sessions->editConnection(id, {QStringLiteral("local:"), QStringLiteral("root"), 0, {}, false}),
              0u);
    EXPECT_EQ(sessions->editConnection(id, {QStringLiteral("local:"), {}, 22, {}, false}), 0u);
    EXPECT_EQ(sessions->find(id)->endpoint.target, "local:");
    EXPECT_EQ(count(Phase::Running), 1);

    EXPECT_EQ(sessions->editConnection(id, {QStringLiteral("local:"), {}, 0, {}, false}), id) << "it stays";
    ASSERT_TRUE(waitFor([this] { return !sessions->busy(); }));
    EXPECT_EQ(count(Phase::Running), 1);
    sessions->tools().stopRuns();
    ASSERT_TRUE(waitFor([this] { return !sessions->tools().hasTools(); }));
    EXPECT_EQ(sessions->editConnection(id, {QStringLiteral("127.0.0.1:1"), {}, 0, {}, false}), id);
}

TEST_F(LeavingRunsTest, AHostWithARunIsRemovedOnlyOnceThatWasAskedAndStopped) {
    const quint64 id = sessions->sessions().front()->id;
    run(sleeping(), 2);
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    const std::string runId = idOfRunning();
    action(ActionId::Remove)->trigger();
    ASSERT_NE(question(), nullptr);
    EXPECT_TRUE(question()->informativeText().contains(sessions->tools().activeRuns().front().name));
    answer(QStringLiteral("Cancel"));
    ASSERT_TRUE(waitFor([this] { return question() == nullptr; }));
    EXPECT_NE(sessions->find(id), nullptr);
    EXPECT_EQ(count(Phase::Running), 1);
    action(ActionId::Remove)->trigger();
    answer(QStringLiteral("Stop and remove"));
    ASSERT_TRUE(waitFor([&] { return sessions->find(id) == nullptr; }));
    EXPECT_TRUE(test::markedProcesses(runId).empty());
    EXPECT_TRUE(waitFor([this] { return count(Phase::Stopped) == 2; }))
        << "what waited behind it was not started";
    EXPECT_EQ(count(Phase::Failed), 0);
}

TEST_F(LeavingRunsTest, StopEndsThemBeforeTheWindowClosesAndKeepsWhatWaits) {
    run(sleeping(), 3);
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    const std::string id = idOfRunning();
    EXPECT_FALSE(window->close());
    ASSERT_NE(question(), nullptr);
    answer(QStringLiteral("Stop and quit"));
    ASSERT_TRUE(test::waitFor([this] { return !window->isVisible(); }));
    EXPECT_TRUE(test::markedProcesses(id).empty());
    EXPECT_TRUE(QFile::exists(queueFile()));
}

TEST_F(LeavingRunsTest, ADetachedRunGoesOnWhereThatIsChosen) {
    run(sleeping(true));
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    const std::string id = idOfRunning();
    EXPECT_FALSE(window->close());
    ASSERT_NE(question(), nullptr);
    answer(QStringLiteral("Detach and quit"));
    ASSERT_TRUE(test::waitFor([this] { return !window->isVisible(); }));
    EXPECT_FALSE(test::markedProcesses(id).empty());
    {
        const auto kept = store::RunStore::open(store, {.readOnly = true});
        ASSERT_TRUE(kept);
        EXPECT_EQ((**kept->find(id)).state.phase, Phase::Running);
    }
    // Stops the run, so that no test has to wait for it.
    remote::Client client;
    test::RunRecorder recorder;
    const auto fetched =
        ToolRun::fetch(client, test::hostEndpointFor("local:"), id, 0, {}, recorder.events());
    fetched->stop();
    EXPECT_TRUE(recorder.waitForEnd());
    EXPECT_TRUE(test::runEndsWithin(id, std::chrono::seconds(20)));
}

TEST_F(LeavingRunsTest, WhatWaitsBehindADetachedRunIsKeptAtQuitAndBeginsOnlyOnceThatHasEnded) {
    run(sleeping(true), 3);
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    const std::string id = idOfRunning();
    EXPECT_FALSE(window->close());
    EXPECT_TRUE(question()->informativeText().contains(QStringLiteral("Queued runs are saved")));
    answer(QStringLiteral("Detach and quit"));
    ASSERT_TRUE(test::waitFor([this] { return !window->isVisible(); }));
    EXPECT_TRUE(QFile::exists(queueFile()));
    TearDown();
    SetUp();
    ASSERT_TRUE(waitFor([&] { return count(Phase::Waiting) == 2 && idOfRunning() == id; }));
    answer(QStringLiteral("Start them"), "keptQueue");
    ASSERT_TRUE(waitFor([this] { return question("keptQueue") == nullptr; }));
    EXPECT_EQ(waitReason(), "waiting for the previous step, which runs detached");
    EXPECT_EQ(count(Phase::Waiting), 2);
    sessions->tools().stopRuns();
    ASSERT_TRUE(waitFor([&] { return count(Phase::Running) == 1 && idOfRunning() != id; }));
    EXPECT_EQ(count(Phase::Waiting), 1);
    EXPECT_FALSE(window->close()); // stop the remaining runs
    answer(QStringLiteral("Stop and quit"));
    EXPECT_TRUE(test::waitFor([this] { return !window->isVisible(); }));
}

TEST_F(LeavingRunsTest, WarnsThatQueuedRunsAreDiscardedWithoutASession) {
    window->autosaveSession({});
    run(sleeping(), 3);
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    EXPECT_FALSE(window->close());
    EXPECT_TRUE(question()->informativeText().contains(QStringLiteral("2 queued runs will be discarded")))
        << question()->informativeText().toStdString();
    answer(QStringLiteral("Stop and quit"));
    EXPECT_TRUE(test::waitFor([this] { return !window->isVisible(); }));
}

TEST_F(LeavingRunsTest, AStepOfTheHistoryThatTakesAHostAwayAsksForItsRuns) {
    const quint64 id = sessions->sessions().front()->id;
    action(ActionId::Remove)->trigger();
    ASSERT_EQ(sessions->find(id), nullptr);
    action(ActionId::Undo)->trigger();
    ASSERT_NE(sessions->find(id), nullptr);
    sessions->collect(id, false);
    ASSERT_TRUE(waitFor([this] { return !sessions->busy(); }));
    run(sleeping());
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    const std::string runId = idOfRunning();
    action(ActionId::Redo)->trigger();
    ASSERT_NE(question(), nullptr);
    answer(QStringLiteral("Cancel"));
    ASSERT_TRUE(waitFor([this] { return question() == nullptr; }));
    EXPECT_NE(sessions->find(id), nullptr);
    EXPECT_EQ(count(Phase::Running), 1);
    action(ActionId::Redo)->trigger();
    ASSERT_NE(question(), nullptr);
    answer(QStringLiteral("Stop and redo"));
    ASSERT_TRUE(waitFor([&] { return sessions->find(id) == nullptr; }));
    EXPECT_TRUE(test::markedProcesses(runId).empty());
}

TEST_F(LeavingRunsTest, ExplainsThatAnAttachedRunCannotBeDetached) {
    run(sleeping());
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    EXPECT_FALSE(window->close());
    ASSERT_NE(question(), nullptr);
    for (const QAbstractButton *button : question()->buttons())
        EXPECT_EQ(button->isEnabled(), !button->text().contains(QStringLiteral("Detach")));
    EXPECT_TRUE(question()->informativeText().contains(QStringLiteral("not detached")));
    answer(QStringLiteral("Cancel"));
}

TEST_F(LeavingRunsTest, WhatWaitedIsThereAtTheNextStartAndStartsOnlyWhenAsked) {
    QFile file(queueFile());
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"json({"schema":"fabricscope.plan/0","steps":[
        {"tool":"custom","test":"one","host":"local:","words":["echo","one"],"environment":[]},
        {"tool":"custom","test":"two","host":"local:","words":["echo","two"],
         "environment":[{"name":"HF_TOKEN","value":"(not kept)"}]}]})json");
    file.close();
    window->autosaveSession(QString::fromStdString((folder.path() / "session.fswork").string()));
    ASSERT_TRUE(waitFor([this] { return count(Phase::Waiting) == 2; }));
    ASSERT_NE(question("keptQueue"), nullptr);
    EXPECT_EQ(window->bench()->content().runs.front().state->why, "queued when the window was closed");
    EXPECT_EQ(count(Phase::Waiting), 2) << "nothing has started";
    answer(QStringLiteral("Start them"), "keptQueue");
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 1; }));
    EXPECT_EQ(count(Phase::Waiting), 0) << "the other one lacks its secret";
    EXPECT_FALSE(QFile::exists(queueFile()));
}

TEST_F(LeavingRunsTest, WhatWaitedForAHostThatIsNotInTheWindowWaitsOn) {
    QFile file(queueFile());
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"json({"schema":"fabricscope.plan/0","steps":[
        {"tool":"custom","test":"one","host":"gpu-77","words":["echo","one"],"environment":[]},
        {"tool":"custom","test":"two","host":"local:","words":["echo","two"],"environment":[]}]})json");
    file.close();
    window->autosaveSession(QString::fromStdString((folder.path() / "session.fswork").string()));
    ASSERT_TRUE(waitFor([this] { return count(Phase::Waiting) == 2; }));
    ASSERT_NE(question("keptQueue"), nullptr);
    answer(QStringLiteral("Start them"), "keptQueue");
    ASSERT_TRUE(waitFor([this] { return count(Phase::Ended) == 1; }));
    ASSERT_EQ(count(Phase::Waiting), 1);
    for (const bench::BenchView &view : window->bench()->content().runs)
        if (view.state && view.state->phase == Phase::Waiting) {
            EXPECT_EQ(view.state->why, "gpu-77 is not open in this window");
        }
    EXPECT_TRUE(QFile::exists(queueFile())) << "it is there at the next start, too";
}

TEST_F(LeavingRunsTest, WhatIsLeftOfASweepIsStillOneAtTheNextStart) {
    run(sleeping(), 4);
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    const std::string group = groupOf(idOfRunning());
    ASSERT_FALSE(group.empty());
    EXPECT_FALSE(window->close());
    answer(QStringLiteral("Stop and quit"));
    ASSERT_TRUE(test::waitFor([this] { return !window->isVisible(); }));
    TearDown();
    SetUp();
    ASSERT_TRUE(waitFor([this] { return count(Phase::Waiting) == 3; }));
    EXPECT_EQ(window->bench()->content().runs.front().stepValue, "2 of 4");
    answer(QStringLiteral("Start them"), "keptQueue");
    ASSERT_TRUE(waitFor([this] { return count(Phase::Running) == 1; }));
    EXPECT_EQ(groupOf(idOfRunning()), group) << "the database has them together, too";
    EXPECT_EQ(count(Phase::Waiting), 2) << "one after the other";
}

TEST_F(LeavingRunsTest, UnreadableQueueIsRenamedAndReported) {
    const QByteArray broken = R"json({"schema":"fabricscope.queue/0","queues":[{"steps")json";
    QFile file(queueFile());
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(broken);
    file.close();
    window->autosaveSession(QString::fromStdString((folder.path() / "session.fswork").string()));
    ASSERT_TRUE(test::waitFor([this] { return !QFile::exists(queueFile()); }));
    EXPECT_TRUE(statusTexts().join(QLatin1Char(' ')).contains(queueFile() + QStringLiteral(".broken")));
    EXPECT_TRUE(window->close());
    QFile backup(queueFile() + QStringLiteral(".broken"));
    ASSERT_TRUE(backup.open(QIODevice::ReadOnly));
    EXPECT_EQ(backup.readAll(), broken);
}

TEST_F(LeavingRunsTest, ALongRunIsOfferedToBeDetachedInTheForm) {
    widgets::BenchRunPanel &panel = *window->bench()->runPanel();
    panel.setHost(QStringLiteral("local:"));
    panel.chooseTool(QStringLiteral("perftest"), QStringLiteral("ib_write_bw"));
    panel.setOption(QStringLiteral("-D"), QStringLiteral("20"));
    EXPECT_TRUE(panel.foot()->longRunNote()->isHidden());
    panel.words()->setPlainText(QStringLiteral("ib_write_bw\n-D\n900"));
    EXPECT_FALSE(panel.foot()->longRunNote()->isHidden());
    EXPECT_TRUE(panel.foot()->longRunNote()->text().contains(QStringLiteral("15 min")));
    EXPECT_FALSE(panel.spec().detached);
    panel.words()->setPlainText(QStringLiteral("ib_write_bw\n-D\n100"));
    EXPECT_TRUE(panel.foot()->longRunNote()->isHidden());
    panel.sweepRow()->repeats()->setValue(4);
    EXPECT_FALSE(panel.foot()->longRunNote()->isHidden()) << "all of them together";
    EXPECT_TRUE(panel.foot()->longRunNote()->text().contains(QStringLiteral("4 runs take about 7 min")))
        << panel.foot()->longRunNote()->text().toStdString();
    panel.foot()->detachedBox()->setChecked(true);
    EXPECT_TRUE(panel.foot()->longRunNote()->isHidden());
    EXPECT_TRUE(panel.spec().detached);
}

TEST_F(LeavingRunsTest, ADetachedRunThatItsHostWouldEndIsAskedAboutBeforeItStarts) {
    // Replies of logind over the bus.
    const auto busctl = folder.write(
        "busctl", "#!/bin/sh\ncase $* in *KillUserProcesses) echo b true ;; *KillExclude*) echo 'as 1 "
                  "\"nobody\"' ;; *) echo 'as 0' ;; esac\n");
    std::filesystem::permissions(busctl, std::filesystem::perms(0755));
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", QByteArray::fromStdString(folder.path().string()) + ':' + before);
    const auto asked = [&](bool detached) {
        run(sleeping(detached));
        return test::waitFor([&] {
            window->bench()->settle();
            return question("foreignLoad") != nullptr || count(Phase::Running) == 1;
        });
    };
    ASSERT_TRUE(asked(true));
    ASSERT_NE(question("foreignLoad"), nullptr);
    const QString text = question("foreignLoad")->informativeText();
    EXPECT_TRUE(text.contains(QStringLiteral("KillUserProcesses=yes"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("loginctl enable-linger"))) << text.toStdString();
    // No other user of the GPUs.
    if (text.count(QStringLiteral("loginctl")) == text.count(QLatin1Char('\n')) + 1) {
        EXPECT_EQ(question("foreignLoad")->windowTitle(), QStringLiteral("Host ends detached runs"));
    }
    answer(QStringLiteral("Cancel"), "foreignLoad");
    ASSERT_TRUE(test::waitFor([this] { return question("foreignLoad") == nullptr; }));
    EXPECT_TRUE(window->bench()->content().runs.empty()) << "nothing was started";
    EXPECT_FALSE(sessions->tools().hasTools());
    ASSERT_TRUE(asked(true));
    ASSERT_NE(question("foreignLoad"), nullptr);
    answer(QStringLiteral("Start anyway"), "foreignLoad");
    EXPECT_TRUE(test::waitFor([this] {
        window->bench()->settle();
        return count(Phase::Running) == 1;
    }));
    sessions->tools().stopRuns();
    ASSERT_TRUE(waitFor([this] { return !sessions->tools().hasTools() && count(Phase::Running) == 0; }));
    ASSERT_TRUE(asked(false)); // ends with this window in any case
    if (question("foreignLoad") != nullptr) {
        EXPECT_FALSE(
            question("foreignLoad")->informativeText().contains(QStringLiteral("KillUserProcesses")));
        answer(QStringLiteral("Cancel"), "foreignLoad");
    }
    qputenv("PATH", before);
}

TEST_F(LeavingRunsTest, SecretsAreNotShownInTheCommandThatIsToRun) {
    widgets::BenchRunPanel &panel = *window->bench()->runPanel();
    panel.words()->setPlainText(QStringLiteral("curl\n-u\nme:secretword\nhttps://a:secretword@b"));
    panel.environment()->setPlainText(QStringLiteral("HF_TOKEN=secretword"));
    EXPECT_FALSE(panel.commandLine().contains(QStringLiteral("secretword")))
        << panel.commandLine().toStdString();
    EXPECT_EQ(panel.spec().command.environment.front().value, "secretword") << "it is run with it";
}

} // namespace
} // namespace fabricscope::app::window
