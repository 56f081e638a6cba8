// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Svg.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/report/GlyphShapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricscope::report {
namespace {

using draw::Align;
using draw::Font;
using draw::Item;
using draw::Paint;
using draw::Rect;
using draw::Rgb;
using draw::ThemeKind;
using draw::Token;

/// Two decimals at most and no trailing zeros: "12", "12.5". Not finite or absurd: 0.
struct Number {
    double value;
};

} // namespace
} // namespace fabricscope::report

template<> struct fmt::formatter<fabricscope::report::Number> {
    constexpr auto parse(format_parse_context &context) { return context.begin(); }
    template<class Context> auto format(fabricscope::report::Number number, Context &context) const {
        auto out = context.out();
        if (!(std::abs(number.value) < 1e12))
            return format_to(out, "0");
        const auto hundredths = std::llround(number.value * 100);
        const auto magnitude = std::llabs(hundredths);
        if (hundredths < 0)
            *out++ = '-';
        out = format_to(out, "{}", magnitude / 100);
        if (const auto fraction = magnitude % 100; fraction != 0)
            out = fraction % 10 == 0 ? format_to(out, ".{}", fraction / 10)
                                     : format_to(out, ".{:02}", fraction);
        return out;
    }
};

namespace fabricscope::report {
namespace {

struct Hex {
    Rgb rgb;
};

} // namespace
} // namespace fabricscope::report

template<> struct fmt::formatter<fabricscope::report::Hex> {
    constexpr auto parse(format_parse_context &context) { return context.begin(); }
    template<class Context> auto format(fabricscope::report::Hex hex, Context &context) const {
        return format_to(context.out(), "#{:02x}{:02x}{:02x}", hex.rgb.r, hex.rgb.g, hex.rgb.b);
    }
};

namespace fabricscope::report {
namespace {

/// Distance from the middle of a line of text to its baseline, relative to the font size.
constexpr double kBaseline = 0.36;

class Writer {
public:
    Writer(const draw::DisplayList &list, ThemeKind theme) : m_list(list), m_theme(theme) {
        m_out.reserve(1024 + list.items.size() * 160 + list.areas.size() * 160);
    }

    std::string write() {
        head();
        for (const Item &item : m_list.items)
            if (item.minZoom <= 1.0F && item.maxZoom > 1.0F)
                this->item(item);
        for (const draw::Area &area : m_list.areas)
            this->area(area);
        m_out += "</svg>\n";
        return std::move(m_out);
    }

private:
    template<class... Args> void put(fmt::format_string<Args...> format, Args &&...args) {
        fmt::format_to(std::back_inserter(m_out), format, std::forward<Args>(args)...);
    }
    [[nodiscard]] Hex hex(const Paint &paint) const { return {draw::resolve(paint, m_theme)}; }

    void head() {
        const Number width{std::ceil(m_list.width)}, height{std::ceil(m_list.height)};
        put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
            "{1}\">\n",
            width, height);
        m_out += "<style>text{white-space:pre}"
                 ".s,.b{font-family:Inter,'DejaVu Sans',sans-serif}.b{font-weight:600}"
                 ".m{font-family:'JetBrains Mono','DejaVu Sans Mono',monospace}</style>\n";
        put("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", width, height, hex(m_list.background));
    }

    void item(const Item &item) {
        switch (item.shape) {
        case Item::Shape::Box:
            return box(item);
        case Item::Shape::Polyline:
            return polyline(item);
        case Item::Shape::Text:
            return text(item);
        case Item::Shape::Glyph:
            return glyph(item);
        }
    }

    void node(const Item &item) {
        if (item.node != Item::kNoNode)
            put(" data-node=\"{}\"", item.node);
        if (item.ribbon < m_list.ribbons.size()) {
            const draw::Ribbon &ribbon = m_list.ribbons[item.ribbon];
            put(" data-ribbon=\"{}\" data-from=\"{}\" data-to=\"{}\"", toString(ribbon.kind), ribbon.from,
                ribbon.to);
        }
    }

    void dash(const Item &item) {
        if (item.dash > 0)
            put(" stroke-dasharray=\"{} {}\"", Number{item.dash},
                Number{item.gap > 0 ? item.gap : item.dash});
    }

    void stroke(const Item &item) {
        put(" stroke=\"{}\"", hex(item.stroke));
        if (item.strokeWidth != 1.0F)
            put(" stroke-width=\"{}\"", Number{item.strokeWidth});
        dash(item);
    }

