// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/machine/Machine.h"
#include "core/topology/Builder.h"

#include <gmock/gmock.h>

#include <memory>
#include <vector>

namespace fabricscope::nccl {
namespace {

std::vector<int> numbersOf(const std::shared_ptr<const host::Host> &host) {
    std::vector<int> numbers;
    for (const MachineGpu &gpu : machineOf(*host, *topology::build(host)).gpus)
        numbers.push_back(gpu.dev);
    return numbers;
}

TEST(MachineNumbers, AreThoseOfTheToolOnlyWhereEachGpuHasOne) {
    const auto host = std::make_shared<host::Host>();
    for (const char *const address : {"0000:1b:00.0", "0000:43:00.0"}) {
        host::PciFunction function;
        function.address = *host::Address::parse(address);
        function.vendor = {std::uint16_t{0x10de}, {}};
        function.device = {std::uint16_t{0x2335}, {}};
        function.classCode = {0x030200U, {}};
        host->functions.push_back(function);
        host->gpus.emplace_back().address = function.address;
    }
    EXPECT_THAT(numbersOf(host), testing::ElementsAre(0, 1)) << "their places";
    host->gpus[0].smiIndex = {1, {}};
    EXPECT_THAT(numbersOf(host), testing::ElementsAre(0, 1))
        << "one of two is numbered: no number comes twice";
    host->gpus[0].smiIndex = {3, {}};
    host->gpus[1].smiIndex = {6, {}};
    EXPECT_THAT(numbersOf(host), testing::ElementsAre(3, 6));
}

} // namespace
} // namespace fabricscope::nccl
