// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

const std::string kDevinfo =
    "hca_id:\tmlx5_0\n\ttransport:\t\t\tInfiniBand (0)\n\tfw_ver:\t\t\t\t28.41.1000\n"
    "\tnode_guid:\t\t\t9c63:c003:00d4:20f0\n\tsys_image_guid:\t\t\t9c63:c003:00d4:20f0\n"
    "\tvendor_part_id:\t\t\t4129\n\tboard_id:\t\t\tMT_0000000834\n\tphys_port_cnt:\t\t\t1\n"
    "\tmax_mr_size:\t\t\t0xffffffffffffffff\n\tdevice_cap_flags:\t\t0xe5721c36\n\t\t\t\t\tBAD_PKEY_CNTR\n"
    "\t\tport:\t1\n\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n\t\t\tactive_mtu:\t\t4096 (5)\n"
    "\t\t\tlink_layer:\t\tEthernet\n\t\t\tactive_width:\t\t4X (2)\n\t\t\tactive_speed:\t\t100.0 Gbps (128)\n"
    "\t\t\tphys_state:\t\tLINK_UP (5)\n"
    "\t\t\tGID[  0]:\t\tfe80:0000:0000:0000:9e63:c0ff:fed4:20f0, RoCE v1\n"
    "\t\t\tGID[  3]:\t\t::ffff:10.0.0.5, RoCE v2\n\nhca_id:\tmlx5_1\n\tfw_ver:\t\t\t\t28.41.1000\n"
    "\t\tport:\t1\n\t\t\tstate:\t\t\tPORT_DOWN (1)\n\t\tport:\t2\n\t\t\tstate:\t\t\tPORT_INIT (2)\n";

TEST(IbvDevinfo, ReadsDevicesPortsAndWithVTheirRate) {
    for (const std::string &form : {kDevinfo, pasted(kDevinfo, true)}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.rdmaDevices.size(), 2U);
        const host::RdmaDevice &device = host.rdmaDevices[0];
        EXPECT_EQ(device.name, "mlx5_0");
        EXPECT_EQ(device.device, std::nullopt);
        EXPECT_EQ(*device.firmware, "28.41.1000");
        EXPECT_EQ(*device.nodeGuid, "9c63:c003:00d4:20f0");
        EXPECT_EQ(*device.boardId, "MT_0000000834");
        ASSERT_EQ(device.ports.size(), 1U);
        EXPECT_EQ(*device.ports[0].state, "ACTIVE");
        EXPECT_EQ(*device.ports[0].physicalState, "LinkUp");
        EXPECT_EQ(*device.ports[0].linkLayer, "Ethernet");
        EXPECT_DOUBLE_EQ(device.ports[0].rate->value, 400.0);
        EXPECT_THAT(
            device.ports[0].gids,
            ElementsAre(host::RdmaPort::Gid{0, "fe80:0000:0000:0000:9e63:c0ff:fed4:20f0", "IB/RoCE v1", ""},
                        host::RdmaPort::Gid{3, "::ffff:10.0.0.5", "RoCE v2", ""}));
        ASSERT_EQ(host.rdmaDevices[1].ports.size(), 2U);
        EXPECT_EQ(*host.rdmaDevices[1].ports[1].state, "INIT");
        EXPECT_FALSE(host.rdmaDevices[1].ports[1].rate.known());
    }
}

TEST(Ibstat, ReadsItsOwnSpellingOfTheSameFacts) {
    const std::string text =
        "CA 'mlx5_0'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tFirmware version: 28.41.1000\n"
        "\tNode GUID: 0x9c63c00300d420f0\n\tSystem image GUID: 0x9c63c00300d420f0\n\tPort 1:\n"
        "\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tBase lid: 5\n"
        "\t\tLink layer: InfiniBand\nCA 'mlx5_1'\n\tCA type: MT4125\n\tPort 1:\n"
        "\t\tState: Down\n\t\tPhysical state: Disabled\n\t\tRate: 40\n";
    const host::Host host = hostOfText(text);
    ASSERT_EQ(host.rdmaDevices.size(), 2U);
    EXPECT_EQ(*host.rdmaDevices[0].hcaType, "MT4129");
    EXPECT_EQ(*host.rdmaDevices[0].nodeGuid, "9c63:c003:00d4:20f0");
    EXPECT_EQ(*host.rdmaDevices[0].ports.at(0).state, "ACTIVE");
    EXPECT_DOUBLE_EQ(host.rdmaDevices[0].ports.at(0).rate->value, 400.0);
    EXPECT_EQ(*host.rdmaDevices[0].ports.at(0).linkLayer, "InfiniBand");
    EXPECT_EQ(*host.rdmaDevices[1].ports.at(0).physicalState, "Disabled");
}

