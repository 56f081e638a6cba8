// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/nccl/FlatVm.h"

#include <fmt/format.h>

namespace fabricscope::test {

using nccl::Machine;
using nccl::MachineFunction;
using nccl::MachineGpu;
using nccl::MachineNet;

namespace {

constexpr int kFirstGpu = 1, kFirstNic = 9;

} // namespace

std::string FlatVm::busIdOf(int node, int device) {
    return fmt::format("{:04x}:00:{:02x}.0", node + 2, device);
}

std::string FlatVm::gpu(int pair) const {
    return busIdOf(pair / pairsPerNode, kFirstGpu + pair % pairsPerNode);
}

std::string FlatVm::nic(int pair) const {
    return busIdOf(pair / pairsPerNode, kFirstNic + pair % pairsPerNode);
}

Machine FlatVm::machine() const {
    Machine machine;
    machine.flavor = amd ? nccl::Flavor::Rccl : nccl::Flavor::Nccl;
    machine.arch = "x86_64";
    machine.cpuVendor = amd ? "AuthenticAMD" : "GenuineIntel";
    machine.cpuFamily = amd ? 175 : 6;
    machine.cpuModel = amd ? 17 : 143;
    machine.peerMemory = {true, "made so"};
    const auto add = [&](const std::string &busId, int node, const char *classCode, const char *vendor) {
        MachineFunction function;
        function.busId = busId;
        function.classCode = classCode;
        function.vendor = vendor;
        function.device = "0x0001";
        function.numaNode = std::to_string(node);
        function.maxLinkSpeed = "32.0 GT/s PCIe";
        function.maxLinkWidth = "16";
        machine.functions.push_back(function);
    };
    for (int node = 0; node < nodes; ++node) {
        machine.cpuMaps.emplace(std::to_string(node), fmt::format("{:08x}", 0xFFU << (8 * node)));
        if (hostBridges)
            add(busIdOf(node, 0), node, "0x060000", "0x8086");
        for (int pair = node * pairsPerNode; pair < (node + 1) * pairsPerNode; ++pair) {
            add(gpu(pair), node, amd ? "0x120000" : "0x030200", amd ? "0x1002" : "0x10de");
            MachineGpu made;
            made.busId = gpu(pair);
            made.dev = pair;
            made.sm = amd ? 304 : 90;
            made.gcn = amd ? "gfx942" : "";
            machine.gpus.push_back(made);
        }
        for (int pair = node * pairsPerNode; pair < (node + 1) * pairsPerNode; ++pair) {
            add(nic(pair), node, "0x020000", "0x15b3");
            MachineNet net;
            net.name = fmt::format("mlx5_{}", pair);
            net.busId = nic(pair);
            net.speedMbits = 400000;
            net.guid = static_cast<std::uint64_t>(pair) + 0x100;
            machine.nets.push_back(net);
        }
    }
    machine.index();
    return machine;
}

std::string FlatVm::head() const {
    return amd ? "<system version=\"2\">\n" : "<system version=\"1\">\n";
}

std::string FlatVm::cpuTag(int node) const {
    return fmt::format(
        "  <cpu numaid=\"{}\" affinity=\"{:08x}\" arch=\"x86_64\" vendor=\"{}\" familyid=\"{}\" "
        "modelid=\"{}\">\n",
        node, 0xFFU << (8 * node), amd ? "AuthenticAMD" : "GenuineIntel", amd ? 175 : 6, amd ? 17 : 143);
}

std::string FlatVm::pairTag(int pair, const std::string &gpu, const std::string &nic) const {
    const char *link = "link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"";
    return fmt::format("    <pci busid=\"ffff:ff:{:02x}.0\" class=\"0x060400\" {}>\n"
                       "      <pci busid=\"{}\" class=\"{}\" {}/>\n"
                       "      <pci busid=\"{}\" class=\"0x020000\" {}/>\n"
                       "    </pci>\n",
                       pair + 1, link, gpu, amd ? "0x120000" : "0x030200", link, nic, link);
}

} // namespace fabricscope::test
