// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/HostSession.h"
#include "core/present/checks/ChecksList.h"
#include "widgets/facts/GuestFacts.h"
#include "widgets/facts/HypervisorFacts.h"
#include "widgets/models/FindingsModel.h"
#include "widgets/models/FleetEntry.h"

#include <memory>
#include <optional>
#include <vector>

namespace fabricscope::app::window {

/// The VMs that run on this host and are also open, once they were judged with its hardware.
[[nodiscard]] std::vector<widgets::GuestView>
guestViews(const std::vector<std::unique_ptr<HostSession>> &sessions, const HostSession &hypervisor);

/// The host that runs this VM, if the VM was judged with its hardware; else empty.
[[nodiscard]] widgets::HypervisorView
hypervisorView(const std::vector<std::unique_ptr<HostSession>> &sessions, const HostSession &guest);

/// Errors and warnings of one host: of its devices, of the pairs in force, of other costs, and of checks.
/// Their number equals the sidebar's count.
[[nodiscard]] std::vector<widgets::ListedFinding> findingsOf(const HostSession &session);
/// The same for this host and its VMs.
[[nodiscard]] std::vector<widgets::ListedFinding>
findingsWithGuests(const std::vector<std::unique_ptr<HostSession>> &sessions, const HostSession &host);

/// All hosts, for the Checks screen.
[[nodiscard]] std::vector<present::CheckedHost>
checkedHosts(const std::vector<std::unique_ptr<HostSession>> &sessions,
             const std::vector<widgets::FleetGroup> &groups);
/// The device that a finding of the host's report is about.
[[nodiscard]] std::optional<quint32> nodeOf(const HostSession &session, const findings::Finding &finding);

} // namespace fabricscope::app::window
