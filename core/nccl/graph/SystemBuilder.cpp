// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/graph/SystemBuilder.h"

#include "core/base/HostText.h"
#include "core/nccl/file/Numbers.h"
#include "core/nccl/graph/SystemLinks.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::nccl {

namespace {

template<class Value> struct TextRow {
    std::string_view text;
    Value value;
};

constexpr TextRow<CpuArch> kArchs[] = {
    {"x86_64", CpuArch::X86}, {"arm64", CpuArch::Arm}, {"ppc64", CpuArch::Power}};
constexpr TextRow<CpuVendor> kVendors[] = {{"GenuineIntel", CpuVendor::Intel},
                                           {"AuthenticAMD", CpuVendor::Amd},
                                           {"CentaurHauls", CpuVendor::Zhaoxin},
                                           {"  Shanghai  ", CpuVendor::Zhaoxin}};
std::uint64_t idBits(const XmlNode &pci, std::string_view attribute, int shift) {
    const auto text = pci.value(attribute);
    return text ? static_cast<std::uint64_t>(cNumber(*text)) << shift : 0;
}

} // namespace

float SystemBuilder::linkBandwidth(int xml) {
    int width = cInt(m_graph.needed(xml, "link_width"));
    const std::string_view speed = m_graph.failed() ? std::string_view() : m_graph.needed(xml, "link_speed");
    if (m_graph.failed())
        return 0;
    if (width == 0)
        width = 16;
    const LinkSpeedRow *row = rowOf(m_version.linkSpeeds, speed);
    if (row == nullptr)
        m_graph.warn(xml, "link_speed",
                     fmt::format("link_speed \"{}\" is unknown to the library: assumed Gen3, {} GB/s",
                                 HostText(speed).plain(64), width * m_version.defaultLinkSpeed / 80.0));
    const int perLane = row != nullptr ? row->perLane : m_version.defaultLinkSpeed;
    return static_cast<float>(static_cast<double>(width) * perLane / 80.0);
}

// ncclTopoAddCpu
CpuFacts SystemBuilder::cpuFacts(int xml) {
    CpuFacts cpu;
    if (const auto mask = m_graph.element(xml).value("affinity"))
        cpu.affinity = cpuRangesOfMask(*mask);
    const auto *arch = rowOf(kArchs, m_graph.needed(xml, "arch"));
    cpu.arch = arch != nullptr ? arch->value : CpuArch::Undefined;
    if (m_graph.failed() || cpu.arch != CpuArch::X86)
        return cpu;
    const auto *vendor = rowOf(kVendors, m_graph.needed(xml, "vendor"));
    cpu.vendor = vendor != nullptr ? vendor->value : CpuVendor::Other;
    if (m_graph.failed() || cpu.vendor == CpuVendor::Other ||
        (cpu.vendor == CpuVendor::Amd && !m_version.amdNeedsModel))
        return cpu;
    cpu.family = cInt(m_graph.needed(xml, "familyid"));
    cpu.model = cInt(m_graph.needed(xml, "modelid"));
    return cpu;
}

void SystemBuilder::addCpu(int xml) {
    const int numa = cInt(m_graph.needed(xml, "numaid"));
    if (m_graph.failed())
        return;
    m_graph.enterHostOf(xml);
    const int cpu = m_graph.create(NodeType::Cpu, numa & kLocalIdMask, xml);
    CpuFacts facts = cpuFacts(xml);
    if (m_graph.failed())
        return;
    facts.numa = numa;
    // NCCL_TOPO_ID: the sign may reach into the number of the host.
    facts.host = m_graph.host() - (m_version.negativeNumaIsApart && numa < 0 ? 1 : 0);
    m_graph.system().cpus.push_back(std::move(facts));
    m_graph.node(cpu).cpu = cpu;
    for (const int child : m_graph.element(xml).children) {
        if (m_graph.element(child).name == "pci")
            addPci(child, cpu);
        else if (m_graph.element(child).name == "nic")
            // All of them have this id, so those of all CPUs are one NIC below the first.
            addNic(child, cpu, 0, kLocalBandwidth);
        if (m_graph.failed())
            return;
    }
}

