// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::draw {

/// The zooms at which something is painted (visual language, section 4).
struct Level {
    float min, max;
};
namespace level {
inline constexpr float kNoEnd = 1e9F;
inline constexpr Level kAlways{0.0F, kNoEnd};
inline constexpr Level kShapes{0.25F, kNoEnd}; ///< boxes and lines
inline constexpr Level kWords{0.5F, kNoEnd};   ///< names and addresses
/// Link text, driver lines: from 80 %. A double 0.8 is less than the float 0.8.
inline constexpr Level kDetails{0.7999F, kNoEnd};
inline constexpr Level kNamesOnly{0.25F, 0.5F}; ///< large names in place of the lines
inline constexpr Level kMini{0.0F, 0.25F};      ///< solid blocks
} // namespace level

struct TextStyle {
    Font font;
    float size; ///< px at 100 %
    Token token;
};
namespace style {
inline constexpr TextStyle kHostName{Font::SansSemibold, 15, Token::Text};
inline constexpr TextStyle kHostFacts{Font::Sans, 12, Token::Text3};
inline constexpr TextStyle kBandName{Font::SansSemibold, 13, Token::Text};
inline constexpr TextStyle kBandFacts{Font::Sans, 11.5F, Token::Text3};
inline constexpr TextStyle kBoxName{Font::SansSemibold, 12.5F, Token::Text};
inline constexpr TextStyle kTitle{Font::SansSemibold, 12, Token::Text};
inline constexpr TextStyle kCaption{Font::Sans, 11.5F, Token::Text2};
inline constexpr TextStyle kAddress{Font::Mono, 11, Token::Text};
inline constexpr TextStyle kDimAddress{Font::Mono, 11, Token::Text2};
inline constexpr TextStyle kSmall{Font::Sans, 10, Token::Text2};
inline constexpr TextStyle kGuestAddress{Font::Mono, 10.5F, Token::Accent}; ///< what a guest calls a device
inline constexpr TextStyle kSmallMono{Font::Mono, 10.5F, Token::Text2};
inline constexpr TextStyle kTag{Font::Mono, 10, Token::Text};
} // namespace style

inline constexpr Paint kNoPaint{Token::None, 100, Token::None};
/// A token as it is.
[[nodiscard]] constexpr Paint solid(Token token) {
    return {token, 100, token};
}
/// `percent` of a token over a surface.
[[nodiscard]] constexpr Paint tint(Token token, std::uint8_t percent, Token over = Token::Surface) {
    return {token, percent, over};
}
/// Outlines that carry meaning: half the colour, more of it in the light theme to reach 3:1.
[[nodiscard]] constexpr Paint outline(Token token) {
    return {token, 50, Token::Surface, 72};
}

/// Appends to a display list: the only place that fills in items, so that each primitive looks the same
/// everywhere.
class Sketch {
public:
    Sketch(DisplayList &list, const MeasureText &measure) : m_list(list), m_measure(measure) {}

    /// Owner of the following items; Item::kNoNode for none.
    void setNode(std::uint32_t node) { m_node = node; }
    [[nodiscard]] std::uint32_t node() const { return m_node; }
    /// The following items belong to this ribbon, and to no node.
    void beginRibbon(Ribbon ribbon);
    void endRibbon();
    [[nodiscard]] std::uint32_t ribbon() const { return m_ribbon; }
    void resumeRibbon(std::uint32_t ribbon);

    Item &box(Level level, const Rect &rect, const Paint &fill, const Paint &stroke = kNoPaint,
              float radius = 0);
    Item &line(Level level, std::vector<Point> points, const Paint &paint, float width = 1);
    /// Vertically in the middle of `rect`.
    Item &text(Level level, const Rect &rect, std::string text, const TextStyle &style,
               Align align = Align::Left);
    /// The same for text that may be longer than its cell: truncated, with "…". Never for addresses and
    /// numbers.
    Item &words(Level level, const Rect &rect, std::string text, const TextStyle &style);
    /// A square of `size` with its left edge at x and its middle at y.
    Item &glyph(Level level, double x, double middle, double size, Glyph glyph, Token token);
    void area(std::uint32_t node, const Rect &rect, std::string label, float radius = 3);
    /// A click there opens or closes the fold `id`.
    void action(std::string id, bool opens, const Rect &rect, std::string label);

    /// The tooltip of this area; none if the text is empty.
    void hint(const Rect &rect, std::string text);

    /// The text, or as much of it as fits, followed by "…": for words only, never for addresses and numbers.
    [[nodiscard]] std::string elided(std::string text, const TextStyle &style, double room);
    /// In whole pixels, rounded up; so that what is measured also fits.
    [[nodiscard]] double width(std::string_view text, const TextStyle &style);

private:
    Item &add(Item::Shape shape, Level level);
    [[nodiscard]] double monoAdvance(float size);

    DisplayList &m_list;
    const MeasureText &m_measure;
    std::uint32_t m_node = Item::kNoNode, m_ribbon = Item::kNoRibbon;
    std::vector<std::pair<float, double>>
        m_monoAdvances; ///< by size: all characters of a mono font are equal
};

} // namespace fabricscope::draw
