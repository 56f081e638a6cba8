// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/Legend.h"

#include "core/layout/scene/LinkPainter.h"
#include "core/layout/topology/PeerLinks.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace fabricscope::layout {

using draw::Font;
using draw::Glyph;
using draw::Item;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::Pairing;

namespace {

constexpr double kLine = 20, kSwatch = 8, kSwatchGap = 6, kEntryGap = 12, kLanes = 14, kLanesGap = 3;
constexpr std::size_t kMaxOwners = 12;
constexpr TextStyle kText{Font::Sans, 11, Token::Text2};

struct Entry {
    enum class Mark : std::uint8_t {
        Square,
        Lanes, ///< a line for each width
        NarrowLine,
        DashedBox,
        Lock,
        Band,   ///< a ribbon between boxes
        Tube,   ///< a ribbon with a finding
        Dotted, ///< how it should be
    } mark = Mark::Square;
    Token token = Token::Line2;
    std::string text;
    /// If there is space for only one line, the entries of lowest weight are dropped: those that the picture
    /// itself explains.
    int weight = 5;
    std::vector<double> lanes = {}; ///< px
};

struct KindName {
    NodeKind kind;
    bool frontEnd;
    std::string_view text;
    int weight;
};
constexpr std::array kKindNames{
    KindName{NodeKind::Gpu, false, "GPU", 5},
    KindName{NodeKind::Nic, false, "NIC", 5},
    KindName{NodeKind::Nvme, false, "NVMe", 5},
    KindName{NodeKind::NvSwitch, false, "NVSwitch", 5},
    KindName{NodeKind::Switch, false, "PCIe switch", 1},
    KindName{NodeKind::RootPort, false, "Root port", 1},
    KindName{NodeKind::Nic, true, "Front-end NIC", 2},
};

/// What the picture contains, collected in one pass.
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
        if (!node.link->width || isHighlighted(*node.link) || !drawn)
            return;
        const double pixels = lanePixels(node.link->width);
        (pixels == 4 ? lanes16 : pixels == 2 ? lanes8 : lanes4) = true;
    }
};

