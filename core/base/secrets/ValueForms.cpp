// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/ValueForms.h"

#include "core/base/SecretNames.h"
#include "core/base/secrets/AssignedName.h"
#include "core/base/secrets/NameValueEntries.h"
#include "core/base/secrets/ValueSpan.h"

#include <algorithm>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kDigits = "0123456789";
constexpr std::size_t kShortestNumber = 4; ///< of a password

// To add a way to make a value of a text, add the name of its constructor.
constexpr std::string_view kWrappers[] = {
    "Some",        "Just",     "Ok",     "String::from", "String",      "str",        "bytes",
    "SecretStr",   "Secret",   "string", "SecretString", "std::string", "Optional",   "Optional.of",
    "SecretBytes", "Password", "Token",  "NSString",     "ByteString",  "Secret::new"};
// Calls with a user and a password, in lower case.
constexpr std::string_view kLogins[] = {"basicauth",
                                        "httpbasicauth",
                                        "setbasicauth",
                                        "withbasicauth",
                                        "newbasicauth",
                                        "httpdigestauth",
                                        "plainauth",
                                        "usernamepasswordcredentials",
                                        "passwordauthentication",
                                        "passwordcredential",
                                        "networkcredential"};
// Words before "token" that make it a credential, also where it is a number.
constexpr std::string_view kOfAccess[] = {"access", "auth",    "api",   "refresh", "bearer", "secret",
                                          "login",  "private", "agent", "join",    "id"};
// Calls with these words read a secret: what they are given is a name or a question.
constexpr std::string_view kReaders[] = {"get",    "read",       "load",  "find",   "has",   "is",
                                         "fetch",  "ask",        "check", "parse",  "count", "decode",
                                         "lookup", "next",       "peek",  "expect", "no",    "input",
                                         "prompt", "unexpected", "num",   "print",  "skip",  "to"};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isLetter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}
bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

