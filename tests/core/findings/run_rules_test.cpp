// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about runs and their preparation that have several forms.
#include "core/findings/Finding.h"

#include <gtest/gtest.h>

namespace fabricscope::findings {
namespace {

TEST(RunRules, CountValuesAndEarlierRuns) {
    Finding below("result.below_baseline");
    below.set("count", 1).set("compared", 2).set("runs", 1).set("percent", "50");
    EXPECT_EQ(claim(below), "1 of 2 values is below the earlier run, by up to 50 %.");
    below.set("count", 3).set("compared", 4).set("runs", 2);
    EXPECT_EQ(claim(below), "3 of 4 values are below all 2 earlier runs, by up to 50 %.");
}

TEST(RunRules, CountPairsAndDips) {
    Finding outliers("result.outliers");
    outliers.set("count", 1).set("pairs", 12).set("median", "48 GB/s");
    outliers.set("pair", "a to b").set("value", "38.2 GB/s").set("percent", "20.4");
    EXPECT_EQ(claim(outliers), "a to b, 38.2 GB/s, 20.4 % below the median 48 GB/s.");
    outliers.set("count", 2).set("several");
    EXPECT_EQ(claim(outliers),
              "2 of 12 pairs are more than 10 % below the median; lowest: a to b, 38.2 GB/s, "
              "20.4 % below the median 48 GB/s.");
    Finding dips("result.dip");
    dips.set("count", 2).set("where", "in place only");
    EXPECT_EQ(claim(dips), "2 dips among the large sizes, in place only.");
    dips.set("count", 1);
    EXPECT_EQ(claim(dips), "1 dip among the large sizes, in place only.");
    Finding arithmetic("result.arithmetic");
    arithmetic.set("count", 1).set("ranks", "8").set("factor", "1.75");
    EXPECT_EQ(claim(arithmetic), "The printed busbw does not match size/time in 1 value.");
}

TEST(RunRules, NameTheRemedyOfTheCauseThatTheHostShows) {
    Finding slow("result.below_band");
    slow.set("value", "12 GB/s").set("where", "2G").set("expected", "48 GB/s").set("source", "a table");
    EXPECT_EQ(statement(slow), "12 GB/s at 2G; expected 48 GB/s. Source: a table.");
    EXPECT_EQ(remedy(slow), "");
    slow.set("floor");
    EXPECT_EQ(title(slow), "12 GB/s at 2G; expected at least 48 GB/s");
    slow.set("no_cause");
    EXPECT_EQ(remedy(slow),
              "No cause found in the capture: repeat with NCCL_DEBUG=INFO and check the transports");
    Finding caused("result.below_ceiling");
    caused.set("cause_remedy", "Pair each GPU with its nearest NIC");
    EXPECT_EQ(remedy(caused), "Pair each GPU with its nearest NIC");
}

TEST(RunRules, NameTheUnitThatIsWrong) {
    Finding wrong("result.unit");
    wrong.set("value", "387.1 GB/s").set("bits", "387.1").set("limit", "50 GB/s").set("source", "NIC");
    wrong.set("as_bytes", "48.388 GB/s").set("limit_bytes", "50 GB/s");
    EXPECT_EQ(statement(wrong),
              "387.1 GB/s is impossible: it is 387.1 Gb/s in the wrong unit. The limit is 50 "
              "GB/s: NIC. As bits it is 48.388 GB/s of 50 GB/s: plausible.");
    Finding absent("result.unit", "absent");
    absent.set("value", "387.1").set("times", "7.7");
    EXPECT_EQ(title(absent), "387.1 without a unit is Gb/s: as GB/s it would be 7.7 times the limit");
}

TEST(PreparationRules, NameWhatAPrefixTakes) {
    Finding prefix("environment.prefix");
    prefix.set("entry", "mlx5_1").set("selected", "mlx5_1, mlx5_10").set("exact", "NCCL_IB_HCA==mlx5_1");
    EXPECT_EQ(claim(prefix), "mlx5_1 is a prefix: it selects mlx5_1, mlx5_10.");
    EXPECT_EQ(remedy(prefix), "Name it exactly: NCCL_IB_HCA==mlx5_1");
    prefix.set("inverse");
    EXPECT_EQ(claim(prefix), "mlx5_1 is a prefix: it excludes mlx5_1, mlx5_10.");
}

TEST(PreparationRules, NameTheGpuThatHasNoNumber) {
    Finding unknown("binding.gpu_number");
    unknown.set("gpu", "GPU3");
    EXPECT_EQ(claim(unknown), "The runtime index of GPU3 is unknown.");
    EXPECT_EQ(remedy(unknown), "") << "nothing to set";
    unknown.set("flag", "--use_rocm");
    EXPECT_EQ(remedy(unknown), "Set --use_rocm yourself; rocminfo or nvidia-smi -L lists the GPUs");
    unknown.set("tool", "RVS");
    EXPECT_EQ(claim(unknown), "The index that RVS uses for GPU3 is unknown.");
}

TEST(LogRules, ShowTheLineWhereItsMeaningIsUnknown) {
    Finding line("log.error_line");
    line.set("line", "NCCL WARN something");
    EXPECT_EQ(title(line), "NCCL WARN something");
    EXPECT_EQ(remedy(line), "");
    line.set("meaning", "a peer is gone").set("remedy", "look at its node");
    EXPECT_EQ(title(line), "a peer is gone");
    EXPECT_EQ(remedy(line), "look at its node");
}

} // namespace
} // namespace fabricscope::findings
