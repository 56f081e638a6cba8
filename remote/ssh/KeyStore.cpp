// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/KeyStore.h"

#include "remote/base/Secret.h"

#include <chrono>

namespace fabricscope::remote {

namespace {

constexpr int kPassphraseAttempts = 3;

/// libssh asks for a passphrase only if the key has one.
int noteEncrypted(const char *, char *, std::size_t, int, int, void *encrypted) {
    *static_cast<bool *>(encrypted) = true;
    return -1;
}

SshKey decrypt(const std::filesystem::path &file, const KeyStore::PassphrasePrompt &ask) {
    ssh_key key = nullptr;
    bool encrypted = false;
    if (ssh_pki_import_privkey_file(file.c_str(), nullptr, noteEncrypted, &encrypted, &key) == SSH_OK)
        return SshKey(key);
    for (int attempt = 1; encrypted && attempt <= kPassphraseAttempts; ++attempt) {
        auto passphrase = ask(attempt);
        if (!passphrase)
            break;
        const int result =
            ssh_pki_import_privkey_file(file.c_str(), passphrase->c_str(), nullptr, nullptr, &key);
        wipe(*passphrase);
        if (result == SSH_OK)
            return SshKey(key);
    }
    return nullptr;
}

} // namespace

SshKey KeyStore::load(const std::filesystem::path &file, const PassphrasePrompt &ask,
                      const std::function<bool()> &cancelled) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(file, error);
    if (error)
        return nullptr;
    std::unique_lock lock(m_mutex);
    Entry &entry = m_entries[file];
    for (const unsigned refusals = entry.refusals; entry.busy;) {
        m_changed.wait_for(lock, std::chrono::milliseconds(50));
        if (cancelled() || entry.refusals != refusals)
            return nullptr;
    }
    if (entry.key && entry.time == time)
        return SshKey(ssh_key_dup(entry.key.get()));
    entry.busy = true;
    lock.unlock();
    SshKey key = decrypt(file, ask);
    lock.lock();
    entry.busy = false;
    m_changed.notify_all();
    if (!key) {
        if (!cancelled()) // else the next one may still be answered
            ++entry.refusals;
        return nullptr;
    }
    entry.key = std::move(key);
    entry.time = time;
    return SshKey(ssh_key_dup(entry.key.get()));
}

} // namespace fabricscope::remote
