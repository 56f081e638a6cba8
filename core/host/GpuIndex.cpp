// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/GpuIndex.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fabricscope::host {

namespace {

constexpr std::uint16_t kNvidia = 0x10de;
constexpr std::uint16_t kAmd = 0x1002;
constexpr std::size_t kMaxNotes = 32;
constexpr std::size_t kMaxTokens = 4096;

constexpr std::string_view kAmdSmiHipId = "HIP ID reported by amd-smi";
constexpr std::string_view kKfdOrder = "position in KFD node order, as HIP counts";
constexpr std::string_view kBusOrder = "position in address order: CUDA_DEVICE_ORDER=PCI_BUS_ID";
constexpr std::string_view kOneModel =
    "position in PCI address order (assumed: CUDA's default FASTEST_FIRST, all GPUs of one model)";
constexpr std::string_view kVisible = "position among the GPUs visible in the environment";
constexpr std::string_view kSmi = "number from the vendor's tool";
constexpr std::string_view kNode = "/sys/class/kfd/kfd/topology/nodes";
constexpr std::string_view kMinor = "/dev/dri/renderD";
constexpr std::string_view kOam = "amd-smi's OAM id";
constexpr std::string_view kOamLabel = "the firmware's slot label";
constexpr std::string_view kGpuId = "KFD's gpu_id";

std::optional<GpuNumber> number(const Fact<int> &fact, std::string_view rule) {
    return fact ? std::optional(GpuNumber{*fact, fact.evidence(), rule}) : std::nullopt;
}

/// "OAM 6", "OAM6"
std::optional<GpuNumber> labelledOam(const PciFunction *function) {
    constexpr std::string_view kBegin = "OAM";
    if (!function || !function->rare->slotLabel || !function->rare->slotLabel->starts_with(kBegin))
        return std::nullopt;
    const auto value =
        parseInteger<int>(trimmed(std::string_view(*function->rare->slotLabel).substr(kBegin.size())));
    return value && *value >= 0
               ? std::optional(GpuNumber{*value, function->rare->slotLabel.evidence(), kOamLabel})
               : std::nullopt;
}

bool isGpuFunction(const PciFunction &function) {
    if (!function.classCode)
        return false;
    const std::uint32_t code = *function.classCode >> 8;
    const std::uint16_t vendor = function.vendor.valueOr(0);
    return (vendor == kNvidia || vendor == kAmd) && (code >> 8 == 0x03 || code == 0x1200);
}

/// KFD's nodes of this GPU; only their numbers if nothing else was reported.
std::vector<KfdNodeFacts> kfdOf(const GpuFacts *facts) {
    if (!facts)
        return {};
    std::vector<KfdNodeFacts> nodes = facts->kfd;
    for (std::size_t i = nodes.size(); i < facts->kfdNodes.size(); ++i) {
        KfdNodeFacts node;
        node.node = facts->kfdNodes[i];
        if (facts->renderMinors.size() == facts->kfdNodes.size())
            node.renderMinor = {facts->renderMinors[i], {}};
        nodes.push_back(node);
    }
    return nodes;
}

void addEntries(const Host &host, const Address &address, const GpuFacts *facts,
                std::vector<GpuEntry> &gpus) {
    const PciFunction *function = host.function(address);
    GpuEntry entry;
    entry.address = address;
    if (facts) {
        entry.smi = number(facts->smiIndex, kSmi);
        entry.oam = number(facts->oam, kOam);
        entry.runtime = number(facts->hipIndex, kAmdSmiHipId);
    }
    if (!entry.oam)
        entry.oam = labelledOam(function);
    const std::vector<KfdNodeFacts> parts = kfdOf(facts);
    for (std::size_t i = 0; i < std::max<std::size_t>(parts.size(), 1); ++i) {
        GpuEntry &made = gpus.emplace_back(entry);
        if (i >= parts.size())
            continue;
        const KfdNodeFacts &node = parts[i];
        if (parts.size() > 1) {
            made.partition = static_cast<std::uint32_t>(i);
            made.smi.reset(); // of the whole GPU
            made.runtime.reset();
        }
        made.kfdNode = GpuNumber{node.node, node.evidence, kNode};
        made.renderMinor = number(node.renderMinor, kMinor);
        constexpr std::uint64_t kMaxId = 0x7FFFFFFF;
        if (node.gpuId && *node.gpuId <= kMaxId)
            made.rvs = GpuNumber{static_cast<int>(*node.gpuId), node.gpuId.evidence(), kGpuId};
    }
}

class Numbering {
public:
    Numbering(const Host &host, std::span<const EnvironmentEntry> environment) : m_host(host) {
        for (const EnvironmentEntry &entry : environment)
            m_environment.insert_or_assign(entry.name, entry.value);
    }

