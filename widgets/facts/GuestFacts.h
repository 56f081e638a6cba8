// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/facts/PairingFacts.h"

#include <memory>
#include <vector>

namespace fabricscope::widgets {

/// A VM that is open together with its hypervisor.
struct GuestView {
    quint64 id = 0;
    QString name;
    std::shared_ptr<const affinity::Judgement> judgement; ///< with the hypervisor's BDFs of its devices
    friend bool operator==(const GuestView &, const GuestView &) = default;
};

/// A device as seen by its VM.
struct GuestFacts {
    std::vector<PairingCallout> callouts; ///< the worst first
    std::vector<FactRow> rows;            ///< in the guest, assigned and expected partner
};

/// For the first of these VMs that has this node of its hypervisor's topology, or a virtual function of it.
[[nodiscard]] GuestFacts guestFacts(const std::vector<GuestView> &guests,
                                    const topology::Topology &hypervisor, topology::NodeId id);

} // namespace fabricscope::widgets