// ncclTopoAddPci. Like there, a child that is not `pci` is parsed as one.
void SystemBuilder::addPci(int xml, int parent) {
    NodeType type = m_graph.classOf(xml, "class");
    const std::int64_t busId = m_graph.failed() ? 0 : busIdNumber(m_graph.needed(xml, "busid"));
    if (m_graph.failed())
        return;
    const auto has = [&](std::string_view name) {
        const auto &children = m_graph.element(xml).children;
        return std::any_of(children.begin(), children.end(),
                           [&](int c) { return m_graph.element(c).name == name; });
    };
    const std::int64_t nic = busId & m_version.nicBusIdMask;
    const bool isUsed = has("gpu") || has("nic") || type == NodeType::Pci;
    const bool isNew = !has("nic") || m_graph.find(NodeType::Nic, nic & kLocalIdMask) < 0;
    float bandwidth = 0;
    if (m_version.readsUnusedLinks || (isUsed && isNew))
        bandwidth = linkBandwidth(xml);
    if (m_graph.failed() || !isUsed)
        return;
    // Of two devices of one function, only the last is linked.
    const bool isGpuLinked = m_version.deviceNodes || !has("nic");
    if (!addGpus(xml, parent, isGpuLinked ? std::optional(bandwidth) : std::nullopt) || m_graph.failed())
        return;
    if (has("gpu") && !m_version.deviceNodes)
        type = NodeType::Gpu;
    if (has("nic"))
        return addNic(xml, parent, nic, bandwidth);
    if (type != NodeType::Pci)
        return;
    const int made = m_graph.create(NodeType::Pci, busId & kLocalIdMask, xml);
    if (m_graph.failed())
        return;
    const XmlNode &pci = m_graph.element(xml);
    m_graph.node(made).pciIds = idBits(pci, "vendor", 48) + idBits(pci, "device", 32) +
                                idBits(pci, "subsystem_vendor", 16) + idBits(pci, "subsystem_device", 0);
    m_graph.node(made).cpu = m_graph.node(parent).cpu;
    for (const int child : pci.children) {
        if (m_graph.element(child).name != "pcilink")
            addPci(child, made);
        if (m_graph.failed())
            return;
    }
    m_graph.connectBoth(made, parent, LinkType::Pci, bandwidth);
}

bool SystemBuilder::addGpus(int xml, int parent, std::optional<float> bandwidth) {
    for (const int child : m_graph.element(xml).children) {
        if (m_graph.element(child).name != "gpu")
            continue;
        if (m_graph.element(child).find("rank") == nullptr) {
            m_graph.warn(child, "", "GPU without a rank: ignored by the library");
            return false;
        }
        addGpu(xml, child, parent, bandwidth);
        if (m_graph.failed() || !m_version.deviceNodes)
            break;
    }
    return true;
}

