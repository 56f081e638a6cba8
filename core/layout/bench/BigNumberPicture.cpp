// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/BigNumberPicture.h"

#include "core/draw/Sketch.h"
#include "core/present/bench/BigNumber.h"

#include <algorithm>

namespace fabricscope::layout {

using bench::BenchView;
using draw::Align;
using draw::DisplayList;
using draw::Font;
using draw::MeasureText;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::BigNumber;
using present::bigNumberOf;

namespace {

constexpr float kMax = 220, kLeast = 36;
constexpr double kSide = 32;

} // namespace

DisplayList layoutBigNumber(const BenchView &view, double width, double height, const MeasureText &measure) {
    DisplayList list;
    Sketch sketch(list, measure);
    list.width = width;
    list.height = height;
    const BigNumber number = bigNumberOf(view);
    const std::string figure = number.figure.empty() ? "–" : number.figure;
    float size = std::clamp(static_cast<float>(height * 0.36), kLeast, kMax);
    const double room = std::max(width - 2 * kSide, 20.0);
    const auto style = [&size] {
        return TextStyle{Font::SansSemibold, size, Token::Text};
    };
    while (size > kLeast && sketch.width(figure, style()) > room)
        size *= 0.9F;
    const float small = std::clamp(size * 0.14F, 13.0F, 28.0F);
    const double row = small * 1.6, top = (height - size * 1.15 - 3 * row) / 2;
    sketch.text(level::kAlways, {kSide, top, room, size * 1.15}, figure, style(), Align::Centre);
    double y = top + size * 1.15;
    const auto line = [&](const std::string &words, Font font, Token token) {
        const TextStyle text{font, small, token};
        sketch.text(level::kAlways, {kSide, y, room, row}, sketch.elided(words, text, room), text,
                    Align::Centre);
        y += row;
    };
    line(number.unit, Font::SansSemibold, Token::Text2);
    line(number.figure.empty() ? "No measurements yet" : number.what, Font::Sans, Token::Text2);
    line(number.against, Font::Sans, Token::Text3);
    sketch.area(0, {kSide, top, room, y - top},
                figure + " " + number.unit + ", " + number.what +
                    (number.against.empty() ? "" : ", " + number.against));
    return list;
}

} // namespace fabricscope::layout
