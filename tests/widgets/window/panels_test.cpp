// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/PanelDock.h"
#include "app/window/shell/Workbench.h"
#include "app/window/workspace/WorkspaceController.h"
#include "tests/Places.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"

#include <QDir>
#include <QGuiApplication>
#include <QMenu>
#include <QScreen>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

/// The panels around the screens, arranged by the user.
class Panels : public ShellTest {
protected:
    void SetUp() override {
        ShellTest::SetUp();
        window->resize(1440, 900);
        open(samples::mi355xServer(), "host.fscope");
        QApplication::processEvents();
    }
    void TearDown() override {
        ShellTest::TearDown();
        widgets::setUiFontSize(widgets::kUiFontSize);
    }
    [[nodiscard]] PanelDock *dock(Panel panel) const { return window->workbench()->dock(panel); }
    [[nodiscard]] Qt::DockWidgetArea side(Panel panel) const {
        return window->workbench()->dockWidgetArea(dock(panel));
    }
    [[nodiscard]] QRect place(const QWidget *widget) const {
        return {widget->mapTo(window.get(), QPoint(0, 0)), widget->size()};
    }
    /// Chooses View, Panels, `panel`, `words`.
    void choose(const char *panel, const char *words) const {
        const auto *all = test::child<QMenu>(
            *window, [](const QMenu &menu) { return menu.title() == QLatin1String("&Panels"); });
        ASSERT_NE(all, nullptr);
        for (const QAction *one : all->actions()) {
            if (one->text() != QLatin1String(panel) || one->menu() == nullptr)
                continue;
            Q_EMIT one->menu()->aboutToShow();
            for (QAction *action : one->menu()->actions())
                if (action->text() == QLatin1String(words)) {
                    action->trigger();
                    QApplication::processEvents();
                    return;
                }
        }
        ADD_FAILURE() << panel << ": " << words;
    }
};

TEST_F(Panels, GetTheirSizeBackWhenTheScreenNeedsLess) {
    QWidget *screens = window->workbench()->centralWidget();
    window->resize(1100, 700);
    QApplication::processEvents();
    dock(Panel::Inspector)->hide();
    screens->setMinimumWidth(900);
    QApplication::processEvents();
    EXPECT_LT(window->sidebar()->width(), 240);
    screens->setMinimumWidth(500);
    QApplication::processEvents();
    EXPECT_EQ(window->sidebar()->width(), 240);
}

TEST_F(Panels, SurroundTheScreensByDefault) {
    EXPECT_EQ(side(Panel::Sidebar), Qt::LeftDockWidgetArea);
    EXPECT_EQ(side(Panel::Inspector), Qt::RightDockWidgetArea);
    EXPECT_EQ(side(Panel::Strip), Qt::BottomDockWidgetArea);
    EXPECT_EQ(window->sidebar()->width(), 240);
    EXPECT_EQ(window->inspector()->width(), 304);
    EXPECT_EQ(place(window->strip()).left(), 241); // between the two, not below them
}

TEST_F(Panels, AreMovedToTheOtherSideAndBack) {
    choose("Inspector", "Left");
    EXPECT_EQ(side(Panel::Inspector), Qt::LeftDockWidgetArea);
    EXPECT_LT(place(window->inspector()).left(), place(window->topology()).left());
    choose("Jobs and log", "Top");
    EXPECT_LT(place(window->strip()).bottom(), place(window->topology()).top());
    window->workbench()->reset();
    QApplication::processEvents();
    EXPECT_EQ(side(Panel::Inspector), Qt::RightDockWidgetArea);
    EXPECT_EQ(side(Panel::Strip), Qt::BottomDockWidgetArea);
    EXPECT_EQ(window->inspector()->width(), 304);
}

TEST_F(Panels, FloatInAWindowOfTheirOwnAndNeedNoRoomThen) {
    choose("Inspector", "Separate window");
    EXPECT_TRUE(dock(Panel::Inspector)->isWindow());
    EXPECT_GT(window->topology()->width(), 1440 - 240 - 20);
    window->resize(window->minimumSize());
    EXPECT_TRUE(window->inspector()->isVisible());
    const QString pictures = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/panels");
    ASSERT_TRUE(QDir().mkpath(pictures));
    EXPECT_TRUE(dock(Panel::Inspector)->grab().save(pictures + QStringLiteral("/inspector.png")));
    auto *back = test::child<QAbstractButton>(*dock(Panel::Inspector), [](const QAbstractButton &button) {
        return button.accessibleName() == QLatin1String("Dock in the window");
    });
    ASSERT_NE(back, nullptr);
    EXPECT_TRUE(back->isVisible());
    window->resize(1440, 900);
    QTest::mouseClick(back, Qt::LeftButton);
    QApplication::processEvents();
    EXPECT_FALSE(dock(Panel::Inspector)->isWindow());
    EXPECT_EQ(window->inspector()->width(), 304);
}

