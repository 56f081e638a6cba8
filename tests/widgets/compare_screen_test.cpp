// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/TopologyLayout.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/widgets/Support.h"
#include "widgets/common/controls/FilterChips.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/compare/DiffPicture.h"
#include "widgets/compare/DifferenceDelegate.h"
#include "widgets/compare/DifferenceModel.h"
#include "widgets/compare/SideChooser.h"
#include "widgets/compare/SideView.h"
#include "widgets/inspector/EvidenceBox.h"
#include "widgets/topology/StatePage.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

#include <QAction>
#include <QImage>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

using samples::address;
using samples::fact;

constexpr const char *kNarrow = "c6:00.0";
constexpr const char *kGone = "e9:00.0";
constexpr const char *kSame = "65:00.0";

host::Host changed() {
    host::Host host = samples::mi355xServer();
    host.function(address("0000:c6:00.0"))->currentWidth = fact(std::uint8_t{8});
    host.kernel = samples::text("6.8.0-64-generic");
    const auto gone = address("0000:e9:00.0");
    std::erase_if(host.functions, [&](const auto &f) { return f.address == gone; });
    host.nvmeModels.erase(gone.toString());
    return host;
}

CompareSide sideOf(quint64 id, const host::Host &host, qint64 takenMs) {
    const app::Snapshot snapshot = test::snapshotOf(host);
    return {id,
            QStringLiteral("capture %1").arg(id),
            QString::fromStdString(snapshot.topology->node(0).name),
            {},
            takenMs,
            snapshot.topology,
            snapshot.capture};
}

class CompareScreenTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Dark);
        screen.resize(1200, 760);
        screen.show();
    }
    void showChanged() {
        screen.setSides({sideOf(1, samples::mi355xServer(), 1000), sideOf(2, changed(), 2000)});
        screen.settle();
    }
    [[nodiscard]] std::uint32_t before(const char *bdf) const {
        return test::nodeAt(*screen.beforeView()->side().topology, bdf);
    }
    [[nodiscard]] std::uint32_t after(const char *bdf) const {
        return test::nodeAt(*screen.afterView()->side().topology, bdf);
    }
    int rowWith(const QString &text) {
        const QAbstractItemModel *model = screen.list()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->index(row, 0).data().toString().contains(text))
                return row;
        return -1;
    }
    void clickRow(int row) {
        const QModelIndex index = screen.list()->model()->index(row, 0);
        screen.list()->scrollTo(index);
        QTest::mouseClick(screen.list()->viewport(), Qt::LeftButton, {},
                          screen.list()->visualRect(index).center());
    }
    void clickNode(SideView *side, std::uint32_t node) {
        const draw::Rect rect = side->scene()->areaOf(node)->rect;
        side->view()->centerOn(rect.x + 20, rect.y + 20);
        QTest::mouseClick(side->view()->viewport(), Qt::LeftButton, {},
                          side->view()->mapFromScene(QPointF(rect.x + 20, rect.y + 20)));
    }

    CompareScreen screen;
};

TEST_F(CompareScreenTest, OffersToOpenFilesWithoutTwoSides) {
    EXPECT_TRUE(screen.statePage()->isVisible());
    QSignalSpy requested(&screen, &CompareScreen::openRequested);
    QTest::mouseClick(test::buttonNamed(*screen.statePage(), QStringLiteral("Open files…")), Qt::LeftButton);
    EXPECT_EQ(requested.count(), 1);
    screen.setSides({sideOf(1, samples::oneGpu(), 1000)});
    EXPECT_TRUE(screen.statePage()->isVisible());
    EXPECT_EQ(screen.comparison(), nullptr);
}

TEST_F(CompareScreenTest, TwoCapturesOfOneHostAreComparedTheOlderOneBefore) {
    screen.setSides({sideOf(7, samples::laptop(), 5000), sideOf(1, samples::mi355xServer(), 3000),
                     sideOf(2, changed(), 1000)});
    EXPECT_EQ(screen.beforeChooser()->current(), 2U);
    EXPECT_EQ(screen.afterChooser()->current(), 1U);
}

