// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/HostConfig.h"

#include <tl/expected.hpp>

#include <string_view>

namespace fabricscope::remote {

/// The output of `ssh -G` as a HostConfig. Unknown keywords are ignored.
[[nodiscard]] tl::expected<HostConfig, Failure> parseSshG(std::string_view text, const Endpoint &endpoint);

} // namespace fabricscope::remote
