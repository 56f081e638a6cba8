// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyContent.h"

#include <QString>

#include <memory>
#include <vector>

namespace fabricscope::present {
struct HostVmExamination;
}

namespace fabricscope::widgets {

/// Content of the Host <-> VM screen: a guest and its host, as far as they are open.
struct HostVmContent {
    struct Choice {
        quint64 id = 0; ///< of the open host; 0: a VM that is known to run, and not open
        QString name;
        friend bool operator==(const Choice &, const Choice &) = default;
    };
    TopologyContent shown;             ///< the host or guest that is chosen in the sidebar
    Choice host, guest;                ///< an empty name: none
    std::vector<Choice> hosts, guests; ///< to choose from
    QString how;                       ///< "Cloud Hypervisor, by its UUID"
    QString simulated;                 ///< what simulates them; empty on real hosts
    bool canCopy = false;              ///< the guest is connected to: a file can be written there
    std::shared_ptr<const present::HostVmExamination> examination; ///< nullptr: not examined yet

    /// Whether the chosen one is the guest.
    [[nodiscard]] bool isGuestShown() const { return guest.id != 0 && guest.id == shown.host; }
};

} // namespace fabricscope::widgets
