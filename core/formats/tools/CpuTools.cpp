// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `numactl -H` and `lscpu`, as text and with -J.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/ToolText.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

bool isNumber(std::string_view word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

class NumactlReader {
public:
    NumactlReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read() {
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            const PastedLine &line = lines.line();
            const auto parts = splitKeyValue(line.text);
            if (parts)
                readPolicy(*parts, m_text.evidence(line.source));
            const auto words = splitWords(parts ? parts->key : line.text, HostLimits::kNumaNodes + 1);
            const bool isNode = words.size() == 3 && words[0] == "node" && isNumber(words[1]);
            if (m_currentNode && !parts && !words.empty() && isNumber(words[0])) {
                addMoreCpus(line.text); // a list of CPUs that was wrapped
                continue;
            }
            deliverCpus();
            if (parts && isNode)
                readNode(line, parseInteger<unsigned>(words[1]), words[2], parts->value);
            else if (!parts && m_inDistances && words.size() > 1 && words[0] == "node")
                m_order.assign(words.begin() + 1, words.end());
            else if (parts && parts->key == "node distances")
                m_inDistances = true;
            else if (parts && m_inDistances && isNumber(parts->key))
                readDistances(line, parseInteger<unsigned>(parts->key), parts->value);
        }
        deliverCpus();
    }

private:
    static bool valid(std::optional<unsigned> node) { return node && *node < HostLimits::kNumaNodes; }

    /// "node 0 cpus: 0 1 2", "node 0 size: 193129 MB"
    void readNode(const PastedLine &line, std::optional<unsigned> number, std::string_view what,
                  std::string_view value) {
        if (!valid(number))
            m_builder.warn(m_text, line.source,
                           "a NUMA node's number is out of range: the line was left out");
        host::NumaNodeFacts *node = valid(number) ? m_builder.numaNode(*number) : nullptr;
        if (!node)
            return;
        const EvidenceRef evidence = m_text.evidence(line.source);
        if (what == "cpus") {
            m_currentNode = *number;
            m_cpus.clear();
            m_evidence = evidence;
            addCpus(value);
        } else if (what == "size") {
            if (const auto size = parseMemorySize(value))
                setIfUnknown(node->memory, *size, evidence);
        }
    }

    /// `numactl --show`: what the shell that ran it may use.
    void readPolicy(const KeyValue &parts, EvidenceRef evidence) {
        for (const std::string_view key : {"policy", "preferred node", "physcpubind", "cpubind", "nodebind",
                                           "membind", "preferred", "interleavemask"})
            if (parts.key == key)
                addToolFact(m_builder, "numactl --show", {}, key, parts.value, evidence);
    }

    void addCpus(std::string_view text) {
        for (std::string_view word = takeWord(text); !word.empty(); word = takeWord(text)) {
            const auto cpu = parseInteger<unsigned>(word);
            if (cpu && *cpu < HostLimits::kCpuNumber && m_cpus.size() < HostLimits::kCpuNumber)
                m_cpus.push_back(*cpu);
        }
    }

    /// The list ascends: a number below the one before it was cut by the line break.
    void addMoreCpus(std::string_view text) {
        const std::size_t count = m_cpus.size();
        if (count > 1 && m_cpus[count - 1] < m_cpus[count - 2]) {
            const std::string cut = std::to_string(m_cpus.back()).append(takeWord(text));
            m_cpus.pop_back();
            addCpus(cut);
        }
        addCpus(text);
    }

    void deliverCpus() {
        if (!m_currentNode)
            return;
        if (host::NumaNodeFacts *node = m_builder.numaNode(*m_currentNode); node && !node->cpus)
            node->cpus = textFact(cpuList(std::move(m_cpus)), m_evidence, 65536);
        m_currentNode.reset();
        m_cpus.clear();
    }

    /// "  0:  10  32"
    void readDistances(const PastedLine &line, std::optional<unsigned> number, std::string_view value) {
        std::vector<int> distances;
        for (std::string_view word = takeWord(value); !word.empty(); word = takeWord(value)) {
            const auto distance = parseInteger<int>(word);
            if (!distance || *distance < 0 || distances.size() >= HostLimits::kNumaNodes)
                return;
            distances.push_back(*distance);
        }
        const bool whole = m_order.empty() || distances.size() == m_order.size();
        host::NumaNodeFacts *node = valid(number) && whole ? m_builder.numaNode(*number) : nullptr;
        if (node && !distances.empty())
            setIfUnknown(node->distances, std::move(distances), m_text.evidence(line.source));
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::optional<unsigned> m_currentNode; ///< the node whose CPUs follow
    std::vector<unsigned> m_cpus;
    EvidenceRef m_evidence;
    std::vector<std::string> m_order; ///< the columns of the distances
    bool m_inDistances = false;
};

/// systemd-detect-virt's words for lscpu's.
struct Hypervisor {
    std::string_view lscpu, word;
};
constexpr Hypervisor kHypervisors[] = {
    {"KVM", "kvm"}, {"Microsoft", "microsoft"}, {"VMware", "vmware"}, {"Xen", "xen"}, {"IBM", "powervm"},
};

void readCpuNode(HostBuilder &builder, std::string_view key, std::string_view value, EvidenceRef evidence) {
    // "NUMA node0 CPU(s)"
    constexpr std::string_view kNode = "NUMA node";
    const auto rest = withoutEnding(key, " CPU(s)");
    const auto number = rest ? numberAfter(*rest, kNode, HostLimits::kNumaNodes - 1) : std::nullopt;
    host::NumaNodeFacts *node = number ? builder.numaNode(*number) : nullptr;
    const bool isList = value.find_first_not_of("0123456789,-") == std::string_view::npos;
    if (node && isList && !node->cpus)
        node->cpus = textFact(value, evidence, 65536);
}

void readCpuField(HostBuilder &builder, std::string_view key, std::string_view value, EvidenceRef evidence) {
    host::Host &host = builder.host;
    if (key == "Model name") {
        setTextIfUnknown(host.cpuModel, value, evidence);
    } else if (key == "Vendor ID") {
        setTextIfUnknown(host.cpuVendor, value, evidence, 64);
    } else if (key == "CPU family") {
        if (const auto family = parseInteger<int>(value); family && *family >= 0)
            setIfUnknown(host.cpuFamily, *family, evidence);
    } else if (key == "Model") {
        if (const auto model = parseInteger<int>(value); model && *model >= 0)
            setIfUnknown(host.cpuModelNumber, *model, evidence);
    } else if (key == "On-line CPU(s) list") {
        setTextIfUnknown(host.cpusOnline, value, evidence, 65536);
    } else if (key == "Socket(s)") {
        if (const auto sockets = parseInteger<int>(value); sockets && *sockets > 0)
            setIfUnknown(host.cpuPackages, *sockets, evidence);
    } else if (key == "NUMA node(s)") {
        if (const auto count = parseInteger<unsigned>(value); count && *count <= HostLimits::kNumaNodes)
            builder.notes.numaNodeCount = *count;
    } else if (key == "Hypervisor vendor") {
        for (const Hypervisor &known : kHypervisors)
            if (known.lscpu == value)
                setTextIfUnknown(host.virtualization, known.word, evidence);
    } else {
        readCpuNode(builder, key, value, evidence);
    }
}

/// The processor's flags, in pieces as they were wrapped, often within a word: only this one is looked for.
void readFlags(HostBuilder &builder, std::string flags, EvidenceRef evidence) {
    if (flags.empty() || builder.notes.cpuReportsHypervisor)
        return;
    std::erase_if(flags, [](char c) { return c == ' ' || c == '\t'; });
    builder.notes.cpuReportsHypervisor = flags.find("hypervisor") != std::string::npos;
    builder.notes.cpuEvidence = evidence;
}

void readLscpuText(const SectionText &text, HostBuilder &builder) {
    std::string flags;
    EvidenceRef flagsEvidence;
    bool inFlags = false;
    constexpr std::size_t kMaxFlags = 65536;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const PastedLine &line = lines.line();
        const auto parts = splitKeyValue(line.text);
        const EvidenceRef evidence = text.evidence(line.source);
        if (!parts) {
            if (inFlags && flags.size() < kMaxFlags)
                flags += line.text.substr(0, kMaxFlags);
            continue;
        }
        inFlags = parts->key == "Flags";
        if (inFlags) {
            flags = parts->value.substr(0, kMaxFlags);
            flagsEvidence = evidence;
        } else {
            readCpuField(builder, parts->key, parts->value, evidence);
        }
    }
    readFlags(builder, std::move(flags), flagsEvidence);
}

