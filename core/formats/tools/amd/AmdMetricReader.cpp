// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi metric`, as text, with --json and --csv: its GPUs have a number, and no address. Their links and
// memory are facts where `amd-smi list` or another source says which functions they are; else the GPUs are
// listed.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/AmdHealth.h"
#include "core/formats/tools/amd/AmdJson.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// Headings of `amd-smi metric` that `amd-smi static` lacks. Both have CLOCK.
constexpr std::string_view kHeadings[] = {"USAGE",      "POWER",     "TEMPERATURE", "PCIE",     "ECC",
                                          "ECC_BLOCKS", "MEM_USAGE", "ENERGY",      "THROTTLE", "XGMI_ERR"};

/// "GPU: 0"
std::optional<unsigned> gpuOf(const KeyValue &parts) {
    constexpr unsigned kMost = 4095;
    const auto number = parts.key == "GPU" ? parseInteger<unsigned>(parts.value) : std::nullopt;
    return number && *number <= kMost ? number : std::nullopt;
}

void width(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto lanes = parseLinkWidth(value); lanes && linkIsOpen(*at.function))
        setIfUnknown(at.function->currentWidth, *lanes, evidence);
}

void speed(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto rate = pci::LinkSpeed::parse(value); rate && linkIsOpen(*at.function))
        setIfUnknown(at.function->currentSpeed, *rate, evidence);
}

void memory(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto size = parseMemorySize(value))
        setIfUnknown(at.gpu->vram, *size, evidence);
}

struct Row {
    std::string_view heading, key;
    void (*read)(const ToolGpu &at, std::string_view value, EvidenceRef evidence);
};
// One line adds a fact.
constexpr Row kRows[] = {
    {"PCIE", "WIDTH", width},
    {"PCIE", "SPEED", speed},
    {"MEM_USAGE", "TOTAL_VRAM", memory},
};

/// What is shown of GPUs whose functions are not known.
struct Figure {
    std::string_view heading, key, column;
};
constexpr Figure kFigures[] = {
    {"USAGE", "GFX_ACTIVITY", "GFX activity"},
    {"POWER", "SOCKET_POWER", "Power"},
    {"POWER", "THROTTLE_STATUS", "Throttle status"},
    {"GFX_0", "CLK", "GFX clock"},
    {"MEM_0", "CLK", "Memory clock"},
    {"TEMPERATURE", "EDGE", "Edge"},
    {"TEMPERATURE", "HOTSPOT", "Hotspot"},
    {"TEMPERATURE", "MEM", "Memory temperature"},
    {"PCIE", "WIDTH", "PCIe lanes"},
    {"PCIE", "SPEED", "PCIe speed"},
    {"PCIE", "REPLAY_COUNT", "PCIe replays"},
    {"ECC", "TOTAL_CORRECTABLE_COUNT", "Corrected errors"},
    {"ECC", "TOTAL_UNCORRECTABLE_COUNT", "Uncorrectable errors"},
    {"ECC", "TOTAL_DEFERRED_COUNT", "Deferred errors"},
    {"ECC", "CACHE_CORRECTABLE_COUNT", "Corrected errors of caches"},
    {"ECC", "CACHE_UNCORRECTABLE_COUNT", "Uncorrectable errors of caches"},
    {"MEM_USAGE", "TOTAL_VRAM", "VRAM"},
    {"MEM_USAGE", "USED_VRAM", "VRAM used"},
};

void readErrors(HostBuilder &builder, unsigned number, const ToolGpu &at, const KeyValue &parts,
                EvidenceRef evidence) {
    struct Counter {
        std::string_view key, kind;
    };
    static constexpr Counter kCounters[] = {{"TOTAL_UNCORRECTABLE_COUNT", "ecc_uncorrected"},
                                            {"TOTAL_CORRECTABLE_COUNT", "ecc_corrected"},
                                            {"TOTAL_DEFERRED_COUNT", "ecc_deferred"}};
    const auto *known = std::find_if(std::begin(kCounters), std::end(kCounters),
                                     [&](const Counter &each) { return each.key == parts.key; });
    const auto count = known == std::end(kCounters) ? std::nullopt : parseInteger<std::uint64_t>(parts.value);
    if (count.value_or(0) > 0)
        addToolFault(builder, {known->kind,
                               "GPU" + std::to_string(number),
                               at.gpu ? std::optional(at.gpu->address) : std::nullopt,
                               *count,
                               {},
                               evidence});
}

