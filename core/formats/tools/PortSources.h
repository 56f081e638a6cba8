// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// What several tools state about the ports of RDMA devices. A host has one state of each, that of the tool
/// that is read first; where another tool differs, a finding names both.
class PortSources {
public:
    /// Whether a section is of such a tool.
    [[nodiscard]] static bool isSource(std::string_view section);
    /// Before the section of such a tool is read: what is known of the ports' states is put aside, so that
    /// its reader states its own.
    void begin(HostBuilder &builder);
    /// It was read: a host keeps the state that was known first.
    void end(std::string_view section, HostBuilder &builder);
    void report(HostBuilder &builder) const;

private:
    struct State {
        std::string_view tool;
        std::string text;
        host::EvidenceRef evidence;
    };
    using Port = std::pair<std::string, int>; ///< of a device, and its number
    std::map<Port, std::vector<State>> m_states;
    std::map<Port, host::Fact<std::string>> m_known; ///< put aside
};

} // namespace fabricscope::formats
