// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/hostvm/HostVmController.h"
#include "app/window/workspace/WorkspaceController.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "core/present/hostvm/SeenByGuest.h"
#include "tests/core/affinity/SampleGuest.h"
#include "tests/support/samples/SampleHostVm.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/hostvm/HostVmCopyDialog.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/hostvm/HostVmToolbar.h"
#include "widgets/hostvm/HostVmView.h"
#include "widgets/topology/TopologyToolbar.h"

#include <QClipboard>
#include <QMenu>
#include <QPushButton>
#include <QTreeView>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

using present::HostVmId;

/// The hypervisor and its VM, matched by the name vm-03a.
class HostVmWindowTest : public ShellTest {
protected:
    void SetUp() override {
        ShellTest::SetUp();
        host = open(samples::mi355xServer(), "mi355x-03.fscope");
        guest = open(samples::guest(), "vm-03a.fscope");
        window->showScreen(Screen::HostVm);
        settle();
    }
    void settle() {
        ASSERT_TRUE(test::waitFor([this] { return window->hostVmController()->isSettled(); }));
        window->hostVm()->settle();
    }
    [[nodiscard]] const present::HostVmTable &table() const { return *window->hostVm()->table(); }
    [[nodiscard]] std::optional<HostVmId> guestRow(const std::string &name) const {
        for (const present::HostVmRow &row : table().guestRows())
            if (row.name == name)
                return row.id;
        return std::nullopt;
    }
    [[nodiscard]] std::string onHost(const std::string &name) const {
        const auto id = guestRow(name);
        const auto other = id ? table().other(*id) : std::nullopt;
        return other ? table().row(*other)->name : "";
    }
    /// Assigns it with the menu of the guest's device.
    void assign(const std::string &name, const std::string &hostName) {
        std::unique_ptr<QMenu> menu(window->hostVm()->menuFor(guestRow(name)->encoded()));
        for (QAction *action : menu->actions().front()->menu()->actions())
            if (action->text().startsWith(QString::fromStdString(hostName + " ")))
                action->trigger();
        settle();
    }

    quint64 host = 0, guest = 0;
};

TEST_F(HostVmWindowTest, ShowsAGuestWithTheHostThatRunsIt) {
    EXPECT_EQ(window->hostVm()->content().host.id, host);
    EXPECT_EQ(window->hostVm()->content().guest.id, guest);
    EXPECT_EQ(table().hostName(), "mi355x-03");
    EXPECT_FALSE(table().curves().empty());
    EXPECT_TRUE(window->hostVm()->toolbar()->isVisible());
}

/// A VM's row without a connection: the host above it must not be removed.
TEST_F(HostVmWindowTest, RemoveFromFleetIsOfTheRowThatIsSelectedAndNotOfTheHostAboveIt) {
    QAction *remove = action(ActionId::Remove);
    window->showHost(guest); // has its own connection
    ASSERT_TRUE(remove->isEnabled());
    remove->trigger();
    EXPECT_EQ(sessions->find(guest), nullptr);
    ASSERT_NE(sessions->find(host), nullptr);
    window->showHost(host);
    QTreeView *view = window->findChild<widgets::FleetSidebar *>()->view();
    QModelIndex vm; // its row still exists, without a connection
    const auto look = [&](const auto &self, const QModelIndex &above) -> void {
        for (int row = 0; row < view->model()->rowCount(above); ++row) {
            const QModelIndex index = view->model()->index(row, 0, above);
            if (index.data().toString() == QLatin1String("vm-03a"))
                vm = index;
            self(self, index);
        }
    };
    look(look, {});
    ASSERT_TRUE(vm.isValid());
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(vm).center());
    ASSERT_EQ(view->currentIndex(), vm);
    EXPECT_FALSE(remove->isEnabled());
    EXPECT_TRUE(remove->toolTip().contains(QLatin1String("no connection of its own")))
        << remove->toolTip().toStdString();
    remove->trigger();
    ASSERT_NE(sessions->find(host), nullptr);
    view->setCurrentIndex(vm.parent());
    EXPECT_TRUE(remove->isEnabled());
}

TEST_F(HostVmWindowTest, TheHostShowsItsGuestToo) {
    window->showHost(host);
    settle();
    EXPECT_EQ(window->host(), host);
    EXPECT_EQ(window->hostVm()->content().guest.id, guest);
    EXPECT_EQ(window->screen(), Screen::HostVm);
}

