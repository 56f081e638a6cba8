// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/RelatedHostViews.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/checks/CheckDetailPanel.h"
#include "widgets/checks/ChecksModel.h"
#include "widgets/checks/ChecksScreen.h"
#include "widgets/common/controls/FilterChips.h"
#include "widgets/common/controls/TabButton.h"
#include "widgets/inspector/EvidenceViewer.h"
#include "widgets/models/FindingsModel.h"
#include "widgets/topology/StatePage.h"

#include <QClipboard>
#include <QComboBox>
#include <QListView>
#include <QPushButton>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

using present::ChecksFilter;
using samples::address;
using samples::fact;
using widgets::ChecksModel;
using widgets::ChecksScreen;

host::Host narrowServer() {
    host::Host host = samples::mi355xServer();
    host.function(address("0000:c6:00.0"))->currentWidth = fact(std::uint8_t{8});
    return host;
}

class ChecksWindow : public ShellTest {
protected:
    [[nodiscard]] ChecksScreen &screen() const { return *window->checks(); }
    [[nodiscard]] int count(ChecksFilter filter) const {
        return screen().chips()->chip(static_cast<int>(filter))->count();
    }
    void choose(ChecksFilter filter) const {
        QTest::mouseClick(screen().chips()->chip(static_cast<int>(filter)), Qt::LeftButton);
    }
    [[nodiscard]] QString ruleAt(int row) const {
        return screen().model()->index(row).data(ChecksModel::RuleRole).toString();
    }
    void selectRule(const char *rule) const {
        for (int row = 0; row < screen().model()->rowCount(); ++row)
            if (ruleAt(row) == QLatin1String(rule))
                return screen().view()->setCurrentIndex(screen().model()->index(row));
        ADD_FAILURE() << rule;
    }
};

} // namespace

TEST_F(ChecksWindow, WithoutHostsOffersToConnect) {
    window->showScreen(Screen::Checks);
    EXPECT_TRUE(screen().statePage()->isVisible());
    QSignalSpy requests(&screen(), &ChecksScreen::connectRequested);
    Q_EMIT screen().statePage()->actionRequested(0);
    EXPECT_EQ(requests.size(), 1);
}

TEST_F(ChecksWindow, CountsAreEqualToThoseOfTheSidebarTheTabAndTheListOfFindings) {
    open(narrowServer(), "narrow.fscope");
    open(samples::mi355xServer(), "server.fscope");
    window->showScreen(Screen::Checks);
    int errors = 0, warnings = 0, listed = 0;
    for (const widgets::FleetEntry &entry : fleetEntries(sessions->sessions())) {
        errors += entry.errors;
        warnings += entry.warnings;
    }
    for (const auto &session : sessions->sessions())
        listed += static_cast<int>(findingsOf(*session).size());
    ASSERT_GT(warnings, 0);
    EXPECT_EQ(count(ChecksFilter::Errors), errors);
    EXPECT_EQ(count(ChecksFilter::Warnings), warnings);
    EXPECT_EQ(count(ChecksFilter::Open), errors + warnings);
    EXPECT_EQ(listed, errors + warnings);
    EXPECT_EQ(window->modes()->tab(Screen::Checks)->accessibleName(),
              QStringLiteral("Checks (%1)").arg(errors + warnings));
}

TEST_F(ChecksWindow, ANarrowLinkIsListedWithItsEvidenceAndLeadsToItsDevice) {
    const quint64 host = open(narrowServer(), "narrow.fscope");
    window->showScreen(Screen::Checks);
    selectRule("link.narrow");
    const auto &detail = screen().detail()->detail();
    ASSERT_TRUE(detail);
    EXPECT_NE(detail->title.find("GPU"), std::string::npos) << detail->title;
    EXPECT_FALSE(detail->why.empty());
    QTest::keyClick(screen().view(), Qt::Key_Return);
    EXPECT_EQ(window->screen(), Screen::Topology);
    EXPECT_EQ(window->host(), host);
    EXPECT_NE(selectedName(), std::string());
}

