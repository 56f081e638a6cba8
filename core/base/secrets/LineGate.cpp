// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/LineGate.h"

#include "core/base/SecretNames.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kBlanks = " \t\r\n\v\f";

// To add a form that no secret's name announces, add a word that it cannot do without, in lower case.
constexpr std::string_view kWithin[] = {"apiversion", "expect",  "snmp-server", "identified", "requirepass",
                                        "masterpass", "sqlplus", "sqlldr",      "expdp",      "impdp",
                                        "bcrypt",     "pbkdf",   "scrypt",      "passcode"};
constexpr std::string_view kBounded[] = {"kind", "data", "stringdata", "rman"};

/// Letters in lower case are 0 to 25.
constexpr std::uint8_t kDigit = 26, kOther = 27, kSymbols = 28;
constexpr std::array<std::uint8_t, 256> kSymbolOf = [] {
    std::array<std::uint8_t, 256> symbols{};
    symbols.fill(kOther);
    for (std::size_t c = 0; c < 26; ++c)
        symbols['a' + c] = symbols['A' + c] = static_cast<std::uint8_t>(c);
    for (std::size_t c = '0'; c <= '9'; ++c)
        symbols[c] = kDigit;
    return symbols;
}();
/// Characters that a form begins with which has no such word.
constexpr std::array<bool, 256> kIsMark = [] {
    std::array<bool, 256> marks{};
    marks['$'] = marks['{'] = marks['<'] = true;
    return marks;
}();

/// An automaton after Aho and Corasick that ends in state 1 at the first word.
class Words {
public:
    Words() {
        for (const SecretWord &word : secretWords())
            add(word.text.substr(word.text.rfind('.') + 1), word.isBounded || word.text.find('.') != kNone);
        for (const std::string_view word : kWithin)
            add(word, false);
        for (const std::string_view word : kBounded)
            add(word, true);
        link();
    }
    [[nodiscard]] std::uint16_t next(std::uint16_t state, char c) const {
        return m_next[state][kSymbolOf[static_cast<unsigned char>(c)]];
    }
    /// At the beginning of a line.
    [[nodiscard]] std::uint16_t start() const { return m_next[0][kOther]; }
    static constexpr std::uint16_t kFound = 1;

private:
    using State = std::array<std::uint16_t, kSymbols>;

    /// A bounded word in the plural as well: of a list.
    void add(std::string_view word, bool isBounded) {
        if (!isBounded)
            return addText(std::string(word));
        addText(' ' + std::string(word) + ' ');
        addText(' ' + std::string(word) + "s ");
    }
    void addText(const std::string &text) {
        std::uint16_t state = 0;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const std::uint8_t symbol = kSymbolOf[static_cast<unsigned char>(text[at])];
            std::uint16_t next = m_next[state][symbol];
            if (next == kFound)
                return; // a shorter word is found first
            if (at + 1 == text.size()) {
                m_next[state][symbol] = kFound;
                return;
            }
            if (next == 0) {
                next = static_cast<std::uint16_t>(m_next.size());
                m_next[state][symbol] = next;
                m_next.emplace_back();
            }
            state = next;
        }
    }
    /// Puts the longest other beginning of a word in place of each missing step.
    void link() {
        std::vector<std::uint16_t> fail(m_next.size(), 0), states;
        for (const std::uint16_t state : m_next[0])
            if (state > kFound)
                states.push_back(state);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const std::uint16_t state = states[i];
            for (std::size_t symbol = 0; symbol < kSymbols; ++symbol) {
                const std::uint16_t other = m_next[fail[state]][symbol];
                std::uint16_t &next = m_next[state][symbol];
                if (next == 0 || other == kFound) {
                    next = other;
                } else if (next > kFound) {
                    fail[next] = other;
                    states.push_back(next);
                }
            }
        }
        m_next[kFound].fill(kFound);
    }

    std::vector<State> m_next = std::vector<State>(2); ///< 0: no word has begun
};

/// "{SSHA}X", "<<<" and "$6$X", where one of the marks is.
bool hasMarkedForm(std::string_view line) {
    if (line.find('$') != kNone || line.find("<<<") != kNone || line.find("<(") != kNone)
        return true;
    for (auto at = line.find('{'); at != kNone; at = line.find('{', at + 1))
        if (at + 1 < line.size() && line[at + 1] >= 'A' && line[at + 1] <= 'Z')
            return true;
    return false;
}

/// Forms of a whole line: a document or a machine of .netrc begins, an element opens.
bool hasFormOfLine(std::string_view line) {
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (first == kNone)
        return false;
    const std::string_view text = line.substr(first);
    const std::size_t open = line.rfind('<');
    const bool isTag = open != kNone && open + 1 < line.size() &&
                       kSymbolOf[static_cast<unsigned char>(line[open + 1])] < kDigit;
    return text.starts_with("---") || text.starts_with("machine") || text.starts_with("default") ||
           (isTag && line[line.find_last_not_of(kBlanks)] == '>') || text.find("<![CDATA[") != kNone;
}

} // namespace

bool mayHoldNamedSecret(std::string_view line) {
    static const Words words;
    std::uint16_t state = words.start();
    bool isMarked = false;
    for (const char c : line) {
        state = words.next(state, c);
        if (state == Words::kFound)
            return true;
        isMarked = isMarked || kIsMark[static_cast<unsigned char>(c)];
    }
    return words.next(state, ' ') == Words::kFound || (isMarked && hasMarkedForm(line)) ||
           hasFormOfLine(line);
}

} // namespace fabricscope
