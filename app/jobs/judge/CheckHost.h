// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "core/checks/Report.h"
#include "core/site/SiteChecks.h"

#include <span>
#include <string>
#include <vector>

namespace fabricscope::app {

/// The readiness checks of the host of this snapshot, which must have a topology. `examination`: of the same
/// host, the snapshot's own or another one; may be nullptr. `name` is the host's in the report; empty: its
/// own. Pure; takes about as long as judgeHost().
[[nodiscard]] checks::HostReport checkHost(const Snapshot &snapshot, const affinity::Examination *examination,
                                           std::string name = {});

/// judgeAlone(), and the report of its result: fills `report` of a snapshot with a topology, too.
void judgeAndCheck(Snapshot &snapshot);

/// Compares hosts of one kind with each other: `reports` are those of `snapshots`, in the same order.
void compareHosts(std::span<const Snapshot *const> snapshots, std::span<checks::HostReport> reports);

/// What a site expects of this host, and mutes: to be called after compareHosts(). `report` is that of
/// `snapshot`, made with `examination`. Returns how many expectations the site has of it.
site::Applied applySite(const Snapshot &snapshot, const affinity::Examination *examination,
                        const site::Site &site, checks::Date today, checks::HostReport &report);

/// The names by which mutes find this host (core/site/SiteChecks.h). `report` is that of `snapshot`, which
/// must have a topology.
[[nodiscard]] std::vector<std::string> namesOf(const Snapshot &snapshot, const checks::HostReport &report);

/// The date of this machine, in its time zone.
[[nodiscard]] checks::Date today();

} // namespace fabricscope::app
