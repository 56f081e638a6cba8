// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the demo hosts' benchmarks compute and print.
#include "app/demo/tools/ToolBench.h"
#include "tests/Places.h"
#include "tests/app/demo/DemoTrees.h"

#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace fabricscope::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Runs a command as a user logged in there, with no simulated delay.
ShellRun on(const std::string &host, const std::string &command) {
    const auto &trees = DemoTrees::get();
    const std::string bin = (trees.userView(trees.host(host)) / "bin").string();
    return shell("env -i FABRICSCOPE_DEMO_PACE=0 HOME=/ PATH='" + bin + "' /bin/sh -c '" + command +
                 "' 2>&1");
}

std::vector<std::string> linesOf(const std::string &text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

struct Row {
    double size = 0, time = 0, algbw = 0, busbw = 0;
    std::string wrong;
};
std::vector<Row> rowsOf(const std::string &text) {
    std::vector<Row> rows;
    for (const std::string &line : linesOf(text)) {
        std::istringstream words(line);
        std::string count, type, op, root;
        Row row;
        if (words >> row.size >> count >> type >> op >> root >> row.time >> row.algbw >> row.busbw >>
            row.wrong)
            rows.push_back(row);
    }
    return rows;
}

TEST(DemoBench, AllReduceReachesWhatThePublishedOneDid) {
    const auto run = on("ai1", "all_reduce_perf -o sum -b 1G -e 16G -f 2 -g 8");
    EXPECT_EQ(run.status, 0);
    const auto rows = rowsOf(run.out);
    ASSERT_EQ(rows.size(), 5U);
    for (const Row &row : rows) {
        EXPECT_GT(row.busbw, 318);
        EXPECT_LT(row.busbw, 332);
        EXPECT_NEAR(row.busbw, row.size / row.time / 1000 * 1.75, row.busbw * 0.01);
        EXPECT_EQ(row.wrong, "0");
    }
    EXPECT_THAT(run.out, HasSubstr("device  7 [0000:e5:00.0] AMD Instinct MI300X"));
    EXPECT_THAT(run.out, HasSubstr("# Out of bounds values : 0 OK"));
}

TEST(DemoBench, EachReportsThatItIsSimulated) {
    EXPECT_THAT(on("ai1", "all_gather_perf -b 8 -e 8 -g 2").out, HasSubstr("nothing was measured"));
    EXPECT_THAT(on("ai1",
                   "(ib_write_bw -d mb_0 -p 1001 & while ! ss -Hltn sport = :1001 | grep -q LISTEN; do sleep "
                   "0.05; done; ib_write_bw -d mb_2 -p 1001 localhost; wait)")
                    .out,
                HasSubstr("nothing was measured"));
}

TEST(DemoBench, NicsCarryLessThanGpuLinksAndASwappedOneCostsAll) {
    const std::string command = "RCCL_ENABLE_INTRANET=1 all_reduce_perf -b 8G -e 8G -g 8";
    const auto right = rowsOf(on("vm-01a", command).out), swapped = rowsOf(on("vm-02a", command).out);
    ASSERT_EQ(right.size(), 1U);
    ASSERT_EQ(swapped.size(), 1U);
    EXPECT_NEAR(right[0].busbw, 366, 8);   // 8 x 400 Gb/s
    EXPECT_NEAR(swapped[0].busbw, 207, 6); // a ring is limited by its slowest part, the link of GPU5
    EXPECT_THAT(on("vm-02a", command).out, HasSubstr("0002:00:03.0 uses ionic_3"));
    EXPECT_THAT(on("vm-02a", command).out, HasSubstr("the PCIe link of 0003:00:02.0 carries 226 Gb/s"));
    // The swapped NIC has no effect on the GPUs' own links.
    const auto fabric = rowsOf(on("vm-02a", "all_reduce_perf -b 8G -e 8G -g 8").out);
    ASSERT_EQ(fabric.size(), 1U);
    EXPECT_NEAR(fabric[0].busbw, 360, 8);
}

TEST(DemoBench, FewerGpusUseFewerOfTheLinks) {
    const auto rows = rowsOf(on("ai1", "all_reduce_perf -b 4G -e 4G -g 2").out);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_NEAR(rows[0].busbw, 328.0 / 7, 2);
}

TEST(DemoBench, UncheckedResultsAreNotReportedAsCorrect) {
    const auto rows = rowsOf(on("ai1", "all_reduce_perf -b 1G -e 1G -g 8 -c 0").out);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].wrong, "N/A");
}

