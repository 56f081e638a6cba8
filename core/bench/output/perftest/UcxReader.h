// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// ucx_perftest: a box with the test's facts, a header of two lines, and a row for each second and thread.
class UcxReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    struct Group {
        std::string name, unit;
        std::size_t begin = 0, end = 0; ///< in the header line
    };
    struct Column {
        std::string name, unit;
    };
    void beginRun();
    bool takeGroups(std::string_view text);
    bool takeNames(std::string_view text);
    bool takeRow(std::string_view text);

    std::vector<Group> m_groups;
    std::vector<Column> m_columns; ///< behind the number of iterations
};

} // namespace fabricscope::bench::output
