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

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// The number in front of "101 C", "3 %", "7"; std::nullopt for "N/A".
std::optional<double> figure(std::string_view cell) {
    double value = 0;
    const auto [end, error] =
        std::from_chars(cell.data(), cell.data() + cell.size(), value, std::chars_format::fixed);
    return error == std::errc{} && end != cell.data() ? std::optional(value) : std::nullopt;
}

/// A column of which a value means a fault. `from`: the least such value.
struct HealthColumn {
    std::string_view name, kind;
    double from;
    std::string_view what; ///< of several violations
    bool isCount = false;
};
// Names change between releases. The temperatures are those at which an AMD Instinct GPU lowers its clocks
// (amd-smi static --limit: SLOWDOWN_HOTSPOT_TEMPERATURE, SLOWDOWN_VRAM_TEMPERATURE).
constexpr std::string_view kHot = "hot_amd";
constexpr double kMostCounted = 1e15; ///< of any count; what is more is no number of errors
constexpr HealthColumn kColumns[] = {
    {"PVIOL", "throttled_power", 1, "power limit"},
    {"TVIOL", "throttled", 1, "temperature"},
    {"TVIOL_ACTIVE", "throttled", 1, "temperature"},
    {"PHOT_TVIOL", "throttled", 1, "PROCHOT"},
    {"VR_TVIOL", "throttled", 1, "voltage regulator temperature"},
    {"HBM_TVIOL", "throttled", 1, "HBM temperature"},
    {"THROTTLE_STATUS", "throttled", 1, "throttle status"},
    {"SINGLE_ECC", "ecc_corrected", 1, {}, true},
    {"DOUBLE_ECC", "ecc_uncorrected", 1, {}, true},
    {"PCIE_REPLAY", "replays", 1, {}, true},
    {"SINGLE_BIT_ECC", "ecc_corrected", 1, {}, true}, // these two and the _TEMPERATUREs: of --csv
    {"DOUBLE_BIT_ECC", "ecc_uncorrected", 1, {}, true},
    {"HOTSPOT_TEMPERATURE", kHot, 100, "hotspot"},
    {"MEMORY_TEMPERATURE", kHot, 105, "memory"},
    {"GPU_T", kHot, 100, "hotspot"},
    {"GPU_TEMP", kHot, 100, "hotspot"},
    {"HOTSPOT_TEMP", kHot, 100, "hotspot"},
    {"MEM_T", kHot, 105, "memory"},
    {"MEM_TEMP", kHot, 105, "memory"},
};

/// "101 C", "101"; not "285 MB", of a table whose columns a terminal has broken.
bool isTemperature(std::string_view cell) {
    const std::string_view unit =
        trimmed(cell.substr(std::min(cell.find_first_not_of("0123456789."), cell.size())));
    return unit.empty() || unit == "C" || unit == "\u00b0C";
}

bool isActive(std::string_view cell) {
    return sameIgnoringCase(cell, "ACTIVE") || sameIgnoringCase(cell, "TRUE") ||
           sameIgnoringCase(cell, "THROTTLED");
}

/// The worst value of each column over all times.
class MonitorHealth {
public:
    void add(unsigned gpu, std::string_view name, std::string_view cell, EvidenceRef evidence) {
        for (const HealthColumn &column : kColumns) {
            const double value =
                isActive(cell) ? column.from : std::min(figure(cell).value_or(0), kMostCounted);
            if (column.name != name || value < column.from || (column.kind == kHot && !isTemperature(cell)))
                continue;
            Worst &worst = m_worst[{gpu, column.kind}][column.what];
            if (value >= worst.value)
                worst = {value, std::string(cell), evidence, column.isCount};
        }
    }

    void deliver(HostBuilder &builder) const {
        for (const auto &[of, worst] : m_worst) {
            std::string detail;
            for (const auto &[what, value] : worst)
                if (!value.isCount)
                    detail.append(detail.empty() ? "" : ", ")
                        .append(what)
                        .append(isActive(value.cell) ? "" : " " + value.cell);
            const Worst &first = worst.begin()->second;
            addToolFault(builder, {of.second,
                                   "GPU" + std::to_string(of.first),
                                   {},
                                   first.isCount ? static_cast<std::uint64_t>(first.value) : 0,
                                   detail,
                                   first.evidence});
        }
    }

private:
    struct Worst {
        double value = 0;
        std::string cell;
        EvidenceRef evidence;
        bool isCount = false;
    };
    std::map<std::pair<unsigned, std::string_view>, std::map<std::string_view, Worst>> m_worst;
};

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
void readCsv(const SectionText &text, GpuTable &table, MonitorHealth &health, HostBuilder &builder) {
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
    MonitorHealth health;
    NumberedLines numbered(text, table);
    numbered.observe([&](unsigned gpu, std::string_view column, std::string_view cell, EvidenceRef evidence) {
        health.add(gpu, column, cell, evidence);
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
