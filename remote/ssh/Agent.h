// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Descriptor.h"
#include "remote/base/Ssh.h"

#include <tl/expected.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace fabricscope::remote {

/// A key that the user's agent holds.
struct AgentKey {
    std::string blob; ///< the public key as it goes over the wire
    std::string comment;
    SshKey key; ///< the same for libssh; empty where libssh does not know the type
};

/// Asks an agent (draft-miller-ssh-agent) for its keys. Blocks, but never longer than the deadline: for
/// worker threads.
[[nodiscard]] tl::expected<std::vector<AgentKey>, std::string>
agentKeys(const std::string &socket, std::chrono::milliseconds deadline,
          const std::function<bool()> &cancelled);

/// A relay between libssh and the user's agent. libssh offers all keys of an agent and waits for it without
/// limit; this shows it one key and stops at the deadline. Answers on a separate thread, joined in the
/// destructor.
class AgentRelay {
public:
    AgentRelay(std::string socket, std::chrono::milliseconds deadline, std::function<bool()> cancelled);
    ~AgentRelay();
    AgentRelay(const AgentRelay &) = delete;
    AgentRelay &operator=(const AgentRelay &) = delete;

    /// For ssh_set_agent_socket(), which takes ownership: libssh closes it with the session.
    [[nodiscard]] int takeClientEnd() { return m_clientEnd.release(); }
    void show(const AgentKey &key);

private:
    void serve();
    [[nodiscard]] std::string answer(const std::string &request);

    std::string m_socket;
    std::chrono::milliseconds m_deadline;
    std::function<bool()> m_cancelled;
    Descriptor m_clientEnd, m_ourEnd;
    std::atomic<bool> m_stopped = false;
    std::mutex m_mutex; // guards the shown key
    std::string m_blob, m_comment;
    std::thread m_thread;
};

} // namespace fabricscope::remote
