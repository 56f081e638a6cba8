// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/LineReader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// A matrix as people write it down of perftest between all pairs: a line of names, a row for each with its
/// name first. It has no unit. A topology's table (hops or weights, `rocm-smi --showtopo`; path
/// types, `nvidia-smi topo -m`) begins with the same line and is none: it measures nothing.
class MeshReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    std::vector<std::string> m_names; ///< of a line of names whose first row did not come yet
    std::uint64_t m_firstLine = 0;    ///< theirs
    std::size_t m_matrix = 0, m_rows = 0;
    std::size_t m_width = 0;
};

} // namespace fabricscope::bench::output
