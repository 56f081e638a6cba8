// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/RunDevices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::ElementsAre;

RunSpec specOf(const std::string &tool, std::vector<std::string> words,
               std::vector<EnvironmentValue> environment = {}) {
    RunSpec spec;
    spec.tool = tool;
    spec.command.words = std::move(words);
    spec.command.environment = std::move(environment);
    return spec;
}

TEST(RunDevices, OfPerftestAreItsNicAndTheGpuWhoseMemoryItTakes) {
    const RunDevices onGpu =
        devicesOf(specOf("perftest", {"ib_write_bw", "-d", "mlx5_1", "--use_cuda=3", "peer"}));
    EXPECT_THAT(onGpu.nics.names, ElementsAre("mlx5_1"));
    EXPECT_THAT(onGpu.gpus.names, ElementsAre("3"));
    const RunDevices onHost = devicesOf(specOf("perftest", {"ib_write_bw", "--ib-dev=mlx5_1"}));
    EXPECT_TRUE(onHost.gpus.isEmpty());
    EXPECT_THAT(onHost.nics.names, ElementsAre("mlx5_1"));
    EXPECT_TRUE(devicesOf(specOf("perftest", {"ib_write_bw"})).nics.all) << "it takes the first it finds";
}

TEST(RunDevices, OfACollectiveAreTheGpusThatItTakesAndNoNicOnOneHost) {
    const std::vector<std::string> words = {"all_reduce_perf", "-g", "2"};
    EXPECT_THAT(devicesOf(specOf("nccl-tests", words)).gpus.names, ElementsAre("0", "1"));
    EXPECT_TRUE(devicesOf(specOf("nccl-tests", words)).nics.isEmpty());
    const RunDevices chosen = devicesOf(specOf("rccl-tests", words,
                                               {{"HIP_VISIBLE_DEVICES", "4, 6"},
                                                {"RCCL_ENABLE_INTRANET", "1"},
                                                {"NCCL_IB_HCA", "=ionic_0:1,ionic_2"}}));
    EXPECT_THAT(chosen.gpus.names, ElementsAre("4", "6"));
    EXPECT_THAT(chosen.nics.names, ElementsAre("ionic_0", "ionic_2"));
}

TEST(RunDevices, AreAllIfArgumentsDoNotNameThem) {
    EXPECT_TRUE(
        devicesOf(specOf("nccl-tests", {"mpirun", "-np", "16", "all_reduce_perf", "-g", "1"})).gpus.all);
    EXPECT_TRUE(devicesOf(specOf("nccl-tests", {"mpirun", "all_reduce_perf"})).nics.all);
    EXPECT_TRUE(devicesOf(specOf("nccl-tests", {"x"}, {{"CUDA_VISIBLE_DEVICES", "GPU-8f2c"}})).gpus.all);
    EXPECT_TRUE(devicesOf(specOf("nccl-tests", {"srun", "x"}, {{"NCCL_IB_HCA", "mlx5"}})).nics.all)
        << "the beginning of a name";
    EXPECT_TRUE(devicesOf(specOf("custom", {"anything"})).gpus.all);
    EXPECT_TRUE(devicesOf(specOf("nobody's", {"anything"})).nics.all);
    const RunDevices none = devicesOf(specOf("stream", {"stream"}));
    EXPECT_TRUE(none.gpus.isEmpty());
    EXPECT_TRUE(none.nics.isEmpty());
}

TEST(RunDevices, MeetWhereTheyShareOneOrNobodyKnows) {
    const DeviceSet some{false, {"0", "1"}}, other{false, {"2"}}, all{true, {}}, none;
    EXPECT_TRUE(some.mayOverlap({false, {"1", "5"}}));
    EXPECT_FALSE(some.mayOverlap(other));
    EXPECT_TRUE(some.mayOverlap(all));
    EXPECT_TRUE(all.mayOverlap(other));
    EXPECT_FALSE(all.mayOverlap(none));
    EXPECT_FALSE(none.mayOverlap(all));
}

} // namespace
} // namespace fabricscope::bench
