// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/SshConfig.h"

#include <tl/expected.hpp>

namespace fabricscope::remote {

/// Decides what carries the connection, and fills in what OpenSSH needs to know for it. Auto takes the
/// library unless the configuration requires something that libssh 0.10 cannot do. Errors: OpenSSH is
/// requested but missing; the library is requested but has none of the allowed ciphers. Reads files, may run
/// `klist`: for worker threads.
[[nodiscard]] tl::expected<HostConfig, Failure> chooseTransport(HostConfig config, TransportKind requested,
                                                                const SshConfig::Cancelled &cancelled);

/// Whether ssh is installed, and this program can answer its questions.
[[nodiscard]] bool canUseOpenSsh(const HostConfig &config);

/// Why the configuration needs OpenSSH, "PKCS11Provider is set"; empty where libssh will do.
[[nodiscard]] std::string reasonForOpenSsh(const HostConfig &config, const SshConfig::Cancelled &cancelled);

} // namespace fabricscope::remote
