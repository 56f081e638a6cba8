// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K and Ctrl+F in the window: from the query to the selected result.
#include "app/window/session/SearchableHosts.h"
#include "core/findings/Finding.h"
#include "core/search/Search.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/search/SearchModel.h"
#include "widgets/search/SearchPopup.h"
#include "widgets/topology/DeviceSearchBar.h"
#include "widgets/topology/TopologyView.h"

#include <QLineEdit>
#include <QListView>

#include <algorithm>

namespace fabricscope::app::window {
namespace {

using Id = ActionId;

TEST_F(ShellTest, CtrlKFindsADeviceOfAnotherHostAndGoesThere) {
    const quint64 server = open(samples::mi355xServer(), "server.fscope");
    open(samples::laptop(), "laptop.fscope");
    window->showScreen(Screen::Checks);
    QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
    ASSERT_TRUE(window->modes()->search()->isOpen());
    QTest::keyClicks(window->modes()->search(), QStringLiteral("46:00.0"));
    window->modes()->search()->settle();
    QTest::keyClick(window->modes()->search(), Qt::Key_Return);
    EXPECT_EQ(window->host(), server);
    EXPECT_EQ(window->screen(), Screen::Topology);
    EXPECT_EQ(selectedName(), "GPU2");
    EXPECT_EQ(window->inspector()->facts().bdf, QStringLiteral("0000:46:00.0"));
    EXPECT_FALSE(window->modes()->search()->isOpen());
    EXPECT_EQ(window->focusWidget(), window->topology()->view());
}

TEST(SearchableHosts, KnowVmsThatAreNoHostsOfTheirOwnByTheirHypervisor) {
    std::vector<std::unique_ptr<HostSession>> sessions;
    auto session = std::make_unique<HostSession>();
    session->id = 7;
    session->endpoint.target = "root@mi355x-03:2222";
    session->link = widgets::HostLink::Connected;
    session->snapshot.topology = samples::topologyOf(samples::mi355xServer());
    sessions.push_back(std::move(session));
    const auto hosts = searchableHosts(sessions);
    ASSERT_EQ(hosts.size(), 2U);
    EXPECT_EQ(hosts[0].name, "mi355x-03");
    EXPECT_EQ(hosts[0].target, "root@mi355x-03:2222");
    EXPECT_EQ(hosts[0].state, search::HostSource::State::Connected);
    EXPECT_NE(hosts[0].topology, nullptr);
    EXPECT_EQ(hosts[1].name, "vm-03a");
    EXPECT_EQ(hosts[1].id, 7U);
    EXPECT_EQ(hosts[1].badge, "VM on mi355x-03, 3 GPU");
    EXPECT_EQ(hosts[1].topology, nullptr) << "its devices are the hypervisor's, and found once";
}

TEST_F(ShellTest, ChoosingAHostRetargetsTheScreenAndDoesNotSwitchIt) {
    const quint64 server = open(samples::mi355xServer(), "server.fscope");
    open(samples::laptop(), "laptop.fscope");
    window->showScreen(Screen::Affinity);
    search("server");
    QTest::keyClick(window->modes()->search(), Qt::Key_Return);
    EXPECT_EQ(window->host(), server);
    EXPECT_EQ(window->screen(), Screen::Affinity);
}

TEST_F(ShellTest, ChoosingAFindingSelectsWhatItIsAbout) {
    open(samples::mi355xServer(), "server.fscope");
    findings::Finding narrow("link.narrow");
    narrow.set("lanes", 8).set("possible_lanes", 16);
    search(findings::title(narrow).c_str());
    const auto *view = window->modes()->search()->popup()->view();
    EXPECT_EQ(view->currentIndex().data(widgets::SearchModel::GroupRole).toInt(), search::kFindings);
    QTest::keyClick(window->modes()->search(), Qt::Key_Return);
    EXPECT_EQ(selectedName(), "GPU5");
}

TEST(SearchableHosts, KnowADeviceAgainAlthoughItsHostWasReadAnewMeanwhile) {
    search::Corpus searched;
    search::HostSource host;
    host.id = 7;
    host.topology = samples::topologyOf(samples::mi355xServer());
    searched.hosts.push_back(host);
    const topology::NodeId gpu = test::nodeAt(*host.topology, "e5:00.0");
    EXPECT_EQ(presentNode(searched, 7, gpu, *host.topology), gpu);
    EXPECT_EQ(presentNode(searched, 8, gpu, *host.topology), std::nullopt);
    // Without the devices of the first buses, all node numbers differ.
    host::Host fewer = samples::mi355xServer();
    fewer.functions.erase(
        std::remove_if(fewer.functions.begin(), fewer.functions.end(),
                       [](const host::PciFunction &function) { return function.address.bus < 0x20; }),
        fewer.functions.end());
    const auto now = samples::topologyOf(fewer);
    const auto found = presentNode(searched, 7, gpu, *now);
    ASSERT_TRUE(found);
    EXPECT_NE(*found, gpu);
    EXPECT_EQ(now->node(*found).bdf, pci::Address::parse("e5:00.0"));
    EXPECT_EQ(presentNode(searched, 7, test::nodeAt(*host.topology, "05:00.0"), *now), std::nullopt);
}

TEST_F(ShellTest, EveryActionOfTheMenusIsFoundByItsNameAndDone) {
    open(samples::mi355xServer(), "server.fscope");
    const auto entries = window->actions().entries();
    EXPECT_GE(entries.size(), static_cast<std::size_t>(kActions)); // and those added by other parts
    for (const auto &entry : entries)
        EXPECT_FALSE(entry.name.contains(QLatin1Char('&'))) << qPrintable(entry.name);
    search("as the nonsense");
    EXPECT_EQ(window->modes()->search()->model().found(), 0);
    window->modes()->search()->clear();
    search("theme light");
    QTest::keyClick(window->modes()->search(), Qt::Key_Return);
    EXPECT_EQ(widgets::currentTheme(), widgets::ThemeKind::Light);
    search("screen compare");
    QTest::keyClick(window->modes()->search(), Qt::Key_Return);
    EXPECT_EQ(window->screen(), Screen::Compare);
    theme->choose(ThemeChoice::Dark);
}

TEST_F(ShellTest, CtrlFFindsHereAndF3GoesOn) {
    open(samples::mi355xServer(), "server.fscope");
    QTest::keyClick(window.get(), Qt::Key_F, Qt::ControlModifier);
    widgets::DeviceSearchBar *bar = window->findBar();
    ASSERT_TRUE(bar->isVisible());
    EXPECT_FALSE(action(Id::FindNext)->isEnabled());
    QTest::keyClicks(bar->field(), QStringLiteral("kind:gpu numa:1"));
    EXPECT_EQ(bar->count(), QStringLiteral("4 found"));
    EXPECT_TRUE(action(Id::FindNext)->isEnabled());
    QTest::keyClick(window.get(), Qt::Key_F3);
    EXPECT_EQ(selectedName(), "GPU4");
    QTest::keyClick(window.get(), Qt::Key_F3, Qt::ShiftModifier);
    EXPECT_EQ(selectedName(), "GPU7");
    EXPECT_EQ(bar->count(), QStringLiteral("4 of 4"));
    QTest::keyClick(bar->field(), Qt::Key_Escape);
    EXPECT_FALSE(bar->isVisible());
    EXPECT_FALSE(action(Id::FindNext)->isEnabled());
}

} // namespace
} // namespace fabricscope::app::window
