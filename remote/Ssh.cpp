// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/Ssh.h"

#include "remote/Client.h"

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

std::string lastError(ssh_session session) {
    const char *error = ssh_get_error(session);
    return oneLine(error ? error : "");
}

std::string libraryVersion() {
    return std::string("libssh ") + ssh_version(0);
}

} // namespace fabricscope::remote
