// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/hostvm/HostVmColumns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace fabricscope::layout {

using draw::Font;
using draw::Glyph;
using draw::Item;
using draw::kNoPaint;
using draw::Paint;
using draw::Point;
using draw::Rect;
using draw::Ribbon;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::HostVmCurve;
using present::HostVmMark;
using present::HostVmRow;
using present::HostVmTable;
using present::wordsOf;

namespace {

constexpr int kSegments = 40;
constexpr double kDot = 7, kRing = 16, kChipHeight = 20, kChipGlyph = 12, kChipPad = 8, kBelow = 22,
                 kMarkMargin = 8;
constexpr float kWide = 3, kHalo = 7, kPlain = 1.5F, kFaint = 1;
constexpr TextStyle kChip{Font::Sans, 11.5F, Token::Text};

std::string textOf(const HostVmTable &table, const HostVmCurve &curve) {
    const HostVmRow &host = table.hostRows()[curve.host], &guest = table.guestRows()[curve.guest];
    switch (curve.claimedBy) {
    case HostVmCurve::ClaimedBy::File:
        return fmt::format("Line {} of the file places {} at {} {} of the host", curve.line, guest.name,
                           host.name, host.address);
    case HostVmCurve::ClaimedBy::Hardware:
        return fmt::format("In hardware, {} is {} {} of the host", guest.name, host.name, host.address);
    case HostVmCurve::ClaimedBy::Both:
        break;
    }
    return fmt::format("{} {} of the host is {} {} in the guest, {}", host.name, host.address, guest.name,
                       guest.address, wordsOf(curve.confidence));
}

Ribbon::Kind kindOf(HostVmCurve::ClaimedBy claimedBy) {
    return claimedBy == HostVmCurve::ClaimedBy::File       ? Ribbon::Kind::Finding
           : claimedBy == HostVmCurve::ClaimedBy::Hardware ? Ribbon::Kind::Expected
                                                           : Ribbon::Kind::Assigned;
}

void paintPlain(Sketch &sketch, const HostVmRow &row, const HostVmCurve &curve, std::vector<Point> points) {
    const bool faint = isDimmed(row);
    constexpr std::uint8_t kFaintPercent = 50; // less is not drawn in high contrast
    const Paint paint = faint ? Paint{hostVmToken(row), kFaintPercent, Token::Canvas, kFaintPercent}
                              : Paint{hostVmToken(row), 78, Token::Canvas, 78};
    Item &line = sketch.line(level::kAlways, std::move(points), paint, faint ? kFaint : kPlain);
    if (curve.confidence == hostvm::Confidence::Guess) {
        line.dash = 6;
        line.gap = 4;
    }
}

void paintDotted(Sketch &sketch, std::vector<Point> points) {
    Item &line = sketch.line(level::kAlways, std::move(points), solid(Token::Text2), 1.5F);
    line.dash = 2;
    line.gap = 4;
}

void paintWrong(Sketch &sketch, std::vector<Point> points) {
    const Point from = points.front(), to = points.back();
    sketch.line(level::kAlways, points, solid(Token::Canvas), kHalo);
    sketch.line(level::kAlways, std::move(points), solid(Token::Error), kWide);
    for (const Point &end : {from, to})
        sketch.box(level::kAlways, {end.x - kDot / 2, end.y - kDot / 2, kDot, kDot}, solid(Token::Error),
                   kNoPaint, static_cast<float>(kDot / 2));
}

/// Both have their points at the same x: returns where they cross.
std::optional<Point> crossing(const std::vector<Point> &a, const std::vector<Point> &b) {
    const std::size_t count = std::min(a.size(), b.size());
    for (std::size_t i = 1; i < count; ++i) {
        const double before = a[i - 1].y - b[i - 1].y, after = a[i].y - b[i].y;
        if (before * after > 0 || before == after)
            continue;
        const double t = before / (before - after);
        return Point{a[i - 1].x + t * (a[i].x - a[i - 1].x), a[i - 1].y + t * (a[i].y - a[i - 1].y)};
    }
    return std::nullopt;
}

bool intersects(const Rect &a, const Rect &b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

double markWidth(Sketch &sketch, const std::string &text) {
    return 2 * kChipPad + kChipGlyph + 6 + sketch.width(text, kChip);
}

/// A ring at the point, and a chip below it that overlaps no other chip.
void paintMark(Sketch &sketch, const Point &at, const std::string &text, double left, double right,
               std::vector<Rect> &taken) {
    const double width = markWidth(sketch, text);
    Rect chip{std::clamp(std::floor(at.x - width * 0.6), left, std::max(left, right - width)),
              std::floor(at.y + kBelow), width, kChipHeight};
    for (std::size_t tries = 0; tries <= taken.size(); ++tries)
        for (const Rect &other : taken)
            if (intersects(chip, other))
                chip.y = other.bottom() + 4;
    taken.push_back(chip);
    sketch.line(level::kAlways,
                {{at.x, at.y + kRing / 2}, {std::clamp(at.x, chip.x + 6, chip.right() - 6), chip.y}},
                solid(Token::Error));
    sketch
        .box(level::kAlways, {at.x - kRing / 2, at.y - kRing / 2, kRing, kRing}, kNoPaint,
             solid(Token::Error), static_cast<float>(kRing / 2))
        .strokeWidth = 1.5F;
    sketch.box(level::kAlways, chip, tint(Token::Error, 16, Token::Canvas), solid(Token::Error), 3);
    const double middle = chip.y + chip.height / 2;
    sketch.glyph(level::kAlways, chip.x + kChipPad, middle, kChipGlyph, Glyph::Error, Token::Error);
    sketch.text(
        level::kAlways,
        {chip.x + kChipPad + kChipGlyph + 6, chip.y, width - 2 * kChipPad - kChipGlyph - 6, chip.height},
        text, kChip);
}

} // namespace

std::vector<Point> hostVmCurve(Point from, Point to) {
    const double middle = (from.x + to.x) / 2;
    std::vector<Point> points;
    points.reserve(kSegments + 1);
    for (int i = 0; i <= kSegments; ++i) {
        const double t = static_cast<double>(i) / kSegments, s = 1 - t;
        const double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
        points.push_back({a * from.x + (b + c) * middle + d * to.x, (a + b) * from.y + (c + d) * to.y});
    }
    return points;
}

void paintHostVmCurves(Sketch &sketch, const HostVmTable &table, const HostVmPorts &host,
                       const HostVmPorts &guest) {
    std::vector<std::vector<Point>> drawn;
    for (const HostVmCurve &curve : table.curves()) {
        const HostVmRow &row = table.guestRows()[curve.guest];
        sketch.beginRibbon({kindOf(curve.claimedBy), table.hostRows()[curve.host].id.encoded(),
                            row.id.encoded(), textOf(table, curve)});
        drawn.push_back(hostVmCurve(host[curve.host], guest[curve.guest]));
        if (curve.claimedBy == HostVmCurve::ClaimedBy::File)
            paintWrong(sketch, drawn.back());
        else if (curve.claimedBy == HostVmCurve::ClaimedBy::Hardware)
            paintDotted(sketch, drawn.back());
        else
            paintPlain(sketch, row, curve, drawn.back());
        sketch.endRibbon();
    }
    std::vector<Rect> chips;
    for (const HostVmMark &mark : table.marks()) {
        const auto &first = drawn[mark.curves.front()];
        Point at = first[first.size() / 2];
        if (mark.curves.size() > 1)
            at = crossing(first, drawn[mark.curves.back()]).value_or(at);
        sketch.resumeRibbon(static_cast<std::uint32_t>(mark.curves.front()));
        const std::string all = mark.swapped ? "swapped in file" : "wrong in file";
        const double left = first.front().x + kMarkMargin, right = first.back().x - kMarkMargin;
        const bool isShort = markWidth(sketch, all) > right - left;
        paintMark(sketch, at, isShort ? all.substr(0, all.find(' ')) : all, left, right, chips);
        sketch.endRibbon();
    }
}

} // namespace fabricscope::layout
