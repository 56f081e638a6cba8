// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Client.h"
#include "remote/Ssh.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricscope::remote {

/// A line of a known_hosts file that names the host.
struct KnownKey {
    SshKey key;
    std::string where; ///< "/home/me/.ssh/known_hosts:12"
    bool revoked = false;
};

/// All lines of these files for a host as it is written there ("gpu-07", "[gpu-07]:2222"): plain, hashed,
/// with patterns and their exceptions. Damaged lines and files that do not exist are passed over. Lines of
/// certificate authorities are, too: libssh offers no host certificates.
[[nodiscard]] std::vector<KnownKey> knownKeys(const std::vector<std::filesystem::path> &files,
                                              const std::string &host);

enum class HostKeyState { Known, Unknown, Changed, Revoked };
struct HostKeyVerdict {
    HostKeyState state = HostKeyState::Unknown;
    const KnownKey *known = nullptr; ///< what matched, or what stands in the way
};
/// Any other key known for the host makes an offered one *changed*, also a key of another type: its own type
/// was preferred in the exchange, so the server does not have it any more.
[[nodiscard]] HostKeyVerdict judge(const std::vector<KnownKey> &known, ssh_key offered);

/// "SHA256:..." as ssh-keygen -l prints it.
[[nodiscard]] std::string fingerprint(ssh_key key);
[[nodiscard]] std::string keyTypeName(ssh_key key);

/// Leaves out the keys of types that this client does not offer, since `allowed` excludes them or libssh
/// lacks them: of those nothing follows from a key of another type. Revoked ones stay.
void keepOfferable(std::vector<KnownKey> &known, const std::string &allowed);

/// The host key algorithms to offer: those of known keys first, then the rest of `allowed` (a comma list;
/// empty: the library's own).
[[nodiscard]] std::string hostKeyPreference(const std::vector<KnownKey> &known, const std::string &allowed);

/// Appends a line, in one write; makes file and folder where there are none, for the user's eyes only.
[[nodiscard]] tl::expected<void, Failure> rememberKey(const std::filesystem::path &file,
                                                      const std::string &host, ssh_key key);

} // namespace fabricscope::remote