TEST(DemoBench, ANumberMayBeginWithZeros) {
    const auto plain = on("ai1", "all_reduce_perf -b 1G -e 1G -g 8 -n 8"),
               zeros = on("ai1", "all_reduce_perf -b 1G -e 1G -g 08 -n 008");
    EXPECT_EQ(zeros.status, 0) << zeros.out;
    ASSERT_EQ(rowsOf(zeros.out).size(), 1U) << zeros.out;
    const double busbw = rowsOf(plain.out)[0].busbw;
    EXPECT_NEAR(rowsOf(zeros.out)[0].busbw, busbw, busbw * 0.02) << "over eight GPUs both";
    EXPECT_THAT(
        on("ai1", "(ib_write_bw -d mb_0 -p 1009 -s 065536 & while ! ss -Hltn sport = :1009 | grep -q LISTEN; "
                  "do sleep 0.05; done; ib_write_bw -d mb_2 -p 01009 -s 065536 -n 08 -q 01 localhost; wait)")
            .out,
        HasSubstr("\n 65536 "));
}

TEST(DemoBench, RefusesWhatTheRealOnesRefuse) {
    EXPECT_THAT(on("ai1", "all_reduce_perf -g 9").out, HasSubstr("greater than the number of GPUs"));
    EXPECT_EQ(on("ai1", "all_reduce_perf -g 9").status, 1);
    EXPECT_EQ(on("ai1", "all_reduce_perf -b 1X").status, 1);
    EXPECT_EQ(on("ai1", "all_reduce_perf -b \"\\$(echo 8)\"").status, 1); // treated as text, never as code
    EXPECT_THAT(on("ai1", "ib_write_bw -d mlx5_0").out, HasSubstr("IB device mlx5_0 not found"));
    EXPECT_THAT(on("ai1", "ib_write_bw -p 1002 ai2").out, HasSubstr("Couldn't connect to ai2:1002"));
    EXPECT_THAT(on("vm-01a", "ib_write_bw -d ionic_0 --use_rocm=0").out, HasSubstr("error=14"));
    EXPECT_EQ(on("mi355x-01", "all_reduce_perf").status, 127); // its GPUs are in VMs
}

TEST(DemoBench, PerftestOfTwoHostsGivesTheFieldsNumber) {
    const std::string options = " -d ionic_1 --use_rocm=1 --use_rocm_dmabuf -b -a --report_gbits -p 1003";
    const auto &trees = DemoTrees::get();
    const std::string bin = (trees.userView(trees.host("vm-01a")) / "bin").string();
    const std::string other = (trees.userView(trees.host("vm-02a")) / "bin").string();
    const auto run =
        shell("env -i FABRICSCOPE_DEMO_PACE=0 PATH='" + bin + "' ib_write_bw" + options +
              " >/dev/null 2>&1 & while ! env -i PATH='" + bin +
              "' ss -Hltn sport = :1003 | grep -q LISTEN; do sleep 0.05; done; "
              "env -i FABRICSCOPE_DEMO_PACE=0 PATH='" +
              other + "' numactl -N 0 -m 0 stdbuf -oL ib_write_bw" + options + " 10.1.0.21; wait");
    EXPECT_EQ(run.status, 0);
    const auto lines = linesOf(run.out);
    ASSERT_GT(lines.size(), 24U);
    const std::string &last = lines[lines.size() - 2];
    EXPECT_THAT(last, StartsWith(" 8388608 "));
    std::istringstream words(last);
    double size = 0, rounds = 0, peak = 0, average = 0;
    words >> size >> rounds >> peak >> average;
    EXPECT_NEAR(average, 737, 8);
}

TEST(DemoBench, TrafficOfAGpuShowsInItsTelemetryWhileItLasts) {
    const auto run =
        on("vm-01a", "(ib_write_bw -d ionic_0 --use_rocm=0 --use_rocm_dmabuf -p 1004 >/dev/null & "
                     "while ! ss -Hltn sport = :1004 | grep -q LISTEN; do sleep 0.05; done; "
                     "FABRICSCOPE_DEMO_PACE=1 ib_write_bw -d ionic_0 --use_rocm=0 --use_rocm_dmabuf "
                     "-D 30 -p 1004 vm-01a >/dev/null & pid=$!; "
                     "while [ ! -s \"${PATH%bin}usr/share/simulated/run/traffic/0.client\" ]; do sleep 0.05; "
                     "done; rocm-smi -b; kill $pid; wait); rocm-smi -b");
    std::vector<double> first;
    for (const std::string &line : linesOf(run.out))
        if (line.starts_with("GPU[0]"))
            first.push_back(std::atof(line.substr(line.rfind(' ')).c_str()));
    ASSERT_EQ(first.size(), 2U) << run.out;
    EXPECT_NEAR(first[0], 388 * 1e9 / 8 / 1048576, 100);
    EXPECT_LT(first[1], 1);
}