/// In lower case.
bool endsWith(std::string_view text, std::string_view word) {
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.end() - static_cast<std::ptrdiff_t>(word.size()),
                      [](char a, char b) { return a == lower(b); });
}
bool startsWith(std::string_view text, std::string_view word) {
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

std::string_view behindDots(std::string_view name) {
    return name.substr(name.rfind('.') + 1); // npos + 1 is 0
}

bool isNumber(std::string_view value) {
    return !value.empty() && value.find_first_not_of("0123456789.,+-eE") == kNone &&
           value.find_first_of(kDigits) != kNone;
}

/// Whether a number of this name is a secret.
bool isSecretNumber(std::string_view name, std::string_view value) {
    return value.size() >= kShortestNumber && value.find_first_not_of(kDigits) == kNone &&
           isCertainName(name);
}

/// One pass over a line.
class Forms {
public:
    Forms(std::string_view line, const SecretRules &rules)
        : m_line(line), m_rules(rules), m_brace(line.find('{')), m_lastBrace(line.rfind('}')) {
        m_found.settled = line.size();
    }

    FormedValues find() {
        for (auto at = m_line.find_first_of("=:("); at != kNone; at = m_line.find_first_of("=:(", at + 1)) {
            at = std::max(at, m_end);
            if (at >= m_line.size())
                break;
            if (m_line[at] == '(')
                call(at);
            else if (m_line[at] == '=' || m_line[at] == ':')
                assignment(at);
        }
        return std::move(m_found);
    }

private:
    void hold(std::size_t from) { m_found.settled = std::min(m_found.settled, from); }

    void take(std::string_view name, SecretSpan span) {
        if (m_rules.isValue(name, m_line.substr(span.begin, span.end - span.begin)))
            m_found.spans.push_back(span);
    }

    /// A value in quotes; whether there is one.
    bool quoted(std::string_view name, std::size_t begin) {
        const auto value = quotedValueAt(m_line, begin);
        if (!value)
            return false;
        if (value->isOpen || value->behind + 1 >= m_line.size())
            hold(begin);
        if (value->end == m_line.size() && m_line[begin] != '\\')
            m_found.open = {OpenForm::Quote, std::string(name), m_line[value->begin - 1]};
        take(name, *value);
        m_end = value->behind;
        return true;
    }

    /// A list, whose name may be that of several secrets.
    void list(std::string_view name, std::size_t begin) {
        const char close = m_line[begin] == '[' ? ']' : ')';
        FormedItems found = formedItems(m_line, begin + 1, close, name, m_rules);
        m_found.spans.insert(m_found.spans.end(), found.items.begin(), found.items.end());
        if (found.isOpen || found.end == m_line.size())
            hold(begin);
        if (found.isOpen)
            m_found.open = {OpenForm::List, std::string(name), close};
        m_end = found.end;
    }

    /// Whether a list of values begins there, not a call or a condition: "[", "(\"a\"", "(" at the end.
    [[nodiscard]] bool beginsList(std::size_t at) const {
        if (m_line[at] == '[')
            return true;
        if (m_line[at] != '(')
            return false;
        const std::size_t next = std::min(m_line.find_first_not_of(" \t", at + 1), m_line.size());
        return next == m_line.size() || quotesAt(m_line, next) > 0;
    }

    void assignment(std::size_t at) {
        const AssignedName found = assignedNameAt(m_line, at);
        std::string_view name = behindDots(found.name);
        if (name.empty() && found.isArrow)
            name = bracketedName(at);
        if (name.empty() || m_line.substr(at).starts_with("==") || m_line.substr(at).starts_with("::"))
            return;
        const std::size_t begin = behindWrapper(m_line, found.value);
        if (m_line.size() - found.value <= kLongestWrapper && (m_rules.isNamedList(name) || name == "auth"))
            hold(found.value); // "b" of b'x', "Some" of Some("x")
        if (begin == m_line.size() || isReplaced(m_line.substr(begin)))
            return;
        if (beginsList(begin)) {
            if (m_rules.isNamedList(name))
                list(name, begin);
            else if (m_line[begin] == '(' && name == "auth") // a user and a password
                list("password", begin);
        } else if (quotesAt(m_line, begin) > 0) {
            if (m_rules.isNamed(name))
                quoted(name, begin);
        } else if (isDigit(m_line[begin])) {
            if (found.isQuoted)
                number(name, begin);
        } else if (m_line[at] == ':' && found.value == at + 1) {
            field(name, begin);
        }
        if (found.isArrow && found.name.empty() && m_end <= begin && m_rules.isNamed(name))
            rest(name, begin);
    }

    /// "[password] => X" as PHP prints an array.
    [[nodiscard]] std::string_view bracketedName(std::size_t arrow) const {
        constexpr std::size_t kLongest = 64;
        std::size_t end = arrow;
        while (end > 0 && isBlank(m_line[end - 1]) && arrow - end < kLongest)
            --end;
        if (end == 0 || m_line[end - 1] != ']')
            return {};
        const std::size_t from = end - std::min(end, kLongest);
        const std::string_view before = m_line.substr(from, end - 1 - from);
        const std::size_t open = before.find_last_of('[');
        return open == kNone ? std::string_view() : before.substr(open + 1);
    }

    /// To the end of the line.
    void rest(std::string_view name, std::size_t begin) {
        const std::size_t end = m_line.find_last_not_of(" \t\r") + 1; // npos + 1 is 0
        hold(begin);
        if (end > begin)
            take(name, {begin, end});
        m_end = m_line.size();
    }

    /// {"password": 123456}
    void number(std::string_view name, std::size_t begin) {
        const std::size_t end = std::min(m_line.find_first_not_of(kDigits, begin), m_line.size());
        if (end == m_line.size())
            hold(begin);
        const bool isEnd = end == m_line.size() || std::string_view(" \t\r,}]").find(m_line[end]) != kNone;
        if (isEnd && isSecretNumber(name, m_line.substr(begin, end - begin)) &&
            (m_rules.isNamed(name) || isPinName(name)))
            m_found.spans.push_back({begin, end});
        m_end = end;
    }

    /// {User:a Password:X} and &{Password:X Port:80} of Go; "password:X".
    void field(std::string_view name, std::size_t begin) {
        const auto first = static_cast<std::size_t>(name.data() - m_line.data());
        const char before = first == 0 ? ' ' : m_line[first - 1];
        const bool isField = isUpper(name[0]) && (before == '{' || isBlank(before));
        const bool isPassword =
            isCertainName(name) && (first == 0 || std::string_view(" \t{,;").find(before) != kNone);
        if ((!isField && !isPassword) || isBlank(m_line[begin]) || !holdsSecretWord(name, NameOf::Entry) ||
            !m_rules.isNamed(name))
            return;
        const std::size_t end = endOfField(begin, m_brace < first);
        if (end == m_line.size() || m_lastBrace == kNone || m_lastBrace < end)
            hold(begin);
        const std::string_view value = m_line.substr(begin, end - begin);
        constexpr std::size_t kShortest = 3;
        if (value.size() >= kShortest && !isNumber(value) && value.find_first_of("=:/[(") != 0)
            take(name, {begin, end});
        m_end = std::max(begin, end);
    }

    /// Within a struct a text may have blanks: up to the next field or the end.
    [[nodiscard]] std::size_t endOfField(std::size_t begin, bool isStruct) const {
        const std::size_t word = std::min(m_line.find_first_of(" \t\r,;}&|<>\"'`", begin), m_line.size());
        if (!isStruct || word == m_line.size() || m_line[word] != ' ' || m_lastBrace == kNone ||
            m_lastBrace < word)
            return word;
        const std::size_t close = m_line.find('}', word);
        for (auto at = m_line.find(':', word); at != kNone && at < close; at = m_line.find(':', at + 1)) {
            std::size_t name = at;
            while (name > word &&
                   (isLetter(m_line[name - 1]) || isDigit(m_line[name - 1]) || m_line[name - 1] == '_'))
                --name;
            if (name < at && m_line[name - 1] == ' ' && isUpper(m_line[name]))
                return name - 1;
        }
        return close;
    }

    /// setPassword("X"), .password("X"), at the bracket.
    void call(std::size_t open) {
        constexpr std::size_t kLongest = 64;
        std::size_t first = open;
        while (first > 0 && open - first < kLongest &&
               (isLetter(m_line[first - 1]) || isDigit(m_line[first - 1]) || m_line[first - 1] == '_'))
            --first;
        const std::string_view name = m_line.substr(first, open - first);
        const std::size_t begin = std::min(m_line.find_first_not_of(" \t", open + 1), m_line.size());
        if (name.empty())
            return;
        if (std::any_of(std::begin(kLogins), std::end(kLogins), [&](std::string_view each) {
                return name.size() == each.size() && endsWith(name, each);
            }))
            return list("password", open);
        if (!isSettingCall(name))
            return;
        if (m_line.size() - begin < 3)
            hold(begin);
        const auto value = quotedValueAt(m_line, begin);
        if (!value)
            return;
        const std::size_t next = std::min(m_line.find_first_not_of(" \t", value->behind), m_line.size());
        if (value->isOpen || next == m_line.size())
            hold(begin);
        const std::string_view text = m_line.substr(value->begin, value->end - value->begin);
        if ((next == m_line.size() || m_line[next] == ')') && !isVariableName(text) &&
            text.find_first_of(" ?") == kNone)
            take(name, *value);
        m_end = value->behind;
    }

    [[nodiscard]] bool isSettingCall(std::string_view name) const {
        const bool isReader =
            std::any_of(std::begin(kReaders), std::end(kReaders), [&](std::string_view word) {
                return startsWith(name, word) && name.size() > word.size() &&
                       (isUpper(name[word.size()]) || name[word.size()] == '_');
            });
        return !isReader && m_rules.isNamed(name) && holdsSecretWord(name, NameOf::Entry, NameMatch::End);
    }

    static constexpr std::size_t kLongestWrapper = 16;
    std::string_view m_line;
    const SecretRules &m_rules;
    std::size_t m_brace, m_lastBrace; ///< the first '{', the last '}'; npos: none
    std::size_t m_end = 0;            ///< of the last value
    FormedValues m_found;
};

} // namespace

