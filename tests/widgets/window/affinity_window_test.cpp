// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The judgement in the whole window, opened from files as by a user.
#include "app/window/MainWindow.h"
#include "app/window/shell/Picture.h"
#include "app/window/shell/ThemeController.h"
#include "tests/support/samples/SampleAffinity.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/topology/TopologyScreen.h"

#include <QFile>
#include <QImage>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

class AffinityWindowTest : public ShellTest {};

TEST_F(AffinityWindowTest, ShowsTheVerdictAboveTheTopologyWithoutAClick) {
    open(samples::mi355xServer(), "server.fscope");
    EXPECT_EQ(window->screen(), Screen::Topology);
    ASSERT_TRUE(window->verdictBar()->isVisible());
    EXPECT_TRUE(window->verdictBar()->sentence().contains(QStringLiteral("8 GPUs")));
    open(samples::vmdHost(), "no-gpu.fscope");
    EXPECT_FALSE(window->verdictBar()->isVisible()); // nothing to pair
}

TEST_F(AffinityWindowTest, OpensByItsKeyAndFollowsTheSidebar) {
    const quint64 server = open(samples::mi355xServer(), "server.fscope");
    const quint64 vm = open(samples::flatVm(), "vm.fscope");
    QTest::keyClick(window.get(), Qt::Key_4, Qt::AltModifier);
    ASSERT_EQ(window->screen(), Screen::Affinity);
    ASSERT_NE(window->affinity()->shown(), nullptr);
    EXPECT_TRUE(window->affinity()->shown()->judgement().fabric.guest);
    window->showHost(server);
    EXPECT_EQ(window->screen(), Screen::Affinity); // same screen, other host
    EXPECT_FALSE(window->affinity()->shown()->judgement().fabric.guest);
    window->showHost(vm);
    EXPECT_TRUE(window->affinity()->shown()->judgement().fabric.guest);
}

TEST_F(AffinityWindowTest, SharesTheSelectionWithTopologyBothWays) {
    open(samples::mi355xServer(), "server.fscope");
    const auto &fabric = window->affinity()->shown()->table().fabric();
    window->topology()->select(fabric.gpus[5].node);
    ASSERT_TRUE(window->affinity()->selectedCell());
    EXPECT_EQ(window->affinity()->selectedCell()->row, 5U);
    window->showScreen(Screen::Affinity);
    window->affinity()->selectCell({layout::AffinityId::Part::Cell, 1, 2});
    EXPECT_EQ(window->topology()->selected(), fabric.gpus[1].node);
}

TEST_F(AffinityWindowTest, WritesTheScreenAsAPicture) {
    const auto pairing = samples::pairingHost(samples::mi355xServer());
    const auto examination = samples::examinationOf(pairing, {2, 3}, true);
    layout::AffinityPictureOptions options;
    options.topology = pairing.topology.get();
    for (const char *ending : {"svg", "png", "pdf"}) {
        const QString file =
            QString::fromStdString((folder.path() / (std::string("affinity.") + ending)).string());
        ASSERT_TRUE(writeAffinityPicture(*examination, file, {}, options)) << ending;
        EXPECT_GT(QFile(file).size(), 5000) << ending;
    }
    const QImage image(QString::fromStdString((folder.path() / "affinity.png").string()));
    EXPECT_GE(image.width(), 2400); // double size, for high-DPI screens
    EXPECT_FALSE(writeAffinityPicture(*examination, QStringLiteral("/x.txt"), {}, options));
}

} // namespace
} // namespace fabricscope::app::window
