// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/RelatedHostViews.h"
#include "tests/widgets/SampleFleetSessions.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/fleet/FleetFooter.h"
#include "widgets/fleet/FleetSidebar.h"

#include <QAbstractItemModelTester>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTreeView>

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::widgets {
namespace {

FleetEntry entry(quint64 id, const QString &name, quint64 group = 0) {
    FleetEntry made;
    made.id = id;
    made.name = name;
    made.target = name;
    made.link = HostLink::Connected;
    made.badge = QStringLiteral("MI300X ×8");
    made.read = true;
    made.group = group;
    return made;
}

/// Ten hosts of group 1 "Cluster": 1 to 8 identical, 9 with a warning, 10 offline; group 2 "Lab" is empty;
/// host 11 without a group, with VM 12; capture 13.
std::vector<FleetEntry> someFleet() {
    std::vector<FleetEntry> entries;
    for (quint64 id = 1; id <= 10; ++id) {
        entries.push_back(entry(id, QStringLiteral("gpu-%1").arg(id), 1));
        entries.back().signature = QStringLiteral("same");
    }
    entries[8].warnings = 1;
    entries[9].link = HostLink::Unreachable;
    entries[9].detail = QStringLiteral("offline");
    entries.push_back(entry(11, QStringLiteral("lone")));
    entries.push_back(entry(12, QStringLiteral("vm-a")));
    entries.back().hypervisor = 11;
    entries.back().gpus = 8;
    entries.back().errors = 2;
    entries.push_back(entry(13, QStringLiteral("old")));
    entries.back().link = HostLink::Capture;
    return entries;
}

class SidebarTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Dark);
        set(someFleet());
        sidebar.resize(240, 700);
        sidebar.show();
        QApplication::processEvents();
    }
    void set(const std::vector<FleetEntry> &entries) {
        model.setEntries(entries, {{1, QStringLiteral("Cluster")}, {2, QStringLiteral("Lab")}});
    }
    /// The visible rows from top to bottom, indented by two blanks per level.
    std::string shown() const {
        QString text;
        const QTreeView &view = *sidebar.view();
        for (QModelIndex index = view.model()->index(0, 0); index.isValid(); index = view.indexBelow(index)) {
            for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
                text += QStringLiteral("  ");
            text += index.data().toString() + QLatin1Char('\n');
        }
        return text.toStdString();
    }
    QModelIndex row(const QString &name) const {
        const auto found =
            sidebar.view()->model()->match(sidebar.view()->model()->index(0, 0), Qt::DisplayRole, name, 1,
                                           Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QModelIndex() : found.front();
    }
    void click(const QString &name) {
        QTest::mouseClick(sidebar.view()->viewport(), Qt::LeftButton, {},
                          sidebar.view()->visualRect(row(name)).center());
    }
    /// Drops the items on this row.
    void drop(const QList<quint64> &ids, const QString &upon) {
        QModelIndexList dragged;
        for (const quint64 id : ids)
            dragged << model.indexOf(id);
        const std::unique_ptr<QMimeData> data(model.mimeData(dragged));
        const QPoint point = sidebar.view()->visualRect(row(upon)).center();
        QDragEnterEvent enter(point, Qt::MoveAction, data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(sidebar.view()->viewport(), &enter);
        QDragMoveEvent move(point, Qt::MoveAction, data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(sidebar.view()->viewport(), &move);
        QDropEvent dropped(point, Qt::MoveAction, data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(sidebar.view()->viewport(), &dropped);
    }

    FleetModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    FleetSidebar sidebar{&model};
};

constexpr const char *kFolded = "Cluster\n  gpu-1\n  7 more identical\n  gpu-9\n  gpu-10\nLab\nHosts\n"
                                "  lone\n    vm-a\nCaptures\n  old\n";

TEST_F(SidebarTest, FoldsIdenticalHostsBelowTheFirstAndLeavesTheOddOnes) {
    EXPECT_EQ(shown(), kFolded);
    EXPECT_EQ(row(QStringLiteral("Cluster")).data(FleetModel::DetailRole).toString(), QStringLiteral("10"));
    EXPECT_EQ(row(QStringLiteral("Lab")).data(FleetModel::DetailRole).toString(), QStringLiteral("0"));
    const QModelIndex fold = row(QStringLiteral("7 more identical"));
    EXPECT_TRUE(fold.data(FleetModel::CleanRole).toBool());
    EXPECT_TRUE(fold.data(Qt::ToolTipRole).toString().contains(QStringLiteral("gpu-8")));
    EXPECT_EQ(row(QStringLiteral("vm-a")).data(FleetModel::BadgeRole).toString(), QStringLiteral("8 GPU"));
}

TEST_F(SidebarTest, HasOneColourAroundItsRows) {
    QWidget *area = sidebar.findChild<QTreeView *>()->viewport();
    const QImage picture = sidebar.grab().toImage();
    const auto colourAt = [&](const QPoint &at) {
        return picture.pixelColor(area->mapTo(&sidebar, at));
    };
    EXPECT_EQ(colourAt(QPoint(1, 1)), tokenColour(Token::Panel));
    EXPECT_EQ(colourAt(area->rect().bottomRight() - QPoint(5, 5)), tokenColour(Token::Panel));
}

TEST_F(SidebarTest, AClickUnfoldsThemAndAnotherFoldsThemAgain) {
    QSignalSpy chosen(&sidebar, &FleetSidebar::chosen);
    click(QStringLiteral("7 more identical"));
    EXPECT_NE(shown().find("    gpu-2\n    gpu-3\n"), std::string::npos);
    click(QStringLiteral("gpu-5"));
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().toULongLong(), 5U);
    click(QStringLiteral("7 more identical"));
    EXPECT_EQ(shown(), kFolded);
}

TEST_F(SidebarTest, CollapsedGroupsStayCollapsedWhenHostsChange) {
    click(QStringLiteral("Cluster"));
    EXPECT_EQ(shown().find("gpu-1"), std::string::npos);
    auto entries = someFleet();
    entries.push_back(entry(20, QStringLiteral("gpu-20"), 1));
    set(entries);
    EXPECT_EQ(shown().find("gpu-1"), std::string::npos);
    EXPECT_EQ(sidebar.collapsedGroups(), QList<quint64>{1});
    click(QStringLiteral("Cluster"));
    EXPECT_NE(shown().find("gpu-20"), std::string::npos);
    sidebar.setCollapsedGroups({1});
    EXPECT_EQ(shown().find("gpu-20"), std::string::npos);
}

TEST_F(SidebarTest, ANewFaultTakesAHostOutOfTheFoldAndTheChosenOneStaysChosen) {
    sidebar.setCurrent(1);
    QSignalSpy chosen(&sidebar, &FleetSidebar::chosen);
    auto entries = someFleet();
    entries[0].errors = 1; // the first host now differs, and is selected
    set(entries);
    EXPECT_NE(shown().find("  gpu-1\n  gpu-2\n  6 more identical\n"), std::string::npos);
    EXPECT_EQ(sidebar.current(), 1U);
    EXPECT_EQ(chosen.count(), 0) << "nobody chose anything";
}

TEST_F(SidebarTest, TheFilterKeepsParentsOpensFoldsAndLeavesEverythingAsItWasAfterwards) {
    sidebar.setFilter(QStringLiteral("gpu-7"));
    EXPECT_EQ(shown(), "Cluster\n  7 more identical\n    gpu-7\n");
    sidebar.setFilter(QStringLiteral("VM-"));
    EXPECT_EQ(shown(), "Hosts\n  lone\n    vm-a\n");
    sidebar.setFilter(QStringLiteral("identical"));
    EXPECT_EQ(shown(), "") << "a fold has no name of its own";
    sidebar.setFilter({});
    EXPECT_EQ(shown(), kFolded);
}

TEST_F(SidebarTest, FilterMatchesVisibleTextButNotToolTips) {
    auto entries = someFleet();
    entries[10].target = QStringLiteral("root@10.9.8.7");
    set(entries);
    ASSERT_TRUE(row(QStringLiteral("lone")).data(Qt::ToolTipRole).toString().contains(QLatin1String("10.9")));
    sidebar.setFilter(QStringLiteral("10.9"));
    EXPECT_EQ(shown(), "");
    sidebar.setFilter(QStringLiteral("offline"));
    EXPECT_EQ(shown(), "Cluster\n  gpu-10\n");
    sidebar.setFilter(QStringLiteral("mi300x"));
    EXPECT_NE(shown().find("gpu-9"), std::string::npos);
}

TEST_F(SidebarTest, TheChosenHostStaysChosenWhileTheFilterHidesIt) {
    sidebar.setCurrent(9);
    QSignalSpy chosen(&sidebar, &FleetSidebar::chosen);
    sidebar.setFilter(QStringLiteral("vm-a"));
    sidebar.setFilter({});
    EXPECT_EQ(sidebar.current(), 9U);
    EXPECT_EQ(chosen.count(), 0);
}

TEST_F(SidebarTest, SumsCountMachinesOnceAndFindingsOfAll) {
    EXPECT_EQ(sidebar.foot()->sums(), (FleetSums{2, 1, 9, 11}));
    set({});
    EXPECT_FALSE(sidebar.foot()->isVisible());
}

TEST_F(SidebarTest, HostsAreDraggedIntoAGroupAndBeforeOthers) {
    QSignalSpy moves(&model, &FleetModel::moveRequested);
    drop({9, 11}, QStringLiteral("Lab"));
    ASSERT_EQ(moves.count(), 1);
    EXPECT_EQ(moves[0][0].value<QList<quint64>>(), (QList<quint64>{9, 11}));
    EXPECT_EQ(moves[0][1].toULongLong(), 2U);
    EXPECT_EQ(moves[0][2].toULongLong(), 0U);
    drop({11}, QStringLiteral("gpu-10"));
    ASSERT_EQ(moves.count(), 2);
    EXPECT_EQ(moves[1][1].toULongLong(), 1U);
    EXPECT_EQ(moves[1][2].toULongLong(), 10U);
    drop({9}, QStringLiteral("Captures"));
    EXPECT_EQ(moves.count(), 2) << "captures have a place of their own";
    EXPECT_FALSE(model.indexOf(12).flags().testFlag(Qt::ItemIsDragEnabled))
        << "a VM goes with its hypervisor";
}

TEST_F(SidebarTest, NamesAreEditedInPlace) {
    QSignalSpy hosts(&model, &FleetModel::renameRequested);
    QSignalSpy groups(&model, &FleetModel::groupRenameRequested);
    sidebar.setCurrent(9);
    QTest::keyClick(sidebar.view(), Qt::Key_F2);
    auto *editor = sidebar.view()->viewport()->findChild<QLineEdit *>();
    ASSERT_NE(editor, nullptr);
    EXPECT_EQ(editor->text(), QStringLiteral("gpu-9"));
    editor->clear();
    QTest::keyClicks(editor, QStringLiteral("head node"));
    QTest::keyClick(editor, Qt::Key_Return);
    ASSERT_TRUE(test::waitFor([&] { return hosts.count() == 1; }));
    EXPECT_EQ(hosts[0][0].toULongLong(), 9U);
    EXPECT_EQ(hosts[0][1].toString(), QStringLiteral("head node"));
    sidebar.editGroup(2);
    editor = nullptr;
    for (QLineEdit *each : sidebar.view()->viewport()->findChildren<QLineEdit *>())
        editor = each->text() == QStringLiteral("Lab") ? each : editor;
    ASSERT_NE(editor, nullptr);
    QTest::keyClicks(editor, QStringLiteral("Rack 7"));
    QTest::keyClick(editor, Qt::Key_Return);
    ASSERT_TRUE(test::waitFor([&] { return groups.count() == 1; }));
    EXPECT_EQ(groups[0][1].toString(), QStringLiteral("Rack 7"));
}

TEST_F(SidebarTest, TheKeyboardWalksFoldsAndRemoves) {
    QSignalSpy removed(&sidebar, &FleetSidebar::removeRequested);
    sidebar.setCurrent(1);
    QTest::keyClick(sidebar.view(), Qt::Key_Down); // the fold row
    QTest::keyClick(sidebar.view(), Qt::Key_Return);
    EXPECT_NE(shown().find("gpu-5"), std::string::npos);
    QTest::keyClick(sidebar.view(), Qt::Key_Down);
    EXPECT_EQ(sidebar.current(), 2U);
    QTest::keyClick(sidebar.view(), Qt::Key_Delete);
    ASSERT_EQ(removed.count(), 1);
    EXPECT_EQ(removed[0][0].value<QList<quint64>>(), QList<quint64>{2});
}

TEST_F(SidebarTest, WhatIsChosenElsewhereIsSelectedAloneWhileCtrlIsHeld) {
    sidebar.setCurrent(1);
    QTest::keyPress(&sidebar, Qt::Key_Control, Qt::ControlModifier);
    QTest::keyPress(&sidebar, Qt::Key_R, Qt::ControlModifier);
    sidebar.setCurrent(9);
    QTest::keyRelease(&sidebar, Qt::Key_R, Qt::ControlModifier);
    QTest::keyRelease(&sidebar, Qt::Key_Control);
    EXPECT_EQ(sidebar.selectedIds(), QList<quint64>{9});
}

TEST_F(SidebarTest, RowsHaveAccessibleText) {
    const auto spoken = [this](quint64 id) {
        return model.indexOf(id).data(Qt::AccessibleTextRole).toString().toStdString();
    };
    EXPECT_EQ(spoken(9), "gpu-9, connected, MI300X ×8, 1 warning");
    EXPECT_EQ(spoken(10), "gpu-10, offline, MI300X ×8");
    EXPECT_EQ(spoken(12), "vm-a, connected, 8 GPU, 2 errors");
    EXPECT_EQ(model.indexOfGroup(1).data(Qt::AccessibleTextRole).toString().toStdString(),
              "Cluster, group of 10");
}

TEST_F(SidebarTest, SimulatedMarkIsOnTheGroupOrOnHostsOfAMixedGroup) {
    auto entries = someFleet();
    for (auto &each : entries)
        each.simulated = each.group == 1;
    set(entries);
    EXPECT_TRUE(model.indexOfGroup(1).data(FleetModel::SimulatedRole).toBool());
    entries[0].simulated = false;
    QSignalSpy changes(&model, &FleetModel::dataChanged);
    set(entries);
    EXPECT_FALSE(model.indexOfGroup(1).data(FleetModel::SimulatedRole).toBool());
    EXPECT_TRUE(std::any_of(changes.begin(), changes.end(), [&](const QList<QVariant> &change) {
        const auto first = change[0].toModelIndex(), last = change[1].toModelIndex();
        return first.parent() == model.indexOfGroup(1) && first.row() == 0 &&
               last.row() == model.rowCount(first.parent()) - 1;
    })) << "the word at each row is painted anew";
    EXPECT_TRUE(model.indexOf(2).data(FleetModel::SimulatedRole).toBool());
}

TEST_F(SidebarTest, ANameIsNeverCutWhileThereIsABadgeToLeaveOut) {
    auto entries = someFleet();
    entries[8].name = QStringLiteral("a-host-with-a-long-name-09");
    set(entries);
    QApplication::processEvents();
    const auto text = [&] {
        return sidebar.grab().toImage();
    };
    const QImage withBadge = text();
    entries[8].badge.clear();
    set(entries);
    QApplication::processEvents();
    EXPECT_EQ(withBadge, text()) << "the badge was left out already";
}

/// FABRICSCOPE_PICTURES=DIR saves the pictures.
TEST(FleetOfSeventy, FitsIntoTheSidebarInEveryThemeAndIsTallerWithALargerFont) {
    const test::FleetOfSeventy fleet;
    FleetModel model;
    model.setEntries(fleet.entries(), fleet.groups);
    const QString folder = qEnvironmentVariable("FABRICSCOPE_PICTURES");
    FleetSidebar sidebar(&model);
    const QTreeView &view = *sidebar.view();
    const auto bottom = [&] {
        QModelIndex last = view.model()->index(0, 0);
        for (QModelIndex index = last; index.isValid(); index = view.indexBelow(index))
            last = index;
        return view.visualRect(last).bottom();
    };
    for (const int px : {kUiFontSize, kMaxUiFontSize})
        for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light, ThemeKind::HighContrastDark}) {
            setUiFontSize(px);
            test::applyTheme(theme);
            sidebar.setCurrent(3);
            sidebar.resize(240, 780);
            sidebar.show();
            QApplication::processEvents();
            if (px == kUiFontSize)
                EXPECT_LT(bottom(), view.viewport()->height()) << "without scrolling, as mock 1";
            else
                EXPECT_GT(bottom(), 24 * 24);
            if (!folder.isEmpty())
                sidebar.grab().save(QStringLiteral("%1/fleet-%2-%3.png").arg(folder).arg(px).arg(int(theme)));
        }
    setUiFontSize(kUiFontSize);
    test::applyTheme(ThemeKind::Dark);
}

