// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/HostShell.h"

#include <algorithm>

namespace fabricscope::app {

void outlast(remote::ConnectOptions &options, std::chrono::seconds silence) {
    const auto ticks = std::chrono::milliseconds(silence) / options.keepAliveTick;
    options.keepAliveMisses = std::max(options.keepAliveMisses, static_cast<int>(ticks) + 1);
}

std::shared_ptr<remote::Attempt> openShell(remote::Client &client, HostWay way, HostShellDone done) {
    auto target = workspace::parseCollectTarget(way.endpoint.target);
    if (!target) {
        client.post([done = std::move(done), error = target.error()] {
            done(tl::unexpected(
                remote::Failure{remote::FailureKind::Config, remote::Stage::Config, error.what, error.hint}));
        });
        return nullptr;
    }
    if (target->host == "local:") {
        client.post([&client, done = std::move(done), container = std::move(target->container)] {
            done(HostShell{client.local(), true, container});
        });
        return nullptr;
    }
    way.endpoint.target = target->host;
    return client.connect(
        std::move(way.endpoint), std::move(way.prompts), std::move(way.options),
        [done = std::move(done), container = std::move(target->container)](remote::ConnectResult result) {
            if (result)
                done(HostShell{std::move(*result), false, container});
            else
                done(tl::unexpected(result.error()));
        });
}

} // namespace fabricscope::app
