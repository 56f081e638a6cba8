// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of the hosts in the shell: their counts, the status line, and placeholder screens.
#include "app/window/shell/PlaceholderPage.h"
#include "tests/core/affinity/SampleGuest.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/common/controls/TabButton.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/models/FindingsModel.h"
#include "widgets/search/SearchModel.h"
#include "widgets/topology/TopologyView.h"

#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QTimer>

namespace fabricscope::app::window {
namespace {

using Id = ActionId;

// Findings.

TEST_F(ShellTest, AcsIsAFindingAndAllCountsAgree) {
    host::Host host = samples::mi355xServer();
    for (host::PciFunction &function : host.functions)
        if (function.config && function.config->acs) // removes Direct Translated
            function.config->acs->enabled &= static_cast<std::uint8_t>(~0x40);
    const quint64 id = open(host, "acs.fscope");
    ASSERT_TRUE(test::waitFor([&] { return !sessions->busy() && sessions->find(id)->judgement(); }));
    widgets::JobsLogStrip *strip = window->strip();
    const widgets::FindingsModel *findings = strip->findings();
    int acs = -1;
    for (int row = 0; row < findings->rowCount(); ++row)
        if (findings->findingAt(row)->finding.rule == "way.acs_redirect")
            acs = row;
    ASSERT_GE(acs, 0);
    const widgets::FleetSums &sums = sessions->fleet()->sums();
    EXPECT_EQ(findings->rowCount(), sums.errors + sums.warnings);
    const QString verdict = window->verdictBar()->sentence() + window->verdictBar()->why();
    const std::string claim = findings::claim(findings->findingAt(acs)->finding);
    EXPECT_TRUE(verdict.contains(QString::fromStdString(claim))) << verdict.toStdString();
    // It selects the switch.
    strip->setTab(widgets::JobsLogStrip::Findings);
    auto *list = test::child<QListView>(
        *strip, [](const QListView &view) { return view.accessibleName() == QLatin1String("Findings"); });
    ASSERT_NE(list, nullptr);
    Q_EMIT list->activated(findings->index(acs, 0));
    const auto node = window->topology()->selected();
    ASSERT_TRUE(node.has_value());
    EXPECT_EQ(window->topology()->content().topology->node(*node).kind, topology::NodeKind::Switch);
}

TEST_F(ShellTest, AFindingLeadsToItsDevice) {
    open(samples::mi355xServer(), "server.fscope");
    QListView *view = window->strip()->findingsView();
    ASSERT_GT(view->model()->rowCount(), 0);
    const auto expected = window->strip()->findings()->findingAt(0)->node;
    ASSERT_TRUE(expected);
    window->topology()->select(std::nullopt);
    view->setCurrentIndex(view->model()->index(0, 0));
    QTest::keyClick(view, Qt::Key_Return);
    EXPECT_EQ(window->topology()->selected(), expected);
}

TEST_F(ShellTest, SeparatesFindingsOfAHostFromThoseOfItsVm) {
    const quint64 host = open(samples::mi355xServer(), "mi355x-03.fscope");
    const quint64 guest = open(samples::guest(), "vm-03a.fscope");
    window->showHost(host);
    const widgets::FindingsModel &findings = *window->strip()->findings();
    ASSERT_EQ(findings.hosts().size(), 2U);
    EXPECT_EQ(findings.hosts()[0].id, host);
    EXPECT_EQ(findings.hosts()[0].hypervisor, QString());
    EXPECT_EQ(findings.hosts()[1].id, guest);
    EXPECT_EQ(findings.hosts()[1].hypervisor, QStringLiteral("mi355x-03"));
    const int own = findings.hosts()[0].errors + findings.hosts()[0].warnings;
    ASSERT_GT(own, 0);
    for (int row = 1; row <= own; ++row)
        EXPECT_EQ(findings.findingAt(row)->hostId, host);
    EXPECT_EQ(findings.findingAt(own + 1), nullptr) << "here the VM's begin";
    window->showHost(guest);
    EXPECT_EQ(findings.hosts().size(), 1U);
    EXPECT_NE(findings.findingAt(0), nullptr);
}

// Mode bar, status line, placeholder screens.

TEST_F(ShellTest, TheModeBarShowsTheCountOfFindingsThatTheSidebarSums) {
    EXPECT_EQ(window->modes()->tab(Screen::Checks)->accessibleName(), QString());
    open(samples::mi355xServer(), "server.fscope");
    int count = 0;
    for (const widgets::FleetEntry &entry : fleetEntries(sessions->sessions()))
        count += entry.errors + entry.warnings;
    ASSERT_GT(count, 0);
    EXPECT_EQ(window->modes()->tab(Screen::Checks)->accessibleName(),
              QStringLiteral("Checks (%1)").arg(count));
}

TEST_F(ShellTest, StatusLineShowsConnectionsSnapshotScreenAndZoom) {
    EXPECT_TRUE(statusTexts().contains(QStringLiteral("No connections")));
    EXPECT_EQ(statusTexts().filter(QStringLiteral("fabricscope ")).size(), 1);
    open(samples::mi355xServer(), "server.fscope");
    window->topology()->view()->setZoom(0.5);
    QStringList texts = statusTexts();
    EXPECT_TRUE(texts.contains(QStringLiteral("Zoom 50 %"))) << qPrintable(texts.join(QLatin1Char('|')));
    EXPECT_TRUE(texts.contains(QStringLiteral("Ctrl+0 fit")));
    EXPECT_FALSE(texts.filter(QStringLiteral("Snapshot")).isEmpty());
    window->showScreen(Screen::Affinity);
    texts = statusTexts();
    EXPECT_FALSE(texts.contains(QStringLiteral("Ctrl+0 fit")));
    EXPECT_FALSE(texts.filter(QStringLiteral("pairs, as the library is expected to choose")).isEmpty())
        << qPrintable(texts.join(QLatin1Char('|')));
}

TEST_F(ShellTest, AnUnreachableHostIsCountedAndHasNoLiveData) {
    const quint64 id = sessions->connectTo({QStringLiteral("nobody@127.0.0.1:1"), {}, 0, {}, false});
    window->showHost(id);
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    const QStringList texts = statusTexts();
    EXPECT_TRUE(texts.contains(QStringLiteral("1 connection refused")));
    EXPECT_FALSE(texts.filter(QStringLiteral("No live data for")).isEmpty());
    search("is:unreachable");
    EXPECT_EQ(window->modes()->search()->model().found(), 1);
}

TEST(StatusLine, MarksASnapshotThatIsOldByAGlyphAndNotByColourAlone) {
    test::applyTheme(widgets::ThemeKind::Dark);
    StatusLine line;
    line.resize(1100, 23);
    line.show();
    const auto warning = [&] {
        for (const auto *glyph : line.findChildren<widgets::GlyphLabel *>())
            if (glyph->glyph() == draw::Glyph::Warning)
                return glyph->isVisible();
        return false;
    };
    line.setSnapshot(QStringLiteral("Snapshot 14:22:07, 38 s ago"), false, false);
    EXPECT_FALSE(warning());
    line.setSnapshot(QStringLiteral("Snapshot 14:22:07, 11 min ago"), true, false);
    EXPECT_TRUE(warning());
}

TEST_F(ShellTest, PlaceholderScreensOfferExistingAlternatives) {
    open(samples::mi355xServer(), "server.fscope");
    int pages = 0;
    for (const PlaceholderPage *page : window->findChildren<PlaceholderPage *>()) {
        ++pages;
        ASSERT_NE(page->alternativeButton(), nullptr);
    }
    EXPECT_EQ(pages, 1);
    const auto press = [&](Screen screen) {
        window->showScreen(screen);
        for (const PlaceholderPage *page : window->findChildren<PlaceholderPage *>())
            if (page->isVisible()) {
                QTest::mouseClick(page->alternativeButton(), Qt::LeftButton);
                return;
            }
        ADD_FAILURE();
    };
    press(Screen::Fleet);
    EXPECT_EQ(window->screen(), Screen::Compare);
}

TEST_F(ShellTest, ThePagesToComeShowAllTheirWordsInTheSmallestWindow) {
    window->resize(window->minimumSize());
    open(samples::laptop(), "laptop.fscope");
    for (const Screen screen : {Screen::Fleet}) {
        window->showScreen(screen);
        QTest::qWait(0);
        for (const PlaceholderPage *page : window->findChildren<PlaceholderPage *>())
            for (const QLabel *label : page->findChildren<QLabel *>())
                if (label->isVisible()) {
                    EXPECT_GE(label->height(), label->heightForWidth(label->width()))
                        << qPrintable(label->text());
                }
    }
}

TEST_F(ShellTest, StatusMessageIsTemporary) {
    auto *status = window->findChild<StatusLine *>();
    status->showMessage(QStringLiteral("Copied: 46:00.0"));
    ASSERT_TRUE(statusTexts().contains(QStringLiteral("Copied: 46:00.0")));
    auto *forget = status->findChild<QTimer *>(QStringLiteral("forget"));
    ASSERT_NE(forget, nullptr);
    ASSERT_TRUE(forget->isActive());
    EXPECT_TRUE(forget->isSingleShot());
    forget->start(0);
    ASSERT_TRUE(test::waitFor([forget] { return !forget->isActive(); }));
    EXPECT_FALSE(statusTexts().contains(QStringLiteral("Copied: 46:00.0")));
}

TEST_F(ShellTest, AHostsMenuLeadsToTheScreensThatShowIt) {
    const quint64 first = open(samples::mi355xServer(), "a.fscope");
    open(samples::flatVm(), "b.fscope");
    Q_EMIT window->sidebar()->contextMenuRequested(first, QPoint(20, 200));
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    ASSERT_NE(menu, nullptr);
    QAction *hostVm = nullptr;
    for (QAction *each : menu->actions())
        if (each->text() == QStringLiteral("Show in Host ↔ VM"))
            hostVm = each;
    ASSERT_NE(hostVm, nullptr);
    hostVm->trigger();
    menu->close();
    EXPECT_EQ(window->screen(), Screen::HostVm);
    EXPECT_EQ(window->host(), first);
}

} // namespace
} // namespace fabricscope::app::window
