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

/// ROCm Validation Suite: lines of level, time, action and GPU (gst, iet, pebb, pbqt, babel, peqt), and the
/// box of its summary.
class RvsReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    struct Line {
        std::string_view level;
        std::optional<double> seconds; ///< lines without one have no action
        std::string_view action, gpu, text;
    };
    static std::optional<Line> split(std::string_view text);
    bool takeName(const Line &line);
    bool takeRate(const Line &line);
    bool takePair(const Line &line);
    bool takeSummary(std::string_view text);
    void takeVerdict(const Line &line, std::string_view text);
    double since(double seconds);

    std::optional<double> m_first; ///< the time of the first value
    std::string m_action;
    std::size_t m_resultLines = 0, m_failed = 0;
    bool m_box = false, m_results = false;
};

} // namespace fabricscope::bench::output