    GpuTable table() {
        gather();
        numberAmd();
        numberNvidia();
        return std::move(m_table);
    }

private:
    using Order = std::vector<std::size_t>; ///< entries, in the runtime's order

    void gather() {
        std::map<std::uint64_t, std::pair<Address, const GpuFacts *>> found;
        for (const PciFunction &function : m_host.functions)
            if (isGpuFunction(function))
                found.try_emplace(function.address.key(), function.address, nullptr);
        for (const GpuFacts &facts : m_host.gpus)
            found.insert_or_assign(facts.address.key(), std::pair(facts.address, &facts));
        for (const auto &[key, gpu] : found) {
            const std::size_t first = m_table.gpus.size();
            addEntries(m_host, gpu.first, gpu.second, m_table.gpus);
            for (std::size_t i = first; i < m_table.gpus.size(); ++i)
                m_uniqueIds.push_back(gpu.second && gpu.second->uniqueId ? *gpu.second->uniqueId
                                                                         : std::string());
        }
    }

    [[nodiscard]] bool isOf(const GpuEntry &entry, std::uint16_t vendor, std::string_view driver) const {
        const PciFunction *function = m_host.function(entry.address);
        if (!function)
            return vendor == kAmd && entry.kfdNode.has_value();
        return function->vendor.valueOr(0) == vendor && (!function->driver || *function->driver == driver);
    }

    [[nodiscard]] const std::string *variable(std::string_view name) const {
        const auto at = m_environment.find(name);
        return at == m_environment.end() ? nullptr : &at->second;
    }

    void note(std::string text) {
        if (m_table.notes.size() < kMaxNotes)
            m_table.notes.push_back(std::move(text));
    }

