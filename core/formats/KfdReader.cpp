// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// One line "key value" of a properties file.
struct Property {
    std::string_view key;
    std::uint64_t value = 0;
};

std::optional<Property> parseProperty(std::string_view line) {
    const auto blank = line.find(' ');
    if (blank == std::string_view::npos)
        return std::nullopt;
    const auto value = parseInteger<std::uint64_t>(trimmed(line.substr(blank)));
    return value ? std::optional(Property{line.substr(0, blank), *value}) : std::nullopt;
}

/// A KFD node while it is read.
struct Node {
    std::uint64_t gpuId = 0;     ///< 0: CPUs
    std::uint64_t simdCount = 0; ///< likewise; where gpu_id could not be read
    std::uint64_t vendor = 0, device = 0;
    std::uint64_t location = 0, domain = 0, hive = 0, uniqueId = 0, renderMinor = 0;
    std::optional<std::uint64_t> memory;
    std::string_view name;
    EvidenceRef nameEvidence, evidence, hiveEvidence, uniqueEvidence, memoryEvidence;
    EvidenceRef idEvidence, minorEvidence, vendorEvidence, deviceEvidence;
    std::optional<Address> address;
};

struct IoLink {
    std::uint64_t type = 0, from = 0, to = 0, weight = 0, maxBandwidth = 0;
    EvidenceRef evidence;
};

struct Tree {
    std::map<unsigned, Node> nodes;
    std::map<std::pair<unsigned, unsigned>, IoLink> links; ///< node and number of its io_links
};

struct NodeProperty {
    std::string_view key;
    std::uint64_t Node::*value;
    EvidenceRef Node::*evidence; ///< if this fact has its own
};
constexpr NodeProperty kNodeProperties[] = {
    {"simd_count", &Node::simdCount, nullptr},
    {"vendor_id", &Node::vendor, &Node::vendorEvidence},
    {"device_id", &Node::device, &Node::deviceEvidence},
    {"location_id", &Node::location, &Node::evidence},
    {"domain", &Node::domain, nullptr},
    {"hive_id", &Node::hive, &Node::hiveEvidence},
    {"unique_id", &Node::uniqueId, &Node::uniqueEvidence},
    {"drm_render_minor", &Node::renderMinor, &Node::minorEvidence},
};

struct LinkProperty {
    std::string_view key;
    std::uint64_t IoLink::*value;
};
constexpr LinkProperty kLinkProperties[] = {
    {"type", &IoLink::type},
    {"node_from", &IoLink::from},
    {"node_to", &IoLink::to},
    {"weight", &IoLink::weight},
    {"max_bandwidth", &IoLink::maxBandwidth},
};

void readNodeProperty(Node &node, const Property &property, EvidenceRef evidence) {
    for (const NodeProperty &known : kNodeProperties)
        if (known.key == property.key) {
            node.*known.value = property.value;
            if (known.evidence)
                node.*known.evidence = evidence;
        }
}

void readLinkProperty(IoLink &link, const Property &property, EvidenceRef evidence) {
    for (const LinkProperty &known : kLinkProperties)
        if (known.key == property.key)
            link.*known.value = property.value;
    if (property.key == "type")
        link.evidence = evidence;
}

// heap_type 1 and 2 are a GPU's own memory, public and private (kfd_crat.h, HSA_MEM_HEAP_TYPE_FB_*).
void readBank(Node &node, const Property &property, EvidenceRef evidence, bool &own) {
    if (property.key == "heap_type")
        own = property.value == 1 || property.value == 2;
    else if (property.key == "size_in_bytes" && own && property.value != 0) {
        node.memory = std::max(node.memory.value_or(0), property.value);
        node.memoryEvidence = evidence;
    }
}

