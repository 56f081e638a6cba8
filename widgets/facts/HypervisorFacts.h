// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/facts/PairingFacts.h"

#include <memory>
#include <optional>

namespace fabricscope::widgets {

/// The hypervisor of a VM, open together with it.
struct HypervisorView {
    quint64 id = 0; ///< 0: there is none
    QString name;
    std::shared_ptr<const topology::Topology> topology;
    friend bool operator==(const HypervisorView &, const HypervisorView &) = default;
};

/// Facts that the hypervisor knows better about a device than its VM: a VM sees a link that its VMM made up,
/// or only that of the function.
struct HypervisorFacts {
    std::optional<quint32> node; ///< of the hypervisor's topology
    std::vector<FactRow> rows;   ///< the device there, and its link if it differs from the VM's
    /// The link of the device, or one on its way up, is narrower than possible; empty title: none is.
    PairingCallout fault;
};

/// `judgement` is the VM's, with the hypervisor's BDFs of its devices; `node` is in the judged topology.
[[nodiscard]] HypervisorFacts hypervisorFacts(const HypervisorView &hypervisor,
                                              const affinity::Judgement &judgement, topology::NodeId node);

} // namespace fabricscope::widgets
