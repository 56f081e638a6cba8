// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/HostShell.h"
#include "core/bench/command/Command.h"
#include "remote/Client.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// The number of secrets that were removed from a text (bench::kSecretPlaceholder).
[[nodiscard]] std::size_t removedSecrets(std::string_view text);

/// What the host of a detached run keeps about its secrets, so that whoever fetches the output knows what to
/// remove from it: "HF_TOKEN MYPW 1", the names of variables and the number of arguments. Never a value.
[[nodiscard]] std::string secretsNote(const bench::Command &command);

/// The same as a command: variables without their values (isPrivate), and a word bench::kSecretPlaceholder
/// for each argument. From a host, hence checked: at most kMaxSecrets of each, valid names only.
[[nodiscard]] bench::Command commandOfNote(std::string_view note);
inline constexpr std::size_t kMaxSecrets = 256;

/// The values of this program's own variables that have a secret's name, which a tool on this machine
/// inherits, in the form of bench::secretValuesOf(). Without short ones, which may be any word of the output.
[[nodiscard]] std::vector<std::string> inheritedSecrets();

/// Asks the host. `done` is called once, on the client's io thread. Empty if the host has no such run, or if
/// a version of this program started it that kept no note.
void readRunSecrets(remote::Client &client, HostEndpoint hostEndpoint, const std::string &id,
                    std::function<void(tl::expected<bench::Command, remote::Failure>)> done);

} // namespace fabricscope::app
