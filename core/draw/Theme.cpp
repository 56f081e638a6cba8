// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/DisplayList.h"

#include <array>

namespace fabricscope::draw {
namespace {

struct TokenColours {
    Token token;
    std::uint32_t dark, light;                         ///< 0xRRGGBB
    std::uint32_t contrastDark = 0, contrastLight = 0; ///< in high contrast; 0: the same

    [[nodiscard]] constexpr std::uint32_t in(ThemeKind theme) const {
        const std::uint32_t own = isDark(theme) ? contrastDark : contrastLight;
        return isHighContrast(theme) && own != 0 ? own : isDark(theme) ? dark : light;
    }
};

// The table of tokens (widgets/VISUAL-LANGUAGE.md, section 1): one token per line, in the order of the enum.
constexpr std::array kTokens{
    TokenColours{Token::Window, 0x121519, 0xECEEF1},
    TokenColours{Token::Chrome, 0x171B20, 0xF4F5F7},
    TokenColours{Token::Panel, 0x171B20, 0xF8F9FA},
    TokenColours{Token::Canvas, 0x101317, 0xFFFFFF},
    TokenColours{Token::Surface, 0x1C2127, 0xFFFFFF},
    TokenColours{Token::Raised, 0x232930, 0xF0F2F4},
    TokenColours{Token::Hover, 0x262D35, 0xEAEEF2},
    TokenColours{Token::Line, 0x282F37, 0xDCE0E5},
    TokenColours{Token::Line2, 0x3A434D, 0xBCC4CC},
    TokenColours{Token::Text, 0xE4E8ED, 0x1A2026},
    TokenColours{Token::Text2, 0xAAB3BD, 0x4A545F},
    TokenColours{Token::Text3, 0x909BA7, 0x5D6873},
    TokenColours{Token::Accent, 0x5AA9E6, 0x1769AA},
    TokenColours{Token::AccentBg, 0x1B3347, 0xDCEBF8},
    TokenColours{Token::OnAccent, 0x0B1116, 0xFFFFFF},
    TokenColours{Token::Gpu, 0x3DB893, 0x007F60},
    TokenColours{Token::Nic, 0x56B4E9, 0x0B6FAF},
    TokenColours{Token::FrontEndNic, 0x8F9BD8, 0x4F5BB0},
    TokenColours{Token::Nvme, 0xCC79A7, 0xA8487F},
    TokenColours{Token::Switch, 0x98A4B1, 0x5C6874},
    TokenColours{Token::RootPort, 0x77828E, 0x66717B},
    TokenColours{Token::Numa, 0xD6C35A, 0x7A6800},
    TokenColours{Token::Error, 0xF2695C, 0xC2372B},
    TokenColours{Token::Warning, 0xE8A33D, 0xA86200},
    TokenColours{Token::Note, 0x56B4E9, 0x0B6FAF},
    TokenColours{Token::Ok, 0x79B59B, 0x2F7A5F},
    TokenColours{Token::Unreachable, 0x909BA7, 0x5D6873},
    TokenColours{Token::WarningText, 0xE8A33D, 0x8A5000},
    TokenColours{Token::PathPix, 0x4FA8E0, 0x0F6FB0},
    TokenColours{Token::PathPxb, 0x7FA9C4, 0x3F7393},
    TokenColours{Token::PathPhb, 0x98A0A8, 0x636C75},
    TokenColours{Token::PathNode, 0xC29A62, 0x94662A},
    TokenColours{Token::PathSys, 0xDB7F3F, 0xB45309},
    TokenColours{Token::PathNvl, 0x3DB893, 0x007F60},
    TokenColours{Token::PathUnknown, 0x909BA7, 0x5D6873},
    TokenColours{Token::Series1, 0x56B4E9, 0x0B6FAF},
    TokenColours{Token::Series2, 0xE8A33D, 0xB86E00},
    TokenColours{Token::Series3, 0xCC79A7, 0xA8487F},
    TokenColours{Token::Series4, 0x3DB893, 0x007F60},
    // Okabe and Ito's palette: the group's number selects the colour. Its yellow would be invisible on white.
    // In high contrast outlines have their full colour: none that means a finding or the selection.
    TokenColours{Token::Group0, 0xE69F00, 0xE69F00, 0x4DB6B0, 0x0E7C77},
    TokenColours{Token::Group1, 0x56B4E9, 0x56B4E9, 0xA3BF5F, 0x55761A},
    TokenColours{Token::Group2, 0x009E73, 0x009E73},
    TokenColours{Token::Group3, 0xF0E442, 0x9A9100},
    TokenColours{Token::Group4, 0x0072B2, 0x0072B2, 0x8F9BD8, 0x4F5BB0},
    TokenColours{Token::Group5, 0xD55E00, 0xD55E00, 0xC49BEE, 0x7B3FA8},
    TokenColours{Token::Group6, 0xCC79A7, 0xCC79A7},
    TokenColours{Token::Group7, 0x999999, 0x999999},
    TokenColours{Token::Baseline, 0x2A3139, 0xE9EDF1},
    TokenColours{Token::BaselineEdge, 0x4A5560, 0xA9B4BF},
    TokenColours{Token::Heat0, 0x3B064A, 0x5D246B},
    TokenColours{Token::Heat1, 0x393970, 0x5B5A95},
    TokenColours{Token::Heat2, 0x286178, 0x49869D},
    TokenColours{Token::Heat3, 0x208672, 0x40AD97},
    TokenColours{Token::Heat4, 0x55A652, 0x79D074},
    TokenColours{Token::HeatAbove, 0xC9BD25, 0xF5E944},
    TokenColours{Token::InkDark, 0x0B0F13, 0x0B0F13},
    TokenColours{Token::InkLight, 0xFFFFFF, 0xFFFFFF},
    TokenColours{Token::None, 0x000000, 0x000000},
};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kTokens.size(); ++i)
        if (kTokens[i].token != static_cast<Token>(i))
            return false;
    return kTokens.size() == static_cast<std::size_t>(Token::Count_);
}
static_assert(inOrder(), "the token table has a line for each Token, in the order of the enum");

