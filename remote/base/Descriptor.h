// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

namespace fabricscope::remote {

/// A file descriptor that is closed with its owner.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(Descriptor &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Descriptor &operator=(Descriptor &&other) noexcept {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor() { reset(); }

    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] explicit operator bool() const { return m_fd >= 0; }
    [[nodiscard]] int release() { return std::exchange(m_fd, -1); }
    void reset();

private:
    int m_fd = -1;
};

/// All are close-on-exec; empty where the system refuses.
[[nodiscard]] std::pair<Descriptor, Descriptor> makePipe();       ///< read end, write end
[[nodiscard]] std::pair<Descriptor, Descriptor> makeSocketPair(); ///< AF_UNIX, stream
[[nodiscard]] Descriptor duplicate(int fd);
void setNonBlocking(int fd);

} // namespace fabricscope::remote
