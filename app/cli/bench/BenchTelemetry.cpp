// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/BenchTelemetry.h"

#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/bench/judge/GdrProof.h"
#include "core/bench/judge/TelemetryFindings.h"
#include "core/bench/run/Statistics.h"
#include "core/bench/run/UsedDevices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace fabricscope::app::cli {

namespace {

using Q = bench::Quantity;

/// Longer than the host takes to end a reader.
constexpr std::chrono::seconds kLongestEnd{10};
constexpr std::size_t kMaxLines = 64;

struct NameRow {
    Q quantity;
    const char *name, *unit;
};
constexpr NameRow kNames[] = {
    {Q::GpuPower, "power", "W"},
    {Q::GpuTemperature, "temperature", "°C"},
    {Q::GpuClock, "clock", "MHz"},
    {Q::GpuPcie, "PCIe, both directions", "Gb/s"},
    {Q::GpuPcieReceived, "PCIe received", "Gb/s"},
    {Q::GpuPcieSent, "PCIe sent", "Gb/s"},
    {Q::NicSent, "sent", "Gb/s"},
    {Q::NicReceived, "received", "Gb/s"},
    {Q::CpuLoad, "CPU load", "%"},
    {Q::CpuSoftirq, "softirq", "%"},
};

const char *dataPathText(bench::GdrProof::DataPath dataPath) {
    using DataPath = bench::GdrProof::DataPath;
    return dataPath == DataPath::Direct ? "direct" : dataPath == DataPath::Staged ? "staged" : "unknown";
}

/// Values that did not change are not listed.
std::string courseLine(const bench::TelemetrySeries &timeSeries) {
    const auto *row = std::find_if(std::begin(kNames), std::end(kNames),
                                   [&](const NameRow &each) { return each.quantity == timeSeries.quantity; });
    std::vector<double> values;
    for (const bench::TelemetrySample &sample : timeSeries.samples)
        if (sample.value)
            values.push_back(*sample.value);
    const auto spread = bench::spreadOf(std::move(values));
    if (row == std::end(kNames) || !spread || spread->most <= 0)
        return {};
    return fmt::format("telemetry: {} {}: {:.4g} {} (median of {}; {:.4g} to {:.4g})\n",
                       HostText(timeSeries.device).line(64), row->name, spread->median, row->unit,
                       spread->count, spread->least, spread->most);
}

} // namespace

std::string telemetryReport(const bench::Telemetry &telemetry, const bench::RunSpec &spec,
                            const bench::Results *results) {
    const bench::UsedDevices used = bench::usedDevices(spec, nullptr, nullptr);
    std::string text;
    std::size_t lines = 0;
    for (const bench::TelemetrySeries &timeSeries : telemetry.allSeries())
        if (const std::string line = courseLine(timeSeries); !line.empty() && lines++ < kMaxLines)
            text += line;
    if (lines > kMaxLines)
        text += fmt::format("telemetry: {} more lines are saved with the run (`runs export --telemetry`)\n",
                            lines - kMaxLines);
    for (const findings::Finding &finding : bench::telemetryFindings(telemetry, used)) {
        text += fmt::format("telemetry: {}", findings::claim(finding));
        for (const findings::Evidence &evidence : finding.evidence)
            text += fmt::format(" {}: {}.", evidence.source, evidence.text);
        text += '\n';
    }
    if (const auto proof = bench::proofOf(telemetry, used,
                                          results != nullptr ? bench::reportedRate(*results) : std::nullopt))
        text += fmt::format("GPUDirect RDMA: {}: {}\n", dataPathText(proof->dataPath),
                            HostText(proof->why).line());
    return text;
}

BenchTelemetry::BenchTelemetry(remote::Client &client, HostEndpoint hostEndpoint, WorkerPool *workers,
                               bench::RunSpec spec, std::chrono::seconds lease)
    : m_spec(std::move(spec)) {
    if (!m_spec.telemetry)
        return;
    TelemetryRequest ask;
    ask.gpuTools = bench::telemetryFor(nullptr);
    for (const bench::UsedDevice &nic : bench::usedDevices(m_spec, nullptr, nullptr).nics)
        ask.nics.push_back(nic.name);
    ask.lease = lease;
    m_telemetryRun = TelemetryRun::make(client, std::move(hostEndpoint), std::move(ask), workers, {});
}

void BenchTelemetry::addTo(PersistOptions &persist) const {
    if (m_telemetryRun)
        storeTelemetry(m_telemetryRun, persist);
}

ToolRun::Events BenchTelemetry::wrap(ToolRun::Events events) const {
    return m_telemetryRun ? withTelemetry(m_telemetryRun, std::move(events)) : std::move(events);
}

void BenchTelemetry::report(const bench::Results *results) const {
    if (!m_telemetryRun)
        return;
    m_telemetryRun->stop();
    const bool isGone = m_telemetryRun->waitUntilGone(kLongestEnd);
    printLines(stderr, telemetryReport(*m_telemetryRun->telemetry(), m_spec, results));
    if (!isGone)
        printText(stderr, "telemetry: the host did not confirm that it stopped reading counters\n");
}

} // namespace fabricscope::app::cli
