// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/nvidia/NvidiaHealth.h"

#include "core/base/Text.h"
#include "core/formats/tools/PcieReplays.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

/// "DRAM Uncorrectable" and "dram_uncorrectable" are one name.
std::string plainName(std::string_view name) {
    constexpr std::size_t kLongest = 64;
    std::string plain;
    for (const char c : name.substr(0, kLongest))
        plain += c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return plain;
}

constexpr std::uint64_t kMostRetired = 60; ///< NVIDIA replaces GPUs from here on (Dynamic Page Retirement)

} // namespace

void NvidiaHealth::Count::add(std::string_view name, std::string_view value, host::EvidenceRef where) {
    const auto count = parseInteger<std::uint64_t>(trimmed(value));
    if (!count || *count == 0)
        return;
    if (sum == 0)
        evidence = where;
    sum += std::min(*count, UINT64_MAX - sum);
    addCount(in, name, *count);
}

void NvidiaHealth::gpu(std::string name, std::optional<Address> address) {
    finish();
    m_name = std::move(name);
    m_address = address;
}

void NvidiaHealth::finish() {
    if (m_uncorrected.sum > 0)
        add("ecc_uncorrected", m_uncorrected.sum, m_uncorrected.in, m_uncorrected.evidence);
    else if (m_migErrors.sum > 0) // the GPU's own count includes them, where it is stated
        add("ecc_uncorrected", m_migErrors.sum, m_migErrors.in, m_migErrors.evidence);
    else if (m_ever.sum > 0)
        add("ecc_lifetime", m_ever.sum, m_ever.in, m_ever.evidence);
    if (m_corrected.sum > 0)
        add("ecc_corrected", m_corrected.sum, m_corrected.in, m_corrected.evidence);
    if (!m_fabric.text.empty())
        add("fabric_health", 0, m_fabric.text, m_fabric.evidence);
    if (!m_recovery.text.empty())
        add("fabric_recovery", 0, m_recovery.text, m_recovery.evidence);
    if (!m_repairs.text.empty())
        add("repair_pending", 0, m_repairs.text, m_repairs.evidence);
    if (m_retired.count.sum > 0)
        add(m_retired.count.sum < kMostRetired ? "retired_pages" : "retired_pages_many", m_retired.count.sum,
            m_retired.count.in, m_retired.count.evidence);
    if (m_isVgpu && !m_license.text.empty())
        add("vgpu_unlicensed", 0, m_license.text, m_license.evidence);
    m_fabric = m_recovery = m_repairs = m_license = {};
    m_isVgpu = false;
    m_retired = {};
    if (m_hasAggregate) // of the GPU's whole life
        addToolFact(m_builder, "nvidia-smi", m_address ? m_address->toString() : m_name,
                    "Aggregate ECC errors", m_aggregate.sum > 0 ? m_aggregate.in : "0", m_aggregateEvidence);
    const auto power = m_power.take();
    if (!m_isLost) {
        finishClocks();
        for (const NvidiaPower::Fault &each : power)
            add(each.kind, 0, each.detail, each.evidence);
        finishHeat();
    }
    m_hasAggregate = false;
    m_corrected = m_uncorrected = m_ever = m_aggregate = m_migErrors = {};
    m_clocks = {};
    m_heat = {};
    m_currentMode.clear();
    m_group = Group::Other;
    m_isUnreadable = m_isLost = false;
    m_name.clear();
}

void NvidiaHealth::heading(std::string_view name) {
    const std::string plain = plainName(name);
    if (plain == "health" && m_group == Group::Fabric)
        return; // inside of the group
    m_power.heading(plain);
    m_retired.cause = plain == "double_bit_retirement"            ? "double bit"
                      : plain == "multiple_single_bit_retirement" ? "single bit"
                                                                  : "";
    m_isSingle = plain == "single_bit";
    m_isDouble = plain == "double_bit";
    if (m_isSingle || m_isDouble || plain.starts_with("aggregate_uncorrectable_sram") ||
        plain.ends_with("_retirement") || plain == "bank_remap_availability_histogram" ||
        plain == "row_remapper_histogram")
        return; // inside of the group
    m_group = plain == "volatile"                                                     ? Group::Volatile
              : plain == "aggregate"                                                  ? Group::Aggregate
              : plain == "remapped_rows"                                              ? Group::Remapped
              : plain == "retired_pages"                                              ? Group::Retired
              : plain == "fabric"                                                     ? Group::Fabric
              : plain == "ecc_mode"                                                   ? Group::EccMode
              : plain == "mig_mode"                                                   ? Group::MigMode
              : plain == "clocks_event_reasons" || plain == "clocks_throttle_reasons" ? Group::Clocks
                                                                                      : Group::Other;
    m_currentMode.clear();
}

