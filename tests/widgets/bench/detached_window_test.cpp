// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Detached runs that a window finds when it connects to their host.
#include "app/jobs/run/RunUpkeep.h"
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchHistory.h"
#include "core/store/RunStore.h"
#include "tests/app/RunRecorder.h"
#include "tests/widgets/ShellTest.h"
#include "tests/widgets/bench/ForeignQuestion.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/form/BenchRunPanel.h"

#include <QAbstractButton>
#include <QDateTime>
#include <QMessageBox>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <utility>

namespace fabricscope::app::window {
namespace {

using bench::Phase;

constexpr const char *kHead =
    "# nThread 1 nGpus 8 minBytes 1024 maxBytes 2048 step: 2(factor) warmup iters: 5 iters: 20\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
    "busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  "
    "(GB/s)\n"
    "1024  256  float  sum  -1  49.58  21.15  37.01  0  49.11  21.35  37.36  0\n";
constexpr const char *kRest = "2048  512  float  sum  -1  60.98  34.39  60.18  0  60.66  34.57  60.50  0\n"
                              "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 48.76\n#\n";

/// Windows, one after another, with the same database; the host is an sshd.
class DetachedWindowTest : public ShellTest {
protected:
    void SetUp() override {
        ShellTest::SetUp();
        store = (folder.path() / "runs.db").string();
        std::ofstream(folder.path() / "head") << kHead;
        std::ofstream(folder.path() / "rest") << kRest;
        openWindow();
    }
    void openWindow() {
        window.reset();
        theme = std::make_unique<ThemeController>(*qApp, *settings); // it holds the actions of one window
        sessions = std::make_unique<SessionController>(SshFiles{sshd.configFile(), sshd.knownHosts()});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->show();
        sessions->tools().setStore(store);
        window->benchController()->history()->setPath(store);
        window->showScreen(Screen::Benchmarks);
    }
    void connectHost() {
        window->showHost(sessions->connectTo({QStringLiteral("sshd0"), {}, 0, {}, false}));
        ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
        ASSERT_EQ(sessions->sessions().front()->link, widgets::HostLink::Connected);
    }
    [[nodiscard]] std::string path(const char *name) const { return (folder.path() / name).string(); }
    [[nodiscard]] bench::RunSpec detachedRun() const {
        bench::RunSpec spec = test::shellRun("cat " + path("head") + "; until [ -e " + path("go") +
                                             " ]; do sleep 0.1; done; cat " + path("rest"));
        spec.tool = "nccl-tests";
        spec.test = "all_reduce_perf";
        spec.host = "sshd0";
        spec.detached = true;
        spec.telemetry = false;
        return spec;
    }
    template<class Condition> bool waitFor(const Condition &condition) {
        return test::waitFor([&] {
            test::confirmForeignLoad(*window);
            window->bench()->settle();
            return condition();
        });
    }
    /// Whether the only run of this session has this phase and this number of rows.
    [[nodiscard]] bool shows(Phase phase, std::size_t rows) const {
        const auto &runs = window->bench()->content().runs;
        return runs.size() == 1 && runs.front().state && runs.front().state->phase == phase &&
               std::as_const(*runs.front().results).rows.size() == rows;
    }
    [[nodiscard]] std::string shownReason() const {
        const auto &runs = window->bench()->content().runs;
        return runs.empty() || !runs.front().state ? std::string() : runs.front().state->why;
    }
    [[nodiscard]] bench::RunRecord kept() const {
        const auto database = store::RunStore::open(store, {.readOnly = true});
        const auto records = database ? database->list() : tl::unexpected(database.error());
        EXPECT_TRUE(records && records->size() == 1);
        return records && !records->empty() ? records->front() : bench::RunRecord();
    }
    [[nodiscard]] std::string output(const std::string &id) const {
        std::string text;
        const auto database = store::RunStore::open(store, {.readOnly = true});
        EXPECT_TRUE(database->read(id, [&](const store::Chunk &chunk) {
            text += chunk.bytes;
            return true;
        }));
        return text;
    }
    void quitDetaching() {
        EXPECT_FALSE(window->close());
        auto *asked = window->findChild<QMessageBox *>(QStringLiteral("leavingRuns"));
        ASSERT_NE(asked, nullptr);
        for (QAbstractButton *button : asked->buttons())
            if (button->text().remove(QLatin1Char('&')) == QStringLiteral("Detach and quit"))
                button->click();
        ASSERT_TRUE(test::waitFor([this] { return !window->isVisible(); }));
    }
    /// Waits until the database has the end, which is written shortly after it is shown.
    [[nodiscard]] bool isPersistedAs(Phase phase) {
        return test::waitFor([&] { return kept().state.phase == phase; });
    }

