// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/SudoPassword.h"
#include "app/jobs/script/WorkerPool.h"
#include "core/capture/Capture.h"
#include "core/host/Host.h"
#include "core/topology/Topology.h"
#include "remote/Client.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::affinity {
struct Examination;
struct PeerRails;
} // namespace fabricscope::affinity
namespace fabricscope::checks {
struct HostReport;
}
namespace fabricscope::nccl {
struct BootstrapPeer;
}

namespace fabricscope::app {

class KeptShell;

enum class JobState : std::uint8_t { Waiting, Connecting, Running, Done, Failed, Cancelled };

/// A line of the Log: what ran or was read, where and when. Contains no secret.
struct LogLine {
    std::int64_t timeMs = 0;
    std::string host;
    std::string channel; ///< "ssh", "safe", "touch", "tools", "root"
    std::string text;    ///< for commands, the exact line
};

/// The state of one host as far as it is known; rebuilt whenever a part arrives, shared and immutable.
struct Snapshot {
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const topology::Topology> topology; ///< topology->host() are the facts
    std::vector<capture::Part> parts;                   ///< those received completely
    bool isRootPartMissing = false; ///< it was requested, and sudo failed: why is in the capture's notes
    /// Result of judgeHost() (JudgeHost.h); nullptr until requested.
    std::shared_ptr<const affinity::Examination> examination;
    /// Result of checkHost() (CheckHost.h) with `examination`; nullptr until requested.
    std::shared_ptr<const checks::HostReport> report;
    /// Further input for judging peers of the same kind: filled by judgeAlone() (JudgeHost.h).
    std::shared_ptr<const affinity::PeerRails> rails;
    std::shared_ptr<const nccl::BootstrapPeer> meeting; ///< likewise; nullptr if no address is known
};

struct CollectOptions {
    /// Name of the host in the capture and in messages; empty: its target.
    std::string name;
    /// Also the root part: by `sudo -n`, or with the password. Inside a container there is no way to become
    /// root: for a container it means that the container runtime may be called through `sudo -n`.
    bool root = false;
    /// Asked if `sudo -n` is refused and root was requested; in memory only, wiped after use.
    AskSudoPassword sudoPassword;
    std::chrono::milliseconds timeout{120000}; ///< for all parts together, without time spent on questions
    /// If no byte arrives for this long while hardware is read, the section counts as stuck. Parts that touch
    /// no hardware, or run tools, get multiples of it (CollectPlans.cpp).
    std::chrono::milliseconds silence{5000};
    std::shared_ptr<KeptShell> kept = nullptr; ///< as HostEndpoint::kept
};

/// Collects one host: connects, runs the parts on channels of one connection, delivers what arrives.
/// Callbacks are called one at a time and in order, on a worker of the pool, or without one on the client's
/// io thread. The pool must be destroyed before the client; callbacks still queued then are dropped.
class CollectJob : public std::enable_shared_from_this<CollectJob> {
public:
    struct Events {
        std::function<void(JobState)> state;
        std::function<void(remote::Stage)> stage;
        std::function<void(const LogLine &)> log;
        std::function<void(const Snapshot &)>
            snapshot; ///< first when the safe part is there, again at each further part
        std::function<void(double fraction, const std::string &step)> progress;
        /// After everything was read: the connection it was read over, for a caller that keeps it. Otherwise
        /// the connection ends with the job.
        std::function<void(const std::shared_ptr<remote::Transport> &)> link{};
        /// Exactly once, last. After a failure following the safe part, the last snapshot's capture is still
        /// delivered.
        std::function<void(const std::optional<remote::Failure> &)> finished;
    };

    /// The endpoint's target may name a container on the host (core/workspace/ContainerTarget.h): then the
    /// same parts run inside it.
    static std::shared_ptr<CollectJob> start(remote::Client &client, remote::Endpoint endpoint,
                                             remote::Prompts prompts, remote::ConnectOptions connectOptions,
                                             CollectOptions options, Events events,
                                             WorkerPool *workers = nullptr);
    virtual ~CollectJob() = default;
    virtual void cancel() = 0;
};

/// As sent, without comments and indentation; or human-readable.
enum class ScriptForm : std::uint8_t { Sent, Readable };

/// The whole text of one part for `/bin/sh -s`: nonce, arguments (resources/collector/SECTIONS.md), common.sh
/// and the part's script.
[[nodiscard]] std::string collectorScript(capture::Part part, const std::string &nonce,
                                          const std::string &arguments = {},
                                          ScriptForm form = ScriptForm::Sent);

/// All parts for one shell. The safe part is printed on standard output; then, of the part sent once the tree
/// can be drawn, touch on standard output and concurrently tools on standard error, preceded by the root part
/// if the login is root.
struct HostScript {
    std::string safe, rest;
};
[[nodiscard]] HostScript hostScript(const std::string &nonce);

/// Facts and graph of a capture: what `snapshot` delivers, for files. Pure.
[[nodiscard]] Snapshot makeSnapshot(std::shared_ptr<const capture::Capture> capture);

} // namespace fabricscope::app
