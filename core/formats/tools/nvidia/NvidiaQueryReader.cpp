// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `nvidia-smi --query-gpu=... --format=csv`; nvidia-smi(1) has its form, `nvidia-smi --help-query-gpu` the
// names of the columns.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/nvidia/NvidiaMessages.h"
#include "core/formats/tools/nvidia/NvidiaSmi.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// Columns of --query-gpu, without their unit: beginnings, and whole names.
bool isColumn(std::string_view cell) {
    static constexpr std::string_view kBeginnings[] = {"pci.",
                                                       "memory.",
                                                       "utilization.",
                                                       "temperature.",
                                                       "power.",
                                                       "clocks.",
                                                       "pcie.link.",
                                                       "ecc.",
                                                       "retired_pages.",
                                                       "remapped_rows.",
                                                       "mig.mode.",
                                                       "fan.",
                                                       "enforced.power.",
                                                       "clocks_throttle_reasons.",
                                                       "clocks_event_reasons_counters.",
                                                       "clocks_event_reasons.",
                                                       "encoder.stats.",
                                                       "gom.",
                                                       "driver_model.",
                                                       "inforom.",
                                                       "fabric.",
                                                       "protected_memory.",
                                                       "reset_status.",
                                                       "platform.",
                                                       "addressing.",
                                                       "gsp.",
                                                       "c2c.",
                                                       "vgpu_",
                                                       "accounting.",
                                                       "power_smoothing."};
    static constexpr std::string_view kNames[] = {"timestamp",
                                                  "driver_version",
                                                  "count",
                                                  "name",
                                                  "gpu_name",
                                                  "serial",
                                                  "uuid",
                                                  "gpu_uuid",
                                                  "gpu_bus_id",
                                                  "gpu_serial",
                                                  "vbios_version",
                                                  "index",
                                                  "pstate",
                                                  "compute_cap",
                                                  "compute_mode",
                                                  "persistence_mode",
                                                  "display_active",
                                                  "display_mode",
                                                  "accounting.mode",
                                                  "count",
                                                  "gpu_recovery_action",
                                                  "vgpu_driver_capability.heterogenous_multivGPU",
                                                  "addressing_mode",
                                                  "dramEncryption.mode.current",
                                                  "dramEncryption.mode.pending",
                                                  "module_id",
                                                  "gpu_part_number",
                                                  "board_id",
                                                  "platform.module_id",
                                                  "hostname"};
    cell = trimmed(cell.substr(0, cell.find('[')));
    return std::find(std::begin(kNames), std::end(kNames), cell) != std::end(kNames) ||
           std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                       [&](std::string_view begin) { return cell.starts_with(begin); });
}

std::vector<std::string_view> cellsOf(std::string_view line) {
    constexpr std::size_t kMost = 256;
    std::vector<std::string_view> cells;
    while (cells.size() < kMost) {
        const auto comma = line.find(',');
        cells.push_back(trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos)
            break;
        line.remove_prefix(comma + 1);
    }
    return cells;
}

/// The names of the columns without their units; empty if the line is no header.
std::vector<std::string_view> headerOf(std::string_view line) {
    auto cells = cellsOf(line);
    const bool isCertain = std::any_of(cells.begin(), cells.end(), [](std::string_view cell) {
        return cell.find('.') != std::string_view::npos || cell == "uuid" || cell == "gpu_uuid";
    });
    if (cells.size() < 2 || !isCertain || !std::all_of(cells.begin(), cells.end(), isColumn))
        return {};
    return cells;
}

/// "index, name,": the other names are on the next line.
bool isOpenHeader(std::string_view line) {
    if (!line.ends_with(','))
        return false;
    const auto cells = cellsOf(line.substr(0, line.size() - 1));
    return std::all_of(cells.begin(), cells.end(), isColumn);
}

/// The columns that a command line asks for: "nvidia-smi --query-gpu=index,name --format=csv,noheader".
std::vector<std::string_view> askedColumns(std::string_view line) {
    for (const std::string_view option : {"--query-gpu=", "--query-gpu "}) {
        const auto at = line.find(option);
        if (at == std::string_view::npos)
            continue;
        line.remove_prefix(at + option.size());
        std::vector<std::string_view> names = cellsOf(takeWord(line));
        if (std::all_of(names.begin(), names.end(), isColumn))
            return names;
    }
    return {};
}