/// A counter of the host before and after a command that runs there at its real speed.
struct CounterReadings {
    double before = 0, after = 0;
    std::string out;
};
CounterReadings readCounterAround(const std::string &host, const std::string &counter,
                                  const std::string &command) {
    const std::string read =
        "read -r value <\"${PATH%bin}sys/class/infiniband/" + counter + "\"; echo \"counter $value\"; ";
    const auto run = on(host, read + command + "; " + read);
    CounterReadings moved;
    moved.out = run.out;
    std::vector<double> values;
    for (const std::string &line : linesOf(run.out))
        if (line.starts_with("counter "))
            values.push_back(std::atof(line.c_str() + 8));
    EXPECT_EQ(values.size(), 2U) << run.out;
    if (values.size() == 2) {
        moved.before = values.front();
        moved.after = values.back();
    }
    return moved;
}

/// Runs perftest with memory of this GPU over this NIC for two seconds, and reads rocm-smi once meanwhile.
std::string gpuTest(const std::string &nic, int gpu, int port) {
    const std::string words = "ib_write_bw -d " + nic + " --use_rocm=" + std::to_string(gpu) +
                              " --use_rocm_dmabuf -p " + std::to_string(port);
    return "(" + words + " >/dev/null & while ! ss -Hltn sport = :" + std::to_string(port) +
           " | grep -q LISTEN; do sleep 0.05; done; FABRICSCOPE_DEMO_PACE=1 " + words +
           " -D 2 $(cut -d\" \" -f1 \"${PATH%bin}usr/share/simulated/addresses\") & "
           "while [ ! -s \"${PATH%bin}usr/share/simulated/run/traffic/" +
           std::to_string(gpu) + ".client\" ]; do sleep 0.05; done; rocm-smi -b; wait)";
}

double pcieOf(const std::string &out, int gpu) {
    for (const std::string &line : linesOf(out))
        if (line.starts_with("GPU[" + std::to_string(gpu) + "]"))
            return std::atof(line.substr(line.rfind(' ')).c_str());
    ADD_FAILURE() << out;
    return -1;
}

TEST(DemoBench, CountersOfANicMoveWithWhatPerftestSends) {
    const CounterReadings moved = readCounterAround(
        "vm-01a", "ionic_1/ports/1/hw_counters/tx_rdma_ucast_bytes", gpuTest("ionic_1", 1, 1014));
    EXPECT_GT(moved.after - moved.before, 388e9 / 8); // more than one second of traffic
    EXPECT_GT(pcieOf(moved.out, 1), 388 * 1e9 / 8 / 1048576 / 2);
    EXPECT_THAT(moved.out, Not(HasSubstr("staged over host memory")));
}

TEST(DemoBench, AShortRunMovesTheCountersByWhatItSends) {
    // 100 messages take 1.5 ms: less than the interval of counter updates.
    const std::string words = "ib_write_bw -n 100 -s 65536 -p 1016 -d ";
    const CounterReadings moved = readCounterAround(
        "vm-01a", "ionic_6/ports/1/hw_counters/tx_rdma_ucast_bytes",
        "(" + words +
            "ionic_4 >/dev/null & while ! ss -Hltn sport = :1016 | grep -q LISTEN; do sleep 0.05; "
            "done; FABRICSCOPE_DEMO_PACE=1 " +
            words +
            "ionic_6 vm-01a; wait); first=$value; "
            "for round in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; "
            "read -r value "
            "<\"${PATH%bin}sys/class/infiniband/ionic_6/ports/1/hw_counters/tx_rdma_ucast_bytes\"; "
            "[ \"$value\" = \"$first\" ] || break; done");
    EXPECT_EQ(moved.after - moved.before, 100.0 * 65536) << moved.out;
}

TEST(DemoBench, ASwappedNicShowsStagedTraffic) {
    // GPU 3 with a NIC of another switch: the NIC has traffic, the GPU's link is idle.
    const CounterReadings moved = readCounterAround(
        "vm-01a", "ionic_1/ports/1/hw_counters/tx_rdma_ucast_bytes", gpuTest("ionic_1", 3, 1015));
    EXPECT_GT(moved.after - moved.before, 100e9 / 8);
    EXPECT_LT(pcieOf(moved.out, 3), 1);
    EXPECT_THAT(moved.out,
                HasSubstr("ionic_1 is not at the GPU's switch: staged over host memory (assumed)"));
}

TEST(DemoBench, AmdSmiMonitorPrintsItsTables) {
    const auto run = on("vm-01a", "amd-smi monitor -ptum -w 1 -i 3");
    EXPECT_EQ(run.status, 0);
    const auto lines = linesOf(run.out);
    ASSERT_EQ(lines.size(), 3U * 9);
    EXPECT_EQ(lines[0], "GPU  POWER  GPU_TEMP  MEM_TEMP  GFX_UTIL  GFX_CLOCK  MEM_UTIL  MEM_CLOCK");
    EXPECT_THAT(lines[8], StartsWith("  7  "));
    EXPECT_THAT(on("vm-01a", "amd-smi monitor -p -r -w 1 -i 1").out,
                StartsWith("GPU  POWER       PCIE_BW\n  0  "));
}

