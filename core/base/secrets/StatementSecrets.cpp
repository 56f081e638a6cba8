// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/StatementSecrets.h"

#include "core/base/secrets/AssignedName.h"
#include "core/base/secrets/HarmlessValues.h"
#include "core/base/secrets/PasswordHashes.h"
#include "core/base/secrets/SpokenSecrets.h"
#include "core/base/secrets/ValueSpan.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::size_t kNear = 256; ///< bytes of a statement that are looked at, so that time is linear

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

std::string_view upperOnly(std::string_view word) {
    return std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; })
               ? word
               : std::string_view();
}

/// A line from the word that begins at `at` on.
class Statement {
public:
    Statement(std::string_view line, bool (*isSecret)(std::string_view name))
        : m_line(line), m_isSecret(isSecret) {}

    FoundSecrets find() {
        m_found.settled = m_line.size();
        for (std::size_t at = 0; at < m_line.size();) {
            const char c = m_line[at];
            if (isLetter(c) && (at == 0 || !isWordCharacter(m_line[at - 1])))
                at = std::max(word(at), at + 1);
            else {
                if (c == '-' && m_line.substr(at, 2) == "->")
                    change(at + 2);
                else if (c == '<' && m_line.substr(at, 3) == "<<<")
                    input(at);
                ++at;
            }
        }
        directive();
        addPasswordHashes(m_line, m_found);
        addSpokenSecrets(m_line, m_isSecret, m_found);
        return std::move(m_found);
    }

private:
    [[nodiscard]] std::size_t behindBlanks(std::size_t at) const {
        return std::min(m_line.find_first_not_of(" \t", at), m_line.size());
    }
    [[nodiscard]] std::string_view wordAt(std::size_t at) const {
        std::size_t end = at;
        while (end < m_line.size() && end - at < kNear && isWordCharacter(m_line[end]))
            ++end;
        return m_line.substr(at, end - at);
    }
    [[nodiscard]] bool isSame(std::size_t at, std::string_view word) const {
        return isSameWord(wordAt(at), word);
    }

    /// What may begin with this word; where to go on.
    std::size_t word(std::size_t at) {
        const std::string_view word = wordAt(at);
        const std::size_t behind = at + word.size(), next = behindBlanks(behind);
        if (isSameWord(word, "identified"))
            identified(next, !upperOnly(word).empty());
        else if (isSameWord(word, "requirepass") || isSameWord(word, "masterauth") ||
                 isSameWord(word, "masterpass"))
            take(next, true);
        else if (isSameWord(word, "secret") && m_line.substr(behind, 1) == ",")
            objectOfQemu(behind);
        else if (isSameWord(word, "sqlplus") || isSameWord(word, "sqlldr") || isSameWord(word, "expdp") ||
                 isSameWord(word, "impdp") || isSameWord(word, "rman"))
            oracle(behind);
        else if (isSameWord(word, "enable") && (isSame(next, "secret") || isSame(next, "password")))
            ofRouter(next);
        else if (isSameWord(word, "snmp-server") && isSame(next, "community"))
            take(behindBlanks(next + wordAt(next).size()), true);
        else if (isSameWord(word, "insert"))
            insertion(behind);
        else if (isNoun(word))
            noun(word, behind, next);
        return behind;
    }

    /// Takes a value, quoted or up to the end of the word.
    void take(std::size_t begin, bool isAny, bool isUser = false) {
        ValueSpan value = valueAt(m_line, begin, " \t\r\n;,()");
        const std::size_t colon = m_line.substr(0, value.end).find(':', value.begin);
        value.begin = isUser && colon != kNone ? colon + 1 : value.begin;
        const std::string_view text = m_line.substr(value.begin, value.end - value.begin);
        if (value.isOpen)
            m_found.wait(begin);
        if (!isPlaceholderValue(text) && (isAny || quotesAt(m_line, begin) > 0 || looksGenerated(text)))
            m_found.add({value.begin, value.end}, m_line);
    }

    void quotedOnly(std::size_t begin) {
        if (quotesAt(m_line, begin) > 0)
            take(begin, true);
    }

    /// "enable secret X", "enable secret 5 X" of a router, as a line or at its end.
    void ofRouter(std::size_t at) {
        constexpr std::size_t kShortest = 4;
        at = behindBlanks(at + wordAt(at).size());
        if (const std::size_t level = wordAt(at).size(); level == 1 && m_line[at] >= '0' && m_line[at] <= '9')
            at = behindBlanks(at + level);
        const std::size_t end = std::min(m_line.find_first_of(" \t\r\n", at), m_line.size());
        if (m_line.find_first_not_of(" \t\r\n", end) != kNone) // a sentence
            return;
        m_found.wait(at);
        if (const std::string_view text = m_line.substr(at, end - at);
            text.size() >= kShortest && !isPlaceholderValue(text) && looksGenerated(text))
            m_found.spans.push_back({at, end});
    }