TEST(Ibdev2netdev, ReadsInterfacesAndWithVAddresses) {
    const host::Host host = hostOfText(
        "0000:41:00.0 mlx5_0 (MT4129 - MCX75310AAS-NEAT) NVIDIA ConnectX-7, port side up fw 28.41.1000 port "
        "1 "
        "(ACTIVE) ==> ens1np0 (Up)\n0000:81:00.1 mlx5_3 (MT4129 - NA)  fw 28.41.1000 port 1 (DOWN  ) ==> ib3 "
        "(Down)\nmlx5_4 port 2 ==> ens9 (Up)\n");
    ASSERT_EQ(host.rdmaDevices.size(), 3U);
    EXPECT_EQ(host.rdmaDevices[0].device, bdf("0000:41:00.0"));
    EXPECT_EQ(*host.rdmaDevices[0].firmware, "28.41.1000");
    EXPECT_EQ(*host.rdmaDevices[1].ports.at(0).netdev, "ib3");
    EXPECT_EQ(host.rdmaDevices[2].device, std::nullopt);
    EXPECT_EQ(host.rdmaDevices[2].ports.at(0).number, 2);
    ASSERT_EQ(host.netInterfaces.size(), 3U);
    EXPECT_EQ(host.netInterfaces[0].name, "ens1np0");
    EXPECT_EQ(host.netInterfaces[0].device, bdf("0000:41:00.0"));
    EXPECT_EQ(*host.netInterfaces[0].operstate, "up");
    EXPECT_EQ(host.netInterfaces[1].device, std::nullopt);
}

TEST(RdmaTool, ReadsLinkAndDevOfAllReleases) {
    const host::Host host = hostOfText("link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 5 state ACTIVE "
                                       "physical_state LINK_UP netdev ens1 \n"
                                       "    caps: <BAD_PKEY_CNTR, state, physical_state>\n"
                                       "1/1: mlx5_1/1: state DOWN physical_state DISABLED netdev ens2\n"
                                       "2: mlx5_2: node_type ca fw 28.41.1000 node_guid 9c63:c003:00d4:20f0 "
                                       "sys_image_guid 9c63:c003:00d4:20f0\n");
    ASSERT_EQ(host.rdmaDevices.size(), 3U);
    EXPECT_EQ(*host.rdmaDevices[0].ports.at(0).physicalState, "LinkUp");
    EXPECT_EQ(*host.rdmaDevices[1].ports.at(0).state, "DOWN");
    EXPECT_EQ(*host.rdmaDevices[1].ports.at(0).netdev, "ens2");
    EXPECT_EQ(*host.rdmaDevices[2].nodeGuid, "9c63:c003:00d4:20f0");
    EXPECT_TRUE(host.rdmaDevices[2].ports.empty());
}

TEST(IpAddr, ReadsAllItsForms) {
    const std::string lines =
        "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n"
        "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8 scope host lo\n"
        "2: ens1np0@if7: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP "
        "qlen 1000\n"
        "    link/ether 9c:63:c0:d4:20:f0 brd ff:ff:ff:ff:ff:ff parentbus pci parentdev 0000:41:00.0\n"
        "    vf 0     link/ether 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff, spoof checking off\n"
        "    inet 10.0.0.5/24 brd 10.0.0.255 scope global ens1np0\n       valid_lft forever preferred_lft "
        "forever\n"
        "    inet6 fe80::9e63:c0ff:fed4:20f0/64 scope link\n"
        "3: ens2: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc mq state DOWN mode DEFAULT\n";
    for (const std::string &form : {lines, pasted(lines, true)}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.netInterfaces.size(), 3U);
        const host::NetInterface &port = host.netInterfaces[0];
        EXPECT_EQ(port.name, "ens1np0");
        EXPECT_EQ(*port.mac, "9c:63:c0:d4:20:f0");
        EXPECT_EQ(*port.type, 1);
        EXPECT_EQ(*port.mtu, 9000);
        EXPECT_EQ(*port.index, 2);
        EXPECT_EQ(*host.netInterfaces[2].index, 1);
        EXPECT_EQ(*port.operstate, "up");
        EXPECT_TRUE(*port.carrier);
        EXPECT_EQ(*port.master, "bond0");
        EXPECT_EQ(port.device, bdf("0000:41:00.0"));
        EXPECT_THAT(port.addresses, ElementsAre("10.0.0.5/24", "fe80::9e63:c0ff:fed4:20f0/64"));
        EXPECT_FALSE(*host.netInterfaces[1].carrier);
        EXPECT_EQ(host.netInterfaces[2].name, "lo");
    }
    const host::Host oneLine = hostOfText(
        "2: eth0    inet 10.0.0.6/24 brd 10.0.0.255 scope global eth0\\       valid_lft forever\n");
    EXPECT_THAT(oneLine.netInterfaces.at(0).addresses, ElementsAre("10.0.0.6/24"));
    const host::Host brief =
        hostOfText("lo               UNKNOWN        127.0.0.1/8 ::1/128 \n"
                   "ens1np0@if2      UP             10.0.0.7/24 \nens2             DOWN \n");
    ASSERT_EQ(brief.netInterfaces.size(), 3U);
    EXPECT_FALSE(brief.netInterfaces[0].index.known()) << "-br tells none, and the order is not one";
    EXPECT_THAT(brief.netInterfaces[0].addresses, ElementsAre("10.0.0.7/24"));
    EXPECT_EQ(*brief.netInterfaces[1].operstate, "down");
}

