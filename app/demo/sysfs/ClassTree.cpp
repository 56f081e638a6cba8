// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sysfs/ClassTree.h"

#include "app/demo/sysfs/SysfsPaths.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace fabricscope::app::demo {

namespace {

constexpr std::size_t kGidSlots = 32;

std::optional<std::array<std::uint8_t, 6>> macBytes(const std::string &mac) {
    std::array<std::uint8_t, 6> bytes{};
    std::string_view rest = mac;
    for (std::uint8_t &byte : bytes) {
        const auto value = parseInteger<std::uint8_t>(takeUntil(rest, ':'), 16);
        if (!value)
            return std::nullopt;
        byte = *value;
    }
    return bytes;
}

std::string mappedIpv4(std::string_view address) {
    std::string_view dotted = takeUntil(address, '/');
    std::array<unsigned, 4> parts{};
    for (unsigned &part : parts)
        part = parseInteger<std::uint8_t>(takeUntil(dotted, '.')).value_or(0);
    return fmt::format("0000:0000:0000:0000:0000:ffff:{:02x}{:02x}:{:02x}{:02x}", parts[0], parts[1],
                       parts[2], parts[3]);
}

void writeNet(TreeWriter &out, const DemoNet &net, const std::string &at, int index) {
    out.line(at + "/address", net.mac);
    out.line(at + "/mtu", std::to_string(net.mtu));
    out.line(at + "/type", std::to_string(net.type));
    out.line(at + "/operstate", net.operstate);
    out.line(at + "/dev_port", std::to_string(net.devPort));
    out.line(at + "/ifindex", std::to_string(index));
    out.line(at + "/flags", net.operstate == "down" ? "0x1002" : "0x1003");
    if (!net.physPortName.empty())
        out.line(at + "/phys_port_name", net.physPortName);
    if (net.operstate != "down") // the kernel answers EINVAL for an interface that is down
        out.line(at + "/carrier", net.carrier ? "1" : "0");
    if (net.operstate == "up" || net.speedMbits >= 0)
        out.line(at + "/speed", std::to_string(net.speedMbits));
    if (net.operstate == "up")
        out.line(at + "/duplex", net.speedMbits >= 0 ? "full" : "unknown");
    if (net.bridge)
        out.line(at + "/bridge/stp_state", "0");
    out.link("sys/class/net/" + net.name, at);
    out.link(at + "/subsystem", "sys/class/net");
}

void writeNets(TreeWriter &out, const DemoHost &host) {
    int index = 1;
    out.directory("sys/class/net");
    for (const DemoNet &net : host.virtualNets) {
        const std::string at = "sys/devices/virtual/net/" + net.name;
        writeNet(out, net, at, index++);
        if (!net.master.empty())
            out.link(at + "/master", "sys/devices/virtual/net/" + net.master);
    }
    for (const auto &[address, function] : host.functions) {
        if (!function.net)
            continue;
        const std::string path = functionPath(host, function);
        const std::string at = netPath(host, function, *function.net);
        writeNet(out, *function.net, at, index++);
        out.link(at + "/device", function.net->via.empty() ? path : path + '/' + function.net->via);
        if (!function.net->via.empty()) {
            out.directory("sys/bus/virtio/drivers/virtio_net");
            out.link(path + '/' + function.net->via + "/driver", "sys/bus/virtio/drivers/virtio_net");
        }
    }
}

/// The counters of ionic that telemetry reads; simulated tools increment them.
constexpr const char *kCounters[] = {"tx_rdma_ucast_bytes", "rx_rdma_ucast_bytes", "tx_rdma_retx_bytes",
                                     "tx_rdma_ack_timeout", "req_rx_pkt_seq_err",  "rx_rdma_cnp_pkts",
                                     "rx_rdma_ecn_pkts"};

void writeRdma(TreeWriter &out, const DemoHost &host) {
    int verbs = 0;
    for (const auto &[address, function] : host.functions) {
        if (!function.rdma || !function.net)
            continue;
        const DemoRdma &rdma = *function.rdma;
        const std::string path = functionPath(host, function);
        const std::string uverbs = fmt::format("uverbs{}", verbs++);
        out.line(fmt::format("{}/infiniband_verbs/{}/ibdev", path, uverbs), rdma.name);
        out.line(fmt::format("{}/infiniband_verbs/{}/abi_version", path, uverbs), "1");
        out.link("sys/class/infiniband_verbs/" + uverbs, path + "/infiniband_verbs/" + uverbs);
        const std::string at = path + "/infiniband/" + rdma.name;
        const std::string port = at + "/ports/1";
        const std::string guid = guidOf(function.net->mac);
        out.link("sys/class/infiniband/" + rdma.name, at);
        out.link(at + "/device", path);
        out.link(at + "/subsystem", "sys/class/infiniband");
        out.line(at + "/node_guid", guid);
        out.line(at + "/sys_image_guid", guid);
        out.line(at + "/fw_ver", rdma.firmware);
        out.line(at + "/hca_type", rdma.hcaType);
        out.line(at + "/board_id", rdma.boardId);
        out.line(at + "/node_type", "1: CA");
        out.line(at + "/node_desc", host.name + ' ' + rdma.name);
        out.line(port + "/state", rdma.state);
        out.line(port + "/phys_state", rdma.physState);
        out.line(port + "/rate", rdma.rate);
        out.line(port + "/link_layer", "Ethernet");
        out.line(port + "/lid", "0x0");
        out.line(port + "/sm_lid", "0x0");
        for (const char *counter : kCounters)
            out.line(fmt::format("{}/hw_counters/{}", port, counter), "0");
        const auto gids = gidsOf(*function.net);
        for (std::size_t i = 0; i < kGidSlots; ++i)
            out.line(fmt::format("{}/gids/{}", port, i),
                     i < gids.size() ? gids[i].gid : "0000:0000:0000:0000:0000:0000:0000:0000");
        for (std::size_t i = 0; i < gids.size(); ++i) { // the kernel answers EINVAL for the others
            out.line(fmt::format("{}/gid_attrs/types/{}", port, i), gids[i].type);
            out.line(fmt::format("{}/gid_attrs/ndevs/{}", port, i), function.net->name);
        }
    }
}

void writeNvme(TreeWriter &out, const DemoHost &host) {
    for (const auto &[address, function] : host.functions) {
        if (!function.nvme)
            continue;
        const DemoNvme &nvme = *function.nvme;
        const std::string at = functionPath(host, function) + "/nvme/" + nvme.name;
        out.link("sys/class/nvme/" + nvme.name, at);
        out.link(at + "/device", functionPath(host, function));
        out.line(at + "/address", function.address.toString());
        out.line(at + "/model", fmt::format("{:<40}", nvme.model));
        out.line(at + "/serial", fmt::format("{:<20}", nvme.serial));
        out.line(at + "/firmware_rev", fmt::format("{:<8}", nvme.firmware));
        out.line(at + "/state", "live");
        out.line(at + "/transport", "pcie");
        out.line(at + "/numa_node", std::to_string(function.numa.value_or(-1)));
    }
}

void writeDrm(TreeWriter &out, const DemoHost &host) {
    constexpr int kFirstRenderMinor = 128;
    if (!host.gpuModel)
        return;
    const DemoGpuModel &model = *host.gpuModel;
    std::string hive;
    for (const auto &[address, function] : host.functions) {
        if (!function.gpu)
            continue;
        const std::string at = functionPath(host, function);
        const std::string card = fmt::format("card{}", function.gpu->card);
        const std::string render = fmt::format("renderD{}", kFirstRenderMinor + function.gpu->card);
        for (const std::string &name : {card, render}) {
            out.link(at + "/drm/" + name + "/device", at);
            out.link("sys/class/drm/" + name, at + "/drm/" + name);
        }
        out.line(at + "/current_compute_partition", "SPX");
        out.line(at + "/available_compute_partition", "SPX, DPX, QPX, CPX");
        out.line(at + "/current_memory_partition", "NPS1");
        out.line(at + "/unique_id", fmt::format("{:016x}", function.gpu->uniqueId));
        out.line(at + "/vbios_version", model.vbios);
        out.line(at + "/mem_info_vram_total", std::to_string(model.vramBytes));
        if (hive.empty()) { // one folder for all GPUs of a hive; the others link to it
            hive = at + "/xgmi_hive_info";
            out.line(hive + "/xgmi_hive_id", std::to_string(model.hive));
        } else {
            out.link(at + "/xgmi_hive_info", hive);
        }
    }
}

} // namespace

std::string guidOf(const std::string &mac) {
    const auto bytes = macBytes(mac);
    if (!bytes)
        return "0000:0000:0000:0000";
    const auto &b = *bytes;
    return fmt::format("{:02x}{:02x}:{:02x}ff:fe{:02x}:{:02x}{:02x}", b[0] ^ 2, b[1], b[2], b[3], b[4], b[5]);
}

std::vector<GidEntry> gidsOf(const DemoNet &net) {
    std::vector<GidEntry> gids;
    if (net.operstate == "down")
        return gids;
    std::vector<std::string> addresses{"fe80:0000:0000:0000:" + guidOf(net.mac)};
    for (const std::string &address : net.addresses)
        addresses.push_back(mappedIpv4(address));
    for (const std::string &address : addresses)
        for (const char *type : {"IB/RoCE v1", "RoCE v2"})
            gids.push_back({address, type});
    return gids;
}

void writeClassTree(TreeWriter &out, const DemoHost &host) {
    writeNets(out, host);
    writeRdma(out, host);
    writeNvme(out, host);
    writeDrm(out, host);
}

} // namespace fabricscope::app::demo