    /// "INSERT INTO t (a, password) VALUES ('x', 'X')": the values of columns with a secret's name.
    void insertion(std::size_t at) {
        constexpr std::size_t kMostColumns = 64;
        const std::string_view near = m_line.substr(0, at + 4 * kNear);
        const std::size_t open = near.find('(', at), close = std::min(near.find(')', open), near.size());
        if (open == kNone || close == near.size() || !isSame(behindBlanks(close + 1), "values"))
            return;
        std::vector<bool> isNamed;
        for (std::size_t begin = open + 1; begin <= close && isNamed.size() < kMostColumns;) {
            const std::size_t end = std::min(m_line.find(',', begin), close);
            const std::size_t first = std::min(m_line.find_first_not_of(" `\"[", begin), end);
            isNamed.push_back(m_isSecret(wordAt(first)));
            begin = end + 1;
        }
        std::size_t value = m_line.find('(', close + 1);
        for (std::size_t column = 0; value != kNone && value < m_line.size(); ++column) {
            value = behindBlanks(value + 1);
            const ValueSpan found = valueAt(m_line, value, ",)");
            const bool isQuoted = quotesAt(m_line, value) > 0;
            const std::string_view text = m_line.substr(found.begin, found.end - found.begin);
            if (column < isNamed.size() && isNamed[column] && isQuoted) {
                if (found.isOpen)
                    m_found.wait(value);
                if (!isPlaceholderValue(text))
                    m_found.add({found.begin, found.end}, m_line);
            }
            value = m_line.find_first_of(",)", std::max(found.behind, value));
            if (value == kNone || m_line[value] == ')')
                return;
        }
    }

    /// "IDENTIFIED BY 'X'", "IDENTIFIED WITH plugin BY 'X'", "IDENTIFIED BY VALUES 'X'".
    void identified(std::size_t at, bool isStatement) {
        if (isSame(at, "with")) {
            at = behindBlanks(at + 4);
            at = behindBlanks(at + wordAt(at + (quotesAt(m_line, at) > 0 ? 1 : 0)).size() +
                              (quotesAt(m_line, at) > 0 ? 2 : 0));
        }
        if (!isSame(at, "by") && !isSame(at, "as"))
            return;
        at = behindBlanks(at + 2);
        for (const std::string_view more : {std::string_view("values"), std::string_view("password")})
            if (isSame(at, more))
                at = behindBlanks(at + more.size());
        take(at, isStatement || isOfSql());
    }
    [[nodiscard]] bool isOfSql() const {
        const std::size_t first = behindBlanks(0);
        return isSame(first, "create") || isSame(first, "alter") || isSame(first, "grant");
    }

    [[nodiscard]] static bool isNoun(std::string_view word) {
        constexpr std::string_view kNouns[] = {"password", "passwd",  "passphrase", "passcode",
                                               "token",    "api-key", "secret",     "pwd"};
        return std::any_of(std::begin(kNouns), std::end(kNouns),
                           [&](std::string_view each) { return isSameWord(word, each); });
    }

    void noun(std::string_view noun, std::size_t behind, std::size_t next) {
        if (m_line.substr(behind, 1) == "(" && quotesAt(m_line, behind + 1) > 0) // PASSWORD('X')
            return take(behind + 1, true);
        if (next == behind || next == m_line.size())
            return;
        if (!upperOnly(noun).empty() && isSame(next, "for"))
            if (const std::size_t equals = m_line.substr(0, next + kNear).find('=', next); equals != kNone)
                return quotedOnly(behindBlanks(equals + 1)); // SET PASSWORD FOR 'u'@'h' = 'X'
        const bool isQuoted = m_line[next] == '\'' || m_line[next] == '"';
        if (isQuoted && !upperOnly(noun).empty()) // PASSWORD 'X'
            return take(next, true);
        sentence(noun, next);
    }

