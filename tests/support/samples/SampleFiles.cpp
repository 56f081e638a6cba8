// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleFiles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace fabricscope::samples {

namespace {

/// A list of files without those whose value is unknown.
class Files {
public:
    void add(std::string name, std::string value) { files.emplace_back(std::move(name), std::move(value)); }
    template<class T> void add(std::string name, const host::Fact<T> &value, const char *form = "{}") {
        if (value)
            add(std::move(name), fmt::format(fmt::runtime(form), *value));
    }
    std::vector<File> files;
};

std::string resourceText(const host::PciFunction &function) {
    constexpr unsigned kLines = 13;
    std::string text;
    std::uint64_t start = 0x3f000000000;
    for (unsigned line = 0; line < kLines; ++line) {
        const auto bar = std::find_if(function.bars.begin(), function.bars.end(),
                                      [&](const auto &b) { return b.index == line; });
        const bool used = bar != function.bars.end();
        text += fmt::format("{}0x{:016x} 0x{:016x} 0x{:016x}", line == 0 ? "" : "\n", used ? start : 0,
                            used ? start + bar->size.value - 1 : 0, used ? bar->flags : 0);
    }
    return text;
}

std::string speedText(const pci::LinkSpeed &speed) {
    return fmt::format("{:.1f} GT/s PCIe", speed.gigatransfersPerSecond());
}

} // namespace

std::vector<File> functionFiles(const host::PciFunction &function) {
    Files files;
    files.add("class", function.classCode, "0x{:06x}");
    files.add("vendor", function.vendor, "0x{:04x}");
    files.add("device", function.device, "0x{:04x}");
    files.add("subsystem_vendor", function.subsystemVendor, "0x{:04x}");
    files.add("subsystem_device", function.subsystemDevice, "0x{:04x}");
    files.add("revision", function.revision, "0x{:02x}");
    files.add("numa_node", function.numaNode);
    files.add("local_cpulist", function.localCpus);
    files.add("resource", resourceText(function));
    files.add("sriov_numvfs", function.rare->sriovNumVfs);
    files.add("sriov_totalvfs", function.rare->sriovTotalVfs);
    files.add("enable", "1");
    files.add("power_state", function.powerState);
    files.add("d3cold_allowed", "1");
    files.add("reset_method", function.resetMethod);
    files.add("label", function.rare->slotLabel);
    files.add("secondary_bus_number", function.rare->secondaryBus);
    files.add("subordinate_bus_number", function.rare->subordinateBus);
    files.add("aer_dev_correctable", function.rare->aerCorrectable, "RxErr 0\nTOTAL_ERR_COR {}");
    files.add("aer_dev_nonfatal", function.rare->aerNonFatal, "Undefined 0\nTOTAL_ERR_NONFATAL {}");
    files.add("aer_dev_fatal", function.rare->aerFatal, "Undefined 0\nTOTAL_ERR_FATAL {}");
    files.add("msi_bus", "1");
    return std::move(files.files);
}

std::vector<File> linkFiles(const host::PciFunction &function) {
    Files files;
    auto speed = [&](const char *name, const host::Fact<pci::LinkSpeed> &value) {
        if (value)
            files.add(name, speedText(*value));
    };
    speed("current_link_speed", function.currentSpeed);
    files.add("current_link_width", function.currentWidth);
    speed("max_link_speed", function.maxSpeed);
    files.add("max_link_width", function.maxWidth);
    return std::move(files.files);
}

std::vector<File> numaFiles(const host::Host &host) {
    Files files;
    std::vector<int> all, withCpus;
    for (const host::NumaNodeFacts &node : host.numaNodes) {
        all.push_back(node.node.value);
        if (node.cpus && !node.cpus->empty())
            withCpus.push_back(node.node.value);
    }
    if (all.empty())
        return {};
    files.add("online", fmt::format("{}", fmt::join(all, ",")));
    files.add("possible", fmt::format("{}", fmt::join(all, ",")));
    files.add("has_cpu", fmt::format("{}", fmt::join(withCpus, ",")));
    for (const host::NumaNodeFacts &node : host.numaNodes) {
        const std::string folder = fmt::format("node{}/", node.node.value);
        files.add(folder + "cpulist", node.cpus);
        if (node.distances)
            files.add(folder + "distance", fmt::format("{}", fmt::join(*node.distances, " ")));
        if (node.memory)
            files.add(folder + "meminfo",
                      fmt::format("Node {0} MemTotal:       {1} kB\nNode {0} MemFree:        0 kB",
                                  node.node.value, node.memory->value / 1024));
    }
    return std::move(files.files);
}

std::vector<File> identityFiles(const host::Host &host) {
    Files files;
    files.add("etc/hostname", host.hostname);
    files.add("etc/machine-id", host.id.machineId);
    files.add("etc/os-release", host.osName, "PRETTY_NAME=\"{}\"");
    if (!host.simulated.empty())
        files.add("etc/fabricscope-simulated", host.simulated);
    files.add("proc/version", host.kernel, "Linux version {} (builder@host)");
    files.add("proc/cmdline", host.commandLine);
    files.add("proc/sys/kernel/random/boot_id", host.id.bootId);
    files.add("proc/sys/kernel/hostname", host.hostname);
    files.add("proc/sys/kernel/osrelease", host.kernel);
    files.add("proc/sys/kernel/dmesg_restrict", "1");
    return std::move(files.files);
}

