// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs/KeyMapDialog.h"
#include "app/window/dialogs/PreferencesDialog.h"
#include "tests/Places.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/widgets/ClippedText.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityView.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

#include <QDir>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

class UiFont : public ShellTest, public ::testing::WithParamInterface<int> {
protected:
    void SetUp() override {
        ShellTest::SetUp();
        test::applyTheme(widgets::ThemeKind::Dark);
    }
    void TearDown() override {
        ShellTest::TearDown();
        widgets::setUiFontSize(widgets::kUiFontSize);
    }
    void keep(QWidget &shown, const char *name) const {
        const QString pictures = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/ui-font");
        ASSERT_TRUE(QDir().mkpath(pictures));
        EXPECT_TRUE(shown.grab().save(
            QStringLiteral("%1/%2-%3.png").arg(pictures, QLatin1String(name)).arg(GetParam())));
    }
    void settle() const {
        for (int round = 0; round < 3; ++round) {
            QTest::qWait(1);
            window->topology()->settle();
            window->affinity()->settle();
        }
    }
};

TEST_P(UiFont, NothingIsCutInTheSmallestWindowOnAnyScreen) {
    open(samples::mi355xServer(), "a.fscope");
    open(samples::narrowGpu(), "b.fscope");
    open(samples::mi355xServer(), "c.fscope");
    widgets::setUiFontSize(GetParam());
    window->resize(window->minimumSize());
    window->showHost(sessions->sessions().front()->id);
    window->topology()->select(test::nodeAt(*window->topology()->content().topology, "46:00.0"));
    action(ActionId::Inspector)->trigger();
    for (int index = 0; index < kScreens; ++index) {
        window->showScreen(static_cast<Screen>(index));
        settle();
        keep(*window, qPrintable(QStringLiteral("smallest-%1").arg(index)));
        EXPECT_EQ(test::clippedTexts(*window).join(QStringLiteral("; ")).toStdString(), "") << index;
    }
}

TEST_P(UiFont, DialogsShowAllTheirWords) {
    widgets::setUiFontSize(GetParam());
    window->openPreferences();
    test::settleLayout();
    keep(*window->preferencesDialog(), "preferences");
    EXPECT_EQ(test::clippedTexts(*window->preferencesDialog()).join(QStringLiteral("; ")).toStdString(), "");
    widgets::ConnectDialog connecting(window.get());
    connecting.show();
    test::settleLayout();
    keep(connecting, "connect");
    EXPECT_EQ(test::clippedTexts(connecting).join(QStringLiteral("; ")).toStdString(), "");
}

INSTANTIATE_TEST_SUITE_P(Sizes, UiFont, ::testing::Values(11, 13, 18),
                         [](const auto &size) { return "Points" + std::to_string(size.param); });

using UiFontPictures = UiFont;

TEST_P(UiFontPictures, BoxesAndCellsGrowWithTheirText) {
    open(samples::mi355xServer(), "a.fscope");
    const double scale = static_cast<double>(GetParam()) / widgets::kUiFontSize;
    widgets::AffinityScreen *affinity = window->affinity();
    window->showScreen(Screen::Affinity);
    settle();
    const std::uint32_t cell = layout::AffinityId{layout::AffinityId::Part::Cell, 0, 0}.encoded();
    const QSize before = affinity->view()->viewRect(cell).size();
    window->showScreen(Screen::Topology);
    const auto node = test::nodeAt(*window->topology()->content().topology, "46:00.0");
    const auto boxHeight = [&] {
        const widgets::TopologyView *view = window->topology()->view();
        return view->zoom() * window->topology()->scene()->areaOf(node)->rect.height;
    };
    const double box = boxHeight();
    widgets::setUiFontSize(GetParam());
    settle();
    EXPECT_NEAR(boxHeight(), box * scale, 1.0);
    window->showScreen(Screen::Affinity);
    settle();
    EXPECT_NEAR(affinity->view()->viewRect(cell).height(), before.height() * scale, 1.5);
    // Hit areas grow with the painting.
    QTest::mouseClick(affinity->view()->viewport(), Qt::LeftButton, {},
                      affinity->view()->viewRect(cell).center());
    EXPECT_EQ(affinity->view()->selected(), cell);
}

INSTANTIATE_TEST_SUITE_P(Sizes, UiFontPictures, ::testing::Values(11, 18),
                         [](const auto &size) { return "Points" + std::to_string(size.param); });

} // namespace
} // namespace fabricscope::app::window
