// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// Memory bandwidth of GPUs: gpu_stream of SuperBench ("STREAM_COPY_..._gpu_0_... GB/s percent") and
/// stream_benchmark.py of dstack (a copy of one size per call).
class GpuStreamReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    bool takeSuperbench(std::string_view text);
    bool takeCopy(std::string_view text);

    double m_size = 0;           ///< of the copy whose bandwidth follows, in bytes
    std::vector<Field> m_fields; ///< the fields between the two
};

} // namespace fabricscope::bench::output
