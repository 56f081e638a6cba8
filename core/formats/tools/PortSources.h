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

/// What several tools state about the ports of RDMA devices, and about the carrier of interfaces. A host has
/// one state of each, that of the tool that is read first; where another tool differs, a finding names both.
class PortSources {
public:
    /// Whether a section is of such a tool.
    [[nodiscard]] static bool isSource(std::string_view section);
    /// The facts of one section alone.
    void add(std::string_view section, const host::Host &host);
    void report(HostBuilder &builder) const;

private:
    struct State {
        std::string_view tool;
        std::string text;
        host::EvidenceRef evidence;
    };
    struct Carrier {
        std::string_view tool;
        std::string text;
        bool isThere = false;
        host::EvidenceRef evidence;
    };
    void addCarrier(std::string_view tool, const std::string &interface, std::string text, bool isThere,
                    host::EvidenceRef evidence);
    void addCarriers(std::string_view section, std::string_view tool, const host::Host &host);

    std::map<std::pair<std::string, int>, std::vector<State>> m_states; ///< by device and port
    std::map<std::string, std::vector<Carrier>> m_carriers;             ///< by interface
};

} // namespace fabricscope::formats
