// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::host {

/// The IPv4 address in a GID of RoCE, "0000:0000:0000:0000:0000:ffff:0a01:0203" is "10.1.2.3"; empty for
/// other GIDs.
[[nodiscard]] std::string mappedIpv4(std::string_view gid);

} // namespace fabricscope::host
