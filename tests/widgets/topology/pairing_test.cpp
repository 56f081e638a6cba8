// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/HostSession.h"
#include "core/affinity/Examine.h"
#include "tests/support/samples/SampleJudgement.h"
#include "tests/widgets/Support.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/facts/FactRows.h"
#include "widgets/facts/PairingFacts.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyToolbar.h"
#include "widgets/topology/TopologyView.h"

#include <QAccessible>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::widgets {
namespace {

using draw::Ribbon;

/// A server whose GPU2 and GPU3 use each other's NICs.
class PairingTest : public ::testing::Test {
protected:
    PairingTest() {
        test::applyTheme(ThemeKind::Dark);
        snapshot = test::snapshotOf(samples::mi355xServer());
        judgement = std::make_shared<affinity::Judgement>(samples::judgementOf(
            *snapshot.topology, {{"0000:46:00.0", "0000:66:00.0"}, {"0000:65:00.0", "0000:47:00.0"}}));
    }
    TopologyContent content(quint64 host = 1) {
        TopologyContent content = test::contentOf(snapshot, host);
        content.judgement = judgement;
        return content;
    }
    topology::NodeId node(const char *bdf) const { return test::nodeAt(*snapshot.topology, bdf); }

    app::Snapshot snapshot;
    std::shared_ptr<affinity::Judgement> judgement;
};

TEST_F(PairingTest, MarksARateLimitedByTheNicPort) {
    const auto distance = [this] {
        for (const FactRow &row :
             pairingFacts(*judgement, *snapshot.topology, node("0000:46:00.0")).section.rows)
            if (row.label == QLatin1String("Distance"))
                return row.value;
        return QString();
    };
    for (affinity::Pair &pair : judgement->pairs) {
        pair.reach.bandwidth = GigabytesPerSecond{63};
        pair.cost.physical = GigabytesPerSecond{63};
    }
    EXPECT_EQ(distance(), QStringLiteral("NODE, 63.0 GB/s"));
    for (affinity::Pair &pair : judgement->pairs)
        pair.cost.physical = GigabytesPerSecond{50};
    EXPECT_EQ(distance(), QStringLiteral("NODE, 50.0 GB/s (NIC port limit)"));
}

class PairedScreen : public PairingTest {
protected:
    void SetUp() override {
        screen.resize(900, 700);
        screen.show();
        screen.activateWindow(); // shortcuts belong to the active window
        EXPECT_TRUE(QTest::qWaitForWindowActive(&screen));
        screen.setContent(content());
        screen.settle();
    }
    std::ptrdiff_t count(Ribbon::Kind kind) const {
        const auto &ribbons = screen.scene()->list().ribbons;
        return std::count_if(ribbons.begin(), ribbons.end(),
                             [kind](const Ribbon &ribbon) { return ribbon.kind == kind; });
    }
    /// The scene as it is painted now.
    QImage painted() {
        QImage image(screen.scene()->sceneRect().size().toSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        screen.scene()->render(&painter, QRectF(image.rect()), screen.scene()->sceneRect());
        return image;
    }
    TopologyScreen screen;
};

TEST_F(PairedScreen, RibbonsAreOnAndShiftPAndTheirSwitchTakeThemAway) {
    EXPECT_TRUE(screen.toolbar()->ribbons()->isChecked());
    EXPECT_EQ(count(Ribbon::Kind::Assigned), 6);
    EXPECT_EQ(count(Ribbon::Kind::Finding), 2);
    QTest::keyClick(screen.view(), Qt::Key_P, Qt::ShiftModifier);
    EXPECT_FALSE(screen.toolbar()->ribbons()->isChecked());
    EXPECT_TRUE(screen.scene()->list().ribbons.empty());
    QTest::mouseClick(screen.toolbar()->ribbons(), Qt::LeftButton);
    EXPECT_EQ(count(Ribbon::Kind::Finding), 2);
}

TEST_F(PairedScreen, AJudgementThatComesLaterIsDrawnAndTheSelectionStays) {
    screen.select(node("05:00.0"));
    TopologyContent unjudged = content();
    unjudged.judgement = nullptr;
    screen.setContent(unjudged);
    EXPECT_TRUE(screen.scene()->list().ribbons.empty());
    QSignalSpy selections(&screen, &TopologyScreen::nodeSelected);
    screen.setContent(content());
    EXPECT_EQ(count(Ribbon::Kind::Finding), 2);
    EXPECT_EQ(screen.selected(), node("05:00.0"));
    EXPECT_EQ(selections.count(), 1) << "the inspector has more to say";
}

TEST_F(PairedScreen, TracePaintsTheRouteOfAPairUntilAnotherHost) {
    EXPECT_EQ(count(Ribbon::Kind::Route), 2);
    screen.trace(node("05:00.0"));
    EXPECT_EQ(count(Ribbon::Kind::Route), 3);
    screen.setContent(content());
    EXPECT_EQ(count(Ribbon::Kind::Route), 3);
    screen.setContent(content(2));
    EXPECT_EQ(count(Ribbon::Kind::Route), 2);
}

TEST_F(PairedScreen, HoverLeavesTheRibbonsOfADeviceAndFadesOthers) {
    const draw::Rect gpu = screen.scene()->areaOf(node("05:00.0"))->rect;
    const draw::Rect other = screen.scene()->areaOf(node("26:00.0"))->rect;
    const auto edgeOfBand = [](const draw::Rect &box) { // its upper edge is 1 px in the colour of the path
        return QPoint(static_cast<int>(box.right()) + 1, static_cast<int>(box.y + (box.height - 18) / 2));
    };
    const QImage before = painted();
    screen.scene()->setHovered(node("05:00.0"));
    const QImage hovered = painted();
    EXPECT_EQ(before.pixel(edgeOfBand(gpu)), hovered.pixel(edgeOfBand(gpu)));
    EXPECT_NE(before.pixel(edgeOfBand(other)), hovered.pixel(edgeOfBand(other)));
    screen.scene()->setHovered(node("0000:4a:00.0")); // NVMe has no ribbons, so none is faded
    EXPECT_EQ(before.pixel(edgeOfBand(other)), painted().pixel(edgeOfBand(other)));
}

TEST_F(PairedScreen, SearchFindsWhatIsMispaired) {
    EXPECT_EQ(screen.find(QStringLiteral("is:mispaired")), 4);
    EXPECT_EQ(screen.find(QStringLiteral("is:mispaired gpu")), 2);
    TopologyContent unjudged = content();
    unjudged.judgement = nullptr;
    screen.setContent(unjudged);
    EXPECT_EQ(screen.find(QStringLiteral("is:mispaired")), 0);
}

TEST_F(PairedScreen, ScreenReadersHearWhatAGpuIsMispairedWith) {
    QAccessibleInterface *view = QAccessible::queryAccessibleInterface(screen.view());
    ASSERT_NE(view, nullptr);
    QStringList names;
    for (int index = 0; index < view->childCount(); ++index)
        names << view->child(index)->text(QAccessible::Name);
    EXPECT_TRUE(
        names.contains(QStringLiteral("GPU3, 65:00.0, NUMA 0, vfio-pci, error: mispaired with ionic_2")));
}

class PairedInspector : public PairingTest {
protected:
    void show(const char *bdf) {
        static_cast<InspectorPanel &>(panel).show(snapshot.topology, snapshot.capture, node(bdf), judgement);
        panel.resize(304, 700);
        static_cast<QWidget &>(panel).show();
    }
    const FactRow *row(const char *label) const {
        for (const FactRow &row : panel.pairing().section.rows)
            if (row.label == QLatin1String(label))
                return &row;
        return nullptr;
    }
    InspectorPanel panel;
};

TEST_F(PairedInspector, ShowsAssignedAndExpectedNicOfAMispairedGpu) {
    show("46:00.0");
    ASSERT_EQ(panel.pairing().callouts.size(), 1U);
    EXPECT_EQ(panel.pairing().callouts[0].title, QStringLiteral("Mispaired with ionic_3"));
    EXPECT_TRUE(panel.pairing().callouts[0].text.contains(QStringLiteral("GPU2 uses ionic_3")));
    ASSERT_NE(row("Assigned NIC"), nullptr);
    EXPECT_EQ(row("Assigned NIC")->value, QStringLiteral("66:00.0 ionic_3"));
    EXPECT_EQ(row("Assigned NIC")->look, FactRow::Look::Error);
    ASSERT_NE(row("Expected NIC"), nullptr);
    EXPECT_EQ(row("Expected NIC")->value, QStringLiteral("47:00.0 ionic_2"));
}

TEST_F(PairedInspector, ShowsCurrentAndExpectedGpuOfANic) {
    show("66:00.0");
    ASSERT_EQ(panel.pairing().callouts.size(), 1U);
    EXPECT_EQ(panel.pairing().callouts[0].title, QStringLiteral("Mispaired with GPU2"));
    ASSERT_NE(row("Expected GPU"), nullptr);
    EXPECT_EQ(row("Expected GPU")->value, QStringLiteral("65:00.0 GPU3"));
    show("66:00.1"); // and its passed-through function
    EXPECT_EQ(panel.pairing().callouts.size(), 1U);
}

TEST_F(PairedInspector, IsQuietWhereNothingIsWrongAndSilentWhereNothingIsPaired) {
    show("05:00.0");
    EXPECT_TRUE(panel.pairing().callouts.empty());
    ASSERT_NE(row("Assigned NIC"), nullptr);
    EXPECT_EQ(row("Assigned NIC")->look, FactRow::Look::Mono);
    EXPECT_EQ(row("Expected NIC"), nullptr);
    show("4a:00.0");
    EXPECT_TRUE(panel.pairing().section.rows.empty());
    EXPECT_EQ(test::buttonNamed(panel, QStringLiteral("Show fix")), nullptr);
}

TEST_F(PairedInspector, ItsLinksLeadToTheFixAndTraceThePath) {
    show("46:00.0");
    QSignalSpy fix(&panel, &InspectorPanel::fixRequested), trace(&panel, &InspectorPanel::traceRequested);
    QAbstractButton *showFix = test::buttonNamed(panel, QStringLiteral("Show fix"));
    QAbstractButton *tracePath = test::buttonNamed(panel, QStringLiteral("Trace path"));
    ASSERT_TRUE(showFix != nullptr && tracePath != nullptr);
    QTest::mouseClick(showFix, Qt::LeftButton);
    QTest::keyClick(tracePath, Qt::Key_Space);
    ASSERT_EQ(fix.count(), 1);
    ASSERT_EQ(trace.count(), 1);
    EXPECT_EQ(trace.front().front().toUInt(), node("46:00.0"));
}

TEST_F(PairingTest, TheSidebarCountsFindingsAboutPairs) {
    std::vector<std::unique_ptr<app::window::HostSession>> sessions;
    sessions.push_back(std::make_unique<app::window::HostSession>());
    sessions.front()->snapshot = snapshot;
    const int before = app::window::fleetEntries(sessions).front().errors;
    auto examination = std::make_shared<affinity::Examination>();
    examination->judgement = *judgement;
    sessions.front()->snapshot.examination = examination;
    EXPECT_EQ(app::window::fleetEntries(sessions).front().errors, before + 2);
    ASSERT_NE(sessions.front()->judgement(), nullptr);
    EXPECT_EQ(app::window::contentOf(*sessions.front(), 0).judgement, sessions.front()->judgement());
}

} // namespace
} // namespace fabricscope::widgets
