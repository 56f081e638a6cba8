// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the window handles hosts read by worker threads: in short turns of the event loop, and no more often
// than necessary.
#include "tests/widgets/ShellTest.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/inspector/InspectorPanel.h"

#include <QAbstractEventDispatcher>
#include <QChildEvent>
#include <QScrollArea>
#include <QSignalSpy>

#include <ctime>
#include <thread>

namespace fabricscope::app::window {
namespace {

/// Counts how often the inspector is filled.
class InspectorFills : public QObject {
public:
    explicit InspectorFills(const MainWindow &window) {
        window.inspector()->findChild<QScrollArea *>()->viewport()->installEventFilter(this);
    }
    bool eventFilter(QObject *, QEvent *event) override {
        count += event->type() == QEvent::ChildAdded ? 1 : 0;
        return false;
    }
    int count = 0;
};

/// Waits until all threads of this process are idle; the event loop does not run in the meantime.
void waitForWorkers() {
    const auto cpuNs = [] {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
    };
    constexpr std::int64_t kNothingNs = 2'000'000; // the CPU time of the wait itself
    for (std::int64_t before = 0, now = cpuNs(); now - before > kNothingNs; now = cpuNs()) {
        before = now;
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
}

class Arriving : public ShellTest {
protected:
    quint64 openFile(const host::Host &host, const std::string &name) {
        const auto file = folder.path() / name;
        EXPECT_TRUE(capture::save(samples::toCapture(host), file));
        return sessions->openCapture(QString::fromStdString(file.string()));
    }
    /// Calls `look` at the beginning of each event loop turn.
    template<class Look> void eachTurn(Look look) {
        const auto *loop = QAbstractEventDispatcher::instance();
        QObject::connect(loop, &QAbstractEventDispatcher::awake, &context, look);
        QObject::connect(loop, &QAbstractEventDispatcher::aboutToBlock, &context, look);
    }
    [[nodiscard]] std::shared_ptr<const topology::Topology> onTopology() const {
        return window->topology()->content().topology;
    }
    [[nodiscard]] std::shared_ptr<const topology::Topology> onAffinity() const {
        return window->affinity()->content().host.topology;
    }
    QObject context;
};

TEST_F(Arriving, EachPartOfTheWindowFollowsOnceAndInATurnOfItsOwn) {
    const quint64 id = openFile(samples::mi355xServer(), "server.fscope");
    window->showHost(id);
    ASSERT_EQ(onTopology(), nullptr) << "nothing is read at once";
    const InspectorFills fills(*window);
    QSignalSpy pictures(window->topology(), &widgets::TopologyScreen::nodeSelected);
    int most = 0;
    eachTurn([&, before = 0]() mutable {
        const int now = (onAffinity() ? 1 : 0) + (onTopology() ? 1 : 0) + fills.count;
        most = std::max(most, now - std::exchange(before, now));
    });
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    EXPECT_EQ(most, 1) << "of three parts in one turn";
    EXPECT_EQ(pictures.count(), 1);
    EXPECT_EQ(fills.count, 1);
    const HostSession *session = sessions->find(id);
    ASSERT_TRUE(session->snapshot.topology);
    EXPECT_EQ(onTopology(), session->snapshot.topology);
    EXPECT_EQ(onAffinity(), session->snapshot.topology);
    EXPECT_EQ(window->affinity()->content().examination, session->snapshot.examination);
    EXPECT_EQ(window->topology()->content().judgement, session->judgement());
}

TEST_F(Arriving, WhoTurnsToAnotherHostMeanwhileSeesThatOneEverywhere) {
    const quint64 other = open(samples::oneGpu(), "other.fscope");
    const quint64 id = openFile(samples::mi355xServer(), "server.fscope");
    window->showHost(id);
    bool hasTurned = false;
    eachTurn([&] {
        if (hasTurned || !onAffinity() || onTopology())
            return;
        hasTurned = true; // between two parts
        window->showHost(other);
    });
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    ASSERT_TRUE(hasTurned);
    const auto shown = sessions->find(other)->snapshot.topology;
    EXPECT_EQ(onTopology(), shown);
    EXPECT_EQ(onAffinity(), shown);
    EXPECT_EQ(window->affinity()->content().host.host, other);
    window->showHost(id);
    EXPECT_EQ(onTopology(), sessions->find(id)->snapshot.topology);
    EXPECT_EQ(onAffinity(), onTopology());
}

TEST_F(Arriving, ManyHostsAtOnceChangeTheSidebarTogether) {
    constexpr int kHosts = 40;
    for (int host = 0; host < kHosts; ++host)
        openFile(samples::oneGpu(), "host-" + std::to_string(host) + ".fscope");
    window->showHost(0);
    waitForWorkers();
    const InspectorFills fills(*window);
    QSignalSpy lists(sessions.get(), &SessionController::listChanged);
    QSignalSpy sidebars(sessions->fleet(), &widgets::FleetModel::updated);
    QSignalSpy pictures(window->topology(), &widgets::TopologyScreen::nodeSelected);
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    for (const auto &session : sessions->sessions())
        EXPECT_TRUE(session->snapshot.topology) << session->name().toStdString();
    EXPECT_GE(lists.count(), 1);
    EXPECT_LT(lists.count(), kHosts);
    EXPECT_EQ(lists.count(), sidebars.count());
    EXPECT_LE(pictures.count(), 2)
        << "once as it was read, and perhaps once as it is judged beside the others";
    EXPECT_LE(fills.count, 2);
}

} // namespace
} // namespace fabricscope::app::window
