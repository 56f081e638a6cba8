// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/machine/Machine.h"

#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::nccl {

namespace {

constexpr std::size_t kBusIdLength = 12; // "0000:00:00.0": BUSID_SIZE - 1

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

void Machine::index() {
    m_byBusId.clear();
    m_gpuBusIds.clear();
    for (std::uint32_t i = 0; i < functions.size(); ++i)
        m_byBusId.try_emplace(functions[i].busId, i);
    for (const MachineGpu &gpu : gpus)
        m_gpuBusIds.insert(gpu.busId);
    breakCycles();
}

void Machine::breakCycles() {
    // 0: not visited; else the number of the walk that visited it.
    std::vector<std::uint32_t> walk(functions.size());
    for (std::uint32_t i = 0; i < functions.size(); ++i) {
        std::uint32_t at = i;
        while (walk[at] == 0) {
            walk[at] = i + 1;
            std::optional<std::uint32_t> &parent = functions[at].parent;
            if (!parent)
                break;
            if (*parent >= functions.size() || walk[*parent] == i + 1) {
                parent.reset();
                break;
            }
            at = *parent;
        }
    }
}

bool Machine::isGpu(std::string_view busId) const {
    return m_gpuBusIds.contains(std::string(busId));
}

std::optional<std::uint32_t> Machine::find(std::string_view busId) const {
    std::string name(busId.substr(0, kBusIdLength));
    std::transform(name.begin(), name.end(), name.begin(), lower);
    const auto at = m_byBusId.find(name);
    return at == m_byBusId.end() ? std::nullopt : std::optional(at->second);
}

std::optional<std::uint32_t> Machine::findFolder(std::string_view name) const {
    const auto at = m_byBusId.find(std::string(name));
    return at == m_byBusId.end() ? std::nullopt : std::optional(at->second);
}

int libraryCpuFamily(int kernelFamily) {
    // The kernel adds the extended family from 15 on (arch/x86/lib/cpu.c), the library shifts it by 4.
    constexpr int kBase = 15;
    return kernelFamily <= kBase ? kernelFamily : kBase + (std::min(kernelFamily, 0xFFFF) - kBase) * 16;
}

std::optional<std::string> cpuMapOf(std::string_view cpuList, unsigned cpus) {
    constexpr unsigned kMaxCpus = 65536;
    std::vector<std::uint32_t> words((std::clamp(cpus, 1U, kMaxCpus) + 31) / 32);
    for (cpuList = trimmed(cpuList); !cpuList.empty();) {
        std::string_view range = takeUntil(cpuList, ',');
        const auto first = parseInteger<std::uint32_t>(takeUntil(range, '-'));
        const auto last = range.empty() ? first : parseInteger<std::uint32_t>(range);
        if (!first || !last || *last < *first || *last >= kMaxCpus)
            return std::nullopt;
        if (words.size() <= *last / 32)
            words.resize(*last / 32 + 1);
        for (std::uint32_t word = *first / 32; word <= *last / 32; ++word) {
            const std::uint32_t from = std::max(*first, word * 32) % 32;
            const std::uint32_t to = std::min(*last, word * 32 + 31) % 32;
            words[word] |= (~std::uint32_t{0} << from) & (~std::uint32_t{0} >> (31 - to));
        }
    }
    std::string text;
    for (auto word = words.rbegin(); word != words.rend(); ++word)
        text += fmt::format("{}{:08x}", text.empty() ? "" : ",", *word);
    return text;
}

} // namespace fabricscope::nccl
