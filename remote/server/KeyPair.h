// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <string>

namespace fabricscope::remote {

/// An Ed25519 key that a client may log in with.
struct KeyPair {
    std::string privateKey; ///< OpenSSH's file format, not encrypted: write it with mode 0600
    std::string publicKey;  ///< "ssh-ed25519 AAAA..."
};

[[nodiscard]] tl::expected<KeyPair, std::string> generateKeyPair();

} // namespace fabricscope::remote
