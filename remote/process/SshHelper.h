// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::remote {

/// Must be called first in main(). If this process was started to serve an `ssh` that this program runs, it
/// does that and returns the exit status; otherwise it returns nothing, and this program can serve from then
/// on: OpenSSH connections start its executable again,
/// - as SSH_ASKPASS: passes ssh's question on to the program that started ssh, and gives ssh the answer;
/// - in front of ssh, which then ends when the program ends, for whatever reason,
/// - next to its private folder, which it removes when the program ends.
[[nodiscard]] std::optional<int> runSshHelper(int argc, char **argv);

/// This program's file; empty where runSshHelper() was not called: then OpenSSH cannot be used.
[[nodiscard]] const std::string &sshHelperProgram();

/// The arguments that start this program (argv[0] of `ssh`) so that it ends with the calling thread.
[[nodiscard]] std::vector<std::string> launcherArguments(std::vector<std::string> ssh);

/// The arguments that start this program so that it removes that private folder when its standard input,
/// which the caller holds, ends. Empty where OpenSSH cannot be used.
[[nodiscard]] std::vector<std::string> cleanerArguments(const std::filesystem::path &folder);

/// Names in the environment of ssh: where questions are sent, and a proof that the sender is our own process.
inline constexpr const char *kAskpassSocket = "FABRICSCOPE_ASKPASS_SOCKET";
inline constexpr const char *kAskpassNonce = "FABRICSCOPE_ASKPASS_NONCE";

} // namespace fabricscope::remote
