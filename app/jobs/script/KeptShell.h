// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Client.h"

#include <chrono>
#include <memory>

namespace fabricscope::app {

/// A shell on a host that runs the commands of several jobs one after another. Each channel of SSH starts the
/// user's login shell and its start-up files, which take a tenth of a second of the host's processor and
/// more: the jobs that share this object start it once. It ends when this object does, after a minute without
/// a command, or with the host's connection.
class KeptShell : public std::enable_shared_from_this<KeptShell> {
public:
    enum class Use {
        Shared, ///< others may follow: a command that reads a script and ends when it has read all of it
        Last,   ///< becomes the command; its channel is that of the command alone from then on
    };

    /// The client must outlive it.
    explicit KeptShell(remote::Client &client) : m_client(client) {}
    ~KeptShell();
    KeptShell(const KeptShell &) = delete;
    KeptShell &operator=(const KeptShell &) = delete;

    /// As Transport::start(), on the io thread: in this shell, or, if it is not free, in another channel of
    /// the transport. Of a shared command only the last status is known, not the signal that ended it, and
    /// the end of its input is the line "exit": it must read a shell's script, and nothing that takes this
    /// line for something else, such as a password.
    std::shared_ptr<remote::Process> start(const std::shared_ptr<remote::Transport> &transport,
                                           remote::Command command, remote::Sink sink, Use use);

    static constexpr std::chrono::seconds kLongestIdle{60};

private:
    class Line;
    class Job;

    remote::Client &m_client;
    std::shared_ptr<Line> m_line; ///< the channel; nullptr if there is none. Used on the io thread.
};

} // namespace fabricscope::app
