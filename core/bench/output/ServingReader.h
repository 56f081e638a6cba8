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

/// vLLM benchmark_serving.py and vllm bench serve: a framed list of metrics for each request rate; all
/// results of a log are one run.
class ServingReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    bool takeMetric(std::string_view text);
    void takeFailed(std::string_view line, std::string_view cell);

    double m_rate = 0; ///< requested rate, in requests per second
    bool m_rateKnown = false;
    bool m_inside = false; ///< between the frames of a result
    std::size_t m_results = 0;
    struct Metric {
        std::string name, unit;
        std::optional<double> value;
    };
    std::vector<Metric> m_metrics; ///< of this result; its rate may be among them
};

} // namespace fabricscope::bench::output
