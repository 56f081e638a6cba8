// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/Captures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

using capture::Part;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(NetReader, ReadsInterfacesWithTheirFunctions) {
    const host::Host host = hostOf(
        {{"net", "ens1f0np0/address:94:6d:ae:00:00:01\nens1f0np0/mtu:4200\nens1f0np0/type:1\n"
                 "ens1f0np0/operstate:up\nens1f0np0/dev_port:0\nens1f0np0/phys_port_name:p0\n"
                 "lo/address:00:00:00:00:00:00\nlo/type:772\n"},
         {"net-links", "ens1f0np0 -> /sys/devices/pci0000:40/0000:40:01.0/0000:41:00.0/net/ens1f0np0\n"
                       "ens1f0np0/device -> /sys/devices/pci0000:40/0000:40:01.0/0000:41:00.0\n"
                       "ens1f0np0/master -> /sys/devices/virtual/net/bond0\n"
                       "eth0 -> /sys/devices/pci0000:00/0000:00:03.0/virtio0/net/eth0\n"
                       "eth0/device -> /sys/devices/pci0000:00/0000:00:03.0/virtio0\n"
                       "lo -> /sys/devices/virtual/net/lo\n"},
         {"net-touch", "ens1f0np0/speed:400000\nens1f0np0/carrier:1\nens1f0np0/duplex:full\neth0/speed:-1\n",
          Part::Touch}});
    EXPECT_THAT(host.warnings, IsEmpty());
    ASSERT_EQ(host.netInterfaces.size(), 3U);
    const auto &fabric = host.netInterfaces[0];
    EXPECT_EQ(fabric.name, "ens1f0np0");
    EXPECT_EQ(fabric.device, addressOf("0000:41:00.0"));
    EXPECT_EQ(*fabric.mac, "94:6d:ae:00:00:01");
    EXPECT_EQ(*fabric.mtu, 4200);
    EXPECT_EQ(*fabric.operstate, "up");
    EXPECT_EQ(*fabric.speedMbits, 400000);
    EXPECT_TRUE(*fabric.carrier);
    EXPECT_EQ(*fabric.master, "bond0");
    EXPECT_EQ(*fabric.devPort, 0);
    EXPECT_EQ(*fabric.physPortName, "p0");
    EXPECT_EQ(host.netInterfaces[1].device, addressOf("0000:00:03.0"))
        << "the function above the virtio device";
    EXPECT_FALSE(host.netInterfaces[1].speedMbits.known()) << "-1 is unknown";
    EXPECT_EQ(host.netInterfaces[2].name, "lo");
    EXPECT_EQ(host.netInterfaces[2].device, std::nullopt);
}

TEST(NetReader, ReadsTheKernelsNumbers) {
    const host::Host host = hostOf(
        {{"net", "eth1/ifindex:12\nens1/ifindex:2\nens1/mtu:1500\nodd/ifindex:many\nnone/mtu:1500\n"}});
    ASSERT_EQ(host.netInterfaces.size(), 4U);
    EXPECT_EQ(host.netInterfaces[0].name, "ens1");
    EXPECT_EQ(*host.netInterfaces[0].index, 2);
    EXPECT_EQ(*host.netInterfaces[1].index, 12);
    EXPECT_FALSE(host.netInterfaces[2].index.known());
    EXPECT_FALSE(host.netInterfaces[3].index.known());
    EXPECT_EQ(host.warnings.size(), 1U) << "a number that is none";
}

TEST(NetReader, TakesAddressesFromIp) {
    const host::Host host =
        hostOf({{"tool-ip-addr",
                 "1: lo    inet 127.0.0.1/8 scope host lo\\       valid_lft forever preferred_lft forever\n"
                 "2: eth0    inet 10.0.0.5/24 brd 10.0.0.255 scope global eth0\\       valid_lft forever\n"
                 "2: eth0    inet6 fe80::1/64 scope link \\       valid_lft forever\n"
                 "2: eth0    inet 10.0.0.5/24 brd 10.0.0.255 scope global eth0\n"
                 "3: eth0.5@eth0    inet 10.5.0.5/24 scope global eth0.5\n"
                 "Object \"addr\" is unknown, try \"ip help\".\n",
                 Part::Tools}});
    ASSERT_EQ(host.netInterfaces.size(), 3U);
    EXPECT_THAT(host.netInterfaces[0].addresses, ElementsAre("10.0.0.5/24", "fe80::1/64"));
    EXPECT_EQ(*host.netInterfaces[0].index, 2);
    EXPECT_EQ(*host.netInterfaces[1].index, 3);
    EXPECT_EQ(host.netInterfaces[1].name, "eth0.5");
    EXPECT_THAT(host.netInterfaces[2].addresses, ElementsAre("127.0.0.1/8"));
}

TEST(RdmaReader, ReadsWhatIdentifiesASoftwareDevice) {
    const host::Host host = hostOf(
        {{"rdma", "rxe0/node_type:1: CA\nrxe0/node_desc:rxe\nmlx5_0/node_desc:gpu-07 HCA-1\n"},
         {"rdma-links", "mlx5_0 -> /sys/devices/pci0000:40/0000:40:01.0/0000:41:00.0/infiniband/mlx5_0\n"
                        "rxe0 -> /sys/devices/virtual/infiniband/rxe0\n"
                        "mlx5_0/device -> /sys/devices/pci0000:40/0000:40:01.0/0000:41:00.0\n"}});
    EXPECT_THAT(host.warnings, IsEmpty());
    ASSERT_EQ(host.rdmaDevices.size(), 2U);
    const auto &card = host.rdmaDevices[0], &software = host.rdmaDevices[1];
    EXPECT_EQ(card.device, addressOf("0000:41:00.0"));
    EXPECT_FALSE(card.isVirtual.known());
    EXPECT_EQ(*card.description, "gpu-07 HCA-1");
    EXPECT_EQ(software.device, std::nullopt);
    EXPECT_TRUE(software.isVirtual.valueOr(false));
    EXPECT_EQ(*software.nodeType, "CA");
    EXPECT_EQ(*software.description, "rxe");
}

