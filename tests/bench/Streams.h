// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/ToolRun.h"
#include "tests/support/Sshd.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::bench {

constexpr const char *kStreamTool = "nccl-tests";
constexpr std::int64_t kSecond = 1'000'000'000;
/// Rows are only recognized between the header and the footer of their table.
[[nodiscard]] std::string streamHeader();
[[nodiscard]] std::string streamRow(std::int64_t size);
[[nodiscard]] std::string streamFooter();

/// System clock, in ns.
[[nodiscard]] std::int64_t nowNs();
/// CPU seconds of this process or thread (RUSAGE_SELF, RUSAGE_THREAD).
[[nodiscard]] double processorSeconds(int who);

/// Acts as a tool: prints rows at this rate, with the time of the write in the size column, from the time
/// given in the file (once it exists) plus `lateNs`.
[[nodiscard]] int emitRows(std::int64_t rate, std::int64_t seconds, const char *file, std::int64_t lateNs);
/// `emit RATE SECONDS FILE LATE`: the same from a command line; returns -1 for other arguments.
[[nodiscard]] int emitFromArguments(int argc, char **argv);

/// Latencies from the write of the tool to the receiver of the row.
struct Latencies {
    std::vector<double> ms;
    template<class Rows> void add(const Rows &rows, std::size_t from, std::int64_t at) {
        for (std::size_t i = from; i < rows.size(); ++i)
            ms.push_back(static_cast<double>(at - static_cast<std::int64_t>(rows[i].sizeBytes)) / 1e6);
    }
    [[nodiscard]] double at(double share);
};

/// Many runs of such a tool over a real sshd, eight per connection, which all start to write at the same
/// moment.
class Streams {
public:
    Streams(int count, int rate, int seconds);
    /// Called once for each, with its events; the pool must be destroyed first.
    void start(int index, app::WorkerPool &workers, app::ToolRun::Events events);
    /// Waits until all of them are running and the first row is due; false if some are not. `meanwhile` is
    /// called repeatedly.
    [[nodiscard]] bool begin(const std::function<void()> &meanwhile);
    [[nodiscard]] bool haveEnded() const;
    /// Time of the last row, in ns.
    [[nodiscard]] std::int64_t lastRowNs() const { return m_startNs + m_seconds * kSecond; }

private:
    int m_count, m_rate, m_seconds;
    test::Sshd m_sshd;
    std::string m_startFile, m_self;
    std::int64_t m_startNs = 0;
    remote::Client m_client;
    std::vector<std::shared_ptr<app::ToolRun>> m_runs;
};

} // namespace fabricscope::bench
