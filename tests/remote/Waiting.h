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

/// Longer than anything here takes, even under a sanitizer: reached only where something hangs.
inline constexpr std::chrono::seconds kLongest{60};

/// A value that another thread brings.
template<class T> class Eventually {
public:
    void set(T value) {
        std::lock_guard lock(m_mutex);
        m_values.push_back(std::move(value));
        m_changed.notify_all();
    }
    /// Waits for the first one; empty after kLongest.
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

/// What a command said and how it ended.
struct ProcessResult {
    std::string out, err;
    remote::Exit exit;
    int finishes = 0;
};

/// A sink that collects, and the process that feeds it.
class Running {
public:
    Running(remote::Transport &transport, remote::Command command);
    remote::Process &process() { return *m_process; }
    /// Waits for the end.
    ProcessResult end();
    /// Waits until this many bytes of output are there; false after kLongest.
    bool waitForBytes(std::size_t count);
    std::size_t bytes();

private:
    struct State;
    std::shared_ptr<State> m_state;
    std::shared_ptr<remote::Process> m_process;
};

ProcessResult runOn(remote::Transport &transport, remote::Command command);
/// Of the form that the program uses: a constant line, the script on standard input.
remote::Command script(std::string text);

remote::ConnectResult connectTo(remote::Client &client, remote::Endpoint endpoint,
                                remote::Prompts prompts = {}, remote::ConnectOptions options = {});
/// The endpoint of an Sshd's port, by its configuration.
remote::Endpoint endpointOf(const Sshd &sshd, int port = 0);
/// Connects or fails the test with the reason.
std::shared_ptr<remote::Transport> connected(remote::Client &client, remote::Endpoint endpoint,
                                             remote::Prompts prompts = {},
                                             remote::ConnectOptions options = {});

std::string describe(const remote::Failure &failure);

} // namespace fabricscope::test
