// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/command/Command.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// The scripts of resources/supervisor for one run, ready for `/bin/sh -s`. Every value is quoted by
/// shellQuoted(), and each script is one function that is called in its last line, so that none of it
/// runs if the connection is lost while it is sent.
class SupervisorScript {
public:
    /// `run` is 32 hexadecimal digits: the run's id, its mark in the processes' environment and, detached,
    /// in its folder's name.
    explicit SupervisorScript(std::string run);

    /// Errors: no program; a program's name that begins with a dash; a NUL anywhere; an invalid name of a
    /// variable; more than kMaxWordBytes together.
    [[nodiscard]] Result<std::string> attached(const bench::Command &command,
                                               std::chrono::seconds lease) const;

    struct Detached {
        std::chrono::seconds lease, longest;
        std::uint64_t maxBytes = 0; ///< of output that is kept; then the run is ended
    };
    [[nodiscard]] Result<std::string> detached(const bench::Command &command, const Detached &limits) const;
    /// Prints the output of a detached run, from this byte on.
    [[nodiscard]] std::string fetch(std::uint64_t from) const;
    /// Removes the folder of a detached run that has ended.
    [[nodiscard]] std::string clear() const;
    /// Prints "secrets " and the note about the secrets of a detached run (RunSecrets.h).
    [[nodiscard]] std::string secrets() const;

    /// Lists the users of GPUs and NICs (DeviceUsage.h).
    [[nodiscard]] std::string load() const;

    /// Finds the first of these TCP ports on which nobody listens: prints "port HEX" or "noport".
    [[nodiscard]] std::string freePort(const std::vector<std::uint16_t> &candidates) const;
    /// Prints "listening" once a process listens on this port, or "silent" after this many seconds.
    [[nodiscard]] std::string awaitPort(std::uint16_t port, std::chrono::seconds longest) const;

    /// The prefix of each word that a script prints: "@@NONCE ".
    [[nodiscard]] std::string mark() const { return "@@" + m_nonce + " "; }
    [[nodiscard]] const std::string &run() const { return m_run; }

    /// Whether it is a complete run id, and nothing else.
    [[nodiscard]] static bool isRunId(std::string_view text);
    [[nodiscard]] static std::string makeRunId();

    static constexpr std::size_t kMaxWordBytes = std::size_t{96} << 10; ///< of all words and the environment

private:
    [[nodiscard]] std::string script(const std::vector<std::string_view> &parts,
                                     const std::string &values) const;

    std::string m_run, m_nonce;
};

} // namespace fabricscope::app
