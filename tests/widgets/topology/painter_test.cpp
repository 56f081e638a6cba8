// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/Picture.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"

#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

using draw::Item;
using draw::Paint;
using draw::Token;

Item box(draw::Rect rect, Token fill, std::uint32_t node = Item::kNoNode) {
    Item item;
    item.rect = rect;
    item.fill = {fill, 100, fill};
    item.node = node;
    return item;
}

draw::DisplayList listOf(std::vector<Item> items) {
    draw::DisplayList list;
    list.width = 100;
    list.height = 100;
    list.items = std::move(items);
    return list;
}

QImage painted(const draw::DisplayList &list, const DisplayListOptions &options) {
    QImage image(100, 100, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintDisplayList(painter, list, options);
    return image;
}

TEST(DisplayListPainter, FillsABoxExactlyInTheColourOfItsToken) {
    const QImage image = painted(listOf({box({10, 10, 20, 20}, Token::Gpu)}), {});
    EXPECT_EQ(image.pixelColor(10, 10), tokenColour(Token::Gpu, ThemeKind::Light));
    EXPECT_EQ(image.pixelColor(29, 29), tokenColour(Token::Gpu, ThemeKind::Light));
    EXPECT_EQ(image.pixelColor(9, 10), QColor(Qt::white));
    EXPECT_EQ(image.pixelColor(30, 29), QColor(Qt::white));
}

TEST(DisplayListPainter, DrawsAnOutlineOfOnePixelCrispAndInside) {
    Item outlined = box({10, 10, 20, 20}, Token::None);
    outlined.stroke = {Token::Text, 100, Token::Text};
    const QImage image = painted(listOf({outlined}), {});
    const QColor text = tokenColour(Token::Text, ThemeKind::Light);
    EXPECT_EQ(image.pixelColor(10, 20), text);
    EXPECT_EQ(image.pixelColor(29, 20), text);
    EXPECT_EQ(image.pixelColor(9, 20), QColor(Qt::white));
    EXPECT_EQ(image.pixelColor(11, 20), QColor(Qt::white));
}

TEST(DisplayListPainter, ShowsAnItemOnlyAtItsLevelsOfDetail) {
    Item item = box({0, 0, 50, 50}, Token::Gpu);
    item.minZoom = 0.25F;
    item.maxZoom = 0.8F;
    for (const auto &[zoom, shown] :
         {std::pair{0.2, false}, {0.25, true}, {0.79, true}, {0.8, false}, {1.0, false}}) {
        DisplayListOptions options;
        options.zoom = zoom;
        EXPECT_EQ(painted(listOf({item}), options).pixelColor(5, 5) != QColor(Qt::white), shown) << zoom;
    }
}

TEST(DisplayListPainter, KeepsSeverityGlyphsAt9PixelsWhenZoomedOut) {
    Item glyph;
    glyph.shape = Item::Shape::Glyph;
    glyph.glyph = draw::Glyph::Error;
    glyph.rect = {45, 45, 10, 10};
    glyph.fill = {Token::Error, 100, Token::Error};
    DisplayListOptions options;
    options.zoom = 0.1; // the picture's own scale stays 1, so 9 px are 90 units
    EXPECT_EQ(painted(listOf({glyph}), options).pixelColor(50, 20),
              tokenColour(Token::Error, ThemeKind::Light));
    options.zoom = 1;
    EXPECT_EQ(painted(listOf({glyph}), options).pixelColor(50, 20), QColor(Qt::white));
}

TEST(DisplayListPainter, FadesWhatIsNotMeantAndNothingElse) {
    DisplayListOptions options;
    options.isHighlighted = [](std::uint32_t node) {
        return node == 1;
    };
    const QImage image =
        painted(listOf({box({0, 0, 10, 10}, Token::Gpu, 1), box({20, 0, 10, 10}, Token::Gpu, 2),
                        box({40, 0, 10, 10}, Token::Gpu)}),
                options);
    const QColor full = tokenColour(Token::Gpu, ThemeKind::Light);
    EXPECT_EQ(image.pixelColor(5, 5), full);
    EXPECT_NE(image.pixelColor(25, 5), full);
    EXPECT_EQ(image.pixelColor(45, 5), full);
}

TEST(Areas, TheInnermostIsHit) {
    draw::DisplayList list;
    list.areas = {{1, {0, 0, 100, 100}, 3, "outer"}, {2, {10, 10, 20, 20}, 3, "inner"}};
    EXPECT_EQ(areaAt(list, 15, 15)->node, 2U);
    EXPECT_EQ(areaAt(list, 50, 50)->node, 1U);
    EXPECT_EQ(areaAt(list, 150, 50), nullptr);
}

TEST(Fonts, OfThisMachineHaveLetters) {
    EXPECT_TRUE(usableFonts());
}

class PictureTest : public ::testing::Test {
protected:
    QString file(const char *name) const { return QString::fromStdString((folder.path() / name).string()); }
    test::TemporaryFolder folder;
    std::shared_ptr<const topology::Topology> topology =
        test::snapshotOf(samples::mi355xServer(), "the demo hosts").topology;
};

TEST_F(PictureTest, IsWrittenAsPngInTheSizeThatWasAskedFor) {
    app::window::PictureOptions options;
    options.size = {800, 600};
    options.theme = ThemeKind::Dark;
    ASSERT_TRUE(app::window::writePicture(*topology, file("a.png"), options));
    const QImage image(file("a.png"));
    EXPECT_EQ(image.size(), QSize(800, 600));
    EXPECT_EQ(image.pixelColor(1, 1), tokenColour(Token::Canvas, ThemeKind::Dark));
}

TEST_F(PictureTest, IsWrittenAsPdfAndSvg) {
    ASSERT_TRUE(app::window::writePicture(*topology, file("a.pdf"), {}));
    EXPECT_EQ(test::readFile(folder.path() / "a.pdf").substr(0, 5), "%PDF-");
    ASSERT_TRUE(app::window::writePicture(*topology, file("a.svg"), {}));
    EXPECT_NE(test::readFile(folder.path() / "a.svg").find("simulated"), std::string::npos);
}

TEST_F(PictureTest, FailsForUnsupportedFormatsMissingFoldersAndHugeSizes) {
    EXPECT_FALSE(app::window::writePicture(*topology, file("a.bmp"), {}));
    EXPECT_FALSE(app::window::writePicture(*topology, file("no/such/folder/a.png"), {}));
    app::window::PictureOptions huge;
    huge.size = {30000, 30000};
    EXPECT_FALSE(app::window::writePicture(*topology, file("huge.png"), huge));
}

} // namespace
} // namespace fabricscope::widgets
