// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/HeatDomain.h"

#include "core/bench/run/MatrixPairs.h"
#include "core/present/bench/ChartScale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::present {

using bench::BenchView;
using bench::HeatDomain;

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

} // namespace fabricscope::present
