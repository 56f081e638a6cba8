// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/log/DebugLog.h"
#include "core/nccl/log/WarningTable.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::nccl::log {

/// What PyTorch reports of the library (ProcessGroupNCCL.cpp, TraceUtils.h): operations that its watchdog
/// ended, and errors that calls of the library returned, with "Last error:" and the line below it. A rank
/// counts as behind only where the log states the last operation that it started. Memory is bounded.
class TorchErrors {
public:
    /// A line that is not the library's.
    void take(std::string_view line, std::uint64_t number);
    /// At the end of the log.
    void end(WarningTable &warnings, DebugLog &log);

private:
    /// An error of one rank, whose lines go on.
    struct Open {
        std::string prefix; ///< of its lines
        std::optional<int> rank;
        std::string name, text, cause, where; ///< "ncclRemoteError"; its words; below "Last error:"
        std::uint64_t line = 0;
        std::size_t left = 0; ///< lines of the same prefix that may belong to it
        bool isCauseNext = false;
    };
    struct Error {
        std::string text, cause, where;
        std::vector<int> ranks;
        std::uint64_t line = 0, count = 0;
    };
    /// "at work: 5, last enqueued NCCL work: 5" of one rank.
    struct Status {
        int rank = 0;
        std::uint64_t sequence = 0;
        std::int64_t last = 0;
    };

    void takeTimeout(std::string_view line, std::uint64_t number);
    void takeStatus(std::string_view line);
    void takeError(std::string_view line, std::uint64_t number);
    bool goOn(std::string_view line);
    void finish(Open open);
    void add(std::string text, std::string cause, std::string where, std::optional<int> rank,
             std::uint64_t number);
    [[nodiscard]] std::vector<RankBehind> behind(const CollectiveTimeout &timeout) const;

    std::vector<Open> m_open;
    std::vector<Error> m_errors;
    std::map<std::string, std::size_t> m_places; ///< in m_errors, by text
    std::vector<CollectiveTimeout> m_timeouts;
    std::map<std::string, std::vector<Status>> m_status; ///< by process group
    std::size_t m_statusCount = 0;
};

} // namespace fabricscope::nccl::log
