// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/Support.h"
#include "widgets/models/HardwareTreeModel.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyTree.h"
#include "widgets/topology/TopologyView.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

using Tester = QAbstractItemModelTester;
using topology::NodeKind;

/// All rows of the model, parents first.
std::vector<QModelIndex> rowsOf(const QAbstractItemModel &model, const QModelIndex &parent = {}) {
    std::vector<QModelIndex> rows;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        rows.push_back(model.index(row, 0, parent));
        const auto below = rowsOf(model, rows.back());
        rows.insert(rows.end(), below.begin(), below.end());
    }
    return rows;
}

QString cell(const QModelIndex &index, int column) {
    return index.siblingAtColumn(column).data().toString();
}

TEST(HardwareTreeModel, HasEachNodeOnceWithItsColumns) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    HardwareTreeModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    model.setTopology(topology, nullptr);
    EXPECT_EQ(rowsOf(model).size(), topology->nodes().size() - 1); // all except the host
    const QModelIndex gpu = model.indexOf(test::nodeAt(*topology, "a6:00.0"));
    EXPECT_EQ(cell(gpu, HardwareTreeModel::Name), QStringLiteral("GPU5"));
    EXPECT_EQ(cell(gpu, HardwareTreeModel::Bdf), QStringLiteral("a6:00.0"));
    EXPECT_EQ(cell(gpu, HardwareTreeModel::Kind), QStringLiteral("GPU"));
    EXPECT_EQ(cell(gpu, HardwareTreeModel::Link), QStringLiteral("Gen5 x8"));
    EXPECT_EQ(cell(gpu, HardwareTreeModel::Driver), QStringLiteral("amdgpu"));
    EXPECT_EQ(cell(gpu, HardwareTreeModel::Severity), QStringLiteral("warning"));
    const QModelIndex given = model.indexOf(test::nodeAt(*topology, "46:00.0"));
    EXPECT_EQ(cell(given, HardwareTreeModel::Owner), QStringLiteral("vm-03a"));
    EXPECT_TRUE(cell(given, HardwareTreeModel::Group).startsWith(QLatin1Char('g')));
    EXPECT_EQ(cell(given.parent(), HardwareTreeModel::Name), QStringLiteral("Switch"));
    EXPECT_EQ(cell(given.parent(), HardwareTreeModel::Bdf), QStringLiteral("41:00.0"));
}

TEST(HardwareTreeModel, PutsVfsBelowTheirPfAndPartitionsBelowTheirGpu) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    HardwareTreeModel model;
    model.setTopology(topology, nullptr);
    int virtualFunctions = 0;
    for (const topology::Node &node : topology->nodes()) {
        if (!node.physfn)
            continue;
        ++virtualFunctions;
        EXPECT_EQ(model.nodeAt(model.indexOf(node.id).parent()), topology->find(*node.physfn)) << node.name;
    }
    EXPECT_GE(virtualFunctions, 8);
    const auto cpx = samples::topologyOf(samples::partitionedGpu());
    model.setTopology(cpx, nullptr);
    int partitions = 0;
    for (const QModelIndex &index : rowsOf(model))
        if (cpx->node(*model.nodeAt(index)).kind == NodeKind::Partition) {
            ++partitions;
            EXPECT_EQ(cell(index.parent(), HardwareTreeModel::Kind), QStringLiteral("GPU"));
        }
    EXPECT_EQ(partitions, 8);
}

TEST(HardwareTreeModel, IsATreeOfAnyMachineHoweverDamaged) {
    HardwareTreeModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    std::vector<host::Host> hosts{
        samples::cycles(), samples::deadGpu(), samples::vmdHost(), samples::flatVm(), {}};
    for (std::uint32_t seed = 1; seed < 12; ++seed)
        hosts.push_back(samples::randomHost(seed, 120));
    for (const host::Host &host : hosts) {
        const auto topology = samples::topologyOf(host);
        model.setTopology(topology, nullptr);
        EXPECT_EQ(rowsOf(model).size() + 1, std::max<std::size_t>(topology->nodes().size(), 1));
    }
}

class TwinTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Dark);
        screen.resize(900, 800);
        screen.show();
        screen.activateWindow(); // shortcuts belong to the active window
        ASSERT_TRUE(QTest::qWaitForWindowActive(&screen));
        show(samples::mi355xServer());
        QTest::keyClick(screen.view(), Qt::Key_F4);
    }
    void show(const host::Host &host, quint64 id = 1) {
        snapshot = test::snapshotOf(host);
        screen.setContent(test::contentOf(snapshot, id));
        screen.settle();
    }
    [[nodiscard]] topology::NodeId node(const char *bdf) const {
        return test::nodeAt(*snapshot.topology, bdf);
    }
    app::Snapshot snapshot;
    TopologyScreen screen;
};

TEST_F(TwinTest, ComesAndGoesWithF4) {
    EXPECT_TRUE(screen.tree()->isVisible());
    QTest::keyClick(screen.tree(), Qt::Key_F4);
    EXPECT_FALSE(screen.tree()->isVisible());
}

TEST_F(TwinTest, SharesItsSelectionWithThePictureBothWays) {
    screen.view()->choose(node("46:00.0"));
    EXPECT_EQ(screen.tree()->selected(), node("46:00.0"));
    QSignalSpy selections(&screen, &TopologyScreen::nodeSelected);
    const QModelIndex other = screen.tree()->hardware()->indexOf(node("66:00.0"));
    screen.tree()->scrollTo(other);
    QTest::mouseClick(screen.tree()->viewport(), Qt::LeftButton, {},
                      screen.tree()->visualRect(other).center());
    EXPECT_EQ(screen.selected(), node("66:00.0"));
    EXPECT_EQ(selections.count(), 1);
    QTest::keyClick(screen.tree(), Qt::Key_Escape);
    EXPECT_EQ(screen.selected(), std::nullopt);
    screen.select(node("46:00.0"));
    EXPECT_EQ(screen.tree()->selected(), node("46:00.0"));
}

TEST_F(TwinTest, SelectsAVfThatThePictureShowsInItsPfsBox) {
    const auto vf = node("47:00.1");
    screen.tree()->setCurrentIndex(screen.tree()->hardware()->indexOf(vf));
    EXPECT_EQ(screen.selected(), vf);
    QTest::keyClick(screen.view(), Qt::Key_Up); // from its position in the picture
    EXPECT_EQ(screen.selected(), node("41:00.0"));
}

TEST_F(TwinTest, KeepsWhatIsUnfoldedAndSelectedWhenAFurtherPartArrives) {
    TopologyTree *tree = screen.tree();
    tree->expand(tree->hardware()->indexOf(node("47:00.0")));
    tree->collapse(tree->hardware()->indexOf(node("a1:00.0")));
    screen.select(node("46:00.0"));
    host::Host more = samples::mi355xServer();
    more.functions.erase(more.functions.begin()); // all node numbers change
    show(more);
    EXPECT_TRUE(tree->isExpanded(tree->hardware()->indexOf(node("47:00.0"))));
    EXPECT_TRUE(tree->isExpanded(tree->hardware()->indexOf(node("41:00.0"))));
    EXPECT_FALSE(tree->isExpanded(tree->hardware()->indexOf(node("a1:00.0"))));
    EXPECT_EQ(tree->selected(), node("46:00.0"));
    show(more, 2); // another host starts with the default order
    EXPECT_TRUE(tree->isExpanded(tree->hardware()->indexOf(node("a1:00.0"))));
    EXPECT_EQ(tree->selected(), std::nullopt);
}

TEST_F(TwinTest, OpensTheInspectorWithEnter) {
    QSignalSpy requested(&screen, &TopologyScreen::inspectorRequested);
    screen.select(node("46:00.0"));
    QTest::keyClick(screen.tree(), Qt::Key_Return);
    EXPECT_EQ(requested.count(), 1);
}

} // namespace
} // namespace fabricscope::widgets
