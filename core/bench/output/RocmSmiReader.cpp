// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/RocmSmiReader.h"

#include "core/base/Text.h"
#include "core/bench/output/Cells.h"

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kTitle = "ROCm System Management Interface", kEnd = "End of ROCm SMI Log";

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

} // namespace

bool RocmSmiReader::begins(std::string_view line) {
    return line.starts_with('=') ? has(line, kTitle) : line.starts_with("GPU[") && has(line, ":");
}

bool RocmSmiReader::line(std::string_view text) {
    if (text.starts_with('=')) {
        if (has(text, kTitle) && m_run == Ledger::kNoRun)
            begin("rocm-smi"); // called again and again it is one run
        if (m_run == Ledger::kNoRun)
            return false;
        if (has(text, kEnd))
            m_ledger.ended(m_run);
        else if (has(text, "Measured PCIe Bandwidth"))
            results().test = "-b";
        return true;
    }
    if (!text.starts_with("GPU["))
        return false;
    const NameAndUnit gpu = splitUnit(text.substr(0, text.find(']') + 1));
    const std::size_t first = text.find(':'), last = text.rfind(':');
    if (first == std::string_view::npos || last == first || !countOf(gpu.unit))
        return false;
    if (m_run == Ledger::kNoRun)
        begin("rocm-smi");
    const NameAndUnit what = splitUnit(trimmed(text.substr(first + 1, last - first - 1)), '(', ')');
    const std::string subject = "GPU " + std::string(gpu.unit);
    const std::string_view value = trimmed(text.substr(last + 1));
    std::vector<Field> fields;
    if (!numberOf(value))
        fields.push_back({"text", {}, std::nullopt, sanitized(value, 200)});
    m_ledger.addSample(m_run, subject + " " + std::string(what.name), subject, what.unit, numberOf(value), {},
                       std::move(fields));
    return true;
}

} // namespace fabricscope::bench::output
