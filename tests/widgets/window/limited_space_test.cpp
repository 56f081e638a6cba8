// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is shortened when there is little room, and what must stay complete.
#include "app/window/dialogs/KeyMapDialog.h"
#include "app/window/shell/PanelDock.h"
#include "app/window/shell/Workbench.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/common/controls/TabButton.h"
#include "widgets/common/dialog/FitRow.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/connect/WelcomePage.h"
#include "widgets/inspector/FactRowButton.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/jobs/LogView.h"
#include "widgets/models/JobsModel.h"
#include "widgets/models/LogModel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace fabricscope::widgets {
namespace {

TEST(LimitedSpace, OfWordsThatGiveWayNoMereBeginningIsLeft) {
    QWidget bar;
    auto *row = new QHBoxLayout(&bar);
    row->setContentsMargins(0, 0, 0, 0);
    auto *words = new ElidedLabel(QStringLiteral("Cloud Hypervisor, found by UUID"), Token::Text, &bar);
    words->setMinimumWidth(1);
    auto *fixed = new QPushButton(QStringLiteral("Generate"), &bar);
    row->addWidget(words, 1);
    row->addStretch(0);
    row->addWidget(fixed);
    const int other = fixed->sizeHint().width() + row->spacing();
    bar.show();
    for (const auto &[room, isSeen] :
         {std::pair(400, true), {95, true}, {60, false}, {95, true}, {0, false}}) {
        bar.resize(other + row->spacing() + room, 30);
        fitTexts(&bar, words, 90);
        EXPECT_EQ(words->isVisible(), isSeen) << room;
    }
    words->setText(QStringLiteral("short")); // fits as it is
    bar.resize(other + row->spacing() + 60, 30);
    fitTexts(&bar, words, 90);
    EXPECT_TRUE(words->isVisible());
}

TEST(LimitedSpace, WelcomePageStacksItsColumnsWithoutOverflow) {
    WelcomePage page;
    page.show();
    for (const int width : {1200, 860, 500}) {
        page.resize(width, 640);
        const QWidget *content = page.findChild<QScrollArea *>()->widget();
        EXPECT_TRUE(test::waitFor([&] { return content->width() <= width; })) << content->width();
        for (const QLabel *label : page.findChildren<QLabel *>()) {
            if (!label->isVisible())
                continue;
            const QPoint end = label->mapTo(content, QPoint(label->width(), 0));
            EXPECT_LE(end.x(), content->width()) << qPrintable(label->text()) << " at " << width;
        }
    }
}

TEST(LimitedSpace, TheJobsHaveAllOfANarrowStrip) {
    JobsModel jobs;
    LogModel log;
    JobsLogStrip strip(&jobs, &log);
    log.append(
        {{1795250000000, QStringLiteral("ssh"), QStringLiteral("mi355x-01"), QStringLiteral("hello")}});
    strip.resize(900, 131);
    strip.show();
    EXPECT_TRUE(strip.shortLog()->isVisible());
    strip.resize(500, 131);
    EXPECT_FALSE(strip.shortLog()->isVisible());
    strip.setTab(JobsLogStrip::Log);
    strip.resize(200, 131);
    test::settleLayout();
    LogView *view = strip.logView();
    EXPECT_LE(view->horizontalHeader()->length(), view->viewport()->width())
        << "else the text goes on behind the edge, without an ellipsis";
}

TEST(LimitedSpace, AFactIsNamedInFull) {
    FactRow row;
    row.label = QStringLiteral("ACS");
    row.value = QStringLiteral("needs root");
    row.look = FactRow::Look::Missing;
    FactRowButton brief(row);
    row.label = QStringLiteral("ACS, ATS, link control, payload and read request sizes, relaxed ordering");
    FactRowButton named(row);
    row.look = FactRow::Look::Plain;
    FactRowButton plain(row);
    for (FactRowButton *each : {&brief, &named, &plain})
        each->resize(304, 20);
    EXPECT_GT(named.heightForWidth(304), 2 * brief.heightForWidth(304));
    EXPECT_GT(plain.heightForWidth(304), 2 * brief.heightForWidth(304));
}

} // namespace
} // namespace fabricscope::widgets

namespace fabricscope::app::window {
namespace {

TEST_F(ShellTest, TheTabsBeginBehindTheSidebarWithoutAHostToo) {
    for (const QSize size : {QSize(1440, 900), QSize(1300, 800)}) {
        window->resize(size);
        QTest::qWait(1);
        const auto *first = window->modes()->findChild<widgets::TabButton *>();
        const QWidget *sidebar = window->workbench()->dock(Panel::Sidebar);
        EXPECT_GE(first->mapTo(window.get(), QPoint(0, 0)).x(),
                  sidebar->mapTo(window.get(), QPoint(sidebar->width(), 0)).x());
    }
}

TEST_F(ShellTest, OnlyTheScreensThatComeLaterAreFaintOnceThereIsAHost) {
    QStringList faint;
    const auto look = [&] {
        faint.clear();
        for (const auto *tab : window->modes()->findChildren<widgets::TabButton *>())
            if (tab->isFaint())
                faint << tab->text();
    };
    look();
    EXPECT_EQ(faint.size(), kScreens);
    open(samples::mi355xServer(), "a.fscope");
    look();
    EXPECT_EQ(faint, (QStringList{QStringLiteral("Fleet")}));
}

TEST_F(ShellTest, TheKeyboardMapHasEachHeadingOnceAndAllOfItInANarrowWindow) {
    const auto rows = keyMapRows(window->actions());
    std::set<QString> seen;
    QString last;
    for (const KeyMapRow &row : rows)
        if (std::exchange(last, row.group) != row.group) {
            EXPECT_TRUE(seen.insert(row.group).second) << qPrintable(row.group);
        }
    widgets::setUiFontSize(widgets::kMaxUiFontSize);
    KeyMapDialog map(rows, nullptr);
    map.resize(800, 700);
    map.show();
    test::settleLayout();
    const auto *scroll = map.findChild<QScrollArea *>();
    EXPECT_LE(scroll->widget()->width(), scroll->viewport()->width());
    widgets::setUiFontSize(widgets::kUiFontSize);
}

} // namespace
} // namespace fabricscope::app::window
