// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/LogFinding.h"
#include "core/nccl/log/DebugLogReader.h"
#include "tests/core/bench/CorpusLogs.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricscope::bench {
namespace {

using namespace logs;
using nlohmann::json;

void expectRow(const CollectiveRow &row, const json &expected) {
    EXPECT_EQ(row.sizeBytes, expected["size"].get<std::uint64_t>());
    EXPECT_EQ(row.count, expected["count"].get<std::uint64_t>());
    expectText(row.type, expected["type"], "type");
    expectText(row.redop, expected["redop"], "redop");
    expectNumber(row.root ? std::optional<double>(*row.root) : std::nullopt, expected["root"], "root");
    std::vector<const CollectiveHalf *> halves;
    for (const auto *half : {&row.outOfPlace, &row.inPlace})
        if (*half)
            halves.push_back(&**half);
    ASSERT_EQ(halves.size(), expected["halves"].size());
    for (std::size_t i = 0; i < halves.size(); ++i) {
        const json &half = expected["halves"][i];
        expectNumber(halves[i]->timeUs, half["time_us"], "time");
        expectNumber(halves[i]->algbw, half["algbw"], "algbw");
        expectNumber(halves[i]->busbw, half["busbw"], "busbw");
        expectNumber(halves[i]->wrong, half["wrong"], "wrong");
        expectNumber(halves[i]->eventUs, half.value("hipevt_us", json()), "hipevt");
    }
}

void expectAverages(const std::vector<Results> &runs, const json &expected) {
    if (!expected.is_array()) {
        expectNumber(runs.back().summary.avgBusbw, expected, "average");
        return;
    }
    ASSERT_EQ(runs.size(), expected.size());
    for (std::size_t i = 0; i < runs.size(); ++i)
        expectNumber(runs[i].summary.avgBusbw, expected[i], "average");
}

void expectCollectives(const std::vector<Results> &runs, const json &expected) {
    std::vector<CollectiveRow> rows;
    std::size_t ranks = 0;
    double most = 0, wrong = 0;
    for (const Results &run : runs) {
        rows.insert(rows.end(), run.rows.begin(), run.rows.end());
        ranks += static_cast<std::size_t>(std::atoi(factOf(run, "ranks").c_str()));
    }
    for (const CollectiveRow &row : rows)
        for (const auto *half : {&row.outOfPlace, &row.inPlace}) {
            most = std::max(most, *half ? (*half)->busbw.value_or(0) : 0);
            wrong += *half ? (*half)->wrong.value_or(0) : 0;
        }
    ASSERT_EQ(rows.size(), expected["row_count"].get<std::size_t>());
    EXPECT_EQ(ranks, expected["rank_lines"].get<std::size_t>());
    expectAverages(runs, expected["avg_busbw"]);
    const auto outside = runs.back().summary.outOfBounds;
    if (expected["out_of_bounds"].is_null())
        EXPECT_FALSE(outside);
    else
        EXPECT_EQ(outside, expected["out_of_bounds"][0].get<std::uint64_t>());
    expectText(runs.back().version, expected["version"], "version");
    expectText(factOf(runs.back(), "config"), expected["config_line"], "config");
    EXPECT_EQ(runs.back().complete, expected["ok"].get<bool>());
    if (rows.empty())
        return;
    expectRow(rows.front(), expected["first_row"]);
    expectRow(rows.back(), expected["last_row"]);
    EXPECT_DOUBLE_EQ(most, expected["max_busbw"].get<double>());
    EXPECT_DOUBLE_EQ(wrong, expected["wrong_total"].get<double>());
}

/// Header names for the keys of the expected values.
const std::map<std::string, std::string> kPerftestKeys = {
    {"iterations", "#iterations"},
    {"bw_peak", "BW peak"},
    {"bw_avg", "BW average"},
    {"msgrate_mpps", "MsgRate"},
    {"t_min", "t_min"},
    {"t_max", "t_max"},
    {"t_typical", "t_typical"},
    {"t_avg", "t_avg"},
    {"t_stdev", "t_stdev"},
    {"p99", "99% percentile"},
    {"p99_9", "99.9% percentile"},
};

void expectPoint(const Series &series, const Point &point, const json &expected) {
    EXPECT_DOUBLE_EQ(point.x, expected["size"].get<double>());
    for (const auto &[key, value] : expected.items()) {
        if (key == "size")
            continue;
        const std::string name = kPerftestKeys.at(key);
        std::optional<double> found = name == series.name ? point.y : std::nullopt;
        for (const Field &field : point.fields)
            if (field.name == name)
                found = field.value;
        expectNumber(found, value, key);
    }
}

void expectPerftest(const std::vector<Results> &runs, const json &expected) {
    std::vector<const Point *> points;
    std::vector<Finding> diagnostics;
    for (const Results &run : runs) {
        diagnostics.insert(diagnostics.end(), run.diagnostics.begin(), run.diagnostics.end());
        for (const Series &series : run.series)
            for (const Point &point : series.points)
                points.push_back(&point);
    }
    expectText(runs.back().test, expected["test"], "test");
    expectText(factOf(runs.back(), "device"), expected["device"], "device");
    for (const json &error : expected["errors"])
        EXPECT_TRUE(std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Finding &finding) {
            return lineText(finding) == error && !meaningOf(finding).empty();
        })) << error;
    if (!expected.value("sane", true)) { // not a valid row
        EXPECT_TRUE(points.empty());
        return;
    }
    ASSERT_EQ(points.size(), expected["row_count"].get<std::size_t>());
    if (points.empty())
        return;
    const Series &series = runs.back().series[0];
    EXPECT_EQ(series.unit, expected["unit"].is_null() ? "usec" : expected["unit"].get<std::string>());
    expectPoint(series, *points.front(), expected["first_row"]);
    expectPoint(series, *points.back(), expected["last_row"]);
}

