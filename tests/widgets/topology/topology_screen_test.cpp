// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/TopologyTest.h"
#include "widgets/common/controls/Callout.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/topology/Banner.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyToolbar.h"
#include "widgets/topology/TopologyView.h"
#include "widgets/unplaced/UnplacedView.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPaintEvent>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::widgets {
namespace {

class TopologyScreenTest : public TopologyTest {
protected:
    void click(topology::NodeId id) {
        const draw::Rect rect = screen.scene()->areaOf(id)->rect;
        screen.view()->centerOn(rect.x + 20, rect.y + 20);
        QTest::mouseClick(screen.view()->viewport(), Qt::LeftButton, {},
                          screen.view()->mapFromScene(QPointF(rect.x + 20, rect.y + 20)));
    }
};

TEST_F(TopologyScreenTest, AClickSelectsTheDeviceUnderThePointerAndEscapeClears) {
    showServer();
    QSignalSpy selections(&screen, &TopologyScreen::nodeSelected);
    click(node("46:00.0"));
    EXPECT_EQ(screen.selected(), node("46:00.0"));
    EXPECT_EQ(selections.count(), 1);
    key(Qt::Key_Escape);
    EXPECT_EQ(screen.selected(), std::nullopt);
}

/// Records the painted region of a view.
class PaintedPart : public QObject {
public:
    explicit PaintedPart(const TopologyView &view) { view.viewport()->installEventFilter(this); }
    bool eventFilter(QObject *, QEvent *event) override {
        if (event->type() == QEvent::Paint)
            region += static_cast<QPaintEvent *>(event)->region();
        return false;
    }
    QRegion region;
};

/// Waits until everything is painted: a scene notifies its views later, and they the window.
void painted() {
    for (int round = 0; round < 10; ++round)
        QTest::qWait(0);
}

TEST_F(TopologyScreenTest, TheRingOfTheFocusComesAndGoesAsAWhole) {
    showServer();
    QWidget other(&screen);
    other.setFocusPolicy(Qt::StrongFocus);
    other.show();
    for (QWidget *next : {static_cast<QWidget *>(&other), static_cast<QWidget *>(screen.view())}) {
        painted();
        PaintedPart part(*screen.view());
        next->setFocus();
        painted();
        EXPECT_EQ(part.region.boundingRect(), screen.view()->viewport()->rect());
    }
}

TEST_F(TopologyScreenTest, PaintsNothingAgainWhereAHostThatIsReadAgainLooksTheSame) {
    showServer();
    screen.select(node("46:00.0"));
    painted();
    showServer(); // QGraphicsScene repaints everything on the first change
    painted();
    const auto before = snapshot.topology;
    PaintedPart part(*screen.view());
    showServer();
    painted();
    ASSERT_NE(snapshot.topology, before);
    EXPECT_EQ(screen.selected(), node("46:00.0"));
    const QRect outlined =
        screen.view()->mapFromScene(toRect(screen.scene()->areaOf(node("46:00.0"))->rect)).boundingRect();
    EXPECT_TRUE(outlined.adjusted(-4, -4, 4, 4).contains(part.region.boundingRect()));
}

TEST_F(TopologyScreenTest, TheOutlineOfTheSelectionLeavesTheStripOfItsKind) {
    showServer();
    screen.select(node("46:00.0"));
    painted();
    const draw::Rect &box = screen.scene()->areaOf(node("46:00.0"))->rect;
    const auto colourAt = [&](double x) {
        const QPoint at = screen.view()->mapFromScene(QPointF(x, box.y + box.height / 2));
        return screen.view()->viewport()->grab().toImage().pixelColor(at);
    };
    ASSERT_DOUBLE_EQ(screen.view()->zoom(), 1);
    for (const double x : {0.0, 1.0, 2.0})
        EXPECT_EQ(colourAt(box.x + x), tokenColour(Token::Gpu)) << x;
    EXPECT_EQ(colourAt(box.x - 1), tokenColour(Token::Accent));
    EXPECT_EQ(colourAt(box.right()), tokenColour(Token::Accent));
    screen.select(std::nullopt);
    painted();
    EXPECT_NE(colourAt(box.x - 1), tokenColour(Token::Accent)) << "all of it is painted again";
}

TEST_F(TopologyScreenTest, PaintsWhatHasChangedAndNothingFarFromIt) {
    showServer();
    painted();
    const QRect whole = screen.view()->viewport()->rect();
    const auto shown = std::make_shared<draw::DisplayList>(screen.scene()->list());
    auto changed = std::make_shared<draw::DisplayList>(*shown);
    const auto text = std::find_if(changed->items.begin(), changed->items.end(), [](const draw::Item &item) {
        return item.shape == draw::Item::Shape::Text && item.rect.width > 0;
    });
    ASSERT_NE(text, changed->items.end());
    text->text = "one that comes first";
    screen.scene()->setList(std::make_shared<draw::DisplayList>(*changed)); // as above
    painted();
    text->text = "another";
    PaintedPart part(*screen.view());
    screen.scene()->setList(changed);
    painted();
    const QRect place = screen.view()->mapFromScene(toRect(text->rect)).boundingRect();
    EXPECT_TRUE(part.region.contains(place));
    EXPECT_TRUE(place.adjusted(-4, -4, 4, 4).contains(part.region.boundingRect()));
    auto red = std::make_shared<draw::DisplayList>(*changed);
    for (draw::Item &item : red->items)
        item.fill.token = draw::Token::Error;
    screen.scene()->setList(red);
    painted();
    EXPECT_TRUE(part.region.contains(whole));
}

TEST_F(TopologyScreenTest, ArrowKeysWalkTheHardwareTree) {
    showServer();
    const topology::Topology &topology = *snapshot.topology;
    screen.select(node("46:00.0"));
    key(Qt::Key_Up);
    ASSERT_TRUE(screen.selected());
    EXPECT_EQ(topology.node(*screen.selected()).kind, topology::NodeKind::Switch);
    key(Qt::Key_Up);
    EXPECT_EQ(topology.node(*screen.selected()).kind, topology::NodeKind::RootPort);
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    EXPECT_EQ(screen.selected(), node("46:00.0"));
    key(Qt::Key_Right);
    EXPECT_EQ(screen.selected(), node("47:00.0"));
    key(Qt::Key_Left);
    EXPECT_EQ(screen.selected(), node("46:00.0"));
}

TEST_F(TopologyScreenTest, TheSelectionStaysWithItsDeviceWhenAFurtherPartArrives) {
    showServer();
    screen.select(node("a6:00.0"));
    host::Host more = samples::mi355xServer();
    more.functions.erase(more.functions.begin()); // all node numbers change
    snapshot = test::snapshotOf(more);
    screen.setContent(test::contentOf(snapshot));
    EXPECT_EQ(screen.selected(), node("a6:00.0"));
    screen.setContent(test::contentOf(snapshot, 2)); // another host
    EXPECT_EQ(screen.selected(), std::nullopt);
}

TEST_F(TopologyScreenTest, CtrlWheelZoomsAtTheCursorBetween5And400Percent) {
    showServer();
    TopologyView *view = screen.view();
    const QPointF at(300, 200);
    const auto wheel = [&](int delta) {
        QWheelEvent event(at, view->viewport()->mapToGlobal(at), {}, {0, delta}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view->viewport(), &event);
    };
    const QPointF before = view->mapToScene(at.toPoint());
    wheel(120);
    wheel(120);
    EXPECT_GT(view->zoom(), 1.3);
    const QPointF after = view->mapToScene(at.toPoint());
    EXPECT_NEAR(before.x(), after.x(), 2);
    EXPECT_NEAR(before.y(), after.y(), 2);
    for (int step = 0; step < 60; ++step)
        wheel(120);
    EXPECT_DOUBLE_EQ(view->zoom(), 4);
    for (int step = 0; step < 120; ++step)
        wheel(-120);
    EXPECT_DOUBLE_EQ(view->zoom(), 0.05);
}

TEST_F(TopologyScreenTest, FitShowsTheWholePicture) {
    showServer();
    screen.view()->setZoom(4);
    screen.view()->fit();
    QTest::qWait(1); // the scroll bars are hidden by the next event
    const QRectF seen = screen.view()->mapToScene(screen.view()->viewport()->rect()).boundingRect();
    EXPECT_LE(screen.scene()->sceneRect().width(), seen.width() + 2);
    EXPECT_LE(screen.scene()->sceneRect().height(), seen.height() + 2);
}

TEST_F(TopologyScreenTest, ColourByRepaintsTheSamePlacesInOtherColours) {
    showServer();
    const std::size_t areas = screen.scene()->list().areas.size();
    const QImage kind = screen.view()->grab().toImage();
    for (int choice = 1; choice < 4; ++choice) {
        QTest::mouseClick(screen.toolbar()->colourControl()->segment(choice), Qt::LeftButton);
        EXPECT_EQ(static_cast<int>(screen.options().colourBy), choice);
        EXPECT_EQ(screen.scene()->list().areas.size(), areas);
        EXPECT_NE(screen.view()->grab().toImage(), kind) << choice;
    }
}

TEST_F(TopologyScreenTest, TheKeyGTakesTheGroupTagsAwayAndBringsThemBack) {
    showServer();
    const std::size_t with = screen.scene()->list().items.size();
    key(Qt::Key_G);
    EXPECT_LT(screen.scene()->list().items.size(), with);
    key(Qt::Key_G);
    EXPECT_EQ(screen.scene()->list().items.size(), with);
}

TEST_F(TopologyScreenTest, TheKindStripHasTheColourOfItsTokenInBothThemes) {
    showServer();
    screen.view()->centerOn(screen.scene()->areaOf(node("46:00.0"))->rect.x,
                            screen.scene()->areaOf(node("46:00.0"))->rect.y);
    for (const auto theme : {ThemeKind::Dark, ThemeKind::Light}) {
        test::applyTheme(theme);
        screen.themeChanged();
        const draw::Rect rect = screen.scene()->areaOf(node("46:00.0"))->rect;
        const QPoint strip = screen.view()->mapFromScene(QPointF(rect.x + 1, rect.y + rect.height / 2));
        const QColor seen = screen.view()->viewport()->grab().toImage().pixelColor(strip);
        const QColor token = tokenColour(Token::Gpu, theme);
        EXPECT_NEAR(seen.red(), token.red(), 2);
        EXPECT_NEAR(seen.green(), token.green(), 2);
        EXPECT_NEAR(seen.blue(), token.blue(), 2);
    }
}

TEST_F(TopologyScreenTest, AScreenOfDoubleDensityShowsTheSameDetail) {
    showServer();
    const auto &items = screen.scene()->list().items;
    const auto detail = std::find_if(items.begin(), items.end(), [](const draw::Item &item) {
        return item.shape == draw::Item::Shape::Text && item.minZoom > 0.5F;
    });
    ASSERT_NE(detail, items.end());
    const draw::Rect &rect = detail->rect;
    for (const int ratio : {1, 2}) {
        QImage image(screen.view()->viewport()->size() * ratio, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        QPainter painter(&image);
        const QRect all = screen.view()->viewport()->rect();
        screen.view()->render(&painter, all, all);
        painter.end();
        const QPoint corner = screen.view()->mapFromScene(QPointF(rect.x, rect.y)) * ratio;
        bool written = false;
        for (int x = 0; x < static_cast<int>(rect.width) * ratio; ++x)
            for (int y = 0; y < static_cast<int>(rect.height) * ratio; ++y)
                written = written || image.pixel(corner + QPoint(x, y)) != image.pixel(corner);
        EXPECT_TRUE(written) << "at ratio " << ratio;
    }
}

TEST_F(TopologyScreenTest, FindOutlinesByGroupNumaDriverAndBdf) {
    showServer();
    EXPECT_EQ(screen.find(QStringLiteral("46:00.0")), 1);
    EXPECT_EQ(screen.find(QStringLiteral("gpu numa:1")), 4);
    EXPECT_EQ(screen.find(QStringLiteral("nothing like it")), 0);
    EXPECT_EQ(screen.find({}), -1);
    EXPECT_GE(screen.find(QStringLiteral("is:degraded")), 1);
    screen.find(QStringLiteral("46:00.0"));
    screen.findNext();
    EXPECT_EQ(screen.selected(), node("46:00.0"));
}

TEST_F(TopologyScreenTest, EveryStateFromEmptyToReadyIsRendered) {
    TopologyContent content;
    EXPECT_EQ(screen.state(), ViewState::Empty);
    content.name = QStringLiteral("gpu-07");
    content.loading = true;
    content.steps = {{QStringLiteral("Log in"), LoadStep::State::Running}};
    screen.setContent(content);
    EXPECT_EQ(screen.state(), ViewState::Loading);
    EXPECT_NE(test::child<QLabel>(
                  screen, [](const QLabel &label) { return label.text() == QLatin1String("Log in"); }),
              nullptr);
    content.loading = false;
    content.error = UnreachableInfo{};
    content.error->title = QStringLiteral("gpu-07 cannot be reached");
    screen.setContent(content);
    EXPECT_EQ(screen.state(), ViewState::Error);
    EXPECT_TRUE(screen.errorPage()->isVisible());
    showServer();
    TopologyContent stale = screen.content();
    stale.stale = true;
    screen.setContent(stale);
    EXPECT_EQ(screen.state(), ViewState::Stale);
    EXPECT_TRUE(screen.view()->isVisible());
}

TEST_F(TopologyScreenTest, PartialPictureListsMissingFactsAndTheSudoersLine) {
    snapshot = test::snapshotOf(samples::flatVm()); // read by uid 1000
    screen.setContent(test::contentOf(snapshot));
    EXPECT_EQ(screen.state(), ViewState::Partial);
    ASSERT_TRUE(screen.banner()->isVisible());
    EXPECT_TRUE(screen.banner()->missing().remedy.contains(QStringLiteral("NOPASSWD")));
}

TEST_F(TopologyScreenTest, ToolbarMarksASimulatedHost) {
    snapshot = test::snapshotOf(samples::mi355xServer(), "the demo hosts");
    screen.setContent(test::contentOf(snapshot));
    const Chip *chip = test::child<Chip>(*screen.toolbar(), [](const Chip &candidate) {
        return candidate.text() == QLatin1String("simulated");
    });
    ASSERT_NE(chip, nullptr);
    EXPECT_TRUE(chip->isVisible());
    showServer();
    EXPECT_FALSE(chip->isVisible());
}

TEST_F(TopologyScreenTest, AnyMachineIsDrawnAndWalkedWithoutACrash) {
    for (const host::Host &host : {samples::cycles(), samples::deadGpu(), samples::vmdHost(),
                                   samples::cpuLessNodes(), samples::randomHost(7, 200), host::Host{}}) {
        snapshot.topology = samples::topologyOf(host);
        snapshot.capture = std::make_shared<const capture::Capture>();
        screen.setContent(test::contentOf(snapshot));
        for (const auto step :
             {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right, Qt::Key_Up, Qt::Key_Up, Qt::Key_Left})
            key(step);
        EXPECT_FALSE(screen.grab().isNull());
    }
}

TEST_F(TopologyScreenTest, NoTooltipComesOverAContextMenu) {
    showServer();
    TopologyView *view = screen.view();
    const QPoint gpu = view->mapFromScene(toRect(screen.scene()->areaOf(node("46:00.0"))->rect).center());
    QTest::mouseMove(view->viewport(), gpu + QPoint(3, 0));
    QTest::mouseMove(view->viewport(), gpu);
    const auto timers = view->findChildren<QTimer *>();
    const auto waits = [&timers] {
        return std::any_of(timers.begin(), timers.end(),
                           [](const QTimer *timer) { return timer->isActive(); });
    };
    ASSERT_TRUE(waits());
    QContextMenuEvent menu(QContextMenuEvent::Mouse, gpu, view->viewport()->mapToGlobal(gpu));
    QTimer::singleShot(0, [] {
        if (QWidget *open = QApplication::activePopupWidget())
            open->close();
    });
    QApplication::sendEvent(view->viewport(), &menu);
    EXPECT_FALSE(waits());
}

TEST_F(TopologyScreenTest, ARightClickIsAboutWhatIsBelowThePointer) {
    showServer();
    QAction copy(QStringLiteral("Copy BDF")), measure(QStringLiteral("Measure the pair"));
    measure.setEnabled(false);
    screen.setDeviceActions({&copy, &measure});
    TopologyView *view = screen.view();
    screen.select(node("65:00.0"));
    const auto menuAt = [&](const QPoint &at) {
        QTest::mouseClick(view->viewport(), Qt::RightButton, {}, at);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view->viewport()->mapToGlobal(at));
        QApplication::sendEvent(view->viewport(), &event);
        QStringList words;
        if (auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget())) {
            for (const QAction *action : menu->actions())
                words << action->text();
            menu->close();
        }
        return words;
    };
    const QStringList words =
        menuAt(view->mapFromScene(toRect(screen.scene()->areaOf(node("46:00.0"))->rect).center()));
    EXPECT_EQ(screen.selected(), node("46:00.0"));
    ASSERT_FALSE(words.isEmpty());
    EXPECT_EQ(words.front(), QStringLiteral("Copy BDF"));
    EXPECT_FALSE(words.contains(QStringLiteral("Measure the pair"))) << "it cannot be done";
    EXPECT_TRUE(words.contains(QStringLiteral("Copy as text")));
    screen.select(std::nullopt);
    EXPECT_EQ(menuAt(QPoint(1, 1)).front(), QStringLiteral("Copy as text"));
}

