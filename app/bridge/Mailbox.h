// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Question.h"
#include "app/jobs/CollectJob.h"
#include "app/jobs/CopyFile.h"
#include "app/jobs/DeviceUsage.h"
#include "core/bench/Earlier.h"
#include "core/bench/Results.h"
#include "core/bench/RunSizes.h"
#include "core/bench/RunState.h"
#include "core/layout/bench/BenchJudged.h"
#include "core/layout/bench/BenchView.h"
#include "core/workspace/HostList.h"
#include "remote/SshAliases.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fabricscope::bench {
class Telemetry;
}
namespace fabricscope::fleet {
struct Comparison;
}
namespace fabricscope::layout {
struct HostVmExamination;
}
namespace fabricscope::nccl::log {
struct DebugLog;
}

namespace fabricscope::app::bridge {

struct Progress {
    double fraction = 0; ///< 0 to 1
    std::string step;
};

/// The job's last word: without a failure it did what it was asked.
struct Finished {
    std::optional<remote::Failure> failure;
};

/// A capture file was read, or could not be.
struct Opened {
    std::string path;
    Result<Snapshot> snapshot;
    std::optional<workspace::HostList> list = {}; ///< of a file that is no capture, but a list of hosts
};

/// The same host judged again, with others that came meanwhile: its hypervisor, its peers.
struct Judged {
    std::uint64_t question = 0; ///< as the window numbered it: an answer to an older one is dropped
    std::shared_ptr<const affinity::Examination> examination;
};

/// What the ssh configuration makes of a target that a person types.
struct Resolved {
    std::string target, host, user, jump;
    std::uint16_t port = 0;
    bool known = false;
};

/// A list of hosts was read, or could not be.
struct ListRead {
    std::string path;
    Result<workspace::HostList> list;
};

/// Two captures were compared.
struct Compared {
    std::uint64_t question = 0; ///< numbered by the caller
    std::shared_ptr<const fleet::Comparison> comparison;
};

/// A guest was laid upon its host.
struct HostVmExamined {
    std::uint64_t question = 0; ///< numbered by the caller
    std::shared_ptr<const layout::HostVmExamination> examination;
};

/// The names that the ssh configuration knows.
struct Aliases {
    std::vector<remote::SshAlias> aliases;
};

/// What a copy to a host would change; nothing was written.
struct CopyPlanReady {
    std::uint64_t copy = 0; ///< as the window numbered it
    tl::expected<CopyPlan, remote::Failure> plan;
};

/// A file was copied to a host, or could not be.
struct FileCopied {
    std::uint64_t copy = 0; ///< as the window numbered it
    tl::expected<CopyReceipt, remote::Failure> receipt;
};

/// What the tools printed, run by run: values that nobody changes any more.
using BenchResults = std::vector<std::shared_ptr<const bench::Results>>;

/// The log of a benchmark was read, or could not be.
struct BenchRead {
    std::uint64_t question = 0; ///< numbered by the caller
    std::string path;
    Result<std::vector<layout::BenchView>> runs;             ///< judged
    BenchResults results = {};                               ///< the same, to be judged again
    std::shared_ptr<const nccl::log::DebugLog> library = {}; ///< nullptr: the library says nothing in it
};

/// A note on a saved run.
struct RunNote {
    std::string path; ///< of the database
    std::string id, words;
};

/// What the database of runs holds.
struct HistoryRead {
    Result<std::vector<bench::RunRecord>> records; ///< the newest first; nothing where there is no database
    std::vector<std::string> hosts;                ///< of all runs that are kept
    bool hasDatabase = true;                       ///< false: there is no database
    bool isComplete = true;                        ///< false: of `runs` some could not be read
    std::vector<bench::EarlierRun> runs;           ///< that were asked for with what they printed
    struct Opened {
        bench::RunRecord record;
        BenchResults tables;    ///< all that it printed
        bool isComplete = true; ///< false: only its beginning was read
        /// Its host as it was read last before the run; empty: that was not kept, or cannot be read.
        layout::BenchHost facts = {};
        std::shared_ptr<const bench::Telemetry> telemetry = {}; ///< nullptr: none was kept
    };
    std::optional<Opened> opened = {};        ///< a run that was asked for by its id
    std::optional<Error> openError = {};      ///< why that cannot be shown
    std::vector<RunNote> unwritten = {};      ///< notes for which the database could not be written
    bench::StoreUsage usage = {};             ///< of the whole database
    std::vector<bench::RunSize> largest = {}; ///< what takes most room, by its output
    std::string deleted = {}; ///< in words, old runs that were deleted to make room; empty: none were
};

/// A run of ours in its current state. Delivery::host is its number.
struct BenchRunning {
    bench::RunState state;
    BenchResults runs;
    std::optional<std::int64_t> lastRowMs;                   ///< when the last row came; Unix time
    std::shared_ptr<const bench::Telemetry> telemetry = {};  ///< of its host; nullptr: none was read
    std::shared_ptr<const nccl::log::DebugLog> library = {}; ///< nullptr: NCCL or RCCL said nothing
};

/// Who uses a host's GPUs and NICs now.
struct DeviceUsageRead {
    std::uint64_t question = 0; ///< numbered by the caller
    std::string host;           ///< its name, for people
    tl::expected<DeviceUsage, remote::Failure> load;
};

/// A tool that SessionController started has ended.
struct ToolEnded {
    std::uint64_t run = 0; ///< numbered by the caller
    bench::RunState state;
};

/// The connection that stays after a collection, for the next one. nullptr: it was lost.
struct Link {
    std::shared_ptr<remote::Transport> transport;
};

using Event =
    std::variant<JobState, remote::Stage, LogLine, Snapshot, Progress, Finished, Opened, Resolved, ListRead,
                 Compared, HostVmExamined, Aliases, Link, Judged, CopyPlanReady, FileCopied, BenchRead,
                 HistoryRead, BenchRunning, DeviceUsageRead, ToolEnded, std::shared_ptr<Question>>;

/// One value on its way to the window. `generation` counts the jobs of one host: what an earlier job still
/// sends is dropped on arrival.
struct Delivery {
    std::uint64_t host = 0;
    std::uint64_t generation = 0;
    Event event;
};

/// Where worker threads leave values for the GUI thread. Bounded: of a job's snapshots and of its progress
/// only the newest waits, likewise of a run,, and of log lines the newest kLogLines.
class Mailbox {
public:
    static constexpr std::size_t kLogLines = 20000;

    /// `bell` is rung from any thread when the box was empty and no longer is.
    explicit Mailbox(std::function<void()> bell) : m_bell(std::move(bell)) {}

    void post(Delivery delivery);
    /// All that waits, in the order in which it came.
    [[nodiscard]] std::vector<Delivery> take();
    /// The first of it; nothing where nothing waits.
    [[nodiscard]] std::optional<Delivery> takeOne();
    /// From now on posts are dropped, and questions among them are abandoned, likewise all that ever came and
    /// are still open, wherever they are by now: whoever asked one waits.
    void close();

private:
    bool replaceOlder(Delivery &delivery);

    std::function<void()> m_bell;
    std::mutex m_mutex;
    std::deque<Delivery> m_waiting;
    std::vector<std::weak_ptr<Question>> m_questions; ///< all that came and may be open
    std::size_t m_logLines = 0;
    bool m_closed = false;
};

} // namespace fabricscope::app::bridge