TEST(RdmaTool, ReadsJson) {
    const std::string link =
        R"([{"ifindex":0,"ifname":"mlx5_0","port":1,"state":"ACTIVE","physical_state":"LINK_UP",)"
        R"("netdev":"ens1f0np0","netdev_index":4,"caps":["SM","IP"]},)"
        R"({"ifindex":1,"ifname":"mlx5_1","port":2,"state":"DOWN","physical_state":"DISABLED"}])";
    const std::string dev = R"([ {
        "ifindex": 0, "ifname": "mlx5_0", "node_type": "ca", "fw": "28.41.1000",
        "node_guid": "9c63:c003:00d4:20f0", "sys_image_guid": "9c63:c003:00d4:20f0"
    } ])";
    ASSERT_EQ(kindOf(link), "rdma link");
    ASSERT_EQ(kindOf(dev), "rdma link");
    const host::Host host = hostOfTexts({link, dev});
    ASSERT_EQ(host.rdmaDevices.size(), 2U);
    const host::RdmaDevice &device = host.rdmaDevices[0];
    EXPECT_EQ(device.name, "mlx5_0");
    EXPECT_EQ(device.firmware.valueOr("?"), "28.41.1000");
    EXPECT_EQ(device.nodeGuid.valueOr("?"), "9c63:c003:00d4:20f0");
    ASSERT_EQ(device.ports.size(), 1U);
    EXPECT_EQ(device.ports[0].state.valueOr("?"), "ACTIVE");
    EXPECT_EQ(device.ports[0].physicalState.valueOr("?"), "LinkUp");
    EXPECT_EQ(device.ports[0].netdev.valueOr("?"), "ens1f0np0");
    ASSERT_EQ(host.rdmaDevices[1].ports.size(), 1U);
    EXPECT_EQ(host.rdmaDevices[1].ports[0].physicalState.valueOr("?"), "Disabled");
    EXPECT_FALSE(host.rdmaDevices[1].ports[0].netdev.known());
    // Truncated anywhere: only complete parts are read.
    for (std::size_t length = 0; length < link.size(); ++length)
        EXPECT_LE(hostOfTexts({"41:00.0 0200: 15b3:1021\n\tFlags: fast devsel\n", link.substr(0, length)})
                      .rdmaDevices.size(),
                  2U);
}

TEST(IpAddr, ReadsJson) {
    const std::string text =
        R"([{"ifindex":1,"ifname":"lo","flags":["LOOPBACK","UP","LOWER_UP"],"mtu":65536,"qdisc":"noqueue",)"
        R"("operstate":"UNKNOWN","link_type":"loopback","address":"00:00:00:00:00:00",)"
        R"("addr_info":[{"family":"inet","local":"127.0.0.1","prefixlen":8,"scope":"host","label":"lo"}]},)"
        R"({},{"ifindex":2,"ifname":"eth0","flags":["NO-CARRIER","BROADCAST","MULTICAST","UP"],"mtu":9000,)"
        R"("master":"bond0","operstate":"DOWN","link_type":"ether","address":"9c:63:c0:d4:20:f0",)"
        R"("parentbus":"pci","parentdev":"0000:41:00.0","vfinfo_list":[{"vf":0,"link_type":"ether",)"
        R"("address":"9c:63:c0:00:00:01","mtu":1}],"addr_info":[{"family":"inet","local":"10.0.0.5",)"
        R"("prefixlen":24,"scope":"global"},{"family":"inet6","local":"fe80::1","prefixlen":64}]}])";
    ASSERT_EQ(kindOf(text), "ip addr");
    for (const std::string &form : {text, pasted(text)}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.netInterfaces.size(), 2U);
        const auto eth0 = std::find_if(host.netInterfaces.begin(), host.netInterfaces.end(),
                                       [](const host::NetInterface &i) { return i.name == "eth0"; });
        ASSERT_NE(eth0, host.netInterfaces.end());
        EXPECT_EQ(eth0->mtu.valueOr(0), 9000);
        EXPECT_EQ(eth0->index.valueOr(0), 2);
        EXPECT_EQ(eth0->operstate.valueOr("?"), "down");
        EXPECT_FALSE(eth0->carrier.valueOr(true));
        EXPECT_EQ(eth0->mac.valueOr("?"), "9c:63:c0:d4:20:f0") << "not a virtual function's";
        EXPECT_EQ(eth0->master.valueOr("?"), "bond0");
        EXPECT_EQ(eth0->device, bdf("0000:41:00.0"));
        EXPECT_THAT(eth0->addresses, ElementsAre("10.0.0.5/24", "fe80::1/64"));
    }
    const std::string brief =
        R"([{"ifname":"eth0","operstate":"UP","addr_info":[{"local":"10.0.0.5","prefixlen":24}]}])";
    const host::Host host = hostOfText(brief);
    ASSERT_EQ(host.netInterfaces.size(), 1U);
    EXPECT_EQ(host.netInterfaces[0].operstate.valueOr("?"), "up");
    EXPECT_FALSE(host.netInterfaces[0].mtu.known());
    EXPECT_FALSE(host.netInterfaces[0].carrier.known());
}

