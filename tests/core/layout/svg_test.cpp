// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Svg.h"
#include "tests/core/layout/Picture.h"
#include "tests/support/samples/SampleHosts.h"

#include <gtest/gtest.h>
#include <pugixml.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <set>

namespace fabricscope::report {
namespace {

using draw::DisplayList;
using draw::Item;
using draw::ThemeKind;
using draw::Token;

/// Parses the document, which must be well-formed XML.
pugi::xml_document parsed(const std::string &svg) {
    pugi::xml_document document;
    const pugi::xml_parse_result result =
        document.load_buffer(svg.data(), svg.size(), pugi::parse_full, pugi::encoding_utf8);
    EXPECT_TRUE(result) << result.description() << " at " << result.offset;
    // pugixml accepts an ampersand that does not start an entity.
    for (std::size_t at = 0; (at = svg.find('&', at)) != std::string::npos; ++at) {
        const std::string rest = svg.substr(at + 1, 5);
        EXPECT_TRUE(rest.starts_with("amp;") || rest.starts_with("lt;") || rest.starts_with("gt;") ||
                    rest.starts_with("#39;") || rest.starts_with("quot;"))
            << rest;
    }
    return document;
}

std::vector<std::string> texts(const pugi::xml_document &document) {
    std::vector<std::string> texts;
    for (const auto &node : document.select_nodes("//text"))
        texts.emplace_back(node.node().text().get());
    return texts;
}

Item textItem(std::string text, draw::Font font = draw::Font::Sans, double width = 100) {
    Item item;
    item.shape = Item::Shape::Text;
    item.rect = {10, 20, width, 16};
    item.text = std::move(text);
    item.font = font;
    item.fontSize = 10;
    item.fill = {Token::Text, 100, Token::Text};
    return item;
}

std::string written(std::vector<Item> items, ThemeKind theme = ThemeKind::Dark) {
    DisplayList list;
    list.width = 200;
    list.height = 100;
    list.items = std::move(items);
    return toSvg(list, theme);
}

TEST(Svg, IsWellFormedAndContainsTheTextsOfThePicture) {
    const layout::Picture picture = layout::pictureOf(samples::mi355xServer());
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
        const auto document = parsed(toSvg(picture.list, theme));
        EXPECT_STREQ(document.first_child().name(), "svg");
        EXPECT_EQ(texts(document), picture.texts(1));
    }
}

TEST(Svg, IsSelfContained) {
    const std::string svg = toSvg(layout::pictureOf(samples::mi355xServer()).list, ThemeKind::Light);
    EXPECT_EQ(svg.find("href"), std::string::npos);
    EXPECT_EQ(svg.find("url("), std::string::npos);
    EXPECT_EQ(svg.find("<script"), std::string::npos);
}

TEST(Svg, GivesEveryItemOfANodeItsIdAndEveryAreaATitle) {
    const layout::Picture picture = layout::pictureOf(samples::mi355xServer());
    const auto document = parsed(toSvg(picture.list, ThemeKind::Dark));
    std::size_t owned = picture.list.areas.size();
    for (const Item *item : picture.at(1))
        owned += item->node != Item::kNoNode ? 1 : 0;
    EXPECT_EQ(document.select_nodes("//*[@data-node]").size(), owned);
    const auto titles = document.select_nodes("//rect/title");
    ASSERT_EQ(titles.size(), picture.list.areas.size());
    std::size_t i = 0;
    for (const auto &title : titles)
        EXPECT_EQ(title.node().text().get(), picture.list.areas[i++].label);
}

TEST(Svg, ShowsSimulatedForASimulatedHost) {
    host::Host host = samples::oneGpu();
    host.simulated = "demo";
    const auto document = parsed(toSvg(layout::pictureOf(host).list, ThemeKind::Dark));
    const auto all = texts(document);
    EXPECT_NE(std::find(all.begin(), all.end(), "simulated"), all.end());
}

TEST(Svg, WritesOnlyWhatIsShownAt100Percent) {
    Item small = textItem("small"), large = textItem("large");
    small.maxZoom = 1.0F; // below 100 %
    large.minZoom = 1.0F;
    const auto all = texts(parsed(written({small, large})));
    EXPECT_EQ(all, std::vector<std::string>{"large"});
}

TEST(Svg, EscapesTextFromTheHost) {
    const std::string hostile = "<script>alert(\"x\")</script> & 'y' ]]>";
    DisplayList list;
    list.items = {textItem(hostile, draw::Font::Mono)};
    list.areas = {{7, {0, 0, 10, 10}, 3, hostile}};
    const auto document = parsed(toSvg(list, ThemeKind::Dark));
    EXPECT_EQ(texts(document).front(), hostile);
    EXPECT_EQ(document.select_node("//title").node().text().get(), hostile);
    EXPECT_FALSE(document.select_node("//script"));
}

TEST(Svg, StaysWellFormedWithControlCharactersAndBytesThatAreNoText) {
    for (const char *bytes : {"a\x01\x1b[31mb", "\xff\xfe", "\xef\xbf\xbf", "\xef\xbf\xbe", "\xed\xa0\x80",
                              "\xf0\x9f", "\n\t\r"}) {
        const std::string svg = written({textItem(bytes, draw::Font::Mono), textItem(bytes)});
        parsed(svg);
        EXPECT_EQ(svg.find('\x1b'), std::string::npos);
        EXPECT_EQ(svg.find("\xef\xbf\xbf"), std::string::npos);
    }
}

TEST(Svg, CutsWordsAtTheirCellAndNumbersNever) {
    const std::string name = "a name that is much longer than its cell";
    const auto all = texts(parsed(
        written({textItem(name, draw::Font::Sans, 60), textItem("0000:41:00.0", draw::Font::Mono, 20)})));
    EXPECT_TRUE(all[0].ends_with("…")) << all[0];
    EXPECT_EQ(name.rfind(all[0].substr(0, all[0].size() - 3), 0), 0U);
    EXPECT_LE(draw::approximateTextWidth(all[0], draw::Font::Sans, 10), 60);
    EXPECT_EQ(all[1], "0000:41:00.0");
}

TEST(Svg, CutsBetweenCharactersAndNotBetweenBytes) {
    std::string umlauts;
    for (int i = 0; i < 50; ++i)
        umlauts += "ü";
    const auto all = texts(parsed(written({textItem(umlauts, draw::Font::Sans, 33)})));
    EXPECT_EQ(all.front().find("\xef\xbf\xbd"), std::string::npos);
}

TEST(Svg, PaintsTheColoursOfItsTheme) {
    const std::string dark = written({textItem("x")}, ThemeKind::Dark),
                      light = written({textItem("x")}, ThemeKind::Light);
    EXPECT_NE(dark.find("fill=\"#101317\""), std::string::npos) << "the canvas";
    EXPECT_NE(dark.find("fill=\"#e4e8ed\""), std::string::npos) << "the text";
    EXPECT_NE(light.find("fill=\"#1a2026\""), std::string::npos);
}

TEST(Svg, PutsOutlinesOnWholePixels) {
    Item box;
    box.rect = {10, 20, 80, 70};
    box.fill = {Token::Surface, 100, Token::Surface};
    box.stroke = {Token::Line2, 100, Token::Line2};
    box.radius = 3;
    const auto document = parsed(written({box}));
    const auto rect = document.select_nodes("//rect[@rx]").first().node();
    EXPECT_STREQ(rect.attribute("x").value(), "10.5");
    EXPECT_STREQ(rect.attribute("width").value(), "79");
    EXPECT_STREQ(rect.attribute("rx").value(), "2.5");
}

TEST(Svg, DrawsEveryGlyphAsPaths) {
    using draw::Glyph;
    std::set<std::string> shapes;
    for (const Glyph glyph : {Glyph::Error, Glyph::Warning, Glyph::Note, Glyph::Ok, Glyph::Unreachable,
                              Glyph::Running, Glyph::Waiting, Glyph::Lock}) {
        Item item;
        item.shape = Item::Shape::Glyph;
        item.rect = {0, 0, 12, 12};
        item.glyph = glyph;
        item.fill = {Token::Error, 100, Token::Error};
        const auto document = parsed(written({item}));
        std::string shape;
        for (const auto &path : document.select_nodes("//g/path")) {
            shape += path.node().attribute("d").value();
            shape += path.node().attribute("stroke-dasharray").value();
        }
        EXPECT_FALSE(shape.empty());
        shapes.insert(shape);
    }
    EXPECT_EQ(shapes.size(), 8U) << "no two look the same";
}

TEST(Svg, IsTheSameInEveryLocale) {
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    const DisplayList list = layout::pictureOf(samples::mi355xServer()).list;
    const std::string plain = toSvg(list, ThemeKind::Dark);
    const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
    const std::string again = toSvg(list, ThemeKind::Dark);
    std::locale::global(before);
    EXPECT_EQ(plain, again);
}

TEST(Svg, SurvivesNumbersThatAreNone) {
    Item box;
    box.rect = {std::nan(""), std::numeric_limits<double>::infinity(), -5, 1e300};
    box.fill = {Token::Surface, 100, Token::Surface};
    const std::string svg = written({box});
    parsed(svg);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(Svg, WritesAnEmptyPicture) {
    const auto document = parsed(toSvg(DisplayList{}, ThemeKind::Light));
    EXPECT_STREQ(document.first_child().name(), "svg");
}

} // namespace
} // namespace fabricscope::report