TEST_F(CorpusLogs, CollectivesAreAsAnotherReaderFoundThem) {
    std::size_t files = 0;
    for (const auto &entry : std::filesystem::directory_iterator(kCorpus)) {
        const std::string file = entry.path().filename().string();
        const bool log = file.ends_with(".log") && (file.starts_with("nccl-") || file.starts_with("rccl-"));
        if (!log || file.starts_with("nccl-debug") || file.starts_with("nccl-warn"))
            continue;
        SCOPED_TRACE(file);
        ++files;
        const std::vector<Results> all = runs(file);
        ASSERT_FALSE(all.empty());
        for (const Results &one : all)
            EXPECT_EQ(one.tool, file.starts_with("rccl") ? "rccl-tests" : "nccl-tests");
        expectCollectives(all, expected(file));
    }
    EXPECT_EQ(files, 14U);
}

TEST_F(CorpusLogs, FailureNamesItsHostAndTheLibrarysError) {
    const json reference = expected("nccl-failure-internal-error.log");
    const Results found = run("nccl-failure-internal-error.log", "nccl-tests");
    const auto at = [&](std::string_view part) {
        return std::count_if(found.diagnostics.begin(), found.diagnostics.end(), [&](const Finding &one) {
            return lineText(one).find(part) != std::string::npos;
        });
    };
    EXPECT_EQ(at(reference["failing_host"].get<std::string>() + ": Test NCCL failure"), 1);
    EXPECT_EQ(at(reference["nccl_error"].get<std::string>()), 1);
    EXPECT_EQ(at(": Test failure "), reference["test_failure_lines"].get<int>());
}

TEST_F(CorpusLogs, PerftestIsAsAnotherReaderFoundIt) {
    std::size_t files = 0;
    for (const auto &entry : std::filesystem::directory_iterator(kCorpus)) {
        const std::string file = entry.path().filename().string();
        if (!file.starts_with("perftest-") || file.find("json") != std::string::npos ||
            file.find("mesh") != std::string::npos)
            continue;
        SCOPED_TRACE(file);
        ++files;
        const std::vector<Results> all = runs(file);
        ASSERT_FALSE(all.empty());
        EXPECT_EQ(all[0].tool, "perftest");
        expectPerftest(all, expected(file));
    }
    EXPECT_EQ(files, 9U);
}

TEST_F(CorpusLogs, PerftestsJsonIsReadThoughItIsNone) {
    const json reference = expected("perftest-6.06-out-json-invalid.json")["fields"];
    const Results found = run("perftest-6.06-out-json-invalid.json", "perftest");
    ASSERT_EQ(found.series.size(), 1U);
    ASSERT_EQ(found.series[0].points.size(), 1U);
    const Point &point = found.series[0].points[0];
    EXPECT_DOUBLE_EQ(point.x, reference["MsgSize"].get<double>());
    expectNumber(point.y, reference["BW_average"], "average");
    for (const Field &field : point.fields)
        expectNumber(field.value, reference[field.name], field.name);
    EXPECT_EQ(point.fields.size(), 3U);
}

TEST_F(CorpusLogs, ALauncherThatFailedIsExplained) {
    const std::vector<Results> found = runs("mpirun-not-enough-slots.log");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(expected("mpirun-not-enough-slots.log")["failure"], "not_enough_slots");
    ASSERT_EQ(found[0].diagnostics.size(), 1U);
    EXPECT_NE(lineText(found[0].diagnostics[0]).find("not enough slots"), std::string::npos);
    EXPECT_FALSE(findings::remedy(found[0].diagnostics[0]).empty());
    EXPECT_TRUE(found[0].rows.empty());
}

