// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/telemetry/CounterTable.h"
#include "core/bench/output/text/LineReader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// The readings of resources/telemetry/counters.sh. Differences between two readings of a device become rates
/// by the time between them, for any period; after a counter or a clock was reset, or a reading failed, the
/// next rate is unknown. Error counters become a series of their total since the first reading. The totals
/// are in the summary.
class CounterReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    static constexpr std::size_t kMaxCounters = 4096;

    struct Counter {
        const CounterRow *row = nullptr;
        std::size_t series = 0;
        std::optional<std::uint64_t> last;
        double lastTime = 0;
        double total = 0;
        std::size_t summary = kNoSummary;
        static constexpr std::size_t kNoSummary = static_cast<std::size_t>(-1);
    };

    /// Times of the CPUs: user, nice, system, idle, iowait, irq, softirq, steal (proc(5)).
    static constexpr std::size_t kCpuParts = 8;
    using CpuTimes = std::array<std::uint64_t, kCpuParts>;

    bool takeTime(std::string_view rest);
    bool takeCpu(std::string_view rest);
    bool takeDevice(std::string_view kind, std::string_view rest);
    void takeValue(const std::string &subject, const CounterRow &row, std::string_view key,
                   std::string_view value);
    void takeCount(Counter &counter, const std::string &subject, std::string_view value);
    Counter *counterOf(const std::string &subject, const CounterRow &row, std::string_view key);
    void add(std::size_t series, std::optional<double> value);
    void addTotal(Counter &counter, const std::string &subject, std::uint64_t grown);
    void notRead(const std::string &subject, std::string_view key);

    std::map<std::string, Counter, std::less<>> m_counters; ///< by kind, device and key
    std::optional<double> m_first, m_time; ///< host clock in seconds: of the first reading, and now
    std::optional<CpuTimes> m_cpu;
    std::string m_kind;
    std::size_t m_notRead = 0;
};

} // namespace fabricscope::bench::output
