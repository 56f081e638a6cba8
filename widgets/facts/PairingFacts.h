// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/facts/DeviceFacts.h"

#include <vector>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which these headers lead to.
namespace fabricscope::affinity {
struct Judgement;
}

namespace fabricscope::widgets {

/// A fault of a pair of the selected device.
struct PairingCallout {
    findings::Severity severity = findings::Severity::Error;
    QString title;     ///< "Mispaired with ionic_3"
    QString text;      ///< why, a sentence
    quint64 guest = 0; ///< the VM that it is about; 0: the host itself
    friend bool operator==(const PairingCallout &, const PairingCallout &) = default;
};

struct PairingFacts {
    std::vector<PairingCallout> callouts; ///< the worst first
    FactSection section;                  ///< its current and its best partner; empty for other devices
    bool canTrace = false;                ///< it has a partner, and this host's own links lead to it
};

/// For the pairs that the host uses. Pure. `id` is a node of the judged topology.
[[nodiscard]] PairingFacts pairingFacts(const affinity::Judgement &judgement,
                                        const topology::Topology &topology, topology::NodeId id);

} // namespace fabricscope::widgets