/// A listening socket of the test on a free port of 127.0.0.1.
struct ListeningPort {
    ListeningPort() : fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr *>(&address), size), 0);
        EXPECT_EQ(listen(fd, 1), 0);
        EXPECT_EQ(getsockname(fd, reinterpret_cast<sockaddr *>(&address), &size), 0);
        number = ntohs(address.sin_port);
    }
    ~ListeningPort() { close(fd); }
    ListeningPort(const ListeningPort &) = delete;
    ListeningPort &operator=(const ListeningPort &) = delete;
    int fd, number = 0;
};

TEST(DemoBench, AServersPortIsTheKernelsToo) {
    const std::string listen = FABRICSCOPE_BIN_DIR "/fabricscope --demo-host --listen ";
    const ListeningPort taken;
    EXPECT_EQ(shell(listen + std::to_string(taken.number)).status, 3);
    EXPECT_EQ(shell(listen + "0 2>&1").status, 2);
    EXPECT_EQ(shell(listen + "x 2>&1").status, 2);
    int free = 0;
    {
        const ListeningPort made;
        free = made.number;
    }
    char digits[8];
    std::snprintf(digits, sizeof digits, ":%04X ", static_cast<unsigned>(free));
    const auto run =
        shell(listen + std::to_string(free) + " & pid=$!; until grep -q '" + digits +
              "' /proc/net/tcp; do kill -0 $pid || exit 9; sleep 0.05; done; kill $pid; wait $pid; echo $?");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out, "143\n"); // ended by the signal
}

TEST(DemoBench, ScriptsPassShellcheck) {
    if (shell("command -v shellcheck >/dev/null 2>&1").status != 0)
        GTEST_SKIP() << "shellcheck is not installed";
    // SC2086: lists of arguments are split on purpose; SC1091, SC2154: bench.conf is generated for each host.
    const auto run =
        shell("cd '" FABRICSCOPE_SOURCE_DIR "/resources/demo/tools' && shellcheck -s sh -S warning -e "
              "SC2086,SC1091,SC2154 *.sh 2>&1");
    EXPECT_EQ(run.status, 0) << run.out;
}

/// The last row of a perftest within one host, in Gb/s.
double perftestOn(const std::string &host, int gpu, int port) {
    const std::string options = " -d ionic_" + std::to_string(gpu) + " --use_rocm=" + std::to_string(gpu) +
                                " --use_rocm_dmabuf --report_gbits -n 100 -s 8388608 -p " +
                                std::to_string(port);
    const auto run = on(
        host, "(ib_write_bw" + options + " >/dev/null & while ! ss -Hltn sport = :" + std::to_string(port) +
                  " | grep -q LISTEN; do sleep 0.05; done; ib_write_bw" + options + " " + host + "; wait)");
    for (const std::string &line : linesOf(run.out)) {
        std::istringstream words(line);
        double size = 0, rounds = 0, peak = 0, average = 0;
        if (words >> size >> rounds >> peak >> average)
            return average;
    }
    ADD_FAILURE() << run.out;
    return 0;
}

TEST(DemoBench, NoRunMovesMoreThanTheLinkThatItGoesOverCanCarry) {
    // The hypervisor's link of GPU5 has 8 lanes: 252 Gb/s before packet overhead.
    EXPECT_LT(perftestOn("vm-02a", 5, 1006), 252);
    EXPECT_NEAR(perftestOn("vm-02a", 5, 1007), 226, 3);
    EXPECT_NEAR(perftestOn("vm-02a", 4, 1008), 388, 4);
    EXPECT_NEAR(perftestOn("vm-01a", 5, 1009), 388, 4);
    for (const app::demo::DemoHost &host : DemoTrees::get().hosts()) {
        const auto bench = app::demo::benchOf(host);
        EXPECT_EQ(bench.links, host.name == "vm-02a" ? "5:226 " : "") << host.name;
        EXPECT_EQ(host.passedThroughLinks.size(), host.hypervisor.empty() ? 0U : 25U) << host.name;
    }
}

TEST(DemoBench, PairsShowWhichDevicesShareNoSwitch) {
    const auto bench = app::demo::benchOf(DemoTrees::get().host("vm-01a"));
    EXPECT_TRUE(bench.sharing.empty());
    EXPECT_THAT(bench.pairs, HasSubstr("2:ionic_3:300 "));
    EXPECT_THAT(bench.pairs, HasSubstr("2:ionic_7:180 "));
    EXPECT_THAT(bench.pairs, Not(HasSubstr("2:ionic_2:")));
}

} // namespace
} // namespace fabricscope::test
