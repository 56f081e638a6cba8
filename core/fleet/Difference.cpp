// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Difference.h"

#include "core/fleet/DiffCollector.h"

#include <algorithm>
#include <array>
#include <map>

namespace fabricscope::fleet {

namespace {

struct CategoryName {
    std::string_view word, title;
};
/// In the order of Category.
constexpr std::array<CategoryName, kCategories> kCategoryNames = {{
    {"hardware", "Hardware"},
    {"link", "Links"},
    {"firmware", "Firmware"},
    {"driver", "Drivers"},
    {"kernel", "Kernel"},
    {"setting", "Settings"},
    {"order", "Order and names"},
    {"numa", "NUMA"},
    {"iommu", "IOMMU"},
    {"network", "Network"},
    {"gpu", "GPU partitions"},
    {"vm", "VMs"},
    {"identity", "Identity of the two machines"},
}};

constexpr std::array<std::string_view, 4> kChangeNames = {"added", "removed", "moved", "changed"};

/// Minimum number of subjects that are grouped into one sentence.
constexpr std::size_t kMinGroupSize = 3;

std::string counted(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

} // namespace

std::string_view toString(Category category) {
    return kCategoryNames[static_cast<std::size_t>(category)].word;
}

std::string_view titleOf(Category category) {
    return kCategoryNames[static_cast<std::size_t>(category)].title;
}

std::string_view toString(Change change) {
    return kChangeNames[static_cast<std::size_t>(change)];
}

std::string Difference::text() const {
    return subject.empty() ? what : subject + ": " + what;
}

namespace {

/// Differences of devices and, between two machines, of everything with an identity.
bool canBeGrouped(const Difference &difference) {
    return !difference.subject.empty() && (difference.before.address || difference.after.address ||
                                           difference.category == Category::Identity);
}

/// " of Switch 41:00.0", taken from the names that all end with it; otherwise empty.
std::string takeCommonEnd(std::vector<std::string> &names) {
    const std::size_t of = names.front().find(" of ");
    if (of == std::string::npos)
        return {};
    const std::string end = names.front().substr(of);
    if (!std::all_of(names.begin(), names.end(),
                     [&](const std::string &name) { return name.ends_with(end); }))
        return {};
    for (std::string &name : names)
        name.resize(name.size() - end.size());
    return end;
}

/// "RDMA device mlx5_0, mlx5_1 and 6 more": what all names begin or end with is written once.
std::string listedWithCommonPrefix(std::vector<std::string> names) {
    std::size_t common = names.front().size();
    for (const std::string &name : names) {
        const std::size_t length = std::min(common, name.size());
        common = static_cast<std::size_t>(std::mismatch(name.begin(),
                                                        name.begin() + static_cast<std::ptrdiff_t>(length),
                                                        names.front().begin())
                                              .first -
                                          name.begin());
    }
    const std::size_t blank = common == 0 ? std::string::npos : names.front().rfind(' ', common - 1);
    if (blank != std::string::npos)
        for (std::size_t i = 1; i < names.size(); ++i)
            names[i].erase(0, blank + 1);
    const std::string last = takeCommonEnd(names);
    return listed(names, 3) + last;
}

} // namespace

std::vector<DifferenceGroup> grouped(const Comparison &comparison) {
    const auto &all = comparison.differences;
    std::map<std::tuple<Severity, std::string_view, std::string_view>, std::vector<std::size_t>> same;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (canBeGrouped(all[i]))
            same[{all[i].severity, all[i].rule, all[i].what}].push_back(i);
    std::vector<DifferenceGroup> groups;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto found = same.find({all[i].severity, all[i].rule, all[i].what});
        const bool several =
            found != same.end() && found->second.size() >= kMinGroupSize && canBeGrouped(all[i]);
        if (!several) {
            groups.push_back({{i}, all[i].text()});
        } else if (found->second.front() == i) {
            std::vector<std::string> names;
            for (const std::size_t member : found->second)
                names.push_back(all[member].subject);
            groups.push_back({found->second, listedWithCommonPrefix(std::move(names)) + ": " + all[i].what});
        }
    }
    return groups;
}

Counts countOf(const Comparison &comparison, const std::vector<DifferenceGroup> &groups) {
    Counts counts;
    for (const DifferenceGroup &group : groups)
        switch (comparison.differences[group.members.front()].severity) {
        case Severity::Error:
            ++counts.errors;
            break;
        case Severity::Warning:
            ++counts.warnings;
            break;
        case Severity::Note:
            ++counts.notes;
            break;
        }
    return counts;
}

std::string countsText(const Counts &counts) {
    std::vector<std::string> parts;
    if (counts.errors != 0)
        parts.push_back(counted(counts.errors, "error"));
    if (counts.warnings != 0)
        parts.push_back(counted(counts.warnings, "warning"));
    if (counts.notes != 0)
        parts.push_back(counted(counts.notes, "note"));
    return parts.empty() ? "nothing changed" : listed(parts);
}

} // namespace fabricscope::fleet