void NvidiaHealth::value(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
    value = trimmed(value);
    if (value == "GPU is lost" || value == "[GPU is lost]")
        lost(evidence);
    if (m_name.empty() || isPlaceholder(value))
        return;
    if (value == "GPU requires reset" || value == "[GPU requires reset]") // in place of a value
        return resetRequired(evidence);
    const std::string plain = plainName(name);
    if (m_power.value(plain, value, evidence) || deviceValue(plain, value, evidence) ||
        memoryValue(plain, value, evidence))
        return;
    if (m_group == Group::Clocks) {
        clock(plain, value, evidence);
    } else if (m_group == Group::EccMode || m_group == Group::MigMode) {
        mode(plain, value, evidence);
    } else if (m_group == Group::Fabric) {
        const bool isWaiting = plain == "state" && (value == "In Progress" || value == "Not Started");
        if (isWaiting || (plain == "status" && value != "Success"))
            add("fabric", 0, value, evidence);
        else
            fabricHealth(plain, name, value, evidence);
    }
}

/// Of GPUs whose NVLinks lead to switches of a rack (GB200): "Bandwidth : Degraded", "Route Unhealthy :
/// True".
void NvidiaHealth::fabricHealth(std::string_view plain, std::string_view name, std::string_view value,
                                host::EvidenceRef evidence) {
    const auto note = [](Words &words, std::string_view what, host::EvidenceRef where) {
        words.evidence = words.text.empty() ? where : words.evidence;
        words.text.append(words.text.empty() ? "" : ", ").append(what);
    };
    const bool isTrue = value == "True" || value == "Yes" || value == "In Progress";
    if (plain == "bandwidth" && value == "Degraded")
        note(m_fabric, "bandwidth degraded", evidence);
    else if (plain == "route_unhealthy" && isTrue)
        note(m_fabric, "route unhealthy", evidence);
    else if (plain == "incorrect_configuration" && value != "None" && value != "False" && value != "No")
        note(m_fabric, shown(name, 64) + ": " + shown(value, 64), evidence);
    else if (plain == "route_recovery_in_progress" && isTrue)
        note(m_recovery, "route recovery in progress", evidence);
    else if (plain == "access_timeout_recovery" && isTrue)
        note(m_recovery, "access timeout recovery", evidence);
}

/// What is named so in no other group.
bool NvidiaHealth::deviceValue(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
    const auto count = [&](std::string_view kind) {
        if (const auto number = parseInteger<std::uint64_t>(value); number && *number > 0)
            add(kind == "replays" ? replaysKind(*number) : kind, *number, {}, evidence);
    };
    if (name == "gpu_recovery_action")
        add("recovery", 0, value, evidence);
    else if (name == "replays_since_reset" || name == "replay_counter")
        count("replays");
    else if (name == "replay_number_rollovers" || name == "replay_rollover_counter")
        count("replay_rollovers");
    else if (name == "reset_required" && value == "Yes")
        resetRequired(evidence);
    else if (name == "drain_and_reset_recommended" && value == "Yes")
        add("reset_advised", 0, {}, evidence);
    else if (name == "license_status" && value.starts_with("Unlicensed"))
        m_license = {shown(value, 64), evidence}; // of a whole GPU it says nothing
    else if (name == "compute_mode" && value == "Prohibited")
        add("compute_prohibited", 0, {}, evidence);
    else if (name == "virtualization_mode")
        m_isVgpu = sameIgnoringCase(value, "VGPU");
    else if (!repair(name, value, evidence))
        return heat(name, value, evidence);
    return true;
}

/// "Channel Repair Pending : Yes", "<tpc_repair_pending>Yes</tpc_repair_pending>"
bool NvidiaHealth::repair(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
    const std::string_view part = name == "channel_repair_pending" ? "a memory channel"
                                  : name == "tpc_repair_pending"   ? "a TPC"
                                                                   : "";
    if (name == "unrepairable_memory" && value == "Yes")
        add("unrepairable", 0, {}, evidence);
    else if (part.empty())
        return false;
    else if (value == "Yes") {
        m_repairs.text.append(m_repairs.text.empty() ? "" : ", ").append(part);
        m_repairs.evidence = evidence;
    }
    return true;
}

