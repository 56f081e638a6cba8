// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Mutes and the site file in the window: counts, the dialog, the workspace.
#include "app/jobs/judge/CheckHost.h"
#include "app/jobs/judge/SiteFile.h"
#include "app/window/session/RelatedHostViews.h"
#include "app/window/workspace/SiteController.h"
#include "app/window/workspace/WorkspaceController.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/checks/CheckDetailPanel.h"
#include "widgets/checks/ChecksModel.h"
#include "widgets/checks/ChecksScreen.h"
#include "widgets/checks/MuteDialog.h"
#include "widgets/checks/SiteFileStrip.h"
#include "widgets/common/controls/FilterChips.h"
#include "widgets/common/controls/TabButton.h"
#include "widgets/models/FindingsModel.h"

#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

using present::ChecksFilter;
using samples::address;
using samples::fact;
using widgets::ChecksModel;
using widgets::MuteDialog;

class ChecksMutes : public ShellTest {
protected:
    void SetUp() override {
        ShellTest::SetUp();
        host::Host narrow = samples::mi355xServer();
        narrow.function(address("0000:c6:00.0"))->currentWidth = fact(std::uint8_t{8});
        host = open(narrow, "narrow.fscope");
        window->showScreen(Screen::Checks);
        openBefore = count(ChecksFilter::Open);
        site().setToday(day("2026-11-30"));
    }

    static checks::Date day(const char *text) { return *checks::parseDate(text); }
    [[nodiscard]] widgets::ChecksScreen &screen() const { return *window->checks(); }
    [[nodiscard]] SiteController &site() const { return *window->findChild<SiteController *>(); }
    [[nodiscard]] int count(ChecksFilter filter) const {
        return static_cast<int>(screen().list().counts[static_cast<std::size_t>(filter)]);
    }
    void choose(ChecksFilter filter) const {
        QTest::mouseClick(screen().chips()->chip(static_cast<int>(filter)), Qt::LeftButton);
    }
    void selectRule(const char *rule) const {
        for (int row = 0; row < screen().model()->rowCount(); ++row)
            if (screen().model()->index(row).data(ChecksModel::RuleRole).toString() == QLatin1String(rule))
                return screen().view()->setCurrentIndex(screen().model()->index(row));
        ADD_FAILURE() << rule;
    }
    void settle() const {
        QApplication::processEvents(); // what is queued
        ASSERT_TRUE(test::waitFor([this] { return !sessions->busy() && !site().isReading(); }));
        QApplication::processEvents();
    }
    [[nodiscard]] MuteDialog *visibleDialog() const {
        for (auto *each : window->findChildren<MuteDialog *>())
            if (each->isVisible())
                return each;
        return nullptr;
    }
    /// The dialog that the M key opens.
    [[nodiscard]] MuteDialog *dialog() const {
        QTest::keyClick(screen().view(), Qt::Key_M);
        return visibleDialog();
    }
    void muteNarrow(const QString &until = {}) const {
        selectRule("link.narrow");
        MuteDialog *asked = dialog();
        ASSERT_NE(asked, nullptr);
        asked->reason()->setText(QStringLiteral("RMA 4711"));
        asked->until()->setText(until);
        asked->muteButton()->click();
        EXPECT_TRUE(asked->isHidden()) << qPrintable(asked->error()->text());
        settle();
    }
    [[nodiscard]] QPushButton *panelButton(const QString &text) const {
        for (auto *button : screen().detail()->findChildren<QPushButton *>())
            if (button->text() == text)
                return button;
        return nullptr;
    }
    /// Sidebar, tab, list of findings and screen.
    void expectCounts(int open) const {
        int fleet = 0;
        for (const widgets::FleetEntry &entry : fleetEntries(sessions->sessions()))
            fleet += entry.errors + entry.warnings;
        EXPECT_EQ(count(ChecksFilter::Open), open);
        EXPECT_EQ(fleet, open);
        EXPECT_EQ(static_cast<int>(findingsOf(*sessions->sessions().front()).size()), open);
        if (open > 0) {
            EXPECT_EQ(window->modes()->tab(Screen::Checks)->accessibleName(),
                      QStringLiteral("Checks (%1)").arg(open));
        }
    }
    QString write(const char *name, const std::string &text) const {
        folder.write(name, text);
        return QString::fromStdString((folder.path() / name).string());
    }

    quint64 host = 0;
    int openBefore = 0; ///< findings before anything is muted
};

} // namespace