TEST(NetworkTools, DoNotOverrideSysfs) {
    capture::Capture capture;
    const auto add = [&](const char *name, std::string bytes) {
        capture::Section::Meta meta;
        meta.name = name;
        capture.sections.emplace_back(meta, std::move(bytes));
    };
    add("rdma-touch", "mlx5_0/ports/1/state:1: DOWN\nmlx5_0/ports/1/rate:200 Gb/sec (4X HDR)\n");
    add("net", "ens1/mtu:4200\nens1/operstate:down\n");
    add("tool-ibv-devinfo", kDevinfo);
    add("tool-ip-addr", "2: ens1: <UP,LOWER_UP> mtu 9000 state UP\n");
    const host::Host host = readHost(capture);
    EXPECT_EQ(*host.rdmaDevices.at(0).ports.at(0).state, "DOWN");
    EXPECT_DOUBLE_EQ(host.rdmaDevices.at(0).ports.at(0).rate->value, 200.0);
    EXPECT_EQ(*host.rdmaDevices.at(0).firmware, "28.41.1000") << "what sysfs did not say";
    EXPECT_EQ(*host.netInterfaces.at(0).mtu, 4200);
    EXPECT_EQ(*host.netInterfaces.at(0).operstate, "down");
}

TEST(NetworkTools, OfIbdev2netdevTheStateOfThePortIsRead) {
    const host::Host host = hostOfText(
        "0000:1a:00.0 mlx5_0 (MT4129 - MCX75310AAS-NEAT  ) ConnectX-7 HHHL adapter card fw 28.39.1002 "
        "port 1 (INIT  ) ==> ibs1 (Down)\n"
        "0000:2a:00.0 mlx5_1 (MT4129 - MCX75310AAS-NEAT  ) ConnectX-7 HHHL adapter card fw 28.39.1002 "
        "port 1 (ACTIVE) ==> ibs2 (Up)\n");
    ASSERT_EQ(host.rdmaDevices.size(), 2U);
    EXPECT_EQ(host.rdmaDevices[0].ports.at(0).state.valueOr("?"), "INIT");
    EXPECT_EQ(host.rdmaDevices[1].ports.at(0).state.valueOr("?"), "ACTIVE");
}

TEST(NetworkTools, OfIpWithDetailsTheIdsOfLinksAreFacts) {
    const host::Host host = hostOfText(
        "2: ens5np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group "
        "default\n"
        "    link/ether 9c:63:c0:d4:20:f0 brd ff:ff:ff:ff:ff:ff promiscuity 0 portname p0 switchid "
        "f020d4c0639c\n"
        "7: ens5np0.100@ens5np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc noqueue state UP\n"
        "    link/ether 9c:63:c0:d4:20:f0 brd ff:ff:ff:ff:ff:ff link-netnsid 3\n"
        "    vlan protocol 802.1Q id 100 <REORDER_HDR> numtxqueues 1\n"
        "8: vx0: <BROADCAST,UP,LOWER_UP> mtu 1450 qdisc noqueue state UNKNOWN\n    vxlan id 42 dev "
        "ens5np0\n");
    std::vector<std::string> facts;
    for (const host::ToolFact &fact : host.toolFacts)
        facts.push_back(fact.device + " " + fact.name + " " + fact.value);
    EXPECT_THAT(facts, testing::ElementsAre("ens5np0 Port name p0", "ens5np0 Switch ID f020d4c0639c",
                                            "ens5np0.100 Network namespace of its link 3",
                                            "ens5np0.100 VLAN ID 100", "vx0 VXLAN ID 42"));
}

} // namespace
} // namespace fabricscope::formats
