// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi partition`, and the partition modes that other commands of amd-smi print.
#include "core/formats/tools/amd/AmdPartitions.h"

#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

/// "GPU_ID  MEMORY  ACCELERATOR_TYPE  ACCELERATOR_PROFILE_INDEX  PARTITION_ID"
bool isHeading(const std::vector<std::string_view> &words) {
    return words.size() > 2 && words[0] == "GPU_ID" && words[1] == "MEMORY" && words[2] == "ACCELERATOR_TYPE";
}

/// A row has one memory mode: a second one is of a row that a copy glued to it.
bool areSeveralRows(const std::vector<std::string_view> &words) {
    return std::count_if(words.begin(), words.end(),
                         [](std::string_view word) { return word.starts_with("NPS"); }) > 1;
}

} // namespace

bool isPartitionMode(std::string_view mode) {
    constexpr std::string_view kModes[] = {"DPX", "TPX", "QPX", "CPX", "NPS2", "NPS4", "NPS8"};
    return std::find(std::begin(kModes), std::end(kModes), mode) != std::end(kModes);
}

void AmdPartitions::add(std::string_view compute, std::string_view memory, host::EvidenceRef evidence) {
    if (!isPartitionMode(compute) && !isPartitionMode(memory))
        return;
    const std::string mode =
        std::string(compute) + (compute.empty() || memory.empty() ? "" : "/") + std::string(memory);
    if (m_count++ == 0) {
        m_mode = mode;
        m_evidence = evidence;
    } else if (m_mode != mode) {
        m_mode = "several modes";
    }
}

void AmdPartitions::addPart(const pci::Address &function, host::EvidenceRef evidence) {
    pci::Address gpu = function;
    gpu.function = 0;
    if (m_parts.empty())
        m_partsEvidence = evidence;
    ++m_parts[gpu.key()];
}

void AmdPartitions::deliver(HostBuilder &builder) const {
    if (m_count > 0) {
        addToolFault(builder, {"partitioned", {}, {}, m_count, m_mode, m_evidence});
    } else if (!m_parts.empty()) { // the list states no modes
        const auto [least, most] = std::minmax_element(
            m_parts.begin(), m_parts.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
        const std::string many = std::to_string(most->second + 1);
        addToolFault(builder, {"partitioned",
                               {},
                               {},
                               m_parts.size(),
                               least->second == most->second
                                   ? "into " + many
                                   : "into " + std::to_string(least->second + 1) + " to " + many,
                               m_partsEvidence});
    }
}

bool isAmdSmiPartition(const FileSample &sample) {
    if (sample.head.find("ACCELERATOR_TYPE") == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (isHeading(splitWords(lines.line().text, 16)))
            return true;
    return false;
}

// Below "CURRENT_PARTITION:" a row for each GPU; the other tables list what is possible.
void readAmdSmiPartition(const SectionText &text, HostBuilder &builder) {
    GpuTable table("amd-smi partition");
    AmdPartitions partitions;
    bool isCurrent = false;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto words = splitWords(lines.line().text, 16);
        const auto evidence = text.evidence(lines.line().source);
        const auto gpu = words.empty() ? std::nullopt : parseInteger<unsigned>(words[0]);
        if (isHeading(words)) {
            isCurrent = true;
        } else if (!gpu) {
            isCurrent = isCurrent && words.empty();
        } else if (isCurrent && areSeveralRows(words)) {
            builder.warn(text, lines.line().source, "several rows in one line; they are left out");
        } else if (isCurrent && words.size() > 2) {
            table.add(*gpu, "Memory partition", words[1], evidence);
            table.add(*gpu, "Compute partition", words[2], evidence);
            if (words.size() > 4)
                table.add(*gpu, "Partition IDs", words[4], evidence);
            partitions.add(words[2], words[1], evidence);
        }
    }
    partitions.deliver(builder);
    if (!table.empty())
        addMatrix(builder, table.take());
}

} // namespace fabricscope::formats
