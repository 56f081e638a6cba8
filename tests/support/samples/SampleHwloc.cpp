// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleHwloc.h"

#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace fabricscope::samples {

namespace {

using host::Address;
using host::Host;
using host::PciFunction;

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text)
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    return out;
}

/// "0-3,8" as hwloc's bitmap words.
std::string setOf(std::string_view list) {
    std::vector<std::uint32_t> words(1, 0);
    while (!list.empty()) {
        std::string_view range = takeUntil(list, ',');
        const auto first = parseInteger<unsigned>(takeUntil(range, '-')).value_or(0);
        const auto last = range.empty() ? first : parseInteger<unsigned>(range).value_or(first);
        for (unsigned i = first; i <= last; ++i) {
            words.resize(std::max<std::size_t>(words.size(), i / 32 + 1));
            words[i / 32] |= 1U << i % 32;
        }
    }
    std::string out;
    for (std::size_t i = words.size(); i-- > 0;)
        out += (i + 1 == words.size() ? "" : ",") +
               (words[i] == 0 && i > 0 ? std::string() : fmt::format("0x{:08x}", words[i]));
    return out;
}

class Writer {
public:
    Writer(const Host &host, int format) : m_host(host), m_format(format) {
        for (const PciFunction &f : host.functions) {
            if (f.parent)
                m_below[f.parent->key()].push_back(&f);
            else
                m_roots[f.rootBus.value_or(std::pair{f.address.domain, f.address.bus})].push_back(&f);
        }
    }

    std::string write() {
        m_out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
        m_out +=
            fmt::format("<!DOCTYPE topology SYSTEM \"{}\">\n", m_format == 1 ? "hwloc.dtd" : "hwloc2.dtd");
        m_out += m_format == 1 ? "<topology>\n" : fmt::format("<topology version=\"{}.0\">\n", m_format);
        open("Machine", fmt::format("os_index=\"0\" nodeset=\"{}\"", setOf(allNodes())));
        if (m_format < 3)
            machineInfos();
        info("DMISysVendor", m_host.vendor.valueOr({}));
        info("DMIProductName", m_host.product.valueOr({}));
        if (m_format == 1)
            latenciesOfFormat1();
        for (const host::NumaNodeFacts &node : m_host.numaNodes)
            package(node);
        rootsOf(std::nullopt);
        close();
        if (m_format >= 2)
            matrices();
        if (m_format >= 3)
            machineInfos();
        return m_out += "</topology>\n";
    }

private:
    using RootBus = std::pair<std::uint32_t, std::uint8_t>;

    void open(std::string_view type, std::string_view attributes) {
        m_out += fmt::format("<object type=\"{}\" {}", type, attributes);
        if (m_format >= 2)
            m_out += fmt::format(" gp_index=\"{}\"", ++m_index);
        if (m_format >= 3)
            m_out += fmt::format(" id=\"obj{}\"", m_index);
        m_out += ">\n";
    }
    void close() { m_out += "</object>\n"; }
    void info(std::string_view name, std::string_view value) {
        if (!value.empty())
            m_out += fmt::format("<info name=\"{}\" value=\"{}\"/>\n", name, escaped(value));
    }
    void machineInfos() {
        info("HostName", m_host.hostname.valueOr({}));
        info("OSRelease", m_host.kernel.valueOr({}));
        info("Backend", "Linux");
    }
    std::string allNodes() const {
        std::string list;
        for (const host::NumaNodeFacts &node : m_host.numaNodes)
            list += (list.empty() ? "" : ",") + std::to_string(node.node.value);
        return list;
    }

