// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Version.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/HostVmScreenTest.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/hostvm/HostVmFileView.h"
#include "widgets/hostvm/HostVmPanel.h"
#include "widgets/hostvm/HostVmSentence.h"
#include "widgets/hostvm/HostVmToolbar.h"
#include "widgets/topology/StatePage.h"

#include <QAccessible>
#include <QClipboard>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

using present::HostVmFileLine;

TEST_F(HostVmScreenTest, ShowsTheProblemAboveThePicture) {
    const QString shown = screen.sentence()->sentence();
    EXPECT_EQ(screen.table()->severity(), Severity::Error);
    EXPECT_TRUE(shown.startsWith(QString::fromStdString(screen.table()->sentence()))) << shown.toStdString();
    EXPECT_EQ(screen.sentence()->agreement(), QStringLiteral("14 of 16 devices agree"));
    EXPECT_EQ(screen.view()->list().ribbons.size(), 18U);
}

TEST_F(HostVmScreenTest, ClickSelectsARowAndItsNodeOnOtherScreens) {
    QSignalSpy chosen(&screen, &HostVmScreen::nodeChosen);
    click(rowOf("GPU5", true));
    EXPECT_EQ(selectedName(), "GPU5 guest");
    click(rowOf("GPU5", false)); // the node is the guest's even for a row of the host
    EXPECT_EQ(selectedName(), "GPU5 host");
    ASSERT_EQ(chosen.size(), 2);
    EXPECT_EQ(chosen.at(0).front(), chosen.at(1).front());
    EXPECT_EQ(chosen.at(0).front().toUInt(), HostVmId::decoded(rowOf("GPU5", true))->node);
}

TEST_F(HostVmScreenTest, KeysWalkDownASideAndAlongTheCurve) {
    screen.view()->setFocus();
    click(rowOf("GPU0", false));
    QTest::keyClick(screen.view(), Qt::Key_Down);
    EXPECT_EQ(selectedName(), "ionic_0 host");
    QTest::keyClick(screen.view(), Qt::Key_Right);
    EXPECT_EQ(selectedName(), "ionic_0 guest");
    QTest::keyClick(screen.view(), Qt::Key_Left);
    EXPECT_EQ(selectedName(), "ionic_0 host");
    QTest::keyClick(screen.view(), Qt::Key_End);
    EXPECT_EQ(selectedName(), "ionic_7 host");
    QTest::keyClick(screen.view(), Qt::Key_Escape);
    EXPECT_EQ(selectedName(), "");
}

TEST_F(HostVmScreenTest, AlongAWrongPairTheHardwareLeads) {
    click(rowOf("ionic_2", false));
    QTest::keyClick(screen.view(), Qt::Key_Right);
    EXPECT_EQ(selectedName(), "ionic_2 guest");
}

TEST_F(HostVmScreenTest, HoverIsolatesTheCurvesOfARow) {
    HostVmView *view = screen.view();
    const std::uint32_t gpu = rowOf("GPU1", false);
    QTest::mouseMove(view->viewport(), view->viewRect(gpu).center());
    ASSERT_TRUE(test::waitFor([&] { return view->hovered() == gpu; }));
    EXPECT_TRUE(view->isHighlighted(rowOf("GPU1", true)));
    EXPECT_FALSE(view->isHighlighted(rowOf("GPU2", true)));
    EXPECT_FALSE(view->isHighlighted(rowOf("ionic_1", false)));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(view->viewport(), &leave);
    EXPECT_TRUE(view->isHighlighted(rowOf("GPU2", true)));
}

TEST_F(HostVmScreenTest, ACurveIsHoveredByItself) {
    HostVmView *view = screen.view();
    const draw::Item *line = nullptr;
    for (const draw::Item &item : view->list().items)
        if (item.ribbon == 0 && item.points.size() > 10)
            line = &item;
    ASSERT_NE(line, nullptr);
    const draw::Point middle = line->points[line->points.size() / 8];
    QTest::mouseMove(view->viewport(), QPoint(static_cast<int>(middle.x), static_cast<int>(middle.y)));
    ASSERT_TRUE(test::waitFor([&] { return view->hoveredCurve().has_value(); }));
    EXPECT_TRUE(view->isHighlighted(view->list().ribbons[*view->hoveredCurve()].to));
}