std::vector<File> dmiFiles(const host::Host &host) {
    Files files;
    files.add("sys_vendor", host.vendor);
    files.add("product_name", host.product);
    files.add("board_name", host.board);
    files.add("bios_version", host.bios);
    return std::move(files.files);
}

std::vector<File> netFiles(const host::Host &host) {
    Files files;
    for (const host::NetInterface &net : host.netInterfaces) {
        files.add(net.name + "/address", net.mac);
        files.add(net.name + "/mtu", net.mtu);
        files.add(net.name + "/type", net.type);
        files.add(net.name + "/operstate", net.operstate);
    }
    return std::move(files.files);
}

std::vector<File> netTouchFiles(const host::Host &host) {
    Files files;
    for (const host::NetInterface &net : host.netInterfaces) {
        files.add(net.name + "/speed", net.speedMbits);
        if (net.carrier)
            files.add(net.name + "/carrier", *net.carrier ? "1" : "0");
    }
    return std::move(files.files);
}

std::vector<File> rdmaFiles(const host::Host &host) {
    Files files;
    for (const host::RdmaDevice &device : host.rdmaDevices) {
        files.add(device.name + "/node_guid", device.nodeGuid);
        files.add(device.name + "/fw_ver", device.firmware);
        files.add(device.name + "/hca_type", device.hcaType);
        files.add(device.name + "/board_id", device.boardId);
        for (const host::RdmaPort &port : device.ports) {
            const std::string folder = fmt::format("{}/ports/{}/", device.name, port.number);
            files.add(folder + "link_layer", port.linkLayer);
            files.add(folder + "gid_attrs/ndevs/0", port.netdev);
        }
    }
    return std::move(files.files);
}

std::vector<File> rdmaTouchFiles(const host::Host &host) {
    Files files;
    for (const host::RdmaDevice &device : host.rdmaDevices)
        for (const host::RdmaPort &port : device.ports) {
            const std::string folder = fmt::format("{}/ports/{}/", device.name, port.number);
            files.add(folder + "state", port.state, "4: {}");
            files.add(folder + "phys_state", port.physicalState, "5: {}");
            if (port.rate)
                files.add(folder + "rate", fmt::format("{:g} Gb/sec (4X NDR)", port.rate->value));
        }
    return std::move(files.files);
}

std::vector<File> nvmeFiles(const host::Host &host) {
    Files files;
    unsigned number = 0;
    for (const auto &[bdf, model] : host.nvmeModels) {
        const std::string folder = fmt::format("nvme{}/", number++);
        files.add(folder + "address", bdf);
        files.add(folder + "model", model);
        files.add(folder + "transport", "pcie");
    }
    return std::move(files.files);
}

std::vector<File> drmFiles(const host::Host &host) {
    Files files;
    for (std::size_t index = 0; index < host.gpus.size(); ++index) {
        const host::GpuFacts &gpu = host.gpus[index];
        const std::string folder = fmt::format("card{}/device/", index);
        files.add(folder + "current_compute_partition", gpu.computePartition);
        files.add(folder + "current_memory_partition", gpu.memoryPartition);
        files.add(folder + "unique_id", gpu.uniqueId);
        files.add(folder + "vbios_version", gpu.vbios);
        if (gpu.vram)
            files.add(folder + "mem_info_vram_total", std::to_string(gpu.vram->value));
        files.add(folder + "xgmi_hive_info/xgmi_hive_id", gpu.xgmiHive);
    }
    return std::move(files.files);
}

std::vector<File> kfdFiles(const host::Host &host) {
    Files files;
    auto nodeOf = [&](const pci::Address &address) {
        for (const host::GpuFacts &gpu : host.gpus)
            if (gpu.address == address && !gpu.kfdNodes.empty())
                return gpu.kfdNodes.front();
        return 0;
    };
    for (const host::GpuFacts &gpu : host.gpus)
        for (std::size_t index = 0; index < gpu.kfdNodes.size(); ++index) {
            const std::string folder = fmt::format("{}/", gpu.kfdNodes[index]);
            const int minor = index < gpu.renderMinors.size() ? gpu.renderMinors[index] : 0;
            files.add(folder + "gpu_id", std::to_string(40000 + gpu.kfdNodes[index]));
            files.add(folder + "name", "ip discovery");
            files.add(
                folder + "properties",
                fmt::format("simd_count 1216\nlocation_id {}\ndomain {}\ndrm_render_minor {}\nhive_id {}",
                            gpu.address.key() & 0xFFFF, gpu.address.domain, minor, gpu.xgmiHive.valueOr(0)));
        }
    int number = 0;
    for (const host::GpuLink &link : host.gpuLinks)
        files.add(fmt::format("{}/io_links/{}/properties", nodeOf(link.from), number++),
                  fmt::format("type 11\nnode_from {}\nnode_to {}\nweight {}\nmax_bandwidth {}",
                              nodeOf(link.from), nodeOf(link.to), 15 * link.count.value_or(1),
                              static_cast<int>(link.bandwidth.value_or(GigabytesPerSecond{}).value * 1000)));
    return std::move(files.files);
}

} // namespace fabricscope::samples