TEST_F(TopologyScreenTest, HidesPictureControlsWithoutAPicture) {
    TopologyToolbar *toolbar = screen.toolbar();
    TopologyContent content;
    content.host = 7;
    content.name = QStringLiteral("gpu-07");
    content.error = UnreachableInfo{};
    content.error->since = QStringLiteral("offline since 13:58");
    screen.setContent(content);
    QApplication::processEvents();
    for (const QWidget *control :
         {static_cast<QWidget *>(toolbar->colourControl()), static_cast<QWidget *>(toolbar->colourMenu()),
          static_cast<QWidget *>(toolbar->groupTags()), static_cast<QWidget *>(toolbar->ribbons())})
        EXPECT_FALSE(control->isVisible());
    for (const IconButton *button : toolbar->findChildren<IconButton *>())
        EXPECT_FALSE(button->isVisible()) << qPrintable(button->accessibleName());
    showServer();
    QApplication::processEvents();
    EXPECT_TRUE(toolbar->colourControl()->isVisible());
    EXPECT_TRUE(toolbar->groupTags()->isVisible());
}

TEST_F(TopologyScreenTest, ColoursStayReachableWhereTheirChoiceHasNoRoom) {
    showServer();
    TopologyToolbar *toolbar = screen.toolbar();
    screen.resize(1100, 700);
    QApplication::processEvents();
    EXPECT_TRUE(toolbar->colourControl()->isVisible());
    EXPECT_FALSE(toolbar->colourMenu()->isVisible());
    screen.resize(400, 700);
    QApplication::processEvents();
    ASSERT_FALSE(toolbar->colourControl()->isVisible());
    ASSERT_TRUE(toolbar->colourMenu()->isVisible());
    EXPECT_TRUE(toolbar->rect().contains(toolbar->colourMenu()->geometry()));
    QSignalSpy changed(toolbar, &TopologyToolbar::colourByChanged);
    toolbar->colourMenu()->menu()->actions().at(2)->trigger();
    ASSERT_EQ(changed.size(), 1);
    EXPECT_EQ(toolbar->colourControl()->current(), 2);
    EXPECT_EQ(toolbar->colourMenu()->text(), QStringLiteral("Link"));
}

