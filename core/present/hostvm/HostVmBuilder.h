// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/hostvm/HostVmBoxes.h"
#include "core/present/hostvm/HostVmDevices.h"

#include <set>
#include <string>
#include <unordered_map>

namespace fabricscope::present {

/// Fills in a HostVmTable. For .cpp files of this folder; lives as long as one constructor.
class HostVmBuilder {
public:
    HostVmBuilder(const HostVmInput &input, HostVmTable &table);
    void build();

private:
    using Node = topology::Node;

    void addHostRows();
    [[nodiscard]] bool isForThisVm(const Node &node) const;
    void addHostRow(const Node &node, HostVmBoxes &boxes);
    void addGuestRows();
    void addGuestRow(const Node &node);
    void putFrontEndLast();
    void compareFile();
    void addConflicts();

    const HostVmInput &m_input;
    HostVmTable &m_table;
    std::string m_vmName;
    bool m_ownsAny = false;                       ///< devices of the host are known to be this VM's
    std::set<pci::Address> m_matched, m_passedIn; ///< of the host
    HostVmDevices m_devices;
    std::unordered_map<topology::NodeId, std::size_t> m_busOf;
};

} // namespace fabricscope::present
