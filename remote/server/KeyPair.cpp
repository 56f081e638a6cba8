// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/server/KeyPair.h"

#include "remote/server/Handles.h"

namespace fabricscope::remote {

tl::expected<KeyPair, std::string> generateKeyPair() {
    ssh_key raw = nullptr;
    if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &raw) != SSH_OK)
        return tl::unexpected(std::string("libssh cannot make an Ed25519 key"));
    const server::KeyHandle key(raw);
    KeyPair pair;
    char *text = nullptr;
    if (ssh_pki_export_privkey_base64(key.get(), nullptr, nullptr, nullptr, &text) != SSH_OK)
        return tl::unexpected(std::string("libssh cannot export its new key"));
    pair.privateKey = text;
    ssh_string_free_char(text);
    if (ssh_pki_export_pubkey_base64(key.get(), &text) != SSH_OK)
        return tl::unexpected(std::string("libssh cannot export its new key"));
    pair.publicKey = std::string("ssh-ed25519 ") + text;
    ssh_string_free_char(text);
    return pair;
}

} // namespace fabricscope::remote