/// A pasted ibstat: no PCI function, and a picture of it would be empty.
TEST_F(TopologyScreenTest, ShowsWhatHasNoPlaceInTheTreeAsTables) {
    showServer();
    EXPECT_TRUE(screen.unplaced()->isHidden());
    EXPECT_TRUE(screen.view()->isVisible());
    host::Host host;
    host.rdmaDevices.emplace_back().name = "mlx5_4";
    host.rdmaDevices.back().ports.resize(2);
    host.rdmaDevices.back().ports[1].number = 1;
    TopologyContent content = test::contentOf(snapshot);
    content.topology = topology::build(std::make_shared<const host::Host>(host));
    screen.setContent(content);
    ASSERT_EQ(screen.unplaced()->tables().size(), 1U);
    EXPECT_TRUE(screen.unplaced()->isVisible());
    EXPECT_FALSE(screen.view()->isVisible());
    const QTableView &table = *screen.unplaced()->tables().front();
    EXPECT_EQ(table.model()->rowCount(), 2);
    EXPECT_EQ(table.model()->index(0, 0).data().toString(), QStringLiteral("mlx5_4"));
    EXPECT_EQ(table.accessibleName(), QStringLiteral("RDMA devices"));
    showServer();
    EXPECT_TRUE(screen.unplaced()->isHidden());
    EXPECT_TRUE(screen.view()->isVisible());
}