TEST_F(CompareScreenTest, HostsOfOneKindAreComparedBeforeOthersUntilSomebodyChooses) {
    const auto kindOf = [](CompareSide side, const char *host, const char *kind) {
        side.host = QLatin1String(host);
        side.kind = QLatin1String(kind);
        return side;
    };
    const CompareSide server = kindOf(sideOf(1, samples::mi355xServer(), 1000), "a", "MI355X ×8");
    const CompareSide vm = kindOf(sideOf(2, samples::flatVm(), 1000), "b", "MI355X ×4");
    const CompareSide other = kindOf(sideOf(3, changed(), 1000), "c", "MI355X ×8");
    screen.setSides({server, vm});
    EXPECT_EQ(screen.afterView()->side().id, 2U); // no better match exists
    screen.setSides({server, vm, other});
    EXPECT_EQ(screen.beforeView()->side().id, 1U);
    EXPECT_EQ(screen.afterView()->side().id, 3U);
    screen.swapSides();
    const CompareSide again = kindOf(sideOf(4, changed(), 2000), "c", "MI355X ×8");
    screen.setSides({server, vm, other, again});
    EXPECT_EQ(screen.beforeView()->side().id, 3U) << "a person's choice stays";
}

TEST_F(CompareScreenTest, FilterChipsDoNotOverlapInANarrowWindow) {
    showChanged();
    screen.resize(520, 700);
    test::settleLayout();
    const auto chips = screen.chips()->findChildren<FilterChip *>();
    ASSERT_GT(chips.size(), 2);
    for (const FilterChip *chip : chips) {
        EXPECT_GE(chip->width(), chip->sizeHint().width()) << qPrintable(chip->text());
        for (const FilterChip *other : chips)
            EXPECT_FALSE(chip != other && chip->isVisible() && other->isVisible() &&
                         chip->geometry().intersects(other->geometry()));
    }
}

TEST_F(CompareScreenTest, ColoursOnlyWhatDiffers) {
    showChanged();
    EXPECT_EQ(screen.verdict(), QStringLiteral("3 changes"));
    const DiffMarks &left = screen.beforeView()->marks();
    const DiffMarks &right = screen.afterView()->marks();
    EXPECT_EQ(left.size(), 2U);
    EXPECT_EQ(right.size(), 1U);
    EXPECT_EQ(left.at(before(kGone)).change, fleet::Change::Removed);
    EXPECT_EQ(right.at(after(kNarrow)).severity, fleet::Severity::Error);
    EXPECT_FALSE(right.contains(after(kSame)));
    for (const draw::Item &item : screen.afterView()->scene()->list().items)
        if (item.node == after(kSame)) {
            EXPECT_TRUE(item.fill.token <= Token::Text3 || item.fill.token == Token::None);
            EXPECT_TRUE(item.stroke.token <= Token::Text3 || item.stroke.token == Token::None);
        }
}

TEST_F(CompareScreenTest, AddressesInTheListAreNeverBrokenAcrossLines) {
    host::Host other = changed();
    for (host::PciFunction &function : other.functions)
        function.driver = samples::text("vfio-pci");
    screen.setSides({sideOf(1, samples::mi355xServer(), 1000), sideOf(2, other, 2000)});
    screen.settle();
    static const QRegularExpression kAddress(QStringLiteral("[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]"));
    const QListView *list = screen.list();
    int wrapped = 0;
    for (const int width : {1400, 1000, 860}) {
        screen.resize(width, 760);
        QTest::qWait(1);
        for (int row = 0; row < list->model()->rowCount(); ++row) {
            const QModelIndex index = list->model()->index(row, 0);
            const QRect place = list->visualRect(index);
            const QStringList lines = DifferenceDelegate::lines(index, place);
            for (auto found = kAddress.globalMatch(index.data().toString()); found.hasNext();) {
                const QString address = found.next().captured();
                EXPECT_TRUE(std::any_of(lines.begin(), lines.end(),
                                        [&](const QString &line) { return line.contains(address); }))
                    << qPrintable(address) << " at " << width;
            }
            EXPECT_GE(place.height(), lines.size() * QFontMetrics(uiFont(12.5)).lineSpacing()) << row;
            wrapped += lines.size() > 1 ? 1 : 0;
        }
    }
    EXPECT_GT(wrapped, 0) << "nothing was long enough to try it";
}

TEST_F(CompareScreenTest, CategoriesInTheListAreReadInFull) {
    screen.resize(1300, 760);
    showChanged();
    const QListView *list = screen.list();
    int longest = 0;
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        const QModelIndex index = list->model()->index(row, 0);
        const int words = QFontMetrics(uiFont(11.5))
                              .horizontalAdvance(index.data(DifferenceModel::CategoryRole).toString());
        EXPECT_LT(words, DifferenceDelegate::categoryWidth(index, list->visualRect(index))) << row;
        longest = std::max(longest, words);
    }
    EXPECT_GT(longest, 0) << "no category was there to try it";
}