TEST_F(ChecksMutes, AMutedFindingCountsOnNoScreenUntilItsMuteIsRemoved) {
    ASSERT_GT(openBefore, 0);
    muteNarrow(QStringLiteral("2026-12-31"));
    expectCounts(openBefore - 1);
    EXPECT_EQ(count(ChecksFilter::Muted), 1);
    choose(ChecksFilter::Muted);
    selectRule("link.narrow");
    EXPECT_EQ(screen().view()->currentIndex().data(ChecksModel::LineRole).toString(),
              QStringLiteral("Muted: RMA 4711 (until 2026-12-31)"));
    QPushButton *unmute = panelButton(QStringLiteral("Unmute"));
    ASSERT_NE(unmute, nullptr);
    unmute->click();
    settle();
    expectCounts(openBefore);
    EXPECT_EQ(count(ChecksFilter::Muted), 0);
    action(ActionId::Undo)->trigger();
    settle();
    expectCounts(openBefore - 1);
    action(ActionId::Undo)->trigger();
    settle();
    expectCounts(openBefore);
}

TEST_F(ChecksMutes, TheDialogStaysOpenUntilReasonAndDateCanBeKept) {
    selectRule("link.narrow");
    ASSERT_TRUE(action(ActionId::Mute)->isEnabled());
    action(ActionId::Mute)->trigger();
    MuteDialog *asked = visibleDialog();
    ASSERT_NE(asked, nullptr);
    const auto refused = [&](const char *reason, const char *until, const char *why) {
        asked->reason()->setText(QLatin1String(reason));
        asked->until()->setText(QLatin1String(until));
        asked->muteButton()->click();
        EXPECT_TRUE(asked->isVisible());
        EXPECT_EQ(asked->error()->text(), QLatin1String(why));
        EXPECT_TRUE(asked->error()->isVisible());
    };
    refused(" ", "", "A reason is required.");
    refused("known", "2026-11-29", "2026-11-29 has passed.");
    EXPECT_EQ(asked->focusWidget(), asked->until());
    refused("known", "tomorrow", "tomorrow is not a date. Enter it as 2026-12-31.");
    EXPECT_TRUE(window->workspace()->current().mutes.empty());
    asked->until()->setText(QStringLiteral("2026-11-30"));
    asked->muteButton()->click();
    EXPECT_EQ(window->workspace()->current().mutes.size(), 1U) << "today is the last day";
    settle();
}

TEST_F(ChecksMutes, AMuteThatHasEndedCountsNoMoreAndIsNamed) {
    muteNarrow(QStringLiteral("2026-12-01"));
    expectCounts(openBefore - 1);
    site().setToday(day("2026-12-02"));
    settle();
    expectCounts(openBefore);
    choose(ChecksFilter::Open);
    selectRule("link.narrow");
    EXPECT_EQ(screen().detail()->detail()->muteEnded, "2026-12-01; its reason was: RMA 4711");
    choose(ChecksFilter::Notes);
    selectRule("site.mutes");
    choose(ChecksFilter::Open);
    selectRule("link.narrow");
    MuteDialog *again = dialog();
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(again->reason()->text(), QStringLiteral("RMA 4711"));
    EXPECT_EQ(again->until()->text(), QString()) << "it has passed";
    again->reject();
    QPushButton *remove = panelButton(QStringLiteral("Remove the mute"));
    ASSERT_NE(remove, nullptr);
    remove->click();
    settle();
    EXPECT_TRUE(window->workspace()->current().mutes.empty());
    EXPECT_TRUE(screen().detail()->detail()->muteEnded.empty());
}

TEST_F(ChecksMutes, TheMenuOfARowHasWhatIsPossible) {
    selectRule("link.narrow");
    const auto isEnabled = [this](const char *text) {
        const std::unique_ptr<QMenu> menu(screen().rowMenu());
        for (const QAction *each : menu->actions())
            if (QString(each->text()).remove(QLatin1Char('&')) == QString::fromUtf8(text))
                return each->isEnabled();
        ADD_FAILURE() << text;
        return false;
    };
    EXPECT_TRUE(isEnabled("Mute…"));
    EXPECT_FALSE(isEnabled("Unmute"));
    muteNarrow();
    choose(ChecksFilter::Muted);
    selectRule("link.narrow");
    EXPECT_FALSE(isEnabled("Mute…"));
    EXPECT_TRUE(isEnabled("Unmute"));
    EXPECT_FALSE(action(ActionId::Mute)->isEnabled());
    choose(ChecksFilter::Passed);
    EXPECT_FALSE(isEnabled("Mute…"));
    EXPECT_EQ(dialog(), nullptr);
}

