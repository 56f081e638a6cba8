// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Question.h"
#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/copy/CopyFile.h"
#include "app/jobs/run/DeviceUsage.h"
#include "core/bench/judge/Earlier.h"
#include "core/bench/run/Results.h"
#include "core/bench/run/RunSizes.h"
#include "core/bench/run/RunState.h"
#include "core/bench/view/BenchJudged.h"
#include "core/bench/view/BenchView.h"
#include "core/bench/view/JudgedRun.h"
#include "core/workspace/HostList.h"
#include "remote/config/SshAliases.h"

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
namespace fabricscope::present {
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

/// The last message of the job: without a failure it completed.
struct Finished {
    std::optional<remote::Failure> failure;
};

/// A capture file was read, or could not be.
struct Opened {
    std::string path;
    Result<Snapshot> snapshot;
    std::optional<workspace::HostList> list = {}; ///< of a file that is a list of hosts rather than a capture
};

/// The same host judged again, with others that were read meanwhile: its hypervisor, its peers.
struct Judged {
    std::uint64_t question = 0; ///< as the window numbered it: an answer to an older one is dropped
    std::shared_ptr<const affinity::Examination> examination;
};

/// The ssh configuration's settings for a target that the user types.
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

/// A guest was mapped onto its host.
struct HostVmExamined {
    std::uint64_t question = 0; ///< numbered by the caller
    std::shared_ptr<const present::HostVmExamination> examination;
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

/// Parsed output of the tools, run by run: immutable values.
using BenchResults = bench::Tables;

/// The log of a benchmark was read, or could not be.
struct BenchRead {
    std::uint64_t question = 0; ///< numbered by the caller
    std::string path;
    Result<std::vector<bench::BenchView>> runs;              ///< judged
    BenchResults results = {};                               ///< the same, to be judged again
    std::shared_ptr<const nccl::log::DebugLog> library = {}; ///< nullptr: no output of the library
};

/// A note on a saved run.
struct RunNote {
    std::string path; ///< of the database
    std::string id, words;
};

/// What the database of runs holds.
struct HistoryRead {
    Result<std::vector<bench::RunRecord>> records; ///< newest first; empty without a database
    std::vector<std::string> hosts;                ///< of all runs that are kept
    bool hasDatabase = true;                       ///< false: there is no database
    bool isComplete = true;                        ///< false: of `runs` some could not be read
    std::vector<bench::EarlierRun> runs;           ///< those requested with their output
    struct Opened {
        bench::RunRecord record;
        BenchResults tables;    ///< its entire output
        bool isComplete = true; ///< false: only its beginning was read
        /// Its host as last read before the run; empty: not saved, or unreadable.
        bench::BenchHost facts = {};
        std::shared_ptr<const bench::Telemetry> telemetry = {}; ///< nullptr: none was kept
    };
    std::optional<Opened> opened = {};        ///< a run requested by its id
    std::optional<Error> openError = {};      ///< why it cannot be shown
    std::vector<RunNote> unwritten = {};      ///< notes for which the database could not be written
    bench::StoreUsage usage = {};             ///< of the whole database
    std::vector<bench::RunSize> largest = {}; ///< what uses the most space, by its output
    std::string deleted = {}; ///< text about old runs that were deleted to free space; empty: none were
};

/// A run of ours in its current state. Delivery::host is its number.
struct BenchRunning {
    std::shared_ptr<const bench::JudgedRun> run; ///< never nullptr
};

/// A stored run was judged.
struct StoredRunJudged {
    std::shared_ptr<const bench::JudgedRun> run; ///< never nullptr; its version is that of the question
};

/// Who uses a host's GPUs and NICs now.
struct DeviceUsageRead {
    std::uint64_t question = 0; ///< numbered by the caller
    std::string host;           ///< its name, as shown
    tl::expected<DeviceUsage, remote::Failure> load;
};

/// A tool that SessionController started has ended.
struct ToolEnded {
    std::uint64_t run = 0; ///< numbered by the caller
    bench::RunState state;
};

/// The connection kept open after a collection for the next one. nullptr: it was lost.
struct Link {
    std::shared_ptr<remote::Transport> transport;
};

using Event = std::variant<JobState, remote::Stage, LogLine, Snapshot, Progress, Finished, Opened, Resolved,
                           ListRead, Compared, HostVmExamined, Aliases, Link, Judged, CopyPlanReady,
                           FileCopied, BenchRead, HistoryRead, BenchRunning, StoredRunJudged, DeviceUsageRead,
                           ToolEnded, std::shared_ptr<Question>>;

/// One value on its way to the window. `generation` counts the jobs of one host: anything that an earlier job
/// still sends is dropped on arrival.
struct Delivery {
    std::uint64_t host = 0;
    std::uint64_t generation = 0;
    Event event;
};

/// Where worker threads leave values for the GUI thread. Bounded: only the newest snapshot and progress of a
/// job, the newest results of a run, and the newest kLogLines log lines wait.
class Mailbox {
public:
    static constexpr std::size_t kLogLines = 20000;

    /// `bell` is rung from any thread when the box was empty and no longer is.
    explicit Mailbox(std::function<void()> bell) : m_bell(std::move(bell)) {}

    void post(Delivery delivery);
    /// All waiting values, in order of arrival.
    [[nodiscard]] std::vector<Delivery> take();
    /// The first of them; empty if there are none.
    [[nodiscard]] std::optional<Delivery> takeOne();
    /// From now on posts are dropped and their questions abandoned, as are all earlier questions that are
    /// still open, wherever they are now: a thread is waiting for each of them.
    void close();

private:
    bool replaceOlder(Delivery &delivery);

    std::function<void()> m_bell;
    std::mutex m_mutex;
    std::deque<Delivery> m_waiting;
    std::vector<std::weak_ptr<Question>> m_questions; ///< all received questions that may still be open
    std::size_t m_logLines = 0;
    bool m_closed = false;
};

} // namespace fabricscope::app::bridge
