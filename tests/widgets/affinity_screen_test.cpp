// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/affinity/AffinityCellPainter.h"
#include "tests/support/samples/SampleAffinity.h"
#include "tests/widgets/Support.h"
#include "widgets/affinity/AffinityModel.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityTables.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/affinity/AffinityView.h"
#include "widgets/affinity/CellActions.h"
#include "widgets/affinity/LibraryErrorStrip.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/affinity/TriedPairs.h"
#include "widgets/affinity/WhatIfStrip.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/topology/StatePage.h"

#include <QAccessible>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

using layout::AffinityId;
using Part = AffinityId::Part;

QString text(const std::string &utf8) {
    return QString::fromStdString(utf8);
}

class AffinityScreenTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Dark);
        screen.resize(1200, 780);
        screen.show();
    }
    void show(host::Host host, std::pair<std::size_t, std::size_t> swapped = {0, 0}, quint64 id = 1) {
        const samples::PairingHost pairing = samples::pairingHost(std::move(host));
        AffinityContent content;
        content.host.host = id;
        content.host.name = QStringLiteral("made");
        content.host.topology = pairing.topology;
        content.examination = samples::examinationOf(pairing, swapped, true);
        screen.setContent(content);
        if (screen.isVisible())
            settle();
    }
    void settle() {
        QCoreApplication::processEvents();
        screen.settle();
    }
    /// The NIC that the GPU uses on the screen.
    [[nodiscard]] std::size_t nicOf(std::size_t gpu) const {
        return screen.shown()->table().pairsOf(gpu).front()->nic.value();
    }
    [[nodiscard]] QPoint at(const AffinityId &id) const {
        return screen.view()->viewRect(id.encoded()).center();
    }
    void drag(const QPoint &from, const QPoint &to) {
        QWidget *area = screen.view()->viewport();
        QTest::mousePress(area, Qt::LeftButton, {}, from);
        for (const QPoint &step : {from + QPoint(0, 12), (from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, QPointF(step), area->mapToGlobal(QPointF(step)), Qt::NoButton,
                             Qt::LeftButton, {});
            QCoreApplication::sendEvent(area, &move);
        }
    }
    AffinityScreen screen;
};

TEST_F(AffinityScreenTest, WhatHasNoRoomInTheToolbarIsUnderMore) {
    show(samples::mi355xServer());
    AffinityToolbar *toolbar = screen.toolbar();
    toolbar->setOthers(2, false);
    const QStringList values{toolbar->values()->segment(0)->text(), toolbar->values()->segment(1)->text(),
                             toolbar->values()->segment(2)->text()};
    bool sawMore = false;
    for (const int font : {kMinUiFontSize, kUiFontSize, kMaxUiFontSize}) {
        setUiFontSize(font);
        for (const int width : {1200, 820, 640, 520, 420}) {
            toolbar->setParent(nullptr);
            toolbar->resize(width, toolbar->height());
            toolbar->show();
            QCoreApplication::processEvents();
            QStringList words;
            if (toolbar->moreButton()->isVisible()) {
                Q_EMIT toolbar->moreButton()->menu()->aboutToShow();
                for (const QAction *each : toolbar->moreButton()->menu()->actions())
                    words << each->text();
                sawMore = true;
            }
            for (const QAbstractButton *each : {static_cast<QAbstractButton *>(toolbar->table()),
                                                static_cast<QAbstractButton *>(toolbar->others())})
                EXPECT_NE(each->isVisible(), words.contains(each->text()))
                    << qPrintable(each->text()) << " at " << width << ", font " << font;
            for (const QString &figure : values)
                EXPECT_NE(toolbar->values()->isVisible(), words.contains(figure)) << width << ", " << font;
        }
    }
    setUiFontSize(kUiFontSize);
    ASSERT_TRUE(sawMore);

    QSignalSpy drawn(toolbar, &AffinityToolbar::othersRequested),
        changed(toolbar, &AffinityToolbar::valuesChanged);
    toolbar->resize(420, toolbar->height());
    QCoreApplication::processEvents();
    ASSERT_TRUE(toolbar->moreButton()->isVisible());
    Q_EMIT toolbar->moreButton()->menu()->aboutToShow();
    for (QAction *each : toolbar->moreButton()->menu()->actions())
        if (each->text() == toolbar->others()->text() || each->text() == values[2])
            each->trigger();
    EXPECT_EQ(drawn.count(), 1);
    ASSERT_EQ(changed.count(), 1);
    EXPECT_EQ(changed.front().front().toInt(), 2);
    toolbar->setParent(&screen);
}

