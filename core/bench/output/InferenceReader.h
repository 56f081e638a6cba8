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

/// A simple inference benchmark: a block for each batch size; all blocks of a log are one run.
class InferenceReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    double m_batch = 0;
    std::vector<Field> m_fields; ///< of the batch whose throughput follows
};

} // namespace fabricscope::bench::output
