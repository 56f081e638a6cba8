// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/graph/SystemBuilder.h"

#include "core/base/HostText.h"
#include "core/nccl/file/Numbers.h"

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
/// kvConvertToInt: the first row that the text begins with.
template<class Row, std::size_t N> const Row *rowOf(const Row (&rows)[N], std::string_view text) {
    const Row *row = std::find_if(std::begin(rows), std::end(rows),
                                  [text](const Row &r) { return text.substr(0, r.text.size()) == r.text; });
    return row != std::end(rows) ? row : nullptr;
}
template<class Row> const Row *rowOf(std::span<const Row> rows, std::string_view text) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [text](const Row &r) { return text.substr(0, r.text.size()) == r.text; });
    return row != rows.end() ? &*row : nullptr;
}

std::uint64_t idBits(const XmlNode &pci, std::string_view attribute, int shift) {
    const auto text = pci.value(attribute);
    return text ? static_cast<std::uint64_t>(cNumber(*text)) << shift : 0;
}

} // namespace

SystemBuilder::SystemBuilder(const XmlTree &tree, const Version &version)
    : m_tree(tree), m_version(version), m_deviceOfXml(tree.nodes.size(), -1) {
    m_system.version = &version;
}

void SystemBuilder::fail(int xml, std::string what, ResultCode code) {
    if (m_error)
        return;
    m_error.emplace();
    m_error->code = code;
    m_error->call = "ncclTopoGetSystemFromXml";
    m_error->what = std::move(what);
    m_error->consequence = code == ResultCode::Crash ? "the process ends with a segmentation fault"
                           : code == ResultCode::InvalidArgument
                               ? "ncclCommInitRank fails with ncclInvalidArgument"
                               : "ncclCommInitRank fails with ncclInternalError";
    if (xml >= 0) {
        m_error->line = element(xml).line;
        m_error->column = element(xml).column;
    }
}

void SystemBuilder::warn(int xml, std::string_view attribute, std::string what) {
    if (m_system.warnings.size() >= XmlLimits::kWarnings)
        return;
    const XmlAttribute *at = element(xml).find(attribute);
    const bool placed = at != nullptr && at->line > 0;
    m_system.warnings.push_back(
        {placed ? at->line : element(xml).line, placed ? at->column : element(xml).column, std::move(what)});
}

std::string_view SystemBuilder::needed(int xml, std::string_view attribute) {
    const auto value = element(xml).value(attribute);
    if (!value)
        fail(xml, fmt::format("<{}> has no {} (\"Attribute {} of node {} not found\")",
                              HostText(element(xml).name).plain(64), attribute, attribute,
                              HostText(element(xml).name).plain(64)));
    return value.value_or(std::string_view());
}

NodeType SystemBuilder::classOf(int xml, std::string_view attribute) {
    const std::string_view text = needed(xml, attribute);
    const ClassRow *row = rowOf(m_version.classes, text);
    if (row == nullptr && !failed())
        warn(xml, attribute,
             fmt::format("{} \"{}\" is unknown to the library: treated as a PCI bridge", attribute,
                         HostText(text).plain(64)));
    return row != nullptr ? row->type : NodeType::Pci;
}

int SystemBuilder::create(NodeType type, std::int64_t id, int xml) {
    auto &same = m_system.byType[static_cast<std::size_t>(type)];
    if (same.size() == m_version.maxNodesPerType) {
        fail(xml, fmt::format("more than {} of one kind (\"tried to create too many nodes of type {}\")",
                              m_version.maxNodesPerType, static_cast<int>(type)));
        return -1;
    }
    const int index = static_cast<int>(m_system.nodes.size());
    SystemNode &made = m_system.nodes.emplace_back();
    made.type = type;
    made.id = id;
    made.place = static_cast<int>(same.size());
    made.xml = xml;
    same.push_back(index);
    m_byId[static_cast<std::size_t>(type)].emplace(id, index); // the first one stays
    return index;
}

int SystemBuilder::find(NodeType type, std::int64_t id) const {
    const auto &ids = m_byId[static_cast<std::size_t>(type)];
    const auto found = ids.find(id);
    return found != ids.end() ? found->second : -1;
}

// ncclTopoConnectNodes
void SystemBuilder::connect(int from, int to, LinkType type, float bandwidth) {
    auto &links = node(from).links;
    auto at = std::find_if(links.begin(), links.end(),
                           [=](const Link &link) { return link.remote == to && link.type == type; });
    if (at == links.end()) {
        if (links.size() == m_version.maxLinks)
            return fail(node(from).xml,
                        fmt::format("more than {} links on one device (\"too many Topo links (max {})\")",
                                    m_version.maxLinks, m_version.maxLinks));
        links.push_back({type, false, to, 0});
        at = links.end() - 1;
    }
    at->bandwidth += bandwidth;
    for (; at != links.begin() && (at - 1)->bandwidth < at->bandwidth; --at)
        std::iter_swap(at - 1, at);
}

void SystemBuilder::connectBoth(int one, int other, LinkType type, float bandwidth) {
    connect(one, other, type, bandwidth);
    if (!failed())
        connect(other, one, type, bandwidth);
}

