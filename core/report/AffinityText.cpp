// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/AffinityText.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/Version.h"
#include "core/present/affinity/AffinityTable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace fabricscope::report {
namespace {

using present::AffinityCell;
using present::AffinityTable;
using present::CellMark;
using topology::PathWord;
using topology::Reach;

constexpr std::array kFormats{
    AffinityFormatName{AffinityFormat::Csv, "csv", "CSV", ".csv"},
    AffinityFormatName{AffinityFormat::Markdown, "markdown", "Markdown", ".md"},
    AffinityFormatName{AffinityFormat::TopoM, "smi", "nvidia-smi topo -m", ".txt"},
};
constexpr std::size_t kMaxName = 128;

constexpr std::size_t kMaxCpus = 512;  ///< of a CPU list
constexpr std::size_t kMaxText = 4096; ///< of a sentence or a line of a fix

std::string shown(std::string_view text, std::size_t most = kMaxName) {
    return HostText(text).plain(most);
}

// ---- CSV ----

std::string csvField(std::string_view text) {
    return HostText(text).csv(kMaxName);
}

std::string numa(const std::optional<NumaNode> &node) {
    return node ? std::to_string(node->value) : std::string();
}

std::string wordOf(const Reach &reach) {
    return toString(reach);
}

/// One row per GPU: its path types, then the names of the NICs that it uses and of the best ones.
std::string csvText(const AffinityTable &table, bool isSimulated) {
    const auto &fabric = table.fabric();
    std::vector<std::size_t> nics = table.columns();
    std::sort(nics.begin(), nics.end());
    std::string text = "gpu,bdf";
    for (const std::size_t nic : nics)
        text += "," + csvField(fabric.nics[nic].name);
    text += isSimulated ? ",used,best,simulated\r\n" : ",used,best\r\n";
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu) {
        text += csvField(fabric.gpus[gpu].name) + "," + csvField(fabric.gpus[gpu].busIdText);
        std::string used, best;
        for (const std::size_t nic : nics) {
            const AffinityCell cell = table.cell(gpu, nic);
            text += "," + wordOf(cell.reach);
            if (cell.pair != nullptr)
                used += (used.empty() ? "" : " ") + fabric.nics[nic].name;
        }
        if (gpu < table.judgement().ideal.size())
            for (const std::size_t nic : table.judgement().ideal[gpu])
                best += (best.empty() ? "" : " ") + fabric.nics[nic].name;
        text += "," + csvField(used) + "," + csvField(best) + (isSimulated ? ",yes\r\n" : "\r\n");
    }
    return text;
}

// ---- Markdown ----

std::string markdownField(std::string_view text, std::size_t most = kMaxName) {
    return HostText(text).markdown(most);
}

std::string markdownCell(const AffinityCell &cell) {
    if (cell.self)
        return "X";
    std::string text = wordOf(cell.reach);
    if (cell.reach.bandwidth)
        text += " " + present::bandwidthText(cell.reach.bandwidth);
    const CellMark mark = present::markOf(cell);
    if (mark == CellMark::Best)
        return text + " (best)";
    if (cell.pair == nullptr)
        return text;
    text = "**" + text + "**";
    if (mark == CellMark::Slow)
        text += " (slow for its path)";
    return cell.pair->severity ? fmt::format("{} ({})", text, present::wordsOf(cell.pair->kind)) : text;
}

std::string markdownRow(const std::string &head, const std::vector<std::string> &cells) {
    std::string line = "| " + head + " |";
    for (const std::string &cell : cells)
        line += " " + cell + " |";
    return line + "\n";
}

/// The sentence, the reason, and the numbered steps.
std::string markdownVerdict(const affinity::Verdict &verdict) {
    if (verdict.sentence.empty())
        return {};
    std::string text = fmt::format("**{}**\n\n", markdownField(verdict.sentence, kMaxText));
    if (!verdict.why.empty())
        text += markdownField(verdict.why, kMaxText) + "\n\n";
    for (std::size_t i = 0; i < verdict.fix.size(); ++i)
        text += fmt::format("{}. {}\n", i + 1, markdownField(verdict.fix[i], kMaxText));
    return verdict.fix.empty() ? text : text + "\n";
}

