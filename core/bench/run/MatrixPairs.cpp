// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/MatrixPairs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace fabricscope::bench {

bool isSelf(const Matrix &matrix, std::size_t row, std::size_t column) {
    return row < matrix.rows.size() && column < matrix.columns.size() &&
           matrix.rows[row] == matrix.columns[column];
}

bool isMeasured(const Matrix &matrix) {
    constexpr std::string_view kOthers[] = {"Access", "Distance", "Connectivity"};
    return !matrix.unit.empty() ||
           std::none_of(std::begin(kOthers), std::end(kOthers),
                        [&](std::string_view word) { return matrix.title.find(word) != std::string::npos; });
}

std::vector<MatrixPair> pairsOf(const Matrix &matrix) {
    std::vector<MatrixPair> pairs;
    const std::size_t rows = std::max(matrix.rows.size(), matrix.values.size());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
            if (isSelf(matrix, row, column))
                continue;
            MatrixPair &pair = pairs.emplace_back(MatrixPair{row, column, {}});
            if (row >= matrix.values.size() || column >= matrix.values[row].size())
                continue;
            const std::optional<double> &value = matrix.values[row][column];
            if (value && std::isfinite(*value))
                pair.value = value;
        }
    return pairs;
}

std::string pairName(const Matrix &matrix, std::size_t row, std::size_t column) {
    const auto nameAt = [](const std::vector<std::string> &names, std::size_t index) {
        return index < names.size() && !names[index].empty() ? names[index] : std::to_string(index);
    };
    return nameAt(matrix.rows, row) + " to " + nameAt(matrix.columns, column);
}

} // namespace fabricscope::bench
