// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tools that print no end: their logs are complete with the last row of a run without options, and nothing is
// said of others.
#include "core/bench/run/PrintedEnd.h"
#include "tests/core/bench/OutputTexts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using test::onlyRun;

std::string osu(const std::string &title, std::size_t from, std::size_t to) {
    std::string text =
        "# OSU MPI-ROCM " + title + " Test v7.4\n# Datatype: MPI_CHAR.\n# Size      Bandwidth (MB/s)\n";
    for (std::size_t size = from; size <= to; size *= 2)
        text += fmt::format("{:<10}{:>18.2f}\n", size, 3.5 * static_cast<double>(size) / 1000 + 1);
    return text;
}

TEST(OutputEnds, OsuEndsAtItsLargestSize) {
    constexpr std::size_t kMebibyte = 1048576;
    EXPECT_TRUE(onlyRun(osu("Bandwidth", 1, 4 * kMebibyte)).complete);
    EXPECT_FALSE(onlyRun(osu("Bandwidth", 1, kMebibyte)).complete);
    EXPECT_TRUE(onlyRun(osu("Bi-Directional Bandwidth", 1, 4 * kMebibyte)).complete);
    EXPECT_FALSE(printsEnd("osu"));
    EXPECT_TRUE(printsEnd("nccl-tests"));
}

TEST(OutputEnds, RocmBandwidthEndsWithItsLastTable) {
    const std::string head = "         RocmBandwidthTest Version: 2.6.0\n\n         Launch Command is: "
                             "rocm-bandwidth-test (rocm_bandwidth -a + rocm_bandwidth -A)\n\n";
    const auto matrix = [](const std::string &kind, int rows) {
        std::string text =
            "          " + kind + " copy peak bandwidth GB/s\n\n          D/D       0           1\n\n";
        for (int row = 0; row < rows; ++row)
            text += fmt::format("          {}         {}\n\n", row,
                                row == 0 ? "N/A         28.110" : "28.204      1100.5");
        return text;
    };
    EXPECT_TRUE(onlyRun(head + matrix("Unidirectional", 2) + matrix("Bidirectional", 2)).complete);
    EXPECT_FALSE(onlyRun(head + matrix("Unidirectional", 2) + matrix("Bidirectional", 1)).complete);
    std::string sweep = "         RocmBandwidthTest Version: 2.6.0\n\n"
                        "================    Unidirectional Benchmark Result    ================\n"
                        "================ Src Device Id: 0 Src Device Type: Cpu ================\n"
                        "================ Dst Device Id: 2 Dst Device Type: Gpu ================\n\n"
                        "Data Size      Avg Time(us)   Avg BW(GB/s)   Min Time(us)   Peak BW(GB/s)\n"
                        "256 MB         9365.280       28.663         9365.160       28.663\n";
    EXPECT_FALSE(onlyRun(sweep).complete);
    EXPECT_TRUE(
        onlyRun(sweep + "512 MB         18722.762      28.675         18722.482      28.675\n").complete);
}

} // namespace
} // namespace fabricscope::bench
