// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/DeviceUsage.h"
#include "core/bench/Command.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::app::cli {

/// Asks before something is started on GPUs or NICs that are in use, and before a detached run that the
/// host would end early. One that a person agreed to is not
/// asked about again.
class DeviceUsageQuestion {
public:
    explicit DeviceUsageQuestion(bool yes) : m_yes(yes) {}
    /// True where nothing speaks against it, or it may be started all the same; else `status` says how
    /// the program ends. Names all users of any, and reports what cannot be seen.
    bool mayStart(remote::Client &client, const HostEndpoint &hostEndpoint, const bench::RunSpec &spec,
                  int &status);

private:
    using ProcessKeys = std::set<std::pair<std::string, int>>; ///< host and pid
    void report(const std::string &host, const DeviceUsage &load, const std::vector<DeviceUser> &conflicting);

    bool m_yes;
    ProcessKeys m_asked, m_named;          ///< who is on a run's devices, and on others
    std::set<std::string> m_reportedHosts; ///< hosts
};

} // namespace fabricscope::app::cli
