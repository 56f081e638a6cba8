// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table that nvidia-smi prints without options.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/nvidia/NvidiaMessages.h"
#include "core/formats/tools/nvidia/NvidiaSmi.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

/// "N/A   31C    P0             75W /  700W"
void readState(NvidiaSmi &smi, std::string_view cell, host::EvidenceRef evidence) {
    constexpr std::string_view kDigits = "0123456789";
    const auto words = splitWords(cell, 8);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const auto digits = std::min(word.find_first_not_of(kDigits), word.size());
        if (digits > 0 && word.substr(digits) == "C")
            smi.fact("gpu_temp", std::string(word.substr(0, digits)) + " C", evidence);
        else if (word.size() > 1 && word[0] == 'P' &&
                 word.find_first_not_of(kDigits, 1) == std::string_view::npos)
            smi.fact("performance_state", word, evidence);
        else if (word == "/" && i > 0 && i + 1 < words.size()) {
            smi.fact("power_draw", words[i - 1], evidence);
            smi.fact("power_limit", words[i + 1], evidence);
        }
    }
}

/// "Enabled*" of the column "MIG M.": the star means that it applies after a reset only.
void readMigMode(NvidiaSmi &smi, std::string_view cell, host::EvidenceRef evidence) {
    const bool isPending = cell.ends_with('*');
    const std::string_view mode = cell.substr(0, cell.size() - (isPending ? 1 : 0));
    if (mode != "Enabled" && mode != "Disabled")
        return;
    smi.fact("current_mig", mode, evidence);
    if (isPending) {
        smi.health().heading("mig_mode");
        smi.health().value("current", mode, evidence);
        smi.health().value("pending", mode == "Enabled" ? "Disabled" : "Enabled", evidence);
        smi.health().heading({});
    }
}

/// "|   0  NVIDIA H100 80GB HBM3       On  |   00000000:41:00.0 Off |                    0 |"
void readTableLine(NvidiaSmi &smi, std::string_view line, host::EvidenceRef evidence) {
    line.remove_prefix(1);
    const std::string_view first = trimmed(takeUntil(line, '|'));
    const std::string_view second = trimmed(takeUntil(line, '|'));
    std::string_view rest = first;
    const auto number = parseInteger<unsigned>(takeWord(rest));
    const std::string_view busId = second.substr(0, second.find(' '));
    const std::string_view third = trimmed(takeUntil(line, '|'));
    const auto isUnreadable = [](std::string_view cell) {
        return cell.find("ERR!") != std::string_view::npos;
    };
    // A fan that cannot be read is no fault of the GPU; several cells are: "|ERR!   ERR! ERR!    ERR! / ERR!
    // |".
    const bool areSeveral = isUnreadable(first) && first.find("ERR!") != first.rfind("ERR!");
    if (number && Address::parse(busId)) {
        smi.gpu(busId, evidence, number);
        const std::string_view persistence = lastWord(rest);
        smi.fact("product_name", trimmed(rest.substr(0, rest.size() - persistence.size())), evidence);
        smi.health().uncorrected(third, evidence);
    } else if (const auto slash = second.find('/'); slash != std::string_view::npos) {
        smi.fact("fb_memory_usage.total", second.substr(slash + 1), evidence); // "2MiB /  49140MiB"
        readState(smi, first, evidence);
        smi.health().value("compute_mode", lastWord(third), evidence);
    } else if (first.empty() && second.empty()) {
        readMigMode(smi, third, evidence);
    }
    if (areSeveral || (number && isUnreadable(first)) || isUnreadable(second) || isUnreadable(third))
        smi.health().unreadable("ERR!", evidence);
}