/// What holds clocks down: "ACTIVE" behind a name that ends in _VIOLATION_STATUS, and THROTTLE_STATUS.
struct Violation {
    std::string_view key, name;
    bool isPower = false; ///< its own power limit: part of full load
};
constexpr Violation kViolations[] = {
    {"PROCHOT_VIOLATION_STATUS", "PROCHOT"},
    {"SOCKET_THERMAL_VIOLATION_STATUS", "socket temperature"},
    {"VR_THERMAL_VIOLATION_STATUS", "voltage regulator temperature"},
    {"HBM_THERMAL_VIOLATION_STATUS", "HBM temperature"},
    {"PPT_VIOLATION_STATUS", "package power tracking", true},
};

bool isActive(std::string_view value) {
    return sameIgnoringCase(value, "ACTIVE") || sameIgnoringCase(value, "TRUE") ||
           sameIgnoringCase(value, "THROTTLED");
}

/// The facts of one GPU after the other; headings and keys are those of the text, in capitals.
class Metrics {
public:
    explicit Metrics(HostBuilder &builder) : m_builder(builder) {
        for (const host::GpuFacts &gpu : builder.gpus())
            if (const auto *function = gpu.smiIndex ? builder.knownFunction(gpu.address) : nullptr;
                function && function->vendor.valueOr(0) == kAmdVendor)
                m_addresses.try_emplace(*gpu.smiIndex, gpu.address);
        for (const auto &[number, address] : m_addresses) // in reading order, static is before
            for (const host::ToolFact &fact : builder.host.toolFacts)
                if (fact.tool == "amd-smi static" && fact.device == address.toString()) {
                    if (fact.name == "Slowdown at (hotspot)")
                        m_health.limit(static_cast<unsigned>(number), AmdHealth::kHotspot, fact.value);
                    else if (fact.name == "Slowdown at (memory)")
                        m_health.limit(static_cast<unsigned>(number), AmdHealth::kMemory, fact.value);
                }
    }

    void gpu(unsigned number, EvidenceRef evidence) {
        deliver();
        m_at = numberedGpu(number);
        m_current = number;
        if (!m_at.gpu)
            m_table.add(number, evidence);
    }

    void value(std::string_view heading, std::string_view key, std::string_view value, EvidenceRef evidence) {
        for (const Row &row : kRows)
            if (m_at.gpu && row.heading == heading && row.key == key && !isPlaceholder(value))
                row.read(m_at, value, evidence);
        if (!m_current)
            return;
        for (const Figure &figure : kFigures)
            if (figure.heading == heading && figure.key == key) {
                if (!m_at.gpu)
                    m_table.add(*m_current, figure.column, value, evidence);
                else if (m_facts.emplace(*m_current, figure.column).second)
                    addToolFact(m_builder, "amd-smi metric", m_at.gpu->address.toString(), figure.column,
                                value, evidence);
            }
        if (heading == "TEMPERATURE" && (key == "HOTSPOT" || key == "MEM"))
            m_health.add(*m_current, key == "MEM" ? AmdHealth::kMemory : AmdHealth::kHotspot, value,
                         evidence);
        if (key == "REPLAY_COUNT" || key == "REPLAY_ROLL_OVER_COUNT")
            m_health.add(*m_current, key == "REPLAY_COUNT" ? AmdHealth::kReplays : AmdHealth::kRollovers,
                         value, evidence);
        if (heading == "ECC")
            readErrors(m_builder, *m_current, m_at, {key, value}, evidence);
        if (key == "XGMI_ERR")
            readXgmiErrors(value, evidence);
        if (isActive(value))
            readViolation(key, evidence);
    }

