// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/DeviceUsage.h"
#include "core/bench/command/Command.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::app::cli {

/// Asks before something is started on GPUs or NICs that are in use, and before a detached run that the host
/// would end early. Does not ask again about one that the user agreed to.
class DeviceUsageQuestion {
public:
    explicit DeviceUsageQuestion(bool yes) : m_yes(yes) {}
    /// True if there is no objection, or it may be started anyway; otherwise `status` is the exit status.
    /// Names all users of any device, and reports what cannot be seen.
    bool mayStart(remote::Client &client, const HostEndpoint &hostEndpoint, const bench::RunSpec &spec,
                  int &status);

private:
    using ProcessKeys = std::set<std::pair<std::string, int>>; ///< host and pid
    void report(const std::string &host, const DeviceUsage &load, const std::vector<DeviceUser> &conflicting);

    bool m_yes;
    ProcessKeys m_asked, m_named;          ///< processes on a run's devices, and on others
    std::set<std::string> m_reportedHosts; ///< hosts
};

} // namespace fabricscope::app::cli
