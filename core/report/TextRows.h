// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace fabricscope::report {

/// The table of a collective's rows, a line at a time: columns are as wide as their widest cell, so every row
/// is measured before the first is printed. Lines are cut at `width` columns (0: not) and end with a line
/// feed.
class RowsText {
public:
    void measure(const bench::CollectiveRow &row);
    [[nodiscard]] std::string head(std::size_t width) const;
    /// Of a row that was measured.
    [[nodiscard]] std::string line(const bench::CollectiveRow &row, std::size_t width) const;

    static constexpr std::size_t kColumns = 13;

private:
    [[nodiscard]] std::array<std::size_t, kColumns> widths() const;

    std::array<std::size_t, kColumns>
        m_widest{}; ///< 0: no row has anything there, and the column is left out
};

/// As few digits as say the same, and no power of ten: 24056.74, 0.000021, 8388608; "N/A" where it is
/// unknown.
[[nodiscard]] std::string numberText(std::optional<double> value);

} // namespace fabricscope::report