// "3/properties:simd_count 304", "3/io_links/0/properties:type 11", "3/name:aqua_vanjaram", "3/gpu_id:51152"
Tree readTree(const SectionText &text, HostBuilder &builder) {
    constexpr std::size_t kMaxLinks = 65536;
    constexpr unsigned kMaxNumber = 65535;
    Tree tree;
    bool ownBank = false;
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        const auto number = parts ? numberAfter(parts->name, "", kMaxNumber) : std::nullopt;
        if (!number) {
            builder.warn(text, lines.line(), "not a file of a KFD node");
            continue;
        }
        if (tree.nodes.size() >= HostLimits::kGpus && !tree.nodes.contains(*number))
            continue;
        Node &node = tree.nodes[*number];
        const EvidenceRef evidence = text.evidence(lines.line());
        std::string_view file = parts->file;
        if (file == "gpu_id") {
            node.gpuId = parseInteger<std::uint64_t>(parts->value).value_or(0);
            node.idEvidence = evidence;
        } else if (file == "name") {
            node.name = trimmed(parts->value);
            node.nameEvidence = evidence;
        } else if (const auto property = parseProperty(parts->value)) {
            const std::string_view folder = takeUntil(file, '/');
            if (folder == "properties") {
                readNodeProperty(node, *property, evidence);
            } else if (folder == "mem_banks") {
                readBank(node, *property, evidence, ownBank);
            } else if (folder == "io_links") {
                const auto link = parseInteger<unsigned>(takeUntil(file, '/'));
                if (link && (tree.links.size() < kMaxLinks || tree.links.contains({*number, *link})))
                    readLinkProperty(tree.links[{*number, *link}], *property, evidence);
            }
        }
    }
    return tree;
}

// location_id is bus << 8 | devfn. Kernels put a partition's number into its topmost four bits, some early
// ones into the function's: then function 0 is the device.
std::optional<Address> addressOf(const Node &node, HostBuilder &builder) {
    if ((node.gpuId == 0 && node.simdCount == 0) || node.location == 0 || node.domain > 0xFFFFFFFF)
        return std::nullopt;
    Address address{static_cast<std::uint32_t>(node.domain), static_cast<std::uint8_t>(node.location >> 8),
                    static_cast<std::uint8_t>((node.location >> 3) & 0x1F),
                    static_cast<std::uint8_t>(node.location & 7)};
    Address first = address;
    first.function = 0;
    if (address.function != 0 && !builder.knownFunction(address) && builder.knownFunction(first))
        return first;
    return address;
}

void addOnce(std::vector<int> &numbers, int number) {
    const auto at = std::lower_bound(numbers.begin(), numbers.end(), number);
    if (at == numbers.end() || *at != number)
        numbers.insert(at, number);
}

constexpr std::uint64_t kMaxRenderMinor = 0xFFFFF;

void addKfdNode(host::GpuFacts &gpu, int number, const Node &node) {
    const auto at =
        std::find_if(gpu.kfd.begin(), gpu.kfd.end(), [&](const auto &k) { return k.node >= number; });
    if (at != gpu.kfd.end() && at->node == number)
        return;
    host::KfdNodeFacts facts;
    facts.node = number;
    facts.evidence = node.evidence;
    if (node.gpuId != 0)
        facts.gpuId = {node.gpuId, node.idEvidence};
    if (node.renderMinor != 0 && node.renderMinor <= kMaxRenderMinor)
        facts.renderMinor = {static_cast<int>(node.renderMinor), node.minorEvidence};
    gpu.kfd.insert(at, std::move(facts));
}

void addGpu(unsigned number, const Node &node, HostBuilder &builder) {
    host::GpuFacts *gpu = node.address ? builder.gpu(*node.address) : nullptr;
    if (!gpu)
        return;
    addOnce(gpu->kfdNodes, static_cast<int>(number));
    addKfdNode(*gpu, static_cast<int>(number), node);
    if (node.renderMinor != 0 && node.renderMinor <= kMaxRenderMinor)
        addOnce(gpu->renderMinors, static_cast<int>(node.renderMinor));
    if (node.hive != 0 && !gpu->xgmiHive)
        gpu->xgmiHive = {node.hive, node.hiveEvidence};
    if (node.uniqueId != 0 && !gpu->uniqueId)
        gpu->uniqueId = {fmt::format("{:016x}", node.uniqueId), node.uniqueEvidence};
}

constexpr std::uint64_t kMost16Bits = 0xFFFF;

