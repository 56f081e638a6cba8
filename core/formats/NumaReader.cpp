// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/FileFields.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <set>
#include <string>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::NumaNodeFacts;

// "0-31,64-95", with no number beyond what any machine has; empty on a node without CPUs.
bool isCpuList(std::string_view list) {
    constexpr std::size_t kFewDigits = 6; // less than HostLimits::kCpuNumber
    list = trimmed(list);
    if (list.size() <= kFewDigits &&
        std::all_of(list.begin(), list.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return true; // one CPU, or none: each of them lists its threads
    while (!list.empty()) {
        std::string_view range = takeUntil(list, ',');
        const auto first = parseInteger<std::uint32_t>(takeUntil(range, '-'));
        const auto last = range.empty() ? first : parseInteger<std::uint32_t>(range);
        if (!first || !last || *last < *first || *last >= HostLimits::kCpuNumber)
            return false;
    }
    return true;
}

bool readCpuList(NumaNodeFacts &node, std::string_view value, EvidenceRef evidence) {
    if (!isCpuList(value))
        return false;
    node.cpus = textFact(trimmed(value), evidence, 65536);
    return true;
}

bool readDistances(NumaNodeFacts &node, std::string_view value, EvidenceRef evidence) {
    std::vector<int> distances;
    for (value = trimmed(value); !value.empty();) {
        const std::string_view word = takeUntil(value, ' ');
        const auto distance = parseInteger<int>(word);
        if (!distance || *distance < 0 || distances.size() >= HostLimits::kNumaNodes)
            return false;
        distances.push_back(*distance);
    }
    node.distances = {std::move(distances), evidence};
    return true;
}

// "131841892 kB"
std::optional<ByteCount> kilobytes(std::string_view value) {
    value = trimmed(value);
    const auto number = parseInteger<std::uint64_t>(value.substr(0, value.find(' ')));
    constexpr std::uint64_t kMost = ~std::uint64_t{0} / 1024;
    return number && *number <= kMost ? std::optional(ByteCount{*number * 1024}) : std::nullopt;
}

// "Node 0 MemTotal:       131841892 kB", among some thirty other lines.
bool readNodeMemory(NumaNodeFacts &node, std::string_view value, EvidenceRef evidence) {
    constexpr std::string_view kTotal = "MemTotal:";
    const auto at = value.find(kTotal);
    if (at == std::string_view::npos)
        return true;
    const auto bytes = kilobytes(value.substr(at + kTotal.size()));
    if (bytes)
        node.memory = {*bytes, evidence};
    return bytes.has_value();
}

constexpr FileField<NumaNodeFacts> kNodeFields[] = {
    {"cpulist", readCpuList},
    {"distance", readDistances},
    {"meminfo", readNodeMemory},
};

} // namespace

void readNuma(const SectionText &text, HostBuilder &builder) {
    FileFields<NumaNodeFacts> fields(kNodeFields);
    std::string_view same; // the prefix of the previous line: "node0/"
    NumaNodeFacts *node = nullptr;
    for (LineCursor lines(text); lines.next();) {
        std::string_view value = lines.line();
        const FileField<NumaNodeFacts> *field = nullptr;
        if (!same.empty() && startsWith(value, same)) { // a node's memory takes thirty lines
            value.remove_prefix(same.size());
            field = fields.takeFrom(value);
        }
        if (!field) {
            const auto parts = splitNamedFileLine(lines.line());
            const auto number =
                parts ? numberAfter(parts->name, "node", HostLimits::kNumaNodes - 1) : std::nullopt;
            if (!number) {
                if (!splitFileLine(lines.line())) // "online:0-1" and the like are next to the nodes
                    builder.warn(text, lines.line(), "not a file of a NUMA node");
                continue;
            }
            same = lines.line().substr(0, parts->name.size() + 1);
            node = builder.numaNode(*number);
            field = fields.find(parts->file);
            value = parts->value;
        }
        if (node && field && !field->read(*node, value, text.evidence(lines.line())))
            builder.warnOfValue(text, lines.line());
    }
}

namespace {

/// Distinct values of a file over all CPUs: packages, or lists of threads, one per core. They point into the
/// section.
struct DistinctValues {
    std::array<std::byte, 4096> room; // NOLINT(cppcoreguidelines-pro-type-member-init): for the first of them
    std::pmr::monotonic_buffer_resource pool{room.data(), room.size()};
    std::pmr::set<std::string_view> values{&pool};
    std::string_view last = std::string_view("\n"); ///< no value is that
    EvidenceRef evidence;                           ///< of the last new one

    void add(std::string_view value, EvidenceRef where) {
        value = value.substr(0, 4096);
        if (value == last || values.size() >= HostLimits::kNames)
            return;
        last = value;
        const std::size_t before = values.size();
        values.emplace_hint(values.end(), value); // if files come sorted, most values are at the end
        if (values.size() != before)
            evidence = where;
    }
    void setCount(host::Fact<int> &fact) const {
        if (!values.empty())
            fact = {static_cast<int>(values.size()), evidence};
    }
};

} // namespace

void readCpu(const SectionText &text, HostBuilder &builder) {
    DistinctValues packages, cores, threads;
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitFileLine(lines.line());
        if (!parts)
            continue;
        const EvidenceRef evidence = text.evidence(lines.line());
        const std::string_view file = lastComponent(parts->path);
        const std::string_view value = trimmed(parts->value);
        if (parts->path == "online") {
            if (isCpuList(parts->value))
                builder.host.cpusOnline = textFact(value, evidence, 65536);
            else
                builder.warn(text, lines.line(), "not a list of CPUs");
        } else if (parts->path == "smt/control") {
            builder.host.smt = textFact(value, evidence, 64);
        } else if (file == "physical_package_id") {
            if (const auto package = parseInteger<int>(value); package && *package >= 0)
                packages.add(value, evidence);
        } else if (file == "thread_siblings_list" && isCpuList(value) && !value.empty()) {
            cores.add(value, evidence);
            threads.add(parts->path.substr(0, parts->path.find('/')), evidence);
        }
    }
    packages.setCount(builder.host.cpuPackages);
    cores.setCount(builder.host.cpuCores);
    threads.setCount(builder.host.cpuThreads);
}

