// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fabricscope::formats {

/// A record of the firmware (APEI, GHES) in a kernel log: lines that begin with "{3}[Hardware Error]: ", of
/// which one states how bad it was, and others in which section the part is. Linux,
/// drivers/firmware/efi/cper.c.
class ApeiRecord {
public:
    /// What a section of a record states: its lines that matter, joined by "; ".
    struct Section {
        host::KernelMessage::Kind kind = host::KernelMessage::Kind::HardwareError;
        std::optional<pci::Address> device; ///< of a PCIe error
        std::string text;           ///< "{3}[Hardware Error]: event severity: fatal; section_type: ..."
        host::EvidenceRef evidence; ///< of the line that names the part; else of the severity
        std::string errors;         ///< of a PCIe error: its names
    };

    /// Whether the message is a line of a record. A section that it completes is then in take().
    bool feed(std::string_view message, const host::EvidenceRef &evidence);
    /// At the end of the log.
    void finish();
    /// The section that was completed, once.
    [[nodiscard]] std::optional<Section> take() { return std::exchange(m_done, std::nullopt); }

private:
    void readField(std::string_view line, const host::EvidenceRef &evidence);
    void readStatus(std::string_view line);
    void readPlace(std::string_view line, const host::EvidenceRef &evidence);
    void begin(std::string_view prefix, std::string_view severity, const host::EvidenceRef &evidence);
    void complete();

    std::string m_prefix;   ///< "{3}[Hardware Error]: "
    std::string m_severity; ///< of the record, or of its current error
    std::string m_section, m_location, m_place, m_errors;
    std::optional<pci::Address> m_device;
    host::EvidenceRef m_evidence;
    bool m_isOpen = false; ///< a severity that no section has used yet, or a section
    std::optional<Section> m_done;
};

} // namespace fabricscope::formats
