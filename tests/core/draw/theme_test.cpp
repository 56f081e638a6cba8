// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/DisplayList.h"
#include "tests/support/Contrast.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

namespace fabricscope::draw {
namespace {

using test::contrast;

std::string hex(Rgb rgb) {
    return fmt::format("#{:02X}{:02X}{:02X}", rgb.r, rgb.g, rgb.b);
}
std::string hex(Token token, ThemeKind theme) {
    return hex(colour(token, theme));
}

constexpr ThemeKind kThemes[] = {ThemeKind::Dark, ThemeKind::Light, ThemeKind::HighContrastDark,
                                 ThemeKind::HighContrastLight};
constexpr Token kSurfaces[] = {Token::Window,  Token::Chrome, Token::Panel, Token::Canvas,
                               Token::Surface, Token::Raised, Token::Hover};
constexpr Token kKinds[] = {Token::Gpu, Token::Nic, Token::FrontEndNic, Token::Nvme, Token::Switch};

TEST(Theme, HasTheColoursOfTheDesignsTable) {
    using enum ThemeKind;
    EXPECT_EQ(hex(Token::Window, Dark), "#121519");
    EXPECT_EQ(hex(Token::Window, Light), "#ECEEF1");
    EXPECT_EQ(hex(Token::Canvas, Dark), "#101317");
    EXPECT_EQ(hex(Token::Surface, Dark), "#1C2127");
    EXPECT_EQ(hex(Token::Raised, Light), "#F0F2F4");
    EXPECT_EQ(hex(Token::Line2, Dark), "#3A434D");
    EXPECT_EQ(hex(Token::Text, Dark), "#E4E8ED");
    EXPECT_EQ(hex(Token::Text3, Light), "#5D6873");
    EXPECT_EQ(hex(Token::Accent, Dark), "#5AA9E6");
    EXPECT_EQ(hex(Token::AccentBg, Light), "#DCEBF8");
    EXPECT_EQ(hex(Token::Gpu, Dark), "#3DB893");
    EXPECT_EQ(hex(Token::Gpu, Light), "#007F60");
    EXPECT_EQ(hex(Token::Nic, Dark), "#56B4E9");
    EXPECT_EQ(hex(Token::Nvme, Light), "#A8487F");
    EXPECT_EQ(hex(Token::Switch, Dark), "#98A4B1");
    EXPECT_EQ(hex(Token::RootPort, Light), "#66717B");
    EXPECT_EQ(hex(Token::Numa, Dark), "#D6C35A");
    EXPECT_EQ(hex(Token::Error, Dark), "#F2695C");
    EXPECT_EQ(hex(Token::Warning, Light), "#A86200");
    EXPECT_EQ(hex(Token::WarningText, Light), "#8A5000");
    EXPECT_EQ(hex(Token::PathSys, Dark), "#DB7F3F");
    EXPECT_EQ(hex(Token::PathPix, Light), "#0F6FB0");
    EXPECT_EQ(hex(Token::Series2, Light), "#B86E00");
    EXPECT_EQ(hex(Token::Group0, Dark), "#E69F00");
    EXPECT_EQ(hex(Token::Group5, Light), "#D55E00");
    EXPECT_EQ(hex(Token::Group3, Dark), "#F0E442");
    EXPECT_EQ(hex(Token::Group7, Light), "#999999");
}

TEST(Theme, MixesATintChannelByChannelAndRounds) {
    // 13 % of #3DB893 over #1C2127: 28 + 0.13 * (61 - 28) = 32.29, and so on.
    EXPECT_EQ(hex(resolve({Token::Gpu, 13, Token::Surface}, ThemeKind::Dark)), "#203535");
    EXPECT_EQ(hex(resolve({Token::Switch, 6, Token::Surface}, ThemeKind::Light)), "#F5F6F7");
    EXPECT_EQ(resolve({Token::Gpu, 100, Token::Surface}, ThemeKind::Dark),
              colour(Token::Gpu, ThemeKind::Dark));
    EXPECT_EQ(resolve({Token::Gpu, 0, Token::Surface}, ThemeKind::Dark),
              colour(Token::Surface, ThemeKind::Dark));
}

TEST(Theme, TakesThePercentageOfTheLightThemeWhereItDiffers) {
    const Paint paint{Token::Gpu, 50, Token::Surface, 70};
    EXPECT_EQ(resolve(paint, ThemeKind::Dark), resolve({Token::Gpu, 50, Token::Surface}, ThemeKind::Dark));
    EXPECT_EQ(resolve(paint, ThemeKind::Light), resolve({Token::Gpu, 70, Token::Surface}, ThemeKind::Light));
}

TEST(Theme, KeepsTextReadableOnEverySurface) {
    for (const ThemeKind theme : kThemes)
        for (const Token surface : kSurfaces)
            for (const Token text : {Token::Text, Token::Text2, Token::Text3})
                EXPECT_GE(contrast(colour(text, theme), colour(surface, theme)), 4.5)
                    << "text " << int(text) << " on " << int(surface) << " in theme " << int(theme);
}

TEST(Theme, KeepsTextReadableOnTheTintsOfBoxesAndChips) {
    for (const ThemeKind theme : kThemes) {
        for (const Token kind : kKinds)
            for (const Token text : {Token::Text, Token::Text2})
                EXPECT_GE(contrast(colour(text, theme), resolve({kind, 13, Token::Surface}, theme)), 4.5)
                    << "text " << int(text) << " on kind " << int(kind) << " in theme " << int(theme);
        for (int group = 0; group < 8; ++group) {
            const auto token = static_cast<Token>(static_cast<int>(Token::Group0) + group);
            EXPECT_GE(contrast(colour(Token::Text, theme), resolve({token, 30, Token::Surface, 25}, theme)),
                      4.5);
            EXPECT_GE(contrast(colour(Token::Text, theme), resolve({token, 13, Token::Surface}, theme)), 4.5);
            EXPECT_GE(contrast(colour(Token::Text2, theme), resolve({token, 13, Token::Surface}, theme)),
                      4.5);
        }
        EXPECT_GE(
            contrast(colour(Token::WarningText, theme), resolve({Token::Warning, 16, Token::Surface}, theme)),
            4.5);
    }
}

TEST(Theme, KeepsGlyphsAndStripsVisible) {
    for (const ThemeKind theme : kThemes) {
        for (const Token token :
             {Token::Error, Token::Warning, Token::Note, Token::Gpu, Token::Nic, Token::Nvme,
              Token::FrontEndNic, Token::Switch, Token::RootPort, Token::Numa})
            EXPECT_GE(contrast(colour(token, theme), colour(Token::Surface, theme)), 3.0) << int(token);
    }
    for (const Token kind : kKinds) // outlines of the light theme have a meaning
        EXPECT_GE(contrast(resolve({kind, 50, Token::Surface, 72}, ThemeKind::Light),
                           colour(Token::Surface, ThemeKind::Light)),
                  3.0)
            << int(kind);
}

constexpr int kGroups = 8;

Token groupAt(int number) {
    return static_cast<Token>(static_cast<int>(Token::Group0) + number);
}

TEST(Theme, KeepsEveryGroupsColourVisibleOnABox) {
    for (const ThemeKind theme : kThemes)
        for (int group = 0; group < kGroups; ++group)
            EXPECT_GE(contrast(colour(groupAt(group), theme), colour(Token::Surface, theme)), 2.2)
                << group << " in theme " << int(theme);
}

/// In degrees from 0 to 360; nothing for a grey.
std::optional<double> hueOf(Rgb rgb) {
    const double r = rgb.r, g = rgb.g, b = rgb.b;
    const double high = std::max({r, g, b}), range = high - std::min({r, g, b});
    if (range < 0.1 * high)
        return std::nullopt;
    const double sixth = high == r ? (g - b) / range : high == g ? 2 + (b - r) / range : 4 + (r - g) / range;
    return std::fmod(sixth * 60 + 360, 360);
}

TEST(Theme, InHighContrastNoGroupLooksLikeAFindingOrTheSelection) {
    constexpr double kLeastApart = 20; // degrees
    int compared = 0;
    for (const ThemeKind theme : {ThemeKind::HighContrastDark, ThemeKind::HighContrastLight})
        for (int group = 0; group < kGroups; ++group)
            for (const Token meaning : {Token::Error, Token::Warning, Token::Note, Token::Accent}) {
                const auto own = hueOf(colour(groupAt(group), theme)), other = hueOf(colour(meaning, theme));
                if (!own)
                    continue;
                ++compared;
                const double apart = std::abs(*own - *other);
                EXPECT_GE(std::min(apart, 360 - apart), kLeastApart)
                    << "group " << group << " and " << int(meaning) << " in theme " << int(theme);
            }
    EXPECT_EQ(compared, 2 * (kGroups - 1) * 4); // one group is grey
    std::set<std::string> all;
    for (int group = 0; group < kGroups; ++group)
        all.insert(hex(groupAt(group), ThemeKind::HighContrastDark));
    EXPECT_EQ(all.size(), static_cast<std::size_t>(kGroups));
}

TEST(Theme, LeavesTintsOutInHighContrastAndPaintsOutlinesInFull) {
    for (const ThemeKind theme : {ThemeKind::HighContrastDark, ThemeKind::HighContrastLight}) {
        EXPECT_EQ(resolve({Token::Gpu, 13, Token::Surface}, theme), colour(Token::Surface, theme));
        EXPECT_EQ(resolve({Token::Gpu, 50, Token::Surface, 72}, theme), colour(Token::Gpu, theme));
        EXPECT_EQ(colour(Token::Line2, theme), colour(Token::Text3, theme));
        for (const Token surface : kSurfaces)
            EXPECT_GE(contrast(colour(Token::Line2, theme), colour(surface, theme)), 3.0) << int(surface);
    }
    EXPECT_EQ(colour(Token::Canvas, ThemeKind::HighContrastDark), colour(Token::Canvas, ThemeKind::Dark));
    EXPECT_EQ(colour(Token::Text, ThemeKind::HighContrastLight), colour(Token::Text, ThemeKind::Light));
}

TEST(Theme, AnswersAnythingForATokenOutOfRange) {
    EXPECT_EQ(colour(Token::Count_, ThemeKind::Dark), Rgb{});
    EXPECT_EQ(colour(static_cast<Token>(250), ThemeKind::Light), Rgb{});
    EXPECT_EQ(resolve({Token::Text, 200, Token::Canvas}, ThemeKind::Dark),
              colour(Token::Text, ThemeKind::Dark));
}

TEST(ApproximateTextWidth, GrowsWithTextAndSize) {
    EXPECT_EQ(draw::approximateTextWidth("", Font::Sans, 12), 0);
    EXPECT_DOUBLE_EQ(draw::approximateTextWidth("46:00.0", Font::Mono, 10), 7 * 6.02);
    EXPECT_DOUBLE_EQ(draw::approximateTextWidth("GPU2", Font::Sans, 24),
                     2 * draw::approximateTextWidth("GPU2", Font::Sans, 12));
    EXPECT_GT(draw::approximateTextWidth("GPU2", Font::SansSemibold, 12),
              draw::approximateTextWidth("GPU2", Font::Sans, 12));
}

TEST(ApproximateTextWidth, CountsCharactersAndNotBytes) {
    EXPECT_DOUBLE_EQ(draw::approximateTextWidth("\xC3\xA9", Font::Mono, 10), 6.02);        // é
    EXPECT_DOUBLE_EQ(draw::approximateTextWidth("\xE6\xB1\x89", Font::Sans, 10), 10);      // a wide one
    EXPECT_GT(draw::approximateTextWidth("\xFF\xE6\xB1", Font::Sans, 10), 0);              // invalid
    EXPECT_GT(draw::approximateTextWidth(std::string_view("\xF0", 1), Font::Sans, 10), 0); // truncated
}

} // namespace
} // namespace fabricscope::draw
