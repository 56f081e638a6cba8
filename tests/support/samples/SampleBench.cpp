// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleBench.h"

#include "core/bench/judge/Repeats.h"
#include "core/bench/view/LibraryPage.h"
#include "core/nccl/log/DebugLogReader.h"

#include <cmath>

namespace fabricscope::samples {

namespace {

using bench::BenchView;
using bench::CollectiveHalf;
using bench::Results;
using Rating = bench::TransportFact::Rating;

constexpr double kBusbw[kAllReduceSizes] = {9.80,   19.10,  36.40,  63.20,  101.60, 151.90, 207.80, 262.40,
                                            318.60, 357.32, 362.07, 365.09, 367.03, 368.09, 367.27};
constexpr double kInPlace[kAllReduceSizes] = {9.70,   18.90,  36.10,  62.90,  100.20, 153.40, 209.90, 260.80,
                                              320.10, 356.61, 362.48, 364.70, 366.88, 367.95, 367.10};
/// How far earlier runs are below this one, in percent; negative: above it.
constexpr double kAhead[kAllReduceSizes] = {-0.4, 0.2, -0.8, 0.6, -1.4, -0.6, -1.0, -0.6,
                                            -0.1, 0.4, 0.2,  0.1, 0.0,  0.1,  -0.1};
constexpr double kMiB = 1024.0 * 1024;

CollectiveHalf halfOf(double bytes, double busbw) {
    const double algbw = busbw / 1.875; // busbw = algbw * 2 (n - 1) / n, 16 ranks
    CollectiveHalf half;
    half.timeUs = bytes / algbw / 1e3;
    half.algbw = std::round(algbw * 100) / 100;
    half.busbw = busbw;
    half.wrong = 0;
    return half;
}

BenchView viewOf(Results results, const char *source) {
    BenchView view;
    view.results = std::make_shared<const Results>(std::move(results));
    view.source = source;
    return view;
}

bench::TelemetryLine counter(const char *host, const char *name, const char *unit, double level,
                             std::optional<double> limit) {
    bench::TelemetryLine line{host, name, unit, limit, {}};
    for (int second = 0; second < 300; ++second)
        line.points.push_back(
            {static_cast<double>(second), std::round(10 * level * (1 - 0.6 * std::exp(-second / 40.0)) *
                                                     (1 + 0.02 * std::sin(second * 0.7))) /
                                              10});
    line.points.back().value = level;
    return line;
}

} // namespace

Results allReduce(std::size_t rows) {
    Results results;
    results.tool = "rccl-tests";
    results.version = "2.17.6";
    results.test = "all_reduce_perf";
    results.context = {{"min_bytes", "1048576"}, {"max_bytes", "17179869184"}, {"step", "2(factor)"},
                       {"iterations", "20"},     {"warmup_iterations", "5"},   {"validation", "1"}};
    for (std::size_t index = 0; index < rows; ++index) {
        const double bytes = std::exp2(index) * kMiB;
        bench::CollectiveRow row;
        row.sizeBytes = static_cast<std::uint64_t>(bytes);
        row.count = row.sizeBytes / 4;
        row.type = "float";
        row.redop = "sum";
        row.root = -1;
        row.outOfPlace = halfOf(bytes, kBusbw[index]);
        row.inPlace = halfOf(bytes, kInPlace[index]);
        results.rows.push_back(std::move(row));
    }
    results.complete = rows == kAllReduceSizes;
    if (results.complete)
        results.summary = {218.0, 0, true, {}};
    return results;
}

BenchView allReduceView(std::size_t rows) {
    BenchView view = viewOf(allReduce(rows), "two-node-allreduce.log");
    view.ceiling = {400, "GB/s", "ceiling 400 GB/s: 8 × 400 Gb/s per node"};
    view.baseline = bench::BenchBaseline{"baseline, 10 runs, min to max", {}, {"NCCL_TOPO_FILE"}};
    for (std::size_t index = 0; index < kAllReduceSizes; ++index) {
        const double middle = kBusbw[index] / (1 + kAhead[index] / 100);
        view.baseline->points.push_back({std::exp2(index) * kMiB, middle * 0.975, middle, middle * 1.02});
    }
    view.transport = {{Rating::Good, "NET/IB with GDRDMA", "16 of 16 ranks"},
                      {Rating::Good, "Topology file loaded", "topo.xml"},
                      {Rating::Good, "Bootstrap interface", "ens50f0"},
                      {Rating::Note, "dma-buf registration", "no peermem"}};
    for (const char *host : {"vm-01a", "vm-02a"}) {
        view.telemetry.push_back(counter(host, "GPU power", "W", 1142, 1400));
        view.telemetry.push_back(counter(host, "GPU temp", "°C", 78, 105));
        view.telemetry.push_back(counter(host, "NIC tx", "Gb/s", 386.1, std::nullopt));
    }
    return view;
}

BenchView runningView(std::int64_t startMs) {
    BenchView view = allReduceView(kAllReduceSizes - 1);
    view.source = "vm-01a";
    bench::RunSpec spec;
    spec.tool = "rccl-tests";
    spec.test = "all_reduce_perf";
    spec.host = "vm-01a";
    spec.command.words = {"mpirun",
                          "-np",
                          "16",
                          "-N",
                          "8",
                          "--host",
                          "vm-01a:8,vm-02a:8",
                          "all_reduce_perf",
                          "-b",
                          "1M",
                          "-e",
                          "16G",
                          "-f",
                          "2",
                          "-g",
                          "1",
                          "-n",
                          "20",
                          "-w",
                          "5",
                          "-c",
                          "1"};
    spec.command.environment = {{"NCCL_DMABUF_ENABLE", "1"},
                                {"NCCL_SOCKET_IFNAME", "ens50f0"},
                                {"NCCL_SOCKET_FAMILY", "AF_INET"},
                                {"NCCL_TOPO_FILE", "topo.xml"},
                                {"NCCL_IB_GID_INDEX", "3"}};
    view.spec = std::move(spec);
    bench::RunState state;
    state.id = "run-1";
    state.phase = bench::Phase::Running;
    state.startedMs = startMs;
    view.lastRowMs = startMs + 205'000;
    state.pid = 18842;
    state.outputLines = 412;
    view.state = std::move(state);
    view.hosts = {"vm-01a, ranks 0 to 7", "vm-02a, ranks 8 to 15"};
    view.stopRules = {{"wrong", "#wrong > 0", true},
                      {"below_baseline", "below the baseline", true, 95.0, 3},
                      {"error", "the first error line", false}};
    return view;
}

BenchView slowView(std::int64_t startMs) {
    BenchView view = runningView(startMs);
    Results results = *view.results;
    findings::Evidence slow{"2G, out of place", "321.3 GB/s, earlier 364.7 (355.6 to 372.0)"};
    for (std::size_t at = 0; at < results.rows.size(); ++at) {
        bench::CollectiveRow &row = results.rows[at];
        row.outOfPlace->busbw = std::round(*row.outOfPlace->busbw * 88) / 100;
    }
    slow.place.sizeBytes = std::uint64_t{2} << 30;
    findings::Evidence pair{"GPU2 with ionic_3", "PIX would be ionic_2: PHB crosses the CPU"};
    pair.place.address = "0000:23:00.0";
    view.results = std::make_shared<const Results>(std::move(results));
    findings::Finding below("result.below_baseline");
    below.set("count", 14).set("compared", 28).set("runs", 10).set("percent", "13");
    below.evidence = {
        std::move(slow), std::move(pair), {"/proc/cmdline", "detected: 12 of 40 IOMMU groups translate"}};
    below.commands = {"export NCCL_IB_HCA=ionic_0,ionic_1,ionic_2,ionic_3"};
    view.findings = {std::move(below)};
    view.compareWith = {{{"last:10", "The last 10 runs"}, {"none", "Nothing"}}, "last:10"};
    view.stopRules[1] = {"below_baseline", "below the baseline", false, 95, 3};
    return view;
}

BenchView repeatsView() {
    std::vector<bench::StepResult> steps;
    for (const double factor : {0.9, 1.0, 1.03}) {
        Results results = allReduce();
        for (std::size_t at = 0; at < results.rows.size(); ++at)
            for (auto *half : {&results.rows[at].outOfPlace, &results.rows[at].inPlace})
                (*half)->busbw = std::round(*(*half)->busbw * factor * 100) / 100;
        steps.push_back({"", std::make_shared<const Results>(std::move(results))});
    }
    BenchView view = viewOf(bench::resultsOfSteps(steps, ""), "vm-01a");
    view.ceiling = {400, "GB/s", "ceiling 400 GB/s: 8 × 400 Gb/s per node"};
    view.stepValue = "medians of 3 runs";
    return view;
}

BenchView libraryView() {
    constexpr const char *kLog = R"(node-1:71:71 [0] NCCL INFO Bootstrap : Using ens50f0:10.0.0.1<0>
node-1:71:71 [0] NCCL INFO NCCL version 2.27.5+cuda12.9
node-1:71:71 [0] NCCL INFO NCCL_IB_HCA set by environment to mlx5_0,mlx5_1
node-1:71:71 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB ens50f0:10.0.0.1<0>
node-1:71:71 [0] NCCL INFO Using network IB
node-1:71:71 [0] NCCL INFO Channel 00/02 :    0   1   2   3
node-1:71:71 [0] NCCL INFO Channel 01/02 :    0   1   2   3
node-1:71:71 [0] NCCL INFO Trees [0] 1/-1/-1->0->-1 [1] 1/-1/-1->0->-1
node-1:71:71 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/IPC
node-1:71:71 [0] NCCL INFO Channel 01/0 : 0[0] -> 1[1] via P2P/IPC
node-1:72:72 [1] NCCL INFO Channel 00/0 : 1[1] -> 2[0] [send] via NET/IB/0/GDRDMA
node-1:72:72 [1] NCCL INFO Channel 01/0 : 1[1] -> 2[0] [send] via NET/IB/1
node-1:71:71 [0] NCCL INFO Connected all rings
node-1:71:71 [0] NCCL INFO Connected all trees
node-1:71:71 [0] misc/ibvwrap.cc:262 NCCL WARN Call to ibv_modify_qp failed with error Connection timed out
)";
    nccl::log::DebugLogReader reader;
    reader.feed(kLog);
    reader.end();
    Results results;
    results.test = "NCCL_DEBUG log";
    BenchView view = viewOf(std::move(results), "job.log");
    view.library =
        std::make_shared<const bench::LibraryPage>(bench::libraryPage(reader.log(), *view.results, {}));
    return view;
}

