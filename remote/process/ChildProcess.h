// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Descriptor.h"
#include "remote/base/Transport.h"
#include "remote/loop/Loop.h"

#include <sys/types.h>
#include <tl/expected.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::remote {

struct SpawnOptions {
    std::vector<std::string> environment; ///< "NAME=value", before what this process has
    bool ownSession = false;              ///< without a controlling terminal
};

/// Starts a program as leader of its own process group, with these as its standard streams and no other
/// descriptor of this process. argv[0] is looked up in PATH; no shell is involved. Error: the system's text.
[[nodiscard]] tl::expected<pid_t, std::string> spawn(const std::vector<std::string> &argv, int in, int out,
                                                     int err, const SpawnOptions &options = {});

/// Output of a program that must end soon: killed at the deadline, or when `cancelled` returns true, or after
/// `maxBytes`. `input` is its standard input: at most a pipe's capacity, 4 KiB. For worker threads: it
/// blocks.
struct Output {
    std::string out, err;
    int status = -1; ///< as exit() had it; -1 after a signal
};
[[nodiscard]] tl::expected<Output, Failure>
runToEnd(const std::vector<std::string> &argv, std::chrono::milliseconds deadline,
         const std::function<bool()> &cancelled, std::size_t maxBytes = 1 << 20, std::string_view input = {});

/// A child of ours whose end is reported on the io thread. Its whole group dies with the object.
class ChildProcess : public std::enable_shared_from_this<ChildProcess> {
public:
    ChildProcess(std::shared_ptr<Loop> loop, pid_t pid);
    ~ChildProcess();
    ChildProcess(const ChildProcess &) = delete;
    ChildProcess &operator=(const ChildProcess &) = delete;

    /// `ended` gets the status of waitpid(), once.
    void watch(std::function<void(int)> ended);
    void killGroup(int signal) const; ///< nothing where the child has ended
    /// When the child ends, the rest of its group is killed.
    void killGroupAtEnd() { m_killGroupAtEnd = true; }

private:
    void poll();
    bool reap();

    std::shared_ptr<Loop> m_loop;
    pid_t m_pid;
    bool m_killGroupAtEnd = false;
    std::function<void(int)> m_ended;
    asio::posix::stream_descriptor m_descriptor; // a pidfd, where the kernel has them
    Timer m_poll;                                // and where not
};

/// Converts a status of waitpid() to the end of a command.
[[nodiscard]] Exit exitOf(int waitStatus);
/// The number of the signal "TERM"; 0 if unknown.
[[nodiscard]] int signalNumber(const std::string &name);

} // namespace fabricscope::remote
