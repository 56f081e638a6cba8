// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Ssh.h"

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <string>

namespace fabricscope::remote {

/// Whether a file of RevokedHostKeys holds this key: public keys, one a line, or a key revocation list (KRL)
/// of OpenSSH, which `ssh-keygen -Q` reads. Error: why the file cannot be read; ssh then refuses every key,
/// also where a single line of it is damaged. Blocks: for worker threads.
[[nodiscard]] tl::expected<bool, std::string> isRevoked(const std::filesystem::path &file, ssh_key key,
                                                        const std::function<bool()> &cancelled);

} // namespace fabricscope::remote