    void finish() {
        deliver();
        AmdHealth::Addresses addresses;
        for (const auto &[number, address] : m_addresses)
            addresses.emplace(static_cast<unsigned>(number), address);
        m_health.deliver(m_builder, addresses);
        if (!m_table.empty() && m_addresses.empty())
            addMatrix(m_builder, m_table.take());
    }

private:
    /// The GPU that another source gave this number.
    [[nodiscard]] ToolGpu numberedGpu(unsigned number) {
        const auto at = m_addresses.find(static_cast<int>(number));
        if (at == m_addresses.end())
            return {};
        host::GpuFacts *gpu = m_builder.gpu(at->second);
        host::PciFunction *function = m_builder.knownFunction(at->second);
        return gpu && function ? ToolGpu{gpu, function} : ToolGpu{};
    }

    /// "AMDSMI_XGMI_STATUS_MULTIPLE_ERRORS" (amdsmi.h: amdsmi_xgmi_status_t)
    void readXgmiErrors(std::string_view value, EvidenceRef evidence) {
        const std::string_view many = value == "AMDSMI_XGMI_STATUS_MULTIPLE_ERRORS" ? "several"
                                      : value == "AMDSMI_XGMI_STATUS_ERROR"         ? "one"
                                                                                    : "";
        if (!many.empty())
            addToolFault(m_builder, {"xgmi_errors", "GPU" + std::to_string(*m_current), address(), 0,
                                     std::string(many), evidence});
    }

    [[nodiscard]] std::optional<Address> address() const {
        return m_at.gpu ? std::optional(m_at.gpu->address) : std::nullopt;
    }

    void readViolation(std::string_view key, EvidenceRef evidence) {
        m_isThrottled = m_isThrottled || key == "THROTTLE_STATUS";
        for (const Violation &each : kViolations) {
            std::string &names = each.isPower ? m_power : m_violations;
            if (each.key == key && names.find(each.name) == std::string::npos)
                names.append(names.empty() ? "" : ", ").append(each.name);
        }
        m_evidence = evidence;
    }

    void deliver() {
        if (m_violations.empty() && m_power.empty() && m_isThrottled)
            m_violations = "throttle status";
        const auto add = [&](std::string_view kind, const std::string &names) {
            if (m_current && !names.empty())
                addToolFault(m_builder, {kind, "GPU" + std::to_string(*m_current),
                                         m_at.gpu ? std::optional(m_at.gpu->address) : std::nullopt, 0, names,
                                         m_evidence});
        };
        add("throttled", m_violations);
        add("throttled_power", m_power);
        m_violations.clear();
        m_power.clear();
        m_isThrottled = false;
    }

    HostBuilder &m_builder;
    std::map<int, Address> m_addresses;
    AmdHealth m_health;
    GpuTable m_table{"amd-smi metric"}; ///< of GPUs without an address
    std::set<std::pair<unsigned, std::string_view>> m_facts;
    std::optional<unsigned> m_current;
    ToolGpu m_at;
    std::string m_violations, m_power;
    bool m_isThrottled = false;
    EvidenceRef m_evidence;
};

std::string upperCase(std::string_view text) {
    std::string upper(text.substr(0, 64));
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return upper;
}

/// [{"gpu": 0, "usage": {"gfx_activity": {"value": 5, "unit": "%"}}, "power": {"throttle_status": "..."}}]
void readMetricJson(const SectionText &text, std::string_view json, Metrics &metrics) {
    constexpr unsigned kMost = 4095;
    forEachAmdJsonValue(text, json, [&](const AmdJsonValue &each) {
        if (each.beginsGpu()) {
            if (const auto number = parseInteger<unsigned>(each.value); number && *number <= kMost)
                metrics.gpu(*number, each.evidence);
        } else if (!each.unit.empty()) {
            metrics.value(upperCase(each.group), upperCase(each.key),
                          shown(each.value, 64) + " " + shown(each.unit, 16), each.evidence);
        } else if (!each.group.empty()) {
            metrics.value(upperCase(each.group), upperCase(each.key), each.value, each.evidence);
        }
    });
}

std::vector<std::string_view> commaCells(std::string_view line) {
    constexpr std::size_t kMost = 512;
    std::vector<std::string_view> cells;
    for (bool isLast = false; !isLast && cells.size() < kMost;) {
        isLast = line.find(',') == std::string_view::npos;
        cells.push_back(trimmed(takeUntil(line, ',')));
    }
    return cells;
}

