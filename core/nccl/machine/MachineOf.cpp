// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A machine out of the facts of a host.
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/host/GpuIndex.h"
#include "core/nccl/machine/GpuModels.h"
#include "core/nccl/machine/Machine.h"
#include "core/topology/Classes.h"
#include "core/topology/Links.h"
#include "core/topology/Parents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace fabricscope::nccl {

namespace {

constexpr std::uint16_t kNvidia = 0x10de;
constexpr std::uint16_t kAmd = 0x1002;

std::string hex(const host::Fact<std::uint16_t> &fact) {
    return fact ? fmt::format("0x{:04x}", *fact) : std::string{};
}

/// Like pci_speed_string of the kernel (drivers/pci/probe.c); the library accepts an older kernel's texts
/// with the same meaning.
std::string speedText(const std::optional<pci::LinkSpeed> &speed) {
    return speed ? fmt::format("{:.1f} GT/s PCIe", speed->gigatransfersPerSecond()) : std::string{};
}

class Maker {
public:
    Maker(const host::Host &host, const topology::Topology &topology) : m_host(host), m_topology(topology) {}

    Machine run() {
        addFunctions();
        addGpus();
        addRdma();
        addSockets();
        addCpus();
        addGdr();
        m_machine.index();
        return std::move(m_machine);
    }

private:
    void gap(std::string text) { m_machine.gaps.push_back(std::move(text)); }

    void addFunctions() {
        const topology::Parents parents(m_host);
        bool numaKnown = false, linkKnown = false;
        for (std::uint32_t position = 0; position < parents.size(); ++position) {
            const host::PciFunction &function = m_host.functions[parents.functionIndex(position)];
            MachineFunction made;
            made.busId = function.address.toString();
            const std::uint32_t parent = parents.parent(position);
            if (parent != topology::Parents::kNone && !parents.onRootBus(position))
                made.parent = parent; // positions are in the order of addresses, as the functions here
            if (function.classCode)
                made.classCode = fmt::format("0x{:06x}", *function.classCode);
            made.vendor = hex(function.vendor);
            made.device = hex(function.device);
            made.subsystemVendor = hex(function.subsystemVendor);
            made.subsystemDevice = hex(function.subsystemDevice);
            const topology::LinkEnd link = topology::linkEndOf(function);
            made.maxLinkSpeed = speedText(link.maxSpeed);
            made.currentLinkSpeed = speedText(link.speed);
            made.maxLinkWidth = link.maxWidth ? std::to_string(*link.maxWidth) : "";
            made.numaNode = function.numaNode ? std::to_string(*function.numaNode) : "-1";
            made.isNumaRead = function.numaNode.known();
            numaKnown = numaKnown || function.numaNode.known();
            linkKnown = linkKnown || function.maxSpeed.known() || link.maxSpeed;
            m_machine.functions.push_back(std::move(made));
        }
        if (!numaKnown)
            gap("no NUMA node is known: all devices are assumed on one unknown node");
        if (!linkKnown)
            gap("no PCIe link is known: all are assumed Gen3 x16 (12 GB/s), as in the library");
    }

    struct Found {
        const host::PciFunction *function = nullptr;
        std::uint16_t vendor = 0, device = 0;
        bool ofVms = false; ///< handed to a virtual machine
    };

    [[nodiscard]] std::vector<Found> findGpus() const {
        std::vector<Found> found;
        for (const topology::Node &node : m_topology.nodes()) {
            if (node.kind != topology::NodeKind::Gpu || !node.function || node.dead)
                continue;
            const host::PciFunction &function = m_host.functions[*node.function];
            found.push_back({&function, function.vendor.valueOr(0), function.device.valueOr(0),
                             function.driver && topology::isVfioDriver(*function.driver)});
        }
        return found;
    }