TEST_F(HostVmWindowTest, TheAffinityOfAGuestLeadsThroughTheHostAndOffersTheCorrectedFile) {
    window->showScreen(Screen::Affinity);
    const auto correct = [this] {
        for (QPushButton *button : window->affinity()->verdictBar()->findChildren<QPushButton *>())
            if (button->text() == QStringLiteral("Generate corrected file"))
                return button;
        return static_cast<QPushButton *>(nullptr);
    };
    ASSERT_NE(correct(), nullptr);
    ASSERT_TRUE(window->affinity()->content().examination->correction);
    EXPECT_TRUE(correct()->isVisible());
    const QString route = window->affinity()->routePanel()->accessibleText();
    EXPECT_TRUE(route.contains(QStringLiteral(" in the VM"))) << route.toStdString();
    EXPECT_TRUE(route.contains(QStringLiteral("\nSwitch "))) << route.toStdString();
    correct()->click();
    EXPECT_EQ(window->screen(), Screen::HostVm);
    EXPECT_TRUE(window->hostVm()->toolbar()->generateButton()->isEnabled());
    window->showHost(host); // has no file, and nothing to correct
    window->showScreen(Screen::Affinity);
    EXPECT_FALSE(correct()->isVisible());
}

TEST_F(HostVmWindowTest, ManualMatchIsAppliedAndCanBeUndone) {
    const std::string before = onHost("GPU0");
    ASSERT_FALSE(before.empty());
    ASSERT_NE(before, "GPU2");
    assign("GPU0", "GPU2");
    EXPECT_EQ(onHost("GPU0"), "GPU2");
    const workspace::Member *member = window->workspace()->current().member(guest);
    ASSERT_NE(member, nullptr);
    ASSERT_EQ(member->onHost.size(), 1U);
    EXPECT_TRUE(window->workspace()->canUndo());
    action(ActionId::Undo)->trigger();
    settle();
    EXPECT_EQ(onHost("GPU0"), before);
    action(ActionId::Redo)->trigger();
    settle();
    EXPECT_EQ(onHost("GPU0"), "GPU2");
    EXPECT_NE(table().status().find("your assignment"), std::string::npos);
}

TEST_F(HostVmWindowTest, ItsWordIsKeptInTheWorkspacesFile) {
    assign("GPU0", "GPU2");
    const QString file = QString::fromStdString((folder.path() / "w.fswork").string());
    ASSERT_TRUE(window->workspace()->save(file, window->currentState()));
    window->workspace()->undo();
    settle();
    ASSERT_TRUE(window->workspace()->open(file));
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    std::size_t kept = 0;
    for (const workspace::Member &member : window->workspace()->current().members)
        kept += member.onHost.size();
    EXPECT_EQ(kept, 1U);
}

TEST_F(HostVmWindowTest, TheSelectionIsThatOfTheOtherScreens) {
    const HostVmId gpu = *guestRow("GPU1");
    window->hostVm()->view()->choose(gpu.encoded());
    EXPECT_EQ(window->topology()->selected(), gpu.node);
    const auto onHostSide = table().other(gpu);
    ASSERT_TRUE(onHostSide);
    window->hostVm()->view()->choose(onHostSide->encoded());
    EXPECT_EQ(window->topology()->selected(), gpu.node) << "the guest is shown there";
    QTest::keyClick(window->hostVm()->view(), Qt::Key_Return);
    EXPECT_EQ(window->screen(), Screen::Topology);
    EXPECT_EQ(window->host(), host);
    EXPECT_EQ(window->topology()->selected(), onHostSide->node);
}

TEST_F(HostVmWindowTest, TopologyShowsTheHostAsItsGuestSeesIt) {
    window->showHost(host);
    settle();
    window->showScreen(Screen::Topology);
    QPushButton *guestViewButton = window->topology()->toolbar()->guestViewButton();
    ASSERT_TRUE(guestViewButton->isVisible());
    ASSERT_EQ(guestViewButton->menu()->actions().size(), 2);
    guestViewButton->menu()->actions().at(1)->trigger();
    ASSERT_TRUE(test::waitFor([this] { return window->topology()->options().seenBy != nullptr; }));
    const auto seen = window->topology()->options().seenBy;
    EXPECT_EQ(seen->guest, "vm-03a");
    EXPECT_FALSE(seen->onHost.empty());
    guestViewButton->menu()->actions().at(0)->trigger();
    ASSERT_TRUE(test::waitFor([this] { return window->topology()->options().seenBy == nullptr; }));
    window->showHost(guest);
    settle();
    EXPECT_FALSE(guestViewButton->isVisible());
}

