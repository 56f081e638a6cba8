// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// amd-smi monitor: a header, a row per GPU and time whose cells include their units, and sometimes a table
/// of processes below.
class AmdSmiReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    enum class Place : unsigned char { None, Table, Processes };
    bool takeHeader(std::string_view text);
    bool takeRow(std::string_view text);
    bool takeProcess(std::string_view text);

    std::vector<std::string> m_columns;
    std::size_t m_processes = 0;
    Place m_place = Place::None;
};

} // namespace fabricscope::bench::output
