// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/HostShell.h"

#include <algorithm>

namespace fabricscope::app {

void raiseTimeouts(remote::ConnectOptions &options, std::chrono::seconds silence) {
    const auto ticks = std::chrono::milliseconds(silence) / options.keepAliveInterval;
    options.keepAliveCountMax = std::max(options.keepAliveCountMax, static_cast<int>(ticks) + 1);
}

std::shared_ptr<remote::Process> HostShell::startLast(remote::Command command, remote::Sink sink) const {
    return kept ? kept->start(transport, std::move(command), std::move(sink), KeptShell::Use::Last)
                : transport->start(std::move(command), std::move(sink));
}

std::shared_ptr<remote::Attempt> openShell(remote::Client &client, HostEndpoint hostEndpoint,
                                           HostShellDone done) {
    auto target = workspace::parseCollectTarget(hostEndpoint.endpoint.target);
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
    hostEndpoint.endpoint.target = target->host;
    return client.connect(std::move(hostEndpoint.endpoint), std::move(hostEndpoint.prompts),
                          std::move(hostEndpoint.options),
                          [done = std::move(done), container = std::move(target->container),
                           kept = std::move(hostEndpoint.kept)](remote::ConnectResult result) {
                              if (result)
                                  done(HostShell{std::move(*result), false, container, kept});
                              else
                                  done(tl::unexpected(result.error()));
                          });
}

} // namespace fabricscope::app
