// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/DiffPicture.h"

#include "core/draw/Sketch.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace fabricscope::widgets {

namespace {

using draw::Item;
using draw::Paint;
using draw::Token;
using fleet::Change;
using fleet::Severity;

/// Tokens that are grey already.
bool isGrey(Token token) {
    return token <= Token::Line2 || token == Token::None;
}

Token greyText(Token token) {
    return token == Token::None ? token : Token::Text3;
}

/// Tints are removed; strips and lines become lines.
Paint grey(const Paint &paint) {
    if (isGrey(paint.token))
        return paint;
    if (paint.percent < 40)
        return {paint.over, 100, paint.over};
    return {Token::Line2, 100, Token::Line2};
}

void greyOut(Item &item) {
    if (item.shape == Item::Shape::Text || item.shape == Item::Shape::Glyph) {
        item.fill = {greyText(item.fill.token), 100, Token::Surface};
        return;
    }
    item.fill = grey(item.fill);
    item.stroke = grey(item.stroke);
}

QString wordOf(Change change) {
    switch (change) {
    case Change::Added:
        return QCoreApplication::translate("Compare", "new");
    case Change::Removed:
        return QCoreApplication::translate("Compare", "gone");
    case Change::Moved:
        return QCoreApplication::translate("Compare", "moved");
    case Change::Changed:
        break;
    }
    return QCoreApplication::translate("Compare", "changed");
}

constexpr double kChipHeight = 12; ///< as low as its letters: the gaps of the picture are 8 to 12 px
constexpr double kInside = 5;      ///< px of a chip on an edge that are in the box, above its first letters
constexpr double kLine = 32;       ///< lower areas are lines
constexpr double kDeviceBox = 120; ///< higher ones contain devices, and are not devices

bool contains(const draw::Rect &outer, const draw::Rect &inner) {
    return outer.x <= inner.x && outer.y <= inner.y && outer.right() >= inner.right() &&
           outer.bottom() >= inner.bottom();
}

bool overlap(const draw::Rect &a, const draw::Rect &b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// The device's box around a line of text, for example of a virtual function; nullptr: none.
const draw::Area *boxAround(const std::vector<draw::Area> &areas, const draw::Area &line) {
    if (line.rect.height >= kLine)
        return nullptr;
    for (const draw::Area &area : areas)
        if (area.rect.height >= kLine && area.rect.height <= kDeviceBox && contains(area.rect, line.rect))
            return &area;
    return nullptr;
}

/// Rectangles by their upper ends: which of them a chip touches is found without looking at all of them.
class Places {
public:
    void add(const draw::Rect &rect) {
        m_all.push_back(rect);
        m_highest = std::max(m_highest, rect.height);
    }
    void sort() {
        std::sort(m_all.begin(), m_all.end(),
                  [](const draw::Rect &a, const draw::Rect &b) { return a.y < b.y; });
    }
    /// Whether one of them overlaps `chip` and is not `allowed`.
    template<class Allowed> [[nodiscard]] bool isHit(const draw::Rect &chip, const Allowed &allowed) const {
        auto each = std::lower_bound(m_all.begin(), m_all.end(), chip.y - m_highest,
                                     [](const draw::Rect &rect, double y) { return rect.y < y; });
        for (; each != m_all.end() && each->y < chip.bottom(); ++each)
            if (overlap(chip, *each) && !allowed(*each))
                return true;
        return false;
    }

private:
    std::vector<draw::Rect> m_all;
    double m_highest = 0;
};

/// Where the letters of an item are at 100 %, without the room above and below them.
std::optional<draw::Rect> lettersOf(const Item &item, draw::Sketch &sketch) {
    constexpr double kHalf = 0.38; // of the size of a font
    if (item.minZoom > 1 || item.maxZoom <= 1)
        return std::nullopt;
    if (item.shape == Item::Shape::Glyph)
        return item.rect;
    if (item.shape != Item::Shape::Text)
        return std::nullopt;
    const double width = sketch.width(item.text, {item.font, item.fontSize, item.fill.token});
    const double room = item.rect.width - width, middle = item.rect.y + item.rect.height / 2;
    const double left = item.align == draw::Align::Left    ? 0
                        : item.align == draw::Align::Right ? room
                                                           : room / 2;
    return draw::Rect{item.rect.x + left, middle - kHalf * item.fontSize, width, 2 * kHalf * item.fontSize};
}

/// Labels on the edges of differing devices, like the name of a group box: they cover no letters and no other
/// box.
class Chips {
public:
    Chips(draw::Sketch &sketch, const draw::DisplayList &list) : m_sketch(sketch), m_right(list.width) {
        for (const draw::Area &area : list.areas)
            (area.rect.height <= kDeviceBox ? m_boxes : m_bands).add(area.rect);
        for (const Item &item : list.items)
            if (const auto letters = lettersOf(item, sketch))
                m_letters.add(*letters);
        for (Places *places : {&m_boxes, &m_bands, &m_letters})
            places->sort();
    }

    void add(const draw::Area &area, const DiffMark &mark) {
        const draw::TextStyle style{draw::Font::SansSemibold, 10, Token::OnAccent};
        const std::string word = wordOf(mark.change).toStdString();
        draw::Rect chip{0, 0, m_sketch.width(word, style) + 10, kChipHeight};
        if (!place(chip, area.rect))
            return; // the outline marks it, the list has the details: no overlapping words
        m_sketch.setNode(area.node);
        m_sketch.box(draw::level::kShapes, chip, draw::solid(markToken(mark)), draw::kNoPaint, 2);
        m_sketch.text(draw::level::kWords, chip, word, style, draw::Align::Centre);
    }

private:
    /// On the upper or lower edge, above or below it, each at the right, left or in the middle; after a line.
    bool place(draw::Rect &chip, const draw::Rect &box) {
        constexpr double kSide = 6, kAfter = 3; // px
        for (const double y :
             {box.y - kChipHeight + kInside, box.bottom() - kInside, box.y - kChipHeight, box.bottom()})
            for (const double x :
                 {box.right() - chip.width - kSide, box.x + kSide, box.x + (box.width - chip.width) / 2})
                if (chip.x = x, chip.y = y; isFree(chip, box))
                    return take(chip);
        chip.x = box.right() + kAfter;
        chip.y = box.y + (box.height - chip.height) / 2;
        return box.height < kLine && isFree(chip, box) && take(chip);
    }

    bool take(const draw::Rect &chip) {
        m_taken.push_back(chip);
        return true;
    }

    [[nodiscard]] bool isFree(const draw::Rect &chip, const draw::Rect &box) const {
        if (chip.right() > m_right || chip.x < 0 || chip.y < 0)
            return false;
        const auto isAround = [&](const draw::Rect &rect) {
            return contains(rect, box) && (rect == box || contains(rect, chip));
        };
        return !m_boxes.isHit(chip, isAround) && !m_bands.isHit(chip, isAround) &&
               !m_letters.isHit(chip, [](const draw::Rect &) { return false; }) &&
               std::none_of(m_taken.begin(), m_taken.end(),
                            [&](const draw::Rect &taken) { return overlap(chip, taken); });
    }

    draw::Sketch &m_sketch;
    double m_right; ///< where the picture ends
    std::vector<draw::Rect> m_taken;
    Places m_boxes, m_bands; ///< areas of devices, and of what contains them
    Places m_letters;
};

/// Each area with the mark that its chip names: a line in a box leaves the label to the box, where it covers
/// nothing.
std::vector<std::pair<const draw::Area *, DiffMark>> chipsOf(const std::vector<draw::Area> &areas,
                                                             const DiffMarks &marks) {
    std::vector<std::pair<const draw::Area *, DiffMark>> chips;
    std::set<std::uint32_t> done;
    for (const draw::Area &area : areas) {
        const auto mark = marks.find(area.node);
        if (mark == marks.end())
            continue;
        const draw::Area *box = boxAround(areas, area);
        const draw::Area &at = box != nullptr ? *box : area;
        const auto own = marks.find(at.node);
        if (done.insert(at.node).second)
            chips.emplace_back(&at, own != marks.end() ? own->second : mark->second);
    }
    return chips;
}

} // namespace

Token markToken(const DiffMark &mark) {
    switch (mark.severity) {
    case Severity::Error:
        return Token::Error;
    case Severity::Warning:
        return Token::Warning;
    case Severity::Note:
        break;
    }
    return Token::Note;
}

std::optional<std::uint32_t> nodeOf(const std::optional<fleet::Address> &address,
                                    const topology::Topology &topology,
                                    const std::function<bool(std::uint32_t)> &hasArea) {
    auto at = address ? topology.find(*address) : std::nullopt;
    // A virtual function is a line in the box of its physical one; a chipset function has no box.
    constexpr int kMaxSteps = 64; // a chain of bridges longer than that is no machine's
    for (int steps = 0; at && !hasArea(*at); ++steps) {
        if (steps == kMaxSteps)
            return std::nullopt;
        const topology::Node &node = topology.node(*at);
        const auto physical = node.physfn && steps == 0 ? topology.find(*node.physfn) : std::nullopt;
        at = physical && *physical != *at ? physical : std::optional<topology::NodeId>(node.parent);
    }
    return at;
}

std::vector<std::uint32_t> nodesOf(const fleet::Difference &difference, const topology::Topology &topology,
                                   bool isBefore, const std::function<bool(std::uint32_t)> &hasArea) {
    std::vector<std::uint32_t> nodes;
    std::set<std::uint32_t> seen;
    const auto add = [&](std::uint32_t node) {
        if (seen.insert(node).second)
            nodes.push_back(node);
    };
    constexpr std::size_t kMaxNodes = 512; // of nodes that one sentence can refer to
    for (std::size_t i = 0; i < std::min(difference.devices.size(), kMaxNodes); ++i)
        if (const auto node = nodeOf(isBefore ? difference.devices[i].before : difference.devices[i].after,
                                     topology, hasArea))
            add(*node);
    if (difference.devices.empty() && difference.category == fleet::Category::Numa)
        for (const topology::NodeId id : topology.node(0).children)
            if (topology.node(id).name == difference.subject && hasArea(id))
                add(id);
    return nodes;
}

DiffMarks diffMarks(const fleet::Comparison &comparison, const topology::Topology &topology, bool isBefore,
                    const std::function<bool(const fleet::Difference &)> &shown,
                    const std::function<bool(std::uint32_t)> &hasArea) {
    DiffMarks marks;
    for (const fleet::Difference &difference : comparison.differences) // the gravest first
        if (shown(difference))
            for (const std::uint32_t node : nodesOf(difference, topology, isBefore, hasArea))
                marks.try_emplace(node, DiffMark{difference.change, difference.severity});
    return marks;
}

draw::DisplayList diffPicture(draw::DisplayList list, const DiffMarks &marks,
                              const draw::MeasureText &measure) {
    for (Item &item : list.items)
        if (!marks.contains(item.node))
            greyOut(item);
    draw::Sketch sketch(list, measure);
    const std::vector<draw::Area> areas = list.areas;
    for (const draw::Area &area : areas) {
        const auto mark = marks.find(area.node);
        if (mark == marks.end())
            continue;
        sketch.setNode(area.node);
        sketch
            .box(draw::level::kAlways, area.rect, draw::kNoPaint, draw::solid(markToken(mark->second)),
                 area.radius)
            .strokeWidth = 2;
    }
    Chips chips(sketch, list); // above all outlines
    for (const auto &[area, mark] : chipsOf(areas, marks))
        chips.add(*area, mark);
    for (draw::Area &area : list.areas)
        if (const auto mark = marks.find(area.node); mark != marks.end())
            area.label += ", " + wordOf(mark->second.change).toStdString();
    return list;
}

} // namespace fabricscope::widgets
