// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/Windows.h"

#include <algorithm>
#include <functional>

namespace fabricscope::app::demo {

namespace {

constexpr std::uint64_t kWindowGranularity = 1 << 20; ///< of a bridge's memory windows
constexpr std::uint64_t kLowBase = 0x80000000, kLowSize = 0x08000000;
constexpr std::uint64_t kHighBase = 0x40000000000, kHighSize = 0x40000000000;

std::uint64_t alignedUp(std::uint64_t value, std::uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

/// A range to be placed: a BAR, the VF BARs of a PF, or everything behind a bridge.
struct Item {
    std::uint64_t size = 0, alignment = 1;
    std::function<void(std::uint64_t)> place;
};

/// Places one kind of memory (prefetchable or not) in the tree below one function or root bus.
class Layout {
public:
    Layout(DemoHost &host, bool prefetchable) : m_host(host), m_prefetchable(prefetchable) {}

    struct Extent {
        std::uint64_t size = 0, alignment = 1;
    };

    Extent measure(const std::vector<DemoFunction *> &functions) { return run(functions, 0, false); }
    void place(const std::vector<DemoFunction *> &functions, std::uint64_t base) {
        run(functions, base, true);
    }

    [[nodiscard]] std::vector<DemoFunction *> below(const Address &parent) {
        std::vector<DemoFunction *> found;
        for (auto &[address, function] : m_host.functions)
            if (function.parent == parent)
                found.push_back(&function);
        return found;
    }

private:
    Extent run(const std::vector<DemoFunction *> &functions, std::uint64_t base, bool commit) {
        std::vector<Item> items;
        for (DemoFunction *function : functions)
            collect(*function, items);
        std::stable_sort(items.begin(), items.end(),
                         [](const Item &a, const Item &b) { return a.alignment > b.alignment; });
        Extent extent;
        std::uint64_t cursor = base;
        for (const Item &item : items) {
            cursor = alignedUp(cursor, item.alignment);
            if (commit)
                item.place(cursor);
            cursor += item.size;
            extent.alignment = std::max(extent.alignment, item.alignment);
        }
        extent.size = cursor - base;
        return extent;
    }

    void collect(DemoFunction &function, std::vector<Item> &items) {
        for (DemoBar &bar : function.bars)
            if (bar.prefetchable == m_prefetchable && !function.physfn)
                items.push_back({bar.size, bar.size, [&bar](std::uint64_t at) {
                                     bar.address = at;
                                 }});
        for (DemoBar &bar : function.vfBars)
            if (bar.prefetchable == m_prefetchable)
                items.push_back(
                    {bar.size * function.totalVfs, bar.size, [this, &function, &bar](std::uint64_t at) {
                         bar.address = at;
                         placeVfs(function, bar);
                     }});
        if (!function.isBridge())
            return;
        const auto children = below(function.address);
        const Extent extent = measure(children);
        if (extent.size == 0)
            return;
        const std::uint64_t size = alignedUp(extent.size, kWindowGranularity);
        items.push_back({size, std::max(extent.alignment, kWindowGranularity),
                         [this, &function, children, size](std::uint64_t at) {
                             (m_prefetchable ? function.prefetchable : function.memory) = {at, at + size - 1};
                             place(children, at);
                         }});
    }

    void placeVfs(const DemoFunction &physical, const DemoBar &bar) {
        for (std::size_t i = 0; i < physical.virtfns.size(); ++i)
            for (DemoBar &own : m_host.functions.at(physical.virtfns[i]).bars)
                if (own.index == bar.index)
                    own.address = bar.address + i * bar.size;
    }

    DemoHost &m_host;
    bool m_prefetchable;
};

} // namespace

void assignWindows(DemoHost &host) {
    std::uint64_t index = 0;
    for (const auto &[key, root] : host.roots) {
        std::vector<DemoFunction *> functions;
        for (auto &[address, function] : host.functions)
            if (!function.parent && address.domain == root.domain && address.bus == root.bus)
                functions.push_back(&function);
        Layout(host, false).place(functions, kLowBase + index * kLowSize);
        Layout(host, true).place(functions, kHighBase + index * kHighSize);
        ++index;
    }
}

} // namespace fabricscope::app::demo
