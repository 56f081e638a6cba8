// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which tool wrote a text, by words that nothing else prints where they are.
#include "core/base/Text.h"
#include "core/formats/PastedLines.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>

namespace fabricscope::formats {

namespace {

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

/// No line of the text can hold these words, whatever is cleaned off it.
bool lacks(std::string_view text, std::string_view words) {
    return !has(text, words) && !mayNeedCleaning(text);
}

/// Some line begins with these words, whatever indent, quotes and colours precede it.
bool hasLine(std::string_view text, std::string_view beginning) {
    constexpr std::size_t kFarthest = 64;
    for (auto at = text.find(beginning); at != std::string_view::npos; at = text.find(beginning, at + 1)) {
        std::size_t before = at;
        while (before > 0 && at - before < kFarthest &&
               std::string_view(" \t>|").find(text[before - 1]) != std::string_view::npos)
            --before;
        if (before == 0 || text[before - 1] == '\n' || text[before - 1] == '\r' || text[before - 1] == 'm')
            return true;
    }
    return false;
}

/// Some line begins with these words, a number, and the words after it: "GPU 6: ", "Link 17: ".
bool hasNumberedLine(std::string_view text, std::string_view beginning,
                     std::initializer_list<std::string_view> endings) {
    std::set<std::string_view> tried; // each number once
    for (auto at = text.find(beginning); at != std::string_view::npos; at = text.find(beginning, at + 1)) {
        const auto digits = text.find_first_not_of("0123456789", at + beginning.size());
        if (digits == std::string_view::npos || digits == at + beginning.size())
            continue;
        const std::string_view rest = text.substr(digits);
        for (const std::string_view ending : endings)
            if (const std::string_view words = text.substr(at, digits - at + ending.size());
                rest.starts_with(ending) && tried.insert(words).second && hasLine(text, words))
                return true;
    }
    return false;
}

/// Some line for which `holds` holds.
template<class Predicate> bool anyLine(std::string_view text, Predicate holds) {
    for (PastedLines lines(text); lines.next();)
        if (!lines.line().blank() && holds(lines.line().text))
            return true;
    return false;
}

bool isJson(std::string_view text) {
    return !jsonIn(text).empty();
}

bool isPath(std::string_view word) {
    static constexpr std::array<std::string_view, 6> kPaths = {"X", "NODE", "SYS", "PHB", "PXB", "PIX"};
    return std::find(kPaths.begin(), kPaths.end(), word) != kPaths.end() ||
           (word.size() > 2 && word.starts_with("NV") && word[2] >= '0' && word[2] <= '9');
}

} // namespace

bool isNvidiaSmiXml(const FileSample &sample) {
    return has(sample.head, "<nvidia_smi_log>");
}

bool isNvidiaSmiQuery(const FileSample &sample) {
    return has(sample.head, "==NVSMI LOG==") ||
           (hasLine(sample.head, "GPU 0") && hasLine(sample.head, "Product Name") &&
            has(sample.head, "GPU UUID"));
}

bool isNvidiaSmiTable(const FileSample &sample) {
    return has(sample.head, "| NVIDIA-SMI ");
}

// Rows tell it from rocm-smi's tables, whose header looks the same.
bool isNvidiaTopo(const FileSample &sample) {
    return has(sample.head, "GPU") && anyLine(sample.head, [](std::string_view line) {
               return line.starts_with("GPU") && takeWord(line).size() > 3 && isPath(takeWord(line));
           });
}

bool isNvidiaNvlink(const FileSample &sample) {
    return hasNumberedLine(sample.head, "GPU ", {": "}) &&
           (hasNumberedLine(sample.head, "Link ", {": ", ", P2P is supported"}) ||
            has(sample.head, "all links are inActive"));
}

bool isRocmSmi(const FileSample &sample) {
    if (isJson(sample.head) && has(sample.head, "\"card") &&
        (has(sample.head, "(Topology) ") || has(sample.head, "\"PCI Bus\"")))
        return true;
    return has(sample.head, "ROCm System Management Interface") ||
           has(sample.head, "Weight between two GPUs") || has(sample.head, "Link Type between two GPUs") ||
           (hasLine(sample.head, "GPU[") &&
            (has(sample.head, "(Topology) Numa Node") || has(sample.head, "RAS INFO")));
}

bool isAmdSmiTopology(const FileSample &sample) {
    return hasLine(sample.head, "WEIGHT TABLE:") || hasLine(sample.head, "LINK TYPE TABLE:") ||
           hasLine(sample.head, "ACCESS TABLE:") ||
           (isJson(sample.head) && has(sample.head, "\"links\"") && has(sample.head, "\"link_type\"") &&
            !has(sample.head, "\"xgmi_metric\""));
}

bool isAmdSmiStatic(const FileSample &sample) {
    if (isJson(sample.head) && has(sample.head, "\"gpu\""))
        return has(sample.head, "\"market_name\"") ||
               (has(sample.head, "\"bdf\"") && !has(sample.head, "\"links\""));
    // a bracket of the text ("[AMD/ATI]") does not make it JSON
    return hasLine(sample.head, "GPU: ") &&
           (hasLine(sample.head, "BDF: ") || hasLine(sample.head, "MARKET_NAME: "));
}

// "GPU  POWER  GPU_T ..." or with --violation "GPU  PVIOL  TVIOL ...", then "  0  ..."; "  1  ..." where a
// copy glued the row of GPU 0 to the heads
bool isAmdSmiMonitor(const FileSample &sample) {
    static constexpr std::array<std::string_view, 10> kHeads = {
        "POWER", "GPU_T",     "GPU_TEMP", "GFX%",       "PVIOL",
        "ENC%",  "VRAM_USED", "PCIE_BW",  "SINGLE_ECC", "MEM_CLOCK"};
    bool hasHead = false, hasTimes = false;
    return isAmdSmiMonitorCsv(sample) || anyLine(sample.head, [&](std::string_view line) {
               std::string_view first = takeWord(line);
               const bool isTimed = first == "TIMESTAMP" || (hasTimes && parseInteger<std::uint64_t>(first));
               hasTimes = hasTimes || first == "TIMESTAMP";
               if (isTimed)
                   first = takeWord(line);
               const bool isRow = hasHead && (first == "0" || first == "1") && !trimmed(line).empty();
               std::size_t known = 0;
               for (std::string_view word = first == "GPU" ? takeWord(line) : ""; !word.empty();
                    word = takeWord(line))
                   known += std::find(kHeads.begin(), kHeads.end(), word) != kHeads.end() ? 1 : 0;
               hasHead = hasHead || known > 0;
               return isRow;
           });
}

bool isIbvDevinfo(const FileSample &sample) {
    return hasLine(sample.head, "hca_id:");
}

bool isIbstat(const FileSample &sample) {
    return hasLine(sample.head, "CA '") && (has(sample.head, "CA type:") || has(sample.head, "Port 1:"));
}

bool isIbdev2netdev(const FileSample &sample) {
    return !lacks(sample.head, "==>") && anyLine(sample.head, [](std::string_view line) {
        const auto arrow = line.find(" ==> ");
        const auto port = line.find(" port ");
        return arrow != std::string_view::npos && port < arrow && (has(line, "(Up)") || has(line, "(Down)"));
    });
}

bool isRdmaTool(const FileSample &sample) {
    if (isJson(sample.head) && has(sample.head, "\"ifname\"") &&
        (has(sample.head, "\"physical_state\"") || has(sample.head, "\"node_guid\"")))
        return true;
    if (lacks(sample.head, "physical_state") && lacks(sample.head, "node_guid"))
        return false;
    return anyLine(sample.head, [](std::string_view line) {
        const std::string_view whole = line;
        const std::string_view first = takeWord(line);
        const bool numbered = !first.empty() && first.back() == ':' && first[0] >= '0' && first[0] <= '9';
        if (first == "link" || numbered)
            return (has(takeWord(line), "/") && has(line, " state ") && has(line, "physical_state")) ||
                   (numbered && has(whole, ": node_type ") && has(whole, " node_guid "));
        return false;
    });
}

bool isNumactl(const FileSample &sample) {
    return hasLine(sample.head, "node distances:") ||
           (hasLine(sample.head, "policy: ") && hasLine(sample.head, "physcpubind:")) ||
           (hasLine(sample.head, "available: ") && hasLine(sample.head, "node 0 cpus:"));
}

bool isLscpu(const FileSample &sample) {
    return (isJson(sample.head) && has(sample.head, "\"lscpu\"")) ||
           (hasLine(sample.head, "NUMA node(s):") && hasLine(sample.head, "NUMA node0 CPU(s):")) ||
           (hasLine(sample.head, "Architecture:") && hasLine(sample.head, "CPU(s):") &&
            (hasLine(sample.head, "Model name:") || hasLine(sample.head, "NUMA node0 CPU(s):")));
}

// "2: eth0: <BROADCAST,...> mtu 1500", with -o "2: eth0    inet 10.0.0.5/24", with -br "eth0 UP  10.0.0.5/24"
bool isIpAddr(const FileSample &sample) {
    if (isJson(sample.head) && has(sample.head, "\"ifname\"") &&
        (has(sample.head, "\"operstate\"") || has(sample.head, "\"addr_info\"")))
        return true;
    if (lacks(sample.head, "mtu") && lacks(sample.head, "inet") && lacks(sample.head, "UNKNOWN"))
        return false;
    return anyLine(sample.head, [](std::string_view line) {
        const std::string_view first = takeWord(line);
        const std::string_view second = takeWord(line);
        const std::string_view third = takeWord(line);
        const bool numbered = first.size() > 1 && first.back() == ':' &&
                              parseInteger<unsigned>(first.substr(0, first.size() - 1)).has_value();
        if (numbered)
            return (second.ends_with(':') && third.starts_with('<') && has(line, " mtu ")) ||
                   ((third == "inet" || third == "inet6") && has(line, "/"));
        return first == "lo" && second == "UNKNOWN";
    });
}

bool isCpuInfo(const FileSample &sample) {
    return hasLine(sample.head, "processor\t:") &&
           (hasLine(sample.head, "model name\t:") || hasLine(sample.head, "CPU implementer"));
}

bool isMemInfo(const FileSample &sample) {
    return hasLine(sample.head, "MemTotal:") && hasLine(sample.head, "MemFree:") &&
           !has(sample.head, "Node 0 ");
}

// One line: what no other file holds is looked for, and the name helps.
bool isCommandLine(const FileSample &sample) {
    const std::string_view line = trimmed(sample.head);
    if (line.empty() || line.find('\n') != std::string_view::npos)
        return false;
    const bool named = has(sample.name, "cmdline") || has(sample.name, "Kernel Boot Parameters");
    return line.starts_with("BOOT_IMAGE=") || (named && has(line, "="));
}

bool isKernelVersion(const FileSample &sample) {
    return anyLine(sample.head.substr(0, 4096), [](std::string_view line) {
        if (line.starts_with("uname: "))
            line.remove_prefix(7);
        return line.starts_with("Linux version ") ||
               (line.starts_with("Linux ") && has(line, "SMP") && has(line, "#"));
    });
}

bool isOsRelease(const FileSample &sample) {
    return hasLine(sample.head, "PRETTY_NAME=") && hasLine(sample.head, "ID=");
}

bool isDmidecode(const FileSample &sample) {
    return hasLine(sample.head, "Handle 0x") && has(sample.head, "DMI type ");
}

bool isNvidiaInformation(const FileSample &sample) {
    return hasLine(sample.head, "Bus Location:") && hasLine(sample.head, "Model:");
}

} // namespace fabricscope::formats