TEST(FleetOfSeventy, FoldsFiftySevenMachinesAndCountsAgree) {
    const test::FleetOfSeventy fleet;
    FleetModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setEntries(fleet.entries(), fleet.groups);
    ASSERT_EQ(model.rowCount(), 4);
    const QModelIndex cluster = model.index(1, 0);
    EXPECT_EQ(cluster.data(FleetModel::DetailRole).toString(), QStringLiteral("64"));
    QStringList names;
    for (int row = 0; row < model.rowCount(cluster); ++row)
        names << model.index(row, 0, cluster).data().toString();
    EXPECT_EQ(names.join(QLatin1Char(' ')).toStdString(),
              "mi300x-001 56 more identical mi300x-017 mi300x-022 mi300x-029 mi300x-037 mi300x-044 "
              "mi300x-052 mi300x-060");
    const QModelIndex vms = model.index(0, 0, model.index(0, 0));
    EXPECT_EQ(vms.data().toString(), QStringLiteral("mi355x-01"));
    EXPECT_EQ(model.index(0, 0, vms).data().toString(), QStringLiteral("vm-01a"));
    EXPECT_EQ(model.sums().hosts, 70);
    int errors = 0, warnings = 0;
    for (const FleetEntry &each : fleet.entries()) {
        errors += each.errors;
        warnings += each.warnings;
    }
    EXPECT_EQ(model.sums().errors, errors);
    EXPECT_EQ(model.sums().warnings, warnings);
    int findings = 0, narrow = 0;
    for (const auto &session : fleet.sessions)
        for (const ListedFinding &listed : app::window::findingsOf(*session)) {
            ++findings;
            narrow += listed.finding.rule == "link.narrow" ? 1 : 0;
        }
    EXPECT_EQ(errors + warnings, findings) << "the list has as many";
    EXPECT_EQ(narrow, 2);
}

} // namespace
} // namespace fabricscope::widgets