/// nvidia-smi prints eight digits of the domain: no other table of this form does.
bool isBusId(std::string_view cell) {
    return cell.size() == 16 && cell[8] == ':' && cell[11] == ':' && cell[14] == '.' &&
           Address::parse(cell).has_value();
}

/// Whether a row without a header is one of nvidia-smi's: an address, a UUID or a lost GPU is in it.
bool isBareRow(std::string_view line) {
    const auto cells = cellsOf(line);
    const bool hasText = line.find(": ") != std::string_view::npos; // "Device: 0, NVIDIA ..." of a benchmark
    return !hasText && cells.size() >= 2 &&
           std::any_of(cells.begin(), cells.end(), [](std::string_view cell) {
               return isBusId(cell) || (cell.size() == 40 && cell.starts_with("GPU-")) ||
                      cell.starts_with("NVIDIA ") || cell == "[GPU is lost]";
           });
}

/// Names for the columns of such rows, of which a few tell what they are: the others have their number.
std::vector<std::string> namesOfBareRow(std::string_view line) {
    std::vector<std::string> names;
    for (const std::string_view cell : cellsOf(line)) {
        const auto isThere = [&](std::string_view name) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        if (isBusId(cell) && !isThere("pci.bus_id"))
            names.push_back(std::string("pci.bus_id"));
        else if (cell.starts_with("GPU-") && !isThere("uuid"))
            names.emplace_back("uuid");
        else if (cell.starts_with("NVIDIA ") && !isThere("name"))
            names.emplace_back("name");
        else if (names.empty() &&
                 parseInteger<unsigned>(cell).value_or(HostLimits::kGpus) < HostLimits::kGpus)
            names.emplace_back("index");
        else
            names.push_back("column " + std::to_string(names.size() + 1));
    }
    return names;
}

/// Every line is such a row, a message of nvidia-smi or a prompt.
bool isBareQuery(const FileSample &sample) {
    bool hasRow = false;
    std::size_t width = 0;
    for (PastedLines lines(sample.head); lines.next();) {
        const std::string_view line = lines.line().text;
        if (line.empty() || isPrompt(line))
            continue;
        if (line.starts_with("Unable to determine the device handle for "))
            continue;
        const std::size_t cells = cellsOf(line).size();
        const bool isCut =
            lines.unread().empty() && hasRow && sample.head.size() >= FileSample::kHead; // by the sample
        if (!isCut && (!isBareRow(line) || (width != 0 && width != cells)))
            return false;
        width = cells;
        hasRow = true;
    }
    return hasRow;
}

/// What columns are called in nvidia-smi -q -x.
struct Column {
    std::string_view name, fact;
};
constexpr Column kColumns[] = {
    {"name", "product_name"},
    {"gpu_name", "product_name"},
    {"uuid", "uuid"},
    {"gpu_uuid", "uuid"},
    {"vbios_version", "vbios_version"},
    {"memory.total", "fb_memory_usage.total"},
    {"temperature.gpu", "gpu_temp"},
    {"temperature.gpu.tlimit", "gpu_temp_tlimit"},
    {"temperature.memory", "memory_temp"},
    {"power.draw", "power_draw"},
    {"power.limit", "power_limit"},
    {"pstate", "performance_state"},
    {"mig.mode.current", "current_mig"},
    {"ecc.mode.current", "current_ecc"},
    {"pcie.link.gen.hostmax", "max_host_link_gen"},
    {"pcie.link.gen.max", "max_link_gen"},
    {"pcie.link.gen.gpumax", "max_device_link_gen"},
    {"pcie.link.gen.current", "current_link_gen"},
    {"pcie.link.gen.gpucurrent", "current_link_gen"},
    {"pcie.link.width.max", "max_link_width"},
    {"pcie.link.width.current", "current_link_width"},
};