TEST_F(HostVmScreenTest, EnterShowsTheDeviceOfItsOwnSideInTopology) {
    QSignalSpy requested(&screen, &HostVmScreen::topologyRequested);
    click(rowOf("GPU3", false));
    QTest::keyClick(screen.view(), Qt::Key_Return);
    ASSERT_EQ(requested.size(), 1);
    EXPECT_EQ(requested.front().at(0).toULongLong(), 1U);
    EXPECT_EQ(requested.front().at(1).toUInt(), HostVmId::decoded(rowOf("GPU3", false))->node);
}

TEST_F(HostVmScreenTest, ASelectionOfAnotherScreenIsSeenHere) {
    screen.selectNode(HostVmId::decoded(rowOf("ionic_6", true))->node);
    EXPECT_EQ(selectedName(), "ionic_6 guest");
    screen.selectNode(std::nullopt);
    EXPECT_EQ(selectedName(), "");
}

TEST_F(HostVmScreenTest, TheMenuOfAGuestsDeviceOffersTheHostsOfItsKind) {
    QSignalSpy requested(&screen, &HostVmScreen::overrideRequested);
    std::unique_ptr<QMenu> menu(screen.menuFor(rowOf("GPU2", true)));
    ASSERT_FALSE(menu->actions().isEmpty());
    QMenu *hosts = menu->actions().front()->menu();
    ASSERT_NE(hosts, nullptr);
    int gpus = 0;
    for (QAction *action : hosts->actions())
        gpus += action->text().startsWith(QLatin1String("GPU")) ? 1 : 0;
    EXPECT_EQ(gpus, 8);
    EXPECT_TRUE(hosts->actions().at(2)->isChecked()); // GPU2, according to the evidence
    hosts->actions().at(5)->trigger();
    hosts->actions().back()->trigger();
    ASSERT_EQ(requested.size(), 2);
    EXPECT_EQ(requested.at(0).at(0).toUInt(), HostVmId::decoded(rowOf("GPU2", true))->node);
    EXPECT_EQ(requested.at(0).at(1).toLongLong(), HostVmId::decoded(rowOf("GPU5", false))->node);
    EXPECT_EQ(requested.at(1).at(1).toLongLong(), HostVmScreen::kNoDevice);
    std::unique_ptr<QMenu> ofHost(screen.menuFor(rowOf("GPU2", false)));
    EXPECT_EQ(ofHost->actions().front()->menu(), nullptr);
}

TEST_F(HostVmScreenTest, ThePanelShowsFileExpectedAndDifference) {
    HostVmPanel *panel = screen.panel();
    EXPECT_EQ(panel->tab(), HostVmPanel::Tab::Diff);
    EXPECT_EQ(panel->tabs()->segment(2)->text(), QStringLiteral("Diff 2")); // number of places
    int added = 0, removed = 0;
    for (const HostVmFileLine &line : panel->fileView()->lines()) {
        added += line.kind == HostVmFileLine::Kind::Added ? 1 : 0;
        removed += line.kind == HostVmFileLine::Kind::Removed ? 1 : 0;
    }
    EXPECT_EQ(added, 1);
    EXPECT_EQ(removed, 1);
    QTest::mouseClick(panel->tabs()->segment(0), Qt::LeftButton);
    EXPECT_EQ(panel->fileView()->lines().size(), 4U);
    EXPECT_TRUE(panel->fileView()->toPlainText().contains(QStringLiteral("   2   <a/>")));
    QTest::mouseClick(screen.toolbar()->verifyButton(), Qt::LeftButton);
    EXPECT_EQ(panel->tab(), HostVmPanel::Tab::File);
}

