// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// The file of perftest --out_json: before version 24 not valid JSON (bare keys, extra commas), so that
/// key-value pairs are read without parsing the grammar.
class PerftestJsonReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;
    /// A document states itself what it lacks.
    [[nodiscard]] bool isWhole(std::string_view /*text*/) const override { return true; }

private:
    void takePair(std::string_view name, std::string_view value);
    void takePoint();

    bool m_results = false; ///< inside "results"
    int m_depth = 0;
    std::vector<Field> m_fields; ///< of a result
};

} // namespace fabricscope::bench::output
