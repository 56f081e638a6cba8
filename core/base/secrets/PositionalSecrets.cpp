// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/PositionalSecrets.h"

#include "core/base/SecretNames.h"

#include <algorithm>
#include <utility>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;

/// Commands with a secret among their arguments, from their manuals. Options between the words are passed
/// over. To add one, add a row.
struct PositionalCommand {
    std::string_view program;
    std::array<std::string_view, 3> words = {};
    enum Where : std::uint8_t { Next, BehindName, BehindOne, BehindUrl } where = Next;
    std::string_view valueOptions = {}; ///< options whose next word is their value
    [[nodiscard]] std::size_t size() const {
        return static_cast<std::size_t>(
            std::count_if(words.begin(), words.end(), [](std::string_view each) { return !each.empty(); }));
    }
};
constexpr std::array kPositionalCommands = {
    PositionalCommand{"aws", {"configure", "set"}, PositionalCommand::BehindName},
    PositionalCommand{"npm", {"config", "set"}, PositionalCommand::BehindName},
    PositionalCommand{"racadm", {"set"}, PositionalCommand::BehindName},
    PositionalCommand{
        "ipmitool", {"user", "set", "password"}, PositionalCommand::BehindOne}, // the user's number
    PositionalCommand{"mc", {"alias", "set"}, PositionalCommand::BehindUrl},    // ACCESS SECRET
    PositionalCommand{"mc", {"config", "host", "add"}, PositionalCommand::BehindUrl},
    PositionalCommand{"redis-cli", {"config", "set", "requirepass"}},
    PositionalCommand{"redis-cli", {"CONFIG", "SET", "requirepass"}},
    PositionalCommand{"redis-cli", {"config", "set", "masterauth"}},
    PositionalCommand{"iscsiadm", {"node.session.auth.password"}}, // -n NAME -v SECRET
    PositionalCommand{"nmcli", {"password"}},
    PositionalCommand{"openssl", {"passwd"}, PositionalCommand::Next, "-salt -in"},
    PositionalCommand{"mkpasswd", {}, PositionalCommand::Next, "-m --method -S --salt -R --rounds"},
    PositionalCommand{"rclone", {"obscure"}},
    PositionalCommand{"net", {"user"}, PositionalCommand::BehindOne}, // of Windows
    PositionalCommand{"vault", {"login"}},
    PositionalCommand{"rabbitmqctl", {"add_user"}, PositionalCommand::BehindOne, "-n --node"},
    PositionalCommand{"rabbitmqctl", {"change_password"}, PositionalCommand::BehindOne, "-n --node"},
    PositionalCommand{"rabbitmqctl", {"authenticate_user"}, PositionalCommand::BehindOne, "-n --node"},
};
constexpr std::string_view kHtpasswd = "htpasswd"; // -b FILE USER SECRET, -nb USER SECRET

} // namespace

std::string_view programName(std::string_view word) {
    return word.substr(word.rfind('/') + 1); // npos + 1 is 0
}

bool PositionalSecrets::isProgram(std::string_view word) {
    return word == kHtpasswd ||
           std::any_of(kPositionalCommands.begin(), kPositionalCommands.end(),
                       [&](const PositionalCommand &row) { return row.program == word; });
}

void PositionalSecrets::addOption(std::string_view word) {
    for (std::size_t i = 0; i < kPositionalCommands.size(); ++i) {
        const std::string_view options = kPositionalCommands[i].valueOptions;
        for (std::size_t from = 0; m_seen[i] > 0 && from < options.size();) {
            const std::size_t to = std::min(options.find(' ', from), options.size());
            m_isOptionValue = m_isOptionValue || options.substr(from, to - from) == word;
            from = to + 1;
        }
    }
    if (m_htpasswdLeft == 0 || word.starts_with("--"))
        return;
    m_isOptionValue = m_isOptionValue || word.ends_with('C') || word.ends_with('r'); // cost, rounds
    m_isHtpasswdBatch = m_isHtpasswdBatch || word.find('b') != kNone;
    if (word.find('n') != kNone) // without a file
        m_htpasswdLeft = 2;
}

/// Whether the secret of `htpasswd` follows this word.
bool PositionalSecrets::isHtpasswdNext(std::string_view name) {
    if (name == kHtpasswd) {
        m_htpasswdLeft = 3;
        m_isHtpasswdBatch = false;
        return false;
    }
    if (m_htpasswdLeft > 0)
        --m_htpasswdLeft;
    return m_htpasswdLeft == 1 && m_isHtpasswdBatch;
}

void PositionalSecrets::add(std::string_view word) {
    static_assert(kPositionalCommands.size() <= kMostRows);
    if (word.empty())
        return;
    if (word[0] == '-')
        return addOption(word);
    if (std::exchange(m_isOptionValue, false))
        return;
    if (std::exchange(m_isNext, false)) { // it was the secret
        m_seen = {};
        m_htpasswdLeft = 0;
        return;
    }
    const std::string_view name = programName(word);
    for (std::size_t i = 0; i < kPositionalCommands.size(); ++i) {
        const PositionalCommand &row = kPositionalCommands[i];
        std::uint8_t &seen = m_seen[i]; // the program, its words, what stands before the secret
        const std::size_t last = row.size() + 1;
        if (name == row.program)
            seen = 1;
        else if (seen > 0 && seen < last)
            seen = static_cast<std::uint8_t>(seen + (word == row.words[seen - 1U] ? 1 : 0));
        else if (seen == last && row.where == PositionalCommand::BehindUrl)
            seen = static_cast<std::uint8_t>(seen + (word.find("://") != kNone ? 1 : 0));
        else if (seen == last && row.where == PositionalCommand::BehindName)
            m_isNext = m_isNext || holdsSecretWord(word, NameOf::Run);
        else if (seen >= last)
            m_isNext = true;
        m_isNext = m_isNext || (seen == last && row.where == PositionalCommand::Next);
    }
    m_isNext = isHtpasswdNext(name) || m_isNext;
}

} // namespace fabricscope
