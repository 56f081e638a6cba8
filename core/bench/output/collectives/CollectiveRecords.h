// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/ResultsBuilder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::bench::output {

/// The footer's verdict on values (nccl-tests, rccl-tests): "OK" means nothing if the run did not check
/// values.
void takeBounds(ResultsBuilder &builder, std::size_t run, std::optional<std::uint64_t> outOfBounds,
                bool okay);

/// Whether a half of the row has wrong values. Only `#wrong`, not `error` of the old versions.
[[nodiscard]] bool hasWrong(const CollectiveRow &row);

/// The records of rccl-tests' `-x FILE -Z csv|json`: one half of a row each, out of place before in place, as
/// written by its class Reporter.
class CollectiveRecords {
public:
    explicit CollectiveRecords(ResultsBuilder &builder) : m_builder(&builder) {}

    /// `get` returns a record's cell by its key in the JSON ("busBw"), empty if there is none. False if it is
    /// not a record. A record of another collective begins a run.
    template<class Get> bool take(Get &&get) {
        return take(Record{get("name"), get("size"), get("type"), get("redop"), get("inPlace"), get("time"),
                           get("algBw"), get("busBw"), get("wrong")},
                    get("ranks"), get("gpus"));
    }
    /// The run of the last record.
    [[nodiscard]] std::size_t run() const { return m_run; }
    /// The list has ended.
    void end();

private:
    struct Record {
        std::string_view name, size, type, redop, inPlace, time, algbw, busbw, wrong;
    };
    bool take(const Record &record, std::string_view ranks, std::string_view gpus);

    ResultsBuilder *m_builder;
    std::size_t m_run = ResultsBuilder::kNoRun;
    std::string m_name;
    bool m_wrongReported = false;
};

} // namespace fabricscope::bench::output
