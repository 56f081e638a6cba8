// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// nvidia-smi dmon: a header of two lines, repeated periodically, and a row per GPU and time.
class DmonReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    struct Column {
        std::string name, unit;
    };
    bool takeHeader(std::string_view text);
    bool takeRow(std::string_view text);

    std::vector<Column> m_columns; ///< in header order, including the GPU
    std::size_t m_gpu = 0;         ///< its column
    bool m_unitsNext = false;
};

} // namespace fabricscope::bench::output
