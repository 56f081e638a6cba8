// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/system/SystemReaders.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/SystemFacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

constexpr std::string_view kSysctlFolder = "proc/sys/";

/// "vm/swappiness" is vm.swappiness.
std::string sysctlName(std::string_view path) {
    std::string name = shown(path, 64);
    std::replace(name.begin(), name.end(), '/', '.');
    return name;
}

/// "always [madvise] never": "madvise".
std::string_view chosen(std::string_view value) {
    const auto open = value.find('[');
    const auto close = value.find(']', open == std::string_view::npos ? 0 : open);
    return open == std::string_view::npos || close == std::string_view::npos
               ? value
               : value.substr(open + 1, close - open - 1);
}

/// A file of the kernel and the fact's name. One line adds one.
struct KernelFile {
    std::string_view path, name;
};
constexpr KernelFile kKernelFileNames[] = {
    {"sys/kernel/mm/transparent_hugepage/enabled", "transparent_hugepage"},
    {"sys/kernel/mm/transparent_hugepage/defrag", "transparent_hugepage.defrag"},
    {"sys/devices/system/cpu/cpufreq/boost", "cpufreq.boost"},
    {"sys/devices/system/cpu/intel_pstate/no_turbo", "intel_pstate.no_turbo"},
    {"sys/devices/system/cpu/amd_pstate/status", "amd_pstate.status"},
    {"sys/devices/system/cpu/cpuidle/current_driver", "cpuidle.driver"},
};