    const test::Sshd sshd;
    std::string store;
};

TEST_F(DetachedWindowTest, TheNextWindowFollowsItThroughALostLinkToItsEnd) {
    connectHost();
    Q_EMIT window->bench()->runPanel()->runRequested(detachedRun(), {});
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Running, 1); }));
    const std::string id = window->bench()->content().runs.front().state->id;
    quitDetaching();
    EXPECT_EQ(kept().state.phase, Phase::Running);
    const auto begunMs = kept().state.startedMs;

    openWindow();
    ASSERT_TRUE(waitFor([this] { return window->benchController()->isSettled(); }));
    EXPECT_TRUE(window->bench()->content().runs.empty()) << "its host is not connected yet";
    connectHost();
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Running, 1); })) << "nobody asked for it";
    EXPECT_EQ(window->bench()->content().runs.front().state->id, id);
    EXPECT_EQ(window->bench()->content().runs.front().state->startedMs, begunMs);
    EXPECT_TRUE(window->bench()->content().earlier.empty()) << "it does not stand there twice";
    test::signalLink(sshd, SIGKILL);
    ASSERT_TRUE(waitFor([this] { return shownReason().find("reconnecting") != std::string::npos; }));
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Running, 1) && shownReason().empty(); }));
    const auto link = [this] {
        return sessions->sessions().front()->link;
    };
    EXPECT_TRUE(waitFor([&] { return link() == widgets::HostLink::Connected; })) << "the sidebar says so too";
    test::signalLink(sshd, SIGKILL);
    EXPECT_TRUE(waitFor([&] { return link() == widgets::HostLink::Disconnected; })) << "its loss is seen";
    ASSERT_TRUE(waitFor([&] { return link() == widgets::HostLink::Connected && shownReason().empty(); }));
    std::ofstream(path("go")) << "";
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Ended, 2); }));
    ASSERT_TRUE(isPersistedAs(Phase::Ended));
    const bench::RunRecord record = kept();
    EXPECT_EQ(record.summary.rows, 2U);
    EXPECT_EQ(record.state.exitStatus, 0);
    EXPECT_EQ(record.state.startedMs, begunMs);
    EXPECT_EQ(output(id), std::string(kHead) + kRest) << "nothing twice, nothing lost";
    EXPECT_TRUE(waitFor([this] { return window->close(); })) << "nothing goes on";
}

/// As a laptop that sleeps: a process of its own stops this one, cuts its connections, lets the run print its
/// rest, and wakes this one up.
TEST_F(DetachedWindowTest, AfterASleepInWhichTheLinkWasCutItIsPickedUpWithAllItsRows) {
    connectHost();
    Q_EMIT window->bench()->runPanel()->runRequested(detachedRun(), {});
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Running, 1); }));
    const std::string id = window->bench()->content().runs.front().state->id;
    constexpr unsigned kAsleep = 12; // seconds: several leases of an attached run
    const std::vector<pid_t> connections = sshd.sessions();
    const std::string go = path("go");
    const auto before = std::chrono::steady_clock::now();
    const pid_t self = ::getpid(), helper = ::fork();
    if (helper == 0) { // calls nothing that may wait for a lock of this process
        ::kill(self, SIGSTOP);
        for (const pid_t pid : connections)
            ::kill(pid, SIGKILL);
        ::close(::open(go.c_str(), O_CREAT | O_WRONLY, 0600));
        for (unsigned left = kAsleep; left > 0;)
            left = ::sleep(left);
        ::kill(self, SIGCONT);
        ::_exit(0);
    }
    ASSERT_GT(helper, 0);
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Ended, 2); })) << shownReason();
    ::waitpid(helper, nullptr, 0);
    EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::seconds(kAsleep))
        << "it was not stopped";
    EXPECT_EQ(window->bench()->content().runs.front().state->id, id);
    EXPECT_TRUE(waitFor([this] {
        return sessions->sessions().front()->link == widgets::HostLink::Connected;
    })) << "its host is connected again as well";
    ASSERT_TRUE(isPersistedAs(Phase::Ended));
    EXPECT_EQ(kept().summary.rows, 2U);
    EXPECT_EQ(kept().state.exitStatus, 0);
    EXPECT_EQ(output(id), std::string(kHead) + kRest) << "nothing twice, nothing lost";
}

