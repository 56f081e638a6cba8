// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/tools/ToolTexts.h"

#include "app/demo/sysfs/ClassTree.h"
#include "app/demo/sysfs/NetworkTexts.h"
#include "app/demo/sysfs/SettingsTree.h"
#include "app/demo/sysfs/SysfsPaths.h"
#include "app/demo/tools/SmiTexts.h"
#include "app/demo/tools/VmmTexts.h"

#include <fmt/format.h>

namespace fabricscope::app::demo {

namespace {

bool isUp(const DemoFunction &function) {
    return function.rdma->state == "4: ACTIVE";
}

std::string rdmaLink(const DemoHost &host) {
    std::string text;
    for (const auto &[address, function] : host.functions)
        if (function.rdma)
            text += fmt::format("link {}/1 state {} physical_state {} netdev {} \n", function.rdma->name,
                                isUp(function) ? "ACTIVE" : "DOWN", isUp(function) ? "LINK_UP" : "DISABLED",
                                function.rdma->netdev);
    return text;
}

std::string ibvDevinfo(const DemoHost &host) {
    std::string text;
    for (const auto &[address, function] : host.functions) {
        if (!function.rdma || !function.net)
            continue;
        std::string guid = guidOf(function.net->mac);
        const int mtu = function.net->mtu >= 4200 ? 4096 : 1024;
        text += fmt::format(
            "hca_id:\t{}\n\ttransport:\t\t\tInfiniBand (0)\n\tfw_ver:\t\t\t\t{}\n\tnode_guid:\t\t\t{}\n"
            "\tsys_image_guid:\t\t\t{}\n\tvendor_id:\t\t\t0x{:04x}\n\tvendor_part_id:\t\t\t{}\n"
            "\thw_ver:\t\t\t\t0x0\n\tboard_id:\t\t\t{}\n\tphys_port_cnt:\t\t\t1\n\t\tport:\t1\n"
            "\t\t\tstate:\t\t\t{}\n\t\t\tmax_mtu:\t\t4096 (5)\n\t\t\tactive_mtu:\t\t{} ({})\n"
            "\t\t\tsm_lid:\t\t\t0\n\t\t\tport_lid:\t\t0\n\t\t\tport_lmc:\t\t0x00\n"
            "\t\t\tlink_layer:\t\tEthernet\n\n",
            function.rdma->name, function.rdma->firmware, guid, guid, function.vendor, function.device,
            function.rdma->boardId, isUp(function) ? "PORT_ACTIVE (4)" : "PORT_DOWN (1)", mtu,
            mtu == 4096 ? 5 : 3);
    }
    return text;
}

std::string numactl(const DemoHost &host) {
    const std::size_t count = host.numaNodes.size();
    std::string text = count == 1 ? "available: 1 nodes (0)\n"
                                  : fmt::format("available: {} nodes (0-{})\n", count, count - 1);
    std::string header = "node", distances;
    for (const DemoNumaNode &node : host.numaNodes) {
        text += fmt::format("node {} cpus:", node.id);
        for (const unsigned cpu : cpusOf(node.cpus))
            text += fmt::format(" {}", cpu);
        text += fmt::format("\nnode {0} size: {1} MB\nnode {0} free: {2} MB\n", node.id, node.memoryKb / 1024,
                            node.memoryKb / 16 * 15 / 1024);
        header += fmt::format("{:>4}", node.id);
        distances += fmt::format("{:>3}:", node.id);
        for (const int distance : node.distances)
            distances += fmt::format("{:>4}", distance);
        distances += " \n";
    }
    return text + "node distances:\n" + header + " \n" + distances;
}

std::string ipAddresses(const DemoHost &host) {
    std::string text;
    int index = 0;
    const auto add = [&](const DemoNet &net) {
        ++index;
        for (const std::string &address : net.addresses)
            text +=
                fmt::format("{}: {}    inet {} scope {} {}\\       valid_lft forever preferred_lft forever\n",
                            index, net.name, address, net.name == "lo" ? "host" : "global", net.name);
        if (net.operstate == "up" && net.master.empty()) {
            std::string guid = guidOf(net.mac);
            text += fmt::format(
                "{}: {}    inet6 fe80::{}/64 scope link \\       valid_lft forever preferred_lft forever\n",
                index, net.name, guid);
        }
    };
    for (const DemoNet &net : host.virtualNets)
        add(net);
    for (const auto &[address, function] : host.functions)
        if (function.net)
            add(*function.net);
    return text;
}

/// `ip link show`: each interface, and below a physical function the links of its virtual ones.
std::string ipLinks(const DemoHost &host) {
    std::string text;
    int index = 0;
    const auto add = [&](const DemoNet &net) {
        const bool isUp = net.operstate == "up";
        text +=
            fmt::format("{}: {}: <BROADCAST,MULTICAST{}> mtu {} qdisc mq state {} mode DEFAULT group default "
                        "qlen 1000\n    link/{} {} brd ff:ff:ff:ff:ff:ff\n",
                        ++index, net.name, isUp ? ",UP,LOWER_UP" : "", net.mtu, isUp ? "UP" : "DOWN",
                        net.name == "lo" ? "loopback" : "ether", net.mac);
    };
    for (const DemoNet &net : host.virtualNets)
        add(net);
    for (const auto &[address, function] : host.functions) {
        if (!function.net)
            continue;
        add(*function.net);
        for (std::size_t i = 0; i < function.virtfns.size(); ++i)
            if (const auto vf = host.functions.find(function.virtfns[i]);
                vf != host.functions.end() && !vf->second.vfMac.empty())
                text += fmt::format("    vf {}     link/ether {} brd ff:ff:ff:ff:ff:ff, spoof checking on, "
                                    "link-state auto, trust off\n",
                                    i, vf->second.vfMac);
    }
    return text;
}

std::string lscpu(const DemoHost &host) {
    const DemoCpu &cpu = host.cpu;
    std::string text = fmt::format(
        "Architecture:                       x86_64\nCPU op-mode(s):                     32-bit, 64-bit\n"
        "CPU(s):                             {}\nOn-line CPU(s) list:                {}\n"
        "Vendor ID:                          {}\nModel name:                         {}\n"
        "CPU family:                         {}\nModel:                              {}\n"
        "Thread(s) per core:                 {}\nCore(s) per socket:                 {}\n"
        "Socket(s):                          {}\nStepping:                           {}\n"
        "Flags:                              {}\n",
        cpuCount(host), allCpus(host), cpu.vendor, cpu.model, cpu.family, cpu.modelNumber, cpu.threads,
        cpu.coresPerSocket, cpu.sockets, cpu.stepping, cpu.flags);
    if (host.virtualization != "none")
        text += "Hypervisor vendor:                  KVM\nVirtualization type:                full\n";
    text += fmt::format("NUMA node(s):                       {}\n", host.numaNodes.size());
    for (const DemoNumaNode &node : host.numaNodes)
        text += fmt::format("NUMA node{} CPU(s):                  {}\n", node.id, node.cpus);
    return text;
}

/// Half of the memory for /dev/shm, as the kernel gives it.
std::string fileSystems(const DemoHost &host) {
    constexpr std::uint64_t kDisk = 914000000, kUsed = 122000000;
    std::uint64_t memory = 0;
    for (const DemoNumaNode &node : host.numaNodes)
        memory += node.memoryKb;
    return fmt::format("Filesystem     1024-blocks      Used Available Capacity Mounted on\n"
                       "tmpfs {0} 0 {0} 0% /dev/shm\n/dev/vg0-root {1} {2} {3} 14% /\n",
                       memory / 2, kDisk, kUsed, kDisk - kUsed);
}

void addIdentity(std::vector<ToolText> &texts, const DemoHost &host, bool root) {
    const std::string name = root ? "root" : host.user.name;
    const int uid = root ? 0 : host.user.uid;
    const std::string release = host.kernelRelease;
    texts.push_back({"id", "", fmt::format("uid={0}({1}) gid={0}({1}) groups={0}({1})\n", uid, name)});
    texts.push_back({"id", "-u", fmt::format("{}\n", uid)});
    texts.push_back({"id", "-un", name + '\n'});
    texts.push_back({"id", "-g", fmt::format("{}\n", uid)});
    texts.push_back({"whoami", "", name + '\n'});
    texts.push_back({"hostname", "", host.name + '\n'});
    texts.push_back({"nproc", "", fmt::format("{}\n", cpuCount(host))});
    texts.push_back({"uname", "", "Linux\n"});
    texts.push_back({"uname", "-s", "Linux\n"});
    texts.push_back({"uname", "-r", release + '\n'});
    texts.push_back({"uname", "-m", "x86_64\n"});
    texts.push_back({"uname", "-n", host.name + '\n'});
    texts.push_back({"uname", "-a",
                     fmt::format("Linux {} {} #1 SMP (simulated) x86_64 GNU/Linux\n", host.name, release)});
}

} // namespace

std::vector<ToolText> toolTexts(const DemoHost &host, bool root) {
    std::vector<ToolText> texts;
    addIdentity(texts, host, root);
    texts.push_back({"rdma", "link", rdmaLink(host)});
    texts.push_back({"ibv_devinfo", "", ibvDevinfo(host)});
    texts.push_back({"numactl", "-H", numactl(host)});
    texts.push_back({"numactl", "--hardware", numactl(host)});
    texts.push_back({"ip", "-o addr", ipAddresses(host)});
    texts.push_back({"ip", "link show", ipLinks(host)});
    if (const std::string neighbours = lldpNeighbours(host); !neighbours.empty())
        texts.push_back({"lldpctl", "-f keyvalue", neighbours});
    texts.push_back({"lscpu", "", lscpu(host)});
    texts.push_back(
        {"systemd-detect-virt", "-v", host.virtualization + '\n', host.virtualization == "none" ? 1 : 0});
    texts.push_back({"df", "-Pk /dev/shm /tmp", fileSystems(host)});
    texts.push_back(
        {"systemctl",
         "show -p Id -p LoadState -p ActiveState nvidia-fabricmanager nvidia-persistenced nvidia-imex "
         "irqbalance opensm opensmd openibd chronyd chrony ntp ntpd ntpsec systemd-timesyncd tuned "
         "firewalld ufw nftables",
         services()});
    if (root) {
        std::string log;
        for (const std::string &line : host.dmesg)
            log += line + '\n';
        texts.push_back({"dmesg", "", log});
        for (ToolText &text : vmmTexts(host))
            texts.push_back(std::move(text));
    } else {
        texts.push_back({"dmesg", "", "dmesg: read kernel buffer failed: Operation not permitted\n", 1});
    }
    for (ToolText &text : smiTexts(host))
        texts.push_back(std::move(text));
    return texts;
}

} // namespace fabricscope::app::demo