void readCpuInfo(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitFileLine(lines.line());
        if (!parts)
            continue;
        const std::string_view key = trimmed(parts->path);
        const std::string_view value = trimmed(parts->value);
        if ((key == "model name" || key == "Model" || key == "cpu") && !builder.host.cpuModel) {
            builder.host.cpuModel = textFact(value, text.evidence(lines.line()), 128);
        } else if (key == "vendor_id" && !builder.host.cpuVendor) {
            builder.host.cpuVendor = textFact(value, text.evidence(lines.line()), 64);
        } else if (key == "cpu family" && !builder.host.cpuFamily) {
            if (const auto number = parseInteger<int>(value); number && *number >= 0)
                builder.host.cpuFamily = {*number, text.evidence(lines.line())};
        } else if (key == "model" && !builder.host.cpuModelNumber) {
            if (const auto number = parseInteger<int>(value); number && *number >= 0)
                builder.host.cpuModelNumber = {*number, text.evidence(lines.line())};
        } else if (key == "flags" && !builder.notes.cpuReportsHypervisor) {
            const std::string padded = ' ' + std::string(value.substr(0, 65536)) + ' ';
            builder.notes.cpuReportsHypervisor = padded.find(" hypervisor ") != std::string::npos;
            builder.notes.cpuEvidence = text.evidence(lines.line());
        }
    }
}

void readMemInfo(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitFileLine(trimmed(lines.line()));
        if (!parts || parts->path != "MemTotal")
            continue;
        if (const auto bytes = kilobytes(parts->value))
            builder.host.memory = {*bytes, text.evidence(lines.line())};
        else
            builder.warn(text, lines.line(), "not a size in kB");
        return;
    }
}

} // namespace fabricscope::formats