TEST_F(DetachedWindowTest, OneOnAHostThatIsDisconnectedGoesOnAndIsFollowedOnceThatIsConnectedAgain) {
    connectHost();
    Q_EMIT window->bench()->runPanel()->runRequested(detachedRun(), {});
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Running, 1); }));
    const auto answer = [this](const QString &text) {
        auto *asked = window->findChild<QMessageBox *>(QStringLiteral("leavingRuns"));
        ASSERT_NE(asked, nullptr);
        for (QAbstractButton *button : asked->buttons())
            if (button->text().remove(QLatin1Char('&')) == text)
                return button->click();
        FAIL() << text.toStdString();
    };
    const quint64 id = sessions->sessions().front()->id;
    action(ActionId::Disconnect)->trigger();
    answer(QStringLiteral("Cancel"));
    EXPECT_EQ(sessions->find(id)->link, widgets::HostLink::Connected);
    ASSERT_TRUE(waitFor([this] { return window->findChild<QMessageBox *>() == nullptr; }));
    action(ActionId::Disconnect)->trigger();
    answer(QStringLiteral("Detach and disconnect"));
    ASSERT_TRUE(waitFor([&] { return sessions->find(id)->link == widgets::HostLink::Disconnected; }));
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Lost, 1); }));
    EXPECT_EQ(kept().state.phase, Phase::Running);
    sessions->collect(id, false);
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Running, 1); })) << "in the place of what stood there";
    std::ofstream(path("go")) << "";
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Ended, 2); }));
    ASSERT_TRUE(isPersistedAs(Phase::Ended));
    EXPECT_EQ(output(kept().state.id), std::string(kHead) + kRest);
}

TEST_F(DetachedWindowTest, WhatWaitsBehindOneThatIsLeftIsOfferedOnceItsHostIsConnectedAgain) {
    connectHost();
    Q_EMIT window->bench()->runPanel()->runRequested(detachedRun(), {"", {}, 3});
    const auto count = [this](Phase phase) {
        const auto &runs = window->bench()->content().runs;
        return std::count_if(runs.begin(), runs.end(), [phase](const bench::BenchView &view) {
            return view.state && view.state->phase == phase;
        });
    };
    const auto answer = [this](const char *question, const QString &text) {
        auto *asked = window->findChild<QMessageBox *>(QLatin1String(question));
        ASSERT_NE(asked, nullptr);
        for (QAbstractButton *button : asked->buttons())
            if (button->text().remove(QLatin1Char('&')) == text)
                return button->click();
        FAIL() << text.toStdString();
    };
    ASSERT_TRUE(waitFor([&] { return count(Phase::Running) == 1; }));
    const quint64 id = sessions->sessions().front()->id;
    action(ActionId::Disconnect)->trigger();
    auto *asked = window->findChild<QMessageBox *>(QStringLiteral("leavingRuns"));
    ASSERT_NE(asked, nullptr);
    EXPECT_TRUE(asked->informativeText().contains(QStringLiteral("2 queued runs")))
        << asked->informativeText().toStdString();
    answer("leavingRuns", QStringLiteral("Detach and disconnect"));
    ASSERT_TRUE(waitFor([&] { return sessions->find(id)->link == widgets::HostLink::Disconnected; }));
    ASSERT_TRUE(waitFor([&] { return count(Phase::Lost) == 1; }));
    EXPECT_EQ(count(Phase::Waiting), 2);
    bool isLogged = false;
    for (int row = 0; row < sessions->log()->rowCount(); ++row)
        for (int column = 0; column < sessions->log()->columnCount(); ++column)
            isLogged = isLogged || sessions->log()
                                       ->index(row, column)
                                       .data()
                                       .toString()
                                       .contains(QStringLiteral("2 queued runs held until"));
    EXPECT_TRUE(isLogged);

    sessions->collect(id, false);
    ASSERT_TRUE(waitFor([&] { return count(Phase::Running) == 1; }));
    EXPECT_EQ(count(Phase::Waiting), 2);
    answer("keptQueue", QStringLiteral("Start them"));
    EXPECT_EQ(count(Phase::Running), 1) << "not beside the one that goes on";
    std::ofstream(path("go")) << "";
    EXPECT_TRUE(waitFor([&] { return count(Phase::Ended) == 3; }));
}

