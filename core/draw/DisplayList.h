// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::draw {

/// Colours by meaning; what they look like in each theme is the table in Theme.cpp (design tokens, one line
/// each).
enum class Token : std::uint8_t {
    Window,
    Chrome,
    Panel,
    Canvas,
    Surface,
    Raised,
    Hover,
    Line,
    Line2,
    Text,
    Text2,
    Text3,
    Accent,
    AccentBg,
    OnAccent,
    Gpu,
    Nic,
    FrontEndNic,
    Nvme,
    Switch,
    RootPort,
    Numa,
    Error,
    Warning,
    Note,
    Ok,
    Unreachable,
    WarningText, ///< warning as text on a tint, where the light theme's own colour is too pale
    PathPix,
    PathPxb,
    PathPhb,
    PathNode,
    PathSys,
    PathNvl,
    PathUnknown,
    Series1,
    Series2,
    Series3,
    Series4,
    Group0,
    Group1,
    Group2,
    Group3,
    Group4,
    Group5,
    Group6,
    Group7,
    Baseline, ///< the band of the runs before
    BaselineEdge,
    Heat0, ///< viridis from 0 to 0.76 in quarters, laid over the panel; Paint mixes what lies between
    Heat1,
    Heat2,
    Heat3,
    Heat4,
    HeatAbove, ///< above the ceiling: itself suspicious
    InkDark,   ///< of text on a heat map's cell, the same in all themes: HeatMap.h chooses
    InkLight,
    None, ///< nothing is painted
    Count_,
};

struct Rgb {
    std::uint8_t r = 0, g = 0, b = 0;
    friend constexpr bool operator==(const Rgb &, const Rgb &) = default;
};

/// High contrast: outlines are as strong as captions, and tints are left out (visual language, section 6).
enum class ThemeKind : std::uint8_t { Dark, Light, HighContrastDark, HighContrastLight };
[[nodiscard]] constexpr bool isDark(ThemeKind theme) {
    return theme == ThemeKind::Dark || theme == ThemeKind::HighContrastDark;
}
[[nodiscard]] constexpr bool isHighContrast(ThemeKind theme) {
    return theme == ThemeKind::HighContrastDark || theme == ThemeKind::HighContrastLight;
}
[[nodiscard]] Rgb colour(Token token, ThemeKind theme);

/// A token, laid over another one by `percent` (widgets/VISUAL-LANGUAGE.md: tints are mixed beforehand, no
/// alpha).
struct Paint {
    Token token = Token::None;
    std::uint8_t percent = 100; ///< of token over `over`
    Token over = Token::Surface;
    std::uint8_t lightPercent = 0; ///< of token in the light theme, where it differs (0: `percent`)
    friend constexpr bool operator==(const Paint &, const Paint &) = default;
};
[[nodiscard]] Rgb resolve(const Paint &paint, ThemeKind theme);

struct Rect {
    double x = 0, y = 0, width = 0, height = 0;
    [[nodiscard]] double right() const { return x + width; }
    [[nodiscard]] double bottom() const { return y + height; }
    [[nodiscard]] bool contains(double px, double py) const {
        return px >= x && px < right() && py >= y && py < bottom();
    }
    friend constexpr bool operator==(const Rect &, const Rect &) = default;
};

struct Point {
    double x = 0, y = 0;
    friend constexpr bool operator==(const Point &, const Point &) = default;
};

enum class Font : std::uint8_t { Sans, SansSemibold, Mono };
enum class Align : std::uint8_t { Left, Centre, Right };
enum class Glyph : std::uint8_t { None, Error, Warning, Note, Ok, Unreachable, Running, Waiting, Lock };

/// One thing to paint. Which fields count depends on the shape.
struct Item {
    enum class Shape : std::uint8_t { Box, Polyline, Text, Glyph } shape = Shape::Box;
    std::uint32_t node = kNoNode; ///< owner: hit-testing, selection, accessibility
    static constexpr std::uint32_t kNoNode = 0xFFFFFFFF;
    std::uint32_t ribbon = kNoRibbon; ///< index into DisplayList::ribbons
    static constexpr std::uint32_t kNoRibbon = 0xFFFFFFFF;
    /// Painted at zooms in [minZoom, maxZoom): levels of detail.
    float minZoom = 0.0F, maxZoom = 1e9F;
    Rect rect;          ///< Box, Glyph; Text: the cell it is in (elided at its width)
    float radius = 0;   ///< Box
    Paint fill, stroke; ///< Text and Glyph are painted in `fill`
    float strokeWidth = 1;
    float dash = 0, gap = 0;   ///< 0: solid
    std::vector<Point> points; ///< Polyline
    std::string text;
    Font font = Font::Sans;
    float fontSize = 11; ///< px at 100 %
    Align align = Align::Left;
    Glyph glyph = Glyph::None;
    friend bool operator==(const Item &, const Item &) = default;
};

/// An area that represents a node: hit-testing, selection outline, keyboard, accessibility.
struct Area {
    std::uint32_t node = 0;
    Rect rect;
    float radius = 3;
    std::string label; ///< accessible name: "GPU2, 46:00.0, NUMA 0, error: link narrow"
};

/// A place to click, tap or press Enter on that changes what is drawn; it takes precedence over areas. The
/// only one so far: a fold is opened or closed, by Folds::setOpen(id, opens), and the picture laid out again.
struct Action {
    enum class Kind : std::uint8_t { Fold } kind = Kind::Fold;
    std::string id;     ///< of Folds: "vfs:0000:41:00.0"
    bool opens = false; ///< what a click does
    Rect rect;
    std::string label; ///< accessible name and tooltip: "Show 62 more VFs of ionic_0"
};

/// The explanation of an abbreviated text: a finding, or what did not fit. Shown on hover,
/// before the text of the areas below.
struct Hint {
    Rect rect;
    std::string text; ///< whole sentences
};

/// A connection drawn between two devices. On hover, those of one device keep their colour.
struct Ribbon {
    enum class Kind : std::uint8_t {
        Assigned, ///< no findings
        Finding,  ///< mispaired, or another finding
        Expected, ///< how it should be
        Route,    ///< the links that the traffic of a pair takes
        Peer,     ///< XGMI or NVLink between two GPUs
    } kind = Kind::Assigned;
    std::uint32_t from = 0, to = 0; ///< nodes: GPU and NIC, or two GPUs
    std::string label;              ///< "GPU2, ionic_3: NODE, mispaired"
};
[[nodiscard]] std::string_view
toString(Ribbon::Kind kind); ///< "assigned", "finding", "expected", "route", "peer"

struct Wiring;

/// What a screen paints, in painting order, in logical pixels at 100 %. Widgets and SVG only paint it.
struct DisplayList {
    double width = 0, height = 0;
    Paint background{Token::Canvas, 100, Token::Canvas};
    std::vector<Item> items;
    std::vector<Ribbon> ribbons;
    /// Inner ones after outer ones: the last that contains a point is hit. Folded nodes have the area of
    /// their fold; several functions may share one.
    std::vector<Area> areas;
    std::vector<Action> actions;
    std::vector<Hint> hints;
    std::shared_ptr<const Wiring> wiring; ///< where links run, of a topology; nullptr elsewhere
};

/// Width of a text in px. Injected, so that the window and the SVG writer measure with their own fonts.
using MeasureText = std::function<double(std::string_view text, Font font, double size)>;
/// Without any font: average advances of the DejaVu families. Sufficient for SVG, never exact.
[[nodiscard]] double approximateTextWidth(std::string_view text, Font font, double size);

} // namespace fabricscope::draw