TEST_F(CorpusLogs, TheLibrarysOwnLogIsReadInBothWays) {
    const json reference = expected("nccl-debug-info-2.27.5-plugin-fallback.log");
    nccl::log::DebugLogReader reader;
    reader.feed(bytesOf(kCorpus / "nccl-debug-info-2.27.5-plugin-fallback.log"));
    reader.end();
    const nccl::log::DebugLog &log = reader.log();
    EXPECT_EQ(log.version, reference["nccl_version"].get<std::string>());
    EXPECT_EQ(log.bootstrapInterface, reference["socket_ifname"].get<std::string>());
    EXPECT_EQ(log.network, reference["net"].get<std::string>());
    const auto setting = [&](const char *name) {
        const nccl::log::Setting *found = log.setting(name);
        return found == nullptr ? std::string() : found->value;
    };
    EXPECT_EQ(setting("NCCL_SOCKET_IFNAME"), reference["socket_ifname"].get<std::string>());
    EXPECT_EQ(setting("NCCL_IB_GID_INDEX"), std::to_string(reference["gid_index"].get<int>()));
    EXPECT_EQ(setting("NCCL_IB_TC"), std::to_string(reference["traffic_class"].get<int>()));
    const std::string hcas = setting("NCCL_IB_HCA");
    EXPECT_EQ(std::count(hcas.begin(), hcas.end(), ',') + 1, reference["hcas"].get<int>());
    const auto connections = [&](std::string_view via) {
        std::uint64_t count = 0;
        for (const nccl::log::Transport &transport : log.transports)
            count += transport.via == via && transport.gdr.value_or(true) ? transport.connections : 0;
        return count;
    };
    EXPECT_EQ(connections("NET/IB"), reference["gdrdma_send_lines"].get<std::uint64_t>());
    EXPECT_EQ(connections("P2P/IPC"), reference["p2p_lines"].get<std::uint64_t>());
    EXPECT_EQ(!log.plugin.empty(), reference["plugin_error"].get<bool>());

    const json warned = expected("nccl-warn-socket-abort.log");
    nccl::log::DebugLogReader other;
    other.feed(bytesOf(kCorpus / "nccl-warn-socket-abort.log"));
    other.end();
    ASSERT_EQ(other.log().warnings.size(), warned["warn_lines"].get<std::size_t>());
    EXPECT_NE(other.log().warnings[0].text.find(warned["peer"].get<std::string>()), std::string::npos);
    EXPECT_EQ(other.log().warnings[0].where, "misc/socket.cc:483");
    ASSERT_EQ(other.log().transports.size(), warned["shm_lines"].get<std::size_t>());
    EXPECT_EQ(other.log().transports[0].via, "SHM/direct/direct");
    EXPECT_EQ(runs("nccl-warn-socket-abort.log").at(0).diagnostics.size(),
              warned["warn_lines"].get<std::size_t>());
}

/// Checks busbw = size / time * f of the collective and its ranks, which detects confused columns.
TEST_F(CorpusLogs, TheNumbersOfARowAgreeWithEachOther) {
    struct Log {
        const char *file;
        double factor; ///< busbw / algbw
    };
    const auto reduce = [](double ranks) {
        return 2 * (ranks - 1) / ranks;
    };
    const auto gather = [](double ranks) {
        return (ranks - 1) / ranks;
    };
    std::size_t checked = 0;
    for (const Log &log :
         {Log{"nccl-2.13-a100-mpi.log", reduce(8)}, Log{"nccl-h100-2node-oci.log", reduce(16)},
          Log{"nccl-2021-allreduce-a100-error-col.log", reduce(8)},
          Log{"nccl-2021-alltoall-no-redop.log", gather(8)}, Log{"nccl-gb200-72ranks.log", reduce(72)},
          Log{"nccl-srun-l-prefix-p5.log", reduce(16)}, Log{"rccl-ae3e635-mi300x-1node.log", reduce(8)},
          Log{"rccl-mi350x-1node-dips.log", reduce(8)}, Log{"nccl-allgather-a3mega-wide.log", gather(16)}})
        for (const Results &one : runs(log.file))
            for (const CollectiveRow &row : one.rows)
                for (const auto *half : {&row.outOfPlace, &row.inPlace}) {
                    if (!*half || row.sizeBytes < 1048576)
                        continue;
                    const double algbw = static_cast<double>(row.sizeBytes) / (*half)->timeUs.value() / 1000;
                    EXPECT_NEAR((*half)->algbw.value(), algbw, algbw * 0.01 + 0.01)
                        << log.file << " " << row.sizeBytes;
                    EXPECT_NEAR((*half)->busbw.value(), algbw * log.factor, algbw * log.factor * 0.01 + 0.01)
                        << log.file << " " << row.sizeBytes;
                    ++checked;
                }
    EXPECT_GT(checked, 150U);
}

} // namespace
} // namespace fabricscope::bench
