// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/memory/GpuCopyReader.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <optional>
#include <string>

namespace fabricscope::bench::output {

namespace {

struct Copy {
    std::string_view from, to; ///< "cpu", "gpu3"
    std::string way;           ///< "write by sm under numa0 uni"
    double value = 0;
};

bool isDevice(std::string_view name) {
    return name == "cpu" || (name.starts_with("gpu") && countOf(name.substr(3)));
}

std::optional<Copy> copyOf(std::string_view line) {
    std::string_view rest = trimmed(line);
    std::string_view name = takeUntil(rest, ' ');
    const auto value = numberOf(trimmed(rest));
    if (!value || name.size() > 100)
        return std::nullopt;
    Copy copy;
    copy.value = *value;
    copy.from = takeUntil(name, '_');
    const bool to = takeUntil(name, '_') == "to";
    copy.to = takeUntil(name, '_');
    if (!to || !isDevice(copy.from) || !isDevice(copy.to) || name.find("by_") == std::string_view::npos)
        return std::nullopt;
    copy.way = name;
    std::replace(copy.way.begin(), copy.way.end(), '_', ' ');
    return copy;
}

} // namespace

bool GpuCopyReader::begins(std::string_view line) {
    return copyOf(line).has_value();
}

/// Pairs with the same way are a matrix.
bool GpuCopyReader::line(std::string_view text) {
    const auto copy = copyOf(text);
    if (!copy)
        return false;
    if (m_run == ResultsBuilder::kNoRun) {
        begin("gpu-copy");
        results().test = "gpu_copy";
    }
    const auto &all = results().matrices;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Matrix &one) { return one.title == copy->way; });
    const std::size_t matrix = found != all.end() ? static_cast<std::size_t>(found - all.begin())
                                                  : m_builder.matrix(m_run, copy->way, "GB/s", {});
    m_builder.addMatrixCell(m_run, matrix, copy->from, copy->to, copy->value);
    return true;
}

} // namespace fabricscope::bench::output
