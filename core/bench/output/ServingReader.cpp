// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/ServingReader.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"
#include "core/bench/output/text/Diagnostics.h"

#include <algorithm>

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kTitle = "Serving Benchmark Result";

bool isTitle(std::string_view text) {
    return text.starts_with("====") && text.find(kTitle) != std::string_view::npos;
}

bool isFrame(std::string_view text) {
    return text.size() > 20 && text.find_first_not_of('=') == std::string_view::npos;
}

/// The names of the rate in different versions.
bool isRate(std::string_view name) {
    return name == "Traffic request rate" || name == "Request rate configured" || name == "Request rate";
}

} // namespace

bool ServingReader::begins(std::string_view line) {
    return isTitle(line) || line.starts_with("Traffic request rate:");
}

bool ServingReader::takeMetric(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon > 80)
        return false;
    const NameAndUnit what = splitUnit(trimmed(text.substr(0, colon)), '(', ')');
    const bool hasUnit = text.substr(0, colon).find('(') != std::string_view::npos;
    const std::string_view cell = trimmed(text.substr(colon + 1));
    if (isRate(what.name)) {
        m_rateKnown = numberOf(cell).has_value(); // "inf": all at once
        m_rate = numberOf(cell).value_or(0);
        if (!m_rateKnown && m_run != ResultsBuilder::kNoRun)
            m_builder.setFact(m_run, "request_rate", cell);
        return true;
    }
    if (!m_inside)
        return false;
    if (what.name == "Failed requests")
        takeFailed(text, cell);
    if (!isValue(cell))
        m_builder.setFact(m_run, keyOf(what.name), cell);
    else
        m_metrics.push_back(
            {std::string(what.name), hasUnit ? std::string(what.unit) : std::string(), numberOf(cell)});
    return true;
}

/// "Failed requests:                         100"
void ServingReader::takeFailed(std::string_view line, std::string_view cell) {
    const auto failed = parseInteger<std::uint64_t>(cell);
    if (failed.value_or(0) == 0)
        return;
    Finding finding = explainedDiagnostic(Symptom::FailedRequests, line, m_builder.line());
    finding.set("count", std::to_string(*failed));
    const auto succeeded = std::find_if(m_metrics.begin(), m_metrics.end(), [](const Metric &metric) {
        return metric.name == "Successful requests";
    });
    if (succeeded != m_metrics.end() && succeeded->value && *succeeded->value >= 0)
        finding.set("succeeded",
                    std::to_string(static_cast<std::uint64_t>(std::min(*succeeded->value, 1e15))));
    m_builder.diagnostic(m_run, std::move(finding));
}

bool ServingReader::line(std::string_view text) {
    const std::string_view body = trimmed(text);
    if (isTitle(body)) {
        if (m_run == ResultsBuilder::kNoRun) {
            begin("vllm");
            results().test = "benchmark_serving";
        }
        m_inside = true;
        m_metrics.clear();
        return true;
    }
    if (m_inside && isFrame(body)) {
        // Without a rate the results are distinguished by their number.
        const double x = m_rateKnown ? m_rate : static_cast<double>(m_results);
        for (const Metric &metric : m_metrics) {
            const std::size_t series =
                m_builder.series(m_run, metric.name, {}, metric.unit, m_rateKnown ? Axis::Rate : Axis::Index);
            m_builder.addPoint(m_run, series, {x, metric.value, {}});
        }
        ++m_results;
        m_inside = m_rateKnown = false;
        m_metrics.clear();
        m_builder.ended(m_run);
        return true;
    }
    if (m_inside && body.starts_with("---"))
        return true; // a section's title; its metrics name themselves
    return takeMetric(body);
}

} // namespace fabricscope::bench::output