    /// The outline is inside the rectangle, so that a line of 1 px is on whole pixels.
    void box(const Item &item) {
        const bool outlined = item.stroke.token != Token::None && item.strokeWidth > 0;
        const double inset = outlined ? item.strokeWidth / 2.0 : 0.0;
        const Rect &rect = item.rect;
        put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", Number{rect.x + inset},
            Number{rect.y + inset}, Number{std::max(0.0, rect.width - 2 * inset)},
            Number{std::max(0.0, rect.height - 2 * inset)});
        if (item.radius > 0)
            put(" rx=\"{}\"", Number{std::max(0.0, item.radius - inset)});
        fill(item.fill);
        if (outlined)
            stroke(item);
        node(item);
        m_out += "/>\n";
    }

    void fill(const Paint &paint) {
        if (paint.token == Token::None)
            m_out += " fill=\"none\"";
        else
            put(" fill=\"{}\"", hex(paint));
    }

    void polyline(const Item &item) {
        if (item.points.size() < 2)
            return;
        m_out += "<path d=\"";
        char command = 'M';
        for (const draw::Point &point : item.points) {
            put("{}{} {}", command, Number{point.x}, Number{point.y});
            command = 'L';
        }
        m_out += '"';
        fill(item.fill);
        if (item.stroke.token != Token::None)
            stroke(item);
        node(item);
        m_out += "/>\n";
    }

    void text(const Item &item) {
        static constexpr char kClass[] = {'s', 'b', 'm'};
        static constexpr std::string_view kAnchor[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
        const Rect &rect = item.rect;
        const double x = item.align == Align::Left     ? rect.x
                         : item.align == Align::Centre ? rect.x + rect.width / 2
                                                       : rect.right();
        put("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\"{} fill=\"{}\"",
            kClass[static_cast<std::size_t>(item.font)], Number{x},
            Number{rect.y + rect.height / 2 + item.fontSize * kBaseline}, Number{item.fontSize},
            kAnchor[static_cast<std::size_t>(item.align)], hex(item.fill));
        node(item);
        m_out += '>';
        elided(item);
        m_out += "</text>\n";
    }

    /// Numbers and addresses (mono) are never cut; other text ends in "…" at the edge of its cell.
    void elided(const Item &item) {
        const auto width = [&item](std::string_view text) {
            return draw::approximateTextWidth(text, item.font, item.fontSize);
        };
        if (item.font == Font::Mono || width(item.text) <= item.rect.width + 0.5)
            return escaped(item.text);
        const std::string_view text = item.text;
        const double room = item.rect.width - width("…");
        std::size_t end = 0;
        for (double used = 0; end < text.size();) {
            std::size_t next = end + 1; // a whole character at a time
            while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0) == 0x80)
                ++next;
            used += width(text.substr(end, next - end));
            if (used > room)
                break;
            end = next;
        }
        escaped(trimmed(text.substr(0, end)));
        m_out += "…";
    }

    void glyph(const Item &item) {
        const GlyphShape *shape = glyphShape(item.glyph);
        if (!shape)
            return;
        const Hex ink = hex(item.fill);
        put("<g transform=\"translate({} {}) scale({:.4g})\"", Number{item.rect.x}, Number{item.rect.y},
            std::min(item.rect.width, item.rect.height) / 16.0);
        node(item);
        m_out += '>';
        if (!shape->solid.empty())
            put("<path d=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-linejoin=\"round\"/>", shape->solid, ink,
                ink);
        if (!shape->stroke.empty())
            put("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.7\"{}/>", shape->stroke, ink,
                shape->strokeAttributes);
        if (!shape->mark.empty())
            put("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"round\"/>",
                shape->mark, hex(m_list.background));
        m_out += "</g>\n";
    }

    void area(const draw::Area &area) {
        const Rect &rect = area.rect;
        put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" pointer-events=\"all\" "
            "data-node=\"{}\"><title>",
            Number{rect.x}, Number{rect.y}, Number{rect.width}, Number{rect.height}, area.node);
        escaped(area.label);
        m_out += "</title></rect>\n";
    }

    void escaped(std::string_view text) { m_out += HostText(text).markup(); }

    const draw::DisplayList &m_list;
    ThemeKind m_theme;
    std::string m_out;
};

} // namespace

std::string toSvg(const draw::DisplayList &list, ThemeKind theme) {
    return Writer(list, theme).write();
}

} // namespace fabricscope::report
