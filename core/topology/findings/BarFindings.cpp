// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/BarFindings.h"

#include "core/pci/LargeBarGpus.h"
#include "core/topology/Classes.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace fabricscope::topology {

namespace {

using host::Bar;
using host::PciFunction;

constexpr std::uint16_t kNvidia = 0x10de;
/// include/linux/ioport.h
constexpr std::uint64_t kMemory = 0x200, kPrefetchable = 0x2000, k64Bit = 0x100000;
constexpr ByteCount kSmall{std::uint64_t{256} << 20U};

const Bar *barAt(const PciFunction &function, std::uint8_t index) {
    const auto &bars = function.bars.items();
    const auto at =
        std::find_if(bars.begin(), bars.end(), [&](const Bar &bar) { return bar.index == index; });
    const bool isMemory = at != bars.end() && (at->flags & kMemory) != 0 && at->size.value > 0;
    return isMemory ? &*at : nullptr;
}

/// The BAR in which a GPU shows its memory: of AMD's the first one, of NVIDIA's the one behind that of its
/// registers. Of a text that shows some regions only it is not known.
const Bar *windowOf(const PciFunction &function) {
    const Bar *first = barAt(function, 0);
    if (first == nullptr || *function.vendor != kNvidia)
        return first;
    return barAt(function, (first->flags & k64Bit) != 0 ? 2 : 1);
}

/// In a VM a vGPU of NVIDIA has the device ID of its GPU, and a window of its own size.
bool mayBeVgpu(const PciFunction &function, const host::Host &host) {
    const bool isVm = host.virtualization ? *host.virtualization != "none" : hasEmulatedDevices(host);
    return *function.vendor == kNvidia && isVm;
}

std::optional<findings::Finding> smallWindow(const PciFunction &function, const host::Host &host) {
    const bool isKnown = function.vendor && function.device && !function.dead && !function.physfn;
    if (!isKnown || !pci::hasLargeBar(*function.vendor, *function.device) || mayBeVgpu(function, host))
        return std::nullopt;
    const Bar *window = windowOf(function);
    if (window == nullptr || (window->flags & kPrefetchable) == 0 || kSmall < window->size)
        return std::nullopt;
    findings::Finding finding("device.fault", "bar_small");
    finding.set("detail", toString(window->size));
    return finding;
}

} // namespace

std::vector<std::pair<NodeId, findings::Finding>> barFindings(const Topology &topology) {
    std::vector<std::pair<NodeId, findings::Finding>> found;
    for (const Node &node : topology.nodes()) {
        if (node.kind != NodeKind::Gpu || !node.function)
            continue;
        if (auto finding = smallWindow(topology.host().functions[*node.function], topology.host()))
            found.emplace_back(node.id, std::move(*finding));
    }
    return found;
}

} // namespace fabricscope::topology
