// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/HostShell.h"
#include "app/jobs/script/SudoPassword.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace fabricscope::app {

struct ScriptRights {
    /// As root: by `sudo -n`, else with the password. Inside a container there is no way to become root:
    /// there it means that the container's runtime may be called through `sudo -n`.
    bool sudo = false;
    /// Asked if `sudo -n` is refused; in memory only, wiped after use.
    AskSudoPassword password;
};

/// Result of a script that ran to its end.
struct ScriptResult {
    remote::Exit exit;
    std::string out, err; ///< bounded: kMaxScriptOutput
};
inline constexpr std::size_t kMaxScriptOutput = std::size_t{32} << 20;

/// Failure::what if sudo did not let the script become root; the hint is what it printed.
inline constexpr const char *kSudoRefused = "sudo was refused";

/// One POSIX script on one host, over the existing connection, or a new one.
class RemoteScript {
public:
    using Done = std::function<void(tl::expected<ScriptResult, remote::Failure>)>;

    /// The script goes over standard input to `/bin/sh -s`, so that no login shell reads any of it. It must
    /// print `mark` before anything else: without it, the host did not run it. `done` is called once, on the
    /// client's io thread.
    static std::shared_ptr<RemoteScript> run(remote::Client &client, HostEndpoint hostEndpoint,
                                             ScriptRights rights, std::string script, std::string mark,
                                             Done done);
    /// The command line that receives the script, human-readable.
    [[nodiscard]] static std::string shownCommand(const std::string &target, const ScriptRights &rights);

    virtual ~RemoteScript() = default;
    /// From any thread. `done` is still called, with a failure.
    virtual void cancel() = 0;
};

} // namespace fabricscope::app
