// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Endpoint.h"

#include <tl/expected.hpp>

namespace fabricscope::remote {

/// A target as the user wrote it, taken apart. Empty user and port 0: not given.
struct Target {
    std::string user, host;
    std::uint16_t port = 0;
};

/// [user@]host[:port], [user@][address]:port, ssh://[user@]host[:port]. What could be taken for an option or
/// mean something to a shell is refused (CVE-2023-51385).
[[nodiscard]] tl::expected<Target, Failure> parseTarget(std::string_view text);

[[nodiscard]] bool isSafeHost(std::string_view host);
[[nodiscard]] bool isSafeUser(std::string_view user);

} // namespace fabricscope::remote