constexpr std::uint8_t mixed(std::uint8_t top, std::uint8_t below, unsigned percent) {
    return static_cast<std::uint8_t>((top * percent + below * (100 - percent) + 50) / 100);
}

/// In high contrast each kind of line is replaced by the next stronger one.
constexpr Token stronger(Token token) {
    return token == Token::Line ? Token::Line2 : token == Token::Line2 ? Token::Text3 : token;
}

/// Mixes below this percentage are tints, which high contrast omits; others are outlines, which it paints
/// fully.
constexpr unsigned kMinOutline = 50;

/// A mix of two of these represents a value and is not a tint: unchanged in high contrast.
constexpr bool isScale(Token token) {
    return token >= Token::Heat0 && token <= Token::InkLight;
}

} // namespace

Rgb colour(Token token, ThemeKind theme) {
    const auto index = static_cast<std::size_t>(isHighContrast(theme) ? stronger(token) : token);
    if (index >= kTokens.size())
        return {};
    const std::uint32_t rgb = kTokens[index].in(theme);
    return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8 & 0xFF),
            static_cast<std::uint8_t>(rgb & 0xFF)};
}

Rgb resolve(const Paint &paint, ThemeKind theme) {
    unsigned percent = !isDark(theme) && paint.lightPercent != 0 ? paint.lightPercent : paint.percent;
    percent = percent > 100 ? 100 : percent;
    if (isHighContrast(theme) && !isScale(paint.token))
        percent = percent < kMinOutline ? 0 : 100;
    const Rgb top = colour(paint.token, theme);
    if (percent == 100)
        return top;
    const Rgb below = colour(paint.over, theme);
    return {mixed(top.r, below.r, percent), mixed(top.g, below.g, percent), mixed(top.b, below.b, percent)};
}

} // namespace fabricscope::draw
