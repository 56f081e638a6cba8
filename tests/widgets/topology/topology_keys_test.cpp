// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/Wiring.h"
#include "core/present/affinity/FaultHint.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/widgets/Support.h"
#include "tests/widgets/TopologyTest.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/topology/Minimap.h"
#include "widgets/topology/TopologyCopy.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

#include <QAccessible>
#include <QClipboard>
#include <QMimeData>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolTip>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

class TopologyKeys : public TopologyTest {
protected:
    void SetUp() override {
        TopologyTest::SetUp();
        showServer("the demo hosts");
    }
    [[nodiscard]] QPoint middleOf(topology::NodeId id) const {
        return screen.view()->mapFromScene(toRect(screen.scene()->areaOf(id)->rect).center());
    }
};

TEST_F(TopologyKeys, RightAndLeftLeadAcrossPairsToTheNextSwitch) {
    screen.select(node("05:00.0"));
    std::vector<std::string> seen;
    for (int step = 0; step < 30 && screen.selected(); ++step) {
        const topology::Node &at = snapshot.topology->node(*screen.selected());
        if (at.kind == topology::NodeKind::Gpu)
            seen.push_back(at.name);
        key(Qt::Key_Right);
    }
    for (const char *gpu : {"GPU0", "GPU1", "GPU2", "GPU3", "GPU4", "GPU5", "GPU6", "GPU7"})
        EXPECT_TRUE(std::find(seen.begin(), seen.end(), gpu) != seen.end()) << gpu;
    const std::optional<topology::NodeId> last = screen.selected();
    key(Qt::Key_Left); // back along the same way
    EXPECT_NE(screen.selected(), last);
    key(Qt::Key_Right);
    EXPECT_EQ(screen.selected(), last);
}

TEST_F(TopologyKeys, HoverShowsTheWayUpToTheRootPortAfterItsDelay) {
    QTest::mouseMove(screen.view()->viewport(), middleOf(node("46:00.0")));
    EXPECT_EQ(screen.scene()->hovered(), std::nullopt);
    ASSERT_TRUE(test::waitFor([&] { return screen.scene()->hovered() == node("46:00.0"); }));
    const auto &way = screen.scene()->hoveredPath();
    ASSERT_GE(way.size(), 2U);
    double top = 1e9, bottom = 0;
    for (const draw::Rect &link : way) {
        top = std::min(top, link.y);
        bottom = std::max(bottom, link.bottom());
    }
    const draw::Rect gpu = screen.scene()->areaOf(node("46:00.0"))->rect;
    EXPECT_EQ(bottom, gpu.y); // starts at the box
    const topology::Node &gpuNode = snapshot.topology->node(node("46:00.0"));
    const auto port = snapshot.topology->node(*gpuNode.parent).parent;
    ASSERT_EQ(snapshot.topology->node(*port).kind, topology::NodeKind::RootPort);
    const draw::Rect portRect = screen.scene()->areaOf(*port)->rect;
    EXPECT_GE(top, portRect.y); // ends at the port
    EXPECT_LE(top, portRect.bottom());
    EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("0000:46:00.0")));
    QTest::mouseMove(screen.view()->viewport(), QPoint(1, 1));
    EXPECT_TRUE(screen.scene()->hoveredPath().empty());
}

TEST_F(TopologyKeys, HoverOverAChipShowsItsFaultInsteadOfTheDeviceBelow) {
    host::Host host = samples::mi355xServer();
    host.function(samples::address("0000:c6:00.0"))->currentWidth = samples::fact(std::uint8_t{8});
    snapshot = test::snapshotOf(host);
    screen.setContent(test::contentOf(snapshot));
    screen.settle();
    const std::string fault = present::linkFault(snapshot.topology->node(node("c6:00.0")));
    ASSERT_FALSE(fault.empty());
    const auto &hints = screen.scene()->list().hints;
    const auto narrow = std::find_if(hints.begin(), hints.end(), [&fault](const draw::Hint &hint) {
        return hint.text.find(fault) != std::string::npos;
    });
    ASSERT_NE(narrow, hints.end());
    screen.view()->centerOn(toRect(narrow->rect).center());
    QTest::mouseMove(screen.view()->viewport(), screen.view()->mapFromScene(toRect(narrow->rect).center()));
    EXPECT_TRUE(test::waitFor([&fault] { return QToolTip::text().contains(QString::fromStdString(fault)); }))
        << qPrintable(QToolTip::text());
}

