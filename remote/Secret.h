// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace fabricscope::remote {

/// Overwrites what the string holds, also its unused capacity, and empties it.
void wipe(std::string &secret);

/// From here on a crash of this process leaves no core file, in which passwords and keys would stand.
void forbidCoreFiles();

/// Wipes the answers of a person when the scope is left.
class Wiped {
public:
    explicit Wiped(std::vector<std::string> &secrets) : m_secrets(secrets) {}
    Wiped(const Wiped &) = delete;
    Wiped &operator=(const Wiped &) = delete;
    ~Wiped() {
        for (std::string &secret : m_secrets)
            wipe(secret);
    }

private:
    std::vector<std::string> &m_secrets;
};

} // namespace fabricscope::remote
