// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Transport.h"

#include <tl/expected.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::remote {

/// Of what the configuration says, not of a connection.
[[nodiscard]] tl::unexpected<Failure> configFailure(std::string what, std::string hint = {});

/// The values of %h and similar tokens.
using Tokens = std::map<char, std::string>;

[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// %h, %p and so on replaced; std::nullopt for a token that is not among them.
[[nodiscard]] std::optional<std::string> expandTokens(std::string_view text, const Tokens &tokens);
/// A path of the configuration: ~, ~user, ${NAME} and tokens. What cannot be expanded stays as it is: the
/// file will not be found then.
[[nodiscard]] std::string expandPath(std::string_view text, const Tokens &tokens);
/// The home folder and name that the system's user list gives, as OpenSSH takes them, not $HOME.
[[nodiscard]] std::string homeFolder(const std::string &user = {});
[[nodiscard]] std::string localUser();
[[nodiscard]] std::string localHost();

} // namespace fabricscope::remote
