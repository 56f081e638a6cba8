// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/Command.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// The scripts of resources/supervisor for one run, ready for `/bin/sh -s`. Every value goes through
/// remote::shellQuoted(), and each script is one function that is called in its last line: where the
/// link is cut while it is sent, none of it runs.
class SupervisorScript {
public:
    /// `run` is 32 hexadecimal digits: the run's id, its mark in the processes' environment and, detached,
    /// in its folder's name.
    explicit SupervisorScript(std::string run);

    /// Errors: no program; a program's name that begins with a dash; a NUL anywhere; a name that no variable
    /// can have; more than kMaxWordBytes together.
    [[nodiscard]] Result<std::string> attached(const bench::Command &command,
                                               std::chrono::seconds lease) const;

    struct Detached {
        std::chrono::seconds lease, longest;
        std::uint64_t maxBytes = 0; ///< of output that is kept; then the run is ended
    };
    [[nodiscard]] Result<std::string> detached(const bench::Command &command, const Detached &limits) const;
    /// What a detached run has printed, from this byte on.
    [[nodiscard]] std::string fetch(std::uint64_t from) const;
    /// Removes the folder of a detached run that has ended.
    [[nodiscard]] std::string clear() const;

    /// Who uses GPUs and NICs now (DeviceUsage.h).
    [[nodiscard]] std::string load() const;

    /// The first of these TCP ports on which nobody listens there: says "port HEX" or "noport".
    [[nodiscard]] std::string freePort(const std::vector<std::uint16_t> &candidates) const;
    /// Says "listening" once somebody does on this port, or "silent" after so many seconds.
    [[nodiscard]] std::string awaitPort(std::uint16_t port, std::chrono::seconds longest) const;

    /// The prefix of each word that a script prints: "@@NONCE ".
    [[nodiscard]] std::string mark() const { return "@@" + m_nonce + " "; }
    [[nodiscard]] const std::string &run() const { return m_run; }

    /// Whether the command is `docker run` or its like: its container is ended by its engine.
    [[nodiscard]] static bool runsContainer(const bench::Command &command);

    /// The whole of a run's id, and nothing else.
    [[nodiscard]] static bool isRunId(std::string_view text);
    [[nodiscard]] static std::string makeRunId();

    static constexpr std::size_t kMaxWordBytes = std::size_t{96} << 10; ///< of all words and the environment

private:
    [[nodiscard]] std::string script(const std::vector<std::string_view> &parts,
                                     const std::string &values) const;

    std::string m_run, m_nonce;
};

/// Cuts the messages of a script out of a tool's output, wherever it stands: behind half a line, too. Nothing
/// of the tool's is held back but what may be the beginning of a mark, and this only until the next bytes.
class MessageSplitter {
public:
    explicit MessageSplitter(std::string mark) : m_mark(std::move(mark)) {}

    using Output = std::function<void(std::string_view)>;
    using MessageHandler = std::function<void(std::string_view)>; ///< the line behind the mark
    void feed(std::string_view bytes, const Output &output, const MessageHandler &onMessage);
    /// What was held back, at the end.
    void finish(const Output &output);

private:
    static constexpr std::size_t kMaxMessage = 4096;
    std::string m_mark, m_held;
};

} // namespace fabricscope::app
