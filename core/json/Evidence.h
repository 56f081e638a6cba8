// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/host/Fact.h"
#include "core/json/Json.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::json {

/// Cuts evidence out of a capture's sections; each section is inflated once, when it is first needed.
class Evidence {
public:
    /// nullptr: nothing has evidence.
    explicit Evidence(const capture::Capture *capture) : m_capture(capture) {}

    /// {"source": "pci /sys/bus/pci/devices", "text": "0000:41:00.0/class:0x030200"}, at most a kilobyte of
    /// text. std::nullopt if the reference is invalid.
    [[nodiscard]] std::optional<Value> of(const host::EvidenceRef &ref);

private:
    const capture::Capture *m_capture;
    std::vector<std::optional<std::string>> m_bytes; ///< by section
};

} // namespace fabricscope::json
