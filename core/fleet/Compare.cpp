// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Identity.h"
#include "core/fleet/Parts.h"

#include <algorithm>
#include <array>
#include <map>

namespace fabricscope::fleet {

namespace {

/// In comparison order; to add a part, add a line.
constexpr std::array kParts = {comparePresence, compareFunctions, compareHosts, compareNumaNodes, compareVms,
                               compareSoftware, compareNetwork,   compareGpus,  compareIommu};

} // namespace

Subject Work::subject(Position position) const {
    const Position there = matching.toAfter(position);
    return there == kNoPosition ? Subject{before.name(position), addresses(position)}
                                : Subject{after.name(there), addresses(position)};
}

DevicePair Work::addresses(Position position) const {
    const Position there = matching.toAfter(position);
    DevicePair pair{before.function(position).address, std::nullopt};
    if (there != kNoPosition)
        pair.after = after.function(there).address;
    return pair;
}

bool Work::isSame(Position position) const {
    return matching.toAfter(position) != kNoPosition && matching.how(position) != Matching::How::Replaced;
}

bool Work::hasSameDriver(Position position) const {
    const auto &there = after.function(matching.toAfter(position));
    return before.function(position).driver == there.driver;
}

void addRenamed(const Work &work, std::string_view rule, std::vector<Renamed> names) {
    std::erase_if(names, [](const Renamed &name) { return name.before == name.after; });
    std::map<std::string_view, std::size_t> byOldName;
    for (std::size_t i = 0; i < names.size(); ++i)
        byOldName.emplace(names[i].before, i);
    std::vector<bool> visited(names.size(), false);
    for (const auto &[old, start] : byOldName) { // sorted by name: equal cycles begin at the same name
        std::vector<std::size_t> cycle;
        auto next = byOldName.find(old);
        while (next != byOldName.end() && !visited[next->second]) {
            visited[next->second] = true;
            cycle.push_back(next->second);
            next = byOldName.find(names[next->second].after);
        }
        const bool closed = cycle.size() > 1 && names[cycle.back()].after == old;
        if (!closed)
            for (const std::size_t at : cycle)
                work.collector.add(
                    {std::string(rule) + ".renamed",
                     Category::Order,
                     Change::Changed,
                     Severity::Warning,
                     names[at].device.after ? names[at].device.after->toString() : names[at].after,
                     fmt::format("is called {} (was {})", names[at].after, names[at].before),
                     {names[at].before, names[at].device.before, {}},
                     {names[at].after, names[at].device.after, {}},
                     {}});
        if (!closed)
            continue;
        std::vector<std::string> members;
        std::vector<std::string> steps;
        std::vector<DevicePair> devices;
        for (const std::size_t at : cycle) {
            members.push_back(names[at].before);
            steps.push_back(names[at].before + " is " + names[at].after);
            devices.push_back(names[at].device);
        }
        std::string what = "changed places";
        if (cycle.size() > 2)
            what += ": " + listed(steps);
        std::sort(devices.begin(), devices.end());
        work.collector.add({std::string(rule) + ".swapped",
                            Category::Order,
                            Change::Changed,
                            Severity::Warning,
                            listed(members),
                            std::move(what),
                            {std::nullopt, std::nullopt, {}},
                            {std::nullopt, std::nullopt, {}},
                            std::move(devices)});
    }
}

Comparison compare(const Side &before, const Side &after) {
    const HostView left(before);
    const HostView right(after);
    const Matching matching(left, right);
    DiffCollector collector;
    const Work work{left, right, matching, collector};
    for (const auto part : kParts)
        part(work);
    if (areTwoMachines(left.host(), right.host()))
        demoteIdentity(collector.differences());
    Comparison comparison = collector.finish();
    for (Position position = 0; position < left.size(); ++position)
        if (matching.toAfter(position) != kNoPosition)
            comparison.pairs.push_back(work.addresses(position));
    return comparison;
}

} // namespace fabricscope::fleet
