// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/telemetry/CounterReader.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kHead = "# fabricscope counters ";
constexpr std::array<std::string_view, 8> kCpuKeys = {"user",   "nice", "system",  "idle",
                                                      "iowait", "irq",  "softirq", "steal"};
constexpr std::size_t kIdle = 3, kIowait = 4, kSoftirq = 6;

/// "ionic_0/1" is "ionic_0": few RDMA devices have a second port.
std::string subjectOf(std::string_view kind, std::string_view name) {
    if (kind == "memory")
        return "host";
    if (kind == "rdma" && name.ends_with("/1"))
        name.remove_suffix(2);
    return std::string(name);
}

} // namespace

bool CounterReader::begins(std::string_view line) {
    return line.starts_with(kHead);
}

bool CounterReader::takeTime(std::string_view rest) {
    const auto time = numberOf(trimmed(rest));
    if (!time)
        return false;
    if (m_time && *time < *m_time) { // the machine rebooted: earlier readings are invalid
        for (auto &[key, counter] : m_counters)
            counter.last.reset();
        m_cpu.reset();
        m_first = *m_first - *m_time + *time;
    }
    m_time = time;
    if (!m_first)
        m_first = time;
    return true;
}

void CounterReader::add(std::size_t series, std::optional<double> value) {
    constexpr double kTicks = 100; // per second, in /proc/uptime
    m_builder.addPoint(m_run, series, {std::round((*m_time - *m_first) * kTicks) / kTicks, value, {}});
}

bool CounterReader::takeCpu(std::string_view rest) {
    Cells cells;
    splitCells(rest, cells);
    CpuTimes now{};
    std::size_t found = 0;
    for (const std::string_view cell : cells)
        for (std::size_t i = 0; i < kCpuKeys.size(); ++i)
            if (cell.size() > kCpuKeys[i].size() && cell.starts_with(kCpuKeys[i]) &&
                cell[kCpuKeys[i].size()] == '=')
                if (const auto value = countOf(cell.substr(kCpuKeys[i].size() + 1))) {
                    now[i] = *value;
                    ++found;
                }
    if (found != kCpuKeys.size())
        return false;
    CpuTimes spent{};
    bool grew = m_cpu.has_value();
    for (std::size_t i = 0; grew && i < now.size(); ++i) {
        // Idle times of some kernels step back by a tick: then idle time is 0.
        spent[i] = now[i] >= (*m_cpu)[i] ? now[i] - (*m_cpu)[i] : 0;
        grew = spent[i] < std::uint64_t{1} << 40;
    }
    m_cpu = now;
    const auto all = static_cast<double>(std::accumulate(spent.begin(), spent.end(), std::uint64_t{0}));
    if (!grew || all <= 0)
        return true;
    const auto share = [&](std::uint64_t part) {
        return 100 * static_cast<double>(part) / all;
    };
    add(m_builder.series(m_run, "host CPU load", "host", "%", Axis::Seconds),
        100 - share(spent[kIdle] + spent[kIowait]));
    add(m_builder.series(m_run, "host softirq", "host", "%", Axis::Seconds), share(spent[kSoftirq]));
    return true;
}

CounterReader::Counter *CounterReader::counterOf(const std::string &subject, const CounterRow &row,
                                                 std::string_view key) {
    const std::string place = m_kind + ' ' + subject + ' ' + std::string(key);
    if (const auto known = m_counters.find(place); known != m_counters.end())
        return &known->second;
    if (m_counters.size() >= kMaxCounters)
        return nullptr;
    Counter counter;
    counter.row = &row;
    std::string name = subject + ' ' + std::string(row.name);
    const auto &all = results().series;
    // A second source of the same quantity has its key in its name.
    if (std::any_of(all.begin(), all.end(), [&](const Series &series) { return series.name == name; }))
        name += " (" + std::string(key) + ")";
    counter.series = m_builder.series(m_run, name, subject, row.unit, Axis::Seconds);
    return &m_counters.emplace(place, counter).first->second;
}