/// The figure or the count of errors behind a name of --csv, which leaves out the headings.
const Figure *figureOf(std::string_view column) {
    for (const Figure &figure : kFigures)
        if (sameIgnoringCase(figure.key, column) ||
            sameIgnoringCase(std::string(figure.heading) + "_" + std::string(figure.key), column))
            return &figure;
    return nullptr;
}

bool isCsvHeader(std::string_view line) {
    const auto cells = commaCells(line);
    return cells.size() > 1 && cells.front() == "gpu" &&
           std::any_of(cells.begin() + 1, cells.end(), [](std::string_view cell) {
               return figureOf(cell) != nullptr || cell.ends_with("_violation_status");
           });
}

/// "gpu,gfx_activity,...,throttle_status", and a row for each GPU; a row that is cut holds what is before the
/// cut.
void readMetricCsv(const SectionText &text, Metrics &metrics) {
    std::vector<std::string> heads;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto cells = commaCells(lines.line().text);
        const EvidenceRef evidence = text.evidence(lines.line().source);
        if (isCsvHeader(lines.line().text)) {
            heads.assign(cells.begin(), cells.end());
            continue;
        }
        const auto number = parseInteger<unsigned>(cells.front());
        if (!number || *number >= HostLimits::kGpus || cells.size() < 2)
            continue;
        metrics.gpu(*number, evidence);
        const bool isCut = cells.size() < heads.size();
        for (std::size_t i = 1; i < std::min(cells.size() - (isCut ? 1 : 0), heads.size()); ++i) {
            if (const Figure *figure = figureOf(heads[i]))
                metrics.value(figure->heading, figure->key, cells[i], evidence);
            else
                metrics.value("THROTTLE", upperCase(heads[i]), cells[i], evidence);
        }
    }
}

} // namespace

bool isAmdSmiMetric(const FileSample &sample) {
    if (const std::string_view json = jsonIn(sample.head);
        json.find("\"gpu\"") != json.npos &&
        (json.find("\"throttle_status\"") != json.npos || json.find("\"socket_power\"") != json.npos ||
         json.find("\"total_uncorrectable_count\"") != json.npos ||
         json.find("_violation_status\"") != json.npos))
        return true;
    bool inGpu = false, inClock = false;
    for (PastedLines lines(sample.head); lines.next();) {
        if (isCsvHeader(lines.line().text))
            return true;
        const auto parts = splitKeyValue(lines.line().text);
        if (!parts)
            continue;
        inGpu = inGpu || gpuOf(*parts);
        inClock = inClock || (parts->key == "CLOCK" && parts->value.empty());
        if (!inGpu)
            continue;
        if (inClock && parts->key == "CLK" && parts->value.ends_with("MHz"))
            return true;
        if (parts->value.empty() &&
            std::find(std::begin(kHeadings), std::end(kHeadings), parts->key) != std::end(kHeadings))
            return true;
    }
    return false;
}

// "GPU: 0", then indented "KEY: VALUE" lines under headings ("PCIE:").
void readAmdSmiMetric(const SectionText &text, HostBuilder &builder) {
    Metrics metrics(builder);
    const std::string_view json = jsonIn(text.bytes);
    std::string heading;
    bool isCsv = false;
    if (json.find("\"gpu\"") != json.npos) {
        readMetricJson(text, json, metrics);
        return metrics.finish();
    }
    for (PastedLines lines = toolLines(text); lines.next() && !isCsv;)
        isCsv = isCsvHeader(lines.line().text);
    if (isCsv)
        readMetricCsv(text, metrics);
    for (PastedLines lines = toolLines(text); !isCsv && lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        if (!parts)
            continue;
        const auto evidence = text.evidence(lines.line().source);
        if (const auto number = gpuOf(*parts)) {
            metrics.gpu(*number, evidence);
            heading.clear();
        } else if (parts->value.empty()) {
            heading = parts->key.substr(0, 64);
        }
        metrics.value(heading, parts->key, parts->value, evidence);
    }
    metrics.finish();
}

} // namespace fabricscope::formats
