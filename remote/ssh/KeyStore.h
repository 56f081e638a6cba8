// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Ssh.h"

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace fabricscope::remote {

/// Private keys, decrypted once for all hosts and kept in memory only. Of several hosts that need the same
/// key at the same time, one asks for its passphrase and the others wait for that answer.
class KeyStore {
public:
    using PassphrasePrompt = std::function<std::optional<std::string>(int attempt)>;

    /// A copy of the key; empty where the file is no private key, or no passphrase is given.
    [[nodiscard]] SshKey load(const std::filesystem::path &file, const PassphrasePrompt &ask,
                              const std::function<bool()> &cancelled);

private:
    struct Entry {
        SshKey key;
        std::filesystem::file_time_type time;
        bool busy = false;
        unsigned refusals = 0;
    };

    std::mutex m_mutex; // guards the entries
    std::condition_variable m_changed;
    std::map<std::filesystem::path, Entry> m_entries;
};

} // namespace fabricscope::remote
