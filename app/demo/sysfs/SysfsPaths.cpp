// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sysfs/SysfsPaths.h"

#include "core/base/Text.h"

#include <fmt/format.h>

namespace fabricscope::app::demo {

std::string functionPath(const DemoHost &host, const DemoFunction &function) {
    if (function.parent)
        return functionPath(host, host.functions.at(*function.parent)) + '/' + function.address.toString();
    return fmt::format("sys/devices/pci{:04x}:{:02x}/{}", function.address.domain, function.address.bus,
                       function.address.toString());
}

std::string netPath(const DemoHost &host, const DemoFunction &function, const DemoNet &net) {
    return functionPath(host, function) + (net.via.empty() ? "" : '/' + net.via) + "/net/" + net.name;
}

std::vector<unsigned> cpusOf(const std::string &list) {
    constexpr unsigned kMost = 4096;
    std::vector<unsigned> cpus;
    std::string_view rest = list;
    while (!rest.empty()) {
        std::string_view range = takeUntil(rest, ',');
        const auto first = parseInteger<unsigned>(takeUntil(range, '-'));
        const auto last = range.empty() ? first : parseInteger<unsigned>(range);
        if (!first || !last || *last >= kMost)
            continue;
        for (unsigned cpu = *first; cpu <= *last; ++cpu)
            cpus.push_back(cpu);
    }
    return cpus;
}

std::string cpuMask(const std::string &list, unsigned count) {
    constexpr unsigned kBits = 32;
    std::vector<std::uint32_t> words((count + kBits - 1) / kBits, 0);
    for (const unsigned cpu : cpusOf(list))
        if (cpu / kBits < words.size())
            words[cpu / kBits] |= std::uint32_t{1} << (cpu % kBits);
    std::string mask;
    for (auto word = words.rbegin(); word != words.rend(); ++word)
        mask += fmt::format("{}{:08x}", mask.empty() ? "" : ",", *word);
    return mask;
}

unsigned cpuCount(const DemoHost &host) {
    return static_cast<unsigned>(host.cpu.sockets * host.cpu.coresPerSocket * host.cpu.threads);
}

std::string allCpus(const DemoHost &host) {
    return fmt::format("0-{}", cpuCount(host) - 1);
}

std::string cpusOfNode(const DemoHost &host, int node) {
    for (const DemoNumaNode &candidate : host.numaNodes)
        if (candidate.id == node)
            return candidate.cpus;
    return allCpus(host);
}

} // namespace fabricscope::app::demo