TEST_F(TopologyKeys, SpacePeeksAndOnceMoreTakesItAway) {
    screen.select(node("a6:00.0"));
    key(Qt::Key_Space);
    EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("GPU5")));
    EXPECT_EQ(screen.scene()->hovered(), node("a6:00.0"));
    key(Qt::Key_Space);
    EXPECT_EQ(screen.scene()->hovered(), std::nullopt);
    key(Qt::Key_Space);
    key(Qt::Key_Right); // the next key hides it
    EXPECT_EQ(screen.scene()->hovered(), std::nullopt);
}

TEST_F(TopologyKeys, SpaceAndDragPansAndDoesNotPeekOrSelect) {
    screen.select(node("a6:00.0"));
    screen.view()->setZoom(2);
    screen.view()->horizontalScrollBar()->setValue(300);
    screen.view()->verticalScrollBar()->setValue(200);
    QWidget *port = screen.view()->viewport();
    const auto drag = [&](Qt::MouseButton button) {
        QTest::mousePress(port, button, {}, QPoint(300, 300));
        QMouseEvent move(QEvent::MouseMove, QPointF(260, 270), port->mapToGlobal(QPointF(260, 270)), button,
                         button, Qt::NoModifier);
        QApplication::sendEvent(port, &move);
        QTest::mouseRelease(port, button, {}, QPoint(260, 270));
    };
    QTest::keyPress(screen.view(), Qt::Key_Space);
    drag(Qt::LeftButton);
    QTest::keyRelease(screen.view(), Qt::Key_Space);
    EXPECT_EQ(screen.view()->horizontalScrollBar()->value(), 340);
    EXPECT_EQ(screen.view()->verticalScrollBar()->value(), 230);
    EXPECT_EQ(screen.selected(), node("a6:00.0"));
    EXPECT_EQ(screen.scene()->hovered(), std::nullopt);
    drag(Qt::MiddleButton);
    EXPECT_EQ(screen.view()->horizontalScrollBar()->value(), 380);
}

TEST_F(TopologyKeys, EnterOpensTheInspectorAndADoubleClickDoesToo) {
    QSignalSpy requested(&screen, &TopologyScreen::inspectorRequested);
    screen.select(node("46:00.0"));
    key(Qt::Key_Return);
    EXPECT_EQ(requested.count(), 1);
    QTest::mouseDClick(screen.view()->viewport(), Qt::LeftButton, {}, middleOf(node("47:00.0")));
    EXPECT_EQ(requested.count(), 2);
}

TEST_F(TopologyKeys, FFitsTheSelection) {
    screen.select(node("e5:00.0"));
    screen.view()->setZoom(0.3);
    key(Qt::Key_F);
    EXPECT_GT(screen.view()->zoom(), 1);
    EXPECT_TRUE(screen.view()->seen().contains(toRect(screen.scene()->areaOf(node("e5:00.0"))->rect)));
}

TEST_F(TopologyKeys, AMapAppearsOnlyWhileMuchIsOutOfSightAndPansByItsFrame) {
    const Minimap *map = screen.view()->minimap();
    screen.view()->fit();
    EXPECT_FALSE(map->isVisible());
    screen.view()->setZoom(3);
    QScrollBar *down = screen.view()->verticalScrollBar();
    for (int y = 0; y < down->maximum() && !map->isVisible(); y += 20)
        down->setValue(y);
    ASSERT_TRUE(map->isVisible());
    const QPointF from = map->frame().center();
    const int before = screen.view()->verticalScrollBar()->value();
    auto *widget = screen.view()->minimap();
    QTest::mousePress(widget, Qt::LeftButton, {}, from.toPoint());
    const QPointF to = from + QPointF(10, 20);
    QMouseEvent move(QEvent::MouseMove, to, widget->mapToGlobal(to), Qt::LeftButton, Qt::LeftButton, {});
    QApplication::sendEvent(widget, &move);
    EXPECT_GT(screen.view()->verticalScrollBar()->value(), before);
    EXPECT_NEAR(map->frame().center().y(), to.y(), 2);
}

