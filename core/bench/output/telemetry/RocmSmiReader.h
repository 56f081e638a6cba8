// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// rocm-smi: frames of titles around lines "GPU[0] : what (unit): value". The output of its options for
/// topology and names has the same form but is not a run: it measures nothing.
class RocmSmiReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    bool m_hasTitle = false;
    bool m_isTraffic = false; ///< of `rocm-smi -b`
};

} // namespace fabricscope::bench::output
