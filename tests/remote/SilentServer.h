// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace fabricscope::test {

/// Listens on 127.0.0.1, sends this text to each client (repeatedly if `endless`), and then nothing. `waits`:
/// only once the client has sent something.
class SilentServer {
public:
    explicit SilentServer(std::string words = {}, bool endless = false, bool hangUp = false,
                          bool waits = false);
    ~SilentServer();
    SilentServer(const SilentServer &) = delete;
    SilentServer &operator=(const SilentServer &) = delete;

    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] int callers() const { return m_callers; }

private:
    void serve();

    std::string m_words;
    bool m_endless, m_hangUp, m_waits;
    int m_listener = -1;
    std::uint16_t m_port = 0;
    std::atomic<int> m_callers = 0;
    std::atomic<bool> m_stop = false;
    std::vector<int> m_open;
    std::thread m_thread;
};

} // namespace fabricscope::test
