// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "tests/support/samples/SampleFiles.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <fstream>
#include <set>

namespace fabricscope::samples {

namespace {

namespace fs = std::filesystem;

void writeFile(const fs::path &path, std::string_view bytes) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
}

void writeFiles(const fs::path &folder, const std::vector<File> &files) {
    for (const File &file : files)
        writeFile(folder / file.first, file.second + "\n");
}

/// Relative, so that the tree can be moved.
void writeLink(const fs::path &link, const fs::path &target) {
    fs::create_directories(link.parent_path());
    fs::create_symlink(target.lexically_relative(link.parent_path()), link);
}

/// Parses "0-3,8".
std::vector<unsigned> cpusOf(std::string_view list) {
    std::vector<unsigned> cpus;
    while (!list.empty()) {
        std::string_view range = takeUntil(list, ',');
        const auto first = parseInteger<unsigned>(takeUntil(range, '-'));
        const auto last = range.empty() ? first : parseInteger<unsigned>(range);
        for (unsigned cpu = first.value_or(1); first && last && cpu <= *last; ++cpu)
            cpus.push_back(cpu);
    }
    return cpus;
}

/// The kernel's format of a CPU mask: "00000000,ffffffff".
std::string maskText(const std::vector<unsigned> &cpus) {
    std::vector<std::uint32_t> words(1, 0);
    for (const unsigned cpu : cpus) {
        if (words.size() <= cpu / 32)
            words.resize(cpu / 32 + 1, 0);
        words[cpu / 32] |= 1U << (cpu % 32);
    }
    std::string mask;
    for (std::size_t at = words.size(); at-- > 0;)
        mask += fmt::format("{:08x}{}", words[at], at == 0 ? "" : ",");
    return mask;
}

void writeFunction(const host::Host &host, const host::PciFunction &function, const fs::path &root) {
    const fs::path folder = root / "sys/devices" / devicePath(host, function);
    writeFiles(folder, functionFiles(function));
    writeFiles(folder, linkFiles(function));
    if (function.localCpus)
        writeFile(folder / "local_cpus", maskText(cpusOf(*function.localCpus)) + "\n");
    const std::vector<std::uint8_t> config = configBytes(function);
    if (!config.empty())
        writeFile(folder / "config", {reinterpret_cast<const char *>(config.data()), config.size()});
    writeLink(root / "sys/bus/pci/devices" / function.address.toString(), folder);
    if (function.driver) {
        fs::create_directories(root / "sys/bus/pci/drivers" / *function.driver);
        writeLink(folder / "driver", root / "sys/bus/pci/drivers" / *function.driver);
    }
    if (function.physfn)
        if (const host::PciFunction *physical = host.function(*function.physfn))
            writeLink(folder / "physfn", root / "sys/devices" / devicePath(host, *physical));
    for (std::size_t index = 0; index < function.virtfns.size(); ++index)
        if (const host::PciFunction *made = host.function(function.virtfns[index]))
            writeLink(folder / fmt::format("virtfn{}", index),
                      root / "sys/devices" / devicePath(host, *made));
}

void writeIommuGroups(const host::Host &host, const fs::path &root) {
    const fs::path groups = root / "sys/kernel/iommu_groups";
    for (const host::IommuGroupFacts &group : host.iommuGroups)
        if (group.type)
            writeFile(groups / std::to_string(group.group.value) / "type", *group.type + "\n");
    for (const host::PciFunction &function : host.functions)
        if (function.iommuGroup) {
            const fs::path folder = groups / std::to_string(function.iommuGroup->value);
            const fs::path device = root / "sys/devices" / devicePath(host, function);
            writeLink(folder / "devices" / function.address.toString(), device);
            writeLink(device / "iommu_group", folder);
        }
}

/// The kernel's files of a cache; `cpus` share it.
void writeCache(const fs::path &cpu, unsigned index, unsigned level, const char *type, const char *size,
                const std::vector<unsigned> &cpus) {
    const fs::path folder = cpu / fmt::format("cache/index{}", index);
    writeFiles(folder, {{"level", std::to_string(level)},
                        {"type", type},
                        {"size", size},
                        {"coherency_line_size", "64"},
                        {"number_of_sets", "64"},
                        {"physical_line_partition", "1"},
                        {"ways_of_associativity", "8"},
                        {"shared_cpu_map", maskText(cpus)}});
}

/// A core for every two CPUs of a node: the n-th of each half, as Linux numbers hyperthreads.
void writeCpu(const fs::path &root, int node, const std::vector<unsigned> &cpus, std::size_t at) {
    const std::size_t cores = (cpus.size() + 1) / 2, core = at % cores;
    std::vector<unsigned> threads = {cpus[core]};
    if (core + cores < cpus.size())
        threads.push_back(cpus[core + cores]);
    const fs::path cpu = root / fmt::format("sys/devices/system/cpu/cpu{}", cpus[at]);
    writeFiles(cpu / "topology", {{"physical_package_id", std::to_string(node)},
                                  {"die_id", "0"},
                                  {"core_id", std::to_string(core)},
                                  {"core_cpus", maskText(threads)},
                                  {"thread_siblings", maskText(threads)},
                                  {"package_cpus", maskText(cpus)},
                                  {"core_siblings", maskText(cpus)}});
    writeCache(cpu, 0, 1, "Data", "48K", threads);
    writeCache(cpu, 1, 1, "Instruction", "32K", threads);
    writeCache(cpu, 2, 2, "Unified", "1024K", threads);
    writeCache(cpu, 3, 3, "Unified", "32768K", cpus);
}

void writeCpus(const host::Host &host, const fs::path &root) {
    std::set<unsigned> all;
    for (const host::NumaNodeFacts &node : host.numaNodes) {
        const std::vector<unsigned> cpus = cpusOf(node.cpus.valueOr(""));
        writeFile(root / fmt::format("sys/devices/system/node/node{}/cpumap", node.node.value),
                  maskText(cpus) + "\n");
        for (std::size_t at = 0; at < cpus.size(); ++at)
            writeCpu(root, node.node.value, cpus, at);
        all.insert(cpus.begin(), cpus.end());
    }
    if (all.empty())
        return;
    const std::string online = fmt::format("0-{}\n", *all.rbegin());
    for (const char *name : {"online", "present", "possible"})
        writeFile(root / "sys/devices/system/cpu" / name, online);
}

void writeNet(const host::Host &host, const fs::path &root) {
    for (const Link &link : netLinks(host)) {
        const fs::path folder =
            root / "sys/devices" / fs::path(link.second).lexically_relative("../../devices");
        fs::create_directories(folder);
        writeLink(root / "sys/class/net" / link.first, folder);
    }
    writeFiles(root / "sys/class/net", netFiles(host));
    writeFiles(root / "sys/class/net", netTouchFiles(host));
}

} // namespace

void writeTree(const host::Host &host, const fs::path &given) {
    const fs::path root = fs::canonical(given);
    writeFiles(root, identityFiles(host));
    writeFiles(root / "sys/class/dmi/id", dmiFiles(host));
    writeFiles(root / "sys/devices/system/node", numaFiles(host));
    writeCpus(host, root);
    for (const host::PciFunction &function : host.functions)
        writeFunction(host, function, root);
    writeIommuGroups(host, root);
    writeNet(host, root);
}

} // namespace fabricscope::samples