TEST_F(AffinityScreenTest, ShowsTheVerdictWithoutAClick) {
    show(samples::mi355xServer(), {2, 3});
    ASSERT_TRUE(screen.verdictBar()->isVisible());
    EXPECT_TRUE(screen.verdictBar()->sentence().contains(QStringLiteral("GPU2")));
    EXPECT_TRUE(screen.verdictBar()->sentence().contains(QStringLiteral("mispaired")));
    EXPECT_TRUE(screen.verdictBar()->accessibleName().startsWith(QStringLiteral("error: ")));
    EXPECT_FALSE(screen.verdictBar()->fix().isEmpty());
}

TEST_F(AffinityScreenTest, LaysNothingOutWhileItIsHidden) {
    screen.hide();
    show(samples::mi355xServer(), {2, 3});
    ASSERT_NE(screen.shown(), nullptr) << "what was judged is there for others";
    EXPECT_TRUE(screen.selectedCell());
    EXPECT_TRUE(screen.view()->list().items.empty());
    EXPECT_EQ(screen.tables()->nicTable()->model()->rowCount(), 0);
    screen.show();
    EXPECT_FALSE(screen.view()->list().items.empty());
    EXPECT_GT(screen.tables()->nicTable()->model()->rowCount(), 0);
    EXPECT_EQ(screen.view()->selected(), screen.selectedCell()->encoded());
    EXPECT_FALSE(screen.routePanel()->title().isEmpty());
}

/// A panel next to the matrices takes room from them although the screen is not resized.
TEST_F(AffinityScreenTest, FollowsTheRoomThatTheRouteLeaves) {
    show(samples::mi355xServer());
    for (const bool expected : {false, true, false}) {
        screen.setRouteShown(expected);
        const double laidOut = screen.view()->list().width;
        ASSERT_TRUE(test::waitFor([&] { return screen.routePanel()->isVisible() == expected; }));
        EXPECT_TRUE(test::waitFor([&] {
            const double room = screen.view()->visibleWidth();
            return screen.view()->list().width <= room && screen.view()->list().width > room - 40;
        })) << laidOut
            << ' ' << screen.view()->list().width << ' ' << screen.view()->visibleWidth();
    }
}

TEST_F(AffinityScreenTest, ChoosesTheWorstPairByItself) {
    show(samples::mi355xServer(), {2, 3});
    ASSERT_TRUE(screen.selectedCell());
    EXPECT_EQ(screen.selectedCell()->row, 2U);
    EXPECT_EQ(screen.selectedCell()->column, nicOf(2));
    EXPECT_TRUE(screen.routePanel()->title().startsWith(QStringLiteral("GPU2 to ")));
}

TEST_F(AffinityScreenTest, ShowsTheRouteOfTheCellThatIsClicked) {
    show(samples::mi355xServer());
    QSignalSpy chosen(&screen, &AffinityScreen::nodeChosen);
    const AffinityId cell{Part::Cell, 1, nicOf(0)};
    QTest::mouseClick(screen.view()->viewport(), Qt::LeftButton, {}, at(cell));
    EXPECT_EQ(screen.selectedCell(), cell);
    const auto &fabric = screen.shown()->table().fabric();
    EXPECT_EQ(screen.routePanel()->title(), QStringLiteral("GPU1 to ") + text(fabric.nics[nicOf(0)].name));
    EXPECT_TRUE(screen.routePanel()->accessibleText().contains(QStringLiteral("Root port")));
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().toUInt(), *fabric.gpus[1].node);
}

TEST_F(AffinityScreenTest, GoesFromCellToCellByTheArrowKeysAndIntoTheOtherMatrix) {
    show(samples::mi355xServer());
    const auto &table = screen.shown()->table();
    screen.selectCell({Part::Cell, table.rows().front(), table.columns().back()}); // so that it is drawn
    screen.selectCell({Part::Cell, table.rows().front(), table.columns().front()});
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(screen.view(), key);
        return *screen.selectedCell();
    };
    EXPECT_EQ(press(Qt::Key_Right), (AffinityId{Part::Cell, table.rows()[0], table.columns()[1]}));
    EXPECT_EQ(press(Qt::Key_Down), (AffinityId{Part::Cell, table.rows()[1], table.columns()[1]}));
    EXPECT_EQ(press(Qt::Key_End), (AffinityId{Part::Cell, table.rows()[1], table.columns().back()}));
    EXPECT_EQ(press(Qt::Key_Home), (AffinityId{Part::Cell, table.rows()[1], table.columns().front()}));
    EXPECT_EQ(press(Qt::Key_Left),
              (AffinityId{Part::Cell, table.rows()[1], table.columns().front()})); // at the edge
    for (int i = 0; i < 7; ++i)
        press(Qt::Key_Down);
    EXPECT_EQ(screen.selectedCell()->part, Part::Peer);
}

