// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <string_view>

namespace fabricscope::bench::output {

/// SuperBench's gpu_copy: a line for each way of each copy, "gpu0_to_gpu1_write_by_sm_under_numa0_uni
/// 250.122", GB/s.
class GpuCopyReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;
};

} // namespace fabricscope::bench::output
