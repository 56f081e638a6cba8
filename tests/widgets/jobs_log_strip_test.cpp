// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/Support.h"
#include "widgets/common/controls/TabButton.h"
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

using findings::Severity;

class StripTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Dark);
        strip.resize(866, 131);
        strip.show();
    }
    void addLog(const char *verb, const QString &host, const QString &text) {
        log.append({{1795250000000, QLatin1String(verb), host, text}});
    }
    /// A finding about a pair, since that rule accepts any text.
    static ListedFinding finding(Severity severity, const char *words) {
        findings::Finding finding("pair.mispaired");
        finding.severity = severity;
        finding.device = "GPU2";
        finding.host = "vm-03a";
        finding.set("words", words);
        return {finding, {}, 7, 4};
    }
    void choose(JobsLogStrip::Tab tab) { QTest::mouseClick(strip.tabButton(tab), Qt::LeftButton); }
    /// The text shown in an empty list; empty if there is none.
    static QString note(const QWidget &view) {
        const auto *note = view.findChild<EmptyNote *>();
        return note != nullptr && note->isVisible() ? note->text() : QString();
    }

    JobsModel jobs;
    LogModel log;
    JobsLogStrip strip{&jobs, &log};
};

TEST_F(StripTest, ExplainsEmptyLists) {
    EXPECT_TRUE(note(*strip.jobsView()).contains(QStringLiteral("No running jobs")));
    EXPECT_FALSE(note(*strip.shortLog()).isEmpty());
    JobEntry entry;
    entry.id = 1;
    entry.name = QStringLiteral("Collect snapshot");
    jobs.put(entry);
    addLog("ssh", QStringLiteral("gpu-07"), QStringLiteral("connected"));
    EXPECT_EQ(note(*strip.jobsView()), QString());
    EXPECT_EQ(note(*strip.shortLog()), QString());
    choose(JobsLogStrip::Findings);
    EXPECT_FALSE(note(*strip.findingsView()).isEmpty());
}

TEST_F(StripTest, GivesTheTextOfTheLogTheRoomThatTheOtherColumnsDoNotNeed) {
    addLog("open", QStringLiteral("mi355x-02.fscope"),
           QStringLiteral("8 GPUs, 105 functions: demo/mi355x-02.fscope"));
    LogView *view = strip.shortLog();
    EXPECT_GE(view->columnWidth(LogModel::Host), 100); // the whole name
    EXPECT_GE(view->columnWidth(LogModel::Text), view->width() * 2 / 5);
    EXPECT_EQ(view->model()->index(0, LogModel::Text).data(Qt::ToolTipRole).toString(), log.line(0));
    const int narrow = view->columnWidth(LogModel::Host);
    addLog("ssh", QString(300, QLatin1Char('h')), QStringLiteral("connected"));
    EXPECT_LE(view->columnWidth(LogModel::Host), std::max(narrow, view->width() / 3));
}

TEST_F(StripTest, ShowsOneHostsLinesInTheLogTabAndCopiesThem) {
    addLog("ssh", QStringLiteral("a.b"), QStringLiteral("connected"));
    addLog("ssh", QStringLiteral("aXb"), QStringLiteral("refused"));
    EXPECT_FALSE(strip.hostButton()->isVisible());
    choose(JobsLogStrip::Log);
    ASSERT_TRUE(strip.hostButton()->isVisible());
    Q_EMIT strip.hostButton()->menu()->aboutToShow();
    QAction *requested = nullptr;
    for (QAction *action : strip.hostButton()->menu()->actions())
        if (action->text() == QLatin1String("a.b"))
            requested = action;
    ASSERT_NE(requested, nullptr);
    requested->trigger();
    EXPECT_EQ(strip.hostButton()->text(), QStringLiteral("a.b"));
    ASSERT_EQ(strip.logView()->model()->rowCount(), 1); // a name is not a pattern
    EXPECT_EQ(strip.shortLog()->model()->rowCount(), 2);
    strip.logView()->selectRow(0);
    QTest::keyClick(strip.logView(), Qt::Key_C, Qt::ControlModifier);
    for (QAction *action : strip.logView()->actions())
        action->trigger();
    EXPECT_EQ(QApplication::clipboard()->text(), log.line(0));
}

TEST_F(StripTest, CountsAndOrdersFindingsAndOpensOneByEnter) {
    strip.findings()->setFindings({finding(Severity::Warning, "The link runs at Gen5 x8"),
                                   finding(Severity::Error, "Mispaired with ionic_3")});
    EXPECT_TRUE(strip.tabButton(JobsLogStrip::Findings)->sizeHint().width() >
                strip.tabButton(JobsLogStrip::Log)->sizeHint().width());
    choose(JobsLogStrip::Findings);
    const QModelIndex first = strip.findings()->index(0);
    EXPECT_EQ(first.data().toString(), QStringLiteral("Mispaired with ionic_3"));
    EXPECT_EQ(first.data(Qt::AccessibleTextRole).toString(),
              QStringLiteral("error: GPU2, vm-03a, Mispaired with ionic_3"));
    std::vector<ListedFinding> opened;
    QObject::connect(&strip, &JobsLogStrip::findingRequested, &strip,
                     [&](const ListedFinding &finding) { opened.push_back(finding); });
    strip.findingsView()->setCurrentIndex(first);
    QTest::keyClick(strip.findingsView(), Qt::Key_Return);
    ASSERT_EQ(opened.size(), 1U);
    EXPECT_EQ(opened[0].hostId, 7U);
    EXPECT_EQ(opened[0].node, 4U);
}