    /// Behind "password": "is X", "set to X", "is: X", "is generated for root@localhost: X", "X" that looks
    /// generated. At most twelve words, without a full stop between them.
    void sentence(std::string_view noun, std::size_t at) {
        const std::size_t limit = std::min(m_line.size(), at + kNear);
        enum class Before : unsigned char { Noun, Verb, Of, Other } before = Before::Noun;
        for (int words = 0; words < 12 && at < limit; ++words) {
            const std::size_t end = std::min(m_line.find_first_of(" \t\r\n", at), m_line.size());
            const std::string_view text = m_line.substr(at, end - at);
            if (end == m_line.size())
                m_found.wait(at); // the word may go on
            const bool isColon = text.ends_with(':');
            const std::string_view word = isColon ? text.substr(0, text.size() - 1) : text;
            if (isColon && isHarmlessName(std::string("password_").append(word)))
                return; // "password policy: strict"
            if (isColon && end < m_line.size() && behindBlanks(end) < m_line.size())
                return lastWord(noun, behindBlanks(end));
            const bool isOf = isSameWord(word, "for") || isSameWord(word, "of");
            if (!isOf && !isVerb(word) && (before == Before::Noun || before == Before::Verb))
                return sentenceEnd(noun, at, before == Before::Noun);
            if (text.ends_with('.') || text.ends_with(','))
                return;
            before = isOf ? Before::Of : isVerb(word) ? Before::Verb : Before::Other;
            at = behindBlanks(end);
        }
    }
    [[nodiscard]] static bool isVerb(std::string_view word) {
        constexpr std::string_view kVerbs[] = {"is",           "was",          "to",  "set",       "changed",
                                               "has",          "been",         "now", "created",   "reset",
                                               "generated",    "updated",      "as",  "currently", "randomly",
                                               "successfully", "automatically"};
        return std::any_of(std::begin(kVerbs), std::end(kVerbs),
                           [&](std::string_view each) { return isSameWord(word, each); });
    }
    /// "token" is also a piece of text, which benchmarks count.
    [[nodiscard]] static bool isPasswordNoun(std::string_view noun) {
        return noun.front() == 'p' || noun.front() == 'P';
    }
    [[nodiscard]] static std::string_view trimmedWord(std::string_view text) {
        while (!text.empty() && (text.back() == '.' || text.back() == ','))
            text.remove_suffix(1);
        return text;
    }

    /// A word of a sentence: one in quotes, or one that looks generated.
    void sentenceEnd(std::string_view noun, std::size_t at, bool isNext = false) {
        const std::size_t least = isPasswordNoun(noun) ? 4 : isNext ? 16 : 6;
        if (quotesAt(m_line, at) > 0) {
            const ValueSpan value = valueAt(m_line, at, " \t\r\n");
            const std::string_view text = m_line.substr(value.begin, value.end - value.begin);
            if (value.isOpen)
                m_found.wait(at);
            if (!isPlaceholderValue(text) && text.size() >= least && text.find(' ') == kNone)
                m_found.add({value.begin, value.end}, m_line);
            return;
        }
        const std::size_t end = std::min(m_line.find_first_of(" \t\r\n", at), m_line.size());
        const std::string_view text = trimmedWord(m_line.substr(at, end - at));
        if (end == m_line.size())
            m_found.wait(at);
        const bool isRemark =
            !text.empty() && std::string_view("([<-").find(text.front()) != kNone; // "(twice)"
        if (!isRemark && !isPlaceholderValue(text) && looksGenerated(text) && text.size() >= least &&
            text.find_first_of("/=:") == kNone)
            m_found.add({at, at + text.size()}, m_line);
    }
    /// Behind a colon: also any word that ends the line.
    void lastWord(std::string_view noun, std::size_t at) {
        const std::size_t end = std::min(m_line.find_first_of(" \t\r\n", at), m_line.size());
        const bool isLast =
            behindBlanks(end) >= m_line.size() || m_line.find_first_not_of(" \t\r\n", end) == kNone;
        const std::string_view text = m_line.substr(at, end - at);
        if (!isPasswordNoun(noun) || quotesAt(m_line, at) > 0)
            return sentenceEnd(noun, at);
        m_found.wait(isLast ? at : m_line.size());
        if (!isLast && !looksGenerated(text))
            return;
        const bool isNumber = text.find_first_not_of("0123456789.,%") == kNone;
        if (!isPlaceholderValue(text) && !isNumber && text.size() >= 4 && !isAnswer(text) &&
            !holdsPlaceholder(text))
            m_found.spans.push_back({at, end});
    }
    [[nodiscard]] static bool isAnswer(std::string_view text) {
        constexpr std::string_view kAnswers[] = {"true",     "false",   "none",    "null",    "empty",
                                                 "required", "invalid", "valid",   "enabled", "disabled",
                                                 "unset",    "failed",  "success", "hidden"};
        return std::any_of(std::begin(kAnswers), std::end(kAnswers),
                           [&](std::string_view each) { return isSameWord(trimmedWord(text), each); });
    }