BenchView perftestView() {
    Results results;
    results.tool = "perftest";
    results.version = "6.06";
    results.test = "RDMA_Write BW Test";
    results.complete = true;
    bench::Series peak{"BW peak", "", "Gb/sec", bench::Axis::Bytes, {}}, average = peak, rate = peak;
    average.name = "BW average";
    rate.name = "MsgRate";
    rate.unit = "Mpps";
    for (int power = 1; power <= 23; ++power) {
        const double bytes = std::exp2(power), mpps = 1 / (0.21 + bytes * 8 / 392e3);
        const double gbits = std::round(mpps * bytes * 8 / 1e3 * 100) / 100;
        peak.points.push_back({bytes, std::round(gbits * 101.2) / 100, {}});
        average.points.push_back({bytes, gbits, {}});
        rate.points.push_back({bytes, std::round(mpps * 1e6) / 1e6, {}});
    }
    results.series = {std::move(peak), std::move(average), std::move(rate)};
    BenchView view = viewOf(std::move(results), "ib_write_bw.txt");
    view.ceiling = {400, "Gb/s", "ceiling 400 Gb/s: the port's rate"};
    return view;
}

BenchView meshView() {
    Results results;
    results.tool = "perftest";
    results.test = "ib_write_bw mesh";
    bench::Matrix mesh{"ib_write_bw mesh", "Gb/s, both directions", {}, {}, {}};
    for (int nic = 0; nic < 8; ++nic) {
        mesh.columns.push_back("ionic_" + std::to_string(nic));
        mesh.rows.push_back("vm-01a ionic_" + std::to_string(nic));
        std::vector<std::optional<double>> row;
        for (int other = 0; other < 8 && nic < 7; ++other)
            row.emplace_back(nic == 6 && other == 3 ? 588.1 : 736.4 + (nic * 5 + other * 3) % 8);
        mesh.values.push_back(std::move(row));
    }
    results.matrices.push_back(std::move(mesh));
    BenchView view = viewOf(std::move(results), "mesh.log");
    view.domain = bench::HeatDomain{400, 800, "50 to 100 % of 2 × 400 Gb/s"};
    findings::Finding weak("result.outliers");
    weak.set("count", 1).set("pairs", 56).set("pair", "vm-01a ionic_6 to ionic_3").set("value", "588.1 Gb/s");
    weak.set("percent", "20.5").set("median", "739.4 Gb/s");
    weak.place.cell = findings::MatrixCell{0, 6, 3};
    view.findings.push_back(std::move(weak));
    return view;
}