/// "Double Bit ECC : 2"; in -q -x <retired_count> in a group of the cause, in newer -q in brackets.
void NvidiaHealth::retired(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
    const std::string_view cause = name == "double_bit_ecc"   ? "double bit"
                                   : name == "single_bit_ecc" ? "single bit"
                                   : name == "retired_count"  ? m_retired.cause
                                                              : "";
    if (!cause.empty())
        m_retired.count.add(cause, value, evidence);
}

bool NvidiaHealth::memoryValue(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
    const bool isYes = value == "Yes" || value == "True" || value == "1"; // --query-remapped-rows: 1
    if (m_group == Group::Volatile || m_group == Group::Aggregate) {
        ecc(name, value, evidence);
    } else if (m_group == Group::Remapped) {
        if (isYes && (name == "pending" || name == "remapped_row_pending"))
            add("remap_pending", 0, {}, evidence);
        else if (isYes && (name == "remapping_failure_occurred" || name == "remapped_row_failure"))
            add("remap_failed", 0, {}, evidence);
        else if (const auto rows = parseInteger<std::uint64_t>(value);
                 rows.value_or(0) > 0 && (name == "uncorrectable_error" || name == "remapped_row_unc"))
            add("remapped", *rows, {}, evidence);
        else if (name == "none" || name == "row_remapper_histogram_none")
            // "9 bank(s)"
            if (const auto banks = parseInteger<std::uint64_t>(takeWord(value)); banks.value_or(0) > 0)
                add("no_spare_rows", *banks, {}, evidence);
    } else if (m_group == Group::Retired) {
        if (isYes && name.starts_with("pending"))
            add("retire_pending", 0, {}, evidence);
        else
            retired(name, value, evidence);
    } else {
        return false;
    }
    return true;
}

void NvidiaHealth::clock(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
    for (const std::string_view begin : {"clocks_event_reason_", "clocks_throttle_reason_"})
        if (name.starts_with(begin))
            name.remove_prefix(begin.size());
    bool *reason = name == "hw_slowdown"               ? &m_clocks.isSlow
                   : name == "hw_thermal_slowdown"     ? &m_clocks.isHot
                   : name == "hw_power_brake_slowdown" ? &m_clocks.isBraked
                   : name == "sw_thermal_slowdown"     ? &m_clocks.isSoftware
                                                       : nullptr;
    if (reason == nullptr || value != "Active")
        return;
    *reason = true;
    m_clocks.evidence = evidence;
}

void NvidiaHealth::clockReasons(std::uint64_t bits, host::EvidenceRef evidence) {
    const auto isSet = [bits](std::uint64_t bit) {
        return (bits & bit) != 0;
    };
    m_clocks.isSlow = m_clocks.isSlow || isSet(0x8);
    m_clocks.isSoftware = m_clocks.isSoftware || isSet(0x20);
    m_clocks.isHot = m_clocks.isHot || isSet(0x40);
    m_clocks.isBraked = m_clocks.isBraked || isSet(0x80);
    m_clocks.evidence = evidence;
}

bool NvidiaHealth::heat(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
    std::optional<int> *degrees =
        name == "gpu_current_temp" || name == "gpu_temp"                   ? &m_heat.now
        : name == "gpu_slowdown_temp" || name == "gpu_temp_slow_threshold" ? &m_heat.limit
        : name == "gpu_t.limit_temp" || name == "gpu_temp_tlimit"          ? &m_heat.margin
        : name == "gpu_slowdown_t.limit_temp" || name == "gpu_temp_slow_tlimit_threshold"
            ? &m_heat.marginLimit
        : name == "memory_current_temp" || name == "memory_temp"                      ? &m_heat.memory
        : name == "memory_max_operating_temp" || name == "gpu_temp_max_mem_threshold" ? &m_heat.memoryLimit
        : name == "gpu_max_operating_temp" || name == "gpu_temp_max_gpu_threshold"    ? &m_heat.operatingLimit
                                                                                      : nullptr;
    if (degrees == nullptr)
        return false;
    *degrees = parseInteger<int>(takeWord(value));
    if (degrees == &m_heat.now || degrees == &m_heat.margin)
        m_heat.evidence = evidence;
    else if (degrees == &m_heat.memory)
        m_heat.memoryEvidence = evidence;
    return true;
}

void NvidiaHealth::mode(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
    if (name.starts_with("current"))
        m_currentMode = shown(value, 32);
    else if (name.starts_with("pending") && !m_currentMode.empty() && value != m_currentMode)
        add(m_group == Group::EccMode ? "ecc_pending" : "mig_pending", 0,
            m_currentMode + ", then " + shown(value, 32), evidence);
}

