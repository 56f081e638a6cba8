// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/Transport.h"

#include <array>

namespace fabricscope::remote {

std::string_view toString(Stage stage) {
    static constexpr std::array<std::string_view, 8> kNames{"config",   "resolve", "connect", "handshake",
                                                            "host key", "login",   "command", "link"};
    return kNames[static_cast<std::size_t>(stage)];
}

} // namespace fabricscope::remote