std::string markdownText(const AffinityTable &table) {
    const auto &fabric = table.fabric();
    std::string text = markdownVerdict(table.judgement().verdict);
    const auto matrix = [&](const std::string &title, const std::vector<std::string> &heads,
                            const std::function<std::string(std::size_t, std::size_t)> &cellOf) {
        text += markdownRow(title, heads) + "|---|";
        for (std::size_t i = 0; i < heads.size(); ++i)
            text += "---|";
        text += "\n";
        for (const std::size_t gpu : table.rows()) {
            std::vector<std::string> cells;
            for (std::size_t column = 0; column < heads.size(); ++column)
                cells.push_back(cellOf(gpu, column));
            text += markdownRow(
                markdownField(fabric.gpus[gpu].name) + " " + markdownField(table.gpuAddress(gpu)), cells);
        }
    };
    std::vector<std::string> nics, gpus;
    for (const std::size_t nic : table.columns())
        nics.push_back(markdownField(fabric.nics[nic].name) + " " + markdownField(table.nicAddress(nic)));
    for (const std::size_t gpu : table.rows())
        gpus.push_back(markdownField(fabric.gpus[gpu].name));
    matrix("GPU to NIC", nics, [&](std::size_t gpu, std::size_t column) {
        return markdownCell(table.cell(gpu, table.columns()[column]));
    });
    text += fmt::format("\nBold: {}. GB/s of the narrowest PCIe link, one direction.\n",
                        present::wordsOf(table.basis()));
    if (table.rows().size() > 1) {
        text += "\n";
        matrix("GPU to GPU", gpus, [&](std::size_t gpu, std::size_t column) {
            return markdownCell(table.peer(gpu, table.rows()[column]));
        });
    }
    return text;
}

// ---- nvidia-smi topo -m ----

/// The tool's own text, unchanged: people and programs search for it.
constexpr std::string_view kToolLegend =
    "  X    = Self\n"
    "  SYS  = Connection traversing PCIe as well as the SMP interconnect between NUMA nodes (e.g., QPI/UPI)\n"
    "  NODE = Connection traversing PCIe as well as the interconnect between PCIe Host Bridges within a NUMA "
    "node\n"
    "  PHB  = Connection traversing PCIe as well as a PCIe Host Bridge (typically the CPU)\n"
    "  PXB  = Connection traversing multiple PCIe bridges (without traversing the PCIe Host Bridge)\n"
    "  PIX  = Connection traversing at most a single PCIe bridge\n"
    "  NV#  = Connection traversing a bonded set of # NVLinks\n";
/// Path types unknown to the tool; explained only if the matrix has them.
constexpr std::pair<std::string_view, std::string_view> kOwnLegend[] = {
    {"XGMI", "Connection traversing Infinity Fabric links (XGMI)"},
    {"?", "Unknown"},
};

/// One of its lines: a GPU, or a NIC with its number.
struct TopoDevice {
    std::string name;
    std::optional<topology::NodeId> node;
    std::optional<std::size_t> gpu, nic;
};

/// "GPU2", as nvidia-smi names GPUs.
bool isNumbered(const affinity::Gpu &gpu) {
    constexpr std::string_view kBegin = "GPU";
    return gpu.name.starts_with(kBegin) &&
           parseInteger<unsigned>(std::string_view(gpu.name).substr(kBegin.size())).has_value();
}

class TopoM {
public:
    explicit TopoM(const AffinityTextInputs &inputs, const AffinityTable &table)
        : m_inputs(inputs), m_table(table) {
        if (inputs.topology != nullptr)
            m_paths.emplace(*inputs.topology);
        const auto &fabric = table.fabric();
        const bool areNumbered = std::all_of(fabric.gpus.begin(), fabric.gpus.end(), isNumbered);
        for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu)
            m_devices.push_back({areNumbered ? fabric.gpus[gpu].name : "GPU" + std::to_string(gpu),
                                 fabric.gpus[gpu].node,
                                 gpu,
                                 {}});
        const std::vector<std::size_t> nics = listed(table);
        for (std::size_t i = 0; i < nics.size(); ++i)
            m_devices.push_back({"NIC" + std::to_string(i), fabric.nics[nics[i]].node, {}, nics[i]});
    }

    std::string text() {
        std::string text;
        for (const TopoDevice &device : m_devices)
            text += "\t" + device.name;
        text += "\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n";
        for (const TopoDevice &row : m_devices) {
            text += row.name;
            for (const TopoDevice &column : m_devices) {
                const std::string label = word(row, column);
                text += "\t" + label;
                m_usedLabels.insert(label);
            }
            if (row.gpu) {
                const affinity::Gpu &gpu = m_table.fabric().gpus[*row.gpu];
                text += "\t" + cpus(gpu) + "\t" + (gpu.numa ? numa(gpu.numa) : "N/A") + "\tN/A";
            } else {
                text += "\t\t\t"; // as its own rows of NICs end
            }
            text += "\n";
        }
        return text + legend();
    }

