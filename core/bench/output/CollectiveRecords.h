// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/ResultsBuilder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::bench::output {

/// The footer's verdict on values (nccl-tests, rccl-tests): "OK" of a run that checked nothing proves
/// nothing.
void takeBounds(ResultsBuilder &builder, std::size_t run, std::optional<std::uint64_t> outOfBounds,
                bool okay);

/// Whether a half of the row has values that arrived wrong. `#wrong` only, not `error` of the old versions.
[[nodiscard]] bool hasWrong(const CollectiveRow &row);

/// The records of rccl-tests' `-x FILE -Z csv|json`: a half of a row each, out of place before in place, as
/// its class Reporter writes them.
class CollectiveRecords {
public:
    explicit CollectiveRecords(ResultsBuilder &builder) : m_builder(&builder) {}

    /// `get` gives a record's cell by its key in the JSON ("busBw"), empty where there is none. False where
    /// it is no record. A record of another collective begins a run.
    template<class Get> bool take(Get &&get) {
        return take(Record{get("name"), get("size"), get("type"), get("redop"), get("inPlace"), get("time"),
                           get("algBw"), get("busBw"), get("wrong")},
                    get("ranks"), get("gpus"));
    }
    /// The last record's.
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
