// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/graph/System.h"

#include <algorithm>

namespace fabricscope::nccl {

namespace {

/// Broadcom switches by the ids of vendor, device, and subsystem without its lower 12 bits: pairs of upper
/// and lower switches.
struct SwitchRow {
    std::uint64_t upper;
    std::uint64_t lower;
};
constexpr SwitchRow kSwitches[] = {
    {0x1000c0101000a000, 0x1000c0101000a000}, // Gen4 in base mode
    {0x1000c03010000000, 0x1000c03010001000}, // Gen5
};
constexpr std::uint64_t kFamilyMask = 0xfffffffffffff000;

void take(System &system, int upper, int lower) {
    auto &up = system.nodes[static_cast<std::size_t>(upper)];
    auto &low = system.nodes[static_cast<std::size_t>(lower)];
    for (const Link &link : low.links) {
        if (link.remote == upper)
            continue;
        up.links.push_back(link);
        auto &back = system.nodes[static_cast<std::size_t>(link.remote)].links;
        const auto found =
            std::find_if(back.begin(), back.end(), [lower](const Link &l) { return l.remote == lower; });
        if (found != back.end())
            found->remote = upper;
    }
    low.links.clear();
    auto &switches = system.byType[static_cast<std::size_t>(NodeType::Pci)];
    switches.erase(std::find(switches.begin(), switches.end(), lower));
}

} // namespace

void flattenBroadcomSwitches(System &system) {
    const std::vector<int> all = system.of(NodeType::Pci);
    for (const int upper : all) {
        auto &up = system.nodes[static_cast<std::size_t>(upper)];
        const auto *row = std::find_if(std::begin(kSwitches), std::end(kSwitches), [&](const SwitchRow &r) {
            return (up.pciIds & kFamilyMask) == r.upper;
        });
        if (row == std::end(kSwitches))
            continue;
        std::vector<int> below;
        for (const Link &link : up.links) {
            const SystemNode &remote = system.nodes[static_cast<std::size_t>(link.remote)];
            if (remote.type == NodeType::Pci && (remote.pciIds & kFamilyMask) == row->lower &&
                link.remote != upper)
                below.push_back(link.remote);
        }
        std::erase_if(up.links, [&](const Link &link) {
            return std::find(below.begin(), below.end(), link.remote) != below.end();
        });
        for (const int lower : below)
            take(system, upper, lower);
        up.pciIds |= 0xffff; // so that it is merged with nothing again
    }
    auto &switches = system.byType[static_cast<std::size_t>(NodeType::Pci)];
    for (std::size_t place = 0; place < switches.size(); ++place)
        system.nodes[static_cast<std::size_t>(switches[place])].place = static_cast<int>(place);
}

} // namespace fabricscope::nccl
