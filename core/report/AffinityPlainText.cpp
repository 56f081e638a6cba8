// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/AffinityPlainText.h"

#include "core/affinity/Rails.h"
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/present/affinity/AffinityTable.h"
#include "core/report/TextParts.h"
#include "core/report/TextTable.h"
#include "core/report/TextTools.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::report {

namespace {

using affinity::Examination;
using affinity::Fabric;
using affinity::Pair;

bool isIdeal(const Examination &examination, std::size_t gpu, std::size_t nic) {
    const auto &ideal = examination.judgement.ideal;
    return gpu < ideal.size() && std::find(ideal[gpu].begin(), ideal[gpu].end(), nic) != ideal[gpu].end();
}

/// A pair that is used but should not be.
bool isWrong(const Pair &pair) {
    return pair.severity && (pair.mispaired || pair.kind == affinity::Kind::RailSwapped ||
                             pair.kind == affinity::Kind::SharedWhileIdle);
}

/// "PIX" with a mark: '*' used, '!' used although another is better, '+' the best but not used.
std::string cellText(const present::AffinityTable &table, const Examination &examination, std::size_t gpu,
                     std::size_t nic) {
    const present::AffinityCell cell = table.cell(gpu, nic);
    std::string text = topology::toString(cell.reach);
    if (cell.pair != nullptr)
        text += isWrong(*cell.pair) ? " !" : " *";
    else if (isIdeal(examination, gpu, nic))
        text += " +";
    return text;
}

std::string nicNote(const affinity::Nic &nic) {
    return nic.frontEnd ? "front end" : (nic.unused ? "unused" : nic.down ? "down" : "");
}

/// None has one where only a tool's matrix is known.
bool hasAddresses(const Fabric &fabric) {
    const auto isPlaced = [](const auto &device) {
        return !device.busIdText.empty();
    };
    return std::any_of(fabric.gpus.begin(), fabric.gpus.end(), isPlaced) ||
           std::any_of(fabric.nics.begin(), fabric.nics.end(), isPlaced);
}

std::string matrixText(const Examination &examination, std::size_t width) {
    const Fabric &fabric = examination.judgement.fabric;
    const present::AffinityTable matrix(examination.judgement, nullptr);
    std::vector<std::size_t> nics = matrix.columns();
    std::sort(nics.begin(), nics.end());
    const bool placed = hasAddresses(fabric);
    std::vector<std::string> heads =
        placed ? std::vector<std::string>{"", "BDF"} : std::vector<std::string>{"", "NUMA"};
    std::vector<std::string> second(heads.size()), third(heads.size());
    for (const std::size_t nic : nics) {
        heads.push_back(fabric.nics[nic].name);
        second.push_back(fabric.nics[nic].busIdText);
        third.push_back(nicNote(fabric.nics[nic]));
    }
    TextTable table(heads);
    if (placed)
        table.addRow(second);
    if (std::any_of(third.begin(), third.end(), [](const std::string &note) { return !note.empty(); }))
        table.addRow(third);
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu) {
        const affinity::Gpu &own = fabric.gpus[gpu];
        std::vector<std::string> row = placed ? std::vector<std::string>{own.name, own.busIdText}
                                              : std::vector<std::string>{own.name, numaText(own.numa)};
        for (const std::size_t nic : nics)
            row.push_back(cellText(matrix, examination, gpu, nic));
        table.addRow(std::move(row));
    }
    return table.toString(width) +
           wrapped("* used; ! used, with a finding; + best, not used; ? unknown", width, 0);
}

std::string_view severityText(const std::optional<findings::Severity> &severity) {
    return severity ? findings::toString(*severity) : "ok";
}

/// After `head`, with all further lines indented to the text.
std::string hanging(std::string_view head, std::string_view text, std::size_t width) {
    const std::size_t inside = width > head.size() * 2 ? width - head.size() : 0;
    const std::string lines = wrapped(text, inside, 0);
    std::string shown(head);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        shown += lines[i];
        if (lines[i] == '\n' && i + 1 < lines.size())
            shown += std::string(head.size(), ' ');
    }
    return shown;
}

std::string verdictText(const Examination &examination, std::size_t width) {
    const affinity::Verdict &verdict = examination.judgement.verdict;
    std::string text = wrapped(verdict.sentence, width, 0);
    if (!verdict.why.empty())
        text += hanging("Why  ", verdict.why, width);
    for (std::size_t i = 0; i < verdict.fix.size(); ++i)
        text += hanging(i == 0 ? "Fix  " : "     ", verdict.fix[i], width);
    return text;
}

/// Whether a pair of the leading basis has the same GPU and NIC.
bool isRepeated(const affinity::Judgement &judgement, const Pair &pair) {
    const auto &pairs = judgement.pairs;
    return !judgement.isLeading(pair) && std::any_of(pairs.begin(), pairs.end(), [&](const Pair &other) {
        return judgement.isLeading(other) && other.gpu == pair.gpu && other.nic == pair.nic &&
               (other.kind == pair.kind || pair.kind == affinity::Kind::Unknown);
    });
}

