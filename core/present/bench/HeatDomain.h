// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <cstddef>
#include <optional>

namespace fabricscope::present {

/// What the colours of this matrix span: the view's own domain, else from 0 to a round number that nothing in
/// it exceeds. A device's pair with itself counts for nothing: it crosses no link.
/// Spans every value: what the view says of it, further down where less was measured.
[[nodiscard]] bench::HeatDomain domainOf(const bench::BenchView &view, std::size_t matrix);

/// Unknown if the row is missing, or the cell has no value.
[[nodiscard]] std::optional<double> cellValue(const bench::Matrix &matrix, std::size_t row,
                                              std::size_t column);

} // namespace fabricscope::present
