// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// nvbandwidth: for each test a line that names it, one with its unit, and a matrix.
class NvbandwidthReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    void beginRun();
    bool takeContext(std::string_view text);
    bool takeMatrix(std::string_view text);
    bool takeSum(std::string_view text);

    std::string m_test, m_unit; ///< of the matrix that follows
    std::string m_description;  ///< of it, where no line names the test
    std::size_t m_matrix = 0, m_waived = 0, m_width = 0;
    bool m_columnsNext = false, m_rowsNext = false;
    bool m_rowsAreCpus = false; ///< of the current matrix
};

} // namespace fabricscope::bench::output
