// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/Legend.h"

#include "core/layout/LinkPainter.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace fabricscope::layout {
namespace {

constexpr double kLine = 20, kSwatch = 8, kSwatchGap = 6, kEntryGap = 14, kMaxText = 160;
constexpr std::size_t kMaxOwners = 12;
constexpr TextStyle kText{Font::Sans, 11, Token::Text2};

struct Entry {
    enum class Mark : std::uint8_t {
        Square,
        Line,
        NarrowLine,
        DashedBox,
        Lock,
        Band,   ///< a ribbon between boxes
        Tube,   ///< a ribbon with a finding
        Dotted, ///< how it should be
    } mark = Mark::Square;
    Token token = Token::Line2;
    double pixels = 0; ///< of a line
    std::string text;
};

struct KindName {
    NodeKind kind;
    bool frontEnd;
    std::string_view text;
};
constexpr std::array kKindNames{
    KindName{NodeKind::Gpu, false, "GPU"},
    KindName{NodeKind::Nic, false, "NIC"},
    KindName{NodeKind::Nvme, false, "NVMe"},
    KindName{NodeKind::NvSwitch, false, "NVSwitch"},
    KindName{NodeKind::Switch, false, "PCIe switch"},
    KindName{NodeKind::RootPort, false, "Root port"},
    KindName{NodeKind::Nic, true, "Front-end NIC"},
};

/// What is there, in one walk.
struct Census {
    std::array<bool, kKindNames.size()> kinds{};
    std::array<bool, 5> linkStates{};
    bool lanes16 = false, lanes8 = false, lanes4 = false, narrow = false, dead = false, locked = false;

    explicit Census(const Scene &scene) {
        for (const Node &node : scene.topology.nodes())
            add(scene, node);
    }

