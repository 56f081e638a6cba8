// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/GpuPairs.h"

#include "core/formats/Lines.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::formats {

namespace {

using host::DeviceMatrix;

constexpr std::size_t kMostGpus = 512;

/// The GPUs of a table, and its cells between them by their places among them; "" where there is none.
class Pairs {
public:
    explicit Pairs(const DeviceMatrix &matrix) {
        std::map<std::string_view, std::size_t> columns;
        for (std::size_t i = 0; i < matrix.columns.size(); ++i)
            columns.emplace(matrix.columns[i], i);
        for (const DeviceMatrix::Row &row : matrix.rows) {
            const bool isGpu = numberAfter(row.name, "GPU", HostLimits::kGpus) || Address::parse(row.name);
            const auto column = columns.find(row.name);
            if (isGpu && column != columns.end() && m_rows.size() < kMostGpus) {
                m_rows.push_back(&row);
                m_columns.push_back(column->second);
            }
        }
    }

    [[nodiscard]] std::size_t count() const { return m_rows.size(); }
    [[nodiscard]] const DeviceMatrix::Row &row(std::size_t gpu) const { return *m_rows[gpu]; }
    [[nodiscard]] std::string_view cell(std::size_t from, std::size_t to) const {
        const auto &cells = m_rows[from]->cells;
        return m_columns[to] < cells.size() ? std::string_view(cells[m_columns[to]]) : std::string_view();
    }

private:
    std::vector<const DeviceMatrix::Row *> m_rows;
    std::vector<std::size_t> m_columns; ///< of each row's own GPU
};

/// Each pair once, as "GPU1 with GPU3"; as many as a line holds.
class PairList {
public:
    void add(const Pairs &pairs, std::size_t from, std::size_t to, std::string_view behind = {}) {
        constexpr std::size_t kLongest = 90;
        if (count++ == 0)
            evidence = pairs.row(from).evidence;
        if (text.size() < kLongest)
            text.append(text.empty() ? "" : ", ")
                .append(pairs.row(from).name)
                .append(" with ")
                .append(pairs.row(to).name)
                .append(behind);
        else if (!text.ends_with("..."))
            text += ", ...";
    }
    void report(HostBuilder &builder, std::string_view kind) const {
        if (count > 0)
            addToolFault(builder, {kind, {}, {}, count, text, evidence});
    }

    std::uint64_t count = 0;
    std::string text;
    host::EvidenceRef evidence;
};

/// Which GPUs links lead to from each other: the number of a group for each.
std::vector<std::size_t> groupsOf(const Pairs &pairs, const PairWords &words) {
    constexpr auto kNone = static_cast<std::size_t>(-1);
    std::vector<std::size_t> groups(pairs.count(), kNone), open;
    for (std::size_t first = 0; first < pairs.count(); ++first) {
        if (groups[first] != kNone)
            continue;
        groups[first] = first;
        for (open = {first}; !open.empty();) {
            const std::size_t from = open.back();
            open.pop_back();
            for (std::size_t to = 0; to < pairs.count(); ++to)
                if (groups[to] == kNone && from != to &&
                    (words.isLink(pairs.cell(from, to)) || words.isLink(pairs.cell(to, from)))) {
                    groups[to] = first;
                    open.push_back(to);
                }
        }
    }
    return groups;
}

bool isOff(std::string_view cell) {
    return cell == "DISABLED" || cell == "False";
}

bool isOn(std::string_view cell) {
    return cell == "ENABLED" || cell == "True";
}

/// "device 20b2", or the name where that is unknown: what GPUs of one model have in common; empty: unknown.
std::string modelOf(HostBuilder &builder, const DeviceMatrix::Row &row) {
    const auto address = row.address ? row.address : Address::parse(row.name);
    const host::PciFunction *function = address ? builder.knownFunction(*address) : nullptr;
    if (function == nullptr)
        return {};
    if (function->device)
        return "device " + std::to_string(*function->device);
    const auto &gpus = builder.gpus();
    const auto gpu = std::find_if(gpus.begin(), gpus.end(),
                                  [&](const host::GpuFacts &each) { return each.address == *address; });
    return gpu != gpus.end() && gpu->model ? *gpu->model : std::string();
}

/// The model of the GPUs with links; empty where they have several, or it is not known.
std::string modelOfLinked(HostBuilder &builder, const Pairs &pairs, const std::vector<std::size_t> &groups,
                          const std::map<std::size_t, std::size_t> &sizes) {
    std::optional<std::string> all;
    for (std::size_t gpu = 0; gpu < pairs.count(); ++gpu) {
        if (sizes.at(groups[gpu]) == 1)
            continue;
        const std::string model = modelOf(builder, pairs.row(gpu));
        if (all.value_or(model) != model)
            return {};
        all = model;
    }
    return all.value_or("");
}

} // namespace

