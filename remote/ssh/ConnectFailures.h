// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/HostConfig.h"

#include <chrono>
#include <string>

namespace fabricscope::remote {

// Why a connection was not made, in words.

/// `error`: errno of the last address that was dialled.
[[nodiscard]] Failure dialFailure(const std::string &address, int error);
[[nodiscard]] Failure tooManyJumps(int most);
[[nodiscard]] Failure closedWithoutBanner(const HostConfig &config);
/// The user did not answer a question.
[[nodiscard]] Failure unanswered(const HostConfig &config, Stage stage, std::chrono::milliseconds limit);
/// The time limit up to the banner, and that of the handshake.
[[nodiscard]] Failure connectTimeout(const HostConfig &config, Stage stage, std::chrono::milliseconds limit);
[[nodiscard]] Failure handshakeTimeout(const HostConfig &config, Stage stage,
                                       std::chrono::milliseconds limit);

} // namespace fabricscope::remote