std::optional<float> SystemBuilder::linkBandwidth(int xml) {
    int width = cInt(needed(xml, "link_width"));
    const std::string_view speed = failed() ? std::string_view() : needed(xml, "link_speed");
    if (failed())
        return std::nullopt;
    if (width == 0)
        width = 16;
    const LinkSpeedRow *row = rowOf(m_version.linkSpeeds, speed);
    if (row == nullptr)
        warn(xml, "link_speed",
             fmt::format("link_speed \"{}\" is unknown to the library: assumed Gen3, {} GB/s",
                         HostText(speed).plain(64), width * m_version.defaultLinkSpeed / 80.0));
    const int perLane = row != nullptr ? row->perLane : m_version.defaultLinkSpeed;
    return static_cast<float>(static_cast<double>(width) * perLane / 80.0);
}

// ncclTopoAddCpu
CpuFacts SystemBuilder::cpuFacts(int xml) {
    CpuFacts cpu;
    if (const auto mask = element(xml).value("affinity"))
        cpu.affinity = cpuRangesOfMask(*mask);
    const auto *arch = rowOf(kArchs, needed(xml, "arch"));
    cpu.arch = arch != nullptr ? arch->value : CpuArch::Undefined;
    if (failed() || cpu.arch != CpuArch::X86)
        return cpu;
    const auto *vendor = rowOf(kVendors, needed(xml, "vendor"));
    cpu.vendor = vendor != nullptr ? vendor->value : CpuVendor::Other;
    if (failed() || cpu.vendor == CpuVendor::Other ||
        (cpu.vendor == CpuVendor::Amd && !m_version.amdNeedsModel))
        return cpu;
    cpu.family = cInt(needed(xml, "familyid"));
    cpu.model = cInt(needed(xml, "modelid"));
    return cpu;
}

void SystemBuilder::addCpu(int xml) {
    const int numa = cInt(needed(xml, "numaid"));
    if (failed())
        return;
    const int cpu = create(NodeType::Cpu, numa & kLocalIdMask, xml);
    CpuFacts facts = cpuFacts(xml);
    if (failed())
        return;
    facts.numa = numa;
    m_system.cpus.push_back(std::move(facts));
    node(cpu).cpu = cpu;
    for (const int child : element(xml).children) {
        if (element(child).name == "pci")
            addPci(child, cpu);
        else if (element(child).name == "nic")
            // All of them have this id, so those of all CPUs are one NIC below the first.
            addNic(child, cpu, 0, kLocalBandwidth);
        if (failed())
            return;
    }
}

// ncclTopoAddPci. Like there, a child that is not `pci` is parsed as one.
void SystemBuilder::addPci(int xml, int parent) {
    NodeType type = classOf(xml, "class");
    const std::int64_t busId = failed() ? 0 : busIdNumber(needed(xml, "busid"));
    if (failed())
        return;
    std::optional<float> bandwidth;
    if (m_version.readsUnusedLinks)
        bandwidth = linkBandwidth(xml);
    const auto has = [&](std::string_view name) {
        const auto &children = element(xml).children;
        return std::any_of(children.begin(), children.end(), [&](int c) { return element(c).name == name; });
    };
    const bool isUsed = has("gpu") || has("nic") || type == NodeType::Pci;
    if (!failed() && !bandwidth && isUsed)
        bandwidth = linkBandwidth(xml);
    if (failed() || !isUsed || !addGpus(xml, parent, *bandwidth) || failed())
        return;
    if (has("gpu") && !m_version.deviceNodes)
        type = NodeType::Gpu;
    if (has("nic"))
        return addNic(xml, parent, busId & m_version.nicBusIdMask, *bandwidth);
    if (type != NodeType::Pci)
        return;
    const int made = create(NodeType::Pci, busId & kLocalIdMask, xml);
    if (failed())
        return;
    const XmlNode &pci = element(xml);
    node(made).pciIds = idBits(pci, "vendor", 48) + idBits(pci, "device", 32) +
                        idBits(pci, "subsystem_vendor", 16) + idBits(pci, "subsystem_device", 0);
    node(made).cpu = node(parent).cpu;
    for (const int child : pci.children) {
        if (element(child).name != "pcilink")
            addPci(child, made);
        if (failed())
            return;
    }
    connectBoth(made, parent, LinkType::Pci, *bandwidth);
}

tl::expected<System, FileError> SystemBuilder::build() {
    const int root = m_tree.system();
    if (root >= 0) // else as one without a CPU
        for (const int child : element(root).children)
            if (element(child).name == "cpu" && !failed())
                addCpu(child);
    if (!failed() && m_system.count(NodeType::Cpu) == 0 && m_version.emptyHostIsError)
        fail(root,
             "no CPU with a GPU or NIC in use is left (\"localHostHash not found in the list of system "
             "hostHashes\")",
             ResultCode::InvalidArgument);
    if (!failed() && m_version.negativeNumaCrashes && m_system.cpus.size() > 1) {
        const auto negative = std::find_if(m_system.cpus.begin(), m_system.cpus.end(),
                                           [](const CpuFacts &cpu) { return cpu.numa < 0; });
        if (negative != m_system.cpus.end())
            fail(m_system.node(NodeType::Cpu, static_cast<std::size_t>(negative - m_system.cpus.begin())).xml,
                 "a negative numaid among several CPUs", ResultCode::Crash);
    }
    if (!failed())
        addGpuLinks();
    if (!failed()) {
        flattenBroadcomSwitches(m_system);
        connectCpus();
    }
    if (failed())
        return tl::unexpected<FileError>(std::move(*m_error));
    sortLinks();
    markReverseLinks();
    return std::move(m_system);
}

tl::expected<System, FileError> systemOf(const XmlTree &tree, const Version &version) {
    return SystemBuilder(tree, version).build();
}

} // namespace fabricscope::nccl