TEST_F(StripTest, GroupsFindingsByHostAndVm) {
    const auto of = [](quint64 id, const char *host, Severity severity, const char *title) {
        ListedFinding made = finding(severity, title);
        made.hostId = id;
        made.finding.host = host;
        made.hypervisor = id == 1 ? QString() : QStringLiteral("mi355x-03");
        return made;
    };
    FindingsModel &findings = *strip.findings();
    choose(JobsLogStrip::Findings);
    const std::vector<ListedFinding> own = {of(1, "mi355x-03", Severity::Warning, "narrow")};
    findings.setFindings(own);
    EXPECT_EQ(findings.rowCount(), 1) << "of one host there is nobody to be told from";
    EXPECT_FALSE(strip.hostButton()->isVisible());
    findings.setFindings(
        {own[0], of(2, "vm-03a", Severity::Warning, "slow"), of(2, "vm-03a", Severity::Error, "mispaired")});
    QStringList rows;
    for (int row = 0; row < findings.rowCount(); ++row)
        rows << findings.index(row).data(Qt::AccessibleTextRole).toString();
    EXPECT_EQ(rows.join(QLatin1Char('\n')), QStringLiteral("mi355x-03: errors 0, warnings 1\n"
                                                           "warning: GPU2, mi355x-03, narrow\n"
                                                           "vm-03a, VM of mi355x-03: errors 1, warnings 1\n"
                                                           "error: GPU2, vm-03a, mispaired\n"
                                                           "warning: GPU2, vm-03a, slow"));
    EXPECT_EQ(findings.count(), 3) << "hosts' rows are no findings";
    QListView *view = strip.findingsView();
    view->setCurrentIndex(findings.index(1));
    QTest::keyClick(view, Qt::Key_Down);
    EXPECT_EQ(view->currentIndex().row(), 3) << "a host's row is passed over";
    QSignalSpy requested(&strip, &JobsLogStrip::findingRequested);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(findings.index(2)).center());
    EXPECT_EQ(requested.size(), 0);
}

TEST_F(StripTest, AFindingOfTheHostItselfNamesItOnce) {
    ListedFinding own = finding(Severity::Error, "down");
    own.finding.device = own.finding.host = "switch.txt";
    strip.findings()->setFindings({own});
    EXPECT_EQ(strip.findings()->index(0).data(FindingsModel::TargetRole).toString(),
              QStringLiteral("switch.txt"));
}

TEST_F(StripTest, ShowsTheFindingsOfOneHostWhereSomebodyWantsThat) {
    ListedFinding first = finding(Severity::Error, "own");
    first.hostId = 1;
    first.finding.host = "mi355x-03";
    const ListedFinding second = finding(Severity::Error, "of the VM");
    choose(JobsLogStrip::Findings);
    strip.findings()->setFindings({first, second});
    ASSERT_TRUE(strip.hostButton()->isVisible());
    Q_EMIT strip.hostButton()->menu()->aboutToShow();
    const QList<QAction *> offered = strip.hostButton()->menu()->actions();
    ASSERT_EQ(offered.size(), 4); // all, a separator, and two hosts
    offered[3]->trigger();
    EXPECT_EQ(strip.hostButton()->text(), QStringLiteral("vm-03a"));
    ASSERT_EQ(strip.findings()->rowCount(), 1);
    EXPECT_EQ(strip.findings()->findingAt(0)->title(), QStringLiteral("of the VM"));
    EXPECT_EQ(strip.findings()->count(), 2);
    choose(JobsLogStrip::Log);
    EXPECT_EQ(strip.hostButton()->text(), QStringLiteral("All hosts")) << "the log's choice is its own";
    choose(JobsLogStrip::Findings);
    strip.findings()->setFindings({first}); // another host is shown
    strip.findings()->setFindings({first, second});
    EXPECT_EQ(strip.findings()->rowCount(), 4) << "what was chosen among other hosts is forgotten";
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

TEST_F(StripTest, OneClickOnAFindingShowsIt) {
    strip.findings()->setFindings({finding(Severity::Error, "Mispaired")});
    choose(JobsLogStrip::Findings);
    QSignalSpy requested(&strip, &JobsLogStrip::findingRequested);
    QListView *view = strip.findingsView();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                      view->visualRect(strip.findings()->index(0)).center());
    EXPECT_GE(requested.size(), 1);
}

/// Number of pixel columns in the right half of a row that contain a text colour.
int inkedColumns(const QImage &image, const QRect &part) {
    int columns = 0;
    const QRgb ground = image.pixel(part.right() - 1, part.top() + 1);
    for (int x = part.left(); x < part.right(); ++x) {
        bool ink = false;
        for (int y = part.top(); y < part.bottom(); ++y)
            ink = ink || qAbs(qGray(image.pixel(x, y)) - qGray(ground)) > 40;
        columns += ink ? 1 : 0;
    }
    return columns;
}

TEST_F(StripTest, WhereThereIsNoRoomForBothTheTimeGoesAndNotTheDuration) {
    JobEntry job;
    job.id = 1;
    job.name = QStringLiteral("Open file");
    job.host = QStringLiteral("h");
    job.state = JobEntry::State::Done;
    job.startedMs = 1795250000000;
    job.endedMs = job.startedMs + 12300;
    jobs.put(job);
    const auto inked = [&](int width) {
        QListView *view = strip.jobsView();
        view->setParent(nullptr);
        view->resize(width, 60);
        view->show();
        const QRect row = view->visualRect(jobs.index(0));
        return inkedColumns(view->viewport()->grab().toImage(), row.adjusted(row.width() / 2, 2, -2, -2));
    };
    const int wide = inked(420), narrow = inked(230);
    EXPECT_GT(wide, narrow + 20); // "12:26:40  12.3 s" against "12.3 s"
    EXPECT_GT(narrow, 15);
}

} // namespace
} // namespace fabricscope::widgets
