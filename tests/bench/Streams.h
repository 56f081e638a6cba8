// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/ToolRun.h"
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
/// Rows stand below the head of their table, without which they are no rows, and above its foot.
[[nodiscard]] std::string streamHeader();
[[nodiscard]] std::string streamRow(std::int64_t size);
[[nodiscard]] std::string streamFooter();

/// ns of the system's clock.
[[nodiscard]] std::int64_t nowNs();
/// Seconds of this process or thread (RUSAGE_SELF, RUSAGE_THREAD).
[[nodiscard]] double processorSeconds(int who);

/// What a tool does: rows at this rate, the time of its write in the place of the size, from the time on that
/// the file names once it is there; `lateNs` later.
[[nodiscard]] int emitRows(std::int64_t rate, std::int64_t seconds, const char *file, std::int64_t lateNs);
/// `emit RATE SECONDS FILE LATE`: the same from a command line; -1: it asks for something else.
[[nodiscard]] int emitFromArguments(int argc, char **argv);

/// From the tool's write to whoever has the row.
struct Latencies {
    std::vector<double> ms;
    template<class Rows> void add(const Rows &rows, std::size_t from, std::int64_t at) {
        for (std::size_t i = from; i < rows.size(); ++i)
            ms.push_back(static_cast<double>(at - static_cast<std::int64_t>(rows[i].sizeBytes)) / 1e6);
    }
    [[nodiscard]] double at(double share);
};

/// Many runs of such a tool over a real sshd, eight to a connection, all of which write from one moment on.
class Streams {
public:
    Streams(int count, int rate, int seconds);
    /// Once for each, with its events; the pool must be destroyed before.
    void start(int index, app::WorkerPool &workers, app::ToolRun::Events events);
    /// Until all of them are there, and the first row is to be written; false: some are not.
    /// `meanwhile` is called again and again.
    [[nodiscard]] bool begin(const std::function<void()> &meanwhile);
    [[nodiscard]] bool haveEnded() const;
    /// Of the last row, ns.
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
