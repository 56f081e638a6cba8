// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/PanelHandle.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/Banner.h"

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

class HiddenPanels : public ShellTest {
protected:
    [[nodiscard]] QStringList handles() const {
        QStringList names;
        for (const PanelHandle *handle : window->findChildren<PanelHandle *>())
            if (handle->isVisible())
                names << handle->text();
        return names;
    }
    void click(const QString &name) const {
        auto *handle = test::child<PanelHandle>(
            *window, [&](const PanelHandle &each) { return each.isVisible() && each.text() == name; });
        ASSERT_NE(handle, nullptr) << qPrintable(name);
        QTest::mouseClick(handle, Qt::LeftButton);
    }
};

TEST_F(HiddenPanels, SmallestWindowOffersHandlesToRestoreThem) {
    open(samples::mi355xServer(), "host.fscope");
    window->resize(1440, 900);
    EXPECT_EQ(handles(), QStringList());
    window->resize(window->minimumSize());
    ASSERT_FALSE(window->inspector()->isVisible());
    EXPECT_EQ(handles(), QStringList({QStringLiteral("Inspector"), QStringLiteral("Jobs and log")}));
    click(QStringLiteral("Inspector"));
    EXPECT_TRUE(window->inspector()->isVisible());
    click(QStringLiteral("Jobs and log"));
    EXPECT_TRUE(window->strip()->isVisible());
    EXPECT_EQ(handles(), QStringList());
    QTest::keyClick(window.get(), Qt::Key_J, Qt::ControlModifier);
    EXPECT_EQ(handles(), QStringList({QStringLiteral("Jobs and log")}));
}

TEST_F(HiddenPanels, RoutePanelIsOfferedOnlyOnTheAffinityScreen) {
    open(samples::mi355xServer(), "host.fscope");
    window->resize(window->minimumSize());
    window->showScreen(Screen::Affinity);
    ASSERT_FALSE(window->affinity()->routePanel()->isVisible());
    EXPECT_TRUE(handles().contains(QStringLiteral("Route")));
    click(QStringLiteral("Route"));
    EXPECT_TRUE(window->affinity()->routePanel()->isVisible());
    window->showScreen(Screen::Compare);
    EXPECT_EQ(handles(), QStringList({QStringLiteral("Jobs and log")}));
}

TEST_F(HiddenPanels, VisibleRoutePanelIsNotListedAsHidden) {
    open(samples::mi355xServer(), "host.fscope");
    window->resize(1440, 900);
    window->showScreen(Screen::Affinity);
    QCoreApplication::processEvents();
    ASSERT_TRUE(window->affinity()->routePanel()->isVisible());
    EXPECT_FALSE(handles().contains(QStringLiteral("Route")));
    window->resize(window->minimumSize());
    QCoreApplication::processEvents();
    ASSERT_FALSE(window->affinity()->routePanel()->isVisible());
    EXPECT_TRUE(handles().contains(QStringLiteral("Route")));
}

TEST_F(HiddenPanels, MissingFactsBannerIsOnAffinityTooAndClosesOnBoth) {
    open(samples::flatVm(), "vm.fscope"); // read without root
    ASSERT_TRUE(window->topology()->banner()->isVisible());
    window->showScreen(Screen::Affinity);
    widgets::Banner *banner = window->affinity()->banner();
    ASSERT_TRUE(banner->isVisible());
    EXPECT_TRUE(banner->missing().remedy.contains(QStringLiteral("NOPASSWD")));
    auto *close = test::child<QAbstractButton>(*banner, [](const QAbstractButton &button) {
        return button.accessibleName() == QLatin1String("Hide this message");
    });
    ASSERT_NE(close, nullptr);
    QTest::mouseClick(close, Qt::LeftButton);
    EXPECT_FALSE(banner->isVisible());
    window->showScreen(Screen::Topology);
    EXPECT_FALSE(window->topology()->banner()->isVisible());
}

} // namespace
} // namespace fabricscope::app::window