TEST(RdmaReader, ReadsDevicesPortsAndGids) {
    const host::Host host = hostOf(
        {{"rdma", "mlx5_0/node_guid:9c63:c003:00d4:20f0\nmlx5_0/fw_ver:28.39.1002\nmlx5_0/hca_type:MT4129\n"
                  "mlx5_0/board_id:MT_0000000838\nmlx5_0/node_type:1: CA\n"
                  "mlx5_0/ports/1/link_layer:Ethernet\nmlx5_0/ports/1/lid:0x0\n"
                  "mlx5_0/ports/1/gids/0:fe80:0000:0000:0000:9e63:c0ff:fed4:20f0\n"
                  "mlx5_0/ports/1/gids/3:0000:0000:0000:0000:0000:ffff:0a00:0005\n"
                  "mlx5_0/ports/1/gids/4:0000:0000:0000:0000:0000:0000:0000:0000\n"
                  "mlx5_0/ports/1/gid_attrs/types/0:IB/RoCE v1\nmlx5_0/ports/1/gid_attrs/types/3:RoCE v2\n"
                  "mlx5_0/ports/1/gid_attrs/ndevs/3:ens1f0np0\nrxe0/node_guid:0000:0000:0000:0001\n"},
         {"rdma-links", "mlx5_0/device -> /sys/devices/pci0000:40/0000:40:01.0/0000:41:00.0\n"},
         {"rdma-touch",
          "mlx5_0/ports/1/state:4: ACTIVE\nmlx5_0/ports/1/phys_state:5: LinkUp\n"
          "mlx5_0/ports/1/rate:400 Gb/sec (4X NDR)\nmlx5_0/ports/2/rate:2.5 Gb/sec (1X SDR)\n"
          "mlx5_0/ports/2/state:1: DOWN\n",
          Part::Touch}});
    EXPECT_THAT(host.warnings, IsEmpty());
    ASSERT_EQ(host.rdmaDevices.size(), 2U);
    const auto &device = host.rdmaDevices[0];
    EXPECT_EQ(device.name, "mlx5_0");
    EXPECT_EQ(device.device, addressOf("0000:41:00.0"));
    EXPECT_EQ(*device.nodeGuid, "9c63:c003:00d4:20f0");
    EXPECT_EQ(*device.firmware, "28.39.1002");
    EXPECT_EQ(*device.boardId, "MT_0000000838");
    ASSERT_EQ(device.ports.size(), 2U);
    EXPECT_EQ(*device.ports[0].state, "ACTIVE");
    EXPECT_EQ(*device.ports[0].physicalState, "LinkUp");
    EXPECT_DOUBLE_EQ(device.ports[0].rate->value, 400);
    EXPECT_EQ(*device.ports[0].linkLayer, "Ethernet");
    EXPECT_EQ(*device.ports[0].netdev, "ens1f0np0");
    EXPECT_THAT(
        device.ports[0].gids,
        ElementsAre(
            host::RdmaPort::Gid{0, "fe80:0000:0000:0000:9e63:c0ff:fed4:20f0", "IB/RoCE v1", ""},
            host::RdmaPort::Gid{3, "0000:0000:0000:0000:0000:ffff:0a00:0005", "RoCE v2", "ens1f0np0"}));
    EXPECT_DOUBLE_EQ(device.ports[1].rate->value, 2.5);
    EXPECT_EQ(host.rdmaDevices[1].device, std::nullopt) << "soft-RoCE hangs off no function";
}

TEST(RdmaReader, TakesTheNetworkInterfaceFromTheRdmaTool) {
    const host::Host host = hostOf(
        {{"tool-rdma-link",
          "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0 \n"
          "link mlx5_1/1 subnet_prefix fe80:0000:0000:0000 lid 5 sm_lid 1 lmc 0 state ACTIVE physical_state "
          "LINK_UP \n"
          "link rxe0/1 state DOWN physical_state DISABLED netdev eth1 \nError: something\nlink broken\n",
          Part::Tools}});
    ASSERT_EQ(host.rdmaDevices.size(), 4U);
    EXPECT_EQ(host.rdmaDevices[0].name, "broken");
    EXPECT_THAT(host.rdmaDevices[0].ports, IsEmpty());
    EXPECT_EQ(*host.rdmaDevices[1].ports.at(0).netdev, "ens1f0np0");
    EXPECT_FALSE(host.rdmaDevices[2].ports.at(0).netdev.known());
    EXPECT_EQ(*host.rdmaDevices[2].ports.at(0).state, "ACTIVE");
    EXPECT_EQ(*host.rdmaDevices[3].ports.at(0).state, "DOWN");
}

TEST(RdmaReader, DoesNotTakeNonsenseForARate) {
    const host::Host host =
        hostOf({{"rdma-touch", "a/ports/1/rate:fast\na/ports/1/rate:nan Gb/sec\na/ports/1/rate:1e99 Gb/sec\n"
                               "a/ports/1/rate:-1 Gb/sec\na/ports/x/rate:1 Gb/sec\na/ports/1/rate:400\n"}});
    EXPECT_FALSE(host.rdmaDevices.at(0).ports.at(0).rate.known());
    EXPECT_EQ(host.warnings.size(), 6U);
}

} // namespace
} // namespace fabricscope::formats