void CounterReader::addTotal(Counter &counter, const std::string &subject, std::uint64_t grown) {
    counter.total += static_cast<double>(grown);
    std::vector<Field> &fields = results().summary.fields;
    if (counter.summary == Counter::kNoSummary) {
        counter.summary = fields.size();
        const bool isBytes = counter.row->unit == "Gb/s";
        const std::string &name =
            counter.series < results().series.size() ? results().series[counter.series].name : subject;
        m_builder.summary(m_run, name, isBytes ? "bytes" : "", "0");
    }
    if (counter.summary < fields.size()) {
        constexpr double kBitsOfByte = 8e-9;
        const double scale = counter.row->unit == "Gb/s" ? counter.row->scale / kBitsOfByte : 1;
        fields[counter.summary].value = std::round(counter.total * scale);
    }
}

void CounterReader::takeCount(Counter &counter, const std::string &subject, std::string_view value) {
    const auto now = countOf(value);
    const std::optional<std::uint64_t> before = counter.last;
    const double passed = *m_time - counter.lastTime;
    const bool isCount = counter.row->form == CounterForm::Count;
    counter.last = now;
    if (now)
        counter.lastTime = *m_time;
    if (!now || !before || passed <= 0) {
        if (!now)
            add(counter.series, std::nullopt);
        else if (isCount && !before)
            add(counter.series, counter.total);
        return;
    }
    const auto grown = grownBy(*before, *now);
    if (grown)
        addTotal(counter, subject, *grown);
    if (isCount)
        add(counter.series, grown ? std::optional(counter.total) : std::nullopt);
    else
        add(counter.series,
            grown ? std::optional(static_cast<double>(*grown) / passed * counter.row->scale) : std::nullopt);
}

void CounterReader::notRead(const std::string &subject, std::string_view key) {
    constexpr std::size_t kMaxNotRead = 256;
    if (m_notRead < kMaxNotRead)
        m_builder.fact(m_run, "not_read_" + std::to_string(m_notRead++), subject + ' ' + std::string(key));
}

void CounterReader::takeValue(const std::string &subject, const CounterRow &row, std::string_view key,
                              std::string_view value) {
    const std::size_t known = m_counters.size();
    Counter *counter = counterOf(subject, row, key);
    if (counter == nullptr)
        return;
    if (value == "?" && m_counters.size() > known)
        notRead(subject, key);
    if (row.form != CounterForm::Gauge)
        return takeCount(*counter, subject, value);
    const auto now = numberOf(value);
    add(counter->series, now ? std::optional(*now * row.scale) : std::nullopt);
}

bool CounterReader::takeDevice(std::string_view kind, std::string_view rest) {
    Cells cells;
    splitCells(rest, cells);
    if (cells.count == 0)
        return false;
    m_kind = kind;
    const std::string subject = subjectOf(kind, cells[0]);
    for (std::size_t i = 1; i < cells.count; ++i) {
        const std::size_t equals = cells[i].find('=');
        if (equals == std::string_view::npos)
            continue;
        const std::string_view key = cells[i].substr(0, equals);
        if (const CounterRow *row = counterRow(kind, key))
            takeValue(subject, *row, key, cells[i].substr(equals + 1));
    }
    return true;
}

bool CounterReader::line(std::string_view text) {
    if (begins(text)) {
        m_counters.clear();
        m_first = m_time = std::nullopt;
        m_cpu.reset();
        m_notRead = 0;
        begin("counters");
        results().test = "counters";
        return true;
    }
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    std::string_view rest = text;
    const std::string_view kind = takeUntil(rest, ' ');
    if (kind == "time")
        return takeTime(rest);
    constexpr std::array<std::string_view, 6> kKinds = {"rdma", "net", "gpu", "pcie", "memory", "pause"};
    if (!m_time)
        return false;
    if (kind == "cpu")
        return takeCpu(rest);
    return std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end() && takeDevice(kind, rest);
}

} // namespace fabricscope::bench::output
