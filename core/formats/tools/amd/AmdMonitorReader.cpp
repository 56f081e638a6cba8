// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi monitor`: the figures of each GPU, at one time or at several, and what they say about its health.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/NumberedLines.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/AmdHealth.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

std::vector<std::string> commaCells(std::string_view line) {
    constexpr std::size_t kMost = 64;
    std::vector<std::string> cells;
    for (bool isLast = false; !isLast && cells.size() < kMost;) {
        isLast = line.find(',') == std::string_view::npos;
        cells.emplace_back(trimmed(takeUntil(line, ',')).substr(0, 64));
    }
    return cells;
}

/// With -w a time is before the rest.
constexpr std::string_view kCsvTime = "timestamp,";

/// "gpu,power_usage,hotspot_temperature,...": the columns in capitals; empty for other lines.
std::vector<std::string> csvHeads(std::string_view line) {
    if (line.starts_with(kCsvTime))
        line.remove_prefix(kCsvTime.size());
    if (!line.starts_with("gpu,"))
        return {};
    std::vector<std::string> heads = commaCells(line);
    for (std::string &head : heads)
        for (char &c : head)
            c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const bool isMonitor = std::any_of(heads.begin(), heads.end(), [](const std::string &head) {
        return head == "POWER_USAGE" || head == "HOTSPOT_TEMPERATURE" || head.ends_with("TVIOL") ||
               head == "SINGLE_BIT_ECC";
    });
    return isMonitor ? heads : std::vector<std::string>{};
}

/// A row that is cut holds what is before the cut.
void readCsv(const SectionText &text, GpuTable &table, AmdHealth &health, HostBuilder &builder) {
    std::vector<std::string> heads;
    bool hasTime = false;
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view line = lines.line().text;
        const auto evidence = text.evidence(lines.line().source);
        if (auto found = csvHeads(line); !found.empty()) {
            heads = std::move(found);
            hasTime = line.starts_with(kCsvTime);
            continue;
        }
        if (hasTime)
            (void)takeUntil(line, ',');
        const std::vector<std::string> cells = commaCells(line);
        const auto gpu = parseInteger<unsigned>(cells.front());
        if (gpu && heads.size() > 1 && cells.size() + 1 >= 2 * heads.size())
            builder.warn(text, lines.line().source, "several rows in one line; they are left out");
        if (!gpu || *gpu >= HostLimits::kGpus || cells.size() != heads.size())
            continue;
        for (std::size_t i = 1; i < cells.size(); ++i) {
            table.add(*gpu, heads[i], cells[i], evidence);
            health.add(*gpu, heads[i], cells[i], evidence);
        }
    }
}

/// With -w each line begins with a time: "TIMESTAMP  GPU  POWER", "1753969973    0  750 W".
constexpr std::string_view kTime = "TIMESTAMP";

/// The line as it is without -w; one that has no time stays.
PastedLine withoutTime(PastedLine line) {
    std::string_view rest = line.text;
    const std::string_view first = takeWord(rest);
    if (first != kTime && !parseInteger<std::uint64_t>(first))
        return line;
    rest = trimmed(rest);
    if (!rest.empty())
        line.indent += static_cast<std::size_t>(rest.data() - line.text.data());
    line.text = rest;
    return line;
}

/// Every whole GPU has these figures.
bool isFigure(std::string_view column) {
    static constexpr std::string_view kFigures[] = {"POWER", "GPU_T", "MEM_T",     "GFX_CLK",
                                                    "GFX%",  "MEM%",  "VRAM_USAGE"};
    return std::find(std::begin(kFigures), std::end(kFigures), column) != std::end(kFigures);
}

} // namespace

bool isAmdSmiMonitorCsv(const FileSample &sample) {
    if (sample.head.find("gpu,") == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (!csvHeads(lines.line().text).empty())
            return true;
    return false;
}

// A header "GPU  POWER  GPU_T ...", and a line for each GPU at each time; the first of each is shown.
void readAmdSmiMonitor(const SectionText &text, HostBuilder &builder) {
    GpuTable table("amd-smi monitor");
    AmdHealth health;
    NumberedLines numbered(text, table);
    numbered.observe([&](unsigned gpu, std::string_view column, std::string_view cell, EvidenceRef evidence) {
        health.add(gpu, column, cell, evidence);
        if (column == "XCP" && cell != "0")
            health.partition(gpu);
        else if (isFigure(column))
            health.figure(gpu, "amd-smi monitor", !isPlaceholder(cell), evidence);
    });
    bool isTimed = false;
    for (PastedLines lines = toolLines(text); lines.next();) {
        isTimed = isTimed || lines.line().text.starts_with(kTime);
        numbered.feed(isTimed ? withoutTime(lines.line()) : lines.line());
    }
    if (!numbered.leftOut().empty())
        builder.warn(text, numbered.leftOut(), "several rows in one line; they are left out");
    readCsv(text, table, health, builder);
    health.deliver(builder);
    if (!table.empty())
        addMatrix(builder, table.take());
}

} // namespace fabricscope::formats
