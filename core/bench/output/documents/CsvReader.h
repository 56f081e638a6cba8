// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/collectives/CollectiveRecords.h"
#include "core/bench/output/text/LineReader.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// rccl-tests -Z csv -x FILE: a header with different column names, then one record per line.
class RecordsCsvReader : public LineReader {
public:
    explicit RecordsCsvReader(ResultsBuilder &builder) : LineReader(builder), m_records(builder) {}

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    CollectiveRecords m_records;
    std::vector<std::string> m_columns; ///< keys of the records
};

/// Telemetry with commas: nvidia-smi --query-gpu=... --format=csv, amd-smi monitor --csv, rocm-smi --csv. One
/// line per GPU, repeated.
class TelemetryCsvReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    struct Column {
        std::string name, unit;
    };
    bool takeHeader(std::string_view text);
    std::string subjectOf(const std::vector<std::string_view> &cells) const;

    std::vector<Column> m_columns;
    std::size_t m_gpu = 0, m_time = 0;    ///< column indices; the number of columns: none
    std::vector<std::string> m_described; ///< GPUs whose text columns were already recorded
};

} // namespace fabricscope::bench::output