bool SecretRules::isNamed(std::string_view name) const {
    return isOneWord(name) && isSecret(name);
}

bool SecretRules::isNamedList(std::string_view name) const {
    constexpr std::size_t kShortest = 4;
    if (isNamed(name))
        return true;
    return name.size() >= kShortest && lower(name.back()) == 's' && isNamed(name.substr(0, name.size() - 1));
}

bool SecretRules::isValue(std::string_view name, std::string_view value) const {
    return !value.empty() && !isReplaced(value) && !isHarmless(name, value);
}

bool SecretRules::isItem(std::string_view name, std::string_view value) const {
    if (isNumber(value))
        return isSecretNumber(endsWith(name, "s") ? name.substr(0, name.size() - 1) : name, value);
    return isValue(name, value);
}

bool isCertainName(std::string_view name) {
    if (isPinName(name))
        return true;
    if (endsWith(name, "token"))
        return std::any_of(std::begin(kOfAccess), std::end(kOfAccess), [&](std::string_view word) {
            return std::search(name.begin(), name.end(), word.begin(), word.end(),
                               [](char a, char b) { return lower(a) == b; }) != name.end();
        });
    return std::any_of(name.begin(), name.end(), isLetter) &&
           (endsWith(name, "password") || endsWith(name, "passwd") || endsWith(name, "passphrase") ||
            endsWith(name, "secret") || endsWith(name, "passcode"));
}

