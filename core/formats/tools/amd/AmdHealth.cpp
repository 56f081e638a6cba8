// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/amd/AmdHealth.h"

#include "core/base/Text.h"
#include "core/formats/tools/PcieReplays.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace fabricscope::formats {

namespace {

/// The number in front of "101 C", "3 %", "7"; std::nullopt for "N/A".
std::optional<double> figureOf(std::string_view cell) {
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
constexpr std::string_view kHot = "hot_amd", kReplayed = "replays";
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
    {AmdHealth::kReplays, kReplayed, 1, {}, true},
    {AmdHealth::kRollovers, "replay_rollovers", 1, {}, true},
    {"SINGLE_BIT_ECC", "ecc_corrected", 1, {}, true}, // these two and the _TEMPERATUREs: of --csv
    {"DOUBLE_BIT_ECC", "ecc_uncorrected", 1, {}, true},
    {AmdHealth::kHotspot, kHot, 100, "hotspot"},
    {AmdHealth::kMemory, kHot, 105, "memory"},
    {"GPU_T", kHot, 100, "hotspot"},
    {"GPU_TEMP", kHot, 100, "hotspot"},
    {"HOTSPOT_TEMP", kHot, 100, "hotspot"},
    {"MEM_T", kHot, 105, "memory"},
    {"MEM_TEMP", kHot, 105, "memory"},
};

/// Violations, which the driver counts for Instinct GPUs of MI300 and later alone.
bool isViolation(std::string_view column) {
    return column.ends_with("VIOL") || column == "TVIOL_ACTIVE";
}

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

std::optional<pci::Address> addressIn(const AmdHealth::Addresses &addresses, unsigned gpu) {
    const auto at = addresses.find(gpu);
    return at == addresses.end() ? std::nullopt : std::optional(at->second);
}

} // namespace

void AmdHealth::add(unsigned gpu, std::string_view name, std::string_view cell, host::EvidenceRef evidence) {
    if (isViolation(name) && !cell.empty() && !isPlaceholder(cell))
        model(gpu, AmdModel::Instinct);
    for (const HealthColumn &column : kColumns) {
        if (column.name != name)
            continue;
        const auto stated = column.kind == kHot ? m_limits.find({gpu, column.what}) : m_limits.end();
        const double limit = stated == m_limits.end() ? 0 : stated->second;
        const double from = limit > 0 ? limit : column.from;
        const double value =
            isActive(cell) ? column.from : std::min(figureOf(cell).value_or(0), kMostCounted);
        if (value < from || (column.kind == kHot && !isTemperature(cell)))
            continue;
        Worst &worst = m_worst[{gpu, limit > 0 ? std::string_view("hot_limit") : column.kind}][column.what];
        if (value >= worst.value)
            worst = {value, std::string(cell), evidence, column.isCount, limit};
    }
}

void AmdHealth::model(unsigned gpu, AmdModel model) {
    if (gpu >= HostLimits::kGpus || model == AmdModel::Unknown)
        return;
    const auto [known, isNew] = m_models.try_emplace(gpu, model);
    if (!isNew && model == AmdModel::Instinct)
        known->second = model; // old names do not say so
}

/// Unknown where no fact of the host says so.
AmdModel AmdHealth::modelOf(HostBuilder &builder, const Addresses &addresses, unsigned gpu) const {
    if (const auto known = m_models.find(gpu); known != m_models.end())
        return known->second;
    auto address = addressIn(addresses, gpu);
    for (const host::GpuFacts &each : builder.gpus()) {
        if (address || each.smiIndex.valueOr(-1) != static_cast<int>(gpu))
            continue;
        const host::PciFunction *function = builder.knownFunction(each.address);
        if (function != nullptr && function->vendor.valueOr(0) == kAmdVendor)
            address = each.address;
    }
    return address ? amdModelAt(builder, *address) : AmdModel::Unknown;
}

void AmdHealth::limit(unsigned gpu, std::string_view column, std::string_view cell) {
    if (const auto degrees = figureOf(cell); degrees && *degrees > 0 && isTemperature(cell))
        m_limits.try_emplace({gpu, column == kMemory ? "memory" : "hotspot"}, *degrees);
}

void AmdHealth::figure(unsigned gpu, std::string_view tool, bool isKnown, host::EvidenceRef evidence) {
    if (gpu >= HostLimits::kGpus)
        return;
    Figures &figures = m_figures[gpu];
    figures.tool = tool;
    if (figures.known + figures.unknown == 0)
        figures.evidence = evidence;
    ++(isKnown ? figures.known : figures.unknown);
}

void AmdHealth::deliver(HostBuilder &builder, const Addresses &addresses) const {
    std::optional<AmdModel> all; // of the host's GPUs
    for (const auto &[of, worst] : m_worst) {
        std::string_view kind = of.second;
        if (kind == kHot) {
            AmdModel model = modelOf(builder, addresses, of.first);
            if (model == AmdModel::Unknown) {
                all = all ? all : amdModelOfAll(builder);
                model = *all;
            }
            if (model == AmdModel::Other)
                continue;
            kind = model == AmdModel::Instinct ? kind : "hot_unknown";
        }
        std::string detail;
        for (const auto &[what, value] : worst) {
            if (value.isCount)
                continue;
            detail.append(detail.empty() ? "" : ", ").append(what);
            if (!isActive(value.cell))
                detail.append(" ").append(value.cell);
            if (value.limit > 0)
                detail.append(" of ")
                    .append(std::to_string(static_cast<int>(value.limit)))
                    .append(" \u00b0C");
        }
        const Worst &first = worst.begin()->second;
        if (kind == kReplayed)
            kind = replaysKind(static_cast<std::uint64_t>(first.value));
        addToolFault(builder,
                     {kind, "GPU" + std::to_string(of.first), addressIn(addresses, of.first),
                      first.isCount ? static_cast<std::uint64_t>(first.value) : 0, detail, first.evidence});
    }
    addSilent(builder, addresses);
}

/// A GPU of which nothing is known among others.
void AmdHealth::addSilent(HostBuilder &builder, const Addresses &addresses) const {
    const bool isAnyKnown = std::any_of(m_figures.begin(), m_figures.end(),
                                        [](const auto &each) { return each.second.known > 0; });
    constexpr std::size_t kFew = 3; // options may leave but one figure, which some GPUs do not have
    for (const auto &[gpu, figures] : m_figures)
        if (isAnyKnown && figures.known == 0 && figures.unknown >= kFew && !m_partitions.contains(gpu))
            addToolFault(builder, {"no_values", "GPU" + std::to_string(gpu), addressIn(addresses, gpu), 0,
                                   std::string(figures.tool), figures.evidence});
}

} // namespace fabricscope::formats
