// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/Support.h"
#include "widgets/models/FleetModel.h"
#include "widgets/models/JobsModel.h"
#include "widgets/models/LogModel.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

using Tester = QAbstractItemModelTester;

FleetEntry entry(quint64 id, const char *name, HostLink link = HostLink::Connected) {
    FleetEntry made;
    made.id = id;
    made.name = QLatin1String(name);
    made.link = link;
    return made;
}

/// The tree as lines, indented by two blanks per level.
QString printed(const QAbstractItemModel &model, const QModelIndex &parent = {}, int depth = 0) {
    QString text;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        text += QString(depth * 2, QLatin1Char(' ')) + index.data().toString() + QLatin1Char('\n');
        text += printed(model, index, depth + 1);
    }
    return text;
}

TEST(FleetModel, PutsVmsUnderTheirHypervisorAndCapturesInAGroupOfTheirOwn) {
    FleetModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    FleetEntry vm = entry(2, "vm-03a");
    vm.hypervisor = 1;
    FleetEntry hypervisor = entry(1, "mi355x-03");
    hypervisor.guests = {{QStringLiteral("vm-03b"), 4}};
    model.setEntries({vm, hypervisor, entry(3, "old.fscope", HostLink::Capture)});
    EXPECT_EQ(printed(model).toStdString(),
              "Hosts\n  mi355x-03\n    vm-03b\n    vm-03a\nCaptures\n  old.fscope\n");
}

TEST(FleetModel, PutsCapturesOfVmsUnderTheCaptureOfTheirHypervisor) {
    FleetModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    FleetEntry vm = entry(2, "vm-03a", HostLink::Capture);
    vm.hypervisor = 1;
    vm.errors = 2;
    FleetEntry live = entry(4, "vm-03b");
    live.hypervisor = 1; // a live host is not placed below a file
    model.setEntries({vm, entry(1, "mi355x-03", HostLink::Capture), live});
    EXPECT_EQ(printed(model).toStdString(), "Hosts\n  vm-03b\nCaptures\n  mi355x-03\n    vm-03a\n");
    EXPECT_EQ(model.indexOf(2).data(FleetModel::RowRole).value<FleetRow>(), FleetRow::Vm);
    EXPECT_EQ(model.sums().errors, 2);
    EXPECT_EQ(model.sums().hosts, 1);
}

TEST(FleetModel, KeepsAHostsIndexWhenItBecomesAVmsHypervisorAndWhenOthersComeAndGo) {
    FleetModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    model.setEntries({entry(1, "a"), entry(2, "b"), entry(3, "c")});
    const QPersistentModelIndex kept = model.indexOf(2);
    FleetEntry vm = entry(3, "c");
    vm.hypervisor = 2;
    model.setEntries({entry(2, "b"), vm, entry(4, "d")});
    EXPECT_TRUE(kept.isValid());
    EXPECT_EQ(kept.data().toString(), QStringLiteral("b"));
    EXPECT_EQ(printed(model).toStdString(), "Hosts\n  b\n    c\n  d\n");
    model.setEntries({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(FleetModel, ShowsAVmAmongTheHostsWhereItsHypervisorIsNotAtHandOrIsItself) {
    FleetModel model;
    FleetEntry orphan = entry(1, "vm");
    orphan.hypervisor = 99;
    FleetEntry own = entry(2, "self");
    own.hypervisor = 2;
    model.setEntries({orphan, own});
    EXPECT_EQ(printed(model).toStdString(), "Hosts\n  vm\n  self\n");
}

TEST(FleetModel, MarksASimulatedHostInItsToolTip) {
    FleetModel model;
    FleetEntry simulated = entry(1, "demo");
    simulated.target = QStringLiteral("demo");
    simulated.simulated = true;
    model.setEntries({simulated});
    EXPECT_TRUE(model.indexOf(1).data(Qt::ToolTipRole).toString().contains(QStringLiteral("simulated")));
}

TEST(JobsModel, ChangesAJobInPlaceAndShowsTheNewestFirst) {
    JobsModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    JobEntry first;
    first.id = 1;
    first.name = QStringLiteral("first");
    JobEntry second = first;
    second.id = 2;
    second.name = QStringLiteral("second");
    model.put(first);
    model.put(second);
    first.state = JobEntry::State::Done;
    first.endedMs = 5;
    model.put(first);
    EXPECT_EQ(printed(model).toStdString(), "second\nfirst\n");
    EXPECT_EQ(model.running(), 1);
}

TEST(JobsModel, DropsOldEndedJobsAndNeverARunningOne) {
    JobsModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    JobEntry running;
    running.id = 1;
    running.state = JobEntry::State::Running;
    model.put(running);
    for (quint64 id = 2; id < JobsModel::kMaxEntries + 50; ++id) {
        JobEntry ended;
        ended.id = id;
        ended.endedMs = 1;
        model.put(ended);
    }
    EXPECT_EQ(model.rowCount(), JobsModel::kMaxEntries);
    EXPECT_NE(model.find(1), nullptr);
    EXPECT_EQ(model.find(2), nullptr);
}

TEST(LogModel, KeepsTheNewestLinesOfAFlood) {
    LogModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    std::vector<LogRow> flood(LogModel::kMaxEntries + 10);
    for (std::size_t line = 0; line < flood.size(); ++line)
        flood[line].timeMs = static_cast<qint64>(line);
    model.append({LogRow{}});
    model.append(flood);
    EXPECT_EQ(model.rowCount(), LogModel::kMaxEntries);
    EXPECT_EQ(model.at(model.rowCount() - 1), flood.back());
}

TEST(LogModel, GivesALineForTheClipboardWithTheExactCommand) {
    LogModel model;
    model.append({{0, QStringLiteral("safe"), QStringLiteral("gpu-07"), QStringLiteral("exec /bin/sh -s")}});
    EXPECT_TRUE(model.line(0).endsWith(QStringLiteral("safe  gpu-07  exec /bin/sh -s")));
}

} // namespace
} // namespace fabricscope::widgets
