// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// STREAM, and programs that print its table: BabelStream, the one in HPCC.
class StreamReader : public LineReader {
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
    bool takeHpcc(std::string_view text);
    bool takeContext(std::string_view text);
    bool takeEnd(std::string_view text);

    std::vector<Column> m_columns; ///< after the function
};

} // namespace fabricscope::bench::output
