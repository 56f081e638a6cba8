// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Parts.h"
#include "core/topology/IommuGroups.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace fabricscope::fleet {

namespace {

/// A function that has a group on both sides.
struct Member {
    Position position = 0;
    std::uint32_t before = 0, after = 0;
};

/// The group number of each function.
std::map<Address, std::uint32_t> groupsOf(const HostView &view) {
    std::map<Address, std::uint32_t> groups;
    for (const host::PciFunction &function : view.host().functions)
        if (function.iommuGroup)
            groups.insert_or_assign(function.address, function.iommuGroup->value);
    return groups;
}

/// Union-find: which groups share members.
class Union {
public:
    explicit Union(std::size_t size) : m_parent(size) { std::iota(m_parent.begin(), m_parent.end(), 0U); }
    std::size_t find(std::size_t at) {
        while (m_parent[at] != at)
            at = m_parent[at] = m_parent[m_parent[at]];
        return at;
    }
    void join(std::size_t a, std::size_t b) { m_parent[find(a)] = find(b); }

private:
    std::vector<std::size_t> m_parent;
};

std::string groupList(const std::set<std::uint32_t> &groups) {
    std::vector<std::string> names;
    for (const std::uint32_t group : groups)
        names.push_back(std::to_string(group));
    return (groups.size() == 1 ? "group " : "groups ") + listed(names, 6);
}

/// Members of groups that share members: only the number changed if they form one group on both
/// sides.
void addComponent(const Work &work, const std::vector<Member> &members, std::vector<Member> &renumbered) {
    std::set<std::uint32_t> before;
    std::set<std::uint32_t> after;
    for (const Member &member : members) {
        before.insert(member.before);
        after.insert(member.after);
    }
    if (before.size() == 1 && after.size() == 1) {
        if (*before.begin() != *after.begin())
            renumbered.insert(renumbered.end(), members.begin(), members.end());
        return;
    }
    std::vector<std::string> names;
    std::vector<DevicePair> devices;
    for (const Member &member : members) {
        names.push_back(work.subject(member.position).name);
        devices.push_back(work.addresses(member.position));
    }
    const DevicePair first = devices.front();
    work.collector.add({"iommu.members",
                        Category::Iommu,
                        Change::Changed,
                        Severity::Warning,
                        listed(names, 3),
                        fmt::format("in IOMMU {} (was in {})", groupList(after), groupList(before)),
                        {groupList(before), first.before,
                         work.before.function(members.front().position).iommuGroup.evidence()},
                        {groupList(after), first.after, {}},
                        std::move(devices)});
}

void addRenumbered(const Work &work, const std::vector<Member> &members) {
    if (members.empty())
        return;
    std::vector<std::string> steps;
    std::vector<DevicePair> devices;
    for (const Member &member : members) {
        steps.push_back(fmt::format("{} is in {} (was in {})", work.subject(member.position).name,
                                    member.after, member.before));
        devices.push_back(work.addresses(member.position));
    }
    work.collector.add({"order.iommu_groups",
                        Category::Order,
                        Change::Changed,
                        Severity::Note,
                        "",
                        "IOMMU groups have new numbers but the same members: " + listed(steps, 3),
                        {},
                        {},
                        std::move(devices)});
}

/// A function that has a group on one side only, while the IOMMU is on.
void addOnOneSide(const Work &work, Position position, std::optional<std::uint32_t> before,
                  std::optional<std::uint32_t> after) {
    const Subject subject = work.subject(position);
    const auto words = [](std::optional<std::uint32_t> group) {
        return group ? fmt::format("IOMMU group {}", *group) : std::string("no IOMMU group");
    };
    work.collector.add({"iommu.group",
                        Category::Iommu,
                        Change::Changed,
                        Severity::Warning,
                        subject.name,
                        fmt::format("in {} (was in {})", words(after), words(before)),
                        {words(before), subject.device.before, {}},
                        {words(after), subject.device.after, {}},
                        {}});
}

/// Types of the groups, reported once for all functions with the same change.
void compareTypes(const Work &work, const std::vector<Member> &members) {
    const auto before = topology::iommuGroups(work.before.host());
    const auto after = topology::iommuGroups(work.after.host());
    std::map<std::pair<std::string, std::string>, std::vector<Member>> byChange;
    for (const Member &member : members) {
        const auto &old = before.at(member.before).type;
        const auto &now = after.at(member.after).type;
        if (old == now)
            continue;
        if (!old || !now)
            work.collector.addUnknown("iommu.type", Category::Iommu, "type of an IOMMU group", !old,
                                      work.subject(member.position).name);
        else
            byChange[{clean(*old), clean(*now)}].push_back(member);
    }
    for (const auto &[types, changed] : byChange) {
        std::vector<std::string> names;
        std::vector<DevicePair> devices;
        for (const Member &member : changed) {
            names.push_back(work.subject(member.position).name);
            devices.push_back(work.addresses(member.position));
        }
        work.collector.add(
            {"iommu.type",
             Category::Iommu,
             Change::Changed,
             Severity::Warning,
             listed(names, 3),
             fmt::format("the type of the IOMMU group is {} (was {})", types.second, types.first),
             {types.first, devices.front().before, {}},
             {types.second, devices.front().after, {}},
             std::move(devices)});
    }
}

} // namespace

void compareIommu(const Work &work) {
    const auto before = groupsOf(work.before);
    const auto after = groupsOf(work.after);
    if (before.empty() || after.empty())
        return; // the fact of the IOMMU itself reports it
    const auto groupAt = [](const auto &groups, const Address &address) {
        const auto found = groups.find(address);
        return found == groups.end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<Member> members;
    for (Position position = 0; position < work.before.size(); ++position) {
        if (!work.isSame(position))
            continue;
        const auto old = groupAt(before, work.before.function(position).address);
        const auto now = groupAt(after, work.after.function(work.matching.toAfter(position)).address);
        if (old && now)
            members.push_back({position, *old, *now});
        else if (old || now)
            addOnOneSide(work, position, old, now);
    }
    std::map<std::uint32_t, std::size_t> firstOfBefore;
    std::map<std::uint32_t, std::size_t> firstOfAfter;
    Union joined(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
        joined.join(i, firstOfBefore.emplace(members[i].before, i).first->second);
        joined.join(i, firstOfAfter.emplace(members[i].after, i).first->second);
    }
    std::map<std::size_t, std::vector<Member>> components;
    for (std::size_t i = 0; i < members.size(); ++i)
        components[joined.find(i)].push_back(members[i]);
    std::vector<Member> renumbered;
    for (const auto &[root, component] : components)
        addComponent(work, component, renumbered);
    addRenumbered(work, renumbered);
    compareTypes(work, members);
}

} // namespace fabricscope::fleet
