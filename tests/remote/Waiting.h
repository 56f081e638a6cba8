// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Client.h"
#include "tests/support/Sshd.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace fabricscope::test {

/// Much longer than any test takes, even under a sanitizer: reached only if something hangs.
inline constexpr std::chrono::seconds kLongest{60};

/// A value set by another thread.
template<class T> class Eventually {
public:
    void set(T value) {
        std::lock_guard lock(m_mutex);
        m_values.push_back(std::move(value));
        m_changed.notify_all();
    }
    /// Waits for the first value; empty after kLongest.
    std::optional<T> get(std::chrono::milliseconds longest = kLongest) {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait_for(lock, longest, [this] { return !m_values.empty(); }))
            return std::nullopt;
        return m_values.front();
    }
    std::size_t count() {
        std::lock_guard lock(m_mutex);
        return m_values.size();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<T> m_values;
};

/// The output and end of a command.
struct ProcessResult {
    std::string out, err;
    remote::Exit exit;
    int finishes = 0;
};

/// A collecting sink and the process that writes to it.
class Running {
public:
    Running(remote::Transport &transport, remote::Command command);
    remote::Process &process() { return *m_process; }
    /// Waits for the end.
    ProcessResult end();
    /// Waits for this many bytes of output; false after kLongest.
    bool waitForBytes(std::size_t count);
    std::size_t bytes();

private:
    struct State;
    std::shared_ptr<State> m_state;
    std::shared_ptr<remote::Process> m_process;
};

ProcessResult runOn(remote::Transport &transport, remote::Command command);
/// A command in the form that the program uses: a constant line, and the script on standard input.
remote::Command script(std::string text);

remote::ConnectResult connectTo(remote::Client &client, remote::Endpoint endpoint,
                                remote::Prompts prompts = {}, remote::ConnectOptions options = {});
/// The endpoint of a port of an Sshd, with its configuration.
remote::Endpoint endpointOf(const Sshd &sshd, int port = 0);
/// Connects, or fails the test with the reason.
std::shared_ptr<remote::Transport> connected(remote::Client &client, remote::Endpoint endpoint,
                                             remote::Prompts prompts = {},
                                             remote::ConnectOptions options = {});

std::string describe(const remote::Failure &failure);

} // namespace fabricscope::test