void addLinkFaults(HostBuilder &builder, const DeviceMatrix &matrix, const PairWords &words) {
    const Pairs pairs(matrix);
    const std::vector<std::size_t> groups = groupsOf(pairs, words);
    std::map<std::size_t, std::size_t> sizes;
    for (const std::size_t group : groups)
        ++sizes[group];
    std::size_t linked = 0, largest = 0;
    for (const auto &[group, size] : sizes) {
        linked += size > 1 ? size : 0;
        largest = std::max(largest, size);
    }
    const std::string model = modelOfLinked(builder, pairs, groups, sizes);
    PairList missing;
    for (std::size_t from = 0; from < pairs.count(); ++from) {
        bool isKnown = true;
        for (std::size_t to = 0; to < pairs.count(); ++to) {
            const bool isOther = words.isOther(pairs.cell(from, to));
            isKnown = isKnown && (isOther || from == to);
            if (from < to && isOther && words.isOther(pairs.cell(to, from)) && groups[from] == groups[to] &&
                !words.missingKind.empty())
                missing.add(pairs, from, to);
        }
        constexpr std::size_t kGroup = 3;
        const DeviceMatrix::Row &row = pairs.row(from);
        if (sizes[groups[from]] == 1 && isKnown && largest >= kGroup && pairs.count() < 2 * linked)
            addToolFault(builder, {!model.empty() && modelOf(builder, pairs.row(from)) == model
                                       ? words.noLinkKind
                                       : words.otherNoLinkKind,
                                   row.name,
                                   row.address ? row.address : Address::parse(row.name),
                                   linked,
                                   {},
                                   row.evidence});
    }
    missing.report(builder, words.missingKind);
}

void addFewerLinks(HostBuilder &builder, const DeviceMatrix &matrix,
                   unsigned (*countOf)(std::string_view cell), std::string_view kind) {
    constexpr unsigned kFewestOfSwitches = 6; // V100 with NVSwitches; what is less may be wired by pairs
    constexpr std::size_t kFewestGpus = 3;
    const Pairs pairs(matrix);
    const auto linksOf = [&](std::size_t a, std::size_t b) {
        return std::min(countOf(pairs.cell(a, b)), countOf(pairs.cell(b, a)));
    };
    std::map<unsigned, std::size_t> counts; // pairs, by their links
    for (std::size_t from = 0; from < pairs.count(); ++from)
        for (std::size_t to = from + 1; to < pairs.count(); ++to)
            ++counts[linksOf(from, to)];
    if (pairs.count() < kFewestGpus || counts.empty() || counts.contains(0))
        return;
    const auto [most, having] = *counts.rbegin();
    const std::size_t all = pairs.count() * (pairs.count() - 1) / 2;
    if (most < kFewestOfSwitches || having == all || 2 * having < all)
        return;
    PairList fewer;
    for (std::size_t from = 0; from < pairs.count(); ++from)
        for (std::size_t to = from + 1; to < pairs.count(); ++to)
            if (const unsigned links = linksOf(from, to); links < most)
                fewer.add(pairs, from, to, " " + std::to_string(links) + " of " + std::to_string(most));
    fewer.report(builder, kind);
}

void addAccessFaults(HostBuilder &builder, const DeviceMatrix &matrix) {
    const Pairs pairs(matrix);
    PairList off;
    bool hasAccess = false;
    for (std::size_t from = 0; from < pairs.count(); ++from)
        for (std::size_t to = from + 1; to < pairs.count(); ++to) {
            const std::string_view there = pairs.cell(from, to), back = pairs.cell(to, from);
            hasAccess = hasAccess || (isOn(there) && isOn(back));
            if (isOff(there) || isOff(back))
                off.add(pairs, from, to);
        }
    off.report(builder, hasAccess ? "p2p_some" : "p2p_none");
}

} // namespace fabricscope::formats
