// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// OSU micro-benchmarks: a title, a header and a row for each size; all tests with numbers only.
class OsuReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;
    void end() override;

private:
    struct Column {
        std::string name, unit;
    };
    bool takeHeader(std::string_view body);
    bool takeRow(std::string_view text);

    std::vector<Column> m_columns;
    bool m_sized = false; ///< the first column is the size of a message
};

} // namespace fabricscope::bench::output