/// What lines state together.
class Settings {
public:
    Settings(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void line(std::string_view line) {
        if (readDenied(m_text, line, host::kKernelFiles, m_builder))
            return;
        const auto parts = splitFileLine(line);
        if (!parts) {
            m_builder.warn(m_text, line, "not a path:value line");
            return;
        }
        const std::string_view path = parts->path, value = trimmed(parts->value);
        const EvidenceRef evidence = m_text.evidence(line);
        if (path.starts_with(kSysctlFolder))
            addToolFact(m_builder, host::kSysctl, {}, sysctlName(path.substr(kSysctlFolder.size())), value,
                        evidence);
        else if (path == "proc/swaps")
            swap(value, evidence);
        else if (path == "proc/loadavg")
            load(value, evidence);
        else if (!tally(path, value, evidence) && !idleState(path, value, evidence) &&
                 !peers(path, value, evidence))
            kernelFile(path, value, evidence);
    }

    void finish() {
        for (const auto &[name, tally] : m_tallies)
            fact(name, textOf(tally), tally.evidence);
        for (const auto &[number, state] : m_states)
            if (!state.name.empty())
                fact(fmt::format("cpuidle.state{}", number),
                     state.name + (state.isDisabled ? ", disabled" : ""), state.evidence);
        if (m_swapRead)
            fact("swap", fmt::format("{} kB", m_swap), m_swapEvidence);
    }

private:
    struct Tally {
        std::map<std::string, std::uint32_t> counts;
        EvidenceRef evidence;
    };
    struct IdleState {
        std::string name;
        bool isDisabled = false;
        EvidenceRef evidence;
    };

    void fact(std::string_view name, std::string_view value, EvidenceRef evidence) {
        addToolFact(m_builder, host::kKernelFiles, {}, name, value, evidence);
    }

    void kernelFile(std::string_view path, std::string_view value, EvidenceRef evidence) {
        for (const KernelFile &file : kKernelFileNames)
            if (file.path == path)
                fact(file.name, chosen(value), evidence);
    }

    /// "scaling_governor:512 performance", several lines where CPUs differ.
    bool tally(std::string_view path, std::string_view value, EvidenceRef evidence) {
        constexpr std::string_view kFolder = "sys/devices/system/cpu/cpufreq/scaling_";
        constexpr std::size_t kMostValues = 16;
        if (!path.starts_with(kFolder))
            return false;
        const auto count = parseInteger<std::uint32_t>(takeWord(value));
        value = trimmed(value);
        if (!count || *count > HostLimits::kFunctions || value.empty())
            return true;
        Tally &tally = m_tallies[std::string("cpufreq.") +
                                 (path.substr(kFolder.size()) == "driver" ? "driver" : "governor")];
        tally.evidence = tally.counts.empty() ? evidence : tally.evidence;
        if (const std::string key = shown(value, 32); tally.counts.size() < kMostValues)
            tally.counts[key] += *count;
        return true;
    }

    /// "performance", or "performance 500, powersave 12".
    static std::string textOf(const Tally &tally) {
        if (tally.counts.size() == 1)
            return tally.counts.begin()->first;
        std::string text;
        for (const auto &[value, count] : tally.counts)
            addCount(text, value, count);
        return text;
    }

    bool idleState(std::string_view path, std::string_view value, EvidenceRef evidence) {
        constexpr std::string_view kFolder = "sys/devices/system/cpu/cpu0/cpuidle/state";
        constexpr unsigned kMostStates = 16;
        if (!path.starts_with(kFolder))
            return false;
        path.remove_prefix(kFolder.size());
        const auto number = parseInteger<unsigned>(takeUntil(path, '/'));
        if (!number || *number >= kMostStates)
            return true;
        IdleState &state = m_states[*number];
        if (path == "name") {
            state.name = shown(value, 32);
            state.evidence = evidence;
        } else if (path == "disable") {
            state.isDisabled = value != "0";
        }
        return true;
    }

    /// The folder's line has the names of the clients.
    bool peers(std::string_view path, std::string_view value, EvidenceRef evidence) {
        static constexpr std::string_view kFolders[] = {"sys/kernel/mm/memory_peers",
                                                        "sys/kernel/memory_peers", "sys/memory_peers"};
        for (const std::string_view folder : kFolders) {
            if (!path.starts_with(folder))
                continue;
            if (path == folder)
                fact("memory_peers", value.empty() ? std::string_view("no clients") : value, evidence);
            else if (const std::string_view client = withoutLastComponent(path.substr(folder.size()));
                     client.size() > 1)
                fact(fmt::format("memory_peers.{}", shown(client.substr(1), 32)), value, evidence);
            return true;
        }
        return false;
    }

    /// A heading, then "/dev/sda2  partition  8388604  0  -2": size and use in KiB.
    void swap(std::string_view value, EvidenceRef evidence) {
        const auto words = splitWords(value, 32);
        if (!m_swapRead)
            m_swapEvidence = evidence;
        m_swapRead = true;
        const auto size =
            words.size() >= 5 ? parseInteger<std::uint64_t>(words[words.size() - 3]) : std::nullopt;
        constexpr std::uint64_t kMostKiB = std::uint64_t{1} << 50;
        if (!size || *size > kMostKiB || m_swap > kMostKiB)
            return;
        if (m_swap == 0)
            m_swapEvidence = evidence;
        m_swap += *size;
    }

    /// "0.52 0.58 0.59 2/1200 4711"
    void load(std::string_view value, EvidenceRef evidence) {
        const auto words = splitWords(value, 5);
        if (words.size() == 5)
            fact("load average", fmt::format("{} {} {}", words[0], words[1], words[2]), evidence);
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::map<std::string, Tally> m_tallies;
    std::map<unsigned, IdleState> m_states;
    std::uint64_t m_swap = 0; ///< KiB
    bool m_swapRead = false;
    EvidenceRef m_swapEvidence;
};

} // namespace

bool readDenied(const SectionText &text, std::string_view line, std::string_view tool, HostBuilder &builder) {
    if (!line.starts_with('!'))
        return false;
    std::string_view path = trimmed(line.substr(1));
    const bool isSysctl = path.starts_with(kSysctlFolder);
    if (isSysctl)
        path.remove_prefix(kSysctlFolder.size());
    addToolFact(builder, isSysctl ? host::kSysctl : tool, {}, isSysctl ? sysctlName(path) : std::string(path),
                host::kNotReadable, text.evidence(line));
    return true;
}

void readSettings(const SectionText &text, HostBuilder &builder) {
    Settings settings(text, builder);
    for (LineCursor lines(text); lines.next();)
        if (!lines.line().empty())
            settings.line(lines.line());
    settings.finish();
}

// "kfd:rw crw-rw---- root render"
void readDeviceNodes(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitFileLine(lines.line());
        const auto words = parts ? splitWords(parts->value, 5) : std::vector<std::string_view>{};
        const bool isValid = words.size() == 4 && words[0].size() == 2 &&
                             words[0].find_first_not_of("rw-") == std::string_view::npos;
        if (isValid)
            addToolFact(builder, host::kDeviceFiles, {}, parts->path, parts->value,
                        text.evidence(lines.line()));
        else if (!lines.line().empty())
            builder.warn(text, lines.line(), "not a device file with its rights");
    }
}

} // namespace fabricscope::formats