    void numberAmd() {
        Order order;
        for (std::size_t i = 0; i < m_table.gpus.size(); ++i)
            if (m_table.gpus[i].kfdNode && isOf(m_table.gpus[i], kAmd, "amdgpu"))
                order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return m_table.gpus[a].kfdNode->value < m_table.gpus[b].kfdNode->value;
        });
        for (std::size_t i = 0; i < order.size(); ++i) {
            GpuEntry &entry = m_table.gpus[order[i]];
            if (!entry.runtime)
                entry.runtime = GpuNumber{static_cast<int>(i), entry.kfdNode->evidence, kKfdOrder};
        }
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return m_table.gpus[a].runtime->value < m_table.gpus[b].runtime->value;
        });
        if (order.empty())
            return;
        if (const std::string *list = variable("ROCR_VISIBLE_DEVICES"))
            order = filtered(order, "ROCR_VISIBLE_DEVICES", *list);
        // An empty value counts as not set (HIP's runtime checks the first character).
        for (const std::string_view name :
             {"HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"})
            if (const std::string *list = variable(name); list && !list->empty()) {
                order = filtered(order, name, *list);
                break;
            }
        show(order, kAmd, "amdgpu");
    }

    void numberNvidia() {
        Order order;
        std::optional<std::uint16_t> model;
        bool oneModel = true, allKnown = true;
        for (std::size_t i = 0; i < m_table.gpus.size(); ++i) {
            if (!isOf(m_table.gpus[i], kNvidia, "nvidia"))
                continue;
            order.push_back(i);
            const auto &device = m_host.function(m_table.gpus[i].address)->device;
            oneModel = oneModel && device && (!model || *model == *device);
            allKnown = allKnown && device;
            model = device ? std::optional(*device) : std::nullopt;
        }
        if (order.empty())
            return;
        const std::string *asked = variable("CUDA_DEVICE_ORDER");
        const bool byBus = asked && *asked == "PCI_BUS_ID";
        const bool known = byBus || oneModel || order.size() == 1;
        if (known)
            for (std::size_t i = 0; i < order.size(); ++i)
                m_table.gpus[order[i]].runtime =
                    GpuNumber{static_cast<int>(i), {}, byBus ? kBusOrder : kOneModel};
        else
            note(std::string(allKnown ? "with mixed" : "with unknown") +
                 " GPU models CUDA's default order (FASTEST_FIRST) is unknown; set "
                 "CUDA_DEVICE_ORDER=PCI_BUS_ID to order them by PCI address");
        const std::string *list = variable("CUDA_VISIBLE_DEVICES");
        if (!known &&
            (!list || list->empty() || list->find_first_not_of("0123456789, -") == std::string::npos))
            return;
        if (list)
            order = filtered(order, "CUDA_VISIBLE_DEVICES", *list);
        show(order, kNvidia, "nvidia");
    }

    /// A list of indices and unique ids; it ends at the first entry that names no GPU, or one named before.
    Order filtered(const Order &order, std::string_view name, std::string_view list) {
        Order left;
        for (std::size_t count = 0; !list.empty() && count < kMaxTokens; ++count) {
            const std::string_view token = trimmed(takeUntil(list, ','));
            const auto entry = named(order, token);
            if (!entry || std::find(left.begin(), left.end(), *entry) != left.end()) {
                if (token != "-1")
                    note(std::string(name) + ": '" + HostText(token).plain(64) + "' " +
                         (entry ? "is listed twice" : "names no GPU") + "; entries after it are ignored");
                break;
            }
            left.push_back(*entry);
        }
        return left;
    }

    [[nodiscard]] std::optional<std::size_t> named(const Order &order, std::string_view token) const {
        if (const auto place = parseInteger<std::size_t>(token))
            return *place < order.size() ? std::optional(order[*place]) : std::nullopt;
        constexpr std::string_view kPrefix = "GPU-";
        if (!token.starts_with(kPrefix) || token.size() == kPrefix.size())
            return std::nullopt;
        std::optional<std::size_t> match;
        for (const std::size_t entry : order) {
            std::string_view id = m_uniqueIds[entry];
            if (id.starts_with(kPrefix))
                id.remove_prefix(kPrefix.size());
            if (id.empty() || !id.starts_with(token.substr(kPrefix.size())))
                continue;
            if (match)
                return std::nullopt; // of several GPUs: the beginning of an id must be unambiguous
            match = entry;
        }
        return match;
    }

    void show(const Order &order, std::uint16_t vendor, std::string_view driver) {
        for (GpuEntry &entry : m_table.gpus)
            if (isOf(entry, vendor, driver) && (entry.runtime || vendor == kNvidia))
                entry.hidden = true;
        for (std::size_t i = 0; i < order.size(); ++i) {
            GpuEntry &entry = m_table.gpus[order[i]];
            entry.hidden = false;
            const bool same = entry.runtime && entry.runtime->value == static_cast<int>(i);
            entry.visible = same ? *entry.runtime : GpuNumber{static_cast<int>(i), {}, kVisible};
        }
    }

    const Host &m_host;
    std::map<std::string, std::string, std::less<>> m_environment;
    GpuTable m_table;
    std::vector<std::string> m_uniqueIds; ///< parallel to m_table.gpus
};

} // namespace

const GpuEntry *GpuTable::find(const Address &address, std::uint32_t partition) const {
    const auto at = std::lower_bound(gpus.begin(), gpus.end(), address,
                                     [](const GpuEntry &e, const Address &a) { return e.address < a; });
    for (auto it = at; it != gpus.end() && it->address == address; ++it)
        if (it->partition.value_or(0) == partition)
            return &*it;
    return nullptr;
}

const GpuEntry *GpuTable::visibleAt(int index) const {
    const auto at = std::find_if(gpus.begin(), gpus.end(),
                                 [&](const GpuEntry &e) { return e.visible && e.visible->value == index; });
    return at == gpus.end() ? nullptr : &*at;
}

GpuTable gpuTable(const Host &host, std::span<const EnvironmentEntry> environment) {
    return Numbering(host, environment).table();
}

} // namespace fabricscope::host
