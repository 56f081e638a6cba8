// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <libssh/libssh.h>
#include <libssh/server.h>
#include <unistd.h>

#include <memory>
#include <utility>

namespace fabricscope::remote::server {

/// An owned file descriptor.
class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) : m_fd(fd) {}
    Fd(Fd &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Fd &operator=(Fd &&other) noexcept {
        if (this != &other) {
            reset();
            m_fd = std::exchange(other.m_fd, -1);
        }
        return *this;
    }
    ~Fd() { reset(); }

    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] int release() { return std::exchange(m_fd, -1); }
    [[nodiscard]] explicit operator bool() const { return m_fd >= 0; }
    void reset() {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = -1;
    }

private:
    int m_fd = -1;
};

template<auto Function> struct Deleter {
    template<class T> void operator()(T *object) const { Function(object); }
};

using KeyHandle = std::unique_ptr<std::remove_pointer_t<ssh_key>, Deleter<ssh_key_free>>;
using BindHandle = std::unique_ptr<std::remove_pointer_t<ssh_bind>, Deleter<ssh_bind_free>>;
using SessionHandle = std::unique_ptr<std::remove_pointer_t<ssh_session>, Deleter<ssh_free>>;
using EventHandle = std::unique_ptr<std::remove_pointer_t<ssh_event>, Deleter<ssh_event_free>>;

} // namespace fabricscope::remote::server