BenchView telemetryView(std::size_t seconds) {
    Results results;
    results.tool = "amd-smi";
    results.test = "monitor";
    for (const auto &[quantity, unit, level] :
         {std::tuple("power", "W", 1100.0), std::tuple("temperature", "°C", 74.0)})
        for (int gpu = 0; gpu < 8; ++gpu) {
            const std::string subject = "GPU " + std::to_string(gpu);
            bench::Series series{subject + " " + quantity, subject, unit, bench::Axis::Seconds, {}};
            for (std::size_t second = 0; second < seconds; ++second) {
                const double t = static_cast<double>(second);
                const double value = (level + gpu * level * 0.008) * (1 - 0.7 * std::exp(-t / 30)) *
                                     (1 + 0.01 * std::sin(t * 0.5 + gpu));
                series.points.push_back({t, std::round(value * 10) / 10, {}});
            }
            results.series.push_back(std::move(series));
        }
    return viewOf(std::move(results), "amd-smi-monitor.log");
}

BenchView streamView() {
    Results results;
    results.tool = "stream";
    results.version = "5.10";
    results.test = "STREAM";
    results.complete = true;
    for (const auto &[name, rate] : {std::pair("Copy", 312456.7), std::pair("Scale", 298001.2),
                                     std::pair("Add", 305530.9), std::pair("Triad", 306112.4)})
        results.series.push_back(
            {name, "", "MB/s", bench::Axis::Index, {{0, rate, {{"Avg time", "s", 0.0051, ""}}}}});
    return viewOf(std::move(results), "stream.log");
}

} // namespace fabricscope::samples
