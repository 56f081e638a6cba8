// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/DeviceUsageQuestion.h"

#include "app/cli/sources/Targets.h"
#include "app/cli/sources/TerminalPrompts.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/TerminalQuestion.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"

#include <algorithm>
#include <cstdio>
#include <future>

namespace fabricscope::app::cli {

namespace {

void print(const std::string &host, const char *head, const std::vector<DeviceUser> &uses) {
    if (!uses.empty())
        printText(stderr, "{}{}:\n", messagePrefix(host), head);
    for (const DeviceUser &use : uses)
        printText(stderr, "  {}\n", describe(use));
}

} // namespace

/// Each is reported once, however many runs follow.
void DeviceUsageQuestion::report(const std::string &host, const DeviceUsage &load,
                                 const std::vector<DeviceUser> &conflicting) {
    if (const std::string unseen = visibilityText(load);
        !unseen.empty() && m_reportedHosts.insert(host).second)
        printText(stderr, "{}{}\n", messagePrefix(host), unseen);
    std::vector<DeviceUser> others = load.uses;
    std::erase_if(others, [&](const DeviceUser &use) {
        return std::find(conflicting.begin(), conflicting.end(), use) != conflicting.end() ||
               m_asked.contains({host, use.pid}) || !m_named.insert({host, use.pid}).second;
    });
    print(host, "GPUs or NICs outside this run are in use; shared links may lower its results", others);
    print(host, "GPUs or NICs of this run are in use; both workloads will be slower", conflicting);
}

bool DeviceUsageQuestion::mayStart(remote::Client &client, const HostEndpoint &hostEndpoint,
                                   const bench::RunSpec &spec, int &status) {
    std::promise<tl::expected<DeviceUsage, remote::Failure>> answer;
    const auto job =
        findDeviceUsers(client, hostEndpoint, [&](auto load) { answer.set_value(std::move(load)); });
    const auto load = answer.get_future().get();
    status = kUnreachable;
    if (!load) {
        printText(stderr, "{}{}: {}\n", messagePrefix(spec.host), remote::toString(load.error().stage),
                  load.error().what);
        return false;
    }
    std::vector<DeviceUser> conflicting = conflictingUsers(*load, spec);
    std::erase_if(conflicting, [&](const DeviceUser &use) { return m_asked.contains({spec.host, use.pid}); });
    report(spec.host, *load, conflicting);
    const bool endsEarly = spec.detached && !load->detachedEndCauses.empty();
    if (endsEarly)
        for (const Error &end : load->detachedEndCauses)
            printText(stderr, "{}{}\n  {}\n", messagePrefix(spec.host), end.what, end.hint);
    if ((!conflicting.empty() || endsEarly) && !m_yes && !askYes("Start anyway (yes/no)? ")) {
        printText(stderr, "Nothing started{}.\n", hasTerminal() ? "" : ": use --yes to start anyway");
        status = kFindings;
        return false;
    }
    for (const DeviceUser &use : conflicting)
        m_asked.insert({spec.host, use.pid});
    return true;
}

} // namespace fabricscope::app::cli