TEST_F(CompareScreenTest, AChosenDifferenceIsSelectedInBothPicturesAndShowsItsEvidence) {
    showChanged();
    clickRow(rowWith(QStringLiteral("the link is x8 wide")));
    EXPECT_EQ(screen.beforeView()->view()->selected(), before(kNarrow));
    EXPECT_EQ(screen.afterView()->view()->selected(), after(kNarrow));
    ASSERT_TRUE(screen.beforeEvidence()->evidence());
    EXPECT_EQ(screen.beforeEvidence()->evidence()->text,
              QStringLiteral("0000:c6:00.0/current_link_width:16"));
    EXPECT_EQ(screen.afterEvidence()->evidence()->text, QStringLiteral("0000:c6:00.0/current_link_width:8"));
    const draw::Rect rect = screen.afterView()->scene()->areaOf(after(kNarrow))->rect;
    const QRectF seen =
        screen.afterView()->view()->mapToScene(screen.afterView()->view()->viewport()->rect()).boundingRect();
    EXPECT_TRUE(seen.contains(QPointF(rect.x + rect.width / 2, rect.y + rect.height / 2)));
}

/// A regression: the outline crossed the word.
TEST_F(CompareScreenTest, TheLabelOfASelectedDifferenceIsNotCrossedByItsOutline) {
    showChanged();
    TopologyScene &scene = *screen.afterView()->scene();
    const auto pictureOf = [&scene](const QRectF &area) {
        QImage image(area.size().toSize() * 4, QImage::Format_RGB32);
        QPainter painter(&image);
        scene.render(&painter, QRectF(image.rect()), area);
        return image;
    };
    const auto &items = scene.list().items;
    const auto label = std::find_if(items.begin(), items.end(), [](const draw::Item &item) {
        return item.shape == draw::Item::Shape::Text && item.text == "changed";
    });
    ASSERT_NE(label, items.end());
    const QRectF word = toRect(label->rect), box = toRect(scene.areaOf(label->node)->rect);
    ASSERT_TRUE(box.intersects(word) && !box.contains(word));
    const QRectF inside = word.adjusted(1, 1, -1, -1), around = box.adjusted(-8, -8, 8, 8);
    const QImage wordBefore = pictureOf(inside), boxBefore = pictureOf(around);
    screen.afterView()->view()->select(label->node);
    EXPECT_NE(pictureOf(around), boxBefore);
    EXPECT_EQ(pictureOf(inside), wordBefore);
}

TEST_F(CompareScreenTest, WhatIsGoneIsSelectedOnTheSideThatHasIt) {
    showChanged();
    clickRow(rowWith(QStringLiteral("is gone")));
    EXPECT_EQ(screen.beforeView()->view()->selected(), before(kGone));
    EXPECT_EQ(screen.afterView()->view()->selected(), std::nullopt);
}

TEST_F(CompareScreenTest, AClickOnADeviceChoosesItsDifferenceAndItsPartner) {
    showChanged();
    clickNode(screen.afterView(), after(kNarrow));
    EXPECT_EQ(screen.list()->currentIndex().row(), rowWith(QStringLiteral("the link is x8 wide")));
    EXPECT_EQ(screen.beforeView()->view()->selected(), before(kNarrow));
    clickNode(screen.beforeView(), before(kSame)); // no difference, but its counterpart is shown
    EXPECT_FALSE(screen.list()->currentIndex().isValid());
    EXPECT_EQ(screen.beforeView()->view()->selected(), before(kSame));
    EXPECT_EQ(screen.afterView()->view()->selected(), after(kSame));
}

TEST_F(CompareScreenTest, AChipLeavesOneCategoryInTheListAndInThePictures) {
    showChanged();
    FilterChip *links = screen.chips()->chip(static_cast<int>(fleet::Category::Link));
    ASSERT_NE(links, nullptr);
    EXPECT_EQ(links->count(), 1);
    EXPECT_EQ(screen.chips()->chip(static_cast<int>(fleet::Category::Vm)), nullptr);
    QTest::mouseClick(links, Qt::LeftButton);
    EXPECT_EQ(screen.list()->model()->rowCount(), 1);
    EXPECT_EQ(screen.beforeView()->marks().size(), 1U);
    EXPECT_TRUE(screen.beforeView()->marks().contains(before(kNarrow)));
    QTest::mouseClick(screen.chips()->chip(CompareScreen::kAllCategories), Qt::LeftButton);
    EXPECT_EQ(screen.list()->model()->rowCount(), 3);
}