TEST_F(DetachedWindowTest, OneThatEndedMeanwhileHasItsRowsAndOneThatIsGoneIsLost) {
    connectHost();
    Q_EMIT window->bench()->runPanel()->runRequested(detachedRun(), {});
    ASSERT_TRUE(waitFor([this] { return shows(Phase::Running, 1); }));
    const std::string id = window->bench()->content().runs.front().state->id;
    quitDetaching();
    std::ofstream(path("go")) << "";
    {
        auto database = store::RunStore::open(store);
        ASSERT_TRUE(database);
        bench::RunRecord gone;
        gone.spec = detachedRun();
        gone.state.id = std::string(32, '7');
        gone.state.phase = Phase::Interrupted; // as marked at a later start of the program
        gone.createdMs = 1000;
        ASSERT_TRUE(database->add(gone));
        gone.state.id = std::string(32, '8');
        gone.state.phase = Phase::Running;
        const store::RunOwner owner = currentOwner();
        store::RunOwner parent = owner; // a running program
        parent.pid = ::getppid();
        parent.started = 0;
        ASSERT_TRUE(database->add(gone, &parent));
    }
    openWindow();
    connectHost();
    const auto phaseOf = [this](const std::string &run) {
        const auto database = store::RunStore::open(store, {.readOnly = true});
        const auto record = database ? database->find(run) : tl::unexpected(database.error());
        return record && *record ? (*record)->state.phase : Phase::Waiting;
    };
    ASSERT_TRUE(waitFor([&] { return phaseOf(id) == Phase::Ended; }));
    EXPECT_EQ(output(id), std::string(kHead) + kRest);
    ASSERT_TRUE(waitFor([&] { return phaseOf(std::string(32, '7')) == Phase::Lost; }));
    EXPECT_EQ(phaseOf(std::string(32, '8')), Phase::Running) << "another program follows it";
    for (const bench::BenchView &view : window->bench()->content().runs)
        EXPECT_NE(view.state->id, std::string(32, '8'));
}

TEST_F(DetachedWindowTest, RunWithAnUnknownSecretIsNotResumedAndTheSecretIsNamed) {
    bench::RunRecord secret;
    secret.spec = detachedRun();
    secret.spec.command.environment = {{"FABRICSCOPE_TEST_TOKEN", "not-to-be-kept"}};
    secret.state.id = std::string(32, '7');
    secret.state.phase = Phase::Running;
    secret.createdMs = QDateTime::currentMSecsSinceEpoch(); // otherwise its maximum duration is over
    ASSERT_TRUE(store::RunStore::open(store)->add(secret));
    connectHost();
    ASSERT_TRUE(waitFor([this] {
        const auto *log = sessions->log();
        for (int row = 0; row < log->rowCount(); ++row)
            for (int column = 0; column < log->columnCount(); ++column)
                if (log->index(row, column)
                        .data()
                        .toString()
                        .contains(QStringLiteral("the value of FABRICSCOPE_TEST_TOKEN")))
                    return true;
        return false;
    }));
    EXPECT_TRUE(window->bench()->content().runs.empty());
    EXPECT_EQ(kept().state.phase, Phase::Running);
}

} // namespace
} // namespace fabricscope::app::window