class QueryReader {
public:
    QueryReader(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_builder(builder), m_smi(builder, NvidiaSmi::Unnumbered::AreUnknown) {}

    void read() {
        setColumns(askedColumns(m_text.meta.origin)); // a session is cut at its prompts
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            const PastedLine &line = lines.line();
            if (line.blank() || readNvidiaMessage(line.text, m_builder, m_text.evidence(line.source)))
                continue;
            if (isPrompt(line.text))
                setColumns(askedColumns(line.text));
            else if (const auto columns = headerOf(line.text); !columns.empty())
                readHeader(line, columns);
            else if (!m_isBroken && m_heads.empty() && isOpenHeader(line.text))
                warnOfHeader(line);
            else if (!m_isBroken)
                readRow(line);
        }
        m_smi.finish();
        if (!m_table.empty())
            addMatrix(m_builder, m_table.take());
    }

private:
    /// Names of columns below names of columns: a line break is within them, and the rows have others.
    void readHeader(const PastedLine &line, const std::vector<std::string_view> &columns) {
        if (m_isBroken)
            return;
        m_isBroken =
            m_isBehindHeader && !std::equal(columns.begin(), columns.end(), m_heads.begin(), m_heads.end());
        if (m_isBroken)
            return m_builder.warn(m_text, line.source,
                                  "names of columns on several lines; the rows below them are left out");
        setColumns(columns);
        m_isBehindHeader = true;
    }

    void warnOfHeader(const PastedLine &line) {
        m_isBroken = true;
        m_builder.warn(m_text, line.source,
                       "names of columns on several lines; the rows below them are left out");
    }

    void setColumns(const std::vector<std::string_view> &columns) {
        m_heads.clear();
        for (const std::string_view cell : columns)
            m_heads.emplace_back(cell.substr(0, 64));
        m_rows = 0;
    }

    [[nodiscard]] std::string_view cell(const std::vector<std::string_view> &cells,
                                        std::string_view name) const {
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (nameOf(m_heads[i]) == name)
                return cells[i];
        return {};
    }
    /// "memory.total [MiB]" is memory.total.
    static std::string_view nameOf(std::string_view head) { return trimmed(head.substr(0, head.find('['))); }

    /// Rows that a copy glued together, or a header and a row: the last cell of one and the first of the next
    /// are one cell. Rows have no other number than their place: these count, too.
    bool isGlued(const std::vector<std::string_view> &cells) {
        if (m_heads.empty())
            return cells.size() > 1 && isColumn(cells.front());
        const std::size_t apart = m_heads.size() - 1;
        if (apart == 0 || cells.size() <= m_heads.size())
            return false;
        const bool isBlank = (cells.size() - 1) % apart == 0;    // a blank is between the rows
        const bool isComma = cells.size() % m_heads.size() == 0; // or a comma
        m_rows += static_cast<unsigned>(isBlank   ? (cells.size() - 1) / apart
                                        : isComma ? cells.size() / m_heads.size()
                                                  : 0);
        return isBlank || isComma;
    }

    /// "2, [GPU is lost]", "NVIDIA X900, 00000000:41:00.0"; not "0, 1 and 3 are lost" of a person.
    [[nodiscard]] bool isBeginOfRow(const std::vector<std::string_view> &cells) const {
        const auto isValue = [](std::string_view cell) {
            return cell.starts_with('[') || cell.starts_with("NVIDIA ") || isBusId(cell) ||
                   (cell.size() == 40 && cell.starts_with("GPU-"));
        };
        const std::string_view first = cells.front(), name = nameOf(m_heads.front());
        const bool isNumber = name == "index" && parseInteger<unsigned>(first);
        const bool isTime = name == "timestamp" && first.size() > 4 && first[4] == '/';
        return isTime || isValue(first) || (isNumber && isValue(cells[1]));
    }

    /// Once: what follows may be any text.
    void warnOfCells(const PastedLine &line) {
        if (!std::exchange(m_isWarned, true))
            m_builder.warn(m_text, line.source,
                           "not as many values as columns; rows like this one are left out");
    }