TEST_F(Panels, ClosingTheirWindowHidesThemUntilReopened) {
    choose("Jobs and log", "Separate window");
    dock(Panel::Strip)->close();
    EXPECT_FALSE(window->strip()->isVisible());
    EXPECT_FALSE(action(ActionId::JobsAndLog)->isChecked());
    action(ActionId::JobsAndLog)->trigger();
    EXPECT_TRUE(window->strip()->isVisible());
    EXPECT_TRUE(dock(Panel::Strip)->isWindow());
}

TEST_F(Panels, ADoubleClickOnTheGripFloatsThem) {
    QWidget *grip = dock(Panel::Inspector)->titleBarWidget();
    ASSERT_NE(grip, nullptr);
    QTest::mouseDClick(grip, Qt::LeftButton, {}, grip->rect().center());
    EXPECT_TRUE(dock(Panel::Inspector)->isFloating());
}

TEST_F(Panels, TheSidebarGoesAndComesByItsKeys) {
    QTest::keyClick(window.get(), Qt::Key_B, Qt::ControlModifier);
    QApplication::processEvents();
    EXPECT_FALSE(window->sidebar()->isVisible());
    EXPECT_EQ(place(window->topology()).left(), 0);
    QTest::keyClick(window.get(), Qt::Key_B, Qt::ControlModifier);
    QApplication::processEvents();
    EXPECT_TRUE(window->sidebar()->isVisible());
    EXPECT_EQ(window->sidebar()->width(), 240);
}

TEST_F(Panels, TheLineBetweenAPanelAndTheScreenIsDragged) {
    const QPoint line(240, 400); // the split line in window coordinates
    QWidget *under = window->workbench()->childAt(line);
    ASSERT_NE(under, nullptr);
    const auto drag = [&](QEvent::Type type, int x, Qt::MouseButtons held) {
        const QPoint at(x, 400);
        QMouseEvent event(type, under->mapFrom(window->workbench(), at), window->workbench()->mapToGlobal(at),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, held, Qt::NoModifier);
        QApplication::sendEvent(under, &event);
    };
    drag(QEvent::MouseButtonPress, 240, Qt::LeftButton);
    drag(QEvent::MouseMove, 300, Qt::LeftButton);
    QApplication::processEvents(); // it moves when the event loop is idle
    drag(QEvent::MouseButtonRelease, 300, Qt::NoButton);
    QApplication::processEvents();
    EXPECT_NEAR(window->sidebar()->width(), 300, 2);
    EXPECT_EQ(window->currentState().sidebarWidth, window->sidebar()->width());
}

TEST_F(Panels, AnArrangementIsKeptInTheWorkspacesFile) {
    choose("Inspector", "Left");
    choose("Jobs and log", "Separate window");
    window->workbench()->dock(Panel::Strip)->setGeometry(80, 90, 500, 300);
    window->workbench()->setSize(Panel::Inspector, 330);
    QApplication::processEvents();
    const QString file = QString::fromStdString((folder.path() / "w.fswork").string());
    ASSERT_TRUE(window->workspace()->save(file, window->currentState()));
    window->workbench()->reset();
    QApplication::processEvents();
    ASSERT_FALSE(dock(Panel::Strip)->isFloating());
    ASSERT_TRUE(window->workspace()->open(file));
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    QApplication::processEvents();
    EXPECT_EQ(side(Panel::Inspector), Qt::LeftDockWidgetArea);
    EXPECT_EQ(window->workbench()->size(Panel::Inspector), 330);
    EXPECT_TRUE(dock(Panel::Strip)->isFloating());
    EXPECT_EQ(dock(Panel::Strip)->geometry().topLeft(), QPoint(80, 90));
}

TEST_F(Panels, AWindowThatNoScreenShowsComesBackOntoOne) {
    workspace::WindowState state = window->currentState();
    state.inspectorDock.window = {90000, -90000, 400, 300, false};
    Q_EMIT window->workspace()->opened(state);
    QApplication::processEvents();
    EXPECT_TRUE(dock(Panel::Inspector)->isFloating());
    const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
    EXPECT_TRUE(screen.contains(dock(Panel::Inspector)->geometry()));
}

TEST_F(Panels, GrowWithTheFont) {
    widgets::setUiFontSize(18);
    QApplication::processEvents();
    EXPECT_NEAR(window->sidebar()->width(), 240 * 18 / 13.0, 1);
    EXPECT_NEAR(window->inspector()->width(), 304 * 18 / 13.0, 1);
}

} // namespace
} // namespace fabricscope::app::window
