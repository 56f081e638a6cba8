// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Questions.h"
#include "remote/base/Ssh.h"
#include "remote/base/Transport.h"
#include "remote/ssh/HostKeyMachine.h"

#include <tl/expected.hpp>

#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace fabricscope::remote {

/// A line of a known_hosts file that names the host.
struct KnownKey {
    SshKey key;
    std::string where; ///< "/home/me/.ssh/known_hosts:12"
    bool revoked = false;
    bool authority = false; ///< @cert-authority: the key that signs the host's certificate, not its own
};

/// All lines of these files for a host as it is written there ("gpu-07", "[gpu-07]:2222"): plain, hashed,
/// with patterns and their exceptions. Damaged lines and missing files are skipped.
[[nodiscard]] std::vector<KnownKey> knownKeys(const std::vector<std::filesystem::path> &files,
                                              const std::string &host);
/// The same for one text, called `name` in KnownKey::where.
[[nodiscard]] std::vector<KnownKey> knownKeysIn(std::istream &lines, const std::string &host,
                                                const std::string &name);

struct HostKeyVerdict {
    HostKeyState state = HostKeyState::Unknown;
    const KnownKey *known = nullptr; ///< the matching or the conflicting key
};
/// Any other key known for the host makes an offered one *changed*, also a key of another type: its own type
/// was preferred in the exchange, so the server does not have it any more. Authorities do not count.
[[nodiscard]] HostKeyVerdict judge(const std::vector<KnownKey> &known, ssh_key offered);

/// "SHA256:..." as ssh-keygen -l prints it.
[[nodiscard]] std::string fingerprint(ssh_key key);
[[nodiscard]] std::string keyTypeName(ssh_key key);
/// "ssh-ed25519 SHA256:...".
[[nodiscard]] std::string keyText(ssh_key key);
/// The public key in base64, as in known_hosts; empty where it cannot be written.
[[nodiscard]] std::string publicKeyText(ssh_key key);

/// Removes the keys of types that this client does not offer, because `allowed` excludes them or libssh
/// lacks them: they say nothing about a key of another type. Revoked ones and authorities stay.
void removeUnofferable(std::vector<KnownKey> &known, const std::string &allowed);

/// The host key algorithms to offer: those of known keys first, then the rest of `allowed` (a comma list;
/// empty: the library's own).
[[nodiscard]] std::string hostKeyPreference(const std::vector<KnownKey> &known, const std::string &allowed);

/// Appends a line, in one write; creates the file and its folder if missing, for the user's eyes only. The
/// name is hashed with a salt where HashKnownHosts asks for that: "|1|SALT|HASH", as sshd(8) describes.
[[nodiscard]] tl::expected<void, Failure>
appendKnownKey(const std::filesystem::path &file, const std::string &host, ssh_key key, bool hashed = false);

} // namespace fabricscope::remote