    void readRow(const PastedLine &line) {
        const auto cells = cellsOf(line.text);
        m_isBehindHeader = false;
        if (isGlued(cells))
            return m_builder.warn(m_text, line.source, "several rows in one line; they are left out");
        if (m_heads.empty() && isBareRow(line.text))
            m_heads = namesOfBareRow(line.text);
        if (!m_heads.empty() && cells.size() != m_heads.size() && cells.size() > 1)
            return isBeginOfRow(cells) ? warnOfCells(line) : void();
        if (m_heads.empty() || cells.size() != m_heads.size())
            return;
        const EvidenceRef evidence = m_text.evidence(line.source);
        const auto stated = parseInteger<unsigned>(cell(cells, "index"));
        std::string_view busId = cell(cells, "pci.bus_id");
        busId = busId.empty() ? cell(cells, "gpu_bus_id") : busId;
        const unsigned number = stated.value_or(m_rows++);
        if (number >= HostLimits::kGpus || !m_seen.insert({number, std::string(busId)}).second)
            return; // asked again, with -l
        const auto address = Address::parse(busId);
        if (address)
            m_smi.gpu(busId, evidence, stated);
        else
            m_smi.noGpu();
        if (!address) {
            m_smi.health().gpu("GPU" + std::to_string(number), {});
            m_table.add(number, evidence);
        }
        m_modes = {};
        for (std::size_t i = 0; i < cells.size(); ++i)
            readCell(number, address.has_value(), m_heads[i], cells[i], evidence);
    }

    void readCell(unsigned number, bool isPlaced, const std::string &head, std::string_view value,
                  EvidenceRef evidence) {
        const std::string_view name = nameOf(head);
        if (name == "driver_version")
            m_smi.hostFact(name, value, evidence);
        readHealth(name, value, evidence);
        bool isKnown = false;
        for (const Column &column : kColumns)
            if (isPlaced && column.name == name)
                isKnown = m_smi.fact(column.fact, withUnit(name, head, value), evidence);
        if (name == "index" || name == "timestamp")
            return;
        if (!isPlaced)
            m_table.add(number, head, value, evidence);
        else if (!isKnown && name != "pci.bus_id" && name != "gpu_bus_id" && name != "driver_version")
            m_smi.otherFact(head, value, evidence);
    }

    /// With --format=csv,nounits the unit is in the header only.
    std::string withUnit(std::string_view name, std::string_view head, std::string_view value) {
        if (name.starts_with("temperature.") &&
            value.find_first_not_of("0123456789") == std::string_view::npos)
            return std::string(value) + " C"; // the header has no unit either
        const bool isBare =
            name == "memory.total" && value.find_first_not_of("0123456789") == std::string_view::npos;
        const auto open = head.find('[');
        std::string_view unit = open == std::string_view::npos ? std::string_view() : head.substr(open + 1);
        unit = unit.substr(0, unit.find(']'));
        return std::string(value) + (isBare ? " " + std::string(unit) : "");
    }

    /// "ecc.errors.uncorrected.volatile.total"; parts ("dram", "sram") count where no total was asked for.
    struct EccColumn {
        std::string_view group;
        std::string name; ///< as nvidia-smi -q names it
    };
    [[nodiscard]] EccColumn eccColumn(std::string_view name) const {
        constexpr std::string_view kErrors = "ecc.errors.";
        if (!name.starts_with(kErrors))
            return {};
        std::string_view rest = name.substr(kErrors.size());
        const std::string_view kind = takeUntil(rest, '.'), group = takeUntil(rest, '.');
        const std::string total = std::string(name.substr(0, name.size() - rest.size())) + "total";
        const bool hasTotal = std::any_of(m_heads.begin(), m_heads.end(),
                                          [&](const std::string &head) { return nameOf(head) == total; });
        const bool isKnown = (kind == "corrected" || kind == "uncorrected") &&
                             (group == "volatile" || group == "aggregate") && (rest == "total" || !hasTotal);
        if (!isKnown)
            return {};
        return {group, (rest == "total" ? std::string() : std::string(rest) + " ") +
                           (kind == "corrected" ? "correctable" : "uncorrectable")};
    }

