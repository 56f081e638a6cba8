// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/Support.h"
#include "widgets/common/TabButton.h"
#include "widgets/jobs/EmptyNote.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/jobs/LogView.h"

#include <QAction>
#include <QClipboard>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

using topology::Severity;

class StripTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::wear(ThemeKind::Dark);
        strip.resize(866, 131);
        strip.show();
    }
    void say(const char *verb, const QString &host, const QString &text) {
        log.append({{1795250000000, QLatin1String(verb), host, text}});
    }
    static Finding finding(Severity severity, const QString &title) {
        Finding finding;
        finding.severity = severity;
        finding.title = title;
        finding.device = QStringLiteral("GPU2");
        finding.host = QStringLiteral("vm-03a");
        finding.hostId = 7;
        finding.node = 4;
        return finding;
    }
    void choose(JobsLogStrip::Tab tab) { QTest::mouseClick(strip.tabButton(tab), Qt::LeftButton); }
    /// The sentence in an empty list; empty where none is shown.
    static QString note(const QWidget &view) {
        const auto *note = view.findChild<EmptyNote *>();
        return note != nullptr && note->isVisible() ? note->text() : QString();
    }

    JobsModel jobs;
    LogModel log;
    JobsLogStrip strip{&jobs, &log};
};

TEST_F(StripTest, SaysInOneSentenceWhatWouldStandInAnEmptyList) {
    EXPECT_TRUE(note(*strip.jobsView()).contains(QStringLiteral("Nothing runs")));
    EXPECT_FALSE(note(*strip.shortLog()).isEmpty());
    JobEntry entry;
    entry.id = 1;
    entry.name = QStringLiteral("Collect snapshot");
    jobs.put(entry);
    say("ssh", QStringLiteral("gpu-07"), QStringLiteral("connected"));
    EXPECT_EQ(note(*strip.jobsView()), QString());
    EXPECT_EQ(note(*strip.shortLog()), QString());
    choose(JobsLogStrip::Findings);
    EXPECT_FALSE(note(*strip.findingsView()).isEmpty());
}

TEST_F(StripTest, GivesTheTextOfTheLogTheRoomThatTheOtherColumnsDoNotNeed) {
    say("open", QStringLiteral("mi355x-02.fscope"),
        QStringLiteral("8 GPUs, 105 functions: demo/mi355x-02.fscope"));
    LogView *view = strip.shortLog();
    EXPECT_GE(view->columnWidth(LogModel::Host), 100); // the whole name
    EXPECT_GE(view->columnWidth(LogModel::Text), view->width() * 2 / 5);
    EXPECT_EQ(view->model()->index(0, LogModel::Text).data(Qt::ToolTipRole).toString(), log.line(0));
    const int narrow = view->columnWidth(LogModel::Host);
    say("ssh", QString(300, QLatin1Char('h')), QStringLiteral("connected"));
    EXPECT_LE(view->columnWidth(LogModel::Host), std::max(narrow, view->width() / 3));
}

TEST_F(StripTest, ShowsOneHostsLinesInTheLogTabAndCopiesThem) {
    say("ssh", QStringLiteral("a.b"), QStringLiteral("connected"));
    say("ssh", QStringLiteral("aXb"), QStringLiteral("refused"));
    EXPECT_FALSE(strip.hostButton()->isVisible());
    choose(JobsLogStrip::Log);
    ASSERT_TRUE(strip.hostButton()->isVisible());
    Q_EMIT strip.hostButton()->menu()->aboutToShow();
    QAction *wanted = nullptr;
    for (QAction *action : strip.hostButton()->menu()->actions())
        if (action->text() == QLatin1String("a.b"))
            wanted = action;
    ASSERT_NE(wanted, nullptr);
    wanted->trigger();
    EXPECT_EQ(strip.hostButton()->text(), QStringLiteral("a.b"));
    ASSERT_EQ(strip.logView()->model()->rowCount(), 1); // a name is no pattern
    EXPECT_EQ(strip.shortLog()->model()->rowCount(), 2);
    strip.logView()->selectRow(0);
    QTest::keyClick(strip.logView(), Qt::Key_C, Qt::ControlModifier);
    for (QAction *action : strip.logView()->actions())
        action->trigger();
    EXPECT_EQ(QApplication::clipboard()->text(), log.line(0));
}

TEST_F(StripTest, CountsAndOrdersFindingsAndOpensOneByEnter) {
    strip.findings()->setFindings({finding(Severity::Warning, QStringLiteral("The link runs at Gen5 x8")),
                                   finding(Severity::Error, QStringLiteral("Mispaired with ionic_3"))});
    EXPECT_TRUE(strip.tabButton(JobsLogStrip::Findings)->sizeHint().width() >
                strip.tabButton(JobsLogStrip::Log)->sizeHint().width());
    choose(JobsLogStrip::Findings);
    const QModelIndex first = strip.findings()->index(0);
    EXPECT_EQ(first.data().toString(), QStringLiteral("Mispaired with ionic_3"));
    EXPECT_EQ(first.data(Qt::AccessibleTextRole).toString(),
              QStringLiteral("error: GPU2, vm-03a, Mispaired with ionic_3"));
    std::vector<Finding> opened;
    QObject::connect(&strip, &JobsLogStrip::findingWanted, &strip,
                     [&](const Finding &finding) { opened.push_back(finding); });
    strip.findingsView()->setCurrentIndex(first);
    QTest::keyClick(strip.findingsView(), Qt::Key_Return);
    ASSERT_EQ(opened.size(), 1U);
    EXPECT_EQ(opened[0].hostId, 7U);
    EXPECT_EQ(opened[0].node, 4U);
}

TEST_F(StripTest, TicksOnlyWhileSomethingRunsAndIsSeen) {
    const auto *tick = strip.findChild<QTimer *>(QString(), Qt::FindDirectChildrenOnly);
    ASSERT_NE(tick, nullptr);
    EXPECT_FALSE(tick->isActive());
    JobEntry entry;
    entry.id = 1;
    entry.state = JobEntry::State::Running;
    entry.startedMs = 1;
    jobs.put(entry);
    EXPECT_TRUE(tick->isActive());
    entry.state = JobEntry::State::Done;
    entry.endedMs = 2;
    jobs.put(entry);
    EXPECT_FALSE(tick->isActive());
}

} // namespace
} // namespace fabricscope::widgets