// For a copy of KFD's folders alone; what /sys/bus/pci states counts.
void addIdentity(const Node &node, HostBuilder &builder) {
    host::PciFunction *function = node.address ? builder.function(*node.address) : nullptr;
    if (!function)
        return;
    if (!function->vendor && node.vendor != 0 && node.vendor <= kMost16Bits)
        function->vendor = {static_cast<std::uint16_t>(node.vendor), node.vendorEvidence};
    if (!function->device && node.device != 0 && node.device <= kMost16Bits)
        function->device = {static_cast<std::uint16_t>(node.device), node.deviceEvidence};
}

// A GPU has a link to the CPU that it hangs on; where it has several, the lightest is the direct one. KFD
// numbers the CPUs first, in the order of the NUMA nodes (kfd_create_vcrat_image_cpu).
void addNumaNode(unsigned number, const Tree &tree, HostBuilder &builder) {
    const Node &gpu = tree.nodes.at(number);
    const IoLink *lightest = nullptr;
    bool isOnly = true;
    for (auto at = tree.links.lower_bound({number, 0}); at != tree.links.end() && at->first.first == number;
         ++at) {
        const auto to = at->second.to > kMost16Bits ? tree.nodes.end()
                                                    : tree.nodes.find(static_cast<unsigned>(at->second.to));
        if (to == tree.nodes.end() || to->second.gpuId != 0 || to->second.simdCount != 0)
            continue;
        isOnly = !lightest || at->second.weight != lightest->weight || at->second.to == lightest->to;
        if (!lightest || at->second.weight < lightest->weight)
            lightest = &at->second;
    }
    host::PciFunction *function =
        gpu.address && lightest && isOnly ? builder.function(*gpu.address) : nullptr;
    if (function && !function->numaNode)
        function->numaNode = {static_cast<int>(lightest->to), lightest->evidence};
}

// Only for an unpartitioned GPU: how partitions share memory depends on the mode.
void addMemory(const Node &node, HostBuilder &builder) {
    host::GpuFacts *gpu = node.address && node.memory ? builder.gpu(*node.address) : nullptr;
    if (gpu && gpu->kfdNodes.size() == 1 && !gpu->vram)
        gpu->vram = {ByteCount{*node.memory}, node.memoryEvidence};
}

// Types of linux/kfd_sysfs.h: 2 PCIe, 11 XGMI. 15 is the weight of one XGMI hop (kfd_crat.h).
void addLink(const IoLink &link, const Tree &tree, HostBuilder &builder) {
    constexpr std::uint64_t kXgmi = 11;
    constexpr std::uint64_t kHopWeight = 15;
    constexpr std::uint64_t kMaxWeight = kHopWeight * 1024;
    if (link.type != kXgmi || link.from > 0xFFFF || link.to > 0xFFFF)
        return;
    const auto from = tree.nodes.find(static_cast<unsigned>(link.from));
    const auto to = tree.nodes.find(static_cast<unsigned>(link.to));
    if (from == tree.nodes.end() || to == tree.nodes.end() || !from->second.address || !to->second.address)
        return; // to a CPU, or to a node that is not readable
    host::GpuLink made;
    made.kind = host::GpuLink::Kind::Xgmi;
    made.from = *from->second.address;
    made.to = *to->second.address;
    made.evidence = link.evidence;
    if (link.weight >= kHopWeight && link.weight <= kMaxWeight)
        made.count = static_cast<int>(link.weight / kHopWeight);
    constexpr double kMegabytes = 1000; // MB/s in the file
    if (link.maxBandwidth != 0)
        made.bandwidth = GigabytesPerSecond{static_cast<double>(link.maxBandwidth) / kMegabytes};
    builder.gpuLink(made);
}

} // namespace

void readKfd(const SectionText &text, HostBuilder &builder) {
    Tree tree = readTree(text, builder);
    for (auto &[number, node] : tree.nodes) {
        node.address = addressOf(node, builder);
        addGpu(number, node, builder);
    }
    for (const auto &[number, node] : tree.nodes) {
        addMemory(node, builder);
        addIdentity(node, builder);
        addNumaNode(number, tree, builder);
    }
    for (const auto &[where, link] : tree.links)
        addLink(link, tree, builder);
}

} // namespace fabricscope::formats
