// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs/PreferencesDialog.h"
#include "app/window/hostvm/HostVmController.h"
#include "tests/Places.h"
#include "tests/core/affinity/SampleGuest.h"
#include "tests/widgets/ClippedText.h"
#include "tests/widgets/ShellTest.h"
#include "tests/widgets/VisibleWidgets.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/hostvm/HostVmView.h"

#include <QDir>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

/// Compares the window after a start with this font with one whose font was changed while it was open.
class UiFontLive : public ShellTest {
protected:
    void TearDown() override {
        ShellTest::TearDown();
        widgets::setUiFontSize(widgets::kUiFontSize);
    }
    void SetUp() override {
        ShellTest::SetUp();
        test::applyTheme(widgets::ThemeKind::Dark);
        openBoth();
    }
    void openBoth() {
        window->resize(1440, 900);
        open(samples::mi355xServer(), "mi355x-03.fscope");
        guest = open(samples::guest(), "vm-03a.fscope");
    }
    void choose(int px) {
        Preferences changed = settings->preferences();
        changed.fontSize = px;
        settings->setPreferences(changed);
        theme->follow();
    }
    void startAgain() {
        ShellTest::TearDown();
        ShellTest::SetUp();
        openBoth();
    }
    void settle() {
        for (int round = 0; round < 3; ++round) {
            QTest::qWait(1);
            window->topology()->settle();
            window->affinity()->settle();
            window->hostVm()->settle();
        }
    }
    std::vector<std::string> screens() {
        std::vector<std::string> all;
        for (const Screen screen : {Screen::Topology, Screen::Affinity, Screen::HostVm, Screen::Compare}) {
            window->showScreen(screen);
            EXPECT_TRUE(test::waitFor([this] {
                return window->hostVmController()->isSettled() && !window->compare()->comparing();
            }));
            settle();
            for (const std::string &seen : test::visibleWidgets(*window))
                all.push_back(screenName(screen).toStdString() + ": " + seen);
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    quint64 guest = 0;
};

TEST_F(UiFontLive, AChangedFontLooksAsAfterAStartWithIt) {
    screens(); // shows every screen once
    for (const int px : {14, 11, 18})
        choose(px);
    const std::vector<std::string> live = screens();
    startAgain();
    const std::vector<std::string> fresh = screens();
    std::vector<std::string> onlyLive, onlyFresh;
    std::set_difference(live.begin(), live.end(), fresh.begin(), fresh.end(), std::back_inserter(onlyLive));
    std::set_difference(fresh.begin(), fresh.end(), live.begin(), live.end(), std::back_inserter(onlyFresh));
    EXPECT_EQ(onlyLive, onlyFresh);
}

TEST_F(UiFontLive, NothingIsCutOnAnyScreenWhereAVmAndItsHostAreOpen) {
    screens();
    choose(widgets::kMaxUiFontSize);
    const QString pictures = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/ui-font");
    ASSERT_TRUE(QDir().mkpath(pictures));
    for (const QSize size : {QSize(1440, 900), window->minimumSize()}) {
        window->resize(size);
        for (int index = 0; index < kScreens; ++index) {
            window->showScreen(static_cast<Screen>(index));
            settle();
            EXPECT_EQ(test::clippedTexts(*window).join(QStringLiteral("; ")).toStdString(), "")
                << index << " at " << size.width();
            EXPECT_TRUE(window->grab().save(
                QStringLiteral("%1/live-%2-%3.png").arg(pictures).arg(index).arg(size.width())));
        }
    }
}

/// Hit areas grow with the drawing.
TEST_F(UiFontLive, HostAndVmGrowWithTheirText) {
    window->showScreen(Screen::HostVm);
    ASSERT_TRUE(test::waitFor([this] { return window->hostVmController()->isSettled(); }));
    settle();
    widgets::HostVmView *view = window->hostVm()->view();
    const std::uint32_t row = view->list().areas.front().node;
    const int before = view->viewRect(row).height();
    choose(widgets::kMaxUiFontSize);
    settle();
    EXPECT_NEAR(view->viewRect(row).height(), before * widgets::uiScale(), 1.5);
    EXPECT_LE(view->list().width * widgets::uiScale(), view->viewport()->width() + 1.0);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->viewRect(row).center());
    EXPECT_EQ(view->selected(), row);
}

} // namespace
} // namespace fabricscope::app::window
