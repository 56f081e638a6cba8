// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tools/ToolText.h"

#include <string>
#include <string_view>

namespace fabricscope::formats {

/// Ports of InfiniBand whose link came up with one lane (1X). A cable has four, or two where it is split.
/// Ethernet is left out: its drivers write 1X for links of one lane by design.
class NarrowPorts {
public:
    explicit NarrowPorts(HostBuilder &builder) : m_builder(builder) {}
    NarrowPorts(const NarrowPorts &) = delete;
    NarrowPorts &operator=(const NarrowPorts &) = delete;

    /// What follows is of this port.
    void begin(std::string_view device, int port) {
        finish();
        m_port = shown(device, 48) + "/" + std::to_string(port);
        m_isOneLane = m_isInfiniBand = m_isUp = false;
    }
    void isOneLane(host::EvidenceRef evidence) {
        m_isOneLane = true;
        m_evidence = evidence;
    }
    void isInfiniBand() { m_isInfiniBand = true; }
    void isUp() { m_isUp = true; }
    /// Also at the end of the text.
    void finish() {
        if (m_isOneLane && m_isInfiniBand && m_isUp)
            addToolFault(m_builder, {"port_narrow", m_port, {}, 0, {}, m_evidence});
        m_isOneLane = false;
    }

private:
    HostBuilder &m_builder;
    std::string m_port;
    bool m_isOneLane = false, m_isInfiniBand = false, m_isUp = false;
    host::EvidenceRef m_evidence;
};

} // namespace fabricscope::formats
