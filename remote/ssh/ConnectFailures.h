// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/HostConfig.h"

#include <chrono>
#include <string>
#include <string_view>

namespace fabricscope::remote {

// Why a connection was not made, in words.

/// `error`: errno of the last address that was dialled.
[[nodiscard]] Failure dialFailure(const std::string &address, int error);
[[nodiscard]] Failure tooManyJumps(int most);
[[nodiscard]] Failure closedWithoutBanner(const HostConfig &config);
/// There is a connection, but the time limit is over and nothing came. Behind a proxy or a jump host it is
/// not known whether there is a connection.
[[nodiscard]] Failure noBanner(const HostConfig &config, std::chrono::milliseconds limit);
/// `line`: what came instead of a banner, by another program: "HTTP/1.1 400 Bad Request".
[[nodiscard]] Failure notSsh(const HostConfig &config, std::string_view line);
/// An SSH server that has too many callers writes this instead of a banner: try again.
[[nodiscard]] bool isTurnedAway(std::string_view line);
/// The user did not answer a question.
[[nodiscard]] Failure unanswered(const HostConfig &config, Stage stage, std::chrono::milliseconds limit);
/// The time limit up to the banner, and that of the handshake.
[[nodiscard]] Failure connectTimeout(const HostConfig &config, Stage stage, std::chrono::milliseconds limit);
[[nodiscard]] Failure handshakeTimeout(const HostConfig &config, Stage stage,
                                       std::chrono::milliseconds limit);

} // namespace fabricscope::remote