void addColours(const Scene &scene, const Census &census, std::vector<Entry> &entries) {
    using Mark = Entry::Mark;
    const auto square = [&entries](Token token, std::string text, int weight = 5) {
        entries.push_back({Mark::Square, token, std::move(text), weight});
    };
    switch (scene.options.colourBy) {
    case ColourBy::Kind:
        for (std::size_t i = 0; i < kKindNames.size(); ++i)
            if (census.kinds[i])
                square(kindToken(kKindNames[i].kind, kKindNames[i].frontEnd), std::string(kKindNames[i].text),
                       kKindNames[i].weight);
        return;
    case ColourBy::IommuGroup:
        square(Token::Group0, "coloured by IOMMU group number");
        return;
    case ColourBy::Link: {
        using State = topology::Link::State;
        static constexpr std::array<std::pair<State, std::pair<Token, std::string_view>>, 5> kStates{{
            {State::Full, {Token::Switch, "full link"}},
            {State::Slow, {Token::Note, "below maximum speed"}},
            {State::Narrow, {Token::Warning, "fewer lanes than possible"}},
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
            square(ownerToken(i), scene.owners()[i]);
        if (scene.owners().size() > kMaxOwners)
            square(Token::Line2, std::to_string(scene.owners().size() - kMaxOwners) + " more owners");
        square(Token::Line2, "the host");
        return;
    }
}

/// Adds the kinds of ribbons that occur: one line per kind.
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
            {Mark::Band, Token::PathPix, scene.pairing().isIdealOnly() ? "nearest NIC" : "assigned pair"});
    if (mispaired)
        entries.push_back({Mark::Tube, Token::Error, "mispaired"});
    if (other)
        entries.push_back({Mark::Tube, Token::Warning, "pair to check"});
    if (expected)
        entries.push_back({Mark::Dotted, Token::Text2, "expected"});
}

void addLanes(const Census &census, std::vector<Entry> &entries) {
    Entry entry{Entry::Mark::Lanes, Token::Switch, {}, 3};
    const auto add = [&entry](bool occurs, double pixels, std::string_view text) {
        if (!occurs)
            return;
        entry.lanes.push_back(pixels);
        entry.text += (entry.text.empty() ? "" : ", ") + std::string(text);
    };
    add(census.lanes16, 4, "x16");
    add(census.lanes8, 2, "x8");
    add(census.lanes4, 1, "x4 or less");
    if (!entry.lanes.empty())
        entries.push_back(std::move(entry));
}

std::vector<Entry> entriesOf(const Scene &scene) {
    using Mark = Entry::Mark;
    const Census census(scene);
    std::vector<Entry> entries;
    addColours(scene, census, entries);
    addRibbons(scene, entries);
    addLanes(census, entries);
    if (!scene.knowsLinks() && census.linkStates[static_cast<std::size_t>(topology::Link::State::Unknown)])
        entries.push_back({Mark::Dotted, Token::Switch, "link not read", 3});
    if (census.narrow)
        entries.push_back({Mark::NarrowLine, Token::Warning, "lanes missing", 3});
    if (census.dead)
        entries.push_back({Mark::DashedBox, Token::Error, "off the bus", 3});
    if (census.locked)
        entries.push_back({Mark::Lock, Token::Text3, "bound to vfio-pci", 2});
    if (std::string peers = peerSentence(scene.topology); !peers.empty())
        entries.push_back({Mark::Lanes, Token::PathNvl, std::move(peers), 4, {1}});
    return entries;
}

double markWidth(const Entry &entry) {
    if (entry.mark == Entry::Mark::Lanes && entry.lanes.size() > 1)
        return static_cast<double>(entry.lanes.size()) * (kLanes + kLanesGap) - kLanesGap;
    return entry.mark == Entry::Mark::Square ? kSwatch : entry.mark == Entry::Mark::Lock ? 10 : 22;
}

void paintMark(Sketch &sketch, const Entry &entry, double x, double middle) {
    using Mark = Entry::Mark;
    switch (entry.mark) {
    case Mark::Square:
        sketch.box(level::kWords, {x, middle - kSwatch / 2, kSwatch, kSwatch}, solid(entry.token));
        return;
    case Mark::Lanes: {
        const double each = entry.lanes.size() > 1 ? kLanes : markWidth(entry);
        for (const double pixels : entry.lanes) {
            sketch.box(level::kWords, {x, middle - std::max(1.0, pixels / 2), each, pixels},
                       solid(entry.token));
            x += each + kLanesGap;
        }
        return;
    }
    case Mark::NarrowLine: {
        sketch.box(level::kWords, {x, middle - 2, 22, 2}, solid(entry.token));
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

namespace {

double entryWidth(Sketch &sketch, const Entry &entry) {
    return markWidth(entry) + kSwatchGap + sketch.width(entry.text, kText);
}

void fitOneLine(Sketch &sketch, std::vector<Entry> &entries, double width) {
    const auto lighter = [](const Entry &a, const Entry &b) {
        return a.weight < b.weight;
    };
    double used = -kEntryGap;
    for (const Entry &entry : entries)
        used += entryWidth(sketch, entry) + kEntryGap;
    while (used > width && entries.size() > 1) {
        const auto least = std::min_element(entries.begin(), entries.end(), lighter);
        used -= entryWidth(sketch, *least) + kEntryGap;
        entries.erase(least);
    }
}

} // namespace

double paintLegend(Scene &scene, double x, double y, double width) {
    Sketch &sketch = scene.sketch;
    sketch.setNode(Item::kNoNode);
    std::vector<Entry> entries = entriesOf(scene);
    if (entries.empty())
        return 0;
    if (!scene.options.header)
        fitOneLine(sketch, entries, width);
    double left = x, top = y;
    for (const Entry &entry : entries) {
        const double all = std::min(entryWidth(sketch, entry), width), mark = markWidth(entry) + kSwatchGap;
        if (left > x && left + all > x + width) {
            left = x;
            top += kLine;
        }
        paintMark(sketch, entry, left, top + kLine / 2);
        const std::string text = sketch.elided(entry.text, kText, all - mark);
        sketch.text(level::kWords, {left + mark, top, all - mark, kLine}, text, kText);
        left += all + kEntryGap;
    }
    return top + kLine - y;
}

} // namespace fabricscope::layout
