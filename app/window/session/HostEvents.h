// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/copy/CopyFile.h"
#include "app/jobs/run/DeviceUsage.h"
#include "core/bench/run/RunState.h"
#include "core/workspace/HostList.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace fabricscope::fleet {
struct Comparison;
}
namespace fabricscope::present {
struct HostVmExamination;
}

namespace fabricscope::app::window {

// Values that the job of a host or capture sends, besides those of CollectJob. Their origin is the host's id
// and the generation of its job.

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

/// The connection kept open after a collection for the next one. nullptr: it was lost.
struct Link {
    std::shared_ptr<remote::Transport> transport;
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

/// Who uses a host's GPUs and NICs now.
struct DeviceUsageRead {
    std::uint64_t question = 0; ///< numbered by the caller
    std::string host;           ///< its name, as shown
    tl::expected<DeviceUsage, remote::Failure> load;
};

/// A tool has ended.
struct ToolEnded {
    std::uint64_t run = 0; ///< numbered by the caller
    bench::RunState state;
};

} // namespace fabricscope::app::window
