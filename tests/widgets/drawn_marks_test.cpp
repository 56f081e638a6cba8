// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Marks that are painted: ticks, glyphs, signs, dashed outlines and edges, at each UI font and in high
// contrast.
#include "app/window/shell/PlaceholderSketch.h"
#include "core/layout/affinity/AffinityCellPainter.h"
#include "core/layout/bench/HeatMap.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/Support.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/SimulatedChip.h"
#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/paint/Skeleton.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/hostvm/HostVmFileView.h"
#include "widgets/inspector/FactRowButton.h"
#include "widgets/jobs/JobDelegate.h"
#include "widgets/models/JobsModel.h"

#include <QCheckBox>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QTextBlock>
#include <QTextLayout>
#include <QTreeView>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace fabricscope::widgets {
namespace {

/// The bounding box of the pixels of about this colour.
QRect extentOf(const QImage &image, const QColor &colour) {
    constexpr int kNear = 24;
    QRect all;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
                    std::abs(pixel.blue() - colour.blue()) <
                kNear)
                all |= QRect(x, y, 1, 1);
        }
    return all;
}

class DrawnMarks : public ::testing::Test {
protected:
    void SetUp() override { test::applyTheme(ThemeKind::Dark); }
    void TearDown() override {
        setUiFontSize(kUiFontSize);
        test::applyTheme(ThemeKind::Dark);
    }
    /// The height of what is painted in this colour, at the usual font and at the largest.
    static void expectGrowth(const std::function<QImage()> &picture, Token token, const char *what) {
        const QRect usual = extentOf(picture(), tokenColour(token));
        setUiFontSize(kMaxUiFontSize);
        const QRect large = extentOf(picture(), tokenColour(token));
        setUiFontSize(kUiFontSize);
        ASSERT_GT(usual.height(), 5) << what;
        const double scale = static_cast<double>(kMaxUiFontSize) / kUiFontSize;
        EXPECT_GT(large.height(), usual.height() * (scale - 0.2)) << what; // whole pixels, with soft edges
        EXPECT_LT(large.height(), usual.height() * (scale + 0.3)) << what;
    }
};

template<class Widget> std::function<QImage()> pictureOf(Widget &widget) {
    return [&widget] {
        widget.resize(widget.sizeHint());
        return widget.grab().toImage();
    };
}

TEST_F(DrawnMarks, BoxesToTickGrowWithTheirText) {
    CheckBox box(QString{});
    box.setChecked(true);
    expectGrowth(pictureOf(box), Token::Accent, "check box");
    ToggleSwitch toggle(QString{});
    toggle.setChecked(true);
    expectGrowth(pictureOf(toggle), Token::Accent, "switch");
    QCheckBox native;
    native.show();
    const int usual = native.sizeHint().height();
    setUiFontSize(kMaxUiFontSize);
    QCheckBox large;
    large.show();
    EXPECT_GT(large.sizeHint().height(), usual + 3);
}

TEST_F(DrawnMarks, ATextNextToALargerBoxIsNotCoveredByIt) {
    setUiFontSize(kMaxUiFontSize);
    CheckBox box(QStringLiteral("Keep"));
    box.setChecked(true);
    const QImage image = pictureOf(box)();
    const QRect tick = extentOf(image, tokenColour(Token::Accent)),
                text = extentOf(image, tokenColour(Token::Text));
    EXPECT_GT(text.left(), tick.right() + 3);
    EXPECT_LT(text.right(), image.width());
}

TEST_F(DrawnMarks, GlyphsOfRowsGrowWithTheirText) {
    JobsModel jobs;
    JobEntry failed;
    failed.id = 1;
    failed.state = JobEntry::State::Failed;
    jobs.put(failed);
    QListView list;
    list.setModel(&jobs);
    list.setItemDelegate(new JobDelegate(&list));
    list.resize(300, 60);
    expectGrowth([&list] { return list.grab().toImage(); }, Token::Error, "job");

    FactRow row;
    row.label = QStringLiteral("Link");
    row.glyph = draw::Glyph::Error;
    FactRowButton fact(row);
    expectGrowth(
        [&fact] {
            fact.resize(300, fact.heightForWidth(300));
            return fact.grab().toImage();
        },
        Token::Error, "fact");

    FleetModel fleet;
    FleetEntry host;
    host.id = 1;
    host.link = HostLink::Connected;
    host.name = QStringLiteral("gpu-07");
    host.read = true;
    host.errors = 2;
    FleetSidebar sidebar(&fleet);
    fleet.setEntries({host});
    sidebar.resize(300, 300);
    sidebar.show();
    QApplication::processEvents();
    expectGrowth([&sidebar] { return sidebar.view()->grab().toImage(); }, Token::Error, "host");
}

/// Qt's own is made of lines of whole pixels: at double density, steps of 2.
TEST_F(DrawnMarks, TheMarkOfAMenusEntryIsSmoothAndGrows) {
    QMenu menu;
    QAction *action = menu.addAction(QString(20, QLatin1Char(' ')));
    action->setCheckable(true);
    action->setChecked(true);
    const auto picture = [&menu, action](double density) {
        menu.ensurePolished();
        menu.resize(menu.sizeHint());
        const QRect entry = menu.actionGeometry(action);
        QImage image(menu.size() * density, QImage::Format_RGB32);
        image.setDevicePixelRatio(density);
        menu.render(&image);
        return image.copy(QRect(entry.topLeft() * density, QSize(24, entry.height()) * density));
    };
    expectGrowth([&] { return picture(2); }, Token::Text, "menu");
    const QImage image = picture(2);
    int between = 0;
    const QColor ink = tokenColour(Token::Text), ground = tokenColour(Token::Surface);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 12; x < image.width(); ++x) {
            const int grey = image.pixelColor(x, y).green();
            between += grey > ground.green() + 20 && grey < ink.green() - 20 ? 1 : 0;
        }
    EXPECT_GT(between, 10) << "no smooth edge";
}

