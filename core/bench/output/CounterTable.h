// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::bench::output {

/// What the number behind a key of resources/telemetry/counters.sh is.
enum class CounterForm : std::uint8_t {
    Rate,  ///< counts from some start: what it grew by in a second counts
    Count, ///< likewise, of what should not happen: how many in all since the first reading
    Gauge, ///< as it is now
};

/// One key. Several may mean the same of a device: each driver has its own names.
struct CounterRow {
    std::string_view kind; ///< first word of the line: "rdma"
    std::string_view key;  ///< "port_xmit_data"
    std::string_view name; ///< of the series: "sent"
    std::string_view unit; ///< of the series: "Gb/s"
    double scale;          ///< from the printed value, per second if a rate, to the unit
    CounterForm form;
};
/// nullptr: nothing is known of it, and it is left out. Keys of pauses are not in the table: counterRow()
/// answers all of kind "pause" alike.
[[nodiscard]] const CounterRow *counterRow(std::string_view kind, std::string_view key);

/// How much a counter grew. A smaller number than before is a wrap-around where the counter was near the end
/// of 32, 48 or 64 bits and is near the beginning now, else it was set back: unknown. A counter of 32 bits
/// that has reached its maximum no longer counts (InfiniBand's 1.2 counters): unknown too.
[[nodiscard]] std::optional<std::uint64_t> grownBy(std::uint64_t before, std::uint64_t now);

} // namespace fabricscope::bench::output
