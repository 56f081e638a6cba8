// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/CollectJob.h"

#include "app/jobs/collect/CollectRun.h"

#include <utility>

namespace fabricscope::app {

std::shared_ptr<CollectJob> CollectJob::start(remote::Client &client, remote::Endpoint endpoint,
                                              remote::Prompts prompts, remote::ConnectOptions connectOptions,
                                              CollectOptions options, Events events, WorkerPool *workers) {
    const std::string name = options.name.empty() ? endpoint.target : options.name;
    auto run = std::make_shared<CollectRun>(client, name, std::move(options), std::move(events), workers);
    auto target = workspace::parseCollectTarget(endpoint.target);
    if (!target) {
        const Error &error = target.error();
        run->refuse(
            remote::Failure{remote::FailureKind::Config, remote::Stage::Config, error.what, error.hint});
        return run;
    }
    endpoint.target = target->host;
    if (target->container)
        run->enter(std::move(*target->container));
    run->begin(std::move(endpoint), std::move(prompts), std::move(connectOptions));
    return run;
}

} // namespace fabricscope::app
