// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A window uses no CPU while nothing happens.
#include "app/window/session/HostSession.h"
#include "tests/widgets/ShellTest.h"

#include <QDateTime>
#include <QEventLoop>
#include <QTimer>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace fabricscope::app::window {
namespace {

/// Counts all delivered events, with their receivers, except those about child objects, which the timer of
/// the wait causes.
class Counter : public QObject {
public:
    Counter() { qApp->installEventFilter(this); }
    ~Counter() override { qApp->removeEventFilter(this); }
    bool eventFilter(QObject *receiver, QEvent *event) override {
        if (event->type() == QEvent::ChildAdded || event->type() == QEvent::ChildRemoved)
            return false;
        received += std::to_string(event->type()) + " to " + receiver->metaObject()->className() + "\n";
        ++count;
        return false;
    }
    int count = 0;
    std::string received;
};

/// Number of voluntary context switches by thread, without the main thread.
std::map<std::string, long> sleeps() {
    std::map<std::string, long> found;
    for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
        const std::string id = task.path().filename();
        std::ifstream status(task.path() / "status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("voluntary_ctxt_switches:") && id != std::to_string(::getpid()))
                found[id] = std::atol(line.c_str() + line.find(':') + 1);
    }
    return found;
}

void wait(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

class Idle : public ShellTest {};

TEST_F(Idle, NoThreadWakesUpWhileNothingHappens) {
    capture::Capture capture = samples::toCapture(samples::mi355xServer());
    capture.takenMs = QDateTime::currentMSecsSinceEpoch() - qint64{5} * 86400'000 - 1000; // "5 days ago"
    ASSERT_TRUE(capture::save(capture, folder.path() / "server.fscope"));
    window->showHost(
        sessions->openCapture(QString::fromStdString((folder.path() / "server.fscope").string())));
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    wait(2500); // the session's timer, hover, and follow-up work
    const auto before = sleeps();
    Counter counter;
    wait(2000);
    EXPECT_LE(counter.count, 1) << "the end of the wait, and:\n" << counter.received;
    EXPECT_EQ(sleeps(), before) << "a thread that is woken goes to sleep again";
}

TEST_F(Idle, AgeIsUpdatedWheneverItsTextChanges) {
    constexpr qint64 kMinute = 60'000, kHour = 60 * kMinute, kDay = 24 * kHour;
    EXPECT_EQ(msToOlder(0), 1000);
    EXPECT_EQ(msToOlder(2'400), 600);
    EXPECT_EQ(msToOlder(kMinute + 1), kMinute - 1);
    EXPECT_EQ(msToOlder(10 * kMinute), 1) << "live hosts are stale from here on";
    EXPECT_EQ(msToOlder(10 * kMinute + 1), kMinute - 1);
    EXPECT_EQ(msToOlder(3 * kHour), kHour);
    EXPECT_EQ(msToOlder(5 * kDay + kHour), 23 * kHour);
    EXPECT_EQ(msToOlder(-5000), 6000) << "of a clock that is ahead";
    for (qint64 age = 0; age < 3 * kDay; age += 7'777'777) {
        const qint64 next = age + msToOlder(age);
        const bool isStaleNow = age <= kStaleMs && next > kStaleMs;
        EXPECT_TRUE(isStaleNow || ageText(next) != ageText(age)) << age;
        EXPECT_EQ(ageText(next - 1), ageText(age)) << age;
    }
}

TEST_F(Idle, TheAgeInTheStatusLineGoesOn) {
    capture::Capture capture = samples::toCapture(samples::oneGpu());
    capture.takenMs = QDateTime::currentMSecsSinceEpoch() - 3'000;
    ASSERT_TRUE(capture::save(capture, folder.path() / "fresh.fscope"));
    window->showHost(
        sessions->openCapture(QString::fromStdString((folder.path() / "fresh.fscope").string())));
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    const auto age = [this] {
        return statusTexts().filter(QStringLiteral(" s ago")).join(QString());
    };
    const QString before = age();
    ASSERT_FALSE(before.isEmpty());
    EXPECT_TRUE(test::waitFor([&] { return age() != before && !age().isEmpty(); }, 20000));
}

} // namespace
} // namespace fabricscope::app::window