// ncclTopoAddGpu, ncclTopoAddGpuSub
void SystemBuilder::addGpu(int pci, int xml, int parent, std::optional<float> bandwidth) {
    GpuFacts facts;
    const auto number = [&](std::string_view attribute) {
        return m_graph.failed() ? 0 : cInt(m_graph.needed(xml, attribute));
    };
    facts.rank = number("rank");
    facts.sm = number("sm");
    facts.dev = number("dev");
    facts.gdr = number("gdr") != 0;
    const int part = cInt(m_graph.element(xml).value("mlopart").value_or("-1"));
    facts.mloPart = part != -1;
    facts.assumed = m_graph.element(xml).assumed;
    if (m_version.fixedSm != 0)
        facts.sm = m_version.fixedSm;
    if (m_version.gpuHasGcn && !m_graph.failed()) {
        const auto gcn = m_graph.element(xml).value("gcn");
        if (!gcn)
            return m_graph.fail(xml, "<gpu> has no gcn", ResultCode::Crash);
        const auto old = std::find_if(m_version.oldGcn.begin(), m_version.oldGcn.end(),
                                      [&](const GcnRow &row) { return row.text == *gcn; });
        facts.gcn = old != m_version.oldGcn.end() ? old->value : *gcn;
        (void)number("arch");
    }
    if (m_graph.failed())
        return;
    const std::int64_t busId = busIdNumber(m_graph.element(pci).value("busid").value_or("")) & kLocalIdMask;
    if (!m_version.deviceNodes) {
        const int gpu = m_graph.create(NodeType::Gpu, busId, pci);
        if (m_graph.failed())
            return;
        m_graph.system().gpus.push_back(std::move(facts));
        m_graph.node(gpu).cpu = m_graph.node(parent).cpu;
        m_deviceOfXml[static_cast<std::size_t>(xml)] = gpu;
        if (bandwidth)
            m_graph.connectBoth(gpu, parent, LinkType::Pci, *bandwidth);
        return;
    }
    // The parts of a GPU are numbered in the lowest bits of its bus id.
    constexpr std::int64_t kPartMask = 3;
    if ((busId & kPartMask) != 0)
        return m_graph.fail(pci,
                            "the GPU's PCI function is neither 0 nor 4 (\"non-zero bits in MLOPart mask\")");
    const std::int64_t deviceId = facts.mloPart ? busId | (part & kPartMask) : busId;
    int device = m_graph.find(NodeType::Dev, deviceId);
    if (device < 0) {
        device = m_graph.create(NodeType::Dev, deviceId, pci);
        if (m_graph.failed())
            return;
        m_graph.node(device).cpu = m_graph.node(parent).cpu;
        m_graph.node(device).device = static_cast<int>(m_graph.system().gpus.size()); // which has its facts
        if (bandwidth)
            m_graph.connectBoth(device, parent, LinkType::Pci, *bandwidth);
        constexpr float kBetweenParts = 2618; // GB/s
        for (std::int64_t other = 0; facts.mloPart && other <= kPartMask && !m_graph.failed(); ++other)
            if (const int sibling = m_graph.find(NodeType::Dev, busId | other);
                sibling >= 0 && sibling != device)
                m_graph.connectBoth(device, sibling, LinkType::Loc, kBetweenParts);
    } else {
        m_graph.warn(pci, "busid",
                     fmt::format("bus id {} appears twice: the library treats both as one GPU",
                                 HostText(m_graph.element(pci).value("busid").value_or("")).plain(64)));
    }
    // Several ranks of one GPU differ by 40 more bits (NCCL_TOPO_GPU_LOCAL_ID).
    const auto same = std::count_if(
        m_graph.node(device).links.begin(), m_graph.node(device).links.end(), [&](const Link &link) {
            return link.type == LinkType::Loc && m_graph.node(link.remote).type == NodeType::Gpu;
        });
    const int gpu =
        m_graph.failed()
            ? -1
            : m_graph.create(NodeType::Gpu,
                             (deviceId | (static_cast<std::int64_t>(same) << 40)) & kLocalIdMask, pci);
    if (m_graph.failed())
        return;
    m_graph.system().gpus.push_back(std::move(facts));
    m_graph.node(gpu).device = device;
    m_graph.node(gpu).cpu = m_graph.node(parent).cpu;
    m_deviceOfXml[static_cast<std::size_t>(xml)] = device;
    m_graph.connectBoth(device, gpu, LinkType::Loc, kLocalBandwidth);
}

