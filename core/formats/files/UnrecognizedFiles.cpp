// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/UnrecognizedFiles.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/formats/PastedLines.h"
#include "core/formats/hwloc/XmlText.h"
#include "core/formats/tools/ToolText.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::formats {

namespace {

bool isEmpty(const FileSample &sample) {
    return sample.head.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// What NCCL_GRAPH_DUMP_FILE writes and NCCL_GRAPH_FILE reads.
bool isNcclGraph(const FileSample &sample) {
    return xmlRoot(sample.head).name == "graphs";
}

bool isWebPage(const FileSample &sample) {
    const std::string root = xmlRoot(sample.head).name;
    return root == "html" || root == "HTML" || sample.head.find("<!DOCTYPE html") != std::string_view::npos ||
           sample.head.find("<!doctype html") != std::string_view::npos;
}

/// Words that a benchmark prints on one line, whatever precedes them; `also` may be empty.
struct BenchmarkWords {
    std::string_view words, also;
};

// One line adds one.
constexpr BenchmarkWords kBenchmarkWords[] = {
    {"out-of-place", "in-place"}, // nccl-tests, rccl-tests
    {"# nThread", "minBytes"},
    {"# Avg bus bandwidth", ""},
    {"# Out of bounds values", ""},
    {"algbw", "busbw"},
    {"# Using devices", ""},
    {"#bytes", "#iterations"}, // perftest
    {"RDMA_Write ", " Test"},
    {"RDMA_Read ", " Test"},
    {"Send ", "W Test"},
    {"Send Latency Test", ""},
    {"Send Bidirectional ", " Test"},
    {"Waiting for client to connect", ""},
    {"Perftest ", "CUDA"},
    {"nvbandwidth Version:", ""},
    {"mem", "(row) -> GPU(column)"},
    {"mem", "(row) <- GPU(column)"},
    {"memcpy local GPU(column)", ""},
    {"# OSU ", " Test"},
    {"P2P=Enabled ", " Matrix ("}, // p2pBandwidthLatencyTest
    {"P2P=Disabled ", " Matrix ("},
    {"RocmBandwidthTest Version:", ""},
    {"copy peak bandwidth GB/s", ""},
    {"TransferBench v", ""},
    {"[RESULT]", " PASS"}, // RVS
    {"[RESULT]", " FAIL"},
    {"[RESULT]", "Action name"},
    {"[RESULT]", "Module name"},
    {"[RESULT]", "GFLOPS"},
    {"[RESULT]", "peers:"},
    {"[RESULT]", " pass:"},
    {"[RESULT]", "Gbps"},
    {"overhead (usec)", "bandwidth (MB/s)"}, // ucx_perftest
    {"latency (usec)", "bandwidth (MB/s)"},
    {"STREAM version", ""},
    {"Function ", "Best Rate MB/s"},
    {"Function ", "MBytes/sec"}, // BabelStream
    {"Serving Benchmark Result", ""},
    {"\"coll_perf\"", ""}, // NCCL Inspector
    {"# gpu ", " pwr"},    // nvidia-smi dmon
};

bool mayBe(std::string_view head, const BenchmarkWords &row) {
    for (auto at = head.find(row.words); at != std::string_view::npos; at = head.find(row.words, at + 1)) {
        const std::string_view line = head.substr(at, head.find_first_of("\r\n", at) - at);
        if (row.also.empty() || line.find(row.also) != std::string_view::npos)
            return true;
        at += line.size(); // the next word is on another line
    }
    return false;
}

bool isNumber(std::string_view word) {
    return word.find_first_of("0123456789") != std::string_view::npos &&
           word.find_first_not_of("0123456789.e+-") == std::string_view::npos;
}

/// "1048576  262144  float  sum  -1  37.9  27.68  51.90  0 ...", without its header: a size, a count, a type,
/// and results.
bool isCollectiveRow(std::string_view line) {
    const auto words = splitWords(line, 32);
    constexpr std::string_view kTypes[] = {"float", "half",  "double", "bfloat16", "int8",     "uint8",
                                           "int32", "int64", "uint32", "uint64",   "fp8_e4m3", "fp8_e5m2"};
    if (words.size() < 7 || !parseInteger<std::uint64_t>(words[0]) ||
        !parseInteger<std::uint64_t>(words[1]) ||
        std::find(std::begin(kTypes), std::end(kTypes), words[2]) == std::end(kTypes))
        return false;
    return std::count_if(words.begin() + 3, words.end(), isNumber) >= 3;
}

bool isBenchmarkLog(const FileSample &sample) {
    if (std::any_of(std::begin(kBenchmarkWords), std::end(kBenchmarkWords),
                    [&](const BenchmarkWords &row) { return mayBe(sample.head, row); }))
        return true;
    for (PastedLines lines(sample.head); lines.next();)
        if (isCollectiveRow(lines.line().text))
            return true;
    return false;
}

/// "gpu07:1:1 [0] NCCL INFO ...": RCCL prints the same words.
bool isNcclLog(const FileSample &sample) {
    constexpr std::string_view kLevels[] = {"NCCL INFO ",  "NCCL WARN ", "NCCL TRACE ",
                                            "NCCL ERROR ", "NCCL CALL ", "NCCL VERSION "};
    return std::any_of(std::begin(kLevels), std::end(kLevels), [&](std::string_view level) {
        return sample.head.find(level) != std::string_view::npos;
    });
}

bool isNcclRun(const FileSample &sample) {
    return isNcclLog(sample) && isBenchmarkLog(sample);
}

/// What the RAS client prints, as text and as JSON.
bool isRasReport(const FileSample &sample) {
    const bool text = sample.head.find("Job summary") != std::string_view::npos &&
                      sample.head.find("Communicators...") != std::string_view::npos;
    const bool json = sample.head.find("\"nccl_version\"") != std::string_view::npos &&
                      sample.head.find("\"communicators\"") != std::string_view::npos;
    return text || json;
}

/// What the RAS client prints instead of a report.
bool isRasMessage(const FileSample &sample) {
    if (sample.head.find("read socket: ") == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (lines.line().text.starts_with("read socket: "))
            return true;
    return false;
}

bool isAnything(const FileSample &) {
    return true;
}

struct UnrecognizedFile {
    bool (*is)(const FileSample &sample);
    std::string_view what, hint;
};

/// The first that holds; one line adds one.
constexpr UnrecognizedFile kUnrecognizedFiles[] = {
    {isEmpty, "is empty", "Copy it again: this copy is incomplete"},
    {isNcclGraph, "is an NCCL graph file: it lists the rings and trees of a run, not the machine",
     "Open the topology file instead (NCCL_TOPO_DUMP_FILE writes it, NCCL_TOPO_FILE names it)"},
    {isWebPage, "is a web page", "Save the text itself, for example with the page's link to the raw file"},
    {isNcclRun, "is the output of a benchmark with NCCL's log",
     "`fabricscope bench parse FILE` reads the results, `fabricscope nccl-log FILE` the log"},
    {isBenchmarkLog, "is the output of a benchmark, not of a tool that lists devices",
     "`fabricscope bench parse FILE` reads it"},
    {isRasReport, "is a report of NCCL's RAS client", "`fabricscope bench parse FILE` reads it"},
    {isRasMessage, "is a message of NCCL's RAS client, without a report",
     "`fabricscope bench parse FILE` reads it"},
    {isNcclLog, "is a log of NCCL or RCCL", "`fabricscope nccl-log FILE` reads it"},
    {isAnything, "is not a file of a known kind", "`fabricscope import --help` lists the known kinds"},
};

} // namespace

Error unrecognizedFileError(const FileSample &sample) {
    const auto *row = std::find_if(std::begin(kUnrecognizedFiles), std::end(kUnrecognizedFiles),
                                   [&](const UnrecognizedFile &each) { return each.is(sample); });
    Error error{std::string(row->what), {}, std::string(row->hint)};
    const std::string root = row->is == isAnything ? xmlRoot(sample.head).name : std::string();
    const bool isName = !root.empty() && (root[0] < '0' || root[0] > '9'); // "<4>" is a priority of syslog
    if (isName)
        error.what += fmt::format(": XML that begins with <{}>", HostText(root).plain(64));
    return error;
}

bool isLogOfOtherCommand(const FileSample &sample) {
    return isNcclLog(sample) || isBenchmarkLog(sample);
}

std::string knownKinds() {
    std::string kinds = "captures (.fscope), the output of `capture --print-script`, archives and folders "
                        "with copies of /sys and /proc";
    for (const FileKind &kind : fileKinds())
        kinds.append(", ").append(kind.name);
    return kinds;
}

} // namespace fabricscope::formats
