// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/InferenceReader.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

namespace fabricscope::bench::output {

bool InferenceReader::begins(std::string_view line) {
    return trimmed(line) == "=== Inference Benchmark ===";
}

/// "Hidden Size: 4096, Batch Size: 128, GPUs: 8", "Average Latency: 1.234 ms", "Throughput: 103728.36
/// samples/sec".
bool InferenceReader::line(std::string_view text) {
    if (begins(text)) {
        if (m_run == ResultsBuilder::kNoRun) {
            begin("inference");
            results().test = "toy inference";
        }
        return true;
    }
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    const std::string_view body = trimmed(text);
    if (body.starts_with("Hidden Size:")) {
        m_fields.clear();
        for (std::string_view rest = body; !rest.empty();) {
            std::string_view pair = takeUntil(rest, ',');
            const std::string_view name = trimmed(takeUntil(pair, ':'));
            const auto value = numberOf(trimmed(pair));
            if (name == "Batch Size")
                m_batch = value.value_or(0);
            else
                m_fields.push_back({std::string(name), {}, value, {}});
        }
        return true;
    }
    std::string_view rest = body;
    const std::string_view name = takeUntil(rest, ':');
    Cells cells;
    splitCells(rest, cells);
    if (cells.count != 2 || !isValue(cells[0]) || (name != "Average Latency" && name != "Throughput"))
        return false;
    const bool last = name == "Throughput";
    m_builder.addPoint(m_run, m_builder.series(m_run, name, {}, cells[1], Axis::Batch),
                       {m_batch, numberOf(cells[0]), m_fields});
    if (last)
        m_builder.ended(m_run);
    return true;
}

} // namespace fabricscope::bench::output