TEST_F(AffinityScreenTest, HasAnAccessibleNameForEachCell) {
    show(samples::mi355xServer(), {2, 3});
    QAccessibleInterface *view = QAccessible::queryAccessibleInterface(screen.view());
    ASSERT_NE(view, nullptr);
    EXPECT_EQ(view->role(), QAccessible::Table);
    ASSERT_EQ(view->childCount(), static_cast<int>(screen.view()->list().areas.size()));
    const QString expected = text(screen.shown()->table().label(2, nicOf(2)));
    bool found = false;
    for (int i = 0; i < view->childCount(); ++i) {
        QAccessibleInterface *cell = view->child(i);
        EXPECT_FALSE(cell->text(QAccessible::Name).isEmpty());
        if (cell->text(QAccessible::Name) != expected)
            continue;
        found = true;
        EXPECT_TRUE(cell->state().selected);
        EXPECT_EQ(view->indexOfChild(cell), i);
    }
    EXPECT_TRUE(found);
    EXPECT_TRUE(expected.contains(QStringLiteral("mispaired")));
}

TEST_F(AffinityScreenTest, DescribesATrialPairAsHypothetical) {
    show(samples::mi355xServer());
    screen.tryPair(0, nicOf(1));
    ASSERT_TRUE(screen.shown()->isHypothesis());
    QString sentences = screen.verdictBar()->why() + screen.verdictBar()->fix().join(QLatin1Char(' '));
    for (const affinity::Pair &pair : screen.shown()->judgement().pairs)
        sentences += text(pair.reason);
    EXPECT_TRUE(sentences.contains(QStringLiteral("would use")));
    EXPECT_FALSE(sentences.contains(QStringLiteral("The run used"))) << "nothing was run";
    EXPECT_FALSE(sentences.contains(QStringLiteral("in the run")));
}

TEST_F(AffinityScreenTest, BringsNicsForOtherThingsIntoThePictureOnDemand) {
    show(samples::mi355xServer());
    const auto &table = screen.shown()->table();
    ASSERT_LT(table.usedColumns().size(), table.columns().size());
    ToggleSwitch *others = screen.toolbar()->others();
    ASSERT_TRUE(others->isVisible());
    const AffinityId other{Part::Cell, 0, table.columns().back()};
    screen.resize(900, 780); // too narrow for all columns
    screen.settle();
    EXPECT_FALSE(others->isChecked());
    EXPECT_TRUE(screen.view()->viewRect(other.encoded()).isNull());
    QTest::mouseClick(others, Qt::LeftButton, {}, others->rect().center());
    EXPECT_TRUE(others->isChecked());
    EXPECT_FALSE(screen.view()->viewRect(other.encoded()).isNull());
    QTest::mouseClick(others, Qt::LeftButton, {}, others->rect().center());
    screen.selectCell(other); // selected elsewhere: the column is shown automatically
    EXPECT_EQ(screen.selectedCell(), other);
    EXPECT_TRUE(others->isChecked());
}

TEST_F(AffinityScreenTest, ItsTableHasNoNicThatIsOutsideOfTheFabricAndInNoPair) {
    show(samples::mi355xServer());
    const auto &table = screen.shown()->table();
    ASSERT_LT(table.usedColumns().size(), table.columns().size());
    AffinityModel model(AffinityModel::Matrix::GpuToNic);
    model.setShown({std::shared_ptr<const void>(), screen.shown()}); // owned by the screen
    EXPECT_EQ(model.columnCount(), static_cast<int>(table.usedColumns().size()));
    EXPECT_FALSE(model.indexOf({Part::Cell, 0, table.columns().back()}).isValid());
    for (const std::size_t nic : table.usedColumns())
        EXPECT_TRUE(model.indexOf({Part::Cell, 0, nic}).isValid());
}