/// {"lscpu": [{"field": "Model name:", "data": "AMD EPYC ...", "children": [...]}]}
void readLscpuJson(const SectionText &text, std::string_view json, HostBuilder &builder) {
    std::string field;
    JsonWalk walk(json);
    for (auto event = walk.next(); event != JsonWalk::Event::End; event = walk.next()) {
        if (event != JsonWalk::Event::Value)
            continue;
        if (walk.key() == "field") {
            field = walk.value();
        } else if (walk.key() == "data") {
            const std::string_view key = withoutEnding(field, ":").value_or(field);
            if (key == "Flags")
                readFlags(builder, walk.value(), text.evidence(walk.source()));
            else
                readCpuField(builder, key, trimmed(walk.value()), text.evidence(walk.source()));
        }
    }
}

} // namespace

// "available: 2 nodes (0-1)", "node 0 cpus: 0 1 ...", "node 0 size: 193129 MB", "node distances:" and its
// table.
void readNumactl(const SectionText &text, HostBuilder &builder) {
    NumactlReader(text, builder).read();
}

// "Model name:  AMD EPYC ...", "NUMA node0 CPU(s):  0-31", with or without an indent.
void readLscpu(const SectionText &text, HostBuilder &builder) {
    if (const std::string_view json = jsonIn(text.bytes); json.find("\"lscpu\"") != json.npos)
        readLscpuJson(text, json, builder);
    else
        readLscpuText(text, builder);
    const std::size_t listed = builder.numaNodes().size();
    if (const unsigned count = builder.notes.numaNodeCount; count > listed)
        builder.warn(fmt::format("lscpu: {} NUMA nodes, but {} of them listed", count, listed));
}

} // namespace fabricscope::formats
