// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::remote {

/// Overwrites what the string holds, also its unused capacity, and empties it.
void wipe(std::string &secret);

/// From here on a crash of this process leaves no core file, which would contain passwords and keys.
void disableCoreDumps();

/// A password in one place of memory, however often this is copied and moved; wiped when the last copy goes.
/// A std::string of up to 15 bytes leaves them behind where it is moved from.
class Secret {
public:
    Secret() = default;
    /// Takes the text over and wipes what is left of it.
    Secret(std::string text); // NOLINT(google-explicit-constructor): a text is a secret from here on

    [[nodiscard]] std::string_view view() const {
        return m_text ? std::string_view(*m_text) : std::string_view();
    }
    [[nodiscard]] bool empty() const { return view().empty(); }

private:
    std::shared_ptr<const std::string> m_text;
};

/// Wipes the user's answers when the scope is left.
class WipeGuard {
public:
    explicit WipeGuard(std::vector<std::string> &secrets) : m_secrets(secrets) {}
    WipeGuard(const WipeGuard &) = delete;
    WipeGuard &operator=(const WipeGuard &) = delete;
    ~WipeGuard() {
        for (std::string &secret : m_secrets)
            wipe(secret);
    }

private:
    std::vector<std::string> &m_secrets;
};

} // namespace fabricscope::remote
