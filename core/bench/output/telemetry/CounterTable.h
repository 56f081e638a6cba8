// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::bench::output {

/// The meaning of the number after a key of resources/telemetry/counters.sh.
enum class CounterForm : std::uint8_t {
    Rate,  ///< a running counter: reported as its increase per second
    Count, ///< an error counter: reported as its total since the first reading
    Gauge, ///< a current value
};

/// One key. Several may mean the same for a device: each driver uses different names.
struct CounterRow {
    std::string_view kind; ///< first word of the line: "rdma"
    std::string_view key;  ///< "port_xmit_data"
    std::string_view name; ///< of the series: "sent"
    std::string_view unit; ///< of the series: "Gb/s"
    double scale;          ///< factor from the printed value, per second if a rate, to the unit
    CounterForm form;
};
/// nullptr: the key is unknown and ignored. Keys of pauses are not in the table: counterRow() treats all keys
/// of kind "pause" alike.
[[nodiscard]] const CounterRow *counterRow(std::string_view kind, std::string_view key);

/// Increase of a counter. A decrease is a wrap-around if the counter was near the end of 32, 48 or 64 bits
/// and is near the beginning now; otherwise it was reset: unknown. A counter of 32 bits that has reached its
/// maximum no longer counts (InfiniBand's 1.2 counters): unknown too.
[[nodiscard]] std::optional<std::uint64_t> grownBy(std::uint64_t before, std::uint64_t now);

} // namespace fabricscope::bench::output
