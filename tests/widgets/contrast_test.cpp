// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/TopologyLayout.h"
#include "tests/support/Contrast.h"
#include "tests/support/samples/SampleJudgement.h"
#include "tests/widgets/Support.h"
#include "widgets/common/theme/StyleSheet.h"

#include <QRegularExpression>

#include <gtest/gtest.h>

#include <set>

namespace fabricscope::widgets {
namespace {

using draw::Item;
using draw::Paint;

constexpr double kText = 4.5, kMeaning = 3;
constexpr ThemeKind kThemes[] = {ThemeKind::Dark, ThemeKind::Light, ThemeKind::HighContrastDark,
                                 ThemeKind::HighContrastLight};

std::string nameOf(const Paint &paint) {
    return std::to_string(static_cast<int>(paint.token)) + "@" + std::to_string(paint.percent) + "/" +
           std::to_string(static_cast<int>(paint.over));
}

/// A painted item and its background, as they are in a display list at 100 %.
struct Pair {
    Paint ink, ground;
    bool isText = false;
    friend bool operator<(const Pair &a, const Pair &b) {
        return std::tuple(nameOf(a.ink), nameOf(a.ground), a.isText) <
               std::tuple(nameOf(b.ink), nameOf(b.ground), b.isText);
    }
};

/// The fill of the last box painted before the item at this point.
Paint groundOf(const draw::DisplayList &list, std::size_t item, double x, double y) {
    for (std::size_t at = item; at-- > 0;) {
        const Item &below = list.items[at];
        if (below.shape == Item::Shape::Box && below.fill.token != Token::None && below.minZoom <= 1 &&
            below.maxZoom > 1 && below.rect.contains(x, y))
            return below.fill;
    }
    return list.background;
}

/// Findings and chips; a half-transparent colour only repeats a strip next to it.
bool carriesMeaning(const Paint &paint) {
    return paint.percent == 100 && (paint.token == Token::Error || paint.token == Token::Warning ||
                                    paint.token == Token::Note || paint.token == Token::Accent);
}

void collect(const draw::DisplayList &list, std::set<Pair> &pairs) {
    for (std::size_t at = 0; at < list.items.size(); ++at) {
        const Item &item = list.items[at];
        if (item.minZoom > 1 || item.maxZoom <= 1)
            continue;
        const double x = item.rect.x + item.rect.width / 2, y = item.rect.y + item.rect.height / 2;
        const bool isText = item.shape == Item::Shape::Text;
        if (isText || item.shape == Item::Shape::Glyph)
            pairs.insert({item.fill, groundOf(list, at, x, y), isText});
        else if (item.shape == Item::Shape::Box && carriesMeaning(item.stroke))
            pairs.insert({item.stroke, groundOf(list, at, item.rect.x - 1, y), false});
    }
}

/// Hosts that together contain everything a picture shows; the first one has a mispaired NIC.
std::vector<host::Host> hosts() {
    return {samples::mi355xServer(), samples::flatVm(),          samples::laptop(),
            samples::cpuLessNodes(), samples::deadGpu(),         samples::partitionedGpu(),
            samples::vmdHost(),      samples::manyFunctions(300)};
}

TEST(Contrast, OfEveryTextGlyphAndFindingInThePicturesOfAllKindsOfHosts) {
    std::set<Pair> pairs;
    for (const host::Host &host : hosts()) {
        const auto topology = samples::topologyOf(host);
        using Swaps = std::vector<std::pair<std::string, std::string>>;
        const affinity::Judgement judgement = samples::judgementOf(
            *topology, pairs.empty() ? Swaps{{"0000:46:00.0", "0000:66:00.0"}} : Swaps{});
        for (const auto by : {layout::ColourBy::Kind, layout::ColourBy::IommuGroup, layout::ColourBy::Link,
                              layout::ColourBy::Owner}) {
            layout::TopologyOptions options;
            options.colourBy = by;
            options.judgement = &judgement;
            collect(layout::layoutTopology(*topology, options), pairs);
        }
    }
    EXPECT_GT(pairs.size(), 40U);
    for (const Pair &pair : pairs)
        for (const ThemeKind theme : kThemes)
            EXPECT_GE(test::contrast(draw::resolve(pair.ink, theme), draw::resolve(pair.ground, theme)),
                      pair.isText ? kText : kMeaning)
                << (pair.isText ? "text " : "glyph or outline ") << nameOf(pair.ink) << " on "
                << nameOf(pair.ground) << " in theme " << static_cast<int>(theme);
}

/// Text and background colours of painted widgets, one line per place.
TEST(Contrast, OfWhatWidgetsWriteOnRowsButtonsAndCallouts) {
    const Paint kError{Token::Error, 10, Token::Panel}, kWarning{Token::Warning, 16, Token::Panel};
    const auto plain = [](Token token) {
        return Paint{token, 100, token};
    };
    const struct {
        Token ink;
        std::vector<Paint> grounds;
    } kUsed[] = {
        {Token::Text, {plain(Token::AccentBg), plain(Token::Hover), kError, kWarning}},
        {Token::Text2, {plain(Token::AccentBg), plain(Token::Hover), kError}},
        {Token::Text3, {plain(Token::AccentBg), plain(Token::Hover)}},
        {Token::Accent,
         {plain(Token::Panel), plain(Token::Chrome), plain(Token::Canvas), plain(Token::Surface),
          plain(Token::AccentBg)}},
        {Token::OnAccent, {plain(Token::Accent)}},
        {Token::Error,
         {plain(Token::Panel), plain(Token::Chrome), plain(Token::Canvas), plain(Token::Surface)}},
        {Token::WarningText,
         {plain(Token::Panel), plain(Token::Chrome), plain(Token::Canvas), plain(Token::AccentBg), kWarning}},
    };
    for (const auto &[ink, grounds] : kUsed)
        for (const Paint &ground : grounds)
            for (const ThemeKind theme : kThemes)
                EXPECT_GE(test::contrast(draw::colour(ink, theme), draw::resolve(ground, theme)), kText)
                    << static_cast<int>(ink) << " on " << nameOf(ground) << " in theme "
                    << static_cast<int>(theme);
}

draw::Rgb rgbOf(const QString &name) {
    const QColor colour(name);
    return {static_cast<std::uint8_t>(colour.red()), static_cast<std::uint8_t>(colour.green()),
            static_cast<std::uint8_t>(colour.blue())};
}

TEST(Contrast, OfEveryRuleOfTheStyleSheetThatSetsTextAndGround) {
    static const QRegularExpression kRule(QStringLiteral("([^{}]+)\\{([^{}]*)\\}"));
    static const QRegularExpression kInk(QStringLiteral("(?:^|[;\\s])color:\\s*(#[0-9a-f]{6})"));
    static const QRegularExpression kGround(QStringLiteral("background:\\s*(#[0-9a-f]{6})"));
    for (const ThemeKind theme : kThemes) {
        int rules = 0;
        const QString sheet = styleSheet(theme);
        for (auto match = kRule.globalMatch(sheet); match.hasNext();) {
            const QRegularExpressionMatch rule = match.next();
            const auto ink = kInk.match(rule.captured(2)), ground = kGround.match(rule.captured(2));
            if (!ink.hasMatch())
                continue;
            ++rules;
            std::vector<draw::Rgb> grounds;
            if (ground.hasMatch())
                grounds.push_back(rgbOf(ground.captured(1)));
            else // depends on the parent
                for (const Token surface : {Token::Chrome, Token::Panel, Token::Surface, Token::Canvas})
                    grounds.push_back(draw::colour(surface, theme));
            for (const draw::Rgb &each : grounds)
                EXPECT_GE(test::contrast(rgbOf(ink.captured(1)), each), kText)
                    << rule.captured(1).trimmed().toStdString() << " in theme " << static_cast<int>(theme);
        }
        EXPECT_GT(rules, 15);
    }
}

} // namespace
} // namespace fabricscope::widgets
