// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// A hand-written matrix of perftest results between all pairs: a line of names, then a row for each that
/// begins with its name. It has no unit. A topology table (hops or weights, `rocm-smi --showtopo`; path
/// types, `nvidia-smi topo -m`) begins with the same line and is not a matrix of results: it measures
/// nothing.
class MeshReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    std::vector<std::string> m_names; ///< from a line of names whose first row has not arrived yet
    std::uint64_t m_firstLine = 0;    ///< line number of the names
    std::size_t m_matrix = 0, m_rows = 0;
    std::size_t m_width = 0;
};

} // namespace fabricscope::bench::output
