// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// A matrix of perftest pairs as written by fabricscope (core/bench/pairs/PairLog.h): it fills cell by cell,
/// and a cell without a value has a reason.
class PairLogReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    void takePrinted(std::string_view text);
    void takeCell(std::string_view text);
    void open(std::string_view planned);

    std::string m_title, m_unit;
    std::vector<std::string> m_rows, m_columns;
    std::size_t m_matrix = 0, m_done = 0; ///< m_done: cells with an outcome, measured or not
    bool m_isOpen = false;
};

} // namespace fabricscope::bench::output
