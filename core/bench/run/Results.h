// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/SlimOptional.h"
#include "core/bench/run/GrowingList.h"
#include "core/findings/Finding.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// A tool's output as values. Numbers are as printed, in the unit named in the tool's header; values that it
/// omits, or prints as "N/A", are unknown, never 0.

/// One half (out of place or in place) of a row of nccl-tests or rccl-tests. Compact: a log may have
/// millions.
struct CollectiveHalf {
    SlimOptional<double> timeUs;
    SlimOptional<double> algbw; ///< 10^9 bytes a second
    SlimOptional<double> busbw; ///< 10^9 bytes a second
    SlimOptional<double> wrong; ///< `#wrong`, a count, or `error` of the versions before 2.13, a difference;
                                ///< unknown where the values were not checked (`-c 0`)
    SlimOptional<double> eventUs; ///< measured by the GPU's events, if the header has `hipevt`
    friend bool operator==(const CollectiveHalf &, const CollectiveHalf &) = default;
};

/// An additional value of a row besides y, or a row of a tool without x: the name is from the header.
struct Field {
    std::string name;
    std::string unit; ///< as printed: "MiB/sec", "usec", "W"; empty: none
    std::optional<double> value;
    std::string text; ///< the cell as printed if it is not a number ("TRUE", "N/A")
    friend bool operator==(const Field &, const Field &) = default;
};

struct CollectiveRow {
    std::uint64_t sizeBytes = 0;
    std::optional<std::uint64_t> count; ///< elements
    std::string type, redop;            ///< empty if the header has no such column or the cell is blank
    std::optional<int> root;            ///< -1 if the collective has none
    std::optional<CollectiveHalf> outOfPlace, inPlace;
    std::vector<Field> more; ///< other columns of the header: "algo", "i_p99"
    friend bool operator==(const CollectiveRow &, const CollectiveRow &) = default;
};

struct Point {
    double x = 0;
    std::optional<double> y;
    std::vector<Field> fields; ///< the row's other columns
    friend bool operator==(const Point &, const Point &) = default;
};

/// The meaning of x in a series.
enum class Axis : std::uint8_t {
    Bytes,   ///< message or buffer size
    Seconds, ///< since the first row, or by the tool's own clock
    Index,   ///< of the row: not a quantity
    Rate,    ///< requests per second
    Batch,   ///< batch size
};

/// One line of a chart: one quantity of one subject ("BW average", "GPU 2 power").
struct Series {
    std::string name;    ///< unique in its run
    std::string subject; ///< "GPU 2", "ionic_3", "Copy"; empty: the run itself
    std::string unit;    ///< of y, as printed
    Axis axis = Axis::Index;
    GrowingList<Point> points; ///< in the order in which they came
    friend bool operator==(const Series &, const Series &) = default;
};

/// A table of pairs. Rows arrive one by one; a missing row has no values.
struct Matrix {
    std::string title; ///< "Unidirectional copy peak bandwidth", unique in its run
    std::string unit;
    std::vector<std::string> columns;
    std::vector<std::string> rows;
    std::vector<std::vector<std::optional<double>>> values; ///< by row, as wide as `columns`
    friend bool operator==(const Matrix &, const Matrix &) = default;
};

/// "NCCL_DEBUG=INFO", "ROCm version: 6.3.0", one rank or device: facts printed about the run, in order.
struct ContextFact {
    std::string key;   ///< snake_case, stable: "nccl_version", "min_bytes", "rank_3", "device"
    std::string value; ///< made safe to show, truncated
    friend bool operator==(const ContextFact &, const ContextFact &) = default;
};

/// A transport of the library's connections, as NCCL_DEBUG=INFO reports it, and how many use it.
struct TransportUse {
    std::string via; ///< "P2P/IPC", "SHM/direct", "NET/IB"
    bool overNetwork = false;
    std::uint64_t connections = 0;
    std::optional<std::uint64_t> direct; ///< over the network: those with GPUDirect RDMA
    friend bool operator==(const TransportUse &, const TransportUse &) = default;
};

/// How a job's data travels, from the NCCL_DEBUG lines so far.
struct LibraryTransport {
    std::vector<TransportUse> transports;
    std::string bootstrapInterface; ///< empty: unknown
    std::string topologyFile;       ///< that was requested; empty: none
    bool topologyFileLoaded = false;
    friend bool operator==(const LibraryTransport &, const LibraryTransport &) = default;
};

using findings::Finding;
using findings::Severity;

/// As printed at the end.
struct Summary {
    std::optional<double> avgBusbw; ///< never compared between runs of different ranges
    std::optional<std::uint64_t> outOfBounds;
    std::optional<bool> passed; ///< the tool's own verdict, if it gives one
    std::vector<Field> fields;  ///< other summary values
    friend bool operator==(const Summary &, const Summary &) = default;
};

/// One run of one tool, as far as read. A log may contain many. A copy shares rows and points, and is cheap
/// however many there are.
struct Results {
    std::string tool;    ///< key of the table of tools: "nccl-tests", "perftest", "transferbench"
    std::string version; ///< as printed; empty: not printed
    std::string test;    ///< "all_reduce_perf", "RDMA_Write BW Test", "gst"; empty: unknown
    std::vector<ContextFact> context;
    std::vector<ContextFact> transport; ///< sentences of NCCL_DEBUG lines as far as they came: "NET/IB with
                                        ///< GDRDMA 16 of 16" (nccl::log::transportFacts)
    LibraryTransport library;           ///< the same as values
    GrowingList<CollectiveRow> rows;
    std::vector<Series> series;
    std::vector<Matrix> matrices;
    Summary summary;
    std::vector<Finding> diagnostics; ///< lines that report a problem: core/bench/output/text/LogFinding.h
    bool complete =
        false; ///< the tool's own end was seen (its footer, or its last row by the header's count)
    std::uint64_t firstLine = 0; ///< of the log, from 1
    friend bool operator==(const Results &, const Results &) = default;
};

/// Limits of one log; beyond them a finding reports it and the rest is only counted.
inline constexpr std::size_t kMaxRuns = 1024;
inline constexpr std::size_t kMaxDiagnostics = 1000;            ///< of one run
inline constexpr std::size_t kMaxPoints = std::size_t{4} << 20; ///< rows, points and matrix rows of one log

} // namespace fabricscope::bench
