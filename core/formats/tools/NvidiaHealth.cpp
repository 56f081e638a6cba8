// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/NvidiaHealth.h"

#include "core/base/Text.h"
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
    else if (m_ever.sum > 0)
        add("ecc_lifetime", m_ever.sum, m_ever.in, m_ever.evidence);
    if (m_corrected.sum > 0)
        add("ecc_corrected", m_corrected.sum, m_corrected.in, m_corrected.evidence);
    m_corrected = m_uncorrected = m_ever = {};
    m_group = Group::Other;
    m_isUnreadable = false;
    m_name.clear();
}

void NvidiaHealth::heading(std::string_view name) {
    const std::string plain = plainName(name);
    m_isSingle = plain == "single_bit";
    m_isDouble = plain == "double_bit";
    if (m_isSingle || m_isDouble || plain.starts_with("aggregate_uncorrectable_sram") ||
        plain.ends_with("_retirement"))
        return; // inside of the group
    m_group = plain == "volatile"        ? Group::Volatile
              : plain == "aggregate"     ? Group::Aggregate
              : plain == "remapped_rows" ? Group::Remapped
              : plain == "retired_pages" ? Group::Retired
              : plain == "fabric"        ? Group::Fabric
                                         : Group::Other;
}

void NvidiaHealth::value(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
    value = trimmed(value);
    if (m_name.empty() || isPlaceholder(value))
        return;
    const std::string plain = plainName(name);
    const bool isYes = value == "Yes";
    if (plain == "gpu_recovery_action") {
        add("recovery", 0, value, evidence);
    } else if (m_group == Group::Volatile || m_group == Group::Aggregate) {
        ecc(plain, value, evidence);
    } else if (m_group == Group::Remapped && isYes) {
        if (plain == "pending" || plain == "remapped_row_pending")
            add("remap_pending", 0, {}, evidence);
        else if (plain == "remapping_failure_occurred" || plain == "remapped_row_failure")
            add("remap_failed", 0, {}, evidence);
    } else if (m_group == Group::Retired && isYes && plain.starts_with("pending")) {
        add("retire_pending", 0, {}, evidence);
    } else if (m_group == Group::Fabric) {
        const bool isWaiting = plain == "state" && (value == "In Progress" || value == "Not Started");
        if (isWaiting || (plain == "status" && value != "Success"))
            add("fabric", 0, value, evidence);
    }
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
    if (isUncorrected)
        (m_group == Group::Volatile ? m_uncorrected : m_ever).add(shownName, value, evidence);
    else if (isCorrected && m_group == Group::Volatile)
        m_corrected.add(shownName, value, evidence);
}

void NvidiaHealth::uncorrected(std::string_view value, host::EvidenceRef evidence) {
    m_uncorrected.add("volatile", value, evidence);
}

void NvidiaHealth::unreadable(std::string_view what, host::EvidenceRef evidence) {
    if (!m_isUnreadable) // each of its cells is
        add("unreadable", 0, what, evidence);
    m_isUnreadable = true;
}

void NvidiaHealth::add(std::string_view kind, std::uint64_t count, std::string_view detail,
                       host::EvidenceRef evidence) {
    if (!m_name.empty())
        addToolFault(m_builder, {kind, m_name, m_address, count, std::string(detail), evidence});
}

} // namespace fabricscope::formats