TEST_F(AffinityScreenTest, IsATableToo) {
    show(samples::mi355xServer(), {2, 3});
    QTest::keyClick(screen.view(), Qt::Key_F4);
    ASSERT_TRUE(screen.tables()->nicTable()->isVisible());
    const QAbstractItemModel *model = screen.tables()->nicTable()->model();
    ASSERT_EQ(model->rowCount(), 8);
    ASSERT_EQ(model->columnCount(), static_cast<int>(screen.shown()->table().usedColumns().size()));
    EXPECT_EQ(model->headerData(2, Qt::Vertical).toString(), QStringLiteral("GPU2"));
    QModelIndex mispaired;
    for (int column = 0; column < model->columnCount(); ++column)
        if (model->index(2, column).data(AffinityModel::MarkRole).toInt() ==
            static_cast<int>(present::CellMark::Error))
            mispaired = model->index(2, column);
    ASSERT_TRUE(mispaired.isValid());
    EXPECT_EQ(mispaired.data().toString(), QStringLiteral("NODE 63.0\nmispaired"));
    EXPECT_EQ(mispaired.data(AffinityModel::LibraryRole).toString(), QStringLiteral("PHB, no GDR"));
    EXPECT_TRUE(mispaired.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("mispaired")));
    screen.tables()->nicTable()->setCurrentIndex(model->index(0, 1));
    EXPECT_EQ(screen.selectedCell()->row, screen.shown()->table().rows()[0]);
    EXPECT_EQ(screen.tables()->gpuTable()->model()->rowCount(), 8);
}

TEST_F(AffinityScreenTest, PredictsWhileANicIsDraggedAndAppliesItOnTheDrop) {
    show(samples::mi355xServer(), {2, 3});
    const std::size_t expected = nicOf(3), wrong = nicOf(2);
    const QPoint from = at({Part::Nic, 0, expected}), to = at({Part::Gpu, 2, 0});
    drag(from, to);
    EXPECT_TRUE(screen.view()->isDragging());
    ASSERT_TRUE(screen.whatIfStrip()->isVisible());
    const QString predicted = screen.whatIfStrip()->sentence();
    EXPECT_TRUE(predicted.contains(QStringLiteral("GPU2 with"))) << predicted.toStdString();
    EXPECT_TRUE(predicted.contains(QStringLiteral("PIX instead of NODE"))) << predicted.toStdString();
    EXPECT_EQ(nicOf(2), wrong); // not before the drop
    QTest::mouseRelease(screen.view()->viewport(), Qt::LeftButton, {}, to);
    EXPECT_EQ(nicOf(2), expected);
    EXPECT_EQ(nicOf(3), wrong); // swapped
    EXPECT_TRUE(screen.shown()->isHypothesis());
    EXPECT_FALSE(screen.verdictBar()->sentence().contains(QStringLiteral("mispaired")));
    EXPECT_EQ(screen.whatIfStrip()->sentence(), predicted);
}

TEST_F(AffinityScreenTest, DropsNothingOutsideOfAGpuOrAfterEscape) {
    show(samples::mi355xServer(), {2, 3});
    const std::size_t wrong = nicOf(2);
    const QPoint from = at({Part::Nic, 0, nicOf(3)}), outside(3, 3), to = at({Part::Gpu, 2, 0});
    drag(from, outside);
    QTest::mouseRelease(screen.view()->viewport(), Qt::LeftButton, {}, outside);
    EXPECT_FALSE(screen.shown()->isHypothesis());
    drag(from, to);
    QTest::keyClick(screen.view(), Qt::Key_Escape);
    EXPECT_FALSE(screen.view()->isDragging());
    QTest::mouseRelease(screen.view()->viewport(), Qt::LeftButton, {}, to);
    EXPECT_EQ(nicOf(2), wrong);
    EXPECT_FALSE(screen.whatIfStrip()->isVisible());
}