TEST_F(CompareScreenTest, BothPicturesAreScrolledAndZoomedTogether) {
    showChanged();
    TopologyView *left = screen.beforeView()->view();
    TopologyView *right = screen.afterView()->view();
    left->setZoom(1.5);
    EXPECT_DOUBLE_EQ(right->zoom(), 1.5);
    left->verticalScrollBar()->setValue(left->verticalScrollBar()->maximum());
    EXPECT_EQ(right->verticalScrollBar()->value(), right->verticalScrollBar()->maximum());
    right->setZoom(0.5);
    EXPECT_DOUBLE_EQ(left->zoom(), 0.5);
    right->verticalScrollBar()->setValue(0);
    EXPECT_EQ(left->verticalScrollBar()->value(), 0);
}

bool touch(const draw::Rect &a, const draw::Rect &b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// The rectangles of the labels "changed" of a picture in which each device is marked.
std::vector<std::pair<std::uint32_t, draw::Rect>> labelsOf(const draw::DisplayList &plain,
                                                           const draw::DisplayList &list) {
    std::vector<std::pair<std::uint32_t, draw::Rect>> labels;
    for (std::size_t i = plain.items.size(); i < list.items.size(); ++i)
        if (list.items[i].text == "changed")
            labels.emplace_back(list.items[i].node, list.items[i].rect);
    return labels;
}

TEST(DiffPicture, LabelsCoverNoOtherBoxAndNoLetters) {
    for (const host::Host &host : {samples::mi355xServer(), samples::flatVm(), samples::laptop()}) {
        const auto topology = samples::topologyOf(host);
        const draw::DisplayList plain = layout::layoutTopology(*topology, {});
        DiffMarks marks;
        for (const draw::Area &area : plain.areas)
            marks.try_emplace(area.node, DiffMark{fleet::Change::Changed, fleet::Severity::Error});
        const auto labels = labelsOf(plain, diffPicture(plain, marks, draw::approximateTextWidth));
        EXPECT_GT(labels.size(), marks.size() / 3);
        for (const auto &[node, label] : labels) {
            const auto own = std::find_if(plain.areas.begin(), plain.areas.end(),
                                          [node = node](const auto &area) { return area.node == node; });
            ASSERT_NE(own, plain.areas.end());
            const draw::Rect &box = own->rect;
            for (const draw::Area &area : plain.areas) {
                const draw::Rect &other = area.rect;
                const bool isAround = other.x <= box.x && other.y <= box.y && other.right() >= box.right() &&
                                      other.bottom() >= box.bottom();
                EXPECT_FALSE(!isAround && touch(label, other)) << own->label << " on " << area.label;
            }
            for (const draw::Item &item : plain.items) {
                if (item.shape != draw::Item::Shape::Text || item.minZoom > 1 || item.maxZoom <= 1)
                    continue;
                draw::Rect letters = item.rect; // their middle
                letters.y += letters.height / 2 - 2;
                letters.height = 4;
                if (item.align == draw::Align::Left)
                    letters.width = std::min(letters.width,
                                             draw::approximateTextWidth(item.text, item.font, item.fontSize));
                EXPECT_FALSE(item.align == draw::Align::Left && touch(label, letters))
                    << own->label << " on " << item.text;
            }
        }
    }
}

TEST(DiffPicture, LabelsDoNotOverlap) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    draw::DisplayList plain = layout::layoutTopology(*topology, {});
    DiffMarks marks;
    for (const draw::Area &area : plain.areas)
        marks.try_emplace(area.node, DiffMark{fleet::Change::Changed, fleet::Severity::Warning});
    const std::size_t before = plain.items.size();
    const draw::DisplayList list = diffPicture(plain, marks, draw::approximateTextWidth);
    std::vector<draw::Rect> words;
    for (std::size_t i = before; i < list.items.size(); ++i)
        if (list.items[i].text == "changed")
            words.push_back(list.items[i].rect);
    for (std::size_t a = 0; a < words.size(); ++a)
        for (std::size_t b = a + 1; b < words.size(); ++b)
            EXPECT_FALSE(words[a].x < words[b].right() && words[b].x < words[a].right() &&
                         words[a].y < words[b].bottom() && words[b].y < words[a].bottom());
}