TEST_F(HostVmScreenTest, WhatHasNoRoomInTheToolbarIsUnderMore) {
    HostVmToolbar *toolbar = screen.toolbar();
    EXPECT_FALSE(toolbar->moreButton()->isVisible());
    screen.resize(toolbar->minimumWidth(), screen.height());
    QCoreApplication::processEvents();
    ASSERT_FALSE(toolbar->verifyButton()->isVisible());
    ASSERT_TRUE(toolbar->moreButton()->isVisible());
    QMenu *menu = toolbar->moreButton()->menu();
    Q_EMIT menu->aboutToShow();
    QStringList words;
    for (const QAction *action : menu->actions())
        words << action->text();
    ASSERT_TRUE(words.contains(toolbar->verifyButton()->text())) << qPrintable(words.join(QLatin1Char('|')));
    EXPECT_EQ(words.contains(toolbar->copyButton()->text()), !toolbar->copyButton()->isVisible());
    const QSignalSpy pressed(toolbar->verifyButton(), &QPushButton::clicked);
    menu->actions().front()->trigger();
    EXPECT_EQ(pressed.count(), 1);
}

TEST_F(HostVmScreenTest, ProblemsAreShownWorstFirstAndOneAfterTheOther) {
    HostVmPanel *panel = screen.panel();
    EXPECT_EQ(panel->findingCount(), 2U);
    EXPECT_EQ(panel->findingTitle(), QStringLiteral("Line 20: the wrong NIC"));
    QTest::mouseClick(panel->nextButton(), Qt::LeftButton);
    EXPECT_EQ(panel->findingTitle(), QStringLiteral("Line 2: link_speed is missing"));
    EXPECT_EQ(panel->fileView()->revealed(), 2U);
    click(rowOf("ionic_3", true)); // its line has the first finding
    EXPECT_EQ(panel->findingTitle(), QStringLiteral("Line 20: the wrong NIC"));
    EXPECT_EQ(panel->checkTexts(),
              QStringList({QStringLiteral("error: Pairs follow the host's switches, 6 of 8"),
                           QStringLiteral("passed: The library reads it")}));
}

TEST_F(HostVmScreenTest, TheHeadingOfTheVerificationCountsFindingsAsItsRowsDo) {
    HostVmContent content = contentOf(samples::mappedGuest({2, 3}));
    const auto examined = std::make_shared<HostVmExamination>(*content.examination);
    examined->verification->findings.push_back(findingOnLine(3, Severity::Warning, "one more"));
    examined->checks = {{Severity::Error, "Pairs follow the host's switches", "1 error"},
                        {Severity::Warning, "Link speed and width", "2 warnings"},
                        {std::nullopt, "The library reads it", ""}};
    content.examination = examined;
    screen.setContent(content);
    EXPECT_EQ(screen.panel()->checksSum(), QStringLiteral("1 error, 2 warnings"));
}

TEST_F(HostVmScreenTest, ThePanelGivesWayWhereThereIsNoRoom) {
    EXPECT_TRUE(screen.panel()->isVisible());
    screen.resize(860, 600);
    screen.settle();
    EXPECT_FALSE(screen.panel()->isVisible());
    EXPECT_LE(screen.view()->list().width, 860);
    screen.setPanelShown(true);
    EXPECT_TRUE(screen.panel()->isVisible());
}

TEST_F(HostVmScreenTest, ThePictureFitsTheSmallestWindowAtAnyFontSize) {
    for (const int font : {kMinUiFontSize, kUiFontSize, kMaxUiFontSize}) {
        setUiFontSize(font);
        const int sidebar = scaledToUi(240);
        screen.resize(1100 - sidebar, 560);
        screen.settle();
        EXPECT_EQ(screen.view()->horizontalScrollBar()->maximum(), 0) << font;
        screen.setPanelShown(true);
        test::settleLayout();
        EXPECT_TRUE(screen.panel()->isVisible());
        EXPECT_TRUE(screen.rect().contains(screen.panel()->geometry())) << font;
        EXPECT_EQ(screen.view()->isVisible() ? screen.view()->horizontalScrollBar()->maximum() : 0, 0)
            << font;
        screen.setPanelShown(std::nullopt);
    }
    setUiFontSize(kUiFontSize);
}

