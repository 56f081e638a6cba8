// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <functional>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// nvidia-smi topo -m of so many GPUs; `cell` of two different ones, the lower number first.
std::string matrix(int gpus, const std::function<std::string(int, int)> &cell) {
    std::string text = "\t";
    for (int i = 0; i < gpus; ++i)
        text += fmt::format("GPU{}\t", i);
    text += "CPU Affinity\n";
    for (int from = 0; from < gpus; ++from) {
        text += fmt::format("GPU{}\t", from);
        for (int to = 0; to < gpus; ++to)
            text += (from == to ? " X " : cell(std::min(from, to), std::max(from, to))) + "\t";
        text += "0-31\n";
    }
    return text;
}

std::vector<std::string> faults(int gpus, const std::function<std::string(int, int)> &cell) {
    return faultsOf(hostOfText(matrix(gpus, cell)));
}

TEST(FewerLinks, OfOnePairAreNamed) {
    EXPECT_THAT(faults(8, [](int a, int b) { return a == 1 && b == 3 ? "NV16" : "NV18"; }),
                ElementsAre(" nvlink_fewer 1 GPU1 with GPU3 16 of 18"));
    EXPECT_THAT(
        faults(4, [](int a, int) { return a == 0 ? "NV10" : "NV12"; }),
        ElementsAre(" nvlink_fewer 3 GPU0 with GPU1 10 of 12, GPU0 with GPU2 10 of 12, GPU0 with GPU3 "
                    "10 of 12"))
        << "one GPU has fewer to each other one";
}

TEST(FewerLinks, AreNoneWhereBoardsConnectPairsUnequally) {
    EXPECT_THAT(faults(8, [](int, int) { return "NV18"; }), IsEmpty());
    EXPECT_THAT(faults(4, [](int a, int b) { return a + b == 3 ? "NV2" : "NV1"; }), IsEmpty()) << "V100";
    EXPECT_THAT(faults(4, [](int a, int b) { return a / 2 == b / 2 ? "NV12" : "NV8"; }), IsEmpty())
        << "most have fewer";
    EXPECT_THAT(faults(4, [](int a, int b) { return a / 2 == b / 2 ? "NV12" : "SYS"; }), IsEmpty())
        << "bridges";
    EXPECT_THAT(faults(2, [](int, int) { return "NV6"; }), IsEmpty());
}

} // namespace
} // namespace fabricscope::formats