    void readHealth(std::string_view name, std::string_view value, EvidenceRef evidence) {
        NvidiaHealth &health = m_smi.health();
        if (value == "[GPU is lost]" || value == "GPU is lost")
            health.lost(evidence);
        else if (value == "[GPU requires reset]" || value == "GPU requires reset")
            health.resetRequired(evidence);
        else if (value == "[Unknown Error]" || value == "Unknown Error" || value == "ERR!")
            health.unreadable("Unknown Error", evidence);
        const auto in = [&](std::string_view group, std::string_view as) {
            health.heading(group);
            health.value(as, value, evidence);
            health.heading({});
        };
        if (const EccColumn column = eccColumn(name); !column.group.empty())
            in(column.group, column.name);
        else if (name == "remapped_rows.uncorrectable")
            in("remapped_rows", "remapped_row_unc");
        else if (name == "remapped_rows.pending")
            in("remapped_rows", "pending");
        else if (name == "remapped_rows.failure")
            in("remapped_rows", "remapped_row_failure");
        else if (name == "retired_pages.pending")
            in("retired_pages", "pending");
        else if (name == "gpu_recovery_action" || name == "compute_mode")
            in({}, name);
        else if (name == "temperature.gpu.tlimit")
            in({}, "gpu_temp_tlimit");
        else if (name == "power.limit" || name == "enforced.power.limit" || name == "power.default_limit")
            in({}, name == "power.limit"            ? "power_limit"
                   : name == "enforced.power.limit" ? "enforced_power_limit"
                                                    : "default_power_limit");
        else if (constexpr std::string_view kTimes = "clocks_event_reasons_counters.";
                 name.starts_with(kTimes))
            in("clocks_event_reasons_counters", name.substr(kTimes.size()));
        else if (name == "reset_status.reset_required" || name == "reset_status.drain_and_reset_recommended")
            in({}, name.substr(name.find('.') + 1));
        else
            readModes(name, value, evidence);
    }

    void readModes(std::string_view name, std::string_view value, EvidenceRef evidence) {
        NvidiaHealth &health = m_smi.health();
        for (const std::string_view mode : {"ecc", "mig"})
            if (name.starts_with(mode) && name.substr(3) == ".mode.current") {
                m_modes[mode == "ecc" ? 0 : 1] = shown(value, 32);
            } else if (name.starts_with(mode) && name.substr(3) == ".mode.pending") {
                health.heading(mode == "ecc" ? "ecc_mode" : "mig_mode");
                health.value("current", m_modes[mode == "ecc" ? 0 : 1], evidence);
                health.value("pending", value, evidence);
                health.heading({});
            }
        for (const std::string_view begin : {"clocks_event_reasons.", "clocks_throttle_reasons."}) {
            if (!name.starts_with(begin))
                continue;
            const std::string_view reason = name.substr(begin.size());
            const auto bits =
                value.starts_with("0x") ? parseInteger<std::uint64_t>(value.substr(2), 16) : std::nullopt;
            if (reason == "active" && bits)
                health.clockReasons(*bits, evidence);
            health.heading("clocks_event_reasons");
            health.value(reason, value, evidence);
            health.heading({});
        }
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    NvidiaSmi m_smi;
    GpuTable m_table{"nvidia-smi --query-gpu"}; ///< of GPUs without an address
    std::vector<std::string> m_heads;
    std::set<std::pair<unsigned, std::string>> m_seen;
    std::array<std::string, 2> m_modes; ///< of ECC and MIG, now
    unsigned m_rows = 0;
    bool m_isBehindHeader = false;
    bool m_isBroken = false; ///< the header
    bool m_isWarned = false;
};

} // namespace

bool isNvidiaQuery(const FileSample &sample) {
    if (sample.head.find(',') == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (!headerOf(lines.line().text).empty() ||
            (isPrompt(lines.line().text) && !askedColumns(lines.line().text).empty()))
            return true;
    return isBareQuery(sample);
}

void readNvidiaQuery(const SectionText &text, HostBuilder &builder) {
    QueryReader(text, builder).read();
}

} // namespace fabricscope::formats
