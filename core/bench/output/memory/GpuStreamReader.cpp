// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/memory/GpuStreamReader.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <utility>

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kCopyTitle = "[Stream Copy Benchmark]";

} // namespace

bool GpuStreamReader::begins(std::string_view line) {
    const std::string_view text = trimmed(line);
    return text == "STREAM Benchmark" || text == kCopyTitle ||
           (text.starts_with("STREAM_") && text.find("_gpu_") != std::string_view::npos);
}

bool GpuStreamReader::takeSuperbench(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (cells.count < 2 || !cells[0].starts_with("STREAM_") || !numberOf(cells[1]))
        return false;
    if (m_run == ResultsBuilder::kNoRun)
        begin("gpu-stream");
    std::string_view rest = cells[0];
    const std::size_t gpu = rest.find("_gpu_");
    std::string subject;
    if (gpu != std::string_view::npos) {
        rest.remove_prefix(gpu + 5);
        subject = "GPU " + std::string(takeUntil(rest, '_'));
    }
    Point point{0, numberOf(cells[1]), {}};
    if (cells.count > 2)
        point.fields.push_back({"of peak", "%", numberOf(cells[2]), {}});
    m_builder.addPoint(m_run, m_builder.series(m_run, cells[0], subject, "GB/s", Axis::Index),
                       std::move(point));
    return true;
}

/// "Tensor size: 8.00 MB, DType: torch.float32, Block size: 1024" (its MB are 2^20 bytes), "Time per
/// iteration: 0.000012 sec", "Effective Bandwidth: 1402.11 GB/s".
bool GpuStreamReader::takeCopy(std::string_view text) {
    std::string_view rest = text;
    const std::string_view name = takeUntil(rest, ':');
    Cells cells;
    splitCells(rest, cells);
    if (cells.count < 2)
        return false;
    const auto value = numberOf(cells[0]);
    if (name == "Tensor size" && value) {
        m_size = *value * 1048576.0;
        return true;
    }
    if (name == "Time per iteration" && value) {
        m_fields = {{"Time per iteration", "sec", value, {}}};
        return true;
    }
    if (name != "Effective Bandwidth" || !value)
        return false;
    m_builder.addPoint(m_run, m_builder.series(m_run, "Copy", {}, cells[1], Axis::Bytes),
                       {m_size, value, std::exchange(m_fields, {})});
    m_builder.ended(m_run);
    return true;
}

bool GpuStreamReader::line(std::string_view text) {
    const std::string_view body = trimmed(text);
    if (body == "STREAM Benchmark") {
        begin("gpu-stream");
        return true;
    }
    if (body == kCopyTitle) { // called once a size: the sizes are one run
        if (m_run == ResultsBuilder::kNoRun) {
            begin("gpu-stream");
            results().test = "stream copy";
        }
        return true;
    }
    if (takeSuperbench(body))
        return true;
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    if (body.starts_with("Device ") && body.find(':') != std::string_view::npos) {
        m_builder.fact(m_run, keyOf(body.substr(0, body.find(':'))), body.substr(body.find(':') + 1));
        return true;
    }
    return takeCopy(body);
}

} // namespace fabricscope::bench::output
