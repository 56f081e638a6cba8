// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/LogFinding.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/Support.h"
#include "widgets/bench/BenchFacts.h"
#include "widgets/bench/BenchFindingBox.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchPicture.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/BenchSide.h"
#include "widgets/bench/rows/BenchRows.h"
#include "widgets/common/controls/Controls.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

class BenchFindingTest : public ::testing::Test {
protected:
    void SetUp() override {
        qRegisterMetaType<findings::Place>();
        screen.resize(1200, 814);
        screen.show();
    }
    void show(bench::BenchView view) {
        BenchContent content;
        content.id = 1;
        content.runs = {std::move(view)};
        screen.setContent(std::move(content));
        screen.settle();
    }
    [[nodiscard]] QPushButton *link(const QString &text) const {
        for (QPushButton *each : screen.facts()->findChildren<QPushButton *>())
            if (each->text() == text && each->isVisible())
                return each;
        return nullptr;
    }
    BenchScreen screen;
};

bench::BenchView withFinding(const findings::Place &place, const char *source) {
    bench::BenchView view = samples::runningView(1);
    findings::Finding slow("result.below_band");
    slow.set("value", "12 GB/s").set("where", "2G").set("expected", "48 GB/s").set("source", "a table");
    slow.evidence = {{source, "12 GB/s", place}};
    slow.commands = {"export NCCL_DEBUG=INFO", "sudo reboot"};
    view.findings.push_back(std::move(slow));
    return view;
}

TEST_F(BenchFindingTest, EvidenceAndCommandsAreThereOnceItIsOpened) {
    show(withFinding({}, "/proc/cmdline"));
    ASSERT_EQ(screen.facts()->boxes().size(), 1U);
    BenchFindingBox *box = screen.facts()->boxes().front();
    EXPECT_FALSE(box->isOpen());
    EXPECT_EQ(box->opener()->text(), QStringLiteral("Evidence (1) and commands"));
    QTest::mouseClick(box->opener(), Qt::LeftButton);
    EXPECT_TRUE(box->isOpen());
    ASSERT_NE(link(QStringLiteral("Copy")), nullptr);
    QTest::mouseClick(link(QStringLiteral("Copy")), Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("export NCCL_DEBUG=INFO\nsudo reboot"));
    EXPECT_EQ(link(QStringLiteral("/proc/cmdline")), nullptr) << "there is nothing to go to";
}

TEST_F(BenchFindingTest, ItStaysOpenWhileRowsCome) {
    show(withFinding({}, "x"));
    QTest::mouseClick(screen.facts()->boxes().front()->opener(), Qt::LeftButton);
    bench::BenchView view = withFinding({}, "x");
    view.findings.front().set("value", "11 GB/s");
    test::waitForNextFrame();
    show(std::move(view));
    EXPECT_TRUE(screen.facts()->boxes().front()->isOpen());
}

TEST_F(BenchFindingTest, EvidenceOfARowLeadsToTheRow) {
    findings::Place place;
    place.sizeBytes = std::uint64_t{64} << 20;
    show(withFinding(place, "64M, in place"));
    QTest::mouseClick(screen.facts()->boxes().front()->opener(), Qt::LeftButton);
    screen.head()->viewSwitch()->setCurrent(static_cast<int>(BenchHeader::Look::Number));
    ASSERT_NE(link(QStringLiteral("64M, in place")), nullptr);
    QTest::mouseClick(link(QStringLiteral("64M, in place")), Qt::LeftButton);
    EXPECT_TRUE(screen.rows()->isVisible());
    EXPECT_EQ(screen.rows()->currentIndex().row(), 6); // 1M, 2M, ... 64M
}

TEST_F(BenchFindingTest, EvidenceOfADeviceAsksForItOnTheRunsHost) {
    findings::Place place;
    place.address = "0000:23:00.0";
    show(withFinding(place, "GPU2 with ionic_3"));
    QSignalSpy requested(&screen, &BenchScreen::deviceRequested);
    QTest::mouseClick(screen.facts()->boxes().front()->opener(), Qt::LeftButton);
    QTest::mouseClick(link(QStringLiteral("GPU2 with ionic_3")), Qt::LeftButton);
    ASSERT_EQ(requested.count(), 1);
    EXPECT_EQ(requested.front().at(0).toString(), QStringLiteral("vm-01a"));
    EXPECT_EQ(requested.front().at(1).toString(), QStringLiteral("0000:23:00.0"));
}

TEST_F(BenchFindingTest, EvidenceOfACellLeadsToTheCell) {
    show(samples::meshView());
    screen.showPlace({{}, findings::MatrixCell{0, 6, 3}});
    EXPECT_EQ(screen.chartView()->selected(), std::optional<std::uint32_t>(6 * 8 + 3));
}

TEST_F(BenchFindingTest, ALineOfTheToolIsItsOwnEvidence) {
    bench::Results results = samples::allReduce(3);
    results.diagnostics.push_back(bench::logFinding("log.failed_status_12", "raw line", 7));
    bench::BenchView view = samples::runningView(1);
    view.results = std::make_shared<const bench::Results>(std::move(results));
    show(std::move(view));
    ASSERT_EQ(screen.facts()->boxes().size(), 1U);
    EXPECT_EQ(screen.facts()->boxes().front()->opener()->text(), QStringLiteral("Evidence (1)"));
}

TEST_F(BenchFindingTest, WhatARunIsHeldAgainstIsChosenAtTheSide) {
    bench::BenchView view = samples::runningView(1);
    view.compareWith = {{{"last:10", "The last 10 runs"}, {"none", "Nothing"}}, "last:10"};
    view.stopRules[1].percent = 95;
    view.stopRules[1].rows = 3;
    show(std::move(view));
    auto *box = screen.side()->findChild<QComboBox *>(QStringLiteral("compareWith"));
    ASSERT_NE(box, nullptr);
    EXPECT_EQ(box->currentText(), QStringLiteral("The last 10 runs"));
    QSignalSpy requested(&screen, &BenchScreen::compareRequested);
    Q_EMIT box->activated(1);
    ASSERT_EQ(requested.count(), 1);
    EXPECT_EQ(requested.front().front().toString(), QStringLiteral("none"));
    QSignalSpy limits(&screen, &BenchScreen::stopLimitsRequested);
    const auto spins = screen.side()->findChildren<QSpinBox *>();
    ASSERT_EQ(spins.size(), 2);
    spins[0]->setValue(80);
    ASSERT_EQ(limits.count(), 1);
    EXPECT_EQ(limits.front().at(0).toString(), QStringLiteral("below_baseline"));
    EXPECT_EQ(limits.front().at(1).toDouble(), 80);
    EXPECT_EQ(limits.front().at(2).toInt(), 3);
}

} // namespace
} // namespace fabricscope::widgets
