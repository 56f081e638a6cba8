// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

namespace fabricscope::test {

/// Only one test that starts containers, or looks for them, at a time on this machine, by any user: a
/// container created by one is unexpected for another. So is a process that leaves its run.
class MachineLock {
public:
    MachineLock() : m_socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        constexpr std::string_view kName = "fabricscope-test-managers"; // in the abstract namespace: no file
        std::copy(kName.begin(), kName.end(), std::begin(address.sun_path) + 1);
        while (::bind(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ~MachineLock() { ::close(m_socket); }
    MachineLock(const MachineLock &) = delete;
    MachineLock &operator=(const MachineLock &) = delete;

private:
    int m_socket;
};

} // namespace fabricscope::test
