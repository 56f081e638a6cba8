// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "core/workspace/HostList.h"

#include <memory>
#include <optional>
#include <string>

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

} // namespace fabricscope::app::window
