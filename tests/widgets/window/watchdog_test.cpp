// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/LoopWatchdog.h"
#include "tests/widgets/Support.h"

#include <QEventLoop>
#include <QRegularExpression>
#include <QThread>
#include <QTimer>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

/// Delivers events through the watchdog; each test defines the work of an event.
class Watched : public ::testing::Test {
protected:
    bool deliver(QObject &receiver, QEvent::Type type, const std::function<void()> &does) {
        QEvent event(type);
        return watchdog.deliver(&receiver, &event, [&] {
            does();
            return true;
        });
    }
    static void block() { QThread::msleep(20); }

    std::vector<LoopWatchdog::Block> blocks;
    LoopWatchdog watchdog{[this](const LoopWatchdog::Block &block) { blocks.push_back(block); }, 10};
};

TEST_F(Watched, ReportsABlockOnceWithItsLocation) {
    QObject outer;
    QTimer inner;
    inner.setObjectName(QStringLiteral("tick"));
    deliver(outer, QEvent::MouseButtonPress, [&] {
        deliver(inner, QEvent::Timer, [] {}); // fast
        deliver(inner, QEvent::Timer, block);
    });
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_GE(blocks.front().ms, 10);
    EXPECT_EQ(blocks.front().place, QStringLiteral("MouseButtonPress to QObject, in Timer to QTimer 'tick'"));
}

TEST_F(Watched, DoesNotReportQuickEvents) {
    QObject receiver;
    EXPECT_TRUE(deliver(receiver, QEvent::Timer, [] {}));
    EXPECT_TRUE(blocks.empty());
}

QStringList *g_logged = nullptr;

TEST(ProgramWatchdog, LogsWhatBlocksForMoreThan50MsWithItsPlace) {
    QStringList logged;
    g_logged = &logged;
    const QtMessageHandler before = qInstallMessageHandler(
        [](QtMsgType, const QMessageLogContext &, const QString &message) { g_logged->append(message); });
    LoopWatchdog watchdog(logBlock);
    QTimer receiver;
    receiver.setObjectName(QStringLiteral("slow"));
    const auto deliver = [&](unsigned long ms) {
        QEvent event(QEvent::Timer);
        watchdog.deliver(&receiver, &event, [ms] {
            QThread::msleep(ms);
            return true;
        });
    };
    deliver(1);
    EXPECT_TRUE(logged.isEmpty());
    deliver(51);
    qInstallMessageHandler(before);
    ASSERT_EQ(logged.size(), 1);
    EXPECT_TRUE(logged.front().contains(QRegularExpression(
        QStringLiteral("^the event loop was blocked for \\d+ ms: Timer to QTimer 'slow'$"))))
        << qPrintable(logged.front());
    EXPECT_EQ(LoopWatchdog::kLimitMs, 50);
}

TEST_F(Watched, AReceiverMayDieOfItsEvent) {
    auto *receiver = new QTimer;
    receiver->setObjectName(QStringLiteral("gone"));
    deliver(*receiver, QEvent::DeferredDelete, [&] {
        delete receiver;
        block();
    });
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_TRUE(blocks.front().place.contains(QStringLiteral("gone")));
}

TEST_F(Watched, ExcludesWaitingDialogsButReportsBlocksWithinThem) {
    QObject opener, receiver;
    QTimer::singleShot(0, &opener, [&] {
        deliver(opener, QEvent::MouseButtonRelease, [&] {
            QEventLoop dialog;
            QTimer::singleShot(20, &dialog, [&] {
                deliver(receiver, QEvent::Timer, [] {});
                dialog.quit();
            });
            dialog.exec();
        });
        deliver(opener, QEvent::MouseButtonRelease, [&] {
            QEventLoop dialog;
            QTimer::singleShot(20, &dialog, [&] {
                deliver(receiver, QEvent::KeyPress, block);
                dialog.quit();
            });
            dialog.exec();
        });
        QApplication::exit();
    });
    QApplication::exec();
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_EQ(blocks.front().place, QStringLiteral("KeyPress to QObject"));
}

} // namespace
} // namespace fabricscope::app::window
