// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/HardwarePath.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

const std::string kInfiniband =
    "root@gpu-07:~# ls -l /sys/class/infiniband\n"
    "total 0\n"
    "lrwxrwxrwx 1 root root 0 Nov  3 10:00 mlx5_0 -> "
    "../../devices/pci0000:20/0000:20:01.0/0000:21:00.0/0000:22:00.0/0000:23:00.0/infiniband/mlx5_0\n"
    "lrwxrwxrwx 1 root root 0 Nov  3 10:00 mlx5_1 -> "
    "../../devices/pci0000:20/0000:20:01.0/0000:21:00.0/0000:22:01.0/0000:24:00.0/infiniband/mlx5_1\n"
    "lrwxrwxrwx 1 root root 0 Nov  3 10:00 mlx5_2 -> "
    "../../devices/pci0000:40/0000:40:01.0/0000:41:00.0/infiniband/mlx5_2\n"
    "lrwxrwxrwx 1 root root 0 Nov  3 10:00 rxe0 -> ../../devices/virtual/infiniband/rxe0\n";
const std::string kNet = "lrwxrwxrwx. 1 root root 0 Nov  3 10:00 ens1 -> "
                         "../../devices/pci0000:20/0000:20:01.0/0000:21:00.0/0000:22:00.0/0000:23:00.0/"
                         "net/ens1\n"
                         "lrwxrwxrwx. 1 root root 0 Nov  3 10:00 lo -> ../../devices/virtual/net/lo\n";

TEST(ClassLinks, NameThePlacesOfRdmaDevices) {
    EXPECT_EQ(kindOf(kInfiniband), "ls -l of /sys/class/infiniband or net");
    const host::Host host = hostOfText(kInfiniband);
    ASSERT_EQ(host.rdmaDevices.size(), 4U);
    EXPECT_EQ(host.rdmaDevices[0].device, bdf("0000:23:00.0"));
    EXPECT_EQ(host.rdmaDevices[3].name, "rxe0");
    EXPECT_FALSE(host.rdmaDevices[3].device) << "one in software has no place";
    EXPECT_TRUE(host.rdmaDevices[3].isVirtual.valueOr(false));
    const auto topology = topology::build(std::make_shared<const host::Host>(host));
    const topology::HardwarePaths paths(*topology);
    const auto word = [&](const char *a, const char *b) {
        const auto from = topology->find(bdf(a));
        const auto to = topology->find(bdf(b));
        return from && to ? topology::toString(paths.between(*from, *to)) : "not in the tree";
    };
    EXPECT_EQ(topology->node(*topology->find(bdf("0000:23:00.0"))).kind, topology::NodeKind::Nic);
    EXPECT_THAT(word("0000:23:00.0", "0000:24:00.0"), testing::AnyOf("PIX", "PXB"));
    EXPECT_EQ(word("0000:23:00.0", "0000:41:00.0"), "?") << "nobody told the NUMA nodes";
}

TEST(ClassLinks, OfInterfacesAndInAMailToo) {
    for (const std::string &form : {kNet, "> " + kNet}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.netInterfaces.size(), 2U);
        EXPECT_EQ(host.netInterfaces[0].name, "ens1");
        EXPECT_EQ(host.netInterfaces[0].device, bdf("0000:23:00.0"));
        EXPECT_FALSE(host.netInterfaces[1].device);
        EXPECT_EQ(host.functions.size(), 4U) << "the bridges above it";
    }
}

TEST(ClassLinks, OfOtherFoldersAndDamagedOnesAreNoKind) {
    EXPECT_EQ(kindOf("lrwxrwxrwx 1 root root 0 Nov 3 10:00 sda -> ../../devices/pci0000:00/0000:00:17.0/"
                     "block/sda\n"),
              "");
    EXPECT_EQ(kindOf("lrwxrwxrwx 1 root root 0 Nov 3 10:00 mlx5_0 -> infiniband/mlx5_0\n"), "");
    std::string deep = "mlx5_0 -> ../../devices/pci0000:00";
    for (int step = 0; step < 4000; ++step)
        deep += "/0000:" + std::string(step % 2 ? "01" : "02") + ":00.0";
    EXPECT_LE(hostOfText(deep + "/infiniband/mlx5_0\n").functions.size(), 2U);
}

TEST(ClassLinks, CompleteTheReportOfAnotherTool) {
    const host::Host host = hostOfTexts({"mlx5_0 port 1 ==> ens1 (Up)\n", kInfiniband});
    ASSERT_GE(host.netInterfaces.size(), 1U);
    EXPECT_EQ(host.rdmaDevices[0].device, bdf("0000:23:00.0"));
    ASSERT_EQ(host.rdmaDevices[0].ports.size(), 1U);
    EXPECT_EQ(*host.rdmaDevices[0].ports[0].netdev, "ens1");
}

} // namespace
} // namespace fabricscope::formats
