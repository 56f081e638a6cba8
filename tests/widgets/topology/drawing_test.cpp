// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/Sketch.h"
#include "tests/support/samples/SampleDomains.h"
#include "tests/widgets/Support.h"
#include "widgets/common/controls/CurrentPageStack.h"
#include "widgets/common/paint/DisplayListIndex.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/text/WrappedText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/StyleSheetSuspender.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QVBoxLayout>

#include <gtest/gtest.h>

#include <random>

namespace fabricscope::widgets {
namespace {

std::shared_ptr<const draw::DisplayList> listOf(const host::Host &host) {
    layout::TopologyOptions options;
    options.measure = windowMeasure();
    return std::make_shared<const draw::DisplayList>(
        layout::layoutTopology(*samples::topologyOf(host), options));
}

/// A part of the list at this zoom, painted by `paint`.
template<class Paint> QImage piece(double zoom, const QRectF &seen, Paint paint) {
    QImage image((seen.size() * zoom).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(zoom, zoom);
    painter.translate(-seen.topLeft());
    paint(painter);
    return image;
}

TEST(DisplayListIndex, PaintsWhatPaintingEverythingPaintsAtAnyZoomAndPlace) {
    std::mt19937 random(5);
    const auto list = listOf(samples::mi355xServer());
    const DisplayListIndex index(list);
    for (const double zoom : {0.05, 0.2, 0.3, 0.6, 1.0, 2.5})
        for (int round = 0; round < 6; ++round) {
            const auto within = [&](double most) {
                return std::uniform_real_distribution<double>(0, most)(random);
            };
            const QRectF seen(within(list->width), within(list->height), 120 / zoom, 90 / zoom);
            DisplayListOptions options;
            options.zoom = zoom;
            const QImage all =
                piece(zoom, seen, [&](QPainter &painter) { paintDisplayList(painter, *list, options); });
            const QImage some = piece(
                zoom, seen, [&](QPainter &painter) { paintDisplayList(painter, index, {seen}, options); });
            EXPECT_EQ(all, some) << "at " << zoom << ", " << seen.x() << ", " << seen.y();
        }
}

TEST(DisplayListIndex, VisitsOnlyASmallPartOfTenThousandDevices) {
    const auto list = listOf(samples::manyDomains(3334));
    const DisplayListIndex index(list);
    EXPECT_GT(list->areas.size(), 10000U);
    std::size_t visited = 0;
    index.visit(1, {QRectF(0, list->height / 2, 1200, 800)}, [&](const draw::Item &) { ++visited; });
    EXPECT_GT(visited, 100U);
    EXPECT_LT(visited, list->items.size() / 50);
}

TEST(DisplayListIndex, FindsTheSameAreasAsLookingAtAllOfThem) {
    const auto list = listOf(samples::mi355xServer());
    const DisplayListIndex index(list);
    for (double y = 3; y < list->height; y += 17)
        for (double x = 3; x < list->width; x += 13)
            EXPECT_EQ(index.areaAt(x, y), areaAt(*list, x, y));
    for (const draw::Area &area : list->areas)
        EXPECT_EQ(index.areaOf(area.node), areaOf(*list, area.node));
    EXPECT_EQ(index.areaOf(0xFFFFFFF0), nullptr);
}

TEST(DisplayListIndex, OneNodeRepresentsAllThatShareTheAreaOfAFold) {
    auto list = std::make_shared<draw::DisplayList>();
    list->areas = {
        {1, {0, 0, 50, 50}, 3, "PF"}, {2, {5, 30, 40, 10}, 3, "VF 0"}, {3, {5, 30, 40, 10}, 3, "VF 1"}};
    const DisplayListIndex index(list);
    EXPECT_EQ(index.representativeOf(3), 2U);
    EXPECT_EQ(index.representativeOf(1), 1U);
    EXPECT_EQ(index.representativeOf(9), std::nullopt);
}

TEST(TopologyScene, ATextOfSeveralFoldedDevicesFadesUnlessOneOfThemIsHighlighted) {
    auto list = std::make_shared<draw::DisplayList>();
    list->width = list->height = 40;
    list->background = draw::solid(draw::Token::Canvas);
    draw::Item box;
    box.node = 1;
    box.rect = {0, 0, 40, 40};
    box.fill = draw::solid(draw::Token::Error);
    list->items = {box};
    list->areas = {{2, {0, 0, 40, 40}, 2, "second"}, {1, {0, 0, 40, 40}, 2, "first"}};
    TopologyScene scene;
    scene.setList(list);
    const auto colourWith = [&scene](std::uint32_t highlighted) {
        scene.setHighlight([highlighted](std::uint32_t node) { return node == highlighted; });
        return piece(1, {0, 0, 40, 40},
                     [&scene](QPainter &painter) {
                         scene.render(&painter, {0, 0, 40, 40}, {0, 0, 40, 40});
                     })
            .pixelColor(20, 20);
    };
    EXPECT_EQ(colourWith(1), tokenColour(draw::Token::Error));
    EXPECT_EQ(colourWith(2), tokenColour(draw::Token::Error));
    EXPECT_NE(colourWith(3), tokenColour(draw::Token::Error));
}

TEST(Fonts, OfADesktopAreItsOwnAndElseThoseOfTheDesign) {
    for (const char *alias : {"", "Sans Serif", "sans-serif", "monospace", "Sans"})
        EXPECT_FALSE(isNamedFamily(QLatin1String(alias))) << alias;
    for (const char *named : {"Cantarell", "Noto Sans", "Ubuntu Mono", "Inter"})
        EXPECT_TRUE(isNamedFamily(QLatin1String(named))) << named;
    const QString desktops = QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    const QStringList there = QFontDatabase::families();
    if (isNamedFamily(desktops)) {
        EXPECT_EQ(uiFont(13).family(), desktops);
    } else if (there.contains(QStringLiteral("Inter"))) {
        EXPECT_EQ(uiFont(13).family(), QStringLiteral("Inter"));
    }
    EXPECT_TRUE(usableFonts());
}

TEST(WrappedText, BreaksAtWordsAndWithinThoseThatAreTooLong) {
    const QFont font = monoFont(12);
    const int ten = QFontMetrics(font).horizontalAdvance(QString(10, QLatin1Char('m'))) + 1;
    const auto lines = [&](const char *text, int most) {
        return wrappedLines(QLatin1String(text), font, ten, most);
    };
    EXPECT_EQ(lines("an 8 GPU (simulated)", 9), QStringList({u"an 8 GPU"_qs, u"(simulated"_qs, u")"_qs}));
    EXPECT_EQ(lines("short", 9), QStringList({u"short"_qs}));
    EXPECT_EQ(lines("one word, another", 1).size(), 1);
    EXPECT_TRUE(lines("one word, another", 1)[0].endsWith(QChar(0x2026)));
    EXPECT_EQ(wrappedLines(u"46:00.0, 47:00.0"_qs, font, ten, 1, BeforeEllipsis::WholeWords),
              QStringList({u"46:00.0, …"_qs}));
    EXPECT_EQ(wrappedLines(u"0000:46:00.0 moved"_qs, font, ten, 1, BeforeEllipsis::WholeWords),
              QStringList({u"0000:46:0…"_qs}))
        << "a first word has nothing to give way to";
}

TEST(WrappedText, BreaksANameThatIsTooLongBetweenItsParts) {
    const QFont font = monoFont(12);
    const auto lines = [&](const QString &text, int letters, int most = 9) {
        const QString widest(letters, QLatin1Char('m'));
        return wrappedLines(text, font, QFontMetrics(font).horizontalAdvance(widest) + 1, most);
    };
    const QString name = u"vm.zone_reclaim_mode"_qs;
    EXPECT_EQ(lines(name, 18), QStringList({u"vm.zone_reclaim_"_qs, u"mode"_qs}));
    EXPECT_EQ(lines(name, 13), QStringList({u"vm.zone_"_qs, u"reclaim_mode"_qs}));
    EXPECT_EQ(lines(name, 20), QStringList({name})) << "it fits";
    EXPECT_EQ(lines(u"has numa_node 3"_qs, 10), QStringList({u"has"_qs, u"numa_node"_qs, u"3"_qs}))
        << "a name that fits a line stays whole";
    EXPECT_EQ(lines(u"1234567.89"_qs, 9), QStringList({u"1234567.8"_qs, u"9"_qs})) << "a number has no parts";
    for (int letters = 3; letters < 20; ++letters)
        EXPECT_EQ(lines(name, letters, 20).join(QString()), name) << letters;
}

class UiFontTest : public ::testing::Test {
protected:
    void TearDown() override { setUiFontSize(kUiFontSize); }
};

TEST_F(UiFontTest, GrowsAllWidgetsInProportionAndComesBackExactly) {
    QWidget window;
    QLabel small(QStringLiteral("a"), &window), large(QStringLiteral("b"), &window);
    applyFont(&small, 11.5);
    applyFont(&large, 20);
    const int before = small.font().pixelSize();
    setUiFontSize(18);
    EXPECT_EQ(uiFont(13).pixelSize(), 18);
    EXPECT_EQ(large.font().pixelSize(), 28); // 20 * 18 / 13
    for (int px = kMinUiFontSize; px <= kMaxUiFontSize; ++px)
        setUiFontSize(px); // rounding errors do not accumulate
    setUiFontSize(kUiFontSize);
    EXPECT_EQ(small.font().pixelSize(), before);
    EXPECT_EQ(large.font().pixelSize(), 20);
    setUiFontSize(99);
    EXPECT_EQ(uiFontSize(), kMaxUiFontSize);
    EXPECT_EQ(displayFont(draw::Font::Sans, 11).pixelSize(), 11); // a picture is zoomed instead
}

TEST_F(UiFontTest, GrowsThePictureAsItsZoom) {
    test::applyTheme(ThemeKind::Dark);
    TopologyScreen screen;
    screen.resize(1100, 700);
    screen.show();
    const app::Snapshot snapshot = test::snapshotOf(samples::mi355xServer());
    screen.setContent(test::contentOf(snapshot));
    screen.settle();
    EXPECT_DOUBLE_EQ(screen.view()->zoom(), 1);
    const double width = screen.options().width;
    setUiFontSize(18);
    ASSERT_TRUE(test::waitFor([&] { return screen.view()->zoom() > 1.3; }));
    EXPECT_NEAR(screen.options().width, width * kUiFontSize / 18, 1); // still the width of the screen
}

TEST(Theme, ReducedMotionLeavesNothingThatFadesOrBlinks) {
    const int blink = QApplication::cursorFlashTime();
    setReducedMotion(true);
    EXPECT_EQ(QApplication::cursorFlashTime(), 0);
    EXPECT_FALSE(QApplication::isEffectEnabled(Qt::UI_FadeMenu));
    EXPECT_FALSE(QApplication::isEffectEnabled(Qt::UI_AnimateTooltip));
    test::applyTheme(ThemeKind::Dark);
    EXPECT_EQ(qApp->style()->styleHint(QStyle::SH_Widget_Animation_Duration), 0);
    setReducedMotion(false);
    EXPECT_EQ(QApplication::cursorFlashTime(), blink);
    EXPECT_LE(qApp->style()->styleHint(QStyle::SH_Widget_Animation_Duration), 120);
    EXPECT_EQ(withContrast(ThemeKind::Light, true), ThemeKind::HighContrastLight);
    EXPECT_EQ(withContrast(ThemeKind::HighContrastDark, false), ThemeKind::Dark);
}

TEST(StyleSheetSuspender, BringsTheSheetBackForWhatWasMadeMeanwhile) {
    test::applyTheme(ThemeKind::Dark);
    const QString sheet = qApp->styleSheet();
    ASSERT_FALSE(sheet.isEmpty());
    {
        const StyleSheetSuspender pause;
        EXPECT_TRUE(qApp->styleSheet().isEmpty());
    }
    EXPECT_EQ(qApp->styleSheet(), sheet);
}

TEST(CurrentPageStack, IsAsLargeAsTheShownPageHoweverLargeOthersAre) {
    CurrentPageStack stack;
    auto *small = new QWidget, *large = new QWidget;
    small->setMinimumSize(40, 30);
    large->setMinimumSize(4000, 3000);
    for (QWidget *page : {small, large}) {
        auto *column = new QVBoxLayout(page);
        column->addWidget(new QLabel(QStringLiteral("page")));
        stack.addWidget(page);
    }
    EXPECT_LT(stack.minimumSizeHint().width(), 400);
    EXPECT_FALSE(stack.hasHeightForWidth());
}

} // namespace
} // namespace fabricscope::widgets
