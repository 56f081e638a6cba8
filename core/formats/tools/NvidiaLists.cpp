// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `nvidia-smi -L`, and `nvidia-smi --query-gpu=... --format=csv`; nvidia-smi(1) has their forms, `nvidia-smi
// --help-query-gpu` the names of the columns.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/NvidiaSmi.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

struct ListedGpu {
    unsigned number = 0;
    std::string_view model, uuid;
};

/// "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-...)"
std::optional<ListedGpu> listedGpu(std::string_view line) {
    constexpr std::string_view kUuid = " (UUID: GPU-";
    const auto number = numberAfter(takeUntil(line, ':'), "GPU ", HostLimits::kGpus - 1);
    const auto at = line.find(kUuid);
    if (!number || at == std::string_view::npos || !line.ends_with(')'))
        return std::nullopt;
    std::string_view uuid = line.substr(at + kUuid.size() - 4);
    uuid.remove_suffix(1);
    return ListedGpu{*number, trimmed(line.substr(0, at)), uuid};
}

/// "  MIG 1g.10gb     Device  0: (UUID: MIG-...)": the profile.
std::string_view migProfile(std::string_view line) {
    if (takeWord(line) != "MIG")
        return {};
    const std::string_view profile = takeWord(line);
    return takeWord(line) == "Device" && line.find("(UUID: MIG-") != std::string_view::npos
               ? profile
               : std::string_view{};
}

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
                                                       "clocks_event_reasons.",
                                                       "encoder.stats.",
                                                       "gom.",
                                                       "driver_model.",
                                                       "inforom.",
                                                       "fabric.",
                                                       "protected_memory."};
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
                                                  "gpu_recovery_action"};
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
        : m_text(text), m_builder(builder), m_smi(builder) {}

    void read() {
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            if (lines.line().blank())
                continue;
            if (headerOf(lines.line().text).empty())
                readRow(lines.line());
            else
                readHeader(lines.line().text);
        }
        m_smi.finish();
        if (!m_table.empty())
            addMatrix(m_builder, m_table.take());
    }

private:
    void readHeader(std::string_view line) {
        m_heads.clear();
        for (const std::string_view cell : headerOf(line))
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

    void readRow(const PastedLine &line) {
        const auto cells = cellsOf(line.text);
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
            m_smi.gpu(busId, evidence, stated.value_or(HostLimits::kGpus)); // their order is unknown
        else
            m_smi.noGpu();
        if (!address)
            m_smi.health().gpu("GPU" + std::to_string(number), {});
        for (std::size_t i = 0; i < cells.size(); ++i)
            readCell(number, address.has_value(), m_heads[i], cells[i], evidence);
    }

    void readCell(unsigned number, bool isPlaced, const std::string &head, std::string_view value,
                  EvidenceRef evidence) {
        const std::string_view name = nameOf(head);
        if (name == "driver_version")
            m_smi.hostFact(name, value, evidence);
        readHealth(name, value, evidence);
        for (const Column &column : kColumns)
            if (isPlaced && column.name == name)
                m_smi.fact(column.fact, withUnit(name, head, value), evidence);
        if (!isPlaced && name != "index" && name != "timestamp")
            m_table.add(number, head, value, evidence);
    }

    /// With --format=csv,nounits the unit is in the header only.
    std::string withUnit(std::string_view name, std::string_view head, std::string_view value) {
        const bool isBare =
            name == "memory.total" && value.find_first_not_of("0123456789") == std::string_view::npos;
        const auto open = head.find('[');
        std::string_view unit = open == std::string_view::npos ? std::string_view() : head.substr(open + 1);
        unit = unit.substr(0, unit.find(']'));
        return std::string(value) + (isBare ? " " + std::string(unit) : "");
    }

    void readHealth(std::string_view name, std::string_view value, EvidenceRef evidence) {
        NvidiaHealth &health = m_smi.health();
        const auto in = [&](std::string_view group, std::string_view as) {
            health.heading(group);
            health.value(as, value, evidence);
            health.heading({});
        };
        if (name == "ecc.errors.uncorrected.volatile.total")
            in("volatile", "uncorrectable");
        else if (name == "ecc.errors.uncorrected.aggregate.total")
            in("aggregate", "uncorrectable");
        else if (name == "ecc.errors.corrected.volatile.total")
            in("volatile", "correctable");
        else if (name == "remapped_rows.pending")
            in("remapped_rows", "pending");
        else if (name == "remapped_rows.failure")
            in("remapped_rows", "remapped_row_failure");
        else if (name == "retired_pages.pending")
            in("retired_pages", "pending");
        else if (name == "gpu_recovery_action")
            health.value(name, value, evidence);
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    NvidiaSmi m_smi;
    GpuTable m_table{"nvidia-smi --query-gpu"}; ///< of GPUs without an address
    std::vector<std::string> m_heads;
    std::set<std::pair<unsigned, std::string>> m_seen;
    unsigned m_rows = 0;
};

} // namespace

bool isNvidiaList(const FileSample &sample) {
    if (sample.head.find("(UUID: GPU-") == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (listedGpu(lines.line().text))
            return true;
    return false;
}

// A line for each GPU, and below it one for each MIG device.
void readNvidiaList(const SectionText &text, HostBuilder &builder) {
    GpuTable table("nvidia-smi -L");
    std::map<std::string, unsigned, std::less<>> profiles;
    std::optional<unsigned> gpu;
    EvidenceRef evidence;
    const auto deliver = [&] {
        std::string list;
        for (const auto &[profile, count] : profiles)
            list += (list.empty() ? "" : ", ") + std::to_string(count) + " x " + profile;
        if (gpu && !list.empty())
            table.add(*gpu, "MIG devices", list, evidence);
        profiles.clear();
    };
    const auto &known = builder.notes.nvidiaGpus;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        constexpr std::size_t kMostProfiles = 32;
        if (const auto listed = listedGpu(line)) {
            deliver();
            gpu = listed->number;
            evidence = text.evidence(lines.line().source);
            table.add(*gpu, evidence);
            table.add(*gpu, "Model", listed->model, evidence);
            table.add(*gpu, "UUID", listed->uuid, evidence);
            if (host::GpuFacts *facts = *gpu < known.size() ? builder.gpu(known[*gpu]) : nullptr) {
                setTextIfUnknown(facts->model, listed->model, evidence);
                setTextIfUnknown(facts->uniqueId, listed->uuid, evidence);
            }
        } else if (const std::string_view profile = migProfile(line);
                   gpu && !profile.empty() && profiles.size() < kMostProfiles) {
            ++profiles[shown(profile, 32)];
        }
    }
    deliver();
    if (!table.empty() && known.empty())
        addMatrix(builder, table.take());
}

bool isNvidiaQuery(const FileSample &sample) {
    if (sample.head.find(',') == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (!headerOf(lines.line().text).empty())
            return true;
    return false;
}

void readNvidiaQuery(const SectionText &text, HostBuilder &builder) {
    QueryReader(text, builder).read();
}

} // namespace fabricscope::formats
