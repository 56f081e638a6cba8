// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/ApeiRecord.h"

#include "core/base/Text.h"
#include "core/formats/SectionText.h"
#include "core/formats/kernel/AerStatus.h"
#include "core/pci/AerErrors.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

constexpr std::string_view kMark = "[Hardware Error]: ";
constexpr std::size_t kLongest = 96; ///< of a value

/// The value of "section_type: memory error"; nullopt for other fields.
std::optional<std::string_view> valueOf(std::string_view line, std::string_view field) {
    return line.starts_with(field) ? std::optional(trimmed(line.substr(field.size())).substr(0, kLongest))
                                   : std::nullopt;
}

} // namespace

bool ApeiRecord::feed(std::string_view message, const host::EvidenceRef &evidence) {
    // "{3}": records of several sources may be interleaved with other lines, not with each other.
    constexpr std::size_t kFarthest = 12;
    const auto at = message.substr(0, kFarthest + kMark.size()).find(kMark);
    if (at == std::string_view::npos || at == 0 || message[0] != '{' || message[at - 1] != '}')
        return false;
    const std::string_view line = trimmed(message.substr(at + kMark.size()));
    if (const auto severity = valueOf(line, "event severity: "))
        begin(message.substr(0, at + kMark.size()), *severity, evidence);
    else if (message.substr(0, at + kMark.size()) == m_prefix)
        readField(line, evidence);
    return true;
}

void ApeiRecord::begin(std::string_view prefix, std::string_view severity,
                       const host::EvidenceRef &evidence) {
    complete();
    m_prefix = prefix;
    m_severity = severity;
    m_evidence = evidence;
    m_isOpen = true;
}

void ApeiRecord::readField(std::string_view line, const host::EvidenceRef &evidence) {
    if (const auto type = line.starts_with("Error ") ? line.find(", type: ") : std::string_view::npos;
        type != std::string_view::npos) {
        if (!m_section.empty())
            complete();
        m_severity = line.substr(type + 8).substr(0, kLongest); // an error may be less bad than its record
        return;
    }
    if (const auto section = valueOf(line, "section_type: ")) {
        if (!m_section.empty())
            complete();
        m_section = *section;
        m_evidence = evidence;
        m_isOpen = true;
    } else if (m_section.starts_with("PCIe")) {
        // Another line has the device's number: "vendor_id: 0x8086, device_id: 0x347a"
        readStatus(line);
        if (const auto device = valueOf(line, "device_id: "); device && !m_device)
            if ((m_device = pci::Address::parse(*device)))
                m_evidence = evidence;
    } else if (m_section.starts_with("memory")) {
        readPlace(line, evidence);
    }
}

/// "aer_uncor_status: 0x00004000, aer_uncor_mask: 0x00000000"; a record may have both registers.
void ApeiRecord::readStatus(std::string_view line) {
    const bool isCorrected = m_severity.starts_with("corrected");
    if (!line.starts_with(isCorrected ? "aer_cor_status" : "aer_uncor_status"))
        return;
    if (const auto status = aerStatusOf(line))
        m_errors = pci::aerErrorNames(*status, isCorrected);
}

/// "DIMM location: CPU1 DIMM_A1", "DIMM location: not present. DMI handle: 0x0000", and "node: 0 card: 1
/// module: 0 rank: 1 bank: 3"; up to Linux 5 "node:0 card:1 module:0".
void ApeiRecord::readPlace(std::string_view line, const host::EvidenceRef &evidence) {
    if (const auto location = valueOf(line, "DIMM location: ")) {
        if (location->starts_with("not present"))
            return;
        m_location = *location;
        m_evidence = evidence;
    } else if (line.starts_with("node:")) {
        const auto end = std::min(line.find(" rank"), line.find(" bank"));
        m_place = line.substr(0, std::min(end, kLongest));
        if (m_location.empty())
            m_evidence = evidence;
    }
}

void ApeiRecord::complete() {
    if (!m_isOpen)
        return;
    Section done;
    done.text = m_prefix + "event severity: " + m_severity;
    if (!m_section.empty())
        done.text += "; section_type: " + m_section;
    if (m_device)
        done.text += "; device_id: " + m_device->toString();
    if (!m_place.empty())
        done.text += "; DIMM at " + m_place;
    if (!m_location.empty())
        done.text += "; DIMM location: " + m_location;
    done.text = shown(done.text);
    if (m_section.starts_with("PCIe"))
        done.kind = host::KernelMessage::Kind::BusError;
    done.device = m_device;
    done.evidence = m_evidence;
    done.errors = std::move(m_errors);
    m_done = std::move(done);
    m_section.clear();
    m_errors.clear();
    m_location.clear();
    m_place.clear();
    m_device.reset();
    m_isOpen = false;
}

void ApeiRecord::finish() {
    complete();
}

} // namespace fabricscope::formats
