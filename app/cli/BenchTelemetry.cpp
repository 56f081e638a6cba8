// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/BenchTelemetry.h"

#include "core/base/HostText.h"
#include "core/base/Say.h"
#include "core/bench/GdrProof.h"
#include "core/bench/Statistics.h"
#include "core/bench/TelemetryFindings.h"
#include "core/bench/UsedDevices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace fabricscope::app::cli {

namespace {

using Q = bench::Quantity;

/// Longer than the host takes to end what it was told to end.
constexpr std::chrono::seconds kLongestEnd{10};
constexpr std::size_t kMostLines = 64;

struct NameRow {
    Q quantity;
    const char *name, *unit;
};
constexpr NameRow kNames[] = {
    {Q::GpuPower, "power", "W"},
    {Q::GpuTemperature, "temperature", "°C"},
    {Q::GpuClock, "clock", "MHz"},
    {Q::GpuPcie, "PCIe, both ways", "Gb/s"},
    {Q::GpuPcieReceived, "PCIe received", "Gb/s"},
    {Q::GpuPcieSent, "PCIe sent", "Gb/s"},
    {Q::NicSent, "sent", "Gb/s"},
    {Q::NicReceived, "received", "Gb/s"},
    {Q::CpuLoad, "CPU load", "%"},
    {Q::CpuSoftirq, "softirq", "%"},
};

const char *wayWord(bench::GdrProof::Way way) {
    using Way = bench::GdrProof::Way;
    return way == Way::Direct ? "direct" : way == Way::Staged ? "staged" : "unknown";
}

/// What stood still is not worth a line.
std::string courseLine(const bench::TelemetryCourse &course) {
    const auto *row = std::find_if(std::begin(kNames), std::end(kNames),
                                   [&](const NameRow &each) { return each.quantity == course.quantity; });
    std::vector<double> values;
    for (const bench::TelemetrySample &sample : course.samples)
        if (sample.value)
            values.push_back(*sample.value);
    const auto spread = bench::spreadOf(std::move(values));
    if (row == std::end(kNames) || !spread || spread->most <= 0)
        return {};
    return fmt::format("telemetry: {} {}: {:.4g} {} (median of {}; {:.4g} to {:.4g})\n",
                       HostText(course.device).line(64), row->name, spread->median, row->unit, spread->count,
                       spread->least, spread->most);
}

} // namespace

std::string telemetryReport(const bench::Telemetry &telemetry, const bench::RunSpec &spec,
                            const bench::Results *results) {
    const bench::UsedDevices used = bench::usedDevices(spec, nullptr, nullptr);
    std::string text;
    std::size_t lines = 0;
    for (const bench::TelemetryCourse &course : telemetry.courses())
        if (const std::string line = courseLine(course); !line.empty() && lines++ < kMostLines)
            text += line;
    if (lines > kMostLines)
        text += fmt::format("telemetry: {} more lines are kept with the run\n", lines - kMostLines);
    for (const bench::Finding &finding : bench::telemetryFindings(telemetry, used)) {
        text += fmt::format("telemetry: {}", finding.title);
        for (const bench::FindingEvidence &evidence : finding.evidence)
            text += fmt::format(" {}: {}.", evidence.source, evidence.text);
        text += '\n';
    }
    if (const auto proof =
            bench::proofOf(telemetry, used, results != nullptr ? bench::toldRate(*results) : std::nullopt))
        text += fmt::format("GPUDirect RDMA: {}: {}\n", wayWord(proof->way), HostText(proof->why).line());
    return text;
}

BenchTelemetry::BenchTelemetry(remote::Client &client, HostWay way, WorkerPool *workers, bench::RunSpec spec,
                               std::chrono::seconds lease)
    : m_spec(std::move(spec)) {
    if (!m_spec.telemetry)
        return;
    BesideAsk ask;
    ask.gpuTools = bench::telemetryFor(nullptr);
    for (const bench::UsedDevice &nic : bench::usedDevices(m_spec, nullptr, nullptr).nics)
        ask.nics.push_back(nic.name);
    ask.lease = lease;
    m_beside = BesideRun::make(client, std::move(way), std::move(ask), workers, {});
}

void BenchTelemetry::addTo(Keeping &keeping) const {
    if (m_beside)
        keepBeside(m_beside, keeping);
}

ToolRun::Events BenchTelemetry::beside(ToolRun::Events events) const {
    return m_beside ? besideEvents(m_beside, std::move(events)) : std::move(events);
}

void BenchTelemetry::report(const bench::Results *results) const {
    if (!m_beside)
        return;
    m_beside->stop();
    const bool isGone = m_beside->waitGone(kLongestEnd);
    sayLines(stderr, telemetryReport(*m_beside->telemetry(), m_spec, results));
    if (!isGone)
        say(stderr, "telemetry: the host has not said yet that what read its counters is gone\n");
}

} // namespace fabricscope::app::cli
