// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>

#include <optional>
#include <vector>

namespace fabricscope::widgets {

/// State of a host of the sidebar.
enum class HostLink { Waiting, Connecting, Collecting, Connected, Disconnected, Unreachable, Capture };

/// One host, VM or capture of the Fleet sidebar. `id` is assigned by the owner of the hosts and never reused.
struct FleetEntry {
    quint64 id = 0;
    QString name;
    QString target; ///< as the user named it, for the tooltip
    HostLink link = HostLink::Waiting;
    QString badge;     ///< "MI355X ×8"; empty while unknown
    QString detail;    ///< "offline", "62 %"; shown next to the counts
    quint64 group = 0; ///< a FleetGroup's; 0: "Hosts"
    bool simulated = false;
    bool read = false; ///< something of it was read: its findings are known
    int gpus = 0;
    int errors = 0;
    int warnings = 0;
    /// Hosts with the same signature may be shown as one (core/fleet/Signature.h); empty: alone.
    QString signature;
    /// The entry of the host on which this VM runs, if its processes name it.
    std::optional<quint64> hypervisor;
    /// VMs that run there and have no entry of their own.
    struct Guest {
        QString name;
        int gpus = 0;
        friend bool operator==(const Guest &, const Guest &) = default;
    };
    std::vector<Guest> guests;
    friend bool operator==(const FleetEntry &, const FleetEntry &) = default;
};

/// A group created by the user, or by a list of hosts. It is shown even if it is empty.
struct FleetGroup {
    quint64 id = 0; ///< never 0
    QString name;
    friend bool operator==(const FleetGroup &, const FleetGroup &) = default;
};

/// The foot of the sidebar. Hosts are machines: neither captures nor VMs listed below their hypervisor;
/// findings are those of all.
struct FleetSums {
    int errors = 0;
    int warnings = 0;
    int clean = 0; ///< hosts that were read, can be reached, and have neither
    int hosts = 0;
    friend bool operator==(const FleetSums &, const FleetSums &) = default;
};
[[nodiscard]] FleetSums sumsOf(const std::vector<FleetEntry> &entries);

} // namespace fabricscope::widgets

Q_DECLARE_METATYPE(fabricscope::widgets::HostLink)
