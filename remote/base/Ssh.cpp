// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/Ssh.h"

#include "remote/base/Endpoint.h"

#include <poll.h>

namespace fabricscope::remote {

std::string oneLine(std::string_view text) {
    constexpr std::size_t kLongest = 300;
    std::string line;
    for (const char c : text.substr(0, kLongest)) {
        const auto byte = static_cast<unsigned char>(c);
        line += byte >= 0x20 && byte < 0x7f ? c : ' ';
    }
    while (!line.empty() && line.back() == ' ')
        line.pop_back();
    return line;
}

bool isLinkOpen(ssh_session session) {
    return ssh_is_connected(session) != 0 && (ssh_get_status(session) & (SSH_CLOSED | SSH_CLOSED_ERROR)) == 0;
}

int repeat(ssh_session session, const std::function<bool()> &cancelled, int again,
           const std::function<int()> &call) {
    int result = call();
    while (result == again) {
        const bool writes = (ssh_get_poll_flags(session) & SSH_WRITE_PENDING) != 0;
        pollfd socket{ssh_get_fd(session), static_cast<short>(writes ? POLLIN | POLLOUT : POLLIN), 0};
        if (socket.fd < 0 || cancelled())
            return SSH_ERROR;
        ::poll(&socket, 1, 100);
        result = call();
    }
    return result;
}

std::string lastError(ssh_session session) {
    const char *error = ssh_get_error(session);
    return oneLine(error ? error : "");
}

std::string libraryVersion() {
    return std::string("libssh ") + ssh_version(0);
}

} // namespace fabricscope::remote