    void package(const host::NumaNodeFacts &node) {
        const std::string sets =
            fmt::format("os_index=\"{0}\" cpuset=\"{1}\" nodeset=\"{2}\"", node.node.value,
                        setOf(node.cpus.valueOr({})), setOf(std::to_string(node.node.value)));
        const std::string memory = node.memory ? fmt::format(" local_memory=\"{}\"", node.memory->value) : "";
        open(m_format == 1 ? "NUMANode" : "Package", m_format == 1 ? sets + memory : sets);
        if (m_format == 1) {
            open("Socket", sets);
        } else {
            open("NUMANode", sets + memory);
            close();
        }
        info("CPUModel", m_host.cpuModel.valueOr({}));
        for (const char *type : {"L3Cache", "Core", "PU"})
            open(type, sets);
        for (int i = 0; i < 3; ++i)
            close();
        rootsOf(node.node.value);
        close();
        if (m_format == 1)
            close();
    }

    void rootsOf(std::optional<int> numa) {
        for (const auto &[bus, members] : m_roots) {
            const host::Fact<int> &fact = members.front()->numaNode;
            if ((fact && *fact >= 0 ? std::optional(*fact) : std::nullopt) != numa)
                continue;
            open("Bridge",
                 fmt::format("bridge_type=\"0-1\" depth=\"0\" bridge_pci=\"{:04x}:[{:02x}-{:02x}]\"",
                             bus.first, bus.second, 0xff));
            for (const PciFunction *f : members)
                function(*f);
            close();
        }
    }

    void function(const PciFunction &f) {
        const bool isBridge = f.rare->secondaryBus.known();
        std::string attributes = isBridge ? "bridge_type=\"1-1\" depth=\"1\" " : "";
        if (isBridge)
            attributes += fmt::format("bridge_pci=\"{:04x}:[{:02x}-{:02x}]\" ", f.address.domain,
                                      *f.rare->secondaryBus, *f.rare->subordinateBus);
        attributes += fmt::format("pci_busid=\"{}\" pci_type=\"{:04x} [{:04x}:{:04x}] [{:04x}:{:04x}] {:02x}",
                                  f.address.toString(), f.classCode.valueOr(0) >> 8, f.vendor.valueOr(0),
                                  f.device.valueOr(0), f.subsystemVendor.valueOr(0),
                                  f.subsystemDevice.valueOr(0), f.revision.valueOr(0));
        attributes += m_format >= 3 ? fmt::format(" {:02x}\"", f.classCode.valueOr(0) & 0xFFU) : "\"";
        double speed = 0;
        if (f.currentSpeed && f.currentWidth)
            speed = pci::LinkRate{*f.currentSpeed, *f.currentWidth}.bandwidth().value;
        open(isBridge ? "Bridge" : "PCIDev", attributes + fmt::format(" pci_link_speed=\"{:.6f}\"", speed));
        info("PCIDevice", f.rare->name.valueOr({}));
        info("PCISlot", f.rare->slotLabel.valueOr({}));
        devicesOf(f.address);
        for (const PciFunction *below : m_below[f.address.key()])
            function(*below);
        close();
    }

    /// Type numbers as in hwloc.h of 2.x (`old`) and 3.0 (`bits`).
    void device(std::string_view name, int old, int bits) {
        open("OSDev", fmt::format("name=\"{}\" osdev_type=\"{}\"", escaped(name), m_format < 3 ? old : bits));
    }
    void devicesOf(const Address &address) {
        for (const host::NetInterface &net : m_host.netInterfaces)
            if (net.device == address) {
                device(net.name, 2, 1 << 4);
                info("Address", net.mac.valueOr({}));
                close();
            }
        for (const host::RdmaDevice &rdma : m_host.rdmaDevices)
            if (rdma.device == address) {
                device(rdma.name, 3, 1 << 5);
                info("NodeGUID", rdma.nodeGuid.valueOr({}));
                for (const host::RdmaPort &port : rdma.ports)
                    info(fmt::format("Port{}State", port.number),
                         port.state.valueOr({}) == "ACTIVE" ? "4" : "1");
                close();
            }
        for (const host::GpuFacts &gpu : m_host.gpus)
            if (gpu.address == address) {
                for (const int minor : gpu.renderMinors) {
                    device(fmt::format("renderD{}", minor), 1, 1 << 2);
                    close();
                }
                device(fmt::format("rsmi{}", m_gpus.size()), 1, (1 << 2) | (1 << 3));
                m_gpus[address] = m_index;
                info("GPUModel", gpu.model.valueOr("made GPU"));
                info("RSMIVRAMSize", gpu.vram ? std::to_string(gpu.vram->value >> 10) : std::string());
                info("XGMIHiveID", gpu.xgmiHive ? fmt::format("{:x}", *gpu.xgmiHive) : std::string());
                close();
            }
        if (const auto model = m_host.nvmeModels.find(address.toString()); model != m_host.nvmeModels.end()) {
            device(fmt::format("nvme{}n1", m_drives++), 0, 1);
            info("Model", *model->second);
            close();
        }
    }