TEST_F(AffinityScreenTest, UndoesRedoesAndResetsByButtons) {
    show(samples::mi355xServer(), {2, 3});
    const std::size_t wrong = nicOf(2), right = nicOf(3);
    screen.tryPair(2, right);
    screen.tryPair(0, right);
    EXPECT_EQ(nicOf(0), right);
    screen.whatIfStrip()->undoButton()->click();
    EXPECT_EQ(nicOf(2), right);
    screen.whatIfStrip()->undoButton()->click();
    EXPECT_EQ(nicOf(2), wrong);
    EXPECT_FALSE(screen.shown()->isHypothesis());
    screen.whatIfStrip()->redoButton()->click();
    EXPECT_EQ(nicOf(2), right);
    screen.whatIfStrip()->resetButton()->click();
    EXPECT_EQ(nicOf(2), wrong);
    EXPECT_FALSE(screen.whatIfStrip()->resetButton()->isEnabled());
    screen.whatIfStrip()->undoButton()->click(); // a reset can be undone
    EXPECT_EQ(nicOf(2), right);
}

TEST_F(AffinityScreenTest, KeepsMovesAndTheCellWhenTheHostIsReadAgainAndForEachHostApart) {
    show(samples::mi355xServer(), {2, 3});
    const std::size_t right = nicOf(3);
    screen.tryPair(2, right);
    const auto cell = screen.selectedCell();
    show(samples::mi355xServer(), {2, 3});
    EXPECT_TRUE(screen.shown()->isHypothesis());
    EXPECT_EQ(nicOf(2), right);
    EXPECT_EQ(screen.selectedCell(), cell);
    show(samples::mi355xServer(), {2, 3}, 2);
    EXPECT_FALSE(screen.shown()->isHypothesis());
    show(samples::mi355xServer(), {2, 3}, 1);
    EXPECT_TRUE(screen.shown()->isHypothesis());
}

TEST_F(AffinityScreenTest, TriesAPairByTheMenuAndTheButton) {
    show(samples::mi355xServer(), {2, 3});
    const std::size_t right = nicOf(3);
    const AffinityId best{Part::Cell, 2, right};
    QMenu *menu = screen.actions().menuFor(best);
    ASSERT_FALSE(menu->actions().isEmpty());
    EXPECT_TRUE(menu->actions().front()->text().startsWith(QStringLiteral("Use ")));
    menu->actions().front()->trigger();
    EXPECT_EQ(nicOf(2), right);
    EXPECT_FALSE(screen.actions().menuFor(best)->actions().front()->isEnabled()); // already assigned
    screen.tried().undo();
    screen.selectCell(best);
    ASSERT_TRUE(screen.routePanel()->tryButton()->isVisibleTo(&screen));
    screen.routePanel()->tryButton()->click();
    EXPECT_EQ(nicOf(2), right);
}

TEST_F(AffinityScreenTest, CopiesTheMatricesInEachFormat) {
    show(samples::mi355xServer(), {2, 3});
    const auto copied = [&](int index) {
        screen.toolbar()->copyButton()->menu()->actions()[index]->trigger();
        return QApplication::clipboard()->text();
    };
    EXPECT_TRUE(copied(0).startsWith(QStringLiteral("gpu,bdf,")));
    EXPECT_TRUE(copied(1).contains(QStringLiteral("| GPU2 ")));
    EXPECT_TRUE(copied(2).startsWith(QStringLiteral("\tGPU0\tGPU1")));
    EXPECT_TRUE(copied(2).contains(QStringLiteral("\t X \t")));
}

TEST_F(AffinityScreenTest, FollowsTheSelectionOfTheTopology) {
    show(samples::mi355xServer());
    const auto &fabric = screen.shown()->table().fabric();
    screen.selectNode(fabric.gpus[5].node);
    EXPECT_EQ(screen.selectedCell(), (AffinityId{Part::Cell, 5, nicOf(5)}));
    screen.selectNode(fabric.nics[nicOf(1)].node);
    EXPECT_EQ(screen.selectedCell(), (AffinityId{Part::Cell, 1, nicOf(1)}));
    screen.selectNode(0); // the host is not a device of the matrix
    EXPECT_EQ(screen.selectedCell(), (AffinityId{Part::Cell, 1, nicOf(1)}));
}

