// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricscope::nccl::log {
struct DebugLog;
}

namespace fabricscope::bench {

/// Changes in `results()` since the last call that returned a Change: what a live chart redraws.
struct Change {
    std::size_t run = 0; ///< index of the first run that changed
    std::size_t rows = 0, points = 0, matrixRows = 0, diagnostics = 0; ///< numbers of added ones
    bool began = false;                                                ///< a run began
    bool ended = false;                                                ///< a run's own end was seen
    [[nodiscard]] bool any() const { return rows + points + matrixRows + diagnostics > 0 || began || ended; }
};

/// Receives a row of the run with this index in results().
using RowSink = std::function<void(std::size_t run, const CollectiveRow &row)>;
/// Receives a point of the series with this index of this run.
using PointSink = std::function<void(std::size_t run, std::size_t series, const Point &point)>;

/// What a sink receives one by one: the rows of a run, or the points of one of its series.
struct StreamedList {
    std::size_t run = 0;
    std::optional<std::size_t> series; ///< absent: the rows
    friend auto operator<=>(const StreamedList &, const StreamedList &) = default;
};
/// Whether the points of a series can be streamed: those over message sizes, a line of the log each.
[[nodiscard]] inline bool isStreamed(const Series &series) {
    return series.axis == Axis::Bytes;
}

/// Reads a tool's output as it arrives, and a saved log in the same way: the results do not depend on how the
/// bytes are split. Never throws on any input, keeps at most a line of 1 MiB, and takes time linear in the
/// bytes.
class OutputParser {
public:
    virtual ~OutputParser() = default;

    virtual Change feed(std::string_view bytes) = 0;
    /// No output for a while (200 ms): a row that lacks only its newline is accepted (perftest flushes the
    /// row before it). More bytes of that line may still arrive and only change the noise after it.
    virtual Change idle() = 0;
    /// No more bytes will arrive. A last line without a line end is used if it is whole.
    virtual Change end() = 0;

    /// For a log with more rows than fit into memory: from here on results() keeps none; each row is passed
    /// to the sink instead, in the order of its run, at the latest in end(). Rows of several runs may be
    /// interleaved.
    virtual void setRowSink(RowSink /*sink*/) {}
    /// Likewise for the points of series with isStreamed(), each at once. For saved logs: idle() is not
    /// called.
    virtual void setPointSink(PointSink /*sink*/) {}

    /// The bytes are a saved log: line breaks that a terminal or a copy changed are restored, which delays
    /// results. Before the first bytes.
    virtual void restoreLines() {}

    /// In the order of the log; the last one may still grow.
    [[nodiscard]] virtual const std::vector<Results> &results() const = 0;
    /// The communication library's log in the newest run that has one; nullptr:
    /// none. Its infoLines and warnings show whether there is more than before.
    [[nodiscard]] virtual const nccl::log::DebugLog *library() const { return nullptr; }
};

/// By the key of the table of tools; nullptr for an unknown key. "auto": detected from the output, run by
/// run; used for saved logs.
[[nodiscard]] std::unique_ptr<OutputParser> makeParser(std::string_view tool);
/// The keys that makeParser() accepts, including "auto".
[[nodiscard]] std::vector<std::string_view> parserKeys();

} // namespace fabricscope::bench