TEST_F(CompareScreenTest, TheSidesAreExchangedAndChosenFromTheMenu) {
    showChanged();
    QTest::mouseClick(test::buttonNamed(screen, QStringLiteral("⇄")), Qt::LeftButton);
    EXPECT_EQ(screen.beforeChooser()->current(), 2U);
    EXPECT_EQ(screen.afterChooser()->current(), 1U);
    EXPECT_GE(rowWith(QStringLiteral("is new")), 0);
    for (QAction *action : screen.beforeChooser()->menu()->actions())
        if (action->data().toULongLong() == 1) {
            action->trigger();
            break;
        }
    ASSERT_TRUE(test::waitFor([this] { return screen.beforeChooser()->current() == 1; }));
    EXPECT_EQ(screen.beforeChooser()->current(), 1U);
    EXPECT_EQ(screen.verdict(), QStringLiteral("Nothing changed"));
    EXPECT_TRUE(screen.beforeView()->marks().empty());
}

TEST_F(CompareScreenTest, AHostThatIsReadAnewIsComparedAnewAndTheSidesStay) {
    showChanged();
    screen.setSides({sideOf(1, samples::mi355xServer(), 1000), sideOf(2, samples::mi355xServer(), 3000)});
    EXPECT_EQ(screen.verdict(), QStringLiteral("Nothing changed"));
    EXPECT_EQ(screen.beforeChooser()->current(), 1U);
    screen.setSides({sideOf(1, samples::mi355xServer(), 1000)});
    EXPECT_TRUE(screen.statePage()->isVisible());
}

TEST_F(CompareScreenTest, UncomparedFactsAreListedLastWithoutEvidence) {
    host::Host less = samples::mi355xServer();
    less.bios = {};
    host::Host more = samples::mi355xServer();
    more.bios = samples::text("3.1");
    screen.setSides({sideOf(1, more, 1000), sideOf(2, less, 2000)});
    EXPECT_EQ(screen.verdict(), QStringLiteral("Nothing changed"));
    const int row = rowWith(QStringLiteral("Not compared, unknown on the right: BIOS"));
    ASSERT_GE(row, 0);
    clickRow(row);
    EXPECT_FALSE(screen.beforeEvidence()->evidence());
}

TEST_F(CompareScreenTest, AVmIsNotPreselectedWithItsHypervisorIfTwoOfOneKindAreOpen) {
    const auto machineOf = [](quint64 id, const char *virtualization) {
        host::Host host = samples::oneGpu();
        host.virtualization = samples::text(virtualization);
        CompareSide side = sideOf(id, host, 1000);
        side.host = QString::number(id);
        return side;
    };
    const auto chosen = [this] {
        return std::pair(screen.beforeChooser()->current(), screen.afterChooser()->current());
    };
    screen.setSides({machineOf(1, "none"), machineOf(2, "kvm"), machineOf(3, "none")});
    EXPECT_EQ(chosen(), std::pair(quint64{1}, quint64{3}));
    screen.setSides({machineOf(1, "none"), machineOf(2, "kvm"), machineOf(4, "kvm")});
    EXPECT_EQ(chosen(), std::pair(quint64{2}, quint64{4}));
    screen.setShown(1);
    EXPECT_EQ(chosen(), std::pair(quint64{1}, quint64{2})) << "the host shown is one of the two";
    screen.setSides({machineOf(1, "none"), machineOf(2, "kvm")});
    EXPECT_EQ(chosen(), std::pair(quint64{1}, quint64{2})) << "there are no others";
}

TEST_F(CompareScreenTest, TheHostThatIsShownIsOneOfTheTwoUntilSomebodyChooses) {
    const auto kindOf = [](quint64 id, const char *kind) {
        CompareSide side = sideOf(id, samples::oneGpu(), 1000);
        side.host = QString::number(id);
        side.kind = QLatin1String(kind);
        return side;
    };
    screen.setSides({kindOf(1, "a"), kindOf(2, "a"), kindOf(3, "b"), kindOf(4, "b")});
    EXPECT_EQ(screen.beforeChooser()->current(), 1U);
    screen.setShown(4);
    EXPECT_EQ(screen.beforeChooser()->current(), 3U);
    EXPECT_EQ(screen.afterChooser()->current(), 4U);
    screen.setShown(3); // already one of the two
    EXPECT_EQ(screen.beforeChooser()->current(), 3U);
    screen.setSides({kindOf(1, "a"), kindOf(2, "a"), kindOf(3, "b")});
    screen.setShown(1); // after a host without another of its kind
    EXPECT_EQ(screen.beforeChooser()->current(), 1U);
    EXPECT_EQ(screen.afterChooser()->current(), 2U);
    screen.choose(1, 3);
    screen.setShown(2);
    EXPECT_EQ(screen.beforeChooser()->current(), 1U) << "a person's choice stays";
}

} // namespace
} // namespace fabricscope::widgets