bool isReplaced(std::string_view text) {
    return text.starts_with("(not kept)") || text.starts_with("***");
}

std::size_t behindWrapper(std::string_view line, std::size_t at) {
    constexpr std::size_t kLongest = 16, kMostNested = 3;
    for (std::size_t i = 0; i < kMostNested; ++i) {
        const std::size_t first = at + (line.substr(at).starts_with("new ") ? 4 : 0);
        const std::string_view near = line.substr(first, kLongest);
        const std::size_t open = near.find('(');
        const auto *found = std::find(std::begin(kWrappers), std::end(kWrappers), near.substr(0, open));
        if (open == kNone || found == std::end(kWrappers))
            return at;
        std::size_t next = first + open + 1;
        const std::size_t digits = std::min(line.find_first_not_of(kDigits, next), line.size());
        if (digits > next && line.substr(digits).starts_with(") ")) // of PHP
            next = digits + 2;
        at = std::min(line.find_first_not_of(" \t", next), line.size());
    }
    return at;
}

FormedItems formedItems(std::string_view text, std::size_t begin, char close, std::string_view name,
                        const SecretRules &rules) {
    constexpr std::string_view kBetween = " \t\r\n\v\f,";
    FormedItems found;
    std::size_t nested = 0;
    for (std::size_t at = begin;;) {
        at = std::min(text.find_first_not_of(kBetween, at), text.size());
        if (at == text.size()) {
            found.end = at;
            found.isOpen = true;
            return found;
        }
        const char c = text[at];
        if (isReplaced(text.substr(at))) {
            at += text[at] == '(' ? std::string_view("(not kept)").size() : 3;
            continue;
        }
        if (c == '[' || c == '(') {
            ++nested;
            ++at;
            continue;
        }
        if (c == '{' || c == '}' || c == '<') { // objects have names of their own
            found.end = at;
            return found;
        }
        if (c == ']' || c == ')') {
            ++at;
            if (nested-- > 0)
                continue;
            found.end = at;
            return found;
        }
        const ValueSpan item = valueAt(text, at, " \t\r\n\v\f,])}\"'");
        const bool isQuoted = item.begin > at;
        if (isQuoted && item.end == text.size()) {
            found.isQuoteOpen = true;
            found.quote = text[item.begin - 1];
        }
        const std::string_view value = text.substr(item.begin, item.end - item.begin);
        if (isQuoted || close == ']')
            if (rules.isItem(name, value))
                found.items.push_back(item);
        at = std::min(std::max(item.behind, at + 1), text.size());
    }
}

FormedValues formedValues(std::string_view line, const SecretRules &rules) {
    return Forms(line, rules).find();
}

} // namespace fabricscope