private:
    /// The tool lists only RDMA devices. If there are none, other NICs are listed.
    static std::vector<std::size_t> listed(const AffinityTable &table) {
        std::vector<std::size_t> nics = table.columns();
        std::sort(nics.begin(), nics.end());
        const auto hasNone = [&](std::size_t nic) {
            return !table.fabric().nics[nic].rdma;
        };
        if (!std::all_of(nics.begin(), nics.end(), hasNone))
            std::erase_if(nics, hasNone);
        return nics;
    }

    [[nodiscard]] std::string word(const TopoDevice &a, const TopoDevice &b) const {
        if (&a == &b)
            return " X ";
        const Reach reach = a.gpu && b.gpu                ? m_table.peer(*a.gpu, *b.gpu).reach
                            : a.gpu && b.nic              ? m_table.cell(*a.gpu, *b.nic).reach
                            : a.nic && b.gpu              ? m_table.cell(*b.gpu, *a.nic).reach
                            : m_paths && a.node && b.node ? m_paths->between(*a.node, *b.node)
                                                          : Reach{};
        return reach.word == PathWord::Unknown ? "?" : toString(reach);
    }

    /// The CPUs local to the GPU according to its device, else those of its NUMA node.
    [[nodiscard]] std::string cpus(const affinity::Gpu &gpu) const {
        if (m_inputs.topology == nullptr)
            return "N/A";
        const host::Host &host = m_inputs.topology->host();
        const host::PciFunction *function = gpu.bdf ? host.function(*gpu.bdf) : nullptr;
        if (const std::string own = function != nullptr ? function->localCpus.valueOr({}) : std::string();
            !own.empty())
            return shown(own, kMaxCpus);
        for (const host::NumaNodeFacts &node : host.numaNodes)
            if (node.node == gpu.numa && node.cpus && !node.cpus->empty())
                return shown(*node.cpus, kMaxCpus);
        return "N/A";
    }

    [[nodiscard]] std::string legend() const {
        std::string text = "\nLegend:\n\n";
        text += kToolLegend;
        for (const auto &[word, meaning] : kOwnLegend)
            if (m_usedLabels.contains(word))
                text += fmt::format("  {:<4} = {}\n", word, meaning);
        std::string nics;
        for (const TopoDevice &device : m_devices)
            if (device.nic)
                nics +=
                    fmt::format("  {}: {}\n", device.name, shown(m_table.fabric().nics[*device.nic].name));
        return nics.empty() ? text : text + "\nNIC Legend:\n\n" + nics;
    }

    const AffinityTextInputs &m_inputs;
    const AffinityTable &m_table;
    std::optional<topology::HardwarePaths> m_paths;
    std::vector<TopoDevice> m_devices;
    std::set<std::string, std::less<>> m_usedLabels; ///< words in the matrix
};

} // namespace

std::span<const AffinityFormatName> affinityFormats() {
    return kFormats;
}

std::string affinityText(const AffinityTextInputs &inputs, AffinityFormat format) {
    const AffinityTable table(inputs.judgement, inputs.decisions);
    const bool isSimulated = inputs.topology != nullptr && !inputs.topology->host().simulated.empty();
    switch (format) {
    case AffinityFormat::Csv:
        return csvText(table, isSimulated);
    case AffinityFormat::Markdown:
        return (isSimulated ? "*Simulated host.*\n\n" : "") + markdownText(table);
    case AffinityFormat::TopoM:
        return TopoM(inputs, table).text() + (isSimulated ? "\nSimulated host.\n" : "");
    }
    return {};
}

} // namespace fabricscope::report