TEST_F(HostVmWindowTest, CopiesItsPictureAndItsText) {
    action(ActionId::CopyText)->trigger();
    const QString text = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(text.contains(QStringLiteral("0002:00:01.0"))) << qPrintable(text);
    EXPECT_TRUE(text.contains(QStringLiteral("HOST")));
    QGuiApplication::clipboard()->clear();
    action(ActionId::CopyPng)->trigger();
    EXPECT_FALSE(QGuiApplication::clipboard()->image().isNull());
}

TEST_F(HostVmWindowTest, ShowsNoPictureForAMachineWithoutVms) {
    open(samples::laptop(), "laptop.fscope");
    settle();
    EXPECT_FALSE(window->hostVm()->hasPicture());
}

TEST_F(HostVmWindowTest, ExplainsThatACaptureCannotBeWrittenTo) {
    const widgets::HostVmCopyPlan plan = window->hostVmController()->copyPlan();
    EXPECT_EQ(plan.state, widgets::HostVmCopyPlan::State::Manual);
    EXPECT_EQ(plan.guest, guest);
    EXPECT_TRUE(plan.message.contains(QStringLiteral("nothing can be copied to it")))
        << qPrintable(plan.message);
    EXPECT_TRUE(plan.commands.join(QString()).startsWith(QStringLiteral("ssh -- ")));
}

TEST(HostVmCopyDialog, ShowsTargetDifferenceAndCommandAndWritesNothingByItself) {
    widgets::HostVmCopyPlan plan;
    plan.target = QStringLiteral("user@vm-03a");
    plan.path = QStringLiteral("/etc/rccl/topo.xml");
    plan.before = "<a/>\n<b/>\n";
    plan.text = "<b/>\n<a/>\n";
    plan.exists = true;
    plan.backup = plan.path + QStringLiteral(".before");
    plan.commands = {widgets::copyCommand(plan.target, plan.path, plan.text.size())};
    plan.state = widgets::HostVmCopyPlan::State::Ready;
    widgets::HostVmCopyDialog dialog(plan);
    dialog.show();
    int asked = 0;
    QObject::connect(&dialog, &widgets::HostVmCopyDialog::writeRequested, [&asked] { ++asked; });
    QStringList words;
    for (const QLabel *label : dialog.findChildren<QLabel *>())
        words << label->text();
    const QString all = words.join(QLatin1Char('\n'));
    EXPECT_TRUE(all.contains(plan.target) && all.contains(plan.path) && all.contains(plan.backup));
    EXPECT_TRUE(dialog.commandText().contains(QStringLiteral("ssh -- 'user@vm-03a'")));
    QTest::keyClick(&dialog, Qt::Key_Return);
    EXPECT_EQ(asked, 0);
    EXPECT_TRUE(dialog.isVisible());
    plan.state = widgets::HostVmCopyPlan::State::Checking;
    dialog.setPlan(plan);
    QTest::mouseClick(dialog.writeButton(), Qt::LeftButton);
    EXPECT_EQ(asked, 0) << "before the guest was looked at";
    plan.state = widgets::HostVmCopyPlan::State::Ready;
    dialog.setPlan(plan);
    QTest::mouseClick(dialog.writeButton(), Qt::LeftButton);
    EXPECT_EQ(asked, 1);
    EXPECT_TRUE(dialog.isVisible()) << "it will show what came of it";
}

TEST(HostVmCopyDialog, WhatItQuotesIsOneWordOfAShell) {
    const QString command =
        widgets::copyCommand(QStringLiteral("it's; rm -rf /"), QStringLiteral("/etc/topo.xml"), 3);
    EXPECT_TRUE(command.startsWith(QStringLiteral("ssh -- 'it'\\''s; rm -rf /' '"))) << command.toStdString();
}

} // namespace
} // namespace fabricscope::app::window