void NvidiaHealth::finishClocks() {
    if (m_clocks.isHot)
        add("slowed_heat", 0, {}, m_clocks.evidence);
    if (m_clocks.isBraked)
        add("slowed_power", 0, {}, m_clocks.evidence);
    if (m_clocks.isSlow && !m_clocks.isHot && !m_clocks.isBraked)
        add("slowed", 0, {}, m_clocks.evidence);
    if (m_clocks.isSoftware && !m_clocks.isHot)
        add("slowed_driver", 0, {}, m_clocks.evidence);
}

void NvidiaHealth::finishHeat() {
    const bool isAtLimit = m_heat.now && m_heat.limit && *m_heat.limit > 0 && *m_heat.now >= *m_heat.limit;
    const bool isPastMargin = m_heat.margin && *m_heat.margin <= m_heat.marginLimit.value_or(0);
    const auto isFrom = [](std::optional<int> now, std::optional<int> limit) {
        return now && limit.value_or(0) > 0 && *now >= *limit;
    };
    const auto text = [](std::string_view what, int now, int limit) {
        return std::string(what) + std::to_string(now) + " °C, limit " + std::to_string(limit) + " °C";
    };
    if (isAtLimit)
        add("hot", 0, text("", *m_heat.now, *m_heat.limit), m_heat.evidence);
    else if (isPastMargin) // newer GPUs state how far they are from the limit
        add("hot", 0, text("T.Limit ", *m_heat.margin, m_heat.marginLimit.value_or(0)), m_heat.evidence);
    const bool isMemory = isFrom(m_heat.memory, m_heat.memoryLimit);
    if (isMemory)
        add("hot_operating", 0, text("memory ", *m_heat.memory, *m_heat.memoryLimit), m_heat.memoryEvidence);
    else if (!isAtLimit && isFrom(m_heat.now, m_heat.operatingLimit))
        add("hot_operating", 0, text("GPU ", *m_heat.now, *m_heat.operatingLimit), m_heat.evidence);
}

void NvidiaHealth::ecc(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
    if (name == "sram_threshold_exceeded" && value == "Yes")
        add("sram_threshold", 0, {}, evidence);
    const bool isTotal = name == "total";
    const bool isUncorrected =
        name.find("uncorrectable") != std::string_view::npos || (m_isDouble && isTotal);
    const bool isCorrected =
        !isUncorrected && (name.find("correctable") != std::string_view::npos || (m_isSingle && isTotal));
    std::string shownName(name);
    std::replace(shownName.begin(), shownName.end(), '_', ' ');
    for (const std::string_view memory : {"sram", "dram"})
        if (shownName.starts_with(memory)) // a name in capitals
            std::transform(shownName.begin(), shownName.begin() + 4, shownName.begin(),
                           [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    if (m_group == Group::Aggregate && (isUncorrected || isCorrected)) {
        m_hasAggregate = true;
        m_aggregate.add(shownName, value, evidence);
        m_aggregateEvidence = evidence;
    }
    if (isUncorrected)
        (m_group == Group::Volatile ? m_uncorrected : m_ever).add(shownName, value, evidence);
    else if (isCorrected && m_group == Group::Volatile)
        m_corrected.add(shownName, value, evidence);
}

void NvidiaHealth::uncorrected(std::string_view value, host::EvidenceRef evidence) {
    m_uncorrected.add("volatile", value, evidence);
}

void NvidiaHealth::migErrors(std::string_view device, std::string_view name, std::string_view value,
                             host::EvidenceRef evidence) {
    if (const std::string plain = plainName(name); plain.ends_with("uncorrectable") ||
                                                   plain.ends_with("uncorrectable_parity") ||
                                                   plain.ends_with("uncorrectable_secded"))
        m_migErrors.add("MIG device " + shown(device, 16), value, evidence);
}

void NvidiaHealth::unreadable(std::string_view what, host::EvidenceRef evidence) {
    if (!m_isUnreadable && !m_isLost) // each of its cells is
        add("unreadable", 0, what, evidence);
    m_isUnreadable = true;
}

void NvidiaHealth::lost(host::EvidenceRef evidence) {
    if (!m_isLost)
        add("lost", 0, {}, evidence);
    m_isLost = true;
}

void NvidiaHealth::add(std::string_view kind, std::uint64_t count, std::string_view detail,
                       host::EvidenceRef evidence) {
    if (!m_name.empty())
        addToolFault(m_builder, {kind, m_name, m_address, count, std::string(detail), evidence});
}

} // namespace fabricscope::formats