TEST_F(ChecksMutes, AreSavedWithTheWorkspaceAndItsSiteFile) {
    muteNarrow(QStringLiteral("2026-12-31"));
    site().open(write("site.toml", "[expect]\ngpus = 7\n"));
    settle();
    const int open = count(ChecksFilter::Open);
    const QString file = QString::fromStdString((folder.path() / "kept.fswork").string());
    ASSERT_TRUE(window->workspace()->save(file, window->currentState()));
    window->workspace()->clear();
    settle();
    EXPECT_TRUE(site().path().isEmpty());
    EXPECT_TRUE(window->workspace()->current().mutes.empty());
    ASSERT_TRUE(window->workspace()->open(file));
    settle();
    window->showScreen(Screen::Checks);
    EXPECT_TRUE(site().path().endsWith(QStringLiteral("site.toml")));
    expectCounts(open);
    EXPECT_EQ(count(ChecksFilter::Muted), 1);
}

TEST_F(ChecksMutes, ASiteFileIsJudgedAsByTheCommandLine) {
    const QString file = write("site.toml", "[expect]\ngpus = 7\nport_gbits_per_s = 1\n[[mute]]\n"
                                            "rule = \"link.narrow\"\nreason = \"RMA\"\n");
    window->openPath(file);
    settle();
    const HostSession &session = *sessions->sessions().front();
    auto expected = checkHost(session.snapshot, session.snapshot.examination.get());
    const auto site = readSiteFile(file.toStdString());
    ASSERT_TRUE(site);
    applySite(session.snapshot, session.snapshot.examination.get(), *site, day("2026-11-30"), expected);
    EXPECT_EQ(session.report()->counts(), expected.counts());
    EXPECT_GT(session.report()->counts().mutedFindings, 0U);
    choose(ChecksFilter::Open);
    selectRule("site.gpus");
    choose(ChecksFilter::Muted);
    selectRule("link.narrow");
    EXPECT_EQ(screen().detail()->detail()->mutedBy, "site.toml, line 4");
    EXPECT_FALSE(screen().detail()->detail()->canUnmute) << "the file has it";
    EXPECT_TRUE(screen().siteFile()->isVisible());
    EXPECT_TRUE(screen().siteFile()->content().problems.isEmpty());
    screen().siteFile()->close()->click();
    settle();
    expectCounts(openBefore);
    EXPECT_FALSE(screen().siteFile()->isVisible());
}

TEST_F(ChecksMutes, ErrorsOfASiteFileAreShownByLineAndColumnAndGoneOnceItIsReadAgain) {
    const QString file = write("site.toml", "[expect]\ngpu = 8\n");
    site().open(file);
    settle();
    ASSERT_EQ(screen().siteFile()->content().problems.size(), 1);
    EXPECT_TRUE(screen().siteFile()->problems()->text().startsWith(QStringLiteral("2:1: unknown key")))
        << qPrintable(screen().siteFile()->problems()->text());
    EXPECT_TRUE(screen().siteFile()->problems()->isVisible());
    expectCounts(openBefore);
    write("site.toml", "[expect]\ngpus = 7\n");
    site().open(file);
    settle();
    EXPECT_TRUE(screen().siteFile()->content().problems.isEmpty());
    expectCounts(openBefore + 1);
    write("site.toml", "[expect]\ngpus = 8\n");
    screen().siteFile()->reload()->click();
    settle();
    expectCounts(openBefore);
    std::filesystem::remove(folder.path() / "site.toml");
    screen().siteFile()->reload()->click();
    settle();
    EXPECT_TRUE(screen().siteFile()->content().isFailed);
    EXPECT_FALSE(screen().siteFile()->content().state.isEmpty());
}

TEST_F(ChecksMutes, ThatMatchNoFindingAreNamed) {
    site().open(
        write("site.toml", "[[mute]]\nrule = \"rdma.mtu\"\nhost = \"other-*\"\nreason = \"known\"\n"));
    settle();
    EXPECT_TRUE(screen().unusedMutes()->isVisible());
    EXPECT_TRUE(screen().unusedMutes()->text().contains(QStringLiteral("rdma.mtu (site.toml, line 1)")))
        << qPrintable(screen().unusedMutes()->text());
    site().close();
    settle();
    EXPECT_FALSE(screen().unusedMutes()->isVisible());
}

TEST_F(ChecksMutes, ConcernHostsOpenedLaterToo) {
    site().open(write("site.toml", "[[mute]]\nrule = \"link.narrow\"\nreason = \"known\"\n"));
    settle();
    const int muted = count(ChecksFilter::Muted);
    ASSERT_GT(muted, 0);
    expectCounts(openBefore - muted);
    host::Host other = samples::mi355xServer();
    other.function(address("0000:c6:00.0"))->currentWidth = fact(std::uint8_t{8});
    open(other, "other.fscope");
    settle();
    EXPECT_EQ(count(ChecksFilter::Muted), 2 * muted);
}

} // namespace fabricscope::app::window