    void add(const Scene &scene, const Node &node) {
        for (std::size_t i = 0; i < kKindNames.size(); ++i)
            if (kKindNames[i].kind == node.kind && kKindNames[i].frontEnd == node.frontEnd)
                kinds[i] = true;
        dead = dead || node.dead;
        locked = locked || Scene::isVfio(node);
        if (!node.link)
            return;
        linkStates[static_cast<std::size_t>(node.link->state)] = true;
        narrow = narrow || node.link->state == topology::Link::State::Narrow;
        const bool drawn =
            node.parent && scene.node(*node.parent).kind != NodeKind::RootComplex && !node.physfn;
        if (!node.link->width || isLoud(*node.link) || !drawn)
            return;
        const double pixels = lanePixels(node.link->width);
        (pixels == 4 ? lanes16 : pixels == 2 ? lanes8 : lanes4) = true;
    }
};

void addColours(const Scene &scene, const Census &census, std::vector<Entry> &entries) {
    using Mark = Entry::Mark;
    const auto square = [&entries](Token token, std::string text) {
        entries.push_back({Mark::Square, token, 0, std::move(text)});
    };
    switch (scene.options.colourBy) {
    case ColourBy::Kind:
        for (std::size_t i = 0; i < kKindNames.size(); ++i)
            if (census.kinds[i])
                square(kindToken(kKindNames[i].kind, kKindNames[i].frontEnd),
                       std::string(kKindNames[i].text));
        return;
    case ColourBy::IommuGroup:
        square(Token::Group0, "coloured by IOMMU group; its number is what counts");
        return;
    case ColourBy::Link: {
        using State = topology::Link::State;
        static constexpr std::array<std::pair<State, std::pair<Token, std::string_view>>, 5> kStates{{
            {State::Full, {Token::Switch, "full link"}},
            {State::Slow, {Token::Note, "slower than it could be"}},
            {State::Narrow, {Token::Warning, "fewer lanes than it could have"}},
            {State::Down, {Token::Error, "down"}},
            {State::Unknown, {Token::Line2, "link unknown"}},
        }};
        for (const auto &[state, look] : kStates)
            if (census.linkStates[static_cast<std::size_t>(state)])
                square(look.first, std::string(look.second));
        return;
    }
    case ColourBy::Owner:
        for (std::size_t i = 0; i < std::min(kMaxOwners, scene.owners().size()); ++i)
            square(Scene::ownerToken(i), scene.owners()[i]);
        if (scene.owners().size() > kMaxOwners)
            square(Token::Line2, std::to_string(scene.owners().size() - kMaxOwners) + " more owners");
        square(Token::Line2, "the host's own");
        return;
    }
}

/// What there are of ribbons: a line for each look.
void addRibbons(const Scene &scene, std::vector<Entry> &entries) {
    using Mark = Entry::Mark;
    if (!scene.options.ribbons)
        return;
    bool right = false, mispaired = false, other = false, expected = false;
    for (const Pairing::Drawn &pair : scene.pairing().drawn()) {
        right = right || !pair.severity;
        mispaired = mispaired || (pair.severity && pair.mispaired);
        other = other || (pair.severity && !pair.mispaired);
        expected = expected || pair.expected;
    }
    if (right)
        entries.push_back(
            {Mark::Band, Token::PathPix, 0, scene.pairing().isIdealOnly() ? "nearest NIC" : "assigned pair"});
    if (mispaired)
        entries.push_back({Mark::Tube, Token::Error, 0, "mispaired"});
    if (other)
        entries.push_back({Mark::Tube, Token::Warning, 0, "pair to look at"});
    if (expected)
        entries.push_back({Mark::Dotted, Token::Text2, 0, "expected"});
}

std::vector<Entry> entriesOf(const Scene &scene) {
    using Mark = Entry::Mark;
    const Census census(scene);
    std::vector<Entry> entries;
    addColours(scene, census, entries);
    addRibbons(scene, entries);
    if (census.lanes16)
        entries.push_back({Mark::Line, Token::Switch, 4, "x16"});
    if (census.lanes8)
        entries.push_back({Mark::Line, Token::Switch, 2, "x8"});
    if (census.lanes4)
        entries.push_back({Mark::Line, Token::Switch, 1, "x4 or less"});
    if (census.narrow)
        entries.push_back({Mark::NarrowLine, Token::Warning, 2, "lanes missing"});
    if (census.dead)
        entries.push_back({Mark::DashedBox, Token::Error, 0, "off the bus"});
    if (census.locked)
        entries.push_back({Mark::Lock, Token::Text3, 0, "bound to vfio-pci"});
    return entries;
}

double markWidth(const Entry &entry) {
    return entry.mark == Entry::Mark::Square ? kSwatch : entry.mark == Entry::Mark::Lock ? 10 : 22;
}

void paintMark(Sketch &sketch, const Entry &entry, double x, double middle) {
    using Mark = Entry::Mark;
    switch (entry.mark) {
    case Mark::Square:
        sketch.box(level::kWords, {x, middle - kSwatch / 2, kSwatch, kSwatch}, solid(entry.token));
        return;
    case Mark::Line:
        sketch.box(level::kWords, {x, middle - std::max(1.0, entry.pixels / 2), 22, entry.pixels},
                   solid(entry.token));
        return;
    case Mark::NarrowLine: {
        sketch.box(level::kWords, {x, middle - 2, 22, entry.pixels}, solid(entry.token));
        Item &ghost =
            sketch.line(level::kWords, {{x, middle + 1.5}, {x + 22, middle + 1.5}}, solid(entry.token));
        ghost.dash = 2;
        ghost.gap = 2;
        return;
    }
    case Mark::DashedBox: {
        Item &box = sketch.box(level::kWords, {x, middle - 5, 22, 10}, tint(Token::Error, 6, Token::Canvas),
                               solid(entry.token), 2);
        box.dash = 3;
        box.gap = 2;
        return;
    }
    case Mark::Band:
        sketch.box(level::kWords, {x, middle - 5, 22, 10}, tint(entry.token, 22, Token::Canvas));
        sketch.box(level::kWords, {x, middle - 5, 22, 1}, solid(entry.token));
        sketch.box(level::kWords, {x, middle + 4, 22, 1}, solid(entry.token));
        return;
    case Mark::Tube:
        sketch.box(level::kWords, {x, middle - 5, 22, 10}, tint(entry.token, 30, Token::Canvas),
                   solid(entry.token));
        sketch.glyph(level::kWords, x + 7, middle, 8,
                     entry.token == Token::Error ? Glyph::Error : Glyph::Warning, entry.token);
        return;
    case Mark::Dotted: {
        Item &line = sketch.line(level::kWords, {{x, middle}, {x + 22, middle}}, solid(entry.token), 2);
        line.dash = 2;
        line.gap = 3;
        return;
    }
    case Mark::Lock:
        sketch.glyph(level::kWords, x, middle, 10, Glyph::Lock, entry.token);
        return;
    }
}

} // namespace

double paintLegend(Scene &scene, double x, double y, double width) {
    Sketch &sketch = scene.sketch;
    sketch.setNode(Item::kNoNode);
    const std::vector<Entry> entries = entriesOf(scene);
    if (entries.empty())
        return 0;
    double left = x, top = y;
    for (const Entry &entry : entries) {
        const double mark = markWidth(entry),
                     text = std::min(sketch.width(entry.text, kText), width - mark - kSwatchGap);
        if (left > x && left + mark + kSwatchGap + text > x + width) {
            left = x;
            top += kLine;
        }
        paintMark(sketch, entry, left, top + kLine / 2);
        left += mark + kSwatchGap;
        sketch.text(level::kWords, {left, top, text, kLine}, entry.text, kText);
        left += text + kEntryGap;
    }
    return top + kLine - y;
}

} // namespace fabricscope::layout