    /// password = "X" -> "Y", behind the arrow.
    void change(std::size_t at) {
        at = behindBlanks(at);
        const std::size_t equals = m_line.substr(0, kNear).find('=');
        if (at >= m_line.size() || quotesAt(m_line, at) == 0 || equals == kNone || equals > at)
            return;
        const std::string_view name = assignedNameAt(m_line, equals).name;
        if (!name.empty() && m_isSecret(name))
            take(at, true);
    }

    /// "sudo -S tool <<< X", at the '<'.
    void input(std::size_t at) {
        constexpr std::string_view kReaders[] = {"-S",           "--stdin",  "chpasswd",   "--password-stdin",
                                                 "--with-token", "kinit",    "cryptsetup", "--passphrase-fd",
                                                 "vncpasswd",    "smbpasswd"};
        const std::size_t from = at - std::min(at, kNear);
        const std::size_t separator = m_line.substr(from, at - from).find_last_of(";|&");
        std::size_t word = separator == kNone ? from : from + separator + 1;
        bool isReader = false, isRead = false, isUser = false;
        while ((word = m_line.substr(0, at).find_first_not_of(" \t", word)) != kNone) {
            const std::size_t end = std::min(m_line.find_first_of(" \t", word), at);
            const std::string_view text = m_line.substr(word, end - word);
            isRead = isRead || text == "read";
            isUser = isUser || text == "chpasswd"; // user:X
            isReader = isReader ||
                       std::find(std::begin(kReaders), std::end(kReaders), text) != std::end(kReaders) ||
                       (isRead && ((text[0] == '-' && text.find('s') != kNone) || m_isSecret(text)));
            word = std::max(end, word + 1);
        }
        const std::size_t value = behindBlanks(at + 3);
        if (isReader)
            take(value, true, isUser);
    }

    /// "system/X@db" and "sys/X" behind sqlplus, before the end of the command.
    void oracle(std::size_t at) {
        const std::string_view near = m_line.substr(0, at + kNear);
        const std::size_t limit = std::min(near.find_first_of(";|&<>", at), near.size());
        for (int words = 0; words < 6; ++words) {
            const std::size_t begin = behindBlanks(at);
            if (begin >= limit)
                return;
            at = std::min(near.find_first_of(" \t\r\n\"'", begin), near.size());
            const std::string_view text = m_line.substr(begin, at - begin);
            const std::size_t slash = text.find('/');
            if (slash == kNone || slash == 0 || text[0] == '-' || text[0] == '@' || text[0] == '.') {
                at = std::max(at, begin + 1);
                continue;
            }
            const std::size_t end = std::min(text.find('@', slash), text.size());
            if (at == m_line.size())
                m_found.wait(begin + slash + 1);
            if (!isPlaceholderValue(text.substr(slash + 1, end - slash - 1)))
                m_found.add({begin + slash + 1, begin + end}, m_line);
            return;
        }
    }

    /// "secret,id=a,data=X" of QEMU's -object.
    void objectOfQemu(std::size_t at) {
        const std::string_view near = m_line.substr(0, at + 4 * kNear);
        const std::size_t end = std::min(near.find_first_of(" \t\r\n\"'", at), near.size());
        const std::size_t data = m_line.substr(at, end - at).find(",data=");
        if (data == kNone)
            return;
        const std::size_t begin = at + data + 6, close = std::min(near.find(',', begin), end);
        if (close == m_line.size())
            m_found.wait(begin);
        if (!isPlaceholderValue(m_line.substr(begin, close - begin)))
            m_found.add({begin, close}, m_line);
    }

    /// A line of two words, the first a secret's name: "auth_pass X", "password X" of a configuration file.
    void directive() {
        const std::size_t first = std::min(m_line.find_first_not_of(" \t"), m_line.size());
        const std::string_view name = wordAt(first);
        const std::size_t value = behindBlanks(first + name.size());
        if (name.empty() || value == first + name.size() || value >= m_line.size() || !m_isSecret(name))
            return;
        const std::size_t end = std::min(m_line.find_first_of(" \t\r\n", value), m_line.size());
        if (m_line.find_first_not_of(" \t\r\n", end) != kNone)
            return;
        m_found.wait(value);
        if (const std::string_view text = m_line.substr(value, end - value);
            !isPlaceholderValue(text) && looksGenerated(text) && text.find_first_of("=:/") == kNone)
            m_found.spans.push_back({value, end});
    }

    std::string_view m_line;
    bool (*m_isSecret)(std::string_view name);
    FoundSecrets m_found;
};

} // namespace

FoundSecrets statementSecrets(std::string_view line, bool (*isSecret)(std::string_view name)) {
    return Statement(line, isSecret).find();
}

} // namespace fabricscope
