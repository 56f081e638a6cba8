// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/machine/XmlTopologyBuilder.h"

#include "core/base/HostText.h"
#include "core/nccl/Version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

namespace fabricscope::nccl {

namespace {

/// Like strtol with base 0: the number at the beginning, 0 if there is none.
long leadingLong(const std::string &text) {
    return std::strtol(text.c_str(), nullptr, 0);
}

/// Like sscanf("%f GT/s"): the number at the beginning of "32.0 GT/s PCIe"; without a number the largest
/// value.
float gigatransfers(const std::string &text) {
    char *end = nullptr;
    const float value = std::strtof(text.c_str(), &end);
    return end == text.c_str() ? std::numeric_limits<float>::max() : value;
}

bool isHex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// checkBDFFormat: "BBBB:BB:DD.F", nothing longer (a domain of five digits is invalid).
bool isBdf(std::string_view text) {
    constexpr std::string_view kForm = "xxxx:xx:xx.x";
    return text.size() == kForm.size() &&
           std::equal(text.begin(), text.end(), kForm.begin(),
                      [](char c, char form) { return form == 'x' ? isHex(c) : c == form; });
}

constexpr const char *kSwitchClass = "0x068000";

} // namespace

XmlTopologyBuilder::XmlTopologyBuilder(const XmlTree *file, const Machine &machine, const Version &version)
    : m_machine(machine), m_version(version) {
    if (file)
        m_tree.nodes = file->nodes;
    m_system = m_tree.system();
    if (m_system < 0) {
        m_tree.nodes.clear();
        m_system = add(-1, "system");
        set(m_system, "version", std::to_string(version.xmlVersion));
    }
    for (int i = 0; i < static_cast<int>(m_tree.nodes.size()); ++i) {
        XmlNode &node = m_tree.nodes[static_cast<std::size_t>(i)];
        if (node.name == "cpu") {
            node.unset("host_hash"); // the library puts this host's in its place
            m_firstCpu = m_firstCpu < 0 ? i : m_firstCpu;
        } else if (const auto busId = node.value("busid"); busId && node.name == "pci") {
            m_pci.try_emplace(std::string(*busId), i);
        } else if (const auto name = node.value("name"); name && node.name == "net") {
            m_nets.try_emplace(std::string(*name), i);
        }
    }
}

void XmlTopologyBuilder::fail(ResultCode code, std::string call, std::string what) {
    if (m_error)
        return;
    m_error = FileError{code, std::move(call), 0,
                        0,    std::move(what), "the communicator is not created: the run fails at startup"};
}

int XmlTopologyBuilder::add(int parent, const char *name) {
    if (m_error)
        return -1;
    if (m_tree.nodes.size() >= m_version.maxXmlNodes) {
        fail(ResultCode::InternalError, "xmlAddNode",
             fmt::format("file and machine together have more than {} elements", m_version.maxXmlNodes));
        return -1;
    }
    if (parent >= 0 &&
        m_tree.nodes[static_cast<std::size_t>(parent)].children.size() >= m_version.maxChildren) {
        fail(ResultCode::InternalError, "xmlAddNode",
             fmt::format("one element has more than {} children", m_version.maxChildren));
        return -1;
    }
    const int added = m_tree.add(parent, name);
    if (m_firstCpu < 0 && std::string_view(name) == "cpu")
        m_firstCpu = added;
    return added;
}

void XmlTopologyBuilder::set(int node, std::string_view name, std::string value) {
    if (m_error || node < 0)
        return;
    XmlNode &element = m_tree.nodes[static_cast<std::size_t>(node)];
    if (!element.find(name) && element.attributes.size() >= m_version.maxAttributes) {
        fail(ResultCode::InternalError, "xmlSetAttr",
             fmt::format("an element {} would have more than {} attributes", HostText(element.name).plain(32),
                         m_version.maxAttributes));
        return;
    }
    element.set(name, std::move(value));
}

void XmlTopologyBuilder::setIfAbsent(int node, std::string_view name, std::string value) {
    if (!m_error && node >= 0 && !m_tree.nodes[static_cast<std::size_t>(node)].find(name))
        set(node, name, std::move(value));
}

int XmlTopologyBuilder::child(int node, std::string_view name) const {
    for (const int below : m_tree.nodes[static_cast<std::size_t>(node)].children)
        if (m_tree.nodes[static_cast<std::size_t>(below)].name == name)
            return below;
    return -1;
}

int XmlTopologyBuilder::childOrNew(int node, const char *name) {
    const int known = child(node, name);
    return known >= 0 ? known : add(node, name);
}

int XmlTopologyBuilder::find(const std::unordered_map<std::string, int> &map, std::string_view key) {
    const auto at = map.find(std::string(key));
    return at == map.end() ? -1 : at->second;
}

// ncclTopoGetPciNode
int XmlTopologyBuilder::pciNode(std::string_view busId) {
    if (const int known = find(m_pci, busId); known >= 0)
        return known;
    const int added = add(-1, "pci");
    set(added, "busid", std::string(busId));
    if (added >= 0)
        m_pci.try_emplace(std::string(busId), added);
    return added;
}

// ncclTopoGetXmlFromSys: from this node up to its cpu.
void XmlTopologyBuilder::fillFromSys(int node) {
    while (node >= 0 && !m_error) {
        const XmlNode &element = m_tree.nodes[static_cast<std::size_t>(node)];
        if (element.name == "cpu")
            fillCpu(node);
        if (element.name != "pci")
            return;
        const auto function = m_machine.find(element.value("busid").value_or(""));
        fillFunction(node, function, m_machine.isGpu(element.value("busid").value_or("")));
        int parent = m_tree.nodes[static_cast<std::size_t>(node)].parent;
        if (parent < 0) {
            parent = parentFromSys(node, function);
            if (parent < 0 || m_error)
                return;
            attachTo(node, parent);
        }
        node = parent;
    }
}

void XmlTopologyBuilder::fillFunction(int node, std::optional<std::uint32_t> function, bool isGpu) {
    if (!function) {
        setIfAbsent(node, "link_speed", "");
        setIfAbsent(node, "link_width", "");
        return;
    }
    const MachineFunction &here = m_machine.functions[*function];
    static const MachineFunction kNothing; // a root bus has none of these files
    const MachineFunction &above = here.parent && *here.parent < m_machine.functions.size()
                                       ? m_machine.functions[*here.parent]
                                       : kNothing;
    if (!here.classCode.empty()) {
        if (m_version.sysClassWins)
            set(node, "class", here.classCode);
        else
            setIfAbsent(node, "class", here.classCode);
    }
    struct Id {
        const char *name;
        std::string MachineFunction::*text;
    };
    static constexpr std::array<Id, 4> kIds = {{{"vendor", &MachineFunction::vendor},
                                                {"device", &MachineFunction::device},
                                                {"subsystem_vendor", &MachineFunction::subsystemVendor},
                                                {"subsystem_device", &MachineFunction::subsystemDevice}}};
    for (const Id &id : kIds)
        if (!(here.*id.text).empty())
            setIfAbsent(node, id.name, here.*id.text);
    const bool now = isGpu && m_version.gpuLinkOfNow && !here.currentLinkSpeed.empty();
    const std::string &own = now ? here.currentLinkSpeed : here.maxLinkSpeed;
    setIfAbsent(node, "link_speed",
                gigatransfers(above.maxLinkSpeed) < gigatransfers(own) ? above.maxLinkSpeed : own);
    setIfAbsent(node, "link_width",
                std::to_string(std::min(leadingLong(here.maxLinkWidth), leadingLong(above.maxLinkWidth))));
}

// The folder two levels up in /sys/devices is the next `pci` (a switch's upstream port above its downstream
// port); a folder on the way that is not a PCI function is the root complex.
int XmlTopologyBuilder::parentFromSys(int node, std::optional<std::uint32_t> function) {
    if (!function)
        return cpuNode("-1", true);
    std::optional<std::uint32_t> above = function;
    for (int step = 0; step < 2; ++step) {
        above = m_machine.functions[*above].parent;
        if (!above || *above >= m_machine.functions.size() || !isBdf(m_machine.functions[*above].busId)) {
            std::string numa = m_machine.functions[*function].numaNode;
            if (numa == "-1" && m_version.negativeNumaBecomesZero)
                numa = "0";
            return cpuNode(std::move(numa), false);
        }
    }
    const int parent = pciNode(m_machine.functions[*above].busId);
    // Only a machine whose tree has a cycle gets back to the start.
    return parent >= 0 && isAbove(node, parent) ? cpuNode(m_machine.functions[*function].numaNode, false)
                                                : parent;
}

/// `anywhere`: in the whole file, else among the children of `system`.
int XmlTopologyBuilder::cpuNode(std::string numaId, bool inWholeFile) {
    if (inWholeFile) {
        for (std::size_t i = 0; i < m_tree.nodes.size(); ++i)
            if (m_tree.nodes[i].name == "cpu" && m_tree.nodes[i].value("numaid") == numaId)
                return static_cast<int>(i);
    } else {
        for (const int cpu : m_tree.nodes[static_cast<std::size_t>(m_system)].children) {
            const XmlNode &element = m_tree.nodes[static_cast<std::size_t>(cpu)];
            if (element.name == "cpu" && element.value("numaid") == numaId)
                return cpu;
        }
    }
    const int added = add(m_system, "cpu");
    set(added, "numaid", std::move(numaId));
    return added;
}

// Children with a busid keep its order.
void XmlTopologyBuilder::attachTo(int node, int parent) {
    std::vector<int> &children = m_tree.nodes[static_cast<std::size_t>(parent)].children;
    if (children.size() >= m_version.maxChildren) {
        fail(ResultCode::InternalError, "ncclTopoGetXmlFromSys",
             fmt::format("one element has more than {} children", m_version.maxChildren));
        return;
    }
    XmlNode &element = m_tree.nodes[static_cast<std::size_t>(node)];
    const std::string_view busId = element.value("busid").value_or("");
    const auto behind = std::find_if(children.begin(), children.end(), [&](int other) {
        const auto otherId = m_tree.nodes[static_cast<std::size_t>(other)].value("busid");
        return otherId && busId < *otherId;
    });
    children.insert(behind, node);
    element.parent = parent;
}

bool XmlTopologyBuilder::isAbove(int node, int other) const {
    for (; other >= 0; other = m_tree.nodes[static_cast<std::size_t>(other)].parent)
        if (other == node)
            return true;
    return false;
}

// ncclTopoGetXmlFromCpu
void XmlTopologyBuilder::fillCpu(int node) {
    const auto numaId = m_tree.nodes[static_cast<std::size_t>(node)].value("numaid");
    if (!m_tree.nodes[static_cast<std::size_t>(node)].find("affinity")) {
        if (!numaId) {
            fail(ResultCode::InternalError, "ncclTopoGetXmlFromCpu",
                 "a `cpu` of the file has no numaid (\"could not find CPU numa ID\")");
            return;
        }
        const auto map = m_machine.cpuMaps.find(std::string(*numaId));
        if (map != m_machine.cpuMaps.end() && !map->second.empty())
            set(node, "affinity", map->second);
    }
    if (!m_machine.arch.empty())
        setIfAbsent(node, "arch", m_machine.arch);
    if (m_machine.arch != "x86_64")
        return;
    // The library always finds one; of vendors that it does not know, it asks for no family.
    setIfAbsent(node, "vendor", m_machine.cpuVendor.empty() ? "unknown" : m_machine.cpuVendor);
    const bool noFamily = !m_tree.nodes[static_cast<std::size_t>(node)].find("familyid");
    if (noFamily && m_machine.cpuFamily && m_machine.cpuModel) {
        set(node, "familyid", std::to_string(*m_machine.cpuFamily));
        set(node, "modelid", std::to_string(*m_machine.cpuModel));
    }
}

int XmlTopologyBuilder::fillGpu(const MachineGpu &gpu, int rank) {
    const int pci = pciNode(gpu.busId);
    setIfAbsent(pci, "class", "0x03");
    fillFromSys(pci);
    if (m_error)
        return -1;
    const int node = childOrNew(pci, "gpu");
    setIfAbsent(node, "dev", std::to_string(gpu.dev));
    if (m_error || leadingLong(m_tree.nodes[static_cast<std::size_t>(node)].find("dev")->value) == -1)
        return -1; // the file takes this GPU out
    fillGpuNode(node, gpu);
    set(node, "keep", "1");
    set(node, "rank", std::to_string(rank));
    setIfAbsent(node, "gdr", "1");
    return m_error ? -1 : node;
}

// ncclTopoGetXmlFromGpu
void XmlTopologyBuilder::fillGpuNode(int node, const MachineGpu &gpu) {
    if (gpu.sm)
        setIfAbsent(node, "sm", std::to_string(*gpu.sm));
    if (m_version.gpuHasGcn) {
        constexpr int kArch = 38911; // the flags of hipDeviceArch_t that all of CDNA has
        setIfAbsent(node, "gcn", gpu.gcn);
        setIfAbsent(node, "arch", std::to_string(kArch));
    }
    const std::string link(m_version.gpuLinkElement);
    if (child(node, link) < 0)
        for (const MachineLink &one : gpu.links) {
            const int added = add(node, link.c_str());
            set(added, "target", one.target);
            set(added, "count", std::to_string(one.count));
            if (!one.targetClass.empty())
                set(added, "tclass", one.targetClass);
        }
    if (m_error)
        return;
    for (const int below : std::vector<int>(m_tree.nodes[static_cast<std::size_t>(node)].children)) {
        const XmlNode &element = m_tree.nodes[static_cast<std::size_t>(below)];
        if (element.name != link || element.find("tclass"))
            continue;
        const std::string_view target = element.value("target").value_or("");
        const auto function = target == kUnseenSwitch ? std::nullopt : m_machine.find(target);
        set(below, "tclass", function ? m_machine.functions[*function].classCode : kSwitchClass);
    }
}

void XmlTopologyBuilder::fillNet(const PluginNet &net) {
    if (m_error)
        return;
    int node = find(m_nets, net.name);
    if (node < 0) {
        int parent = m_firstCpu;
        if (net.isPci) {
            parent = pciNode(net.lookup);
            setIfAbsent(parent, "class", "0x02");
            fillFromSys(parent);
        }
        if (parent < 0)
            fail(ResultCode::InternalError, "ncclTopoFillNet", "no CPU to attach a virtual NIC to");
        if (m_error)
            return;
        const int nic = childOrNew(parent, "nic");
        node = add(nic, "net");
        set(node, "name", net.name);
        if (m_error)
            return;
        m_nets.try_emplace(net.name, node);
    }
    set(node, "keep", "1");
    set(node, "dev", std::to_string(net.dev));
    setIfAbsent(node, "latency", "0");
    setIfAbsent(node, "speed", std::to_string(net.speedMbits));
    setIfAbsent(node, "port", std::to_string(net.port));
    setIfAbsent(node, "guid", fmt::format("0x{:x}", net.guid));
    setIfAbsent(node, "maxconn", std::to_string(net.maxConnections));
    setIfAbsent(node, "gdr", net.gdr ? "1" : "0");
    if (!m_error && m_tree.nodes[static_cast<std::size_t>(node)].find("net"))
        set(node, "net", "1");
}

} // namespace fabricscope::nccl