TEST_F(HostVmScreenTest, ThePictureFitsAWindowThatBecameLowerWhileItWasAway) {
    screen.resize(859, 1100);
    test::settleLayout();
    screen.settle();
    ASSERT_EQ(screen.view()->verticalScrollBar()->maximum(), 0);
    const HostVmContent content = screen.content();
    screen.setContent({});
    screen.resize(859, 600);
    test::settleLayout();
    screen.settle();
    screen.setContent(content);
    QTest::qWait(0); // for the layout of the view
    screen.settle();
    EXPECT_GT(screen.view()->verticalScrollBar()->maximum(), 0);
    EXPECT_EQ(screen.view()->horizontalScrollBar()->maximum(), 0);
}

TEST_F(HostVmScreenTest, WithoutRoomForBothThePanelTakesThePicturesPlaceAndGivesItBack) {
    QSignalSpy chosen(&screen, &HostVmScreen::panelChosen);
    screen.resize(700, 600);
    screen.settle();
    EXPECT_TRUE(screen.hidesPanel());
    QTest::mouseClick(screen.toolbar()->verifyButton(), Qt::LeftButton);
    test::settleLayout();
    ASSERT_TRUE(screen.panel()->isVisible());
    EXPECT_FALSE(screen.view()->isVisible());
    EXPECT_EQ(screen.panel()->width(), screen.width());
    QTest::mouseClick(screen.panel()->backButton(), Qt::LeftButton);
    EXPECT_TRUE(screen.view()->isVisible());
    EXPECT_FALSE(screen.panel()->isVisible());
    ASSERT_EQ(chosen.size(), 2); // the window shows it in its menu and its status bar
    EXPECT_EQ(chosen.at(0).front().value<std::optional<bool>>(), true);
    EXPECT_EQ(chosen.at(1).front().value<std::optional<bool>>(), std::nullopt);
    screen.resize(1200, 600);
    EXPECT_TRUE(screen.panel()->isVisible());
    EXPECT_FALSE(screen.panel()->backButton()->isVisible());
}

TEST_F(HostVmScreenTest, AVmThatIsNotOpenCanBeChosen) {
    QSignalSpy requested(&screen, &HostVmScreen::guestRequested);
    const auto actions = screen.toolbar()->guestButton()->menu()->actions();
    ASSERT_EQ(actions.size(), 2);
    EXPECT_TRUE(actions.at(0)->isChecked());
    EXPECT_EQ(actions.at(1)->text(), QStringLiteral("vm-03b (not open)"));
    actions.at(1)->trigger();
    ASSERT_TRUE(test::waitFor([&] { return requested.size() == 1; }));
    EXPECT_EQ(requested.front().at(0).toULongLong(), 0U);
    EXPECT_EQ(requested.front().at(1).toString(), QStringLiteral("vm-03b"));
}

TEST_F(HostVmScreenTest, DisablesItsButtonsWithoutFilesAndHosts) {
    samples::MappedGuest made = samples::mappedGuest();
    made.host = nullptr;
    made.hasFile = false;
    made.claims.clear();
    screen.setContent(contentOf(made, false));
    EXPECT_FALSE(screen.toolbar()->verifyButton()->isEnabled());
    EXPECT_FALSE(screen.toolbar()->generateButton()->isEnabled());
    EXPECT_FALSE(screen.toolbar()->copyButton()->isEnabled());
    EXPECT_TRUE(screen.sentence()->sentence().contains(QStringLiteral("is unknown")));
    EXPECT_TRUE(screen.hasPicture());
}

TEST_F(HostVmScreenTest, EmptyScreenOffersToConnect) {
    screen.setContent({});
    EXPECT_FALSE(screen.hasPicture());
    EXPECT_TRUE(screen.statePage()->isVisible());
    QSignalSpy requested(&screen, &HostVmScreen::connectRequested);
    auto *connect = test::child<QPushButton>(*screen.statePage(),
                                             [](const QPushButton &each) { return each.isVisible(); });
    ASSERT_NE(connect, nullptr);
    QTest::mouseClick(connect, Qt::LeftButton);
    EXPECT_EQ(requested.size(), 1);
}

