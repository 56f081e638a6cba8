// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Mailbox.h"
#include "app/jobs/collect/CollectJob.h"
#include "app/window/session/FailureText.h"
#include "app/window/session/SiteRules.h"
#include "widgets/compare/CompareSide.h"
#include "widgets/models/FleetModel.h"
#include "widgets/topology/TopologyContent.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

// Declared, not included: these headers include <concepts>, which Qt 6.4's moc cannot parse.
namespace fabricscope::affinity {
struct Examination;
struct Judgement;
struct PeerRails;
} // namespace fabricscope::affinity
namespace fabricscope::nccl {
struct BootstrapPeer;
}

namespace fabricscope::app::window {

/// The other hosts that are considered when a host is judged.
struct JudgementContext {
    std::shared_ptr<const topology::Topology> host;       ///< the host that this is about
    std::shared_ptr<const topology::Topology> hypervisor; ///< nullptr: none is known
    /// Hosts of the same kind, one for each rail pattern.
    std::vector<std::shared_ptr<const affinity::PeerRails>> peers;
    /// The first few hosts of the same kind, to check whether hosts of a job can connect to each other.
    std::vector<std::shared_ptr<const nccl::BootstrapPeer>> meeting;

    [[nodiscard]] bool isAlone() const { return !hypervisor && peers.empty() && meeting.empty(); }
};

/// The sidebar's texts for a host that was read. Computed once per snapshot, because each change of any host
/// uses them.
struct FleetFacts {
    std::shared_ptr<const topology::Topology> topology; ///< made of this topology, this examination
    std::shared_ptr<const affinity::Examination> examination;
    std::shared_ptr<const checks::HostReport> report; ///< and this report:
    QString badge, signature;
    int gpus = 0, errors = 0, warnings = 0;
};

/// A host or capture of this window and its data. Lives on the GUI thread.
struct HostSession {
    quint64 id = 0;
    QString capturePath;       ///< of a capture, or another file or folder that was opened; empty for hosts
    QStringList joined;        ///< further files about the same host, opened together with it
    remote::Endpoint endpoint; ///< its target may name a container
    QString label;             ///< name given by the user or a list; empty: the target
    quint64 group = 0;         ///< of the sidebar; 0: in none
    bool root = false;

    std::uint64_t generation = 0; ///< of its job; events of earlier jobs are dropped
    quint64 jobId = 0;
    std::shared_ptr<CollectJob> job;              ///< while it runs
    std::shared_ptr<remote::Transport> transport; ///< the connection that is kept open
    std::vector<std::shared_ptr<bridge::Question>> questions;

    widgets::HostLink link = widgets::HostLink::Waiting;
    Snapshot snapshot;
    /// The context of the last requested judgement. Once `judging` is false, the snapshot's examination is
    /// the result.
    JudgementContext judgedIn;
    std::uint64_t judgingQuestion = 0; ///< counts requests: results of earlier ones are dropped
    bool judging = false;
    SiteReport siteRequested;  ///< what was last requested of SiteJudging: its report is absent
    SiteReport withSite;       ///< what it last returned
    bool showSnapshot = false; ///< shows the last snapshot although the host is unreachable
    bool isUnattended = false; ///< its job was not started by the user: it shows no prompt
    bool heldBack = false;     ///< a prompt of that job was suppressed
    std::optional<remote::Failure> failure;
    remote::Stage stage = remote::Stage::Config;
    StageTimes times; ///< of the newest job
    double fraction = 0;
    QString step;
    std::vector<LogLine> transcript; ///< of the newest job, bounded
    mutable FleetFacts fleetFacts;   ///< cache for the current snapshot

    [[nodiscard]] bool isCapture() const { return !capturePath.isEmpty(); }
    /// Of the values that its current job sends.
    [[nodiscard]] bridge::Origin origin() const { return {id, generation}; }
    /// The name in the sidebar: the label, the target without user and port, or the file name, without
    /// ".fscope" for a capture.
    [[nodiscard]] QString name() const;
    [[nodiscard]] QString target() const;
    /// What simulates the host; empty for real hosts.
    [[nodiscard]] QString simulated() const;
    /// GPU-NIC pairing, of the same generation as the snapshot's topology; changed(id) reports changes.
    /// nullptr if nothing was read. Part of snapshot.examination.
    [[nodiscard]] std::shared_ptr<const affinity::Judgement> judgement() const;
    /// What was checked: with the expectations of the site, and without what is muted. All screens count by
    /// it. nullptr if nothing was read; changed(id) reports changes.
    [[nodiscard]] std::shared_ptr<const checks::HostReport> report() const;
    /// Forgets what was read.
    void dropSnapshot();
};

/// Live data older than this is stale.
constexpr qint64 kStaleMs = qint64{10} * 60 * 1000;

[[nodiscard]] QString ageText(qint64 ageMs);
/// Milliseconds until ageText() changes or live data becomes stale, whichever comes first; at least 1.
[[nodiscard]] qint64 msToOlder(qint64 ageMs);
[[nodiscard]] widgets::TopologyContent contentOf(const HostSession &session, qint64 nowMs);
/// The choices of the Compare screen.
[[nodiscard]] std::vector<widgets::CompareSide>
compareSides(const std::vector<std::unique_ptr<HostSession>> &sessions);
/// The sidebar's rows: VMs are matched by the names in the hypervisors' processes.
[[nodiscard]] std::vector<widgets::FleetEntry>
fleetEntries(const std::vector<std::unique_ptr<HostSession>> &sessions);
/// "8 GPUs"; `all`: "8 GPUs, 214 functions".
[[nodiscard]] QString contentText(const Snapshot &snapshot, bool all);
/// "MI355X ×8": the most frequent GPU; empty if there is none.
[[nodiscard]] QString gpuBadge(const topology::Topology &topology);

} // namespace fabricscope::app::window
