// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/ForgetRun.h"

#include "app/jobs/run/SupervisorScript.h"
#include "app/jobs/script/RemoteScript.h"

namespace fabricscope::app {

using remote::Failure;

void forgetRun(remote::Client &client, HostEndpoint hostEndpoint, const std::string &id,
               std::function<void(tl::expected<bool, Failure>)> done) {
    const SupervisorScript script(SupervisorScript::isRunId(id) ? id : std::string(32, '0'));
    RemoteScript::run(
        client, std::move(hostEndpoint), {}, script.clear(), script.mark(),
        [done = std::move(done), mark = script.mark()](const tl::expected<ScriptResult, Failure> &result) {
            if (!result)
                return done(tl::unexpected(result.error()));
            const bool isCleared = result->out.find(mark + "cleared") != std::string::npos;
            if (isCleared || result->out.find(mark + "nospool") != std::string::npos)
                return done(isCleared);
            done(tl::unexpected(Failure{remote::FailureKind::CommandFailed,
                                        remote::Stage::Command,
                                        "no finished run with this ID",
                                        {}}));
        });
}

} // namespace fabricscope::app
