// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/Ribbons.h"

#include "core/layout/topology/RibbonFlags.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace fabricscope::layout {

using draw::Align;
using draw::Font;
using draw::Glyph;
using draw::Item;
using draw::kNoPaint;
using draw::Level;
using draw::Point;
using draw::Rect;
using draw::Ribbon;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
using draw::Wiring;
namespace level = draw::level;
namespace style = draw::style;
using present::Pairing;

namespace {

using topology::PathWord;

constexpr double kTube = 8, kEdge = 1, kHalo = 2;
constexpr double kFarLine = 10; ///< 4 px on the screen, at zoom levels where ribbons are lines
constexpr double kChipHeight = 17, kChipPadding = 5, kChipGlyph = 11, kChipGap = 4;
constexpr double kOverlap = 1; ///< how much wider than its gap a word may be: boxes have margins
constexpr TextStyle kChipText{Font::Sans, 11, Token::Text};
constexpr double kFarGlyph = 18; ///< 9 px on the screen at least
constexpr Level kGlyphOnly{0.5F, 0.7999F};
constexpr Level kLines{0.25F, 0.5F}, kBands{0.5F, level::kNoEnd};

struct WordToken {
    PathWord word;
    Token token;
};
constexpr std::array kWordTokens{
    WordToken{PathWord::NvLink, Token::PathNvl}, WordToken{PathWord::Xgmi, Token::PathNvl},
    WordToken{PathWord::Pix, Token::PathPix},    WordToken{PathWord::Pxb, Token::PathPxb},
    WordToken{PathWord::Phb, Token::PathPhb},    WordToken{PathWord::Node, Token::PathNode},
    WordToken{PathWord::Sys, Token::PathSys},
};

bool overlap(const Rect &a, const Rect &b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

class Painter {
public:
    explicit Painter(Scene &scene) : m_scene(scene), m_sketch(scene.sketch), m_paths(scene.wiring) {
        for (const Wiring::Band &band : scene.wiring.bands) { // as wide as the picture
            m_left = m_right > 0 ? std::min(m_left, band.frame.x) : band.frame.x;
            m_right = std::max(m_right, band.frame.right());
        }
    }

    /// Computes its path.
    void plan(const Pairing::Drawn &pair) {
        const Rect *gpu = box(pair.gpu), *nic = box(pair.nic);
        if (gpu == nullptr || nic == nullptr)
            return; // in a row, or one of many in a list
        Planned planned{&pair, *gpu, *nic, {}};
        planned.path = m_paths.between(*gpu, *nic, !pair.mispaired && areRelated(pair.gpu, pair.nic), m_lane);
        if (planned.path && planned.path->far) {
            ++m_far;
            m_lane = (m_lane + 1) % RibbonPaths::kLanes;
        }
        m_planned.push_back(std::move(planned));
    }

    void paint() {
        for (Planned &planned : m_planned)
            if (planned.path && planned.path->far && m_far > RibbonPaths::kLanes)
                planned.path.reset(); // a bundle would be unreadable
        replaceByFlags();
        for (const Planned &planned : m_planned)
            paint(planned);
        for (const Rect &flag : m_flags.paint(m_scene))
            m_taken.push_back({flag, {}});
        paintChips();
    }

private:
    struct Planned {
        const Pairing::Drawn *pair;
        Rect gpu, nic;
        std::optional<RibbonPath> path;
    };
    struct Pending {
        const Pairing::Drawn *pair;
        RibbonPath path;
        Token token;
        std::uint32_t ribbon;
    };

    /// If one pair of a device is shown by a flag, its other pairs are too: ribbons would cross the flag.
    void replaceByFlags() {
        std::set<NodeId> flagged;
        for (const Planned &planned : m_planned)
            if (!planned.path)
                flagged.insert({planned.pair->gpu, planned.pair->nic});
        for (std::size_t before = 0; before != flagged.size();) {
            before = flagged.size();
            for (Planned &planned : m_planned) {
                const Pairing::Drawn &pair = *planned.pair;
                if (planned.path && !planned.path->gap &&
                    (flagged.count(pair.gpu) + flagged.count(pair.nic)) > 0) {
                    planned.path.reset();
                    flagged.insert({pair.gpu, pair.nic});
                }
            }
        }
    }

    void paint(const Planned &planned) {
        const Pairing::Drawn &pair = *planned.pair;
        if (const Rect *expected = pair.expected ? box(*pair.expected) : nullptr)
            paintExpected(pair, planned.gpu, *expected, planned.nic.x >= planned.gpu.x ? -1 : 1);
        if (!planned.path)
            return m_flags.add(pair);
        const RibbonPath &path = *planned.path;
        m_sketch.beginRibbon(
            {pair.severity ? Ribbon::Kind::Finding : Ribbon::Kind::Assigned, pair.gpu, pair.nic, pair.label});
        const bool isPlain = !pair.severity;
        const Token token = isPlain ? pathToken(pair.reach.word) : severityToken(*pair.severity);
        if (path.gap)
            paintBand(path, token, pair);
        else if (isPlain)
            paintThread(path, token, pair);
        else
            paintTube(path, token);
        if (!isPlain && !path.labels.empty())
            m_chips.push_back({&pair, path, token, m_sketch.ribbon()});
        m_sketch.endRibbon();
    }

    /// For two devices below one switch, or both on the root bus: a band between their boxes crosses no
    /// frame.
    [[nodiscard]] bool areRelated(NodeId gpu, NodeId nic) const {
        const auto onRootBus = [this](NodeId id) {
            const auto parent = m_scene.tree.drawnParent(id);
            return parent && m_scene.node(*parent).kind == topology::NodeKind::RootComplex;
        };
        const auto above = m_scene.tree.drawnParent(gpu);
        return (above && above == m_scene.tree.drawnParent(nic)) || (onRootBus(gpu) && onRootBus(nic));
    }

    /// Above all ribbons, so that none crosses a text.
    void paintChips() {
        for (const Pending &chip : m_chips)
            paintChip(chip);
    }

    [[nodiscard]] const Rect *box(NodeId node) const {
        const auto found = m_scene.wiring.boxes.find(node);
        return found == m_scene.wiring.boxes.end() ? nullptr : &found->second;
    }

    /// 18 px between two boxes, with its edges parallel to the path.
    void paintBand(const RibbonPath &path, Token token, const Pairing::Drawn &pair) {
        const Rect &gap = *path.gap;
        m_sketch.box(kBands, gap, tint(token, 22), kNoPaint);
        const double right = gap.right() - kEdge, bottom = gap.bottom() - kEdge;
        const std::array<Rect, 2> edges = path.upright
                                              ? std::array<Rect, 2>{Rect{gap.x, gap.y, kEdge, gap.height},
                                                                    Rect{right, gap.y, kEdge, gap.height}}
                                              : std::array<Rect, 2>{Rect{gap.x, gap.y, gap.width, kEdge},
                                                                    Rect{gap.x, bottom, gap.width, kEdge}};
        for (const Rect &edge : edges)
            m_sketch.box(kBands, edge, solid(token));
        const double middle = gap.y + gap.height / 2, centre = gap.x + gap.width / 2;
        m_sketch.box(kLines,
                     path.upright ? Rect{centre - kFarLine / 2, gap.y, kFarLine, gap.height}
                                  : Rect{gap.x, middle - kFarLine / 2, gap.width, kFarLine},
                     solid(token));
        paintWord(toString(pair.reach), centre, middle, gap.width + (path.upright ? 14 : kOverlap),
                  path.upright);
        m_sketch.hint(gap, pair.hint);
    }

    /// A text that must fit; smaller if the ribbon is narrow. `framed`: wider than the ribbon.
    void paintWord(const std::string &word, double centre, double middle, double room, bool framed) {
        for (const float size : {10.0F, 9.0F, 8.0F}) {
            const TextStyle style{Font::Sans, size, Token::Text};
            const double width = m_sketch.width(word, style);
            if (width > room)
                continue;
            const Rect cell{std::max(0.0, centre - width / 2), middle - 7, width, 14}; // at the edge: inside
            if (framed)
                m_sketch.box(level::kDetails, {cell.x - 2, cell.y, width + 4, cell.height},
                             solid(Token::Canvas));
            m_sketch.text(level::kDetails, cell, word, style, Align::Centre);
            return;
        }
    }

    void paintThread(const RibbonPath &path, Token token, const Pairing::Drawn &pair) {
        m_sketch.line(kBands, path.points, solid(Token::Canvas), 1.5F + 2 * kHalo);
        m_sketch.line(kBands, path.points, solid(token), 1.5F);
        m_sketch.line(kLines, path.points, solid(token), kFarLine / 2);
        const double width = m_sketch.width(pair.words, style::kSmall);
        if (const auto place = freeRect(path, width + 4, 12)) {
            m_sketch.box(level::kDetails, *place, solid(Token::Canvas), kNoPaint, 2);
            m_sketch.text(level::kDetails, {place->x + 2, place->y, width, place->height}, pair.words,
                          style::kSmall, Align::Centre);
            m_sketch.hint(*place, pair.hint);
            m_taken.push_back({*place, pair.words});
        }
    }

    void paintTube(const RibbonPath &path, Token token) {
        m_sketch.line(kBands, path.points, solid(Token::Canvas), kTube + 2 * kHalo);
        m_sketch.line(kBands, path.points, solid(token), kTube);
        m_sketch.line(kBands, path.points, tint(token, 30, Token::Canvas), kTube - 2 * kEdge);
        m_sketch.line(kLines, path.points, solid(token), kFarLine);
    }

    /// Dotted, between the GPU and its proper NIC; on the `side` (-1 left, 1 right) that the ribbon to the
    /// wrong NIC does not use.
    void paintExpected(const Pairing::Drawn &pair, const Rect &gpu, const Rect &nic, int side) {
        const std::string word = toString(pair.expectedReach) + "?";
        const auto way = m_paths.between(gpu, nic, areRelated(pair.gpu, *pair.expected));
        if (!way || way->far)
            return; // the labels next to the boxes show it
        RibbonPath path = *way;
        m_sketch.beginRibbon({Ribbon::Kind::Expected, pair.gpu, *pair.expected, "expected: " + word});
        Point at = path.labels.front();
        if (path.gap && path.upright) {
            at.x += side * std::max(0.0, std::min(36.0, gpu.width / 2 - 16));
            path.points = {{at.x, path.gap->y}, {at.x, path.gap->bottom()}};
        } else if (path.gap) {
            path.points = {{path.gap->x, at.y}, {path.gap->right(), at.y}};
        }
        Item &line = m_sketch.line(kBands, path.points, solid(Token::Text2), 2);
        line.dash = 2;
        line.gap = 3;
        if (path.gap)
            paintExpectedWord(word, path, at, side);
        m_sketch.endRibbon();
    }

    void paintExpectedWord(const std::string &word, const RibbonPath &path, const Point &at, int side) {
        for (const float size : {10.0F, 9.0F, 8.0F}) {
            const TextStyle small{Font::Sans, size, Token::Text2};
            const double width = m_sketch.width(word, small);
            if (!path.upright && width > path.gap->width + kOverlap)
                continue;
            const Rect cell = !path.upright ? Rect{at.x - width / 2, at.y - 16, width, 13}
                              : side < 0    ? Rect{std::max(0.0, at.x - 5 - width), at.y - 7, width, 14}
                                            : Rect{at.x + 5, at.y - 7, width, 14};
            m_sketch.text(level::kDetails, cell, word, small, Align::Centre);
            return;
        }
    }

    [[nodiscard]] std::optional<Rect> freeRect(const RibbonPath &path, double width, double height) const {
        for (const Point &point : path.labels) {
            const double x = std::max(m_left, std::min(point.x - width / 2, m_right - width));
            const Rect rect{std::floor(x), std::floor(point.y - height / 2), width, height};
            constexpr double kGrace = 4; // a label may be close to lines above and below it
            if (m_paths.isFree({rect.x, rect.y + kGrace, rect.width, rect.height - 2 * kGrace}) &&
                std::none_of(m_taken.begin(), m_taken.end(),
                             [&](const Taken &taken) { return overlap(taken.rect, rect); }))
                return rect;
        }
        return std::nullopt;
    }

    /// Two crossing pairs that would have the same text at the same place share one.
    [[nodiscard]] bool isShownAt(const Point &point, const std::string &words) const {
        return std::any_of(m_taken.begin(), m_taken.end(), [&](const Taken &taken) {
            const Rect around{taken.rect.x - 8, taken.rect.y - kChipHeight, taken.rect.width + 16,
                              taken.rect.height + 2 * kChipHeight};
            return taken.words == words && around.contains(point.x, point.y);
        });
    }

    void paintChip(const Pending &chip) {
        const std::string &words = chip.pair->words;
        if (isShownAt(chip.path.labels.front(), words))
            return;
        const double text = m_sketch.width(words, kChipText);
        const double width = kChipPadding + kChipGlyph + kChipGap + text + kChipPadding;
        const auto place = freeRect(chip.path, width, kChipHeight);
        if (!place)
            return; // the glyphs of its two boxes show it
        m_sketch.resumeRibbon(chip.ribbon);
        m_sketch.box(level::kDetails, *place, tint(chip.token, 16, Token::Canvas), solid(chip.token), 2);
        const double middle = place->y + place->height / 2;
        const Glyph glyph = severityGlyph(*chip.pair->severity);
        m_sketch.glyph(level::kDetails, place->x + kChipPadding, middle, kChipGlyph, glyph, chip.token);
        m_sketch.glyph(kGlyphOnly, place->x + (width - kFarGlyph) / 2, middle, kFarGlyph, glyph, chip.token);
        m_sketch.text(level::kDetails,
                      {place->x + kChipPadding + kChipGlyph + kChipGap, place->y, text, place->height}, words,
                      kChipText);
        m_sketch.hint(*place, chip.pair->hint);
        m_sketch.endRibbon();
        m_taken.push_back({*place, words});
    }

    struct Taken {
        Rect rect;
        std::string words;
    };
    Scene &m_scene;
    Sketch &m_sketch;
    RibbonPaths m_paths;
    double m_left = 0, m_right = 0;
    int m_lane = 0, m_far = 0;
    std::vector<Planned> m_planned;
    RibbonFlags m_flags;
    std::vector<Pending> m_chips;
    std::vector<Taken> m_taken;
};

} // namespace

Token pathToken(PathWord word) {
    const auto *found = std::find_if(kWordTokens.begin(), kWordTokens.end(),
                                     [word](const WordToken &row) { return row.word == word; });
    return found == kWordTokens.end() ? Token::PathUnknown : found->token;
}

void paintRibbons(Scene &scene) {
    const auto isTraced = [&](const Pairing::Drawn &pair) {
        return scene.options.traced && (scene.tree.boxOf(*scene.options.traced) == pair.gpu ||
                                        scene.tree.boxOf(*scene.options.traced) == pair.nic);
    };
    for (const Pairing::Drawn &pair : scene.pairing().drawn())
        if ((scene.options.ribbons && pair.mispaired) || isTraced(pair))
            paintRoute(scene, pair, pair.severity ? severityToken(*pair.severity) : Token::Accent);
    if (!scene.options.ribbons)
        return;
    Painter painter(scene);
    for (const Pairing::Drawn &pair : scene.pairing().drawn())
        painter.plan(pair);
    painter.paint();
}

} // namespace fabricscope::layout