/// A device: an area without another one inside.
std::vector<QRectF> devicesOf(const draw::DisplayList &list) {
    std::vector<QRectF> devices;
    for (const draw::Area &area : list.areas) {
        const QRectF rect = toRect(area.rect);
        const bool isInnermost =
            std::none_of(list.areas.begin(), list.areas.end(), [&](const draw::Area &other) {
                const QRectF inner = toRect(other.rect);
                return inner != rect && rect.contains(inner);
            });
        if (isInnermost)
            devices.push_back(rect);
    }
    return devices;
}

TEST_F(TopologyKeys, TheMapNeverCoversADevice) {
    const Minimap *map = screen.view()->minimap();
    const std::vector<QRectF> devices = devicesOf(screen.scene()->list());
    ASSERT_GT(devices.size(), 16U);
    int seen = 0;
    for (const double zoom : {0.7, 1.0, 1.6, 3.0}) {
        screen.view()->setZoom(zoom);
        QScrollBar *down = screen.view()->verticalScrollBar(), *right = screen.view()->horizontalScrollBar();
        for (int y = 0; y <= down->maximum(); y += 97)
            for (int x = 0; x <= right->maximum(); x += 211) {
                down->setValue(y);
                right->setValue(x);
                if (!map->isVisible())
                    continue;
                ++seen;
                const QRectF below = screen.view()->mapToScene(map->geometry()).boundingRect();
                for (const QRectF &device : devices)
                    EXPECT_FALSE(device.intersects(below)) << zoom << " at " << x << ", " << y;
            }
    }
    EXPECT_GT(seen, 3);
}

/// A picture with one box that contains a fold.
std::shared_ptr<draw::DisplayList> withFold(topology::NodeId outer, topology::NodeId inner) {
    auto list = std::make_shared<draw::DisplayList>();
    list->width = 400;
    list->height = 300;
    list->areas = {{outer, {10, 10, 300, 200}, 3, "outer"}, {inner, {20, 20, 100, 100}, 3, "inner"}};
    list->actions = {{draw::Action::Kind::Fold,
                      "vfs:0000:47:00.0",
                      true,
                      {30, 90, 80, 16},
                      "Show 62 more VFs of ionic_2"}};
    return list;
}

TEST_F(TopologyKeys, AFoldIsOpenedByAClickByEnterAndByAScreenReader) {
    screen.scene()->setList(withFold(node("41:00.0"), node("47:00.0")));
    QSignalSpy requested(screen.view(), &TopologyView::foldRequested);
    screen.view()->blockSignals(false);
    const QPoint at = screen.view()->mapFromScene(QPointF(40, 95));
    screen.view()->disconnect(&screen); // keep this picture
    QTest::mouseClick(screen.view()->viewport(), Qt::LeftButton, {}, at);
    screen.select(node("47:00.0"));
    key(Qt::Key_Return);
    QAccessibleInterface *view = QAccessible::queryAccessibleInterface(screen.view());
    QAccessibleInterface *inner = view->child(1);
    EXPECT_TRUE(inner->actionInterface()->actionNames().contains(QAccessibleActionInterface::toggleAction()));
    inner->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
    ASSERT_EQ(requested.count(), 3);
    for (const auto &call : requested) {
        EXPECT_EQ(call.at(0).toString(), QStringLiteral("vfs:0000:47:00.0"));
        EXPECT_TRUE(call.at(1).toBool());
    }
    EXPECT_FALSE(screen.view()->toggleFold(node("41:00.0"))); // the fold does not belong to the outer box
}

