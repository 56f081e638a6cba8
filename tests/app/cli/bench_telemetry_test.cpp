// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/BenchTelemetry.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>

/// `bench run --telemetry` as called by a script.
namespace fabricscope::app::cli {
namespace {

using test::ProgramRun;
using test::runProgram;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class BenchTelemetryRun : public testing::Test {
protected:
    void SetUp() override { ::setenv("XDG_DATA_HOME", data.path().c_str(), 1); }
    static ProgramRun run(std::vector<std::string> flags, const std::vector<std::string> &words) {
        std::vector<std::string> arguments = {"bench", "run", "local:", "perftest", "--yes"};
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        arguments.emplace_back("--");
        arguments.insert(arguments.end(), words.begin(), words.end());
        return runProgram("fabricscope", arguments);
    }
    /// The id of the only stored run.
    [[nodiscard]] static std::string persistedId() {
        const ProgramRun list = runProgram("fabricscope", {"runs", "list", "--json"});
        std::smatch found;
        return std::regex_search(list.out, found, std::regex("[0-9a-f]{32}")) ? found.str() : "none";
    }
    const test::TemporaryFolder data;
};

TEST_F(BenchTelemetryRun, ReportsTelemetryAndSavesItForExport) {
    const ProgramRun ran = run({"--telemetry"}, {"sleep", "3"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(ran.out, ""); // only the tool's output
    EXPECT_THAT(ran.err, HasSubstr("telemetry: host CPU load: "));
    EXPECT_THAT(ran.err, Not(HasSubstr("GPUDirect"))); // not requested
    const std::string file = (data.path() / "telemetry.log").string();
    EXPECT_EQ(runProgram("fabricscope", {"runs", "export", persistedId(), "--telemetry", "-o", file}).status,
              0);
    EXPECT_THAT(test::readFile(file), StartsWith("# fabricscope counters 1\ntime "));
    EXPECT_THAT(runProgram("fabricscope", {"bench", "parse", file}).out, HasSubstr("host CPU load [%]"));
}

TEST_F(BenchTelemetryRun, ReportsWhyGpuDirectRdmaIsUnknown) {
    const ProgramRun ran =
        run({"--telemetry"}, {"sh", "-c", "sleep 3", "sh", "-d", "no_such_nic", "--use_rocm=0"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.err,
                HasSubstr("GPUDirect RDMA: unknown: no NIC traffic, or its counters could not be read"));
}

TEST_F(BenchTelemetryRun, IsNotThereWhereNobodyAskedForIt) {
    EXPECT_THAT(run({}, {"true"}).err, Not(HasSubstr("telemetry:")));
    const ProgramRun exported = runProgram(
        "fabricscope", {"runs", "export", persistedId(), "--telemetry", "-o", (data.path() / "x").string()});
    EXPECT_NE(exported.status, 0);
    EXPECT_THAT(exported.err, HasSubstr("no telemetry was saved with this run"));
}

TEST(TelemetryReport, EndsWithTheProof) {
    bench::Results counters, smi;
    counters.tool = "counters";
    counters.series = {{"ionic_3 sent", "ionic_3", "Gb/s", bench::Axis::Seconds, {}},
                       {"ionic_3 received", "ionic_3", "Gb/s", bench::Axis::Seconds, {}}};
    smi.tool = "amd-smi";
    smi.series = {{"GPU 2 PCIE_BW", "GPU 2", "Mb/s", bench::Axis::Seconds, {}}};
    for (int second = 0; second < 5; ++second) {
        counters.series[0].points.push_back({second * 1.0, 384.0, {}});
        counters.series[1].points.push_back({second * 1.0, 0.0, {}});
        smi.series[0].points.push_back({second * 1.0, 384000.0, {}});
    }
    bench::Telemetry telemetry;
    telemetry.take(0, std::span(&counters, 1), 5);
    telemetry.take(1, std::span(&smi, 1), 5);
    bench::RunSpec spec;
    spec.tool = "perftest";
    spec.command.words = {"ib_write_bw", "-d", "ionic_3", "--use_rocm=2"};
    EXPECT_EQ(
        telemetryReport(telemetry, spec, nullptr),
        "telemetry: ionic_3 sent: 384 Gb/s (median of 5; 384 to 384)\n"
        "telemetry: GPU 2 PCIe, both directions: 384 Gb/s (median of 5; 384 to 384)\n"
        "GPUDirect RDMA: direct: the NIC carried 48.0 GB/s, the GPU's PCIe link 48.0 GB/s: the data went "
        "directly from GPU to NIC\n");
}

} // namespace
} // namespace fabricscope::app::cli