std::string pairsText(const Examination &examination, std::size_t width) {
    std::string text;
    const affinity::Judgement &judgement = examination.judgement;
    std::vector<std::string> printed; // the fix appears once
    for (const Pair &pair : judgement.pairs) {
        const bool remarkable = pair.severity || pair.kind == affinity::Kind::Unknown;
        if ((!judgement.isLeading(pair) && !remarkable) || isRepeated(judgement, pair))
            continue;
        const bool unknown = pair.kind == affinity::Kind::Unknown;
        text += hanging(fmt::format("{:<9}", unknown ? "unknown" : severityText(pair.severity)), pair.reason,
                        width);
        for (const std::string &fix : pair.fix)
            if (std::find(printed.begin(), printed.end(), fix) == printed.end()) {
                printed.push_back(fix);
                text += hanging("         ", fix, width);
            }
    }
    return text;
}

/// The changes that make the NCCL file correct, and for `patch` their lines. Text of the file is sanitized
/// before it is printed.
std::string correctionText(const Examination &examination, std::size_t width) {
    if (!examination.correction)
        return {};
    const affinity::Correction &correction = *examination.correction;
    std::string text =
        wrapped(fmt::format("{} corrected (--corrected FILE writes it):", correction.path), width, 4);
    for (const std::string &change : correction.changes)
        text += hanging("    ", HostText(change).plain(), width);
    for (const std::string &setting : correction.settings)
        text += hanging("    ", HostText(setting).plain(), width);
    constexpr std::size_t kMaxLine = 300;
    for (std::string_view rest = correction.diff; !rest.empty();)
        text += HostText(takeUntil(rest, '\n')).plain(kMaxLine) + "\n";
    return text;
}

std::string bootstrapText(const Examination &examination, std::size_t width) {
    if (!examination.bootstrap)
        return {};
    const auto &bootstrap = *examination.bootstrap;
    std::string text =
        wrapped(fmt::format("Bootstrap: {} ({})",
                            bootstrap.interface.empty() ? std::string("no interface")
                                                        : HostText(bootstrap.interface).plain(64),
                            HostText(bootstrap.why).plain()),
                width, 4);
    for (const std::string &line : examination.bootstrapChoice.exportLines)
        text += "    " + HostText(line).plain() + "\n";
    return text;
}

std::string linesText(std::string_view title, const std::vector<std::string> &lines, std::size_t width) {
    if (lines.empty())
        return {};
    std::string text = fmt::format("{}\n", title);
    for (const std::string &line : lines)
        text += hanging("    ", HostText(line).plain(), width);
    return text;
}

/// The destinations of cables: subnets are only in JSON.
std::vector<std::string> railLines(const Fabric &fabric) {
    std::vector<std::string> lines;
    for (const affinity::Nic &nic : fabric.nics)
        if (std::any_of(nic.rails.begin(), nic.rails.end(), affinity::isSwitchRail))
            lines.push_back(fmt::format("{}: {}", nic.name, fmt::join(nic.rails, ", ")));
    return lines;
}

std::string numbersText(const Examination &examination, std::size_t width) {
    TextTable table({"", "BDF", "RUNTIME", "VISIBLE", "SMI", "KFD", "RENDER", "OAM", "RVS", "HYPERVISOR"});
    bool any = false;
    const auto text = [&](const std::optional<host::GpuNumber> &number, std::string_view before = "") {
        any = any || number.has_value();
        return number ? fmt::format("{}{}", before, number->value) : std::string();
    };
    for (const affinity::Gpu &gpu : examination.judgement.fabric.gpus) {
        if (!gpu.numbers)
            continue;
        const host::GpuEntry &entry = *gpu.numbers;
        table.addRow({gpu.name, gpu.busIdText, text(entry.runtime),
                      entry.hidden ? "hidden" : text(entry.visible), text(entry.smi), text(entry.kfdNode),
                      text(entry.renderMinor, "D"), text(entry.oam), text(entry.rvs), gpu.onHypervisor});
    }
    return any ? "\n" + table.toString(width) : std::string();
}

} // namespace

std::string affinityPlainText(const Examination &examination, const AffinityPlainOptions &options) {
    const Fabric &fabric = examination.judgement.fabric;
    std::string text = options.topology != nullptr
                           ? textHeader(*options.topology, {options.width, options.capture})
                           : examination.inputs.fileName + "\n";
    text += verdictText(examination, options.width);
    if (!fabric.source.empty())
        text += wrapped("Distances from " + fabric.source + ".", options.width, 0);
    if (!fabric.gpus.empty() && !fabric.nics.empty())
        text += "\n" + matrixText(examination, options.width);
    if (options.topology != nullptr && !hasAddresses(fabric) && !fabric.gpus.empty())
        text += matricesText(options.topology->host(), options.width); // with its CPU and NUMA columns
    if (const std::string pairs = pairsText(examination, options.width); !pairs.empty())
        text += "\n" + pairs;
    if (const std::string correction = correctionText(examination, options.width); !correction.empty())
        text += "\n" + correction;
    text += numbersText(examination, options.width);
    std::vector<std::string> fileNotes;
    for (const nccl::MergeNote &note : examination.fileNotes)
        fileNotes.push_back(note.line > 0 ? fmt::format("line {}: {}", note.line, note.what) : note.what);
    if (const std::string bootstrap = bootstrapText(examination, options.width); !bootstrap.empty())
        text += "\n" + bootstrap;
    text += linesText("\nRails:", railLines(fabric), options.width);
    text += linesText("\nNotes:", examination.judgement.notes, options.width);
    text += linesText("\nLibrary view of file and machine:", fileNotes, options.width);
    text += linesText("\nAssumed:", examination.assumptions, options.width);
    return text;
}

} // namespace fabricscope::report