/// At 1100x700 the inspector is hidden, and the screen alone must tell what is wrong and what to do.
TEST_F(TopologyScreenTest, ShowsTheFindingsOfATextWithoutATreeWorstFirst) {
    showServer();
    host::Host host;
    const auto add = [&host](host::KernelMessage::Kind kind, std::string text, const char *device) {
        host::KernelMessage &message = host.kernelMessages.emplace_back();
        message.kind = kind;
        message.text = std::move(text);
        message.device = pci::Address::parse(device);
    };
    add(host::KernelMessage::Kind::LinkChange, "pcieport 0000:40:01.1: pciehp: Slot(7): Link Down",
        "0000:40:01.1");
    add(host::KernelMessage::Kind::GpuFault,
        "NVRM: Xid (PCI:0000:17:00): 79, pid=7, GPU has fallen off the bus.", "0000:17:00.0");
    TopologyContent content = test::contentOf(snapshot);
    content.topology = topology::build(std::make_shared<const host::Host>(host));
    screen.setContent(content);
    const std::vector<Callout *> &callouts = screen.unplaced()->callouts();
    ASSERT_EQ(callouts.size(), 2U);
    EXPECT_TRUE(callouts[0]->accessibleName().contains(QStringLiteral("Xid 79")));
    EXPECT_TRUE(callouts[0]->accessibleName().contains(QStringLiteral("Power-cycle the host")));
    EXPECT_TRUE(callouts[1]->accessibleName().contains(QStringLiteral("slot 7")));
    EXPECT_LT(callouts[1]->y(), screen.unplaced()->tables().front()->y());
    showServer();
    EXPECT_TRUE(screen.unplaced()->callouts().empty());
}

} // namespace
} // namespace fabricscope::widgets
