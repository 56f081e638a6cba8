// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Affinity.h"
#include "tests/support/samples/SampleJudgement.h"
#include "tests/widgets/Support.h"
#include "widgets/topology/DeviceSearch.h"
#include "widgets/topology/TopologyAccessible.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"
#include "widgets/topology/TreeWalk.h"

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

TEST(TreeWalk, PassesThroughWhatIsNotDrawn) {
    const auto topology = samples::topologyOf(samples::oneGpu());
    std::optional<topology::NodeId> gpu;
    for (const topology::Node &node : topology->nodes())
        if (node.kind == topology::NodeKind::Gpu)
            gpu = node.id;
    ASSERT_TRUE(gpu);
    const auto onlyGpus = [&](topology::NodeId id) {
        return topology->node(id).kind == topology::NodeKind::Gpu;
    };
    EXPECT_EQ(walk(*topology, std::nullopt, Step::Down, onlyGpus), gpu);
    EXPECT_EQ(walk(*topology, gpu, Step::Up, onlyGpus), std::nullopt);
    EXPECT_EQ(walk(*topology, gpu, Step::Left, onlyGpus), std::nullopt);
    EXPECT_EQ(walk(*topology, 100000, Step::Right, onlyGpus), gpu);
}

TEST(TreeWalk, EndsOnAnyTreeAndLeadsOnlyToWhatIsDrawn) {
    for (std::uint32_t seed = 1; seed < 6; ++seed) {
        const auto topology = samples::topologyOf(samples::randomHost(seed, 60));
        const std::size_t nodes = topology->nodes().size();
        ASSERT_GT(nodes, 10U);
        for (const std::uint32_t sparse : {1U, 3U}) { // all nodes, every third node
            const auto drawn = [sparse](topology::NodeId id) {
                return id % sparse == 0;
            };
            std::size_t led = 0;
            for (topology::NodeId from = 0; from < nodes; ++from)
                for (const Step step : {Step::Up, Step::Down, Step::Left, Step::Right}) {
                    std::optional<topology::NodeId> at = from;
                    std::size_t steps = 0;
                    while ((at = walk(*topology, at, step, drawn))) {
                        ASSERT_LT(*at, nodes);
                        ASSERT_TRUE(drawn(*at)) << "seed " << seed;
                        ASSERT_LT(++steps, nodes) << "it goes round: seed " << seed << " from " << from;
                    }
                    led += steps;
                }
            EXPECT_GT(led, nodes) << "somewhere it leads";
        }
    }
}

TEST(DeviceSearch, JoinsWordsByAnd) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    EXPECT_EQ(findDevices(*topology, "1002:75a0").size(), 8U);
    EXPECT_EQ(findDevices(*topology, "1002:75a0 numa:0").size(), 4U);
    EXPECT_EQ(findDevices(*topology, "1002:75a0 is:vfio vm-03a numa:1").size(), 0U);
    EXPECT_TRUE(findDevices(*topology, "").empty());
    EXPECT_TRUE(findDevices(*topology, "group:").empty());
    EXPECT_TRUE(findDevices(*topology, "is:nonsense").empty());
}

TEST(TopologyAccessible, NamesEveryAreaAndSelectsByItsAction) {
    test::applyTheme(ThemeKind::Dark);
    TopologyScreen screen;
    screen.resize(900, 700);
    screen.show();
    const app::Snapshot snapshot = test::snapshotOf(samples::mi355xServer());
    screen.setContent(test::contentOf(snapshot));
    QAccessibleInterface *view = QAccessible::queryAccessibleInterface(screen.view());
    ASSERT_NE(view, nullptr);
    ASSERT_GT(view->childCount(), 30);
    QAccessibleInterface *gpu = nullptr;
    for (int index = 0; index < view->childCount(); ++index) {
        QAccessibleInterface *area = view->child(index);
        EXPECT_FALSE(area->text(QAccessible::Name).isEmpty());
        EXPECT_EQ(view->indexOfChild(area), index);
        if (area->text(QAccessible::Name).startsWith(QStringLiteral("GPU5")))
            gpu = area;
    }
    ASSERT_NE(gpu, nullptr);
    gpu->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_EQ(screen.selected(), test::nodeAt(*snapshot.topology, "a6:00.0"));
    EXPECT_TRUE(gpu->state().selected);
    EXPECT_TRUE(gpu->actionInterface()->actionNames().contains(QStringLiteral("open")));
}

TEST(TopologyAccessible, ItsFocusFollowsTheKeyboardThroughTheTree) {
    test::applyTheme(ThemeKind::Dark);
    TopologyScreen screen;
    screen.resize(900, 700);
    screen.show();
    const app::Snapshot snapshot = test::snapshotOf(samples::mi355xServer());
    TopologyContent content = test::contentOf(snapshot);
    content.judgement = std::make_shared<const affinity::Judgement>(
        samples::judgementOf(*snapshot.topology, {{"0000:46:00.0", "0000:66:00.0"}}));
    screen.setContent(content);
    screen.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&screen));
    screen.view()->setFocus();
    screen.view()->choose(test::nodeAt(*snapshot.topology, "47:00.0"));
    QTest::keyClick(screen.view(), Qt::Key_Left);
    const QAccessibleInterface *view = QAccessible::queryAccessibleInterface(screen.view());
    ASSERT_NE(view->focusChild(), nullptr);
    EXPECT_EQ(view->focusChild()->text(QAccessible::Name).toStdString(),
              "GPU2, 46:00.0, NUMA 0, vm-03a, error: mispaired with ionic_3");
    EXPECT_TRUE(view->focusChild()->state().focused);
}

} // namespace
} // namespace fabricscope::widgets