TEST_F(ChecksWindow, PassedUnknownAndNotApplicableAreDifferentAnswers) {
    open(samples::mi355xServer(), "server.fscope");
    window->showScreen(Screen::Checks);
    for (const ChecksFilter filter :
         {ChecksFilter::Passed, ChecksFilter::Unknown, ChecksFilter::NotApplicable}) {
        choose(filter);
        EXPECT_GT(count(filter), 0) << titleOf(filter);
        EXPECT_EQ(screen().model()->rowCount(), count(filter)) << titleOf(filter);
        ASSERT_TRUE(screen().detail()->detail());
        EXPECT_FALSE(screen().detail()->detail()->severity);
        EXPECT_FALSE(screen().detail()->detail()->conditions.empty());
    }
}

TEST_F(ChecksWindow, KeepsTheSelectedRowWhenItIsGroupedOtherwise) {
    open(narrowServer(), "narrow.fscope");
    open(samples::mi355xServer(), "server.fscope");
    window->showScreen(Screen::Checks);
    selectRule("link.narrow");
    const std::string title = screen().detail()->detail()->title;
    screen().grouping()->setCurrentIndex(2);
    Q_EMIT screen().grouping()->activated(2);
    ASSERT_TRUE(screen().detail()->detail());
    EXPECT_EQ(screen().detail()->detail()->title, title);
    EXPECT_EQ(screen().view()->currentIndex().data(ChecksModel::RuleRole).toString(),
              QStringLiteral("link.narrow"));
}

TEST_F(ChecksWindow, AHostThatIsChosenInTheSidebarIsSelected) {
    const quint64 first = open(narrowServer(), "narrow.fscope");
    const quint64 second = open(narrowServer(), "other.fscope");
    window->showScreen(Screen::Checks);
    for (const quint64 id : {first, second}) {
        window->showHost(id);
        EXPECT_EQ(window->screen(), Screen::Checks);
        const auto *row = screen().model()->rowAt(screen().view()->currentIndex().row());
        ASSERT_NE(row, nullptr);
        EXPECT_EQ(screen().model()->hosts()[row->host].id, id);
    }
}

TEST_F(ChecksWindow, AHostThatWasNotReadIsNamedWithTheReason) {
    open(samples::mi355xServer(), "server.fscope");
    sessions->connectTo({QStringLiteral("nobody@127.0.0.1:1"), {}, 0, {}, false});
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    window->showScreen(Screen::Checks);
    ASSERT_EQ(screen().list().notChecked.size(), 1U);
    EXPECT_NE(screen().list().notChecked[0].find("connection refused"), std::string::npos)
        << screen().list().notChecked[0];
    EXPECT_TRUE(screen().notChecked()->isVisible());
}

TEST_F(ChecksWindow, CopiesARowAsMarkdown) {
    open(narrowServer(), "narrow.fscope");
    window->showScreen(Screen::Checks);
    selectRule("link.narrow");
    screen().detail()->copyMarkdown();
    const QString text = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(text.startsWith(QStringLiteral("**"))) << qPrintable(text);
    EXPECT_TRUE(text.contains(QStringLiteral("link.narrow")));
}

TEST_F(ChecksWindow, TheDetailsCanBeHiddenAndTheStatusLineNamesThem) {
    open(narrowServer(), "narrow.fscope");
    window->showScreen(Screen::Checks);
    EXPECT_TRUE(screen().detail()->isVisible());
    action(ActionId::Inspector)->trigger();
    EXPECT_FALSE(screen().detail()->isVisible());
    const auto offersDetails = [this] {
        const auto buttons = window->findChild<StatusLine *>()->findChildren<QAbstractButton *>();
        return std::any_of(buttons.begin(), buttons.end(), [](const QAbstractButton *button) {
            return button->isVisible() && button->text().contains(QStringLiteral("Details"));
        });
    };
    EXPECT_TRUE(offersDetails());
    action(ActionId::Inspector)->trigger();
    EXPECT_TRUE(screen().detail()->isVisible());
    EXPECT_FALSE(offersDetails());
}

} // namespace fabricscope::app::window