TEST_F(TopologyKeys, AFoldThatHasAPlaceOfItsOwnIsThatOfTheDeviceItIsNamedAfterToo) {
    auto list = withFold(node("41:00.0"), node("47:00.0"));
    list->areas.push_back({node("47:00.1"), {30, 90, 80, 16}, 2, "VF"});
    screen.scene()->setList(list);
    ASSERT_NE(screen.view()->foldOf(node("47:00.0")), nullptr);
    EXPECT_EQ(screen.view()->foldOf(node("47:00.0")), screen.view()->foldOf(node("47:00.1")));
    EXPECT_EQ(screen.view()->foldOf(node("41:00.0")), nullptr);
}

TEST_F(TopologyKeys, AFoldStaysOpenWhenTheHostIsReadAgainAndIsForgottenWithTheHost) {
    screen.setFold(QStringLiteral("vfs:0000:47:00.0"), true);
    snapshot = test::snapshotOf(samples::mi355xServer());
    screen.setContent(test::contentOf(snapshot));
    EXPECT_TRUE(screen.options().folds.isOpen("vfs:0000:47:00.0", false));
    screen.setContent(test::contentOf(snapshot, 2));
    EXPECT_TRUE(screen.options().folds.empty());
}

TEST_F(TopologyKeys, FoldsAreRetainedPerHostAndSignalled) {
    const QSignalSpy chosen(&screen, &TopologyScreen::foldsChosen);
    screen.setFold(QStringLiteral("vfs:0000:47:00.0"), true);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].toULongLong(), 1U);
    screen.setContent(test::contentOf(snapshot, 2));
    EXPECT_TRUE(screen.options().folds.empty());
    screen.setContent(test::contentOf(snapshot, 1)); // switch back
    EXPECT_TRUE(screen.options().folds.isOpen("vfs:0000:47:00.0", false));
    EXPECT_EQ(screen.folds(1).openStates().size(), 1U);
    // As restored from a session.
    layout::Folds folds;
    folds.setAllOpen(true);
    screen.setFolds(2, folds);
    EXPECT_FALSE(screen.options().folds.allOpen().has_value());
    screen.setContent(test::contentOf(snapshot, 2));
    EXPECT_EQ(screen.options().folds, folds);
    screen.setFolds(2, {});
    EXPECT_TRUE(screen.options().folds.empty());
    EXPECT_EQ(chosen.size(), 1) << "only what a person did";
}

TEST_F(TopologyKeys, ThePictureIsCopiedAsTextPngSvgAndPdf) {
    const auto clipboard = [] {
        return QGuiApplication::clipboard()->mimeData();
    };
    QSignalSpy statusMessageRequested(&screen, &TopologyScreen::statusMessageRequested);
    screen.copy(CopyAs::Text);
    EXPECT_TRUE(clipboard()->text().contains(QStringLiteral("GPU5")));
    EXPECT_TRUE(clipboard()->text().contains(QStringLiteral("simulated: the demo hosts")));
    screen.select(node("a6:00.0"));
    QTest::keyClick(screen.view(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(clipboard()->text().startsWith(QStringLiteral("GPU5  0000:a6:00.0\n")));
    EXPECT_FALSE(clipboard()->text().contains(QStringLiteral("GPU4")));
    QTest::keyClick(screen.view(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QImage image = QImage::fromData(clipboard()->data(QStringLiteral("image/png")), "PNG");
    EXPECT_EQ(image.width(), 2 * static_cast<int>(screen.scene()->list().width));
    EXPECT_EQ(image.pixelColor(2, image.height() / 2), tokenColour(Token::Canvas, ThemeKind::Dark));
    screen.copy(CopyAs::Svg);
    EXPECT_TRUE(clipboard()->data(QStringLiteral("image/svg+xml")).contains("GPU5"));
    screen.copy(CopyAs::Pdf);
    EXPECT_TRUE(clipboard()->data(QStringLiteral("application/pdf")).startsWith("%PDF-"));
    EXPECT_EQ(statusMessageRequested.count(), 5);
}

} // namespace
} // namespace fabricscope::widgets