    void addGpus() {
        std::vector<Found> found = findGpus();
        const auto count = [&](std::uint16_t vendor) {
            return std::count_if(found.begin(), found.end(),
                                 [&](const Found &gpu) { return gpu.vendor == vendor; });
        };
        const auto nvidia = count(kNvidia), amd = count(kAmd);
        const std::uint16_t vendor = amd > nvidia ? kAmd : kNvidia;
        m_machine.flavorKnown = nvidia + amd > 0;
        m_machine.flavor = amd > nvidia ? Flavor::Rccl : Flavor::Nccl;
        m_machine.gpusOfVms = std::erase_if(found, [](const Found &gpu) { return gpu.ofVms; });
        if (nvidia + amd > 0)
            std::erase_if(found, [&](const Found &gpu) { return gpu.vendor != vendor; });
        else if (!found.empty())
            gap("no NVIDIA or AMD GPU: display controllers are treated as GPUs, to show the wiring");

        // NVML numbers by address; the topology is ordered by NUMA node.
        std::sort(found.begin(), found.end(),
                  [](const Found &a, const Found &b) { return a.function->address < b.function->address; });
        const host::GpuTable table = host::gpuTable(m_host);
        std::set<int> numbers; // of nvidia-smi, which may have listed some GPUs only
        for (const Found &gpu : found)
            if (const auto *entry = table.find(gpu.function->address); entry && entry->smi)
                numbers.insert(entry->smi->value);
        m_areNumbered = numbers.size() == found.size();
        std::vector<std::pair<int, MachineGpu>> ordered;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const host::GpuEntry *entry = table.find(found[i].function->address);
            const int place = static_cast<int>(i);
            const int runtime = entry && entry->runtime ? entry->runtime->value : place;
            ordered.emplace_back(runtime, makeGpu(found[i], entry, runtime, place));
            if (table.find(found[i].function->address, 1))
                gap(fmt::format("GPU {} is partitioned: only its first partition is considered",
                                found[i].function->address.toString()));
        }
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const auto &a, const auto &b) { return a.first < b.first; });
        for (auto &[place, gpu] : ordered)
            m_machine.gpus.push_back(std::move(gpu));
        addLinks();
    }

    MachineGpu makeGpu(const Found &found, const host::GpuEntry *entry, int runtime, int place) {
        MachineGpu gpu;
        gpu.busId = found.function->address.toString();
        // NCCL numbers like NVML, RCCL like HIP.
        if (m_machine.flavor == Flavor::Rccl)
            gpu.dev = runtime;
        else
            gpu.dev = entry && entry->smi && m_areNumbered ? entry->smi->value : place;
        const GpuModel *model = gpuModel(found.vendor, found.device);
        constexpr int kAssumedSm = 80;
        gpu.sm = model ? model->sm : kAssumedSm;
        gpu.gcn = model ? std::string(model->gcn) : std::string{};
        if (!model) {
            // RCCL asks HIP for the architecture, and needs no capability.
            const std::string assumed =
                found.vendor == kAmd ? std::string()
                                     : fmt::format(": assumed compute capability {:.1f}", kAssumedSm / 10.0);
            gap(found.device == 0 ? fmt::format("the model of GPU {} is unknown{}", gpu.busId, assumed)
                                  : fmt::format("GPU {} ({:04x}:{:04x}) is an unknown model{}", gpu.busId,
                                                found.vendor, found.device, assumed));
        }
        return gpu;
    }

    /// XGMI as reported by HIP: one hop away. NVLink: if one GPU has more links than are possible between
    /// GPUs, they lead to switches shared by all.
    void addLinks() {
        std::map<host::Address, std::size_t> place;
        for (std::size_t i = 0; i < m_machine.gpus.size(); ++i)
            if (const auto address = host::Address::parse(m_machine.gpus[i].busId))
                place.emplace(*address, i);
        for (const host::GpuLink &link : m_host.gpuLinks) {
            const auto from = place.find(link.from), to = place.find(link.to);
            const bool xgmi = link.kind == host::GpuLink::Kind::Xgmi;
            if (from == place.end() || to == place.end() || from == to ||
                xgmi != (m_machine.flavor == Flavor::Rccl) || (xgmi && link.count.value_or(1) > 1))
                continue;
            const int count = xgmi ? 1 : std::max(link.count.value_or(1), 1);
            for (const auto &[a, b] :
                 {std::pair(from->second, to->second), std::pair(to->second, from->second)})
                m_machine.gpus[a].links.push_back({m_machine.gpus[b].busId, count, {}});
        }
        if (isMesh())
            linkAll();
        if (m_machine.flavor == Flavor::Nccl)
            for (MachineGpu &gpu : m_machine.gpus)
                joinSwitchLinks(gpu);
        const bool hasLinks = std::any_of(m_machine.gpus.begin(), m_machine.gpus.end(),
                                          [](const MachineGpu &gpu) { return !gpu.links.empty(); });
        if (m_machine.gpus.size() < 2 || hasLinks)
            return;
        if (const std::string_view tool = unplacedLinks(); !tool.empty())
            gap(fmt::format("{} states direct links between GPUs, but not which GPU has which address: they "
                            "are left out",
                            tool));
        else if (m_host.gpuLinks.empty())
            gap("no direct links between GPUs (NVLink, XGMI) are known");
    }

    /// The tool whose table has links of which the ends are not known; empty if there is none.
    [[nodiscard]] std::string_view unplacedLinks() const {
        const auto isLink = [](std::string_view cell) {
            return cell == "XGMI" ||
                   (cell.size() > 2 && cell.starts_with("NV") && cell[2] >= '0' && cell[2] <= '9');
        };
        for (const host::DeviceMatrix &matrix : m_host.deviceMatrices)
            if (matrix.what == "Link type" || matrix.what == "Path")
                for (const host::DeviceMatrix::Row &row : matrix.rows)
                    if (!row.address && std::any_of(row.cells.begin(), row.cells.end(), isLink))
                        return matrix.tool;
        return {};
    }

    /// Whether a table without addresses (`rocm-smi --showtopo`) has this cell between all GPUs.
    [[nodiscard]] bool hasAll(std::string_view what, std::string_view cell) const {
        const std::size_t gpus = m_machine.gpus.size();
        const auto isAll = [&](const host::DeviceMatrix &matrix) {
            if (matrix.what != what || !matrix.tool.starts_with("rocm-smi --showtopo") ||
                matrix.rows.size() != gpus || matrix.columns.size() != gpus)
                return false;
            for (std::size_t row = 0; row < gpus; ++row)
                for (std::size_t column = 0; column < gpus; ++column)
                    if (matrix.rows[row].name != matrix.columns[row] ||
                        (row != column &&
                         (matrix.rows[row].cells.size() <= column || matrix.rows[row].cells[column] != cell)))
                        return false;
            return true;
        };
        return std::any_of(m_host.deviceMatrices.begin(), m_host.deviceMatrices.end(), isAll);
    }

    /// XGMI over one hop between all GPUs: which of them has which number in the tool's table does not
    /// matter.
    [[nodiscard]] bool isMesh() const {
        const bool isLinked = std::any_of(m_machine.gpus.begin(), m_machine.gpus.end(),
                                          [](const MachineGpu &gpu) { return !gpu.links.empty(); });
        return m_machine.flavor == Flavor::Rccl && m_machine.flavorKnown && m_machine.gpusOfVms == 0 &&
               m_machine.gpus.size() > 1 && !isLinked && hasAll("Link type", "XGMI") && hasAll("Hops", "1");
    }

    void linkAll() {
        for (MachineGpu &from : m_machine.gpus)
            for (const MachineGpu &to : m_machine.gpus)
                if (&from != &to)
                    from.links.push_back({to.busId, 1, {}});
    }

    static void joinSwitchLinks(MachineGpu &gpu) {
        int sum = 0, most = 0;
        for (const MachineLink &link : gpu.links) {
            constexpr int kMany = 1 << 20;
            sum = std::min(sum + std::min(link.count, kMany), kMany);
            most = std::max(most, link.count);
        }
        const int sm = gpu.sm.value_or(0);
        const int can = sm < 60 ? 0 : sm < 70 ? 4 : sm < 80 ? 6 : sm < 90 ? 12 : 18; // ncclTopoGetXmlFromGpu
        if (gpu.gcn.empty() && sum > can)
            gpu.links = {{std::string(kUnseenSwitch), std::min(most, std::max(can, 1)), "0x068000"}};
    }

    /// "mlx5_10" after "mlx5_9": in the order of registration by the kernel, as far as names show it.
    static std::pair<std::string, std::uint64_t> naturalKey(const std::string &name) {
        const std::size_t last = name.find_last_not_of("0123456789");
        const std::size_t front = last == std::string::npos ? 0 : last + 1;
        return {name.substr(0, front), parseInteger<std::uint64_t>(name.substr(front)).value_or(0)};
    }

    void addRdma() {
        std::vector<const host::RdmaDevice *> order;
        for (const host::RdmaDevice &device : m_host.rdmaDevices)
            order.push_back(&device);
        std::stable_sort(order.begin(), order.end(), [](const auto *a, const auto *b) {
            return naturalKey(a->name) < naturalKey(b->name);
        });
        for (const host::RdmaDevice *device : order)
            for (const host::RdmaPort &port : device->ports)
                addPort(*device, port);
    }

    void addPort(const host::RdmaDevice &device, const host::RdmaPort &port) {
        MachineNet net;
        net.name = device.name;
        net.busId = device.device ? device.device->toString() : "";
        net.usable = !port.state || *port.state == "ACTIVE";
        net.port = port.number;
        if (port.rate)
            net.speedMbits = std::llround(port.rate->value * 1000);
        else
            gap(fmt::format("the rate of {} is unknown: assumed 10 Gb/s", HostText(device.name).plain(64)));
        std::string guid = device.sysImageGuid ? *device.sysImageGuid : device.nodeGuid.valueOr("");
        std::erase(guid, ':');
        net.guid = parseInteger<std::uint64_t>(guid, 16);
        net.linkLayer = port.linkLayer.valueOr("");
        m_machine.nets.push_back(std::move(net));
    }

    void addSockets() {
        m_machine.socketAddresses = socketAddresses(m_host).entries;
        for (const host::NetInterface &interface : m_host.netInterfaces) {
            MachineNet net;
            net.kind = MachineNet::Kind::Socket;
            net.name = interface.name;
            const host::PciFunction *function =
                interface.device ? m_host.function(*interface.device) : nullptr;
            // The device of a virtio interface is virtioN, which is not a PCI device.
            const bool virtio = function && function->driver && *function->driver == "virtio-pci";
            if (function && !virtio)
                net.busId = interface.device->toString();
            if (interface.speedMbits)
                net.speedMbits = *interface.speedMbits;
            m_machine.nets.push_back(std::move(net));
        }
    }

    void addCpus() {
        unsigned cpus = 1;
        for (const host::NumaNodeFacts &node : m_host.numaNodes)
            if (const auto map = node.cpus ? cpuMapOf(*node.cpus, 1) : std::nullopt) {
                constexpr unsigned kDigits = 9; // of a group and its comma
                cpus = std::max(cpus, static_cast<unsigned>((map->size() + 1) / kDigits * 32));
            }
        for (const host::NumaNodeFacts &node : m_host.numaNodes)
            if (const auto map = node.cpus ? cpuMapOf(*node.cpus, cpus) : std::nullopt)
                m_machine.cpuMaps.emplace(std::to_string(node.node.value), *map);
        addCpuModel();
    }

    void addCpuModel() {
        struct Arch {
            std::string_view uname, library;
        };
        static constexpr std::array<Arch, 5> kArches = {{{"x86_64", "x86_64"},
                                                         {"aarch64", "arm64"},
                                                         {"arm64", "arm64"},
                                                         {"ppc64le", "ppc64"},
                                                         {"ppc64", "ppc64"}}};
        for (const Arch &arch : kArches)
            if (m_host.architecture && *m_host.architecture == arch.uname)
                m_machine.arch = arch.library;
        const std::string model = m_host.cpuModel.valueOr("");
        const bool arm = model.find("Neoverse") != std::string::npos ||
                         model.find("Grace") != std::string::npos ||
                         model.find("Ampere") != std::string::npos;
        if (m_machine.arch.empty())
            m_machine.arch = arm ? "arm64" : "x86_64";
        m_machine.cpuVendor = m_host.cpuVendor.valueOr("");
        if (m_host.cpuFamily)
            m_machine.cpuFamily = libraryCpuFamily(*m_host.cpuFamily);
        if (m_host.cpuModelNumber)
            m_machine.cpuModel = *m_host.cpuModelNumber;
        if (m_machine.arch != "x86_64")
            return;
        const bool isUnknown =
            m_machine.cpuVendor.empty() && model.empty() && (!m_machine.cpuFamily || !m_machine.cpuModel);
        if (isUnknown && m_machine.flavorKnown && m_machine.flavor == Flavor::Rccl)
            return gap("vendor, family and model of the CPU are unknown");
        if (m_machine.cpuVendor.empty())
            m_machine.cpuVendor = model.find("AMD") != std::string::npos ? "AuthenticAMD" : "GenuineIntel";
        if (!m_machine.cpuFamily || !m_machine.cpuModel) {
            const bool amd = m_machine.cpuVendor == "AuthenticAMD";
            m_machine.cpuFamily = amd ? 175 : 6; // Milan and Genoa
            m_machine.cpuModel = amd ? 17 : 143; // Sapphire Rapids
            gap(fmt::format("CPU family and model unknown: assumed {} {} {}",
                            HostText(m_machine.cpuVendor).plain(32), *m_machine.cpuFamily,
                            *m_machine.cpuModel));
        }
    }

    void addGdr() {
        const auto loaded = [&](std::string_view module) {
            return m_host.modules.contains(std::string(module));
        };
        const auto refused = std::any_of(
            m_host.kernelMessages.begin(), m_host.kernelMessages.end(), [](const host::KernelMessage &entry) {
                return entry.text.find("ib_register_peer_memory_client") != std::string::npos;
            });
        Support &peer = m_machine.peerMemory;
        if (m_machine.flavor == Flavor::Nccl && (loaded("nvidia_peermem") || loaded("nv_peer_mem")))
            peer = {true, "nvidia_peermem is loaded"};
        else if (refused)
            peer = {false, "the peer memory module could not be loaded: the kernel refused "
                           "ib_register_peer_memory_client (dmesg)"};
        else if (m_machine.flavor == Flavor::Nccl && !m_host.modules.empty())
            peer = {false, "nvidia_peermem is not loaded"};
        else
            peer = {std::nullopt, "peer memory support is unknown: assumed present"};
        constexpr int kMajor = 5, kMinor = 12; // ibv_reg_dmabuf_mr
        std::string_view rest = m_host.kernel ? std::string_view(*m_host.kernel) : std::string_view{};
        const auto major = parseInteger<int>(takeUntil(rest, '.'));
        const auto minor = parseInteger<int>(rest.substr(0, rest.find_first_not_of("0123456789")));
        if (major && minor && std::pair(*major, *minor) < std::pair(kMajor, kMinor))
            m_machine.dmaBuf = {false, fmt::format("kernel {} is too old for RDMA DMA-BUF (needs 5.12)",
                                                   HostText(*m_host.kernel).plain(32))};
        else
            m_machine.dmaBuf = {std::nullopt, "DMA-BUF support is unknown: assumed present"};
    }

    const host::Host &m_host;
    const topology::Topology &m_topology;
    Machine m_machine;
    bool m_areNumbered = false; ///< each GPU has a number of nvidia-smi, which no other has
};

} // namespace

Machine machineOf(const host::Host &host, const topology::Topology &topology) {
    return Maker(host, topology).run();
}

} // namespace fabricscope::nccl