// A `nic` below a `cpu`, or a `pci` with one.
void SystemBuilder::addNic(int xml, int parent, std::int64_t id, float bandwidth) {
    const bool isPci = m_graph.element(xml).name != "nic";
    int nic = m_graph.find(NodeType::Nic, id & kLocalIdMask);
    const bool isNew = nic < 0;
    if (isNew) {
        nic = m_graph.create(NodeType::Nic, id & kLocalIdMask, xml);
        if (m_graph.failed())
            return;
        m_graph.node(nic).cpu = m_graph.node(parent).cpu;
        if (!isPci)
            m_graph.connectBoth(parent, nic, LinkType::Pci, bandwidth);
    } else if (m_graph.node(nic).cpu != m_graph.node(parent).cpu) {
        m_graph.warn(xml, "", "this NIC has the id of one below another CPU: the library places it there");
    }
    int holder = xml;
    if (isPci)
        for (const int child : m_graph.element(xml).children)
            if (m_graph.element(child).name == "nic") {
                holder = child;
                break;
            }
    if (!m_graph.failed())
        addNets(holder, nic, id);
    if (isNew && isPci && !m_graph.failed())
        m_graph.connectBoth(nic, parent, LinkType::Pci, bandwidth);
}

void SystemBuilder::addNets(int xml, int nic, std::int64_t busId) {
    for (const int child : m_graph.element(xml).children) {
        const XmlNode &net = m_graph.element(child);
        if (net.name != "net")
            continue;
        if (net.find("dev") == nullptr)
            m_graph.warn(child, "", "<net> without a dev: ignored by the library");
        else if (!m_version.netMayBeOff || cInt(net.value("net").value_or("1")) != 0)
            addNet(child, nic, busId);
        if (m_graph.failed())
            return;
    }
}

// ncclTopoAddNet
void SystemBuilder::addNet(int xml, int nic, std::int64_t busId) {
    const XmlNode &net = m_graph.element(xml);
    const int dev = cInt(net.value("dev").value_or("0"));
    if (m_graph.find(NodeType::Net, dev & kLocalIdMask) >= 0)
        m_graph.warn(xml, "dev",
                     fmt::format("dev {} appears twice among the NICs: the library confuses them", dev));
    const int made = m_graph.create(NodeType::Net, dev & kLocalIdMask, xml);
    if (m_graph.failed())
        return;
    NetFacts facts;
    facts.dev = dev;
    facts.busId = busId;
    facts.gdr = cInt(net.value("gdr").value_or("0")) != 0;
    m_graph.system().nets.push_back(facts);
    m_graph.node(made).cpu = m_graph.node(nic).cpu;
    int speed = cInt(net.value("speed").value_or("0"));
    if (speed <= 0) {
        speed = 10000;
        m_graph.warn(xml, "speed", "no speed: the library assumes 10 Gb/s");
    }
    m_graph.connectBoth(nic, made, LinkType::Net, static_cast<float>(speed / 8000.0));
}

tl::expected<System, FileError> SystemBuilder::build() {
    const int root = m_graph.tree().system();
    if (root >= 0) // else as one without a CPU
        for (const int child : m_graph.element(root).children)
            if (m_graph.element(child).name == "cpu" && !m_graph.failed())
                addCpu(child);
    if (!m_graph.failed() && m_graph.system().count(NodeType::Cpu) == 0 && m_version.emptyHostIsError)
        m_graph.fail(
            root,
            "no CPU with a GPU or NIC in use is left (\"localHostHash not found in the list of system "
            "hostHashes\")",
            ResultCode::InvalidArgument);
    if (!m_graph.failed() && root >= 0)
        addGpuLinks(m_graph, m_deviceOfXml);
    if (!m_graph.failed()) {
        flattenBroadcomSwitches(m_graph.system());
        connectCpus(m_graph);
    }
    if (m_graph.failed())
        return tl::unexpected<FileError>(m_graph.takeError());
    sortLinks(m_graph.system());
    markReverseLinks(m_graph.system());
    return std::move(m_graph.system());
}

tl::expected<System, FileError> systemOf(const XmlTree &tree, const Version &version) {
    return SystemBuilder(tree, version).build();
}

} // namespace fabricscope::nccl