    void latenciesOfFormat1() {
        if (m_host.numaNodes.empty() || !m_host.numaNodes.front().distances)
            return;
        m_out += fmt::format("<distances nbobjs=\"{}\" relative_depth=\"1\" latency_base=\"10.000000\">\n",
                             m_host.numaNodes.size());
        for (const host::NumaNodeFacts &node : m_host.numaNodes)
            for (const int distance : *node.distances)
                m_out += fmt::format("<latency value=\"{:.6f}\"/>\n", distance / 10.0);
        m_out += "</distances>\n";
    }

    template<class Number>
    void matrix(std::string_view type, std::string_view name, int kind, std::string_view indexing,
                const std::vector<std::uint64_t> &indexes, const std::vector<Number> &values) {
        m_out +=
            fmt::format("<distances2 type=\"{}\" nbobjs=\"{}\" kind=\"{}\" name=\"{}\" indexing=\"{}\">\n",
                        type, indexes.size(), kind, name, indexing);
        m_out += fmt::format("<indexes length=\"1\">{} </indexes>\n", fmt::join(indexes, " "));
        constexpr std::size_t kALine = 10;
        for (std::size_t i = 0; i < values.size(); i += kALine)
            m_out += fmt::format(
                "<u64values length=\"1\">{} </u64values>\n",
                fmt::join(values.begin() + static_cast<std::ptrdiff_t>(i),
                          values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), i + kALine)),
                          " "));
        m_out += "</distances2>\n";
    }

    void matrices() {
        std::vector<std::uint64_t> nodes;
        std::vector<int> latencies;
        for (const host::NumaNodeFacts &node : m_host.numaNodes) {
            nodes.push_back(static_cast<std::uint64_t>(node.node.value));
            latencies.insert(latencies.end(), node.distances->begin(), node.distances->end());
        }
        if (nodes.size() > 1 && latencies.size() == nodes.size() * nodes.size())
            matrix("NUMANode", "NUMALatency", 5, "os", nodes, latencies);
        std::vector<std::uint64_t> gpus;
        std::vector<Address> addresses;
        for (const auto &[address, index] : m_gpus) {
            gpus.push_back(index);
            addresses.push_back(address);
        }
        std::vector<int> hops(gpus.size() * gpus.size(), 0);
        for (const host::GpuLink &link : m_host.gpuLinks) {
            const auto place = [&](const Address &a) {
                return static_cast<std::size_t>(std::find(addresses.begin(), addresses.end(), a) -
                                                addresses.begin());
            };
            const std::size_t from = place(link.from), to = place(link.to);
            if (from < gpus.size() && to < gpus.size())
                hops[from * gpus.size() + to] = hops[to * gpus.size() + from] = link.count.value_or(1);
        }
        if (!m_host.gpuLinks.empty() && gpus.size() > 1)
            matrix("OSDev", "XGMIHops", 5, "gp", gpus, hops);
    }

    const Host &m_host;
    int m_format;
    std::string m_out;
    std::uint64_t m_index = 0;
    std::size_t m_drives = 0;
    std::map<std::uint64_t, std::vector<const PciFunction *>> m_below;
    std::map<RootBus, std::vector<const PciFunction *>> m_roots;
    std::map<Address, std::uint64_t> m_gpus; ///< gp_index of the GPUs already written
};

} // namespace

std::string toHwlocXml(const Host &host, int format) {
    return Writer(host, format).write();
}

} // namespace fabricscope::samples
