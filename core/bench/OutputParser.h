// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Results.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace fabricscope::nccl::log {
struct DebugLog;
}

namespace fabricscope::bench {

/// What changed in `results()` since the last call that returned a Change: what a live chart redraws.
struct Change {
    std::size_t run = 0; ///< index of the first run that changed
    std::size_t rows = 0, points = 0, matrixRows = 0, diagnostics = 0; ///< that were added
    bool began = false;                                                ///< a run began
    bool ended = false;                                                ///< a run's own end was seen
    [[nodiscard]] bool any() const { return rows + points + matrixRows + diagnostics > 0 || began || ended; }
};

/// Takes a row of the run of this index in results().
using RowSink = std::function<void(std::size_t run, const CollectiveRow &row)>;

/// Reads a tool's output as it comes, and a saved log in the same way: the results are the same for every
/// split of the bytes. Never throws on any input, keeps at most a line of 1 MiB, and takes time linear in
/// the bytes.
class OutputParser {
public:
    virtual ~OutputParser() = default;

    virtual Change feed(std::string_view bytes) = 0;
    /// Nothing came for a while (200 ms): a row that lacks only its newline is taken (perftest flushes the
    /// row before it). More bytes of that line may still come and change nothing but the noise behind it.
    virtual Change idle() = 0;
    /// No more bytes will come.
    virtual Change end() = 0;

    /// Of a log with more rows than fit into memory: results() keeps none from here on; each is given to the
    /// sink instead, in the order of its run, at the latest at end(). Rows of several runs may come mixed.
    virtual void setRowSink(RowSink /*sink*/) {}

    /// In the order of the log; the last one may still grow.
    [[nodiscard]] virtual const std::vector<Results> &results() const = 0;
    /// The communication library's log in the newest run that has one; nullptr:
    /// none. Its infoLines and warnings show whether there is more than before.
    [[nodiscard]] virtual const nccl::log::DebugLog *library() const { return nullptr; }
};

/// By the key of the table of tools; nullptr for a key that it does not hold. "auto": by the
/// output's content, run by run: what a saved log is read with.
[[nodiscard]] std::unique_ptr<OutputParser> makeParser(std::string_view tool);
/// The keys that makeParser() takes, "auto" too.
[[nodiscard]] std::vector<std::string_view> parserKeys();

} // namespace fabricscope::bench
