// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/MatrixPairs.h"
#include "core/layout/Contrast.h"
#include "core/layout/bench/HeatMap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {
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

std::optional<double> cellValue(const bench::Matrix &matrix, std::size_t row, std::size_t column) {
    if (row >= matrix.values.size() || column >= matrix.values[row].size())
        return std::nullopt;
    const auto &value = matrix.values[row][column];
    return value && std::isfinite(*value) ? value : std::nullopt;
}

HeatDomain domainOf(const BenchView &view, std::size_t matrix) {
    const bench::Matrix &shown = view.results->matrices[matrix];
    std::optional<double> lowest, highest;
    for (const bench::MatrixPair &pair : bench::pairsOf(shown))
        if (pair.value) {
            lowest = std::min(lowest.value_or(*pair.value), *pair.value);
            highest = std::max(highest.value_or(*pair.value), *pair.value);
        }
    if (view.domain && view.domain->high > view.domain->low) {
        HeatDomain domain = *view.domain;
        if (lowest && std::max(*lowest, 0.0) < domain.low) { // else all that is weak would look alike
            domain.low = std::max(*lowest, 0.0);
            domain.words +=
                fmt::format(", down to the minimum, {}", valueLabel(domain.low, decimalsOf(domain.low)));
        }
        return domain;
    }
    const double high = roundAbove(highest.value_or(0));
    return {0, high, "from 0 to " + valueLabel(high, decimalsOf(high)) + ": ceiling unknown"};
}

std::uint32_t cellArea(const bench::Matrix &matrix, const findings::MatrixCell &cell) {
    std::size_t columns = matrix.columns.size();
    for (const auto &row : matrix.values)
        columns = std::max(columns, row.size());
    return static_cast<std::uint32_t>(cell.row * columns + cell.column);
}

} // namespace fabricscope::layout
