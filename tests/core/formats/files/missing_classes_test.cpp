// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/support/Packed.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fabricscope::formats {
namespace {

using test::Member;
using test::tarOf;

/// A NIC and an NVMe, with all links of /sys/bus/pci, and the other members of the tree.
host::Host twoDevices(std::vector<Member> others) {
    const std::string root = "sys/devices/pci0000:00/";
    std::vector<Member> members{{root + "0000:00:01.0/class", "0x020700\n", '0', {}},
                                {root + "0000:00:01.0/infiniband/mlx5_7/node_guid", "0000:0001\n", '0', {}},
                                {root + "0000:00:01.0/virtio3/net/eth7/mtu", "1500\n", '0', {}},
                                {root + "0000:00:02.0/class", "0x010802\n", '0', {}},
                                {root + "0000:00:02.0/nvme/nvme7/address", "0000:00:02.0\n", '0', {}},
                                {root + "0000:00:02.0/nvme/nvme7/model", "Fast\n", '0', {}}};
    for (const std::string name : {"0000:00:01.0", "0000:00:02.0"})
        members.push_back({"sys/bus/pci/devices/" + name, {}, '2', "../../../devices/pci0000:00/" + name});
    members.insert(members.end(), others.begin(), others.end());
    return readHost(imported({{"x.tar", tarOf(members)}}));
}

TEST(Import, ClassesThatWereNotPackedAreFoundBelowTheirFunctions) {
    const Member lo{"sys/class/net/lo", {}, '2', "../../devices/virtual/net/lo"};
    const Member loMtu{"sys/devices/virtual/net/lo/mtu", "65536\n", '0', {}};
    const Member drm{"sys/class/drm/version", "1\n", '0', {}};
    struct Case {
        std::string what;
        std::vector<Member> others;
        std::size_t nets;
    };
    const Member ib{
        "sys/class/infiniband/mlx5_7", {}, '2', "../../devices/pci0000:00/0000:00:01.0/infiniband/mlx5_7"};
    // Folders of NICs, RDMA devices and GPU cards may be at any depth, so a search finds them without their
    // class too. Only an NVMe is directly below its function.
    for (const Case &c :
         {Case{"without any class", {}, 1}, Case{"with drm only", {drm}, 1},
          Case{"with net, which knows one", {lo, loMtu}, 2}, Case{"with net and drm", {lo, loMtu, drm}, 2},
          Case{"with all but nvme", {lo, loMtu, drm, ib}, 1}}) {
        const host::Host host = twoDevices(c.others);
        ASSERT_EQ(host.functions.size(), 2U) << c.what;
        ASSERT_EQ(host.rdmaDevices.size(), 1U) << c.what;
        EXPECT_EQ(host.rdmaDevices.front().name, "mlx5_7") << c.what;
        EXPECT_EQ(host.rdmaDevices.front().device, (pci::Address{0, 0, 1, 0})) << c.what;
        ASSERT_EQ(host.nvmeModels.size(), 1U) << c.what;
        EXPECT_EQ(host.nvmeModels.begin()->second.valueOr(""), "Fast") << c.what;
        EXPECT_EQ(host.netInterfaces.size(), c.nets) << c.what;
    }
    EXPECT_EQ(twoDevices({}).netInterfaces.front().name, "eth7");
}

TEST(Import, ClassesOfTreesAreThoseOfPublishedTexts) {
    const host::Host host = readHost(imported(
        {{"tree.txt",
          "-+-[0000:60]-+-00.0  Advanced Micro Devices, Inc. [AMD] Starship/Matisse Root Complex\n"
          " |           +-01.1-[61]----00.0  Advanced Micro Devices, Inc. [AMD/ATI] Aldebaran/MI200 "
          "[Instinct "
          "MI210]\n"
          " |           \\-02.1-[62]----00.0  Advanced Micro Devices, Inc. [AMD/ATI] Aqua Vanjaram [Instinct "
          "MI300X]\n"
          " \\-[0000:00]-+-00.0  Advanced Micro Devices, Inc. [AMD] Starship/Matisse Root Complex\n"
          "             +-01.1-[01]----00.0  Mellanox Technologies MT28908 Family [ConnectX-6 Flash "
          "Recovery]\n"
          "             \\-02.1-[02]----00.0  Mellanox Technologies MT28908 Family [ConnectX-6]\n"}}));
    const auto classOf = [&](unsigned char bus) {
        const host::PciFunction *function = host.function(pci::Address{0, bus, 0, 0});
        return function != nullptr && function->classCode ? static_cast<int>(*function->classCode >> 8) : -1;
    };
    EXPECT_EQ(classOf(0x61), 0x0380);
    EXPECT_EQ(classOf(0x62), 0x1200);
    EXPECT_EQ(classOf(0x01), -1) << "a mode for its firmware: no NIC";
    EXPECT_EQ(classOf(0x02), 0x0280);
}

} // namespace
} // namespace fabricscope::formats
