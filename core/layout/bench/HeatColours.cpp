// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/Contrast.h"
#include "core/layout/bench/HeatMap.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using bench::HeatDomain;
using draw::Paint;
using draw::Rgb;
using draw::ThemeKind;
using draw::Token;

namespace {

constexpr double kQuarters = 4;
constexpr double kAbove = 1.005; ///< of the domain: allows for rounding in the output

bool needsDarkInk(const Paint &ground, ThemeKind theme) {
    const Rgb below = resolve(ground, theme);
    return contrast(colour(Token::InkDark, theme), below) >= contrast(colour(Token::InkLight, theme), below);
}

Token stop(int quarter) {
    return static_cast<Token>(static_cast<int>(Token::Heat0) + quarter);
}

} // namespace

Paint heatPaint(double value, const HeatDomain &domain) {
    const double span = domain.high - domain.low;
    const double share = span > 0 ? (value - domain.low) / span : 0;
    if (share > kAbove)
        return {Token::HeatAbove, 100, Token::HeatAbove};
    const double at = std::clamp(share, 0.0, 1.0) * kQuarters;
    const int quarter = std::min(static_cast<int>(at), static_cast<int>(kQuarters) - 1);
    return {stop(quarter + 1), static_cast<std::uint8_t>(std::lround((at - quarter) * 100)), stop(quarter)};
}

Paint inkOn(const Paint &ground) {
    const bool dark = needsDarkInk(ground, ThemeKind::Dark);
    if (dark == needsDarkInk(ground, ThemeKind::Light)) {
        const Token ink = dark ? Token::InkDark : Token::InkLight;
        return {ink, 100, ink};
    }
    // Fully the one in dark themes, not at all in light ones.
    return dark ? Paint{Token::InkLight, 0, Token::InkDark, 100}
                : Paint{Token::InkDark, 0, Token::InkLight, 100};
}

std::uint32_t cellArea(const bench::Matrix &matrix, const findings::MatrixCell &cell) {
    std::size_t columns = matrix.columns.size();
    for (const auto &row : matrix.values)
        columns = std::max(columns, row.size());
    return static_cast<std::uint32_t>(cell.row * columns + cell.column);
}

} // namespace fabricscope::layout