/// "|  0    9   0   0  |     12MiB /  9728MiB    | 16      0 |  1   0    0    0    0 |": a MIG device by the
/// number of its GPU, its GPU instance, compute instance and own number.
struct MigRow {
    unsigned gpu = 0, gpuInstance = 0, computeInstance = 0, number = 0;
    std::string memory;
};
std::optional<MigRow> migRow(std::string_view line) {
    line.remove_prefix(1);
    const auto words = splitWords(takeUntil(line, '|'), 5);
    const std::string_view memory = takeUntil(line, '|');
    const auto slash = memory.find('/');
    if (words.size() != 4 || slash == std::string_view::npos)
        return std::nullopt;
    MigRow row;
    unsigned *const numbers[] = {&row.gpu, &row.gpuInstance, &row.computeInstance, &row.number};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto number = parseInteger<unsigned>(words[i]);
        if (!number || *number >= HostLimits::kGpus)
            return std::nullopt;
        *numbers[i] = *number;
    }
    row.memory = shown(trimmed(memory.substr(slash + 1)), 32);
    return row;
}

void readMigRow(NvidiaSmi &smi, const MigRow &row, host::EvidenceRef evidence) {
    if (!smi.listedGpu(row.gpu))
        return;
    smi.migDevice("index", std::to_string(row.number), evidence);
    smi.migDevice("gpu_instance_id", std::to_string(row.gpuInstance), evidence);
    smi.migDevice("compute_instance_id", std::to_string(row.computeInstance), evidence);
    smi.migDevice("total", row.memory, evidence);
}

/// "|    0   N/A  N/A     12345      C   python3                          512MiB |": older drivers have no
/// columns for instances. A process that another container runs has no name.
void readProcess(HostBuilder &builder, std::string_view line, host::EvidenceRef evidence) {
    static constexpr std::string_view kTypes[] = {"C", "G", "C+G", "M+C"};
    line.remove_prefix(1);
    const auto words = splitWords(takeUntil(line, '|'), 64);
    const auto gpu = words.empty() ? std::nullopt : parseInteger<unsigned>(words[0]);
    if (!gpu || *gpu >= HostLimits::kGpus)
        return;
    for (std::size_t i = 2; i < std::min<std::size_t>(words.size(), 6); ++i) {
        const bool isType = std::find(std::begin(kTypes), std::end(kTypes), words[i]) != std::end(kTypes);
        if (!isType || !parseInteger<unsigned>(words[i - 1]))
            continue;
        std::string what;
        for (std::size_t word = i + 1; word < words.size(); ++word)
            what += (what.empty() ? "" : word + 1 == words.size() ? ", " : " ") + std::string(words[word]);
        addToolFact(builder, "nvidia-smi", "GPU" + std::to_string(*gpu),
                    "Process " + std::string(words[i - 1]), what, evidence);
        return;
    }
}

/// The version behind a word of the table's first line: "CUDA Version: 13.0".
void readVersion(NvidiaSmi &smi, std::string_view line, std::string_view word, std::string_view name,
                 host::EvidenceRef evidence) {
    const auto at = line.find(word);
    if (at == std::string_view::npos)
        return;
    std::string_view rest = line.substr(at + word.size());
    smi.hostFact(name, takeWord(rest), evidence);
}

} // namespace

void readNvidiaSmiTable(const SectionText &text, HostBuilder &builder) {
    NvidiaSmi smi(builder);
    bool inMig = false, inProcesses = false;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        const auto evidence = text.evidence(lines.line().source);
        if (readNvidiaMessage(line, builder, evidence))
            continue;
        if (line.find("Driver Version:") != std::string_view::npos) {
            readVersion(smi, line, "Driver Version:", "driver_version", evidence);
            readVersion(smi, line, "CUDA Version:", "cuda_version", evidence);
            inMig = inProcesses = false;
        } else if (line.starts_with("| Processes:") || line.starts_with("| MIG devices:")) {
            smi.noGpu();
            inMig = line.starts_with("| MIG");
            inProcesses = !inMig;
        } else if (inProcesses && line.starts_with('|')) {
            readProcess(builder, line, evidence);
        } else if (inMig) {
            const auto row = line.starts_with('|') ? migRow(line) : std::nullopt;
            if (row)
                readMigRow(smi, *row, evidence);
        } else if (line.starts_with('|')) {
            readTableLine(smi, line, evidence);
        }
    }
    smi.finish();
}

} // namespace fabricscope::formats
