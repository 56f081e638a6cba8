// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/telemetry/RocmSmiReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kTitle = "ROCm System Management Interface", kEnd = "End of ROCm SMI Log";

/// Output of the program's other options: identity and location of GPUs, but no measurements.
constexpr std::string_view kFacts[] = {"(Topology)", "PCI Bus",   "GUID",        "Node ID",
                                       "Unique ID",  "Device ID", "Subsystem ID"};

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool isFact(std::string_view what) {
    return std::any_of(std::begin(kFacts), std::end(kFacts),
                       [what](std::string_view fact) { return what.starts_with(fact); });
}

} // namespace

bool RocmSmiReader::begins(std::string_view line) {
    return line.starts_with('=') ? has(line, kTitle) : line.starts_with("GPU[") && has(line, ":");
}

bool RocmSmiReader::line(std::string_view text) {
    if (text.starts_with('=')) {
        m_hasTitle = m_hasTitle || has(text, kTitle);
        m_isTraffic = m_isTraffic || has(text, "Measured PCIe Bandwidth");
        if (m_run != ResultsBuilder::kNoRun && has(text, kEnd))
            m_builder.ended(m_run);
        return m_hasTitle;
    }
    if (!text.starts_with("GPU["))
        return false;
    const NameAndUnit gpu = splitUnit(text.substr(0, text.find(']') + 1));
    const std::size_t first = text.find(':'), last = text.rfind(':');
    if (first == std::string_view::npos || last == first || !countOf(gpu.unit))
        return false;
    const std::string_view name = trimmed(text.substr(first + 1, last - first - 1));
    const NameAndUnit what = splitUnit(name, '(', ')');
    const std::string subject = "GPU " + std::string(gpu.unit);
    const std::string_view value = trimmed(text.substr(last + 1));
    if (isFact(name) ||
        (m_run == ResultsBuilder::kNoRun && !numberOf(value))) // names of cards alone are not a run
        return false;
    if (m_run == ResultsBuilder::kNoRun)
        begin("rocm-smi"); // repeated calls are one run
    if (m_isTraffic)
        results().test = "-b";
    std::vector<Field> fields;
    if (!numberOf(value))
        fields.push_back({"text", {}, std::nullopt, HostText(value).plain(200)});
    m_builder.addSample(m_run, subject + " " + std::string(what.name), subject, what.unit, numberOf(value),
                        {}, std::move(fields));
    return true;
}

} // namespace fabricscope::bench::output
