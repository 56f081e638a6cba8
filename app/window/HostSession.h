// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Mailbox.h"
#include "app/jobs/CollectJob.h"
#include "app/window/FailureText.h"
#include "widgets/compare/CompareSide.h"
#include "widgets/models/FleetModel.h"
#include "widgets/topology/TopologyContent.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which these headers lead to.
namespace fabricscope::affinity {
struct Examination;
struct Judgement;
struct PeerRails;
} // namespace fabricscope::affinity
namespace fabricscope::nccl {
struct BootstrapPeer;
}

namespace fabricscope::app::window {

/// Beside what a host is judged.
struct JudgementContext {
    std::shared_ptr<const topology::Topology> host;       ///< the host that this is about
    std::shared_ptr<const topology::Topology> hypervisor; ///< nullptr: none is known
    /// Hosts of its kind, one for each pattern of rails.
    std::vector<std::shared_ptr<const affinity::PeerRails>> peers;
    /// The first few of its kind: do they meet?
    std::vector<std::shared_ptr<const nccl::BootstrapPeer>> meeting;

    [[nodiscard]] bool isAlone() const { return !hypervisor && peers.empty() && meeting.empty(); }
};

/// The sidebar's texts for a host that was read: looked up once a snapshot, since it is asked for whenever
/// any host changes.
struct FleetFacts {
    std::shared_ptr<const topology::Topology> topology; ///< that this was made of, with that:
    std::shared_ptr<const affinity::Examination> examination;
    QString badge, signature;
    int gpus = 0, errors = 0, warnings = 0;
};

/// A host or a capture of this window, with what is known about it. Lives on the GUI thread.
struct HostSession {
    quint64 id = 0;
    QString capturePath;       ///< of a capture, or another file or folder that was opened; empty for hosts
    QStringList joined;        ///< further files about the same host, opened together with it
    remote::Endpoint endpoint; ///< its target may name a container
    QString label;             ///< as the person or a list calls it; empty: as its target
    quint64 group = 0;         ///< of the sidebar; 0: in none
    bool root = false;

    std::uint64_t generation = 0; ///< of its job; what an earlier one still sends is dropped
    quint64 jobId = 0;
    std::shared_ptr<CollectJob> job;              ///< while it runs
    std::shared_ptr<remote::Transport> transport; ///< the connection that stays
    std::vector<std::shared_ptr<bridge::Question>> questions;

    widgets::HostLink link = widgets::HostLink::Waiting;
    Snapshot snapshot;
    /// What the judgement among others was last asked for. Of this, the snapshot's examination is the answer
    /// once `judging` is false.
    JudgementContext judgedIn;
    std::uint64_t judgingQuestion = 0; ///< counts what was asked: another's answer is dropped
    bool judging = false;
    bool showSnapshot = false; ///< the last picture, though the host cannot be reached now
    bool isUnattended = false; ///< its job began without a person: it asks none
    bool heldBack = false;     ///< a question of that job
    std::optional<remote::Failure> failure;
    remote::Stage stage = remote::Stage::Config;
    StageTimes times; ///< of the newest job
    double fraction = 0;
    QString step;
    std::vector<LogLine> transcript; ///< of the newest job, bounded
    mutable FleetFacts fleetFacts;   ///< of the snapshot that they were made of

    [[nodiscard]] bool isCapture() const { return !capturePath.isEmpty(); }
    /// As the sidebar shows it: its label, the target without user and port, or the file's name, where that
    /// is a capture's without ".fscope".
    [[nodiscard]] QString name() const;
    [[nodiscard]] QString target() const;
    /// What simulates it; empty on real hosts.
    [[nodiscard]] QString simulated() const;
    /// GPU-NIC pairing, of the same generation as the snapshot's topology, which changed(id) reports. nullptr
    /// where nothing was read. What it was made of is snapshot.examination.
    [[nodiscard]] std::shared_ptr<const affinity::Judgement> judgement() const;
};

/// Older than this is stale.
constexpr qint64 kStaleMs = qint64{10} * 60 * 1000;

[[nodiscard]] QString ageText(qint64 ageMs);
/// How long, in ms, until ageText() changes or live data is stale, whichever comes first; at
/// least 1.
[[nodiscard]] qint64 msToOlder(qint64 ageMs);
[[nodiscard]] widgets::TopologyContent contentOf(const HostSession &session, qint64 nowMs);
/// What the Compare screen can choose from.
[[nodiscard]] std::vector<widgets::CompareSide>
compareSides(const std::vector<std::unique_ptr<HostSession>> &sessions);
/// The sidebar's rows: VMs are matched by the names in the hypervisors' processes.
[[nodiscard]] std::vector<widgets::FleetEntry>
fleetEntries(const std::vector<std::unique_ptr<HostSession>> &sessions);
/// "MI355X ×8": the most frequent GPU; empty where there is none.
[[nodiscard]] QString gpuBadge(const topology::Topology &topology);

} // namespace fabricscope::app::window