TEST_F(HostVmScreenTest, EachRowIsHeardByWhatItIsOnBothSides) {
    QAccessibleInterface *list = QAccessible::queryAccessibleInterface(screen.view());
    ASSERT_NE(list, nullptr);
    EXPECT_EQ(list->role(), QAccessible::List);
    ASSERT_EQ(list->childCount(), static_cast<int>(screen.view()->list().areas.size()));
    QStringList names;
    for (int index = 0; index < list->childCount(); ++index)
        names << list->child(index)->text(QAccessible::Name);
    EXPECT_EQ(names.filter(QStringLiteral("is ionic_3 66:00.1 of the host, certain")).size(), 1);
    EXPECT_EQ(names.filter(QStringLiteral("error: ")).size(), 4); // two NICs and their GPUs
    for (const QString &name : names)
        EXPECT_FALSE(name.isEmpty());
}

TEST_F(HostVmScreenTest, PaintsInEveryThemeAndAtEverySize) {
    for (const ThemeKind theme :
         {ThemeKind::Dark, ThemeKind::Light, ThemeKind::HighContrastDark, ThemeKind::HighContrastLight}) {
        test::applyTheme(theme);
        screen.themeChanged();
        for (const QSize size : {QSize(600, 400), QSize(1200, 800), QSize(2400, 1400)}) {
            screen.resize(size);
            screen.settle();
            QTest::qWait(0); // for the layout of widgets that became visible
            const QImage image = screen.grab().toImage();
            EXPECT_EQ(image.size(), size * image.devicePixelRatio());
            EXPECT_EQ(screen.view()->horizontalScrollBar()->maximum(), 0);
        }
    }
}

TEST_F(HostVmScreenTest, ExpectedTabShowsItsOwnSizeAndMarksTheCorrectedLine) {
    auto made = std::make_shared<HostVmExamination>(*screen.content().examination);
    made->expected = std::string(kExpected) + "<c/>\n";
    made->difference = present::differenceOf(made->text, made->expected);
    made->verification->findings[1].corrected = "<b/>";
    HostVmContent content = screen.content();
    content.examination = made;
    screen.setContent(content);
    HostVmPanel *panel = screen.panel();
    const auto hasText = [panel](const QString &words) {
        return test::child<ElidedLabel>(
                   *panel, [&](const ElidedLabel &label) { return label.text() == words; }) != nullptr;
    };
    panel->setTab(HostVmPanel::Tab::File);
    EXPECT_TRUE(hasText(QStringLiteral("on vm-03a, %1 bytes").arg(std::string(kFileText).size())));
    EXPECT_EQ(panel->fileView()->revealed(), 20U);
    panel->setTab(HostVmPanel::Tab::Expected);
    EXPECT_TRUE(hasText(QStringLiteral("expected, %1 bytes").arg(made->expected.size())));
    EXPECT_EQ(panel->fileView()->revealed(), 2U);
}

TEST_F(HostVmScreenTest, TheExpectedFileIsSavedAndCopied) {
    const test::TemporaryFolder folder;
    const QString file = QString::fromStdString((folder.path() / "made.xml").string());
    HostVmPanel *panel = screen.panel();
    panel->setTab(HostVmPanel::Tab::Expected);
    QTest::mouseClick(panel->copyButton(), Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->text(), QLatin1String(kExpected));
    QSignalSpy requested(panel, &HostVmPanel::saveRequested);
    QSignalSpy statusMessageRequested(&screen, &HostVmScreen::statusMessageRequested);
    QTimer::singleShot(0, &screen, [&file] {
        auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        dialog->findChild<QLineEdit *>()->setText(file);
        static_cast<QDialog *>(dialog)->accept();
    });
    QTest::mouseClick(panel->saveButton(), Qt::LeftButton);
    ASSERT_EQ(requested.size(), 1);
    EXPECT_EQ(requested.at(0).at(0).toString(), QStringLiteral("topo.xml"));
    QFile written(file);
    ASSERT_TRUE(written.open(QIODevice::ReadOnly));
    EXPECT_EQ(written.readAll(), QByteArray(kExpected));
    ASSERT_EQ(statusMessageRequested.size(), 1);
    EXPECT_EQ(statusMessageRequested.at(0).front().toString(), QStringLiteral("Written: %1").arg(file));
    panel->setTab(HostVmPanel::Tab::Diff);
    EXPECT_FALSE(panel->saveButton()->isVisible());
}

} // namespace
} // namespace fabricscope::widgets