TEST_F(AffinityScreenTest, ShowsEachStateAsWhatItIs) {
    const auto titles = [&] {
        QStringList texts;
        for (const QLabel *label : screen.statePage()->findChildren<QLabel *>())
            texts << label->text();
        return texts.join(QLatin1Char('|'));
    };
    screen.setContent({});
    EXPECT_TRUE(titles().contains(QStringLiteral("No host yet")));
    AffinityContent content;
    content.host.host = 7;
    content.host.name = QStringLiteral("node7");
    content.host.loading = true;
    screen.setContent(content);
    EXPECT_TRUE(titles().contains(QStringLiteral("Reading node7")));
    content.host.loading = false;
    content.host.topology = samples::topologyOf(samples::mi355xServer());
    screen.setContent(content);
    EXPECT_TRUE(titles().contains(QStringLiteral("Checking node7")));
    EXPECT_FALSE(screen.verdictBar()->isVisible());
    show(samples::vmdHost());
    EXPECT_TRUE(titles().contains(QStringLiteral("No GPU")));
    show(samples::flatVm());
    EXPECT_TRUE(screen.view()->isVisible());
    EXPECT_FALSE(screen.verdictBar()->accessibleName().startsWith(QStringLiteral("error")));
}

TEST_F(AffinityScreenTest, ShowsALibrarysErrorAsASentenceOfItsOwn) {
    const samples::PairingHost pairing = samples::pairingHost(samples::mi355xServer());
    auto examination = std::make_shared<affinity::Examination>(*samples::examinationOf(pairing));
    examination->decisions.library = nccl::findVersion("rccl-2.21");
    nccl::FileError error;
    error.line = 44;
    error.column = 3;
    error.what = "the closing tag is </pc>";
    error.consequence = "the communicator is not created";
    examination->decisions.error = error;
    AffinityContent content;
    content.host.host = 1;
    content.host.name = QStringLiteral("made");
    content.host.topology = pairing.topology;
    content.examination = examination;
    screen.setContent(content);
    ASSERT_TRUE(screen.errorStrip()->text()->isVisible());
    EXPECT_TRUE(screen.errorStrip()->text()->text().contains(QStringLiteral("rccl-2.21")));
    EXPECT_TRUE(screen.errorStrip()->text()->text().contains(QStringLiteral("line 44")));
    EXPECT_TRUE(
        screen.errorStrip()->text()->text().contains(QStringLiteral("the communicator is not created")));
    show(samples::mi355xServer());
    EXPECT_FALSE(screen.errorStrip()->text()->isVisible());
}

TEST_F(AffinityScreenTest, PaintsTheTokensOfEachTheme) {
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
        test::applyTheme(theme);
        show(samples::mi355xServer(), {2, 3});
        screen.themeChanged();
        screen.selectCell({Part::Cell, 7, nicOf(7)});
        const QImage image = screen.view()->viewport()->grab().toImage();
        const QRect cell = screen.view()->viewRect(AffinityId{Part::Cell, 2, nicOf(2)}.encoded());
        EXPECT_EQ(image.pixelColor(cell.left() + 1, cell.center().y()), tokenColour(Token::Error, theme));
        const QRect quiet = screen.view()->viewRect(AffinityId{Part::Cell, 0, nicOf(4)}.encoded());
        EXPECT_EQ(image.pixelColor(quiet.left() + 3, quiet.bottom() - 1),
                  tint(Token::PathSys, 15, Token::Canvas, theme));
        EXPECT_EQ(image.pixelColor(2, 2), tokenColour(Token::Canvas, theme));
    }
}

TEST_F(AffinityScreenTest, TablesHaveRowsUpToTheirEndAndTheirLastColumnCanBeSeenInAnyFont) {
    show(samples::mi355xServer());
    screen.showTable(true);
    for (const int font : {kUiFontSize, kMaxUiFontSize}) {
        setUiFontSize(font);
        for (const int width : {700, 2600}) {
            screen.resize(width, 900);
            settle();
            QTest::qWait(1);
            QTableView *table = screen.tables()->nicTable();
            const int last = table->model()->columnCount() - 1;
            QScrollBar *bar = table->horizontalScrollBar();
            bar->setValue(bar->maximum());
            EXPECT_LE(table->columnViewportPosition(last) + table->columnWidth(last),
                      table->viewport()->width())
                << width;
            EXPECT_EQ(bar->isVisible(), table->horizontalHeader()->length() > table->viewport()->width());
            const QImage image = table->viewport()->grab().toImage();
            for (const int row : {0, 1}) {
                const int bottom = table->rowViewportPosition(row) + table->rowHeight(row) - 1;
                EXPECT_EQ(image.pixelColor(image.width() - 2, bottom), tokenColour(Token::Line2))
                    << width << " " << row;
            }
        }
    }
    setUiFontSize(kUiFontSize);
}

} // namespace
} // namespace fabricscope::widgets