TEST_F(DrawnMarks, LinesOfADifferenceDifferByTheirSignInHighContrast) {
    using present::HostVmFileLine;
    HostVmFileView view;
    view.setLines({{HostVmFileLine::Kind::Same, 1, "<a/>"},
                   {HostVmFileLine::Kind::Removed, 2, "<b/>"},
                   {HostVmFileLine::Kind::Added, 2, "<c/>"}});
    const auto signOf = [&view](int line) {
        for (const QTextLayout::FormatRange &range :
             view.document()->findBlockByNumber(line).layout()->formats())
            if (range.start <= 5 && 5 < range.start + range.length)
                return range.format;
        return QTextCharFormat();
    };
    for (const ThemeKind theme : {ThemeKind::HighContrastDark, ThemeKind::HighContrastLight}) {
        test::applyTheme(theme);
        view.show();
        EXPECT_EQ(signOf(1).background().color(), tokenColour(Token::Error));
        EXPECT_EQ(signOf(2).background().color(), tokenColour(Token::Note));
        EXPECT_FALSE(signOf(0).hasProperty(QTextFormat::BackgroundBrush));
        EXPECT_TRUE(view.extraSelections().isEmpty()) << "they would cover the blocks";
    }
    test::applyTheme(ThemeKind::Dark);
    EXPECT_EQ(signOf(1).foreground().color(), tokenColour(Token::Error));
    EXPECT_EQ(signOf(2).foreground().color(), tokenColour(Token::Note));
    EXPECT_FALSE(signOf(1).hasProperty(QTextFormat::BackgroundBrush)) << "the line has a tint";
}

TEST_F(DrawnMarks, WhatIsNotThereYetIsQuietInHighContrast) {
    for (const auto &[plain, high] : {std::pair{ThemeKind::Dark, ThemeKind::HighContrastDark},
                                      {ThemeKind::Light, ThemeKind::HighContrastLight}}) {
        test::applyTheme(high);
        EXPECT_EQ(skeletonPen().color(), tokenColour(Token::Line2, plain))
            << "no more than in the plain theme";
    }
}

TEST_F(DrawnMarks, ASketchInALowRoomStaysInIt) {
    for (const int height : {160, 230, 380}) {
        const QRect room(20, 80, 980, height);
        QImage image(1020, height + 160, QImage::Format_RGB32);
        image.fill(tokenColour(Token::Canvas));
        QPainter painter(&image);
        app::window::paintPlaceholderSketch(painter, app::window::Screen::Fleet, room);
        painter.end();
        QRect painted;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) != tokenColour(Token::Canvas))
                    painted |= QRect(x, y, 1, 1);
        EXPECT_GT(painted.height(), height * 3 / 4);
        EXPECT_TRUE(room.adjusted(-1, -1, 1, 1).contains(painted)) << height;
    }
}

/// The edges of cells without a value, in this theme.
std::set<QRgb> edgesOf(const draw::DisplayList &list, ThemeKind theme) {
    std::set<QRgb> edges;
    for (const draw::Item &item : list.items)
        if (item.shape == draw::Item::Shape::Box && item.stroke.over == Token::Canvas &&
            item.stroke.token != Token::Canvas) // the ring of a finding
            edges.insert(resolved(item.stroke, theme).rgb());
    return edges;
}

TEST_F(DrawnMarks, CellsWithoutAValueAreNotLouderThanOthersInHighContrast) {
    draw::DisplayList cell;
    draw::Sketch sketch(cell, draw::approximateTextWidth);
    layout::paintAffinityCell(sketch, {0, 0, 80, 31}, {}, {});
    bench::BenchView view = samples::meshView();
    auto results = std::make_shared<bench::Results>(*view.results);
    ASSERT_FALSE(results->matrices.empty());
    results->matrices.front().values[1][0].reset();
    view.results = results;
    const draw::DisplayList map = layout::layoutHeatMap(view, 0, {600, 400, draw::approximateTextWidth, {}});
    for (const draw::DisplayList *list : std::initializer_list<const draw::DisplayList *>{&cell, &map}) {
        for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
            ASSERT_EQ(edgesOf(*list, theme).size(), 1U);
            EXPECT_NE(*edgesOf(*list, theme).begin(), tokenColour(Token::Canvas, theme).rgb())
                << "it is seen";
        }
        for (const ThemeKind theme : {ThemeKind::HighContrastDark, ThemeKind::HighContrastLight})
            EXPECT_EQ(edgesOf(*list, theme), std::set<QRgb>{tokenColour(Token::Canvas, theme).rgb()});
    }
}

TEST_F(DrawnMarks, SimulatedIsNoWarning) {
    SimulatedChip chip;
    EXPECT_TRUE(chip.isHidden());
    chip.setSource(QStringLiteral("the demo hosts"));
    EXPECT_FALSE(chip.isHidden());
    EXPECT_TRUE(chip.toolTip().contains(QStringLiteral("the demo hosts")));
    const QImage image = pictureOf(chip)();
    EXPECT_TRUE(extentOf(image, tokenColour(Token::Warning)).isEmpty());
    int gaps = 0;
    for (int x = 4; x < image.width() - 4; ++x)
        gaps += image.pixelColor(x, 0) != tokenColour(Token::Line2) ? 1 : 0;
    EXPECT_GT(gaps, image.width() / 5) << "dashed";
    chip.setSource({});
    EXPECT_TRUE(chip.isHidden());
}

} // namespace
} // namespace fabricscope::widgets
