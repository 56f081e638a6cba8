// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretScan.h"

#include "core/base/KnownTokens.h"
#include "core/base/SecretNames.h"
#include "core/base/SecretShapes.h"
#include "core/base/Text.h"
#include "core/base/secrets/AssignedName.h"
#include "core/base/secrets/ValueSpan.h"
#include "core/bench/command/JoinedText.h"
#include "core/bench/command/SecretLists.h"
#include "core/bench/command/SecretPhrases.h"
#include "core/bench/command/SecretWords.h"
#include "core/bench/command/Secrets.h"

#include <algorithm>

namespace fabricscope::bench {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::size_t kLongestName = 128, kLongestPrompt = 256;

/// One pass over a line.
class Scanner {
public:
    Scanner(std::string_view text, bool isWhole) : m_text(text), m_isWhole(isWhole) {}

    SecretScan scan() {
        while (m_at < m_text.size() && m_open == kNone) {
            const std::size_t before = m_at;
            switch (m_text[m_at]) {
            case '=':
                assignment();
                break;
            case ':':
                colon();
                break;
            case '-':
                privateKey();
                break;
            case '/':
                slash();
                break;
            case ',':
                pair();
                break;
            case 'B':
            case 'b':
                schemes();
                break;
            default:
                phrase();
                break;
            }
            m_at = std::max(m_at, before + 1);
        }
        m_found.settled = std::min(m_open, m_text.size());
        m_found.isKeyOpen = isKeyOpen(m_text);
        return std::move(m_found);
    }

private:
    [[nodiscard]] std::size_t endOf(std::size_t from, std::string_view ends) const {
        return std::min(m_text.find_first_of(ends, from), m_text.size());
    }
    [[nodiscard]] std::size_t afterBlanks(std::size_t from) const {
        return std::min(m_text.find_first_not_of(kWordBlanks, from), m_text.size());
    }
    [[nodiscard]] bool isWordStart(std::size_t at) const {
        return at == 0 || kWordEnds.find(m_text[at - 1]) != kNone || m_text[at - 1] == '=' ||
               m_text[at - 1] == ',' || m_text[at - 1] == '[';
    }
    /// The name that ends before this position.
    [[nodiscard]] std::string_view nameBefore(std::size_t end) const {
        std::size_t begin = end;
        while (begin > 0 && end - begin < kLongestName && isNameCharacter(m_text[begin - 1]))
            --begin;
        return m_text.substr(begin, end - begin);
    }
    /// `isOpen`: what follows the text may continue it.
    void take(std::size_t begin, std::size_t end, bool isOpen = false) {
        if (m_text.substr(begin).starts_with("-----BEGIN ")) // it contains blanks
            end = std::max(end, std::min(findKeyEnd(m_text, begin), m_text.size()));
        const std::string_view value = m_text.substr(begin, end - begin);
        m_at = end;
        if (m_text.substr(begin).starts_with(kSecretPlaceholder))
            m_at = begin + kSecretPlaceholder.size();
        else if (!value.empty())
            m_found.spans.push_back({begin, end});
        if ((end == m_text.size() || isOpen) && !m_isWhole)
            m_open = begin;
    }
    /// A value that may be quoted and otherwise ends with the word. A quoted value without a closing quote
    /// extends to the end.
    void takeValue(std::size_t begin) {
        const ValueSpan value = valueAt(m_text, begin, kWordEnds);
        if (quotesAt(m_text, begin) == 0)
            return take(begin, endBehindScheme(m_text, begin, value.end, kWordEnds, m_isWhole), value.isOpen);
        take(value.begin, value.end, value.isOpen);
        if (value.isOpen && !m_isWhole) // its quotes may belong to it
            m_open = begin;
    }
    /// An unquoted value of a line "name = value": to its end, unless another setting follows.
    void takeLine(std::string_view name, std::size_t begin) {
        const ValueSpan word = valueAt(m_text, begin, kWordEnds);
        const bool isHidden = m_text.substr(begin).starts_with(kSecretPlaceholder);
        if (!m_isWhole)
            m_open = begin;
        else if (isHidden || m_text.find('=', word.end) != kNone)
            takeValueOf(name, begin, isHarmlessEntry);
        else if (!isHarmlessEntry(name, m_text.substr(begin, word.end - begin)) && !isResult(name, word))
            take(begin, m_text.find_last_not_of(kWordBlanks) + 1);
    }

    /// A value of this name, or a list of them: "['a', 'b']".
    void takeValueOf(std::string_view name, std::size_t begin,
                     bool (*isHarmless)(std::string_view name, std::string_view value)) {
        if (m_text.substr(begin).starts_with(kSecretPlaceholder))
            return takeValue(begin);
        if (isList(begin))
            return takeList(name, begin, isHarmless);
        if (const std::string_view rest = m_text.substr(begin);
            !m_isWhole && (rest == "(" || rest == "(\\")) {
            m_open = begin;
            return;
        }
        const ValueSpan value = valueAt(m_text, begin, kWordEnds);
        if (value.isOpen && !m_isWhole)
            m_open = begin;
        else if (!isHarmless(name, m_text.substr(value.begin, value.end - value.begin)) &&
                 !isResult(name, value))
            takeValue(begin);
    }

    /// "pass=1024 fail=0".
    [[nodiscard]] bool isResult(std::string_view name, SecretSpan value) {
        constexpr std::string_view kNext = "FAIL";
        const std::string_view number = m_text.substr(value.begin, value.end - value.begin);
        if (upper(plainName(name)) != "PASS" || number.find_first_not_of("0123456789,") != kNone)
            return false;
        const std::size_t next = std::min(m_text.find_first_not_of(" \t;|", value.end), m_text.size());
        const std::string_view rest = m_text.substr(next, kNext.size());
        if (rest.size() < kNext.size() && !m_isWhole)
            m_open = value.begin;
        return m_open != kNone || upper(rest) == kNext;
    }

    [[nodiscard]] bool isList(std::size_t begin) const { return beginsList(m_text, begin); }
    void takeList(std::string_view name, std::size_t begin,
                  bool (*isHarmless)(std::string_view name, std::string_view value)) {
        ListItems list = listItems(m_text, begin);
        if (list.end == m_text.size() && !m_isWhole) {
            m_open = begin;
            return;
        }
        std::erase_if(list.items, [&](const SecretSpan &item) {
            const std::string_view value = m_text.substr(item.begin, item.end - item.begin);
            return value.starts_with(kSecretPlaceholder) || isHarmless(name, value);
        });
        if (list.items.empty())
            return;
        m_found.spans.insert(m_found.spans.end(), list.items.begin(), list.items.end());
        m_at = list.end;
        if (m_at < m_text.size() && isNameCharacter(m_text[m_at])) // "[a]b", a word
            take(m_at, endOf(m_at, kWordEnds));
    }

    void assignment() {
        const std::string_view name = nameBefore(m_at);
        if (name.empty() || m_text.substr(m_at + 1).starts_with('>'))
            return setting();
        const std::size_t first = m_at - name.size();
        const bool isQuery = first > 0 && (m_text[first - 1] == '?' || m_text[first - 1] == '&');
        if (isSignal(name) || isPinName(name)) {
            if (isPinName(name) ? isPin(m_at + 1) : isQuery || isSignature(name, m_at + 1))
                takeValue(m_at + 1);
        } else if (isSecretName(name))
            takeValueOf(name, m_at + 1, isHarmlessValue);
    }

    /// "pin=4711"; not "pin=2".
    [[nodiscard]] bool isPin(std::size_t begin) {
        const bool isQuoted = begin < m_text.size() && (m_text[begin] == '"' || m_text[begin] == '\'');
        const std::size_t from = begin + (isQuoted ? 1 : 0), end = endOf(from, kWordEnds);
        if (end == m_text.size() && !m_isWhole) {
            m_open = begin;
            return false;
        }
        return !isHardwarePin(m_text.substr(from, end - from));
    }

    [[nodiscard]] std::size_t beginOf(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - m_text.data());
    }
    /// "aws_secret_access_key = X" in a configuration file, "x['token'] = X", "token => X", "TOKEN := X".
    void setting() {
        const AssignedName found = assignedNameAt(m_text, m_at);
        const std::size_t begin = found.value;
        const bool isSpaced = found.hasBlanks && begin > m_at + 1;
        const bool isColon = m_at > 0 && m_text[m_at - 1] == ':';
        if ((!isSpaced && !isColon && !found.isClear()) || begin >= m_text.size() ||
            !isSecretSetting(found.name))
            return;
        const std::string_view name = isDottedKey(found.name) ? found.name : lastPart(found.name);
        const bool isWord = quotesAt(m_text, begin) == 0 && !isList(begin);
        if (isSpaced && isWord && !found.isClear() && isLineStart(m_text, beginOf(found.name)))
            return takeLine(name, begin);
        takeValueOf(name, begin, isHarmlessEntry);
    }

    /// ("HF_TOKEN", "X").
    void pair() {
        const AssignedName found = pairedNameAt(m_text, m_at);
        if (found.name.empty() || !isSecretSetting(found.name))
            return;
        const auto value = quotedValueAt(m_text, found.value);
        if (!value)
            return;
        const std::size_t next = afterBlanks(value->behind);
        if ((value->isOpen || next == m_text.size()) && !m_isWhole) {
            m_open = found.value;
            return;
        }
        const std::string_view text = m_text.substr(value->begin, value->end - value->begin);
        const bool isPair = next == m_text.size() || m_text[next] == ')' || m_text[next] == ',';
        if (isPair && !isVariableName(text) && !isHarmlessEntry(lastPart(found.name), text))
            take(value->begin, value->end);
    }

    /// "URL_SIG=4fa...", a variable; not "sig=2", "STOP_SIG=SIGTERM".
    [[nodiscard]] bool isSignature(std::string_view name, std::size_t begin) {
        const std::size_t end = endOf(begin, kWordEnds);
        if (upper(name) != name)
            return false;
        if (end == m_text.size() && !m_isWhole) {
            m_open = begin;
            return false;
        }
        const std::string_view value = m_text.substr(begin, end - begin);
        return !isMeasured(value) && !value.starts_with("SIG") && value != "TERM" && value != "KILL" &&
               value != "INT" && value != "HUP";
    }

    void colon() {
        if (m_text.substr(m_at).starts_with("://"))
            return url();
        if (answer())
            return;
        const AssignedName found = assignedNameAt(m_text, m_at);
        std::string_view name = lastPart(found.name);
        const std::size_t first = beginOf(name);
        if (name.starts_with("-H")) // curl '-HX-Api-Key: abc'
            name.remove_prefix(2);
        if (name.empty() || (name == "PASS" && !found.isQuoted && isLineStart(m_text, beginOf(name))))
            return; // "PASS: test_allreduce", the result of a test
        if (!isHeader(name))
            return entry(name, found);
        const std::size_t begin = afterBlanks(m_at + 1);
        if (found.isQuoted) // an entry of JSON or Python
            return takeValueOf(name, begin, isHarmlessValue);
        // Within quotes it ends with them: curl -H "X-Api-Key: abc" URL.
        const char quote = first > 0 ? m_text[first - 1] : '\0';
        const bool isInQuotes = quote == '"' || quote == '\'';
        const std::size_t end =
            isInQuotes ? std::min(closingQuote(m_text, begin, quote), m_text.size()) : m_text.size();
        const std::string_view value = trimmed(m_text.substr(begin, end - begin));
        if ((m_isWhole || end < m_text.size()) && (isNothing(value) || isHarmlessValue(name, value)))
            return;
        const SystemMessage message = systemMessage(m_text.substr(begin), m_isWhole);
        if (message == SystemMessage::Maybe)
            m_open = begin;
        if (message != SystemMessage::No)
            return;
        take(begin, end);
    }

    /// What follows "Password for 'https://me@host': " and "paste a key and hit enter: ".
    bool answer() {
        const std::size_t begin = afterBlanks(m_at + 1);
        const bool isPrompt = m_prompt != kNone && m_at - m_prompt <= kLongestPrompt &&
                              m_text.substr(m_prompt, m_at - m_prompt).find_first_of(",;") == kNone;
        const bool isPaste = m_text.substr(0, m_at).ends_with("hit enter");
        if ((!isPrompt && !isPaste) || begin == m_at + 1 || begin == m_text.size())
            return false;
        m_prompt = kNone;
        const std::size_t end = isPrompt ? m_text.size() : endOf(begin, kWordEnds);
        if (end == m_text.size() && !m_isWhole)
            m_open = begin;
        else if (isNothing(m_text.substr(begin, end - begin)) ||
                 systemMessage(m_text.substr(begin), m_isWhole) == SystemMessage::Yes)
            return false;
        else
            take(begin, end);
        return true;
    }

    /// "echo X | sudo -S", "wandb login X", and a token with a known prefix.
    void phrase() {
        if (beginsPrompt(m_text, m_at))
            m_prompt = m_at;
        const PhraseSecret found = phraseSecretAt(m_text, m_at, m_isWhole);
        if (found.isOpen)
            m_open = found.span.begin;
        else if (found.span.end > found.span.begin)
            take(found.span.begin, found.span.end);
        else
            token();
    }

    /// Whether the word that continues here is a path: "/etc/my.token", "~/.token".
    [[nodiscard]] bool isPath(std::size_t at) const {
        std::size_t begin = at;
        while (begin > 0 && at - begin < kLongestName && kWordEnds.find(m_text[begin - 1]) == kNone)
            --begin;
        const std::string_view word = m_text.substr(begin, at - begin);
        const bool beginsPath = word.starts_with('/') || word.starts_with("./") || word.starts_with("../") ||
                                word.starts_with("~/");
        return beginsPath && word.find(':') == kNone; // "./app.yaml:password: X" is a line of grep
    }

    /// An entry of JSON or Python, with quoted name and text, or of YAML.
    void entry(std::string_view name, const AssignedName &found) {
        const std::size_t begin = afterBlanks(m_at + 1);
        const bool isQuoted = found.isQuoted;
        if (begin < m_text.size() && isQuoted && name == "auth")
            return dockerAuth(begin);
        const bool isKey = isDottedKey(found.name);
        if (begin >= m_text.size() || (!isQuoted && begin == m_at + 1) || (!isKey && !isSecretEntry(name)))
            return;
        name = isKey ? found.name : name;
        const char quote = m_text[begin];
        if ((quotesAt(m_text, begin) > 0 && quote != '$') || isList(begin) || (isQuoted && quote == '\\'))
            return takeValueOf(name, begin, isHarmlessEntry);
        if (isQuoted) // a number
            return;
        const std::size_t first = beginOf(found.name);
        if (isParserMessage(m_text, first, begin)) {
            if (!m_isWhole)
                m_open = begin;
            return;
        }
        if (isPath(first)) // "/etc/passwd: ...": a file, and what is wrong with it
            return;
        if (isKey)
            return dottedKey(found.name, begin);
        const std::size_t end = endOf(begin, " \t\r\n\v\f,}])");
        const SystemMessage message = systemMessage(m_text.substr(begin), m_isWhole);
        if (message == SystemMessage::Yes)
            return;
        if (message == SystemMessage::Maybe || (end == m_text.size() && !m_isWhole)) {
            m_open = begin;
            return;
        }
        const std::string_view word = m_text.substr(begin, end - begin);
        const bool isLine = isLineStart(m_text, first);
        // "my_token: No such luck": a sentence, not a boolean.
        const bool isSentence = isLine && word.size() == 2 && isNothing(word) && end + 1 < m_text.size() &&
                                isNameCharacter(m_text[end + 1]);
        if ((isHarmlessEntry(name, word) && !isSentence) || (upper(name) == "PWD" && quote == '/'))
            return;
        take(begin, isLine ? m_text.size() : end);
    }

    /// "tls.key: X", a setting; "tls.key: PEM RSA private key" and "certs/tls.key: ok" are about a file.
    void dottedKey(std::string_view name, std::size_t begin) {
        constexpr std::size_t kShortest = 3;
        const std::size_t first = beginOf(name);
        if (!m_isWhole) {
            m_open = begin;
            return;
        }
        const std::size_t end = endOf(begin, " \t\r\n\v\f,}])");
        const std::string_view word = m_text.substr(begin, end - begin);
        const bool isAlone = afterBlanks(end) == m_text.size() || m_text[afterBlanks(end)] == '#';
        const bool isFile = (first > 0 && m_text[first - 1] == '/') || word.starts_with('/') ||
                            word.starts_with('~') || word.starts_with('.');
        if (isAlone && !isFile && word.size() >= kShortest && !isHarmlessEntry(name, word))
            take(begin, end);
    }

    /// "auth": "b3Bz...", user and password in base64, as Docker's config.json has them.
    void dockerAuth(std::size_t begin) {
        const auto value = quotedValueAt(m_text, begin);
        if (!value) // a number
            return;
        if (value->isOpen && !m_isWhole)
            m_open = begin;
        else if (isBasicCredential(m_text.substr(value->begin, value->end - value->begin)))
            takeValue(begin);
    }

    /// The user and password of scheme://user:password@host.
    void url() {
        const std::size_t begin = m_at + 3;
        const std::size_t end = endOf(begin, " \t\r\n\v\f\"'<>/?#`\\");
        if (end == m_text.size() && !m_isWhole) {
            m_open = begin;
            return;
        }
        const std::string_view authority = m_text.substr(begin, end - begin);
        const std::size_t at = authority.rfind('@');
        if (at == kNone)
            return;
        const std::size_t colon = authority.substr(0, at).find(':');
        const std::string scheme = upper(nameBefore(m_at));
        if (colon != kNone)
            take(begin + colon + 1, begin + at);
        else if (scheme == "HTTP" || scheme == "HTTPS") // a token, as accepted by git
            take(begin, begin + at);
    }

    void flag() {
        if (!isWordStart(m_at))
            return;
        const std::size_t end = endOf(m_at, std::string(kWordEnds) + "=");
        std::string_view word = m_text.substr(m_at, end - m_at);
        word.remove_suffix(word.size() - (word.find_last_not_of('\\') + 1)); // JSON within JSON
        if (attached())
            return;
        const ValueForm form = valueFormOf(word, programsBefore());
        const bool isUser = form != ValueForm::Whole;
        const bool isPassword = isPasswordFlag(word, programsBefore());
        const bool isPinFlag = isPinName(word);
        if (!isUser && !isPassword && !isPinFlag && !isSecretFlag(word))
            return;
        if (end == m_text.size() || m_text[end] == '=') { // what follows '=' is an assignment
            if (isUser && end < m_text.size())
                user(end + 1, form);
            return;
        }
        const bool isItem = m_at > 0 && m_text[end] == m_text[m_at - 1] && m_text[end] != ' ';
        const std::size_t begin = isItem ? nextItem(end + 1) : afterBlanks(end);
        if (begin == end || begin == m_text.size())
            return;
        if (isUser)
            return user(begin, form);
        if (m_text.substr(begin + quotesAt(m_text, begin)).starts_with('-') || (isPinFlag && !isPin(begin)))
            return;
        const bool isList = !isItem && isListFlag(word, programsBefore());
        takeValueOf(word, begin, isHarmlessValue);
        if (isList && m_at > begin)
            takeMoreWords();
    }

    /// ["--token", "X"]: the quotes of the item behind the comma; the size of the text if there is none.
    [[nodiscard]] std::size_t nextItem(std::size_t end) const {
        const std::size_t comma = afterBlanks(end);
        const std::size_t next =
            comma < m_text.size() && m_text[comma] == ',' ? afterBlanks(comma + 1) : kNone;
        return next < m_text.size() && quotesAt(m_text, next) > 0 ? next : m_text.size();
    }

    /// "--api-key A B": what follows the first value, up to the next option or the end of the command.
    void takeMoreWords() {
        while (m_open == kNone) {
            const bool isQuoted = m_at < m_text.size() && (m_text[m_at] == '"' || m_text[m_at] == '\'');
            const std::size_t end = m_at + (isQuoted ? 1 : 0), begin = afterBlanks(end);
            const char first = begin < m_text.size() ? m_text[begin] : '-';
            if (begin == end || first == '-' ||
                (first != '"' && first != '\'' && kWordEnds.find(first) != kNone))
                return;
            takeValue(begin);
            if (m_at <= begin)
                return;
        }
    }

    /// "-uadmin:pw", also quoted as a whole: '-uadmin:p w'.
    bool attached() {
        constexpr std::size_t kLongest = 256; // so that a hostile line costs no more than its length
        if (kAttachedFlags.find(m_text.substr(m_at + 1, 1)) == kNone)
            return false;
        const char before = m_at > 0 ? m_text[m_at - 1] : ' ';
        const bool isInQuotes = before == '"' || before == '\'';
        const std::size_t value = m_at + 2;
        const bool hasValue = value < m_text.size() && kWordBlanks.find(m_text[value]) == kNone;
        if (hasValue && (!isInQuotes || (quotesAt(m_text, value) > 0 && m_text[value] != before)) &&
            hasAttachedSecret(m_text[m_at + 1], programsBefore())) {
            takeValue(value);
            return m_at > value || m_open != kNone;
        }
        const std::string_view near = m_text.substr(0, m_at + kLongest);
        const std::size_t end = std::min(
            before == '"' || before == '\'' ? near.find(before, m_at) : near.find_first_of(kWordEnds, m_at),
            near.size());
        const auto secret = attachedSecret(near.substr(m_at, end - m_at), programsBefore());
        if (!secret)
            return false;
        if (end == m_text.size() && !m_isWhole)
            m_open = m_at + secret->begin;
        else
            take(m_at + secret->begin, m_at + secret->end);
        return true;
    }

    /// The programs among the words before this position, which give -p its meaning.
    [[nodiscard]] const PrecedingPrograms &programsBefore() {
        for (; m_programsAt < m_at;) {
            const std::string_view seen = m_text.substr(0, m_at);
            const std::size_t begin = std::min(seen.find_first_not_of(kWordEnds, m_programsAt), m_at);
            const std::size_t end = std::min(seen.find_first_of(kWordEnds, begin), m_at);
            m_programs.add(seen.substr(begin, end - begin));
            m_programsAt = std::max(end, m_programsAt + 1);
        }
        return m_programs;
    }

    /// The secret in the value of an option.
    void user(std::size_t begin, ValueForm form) {
        const ValueSpan value = valueAt(m_text, begin, kWordEnds);
        const std::size_t from = value.begin;
        const std::string_view word = m_text.substr(from, value.end - from);
        if (value.isOpen && !m_isWhole) {
            const std::size_t colon = word.find(':');
            m_open = form != ValueForm::User ? begin : colon == kNone ? m_text.size() : from + colon + 1;
            return;
        }
        if (const auto password = secretIn(word, form))
            take(from + password->begin, from + password->end);
    }

    /// "https://hooks.slack.com/services/X", and "/p:X" of xfreerdp.
    void slash() {
        const std::size_t size = isWordStart(m_at) ? slashOption(m_text.substr(m_at), programsBefore()) : 0;
        if (size == 0 || m_at + size >= m_text.size())
            return take(webhookAt(m_text, m_at));
        takeValue(m_at + size);
    }

    /// Tokens with a known prefix; the prefix is kept and shows the kind.
    void token() { take(knownTokenAt(m_text, m_at)); }
    void take(const KnownToken &found) {
        if (found.secret == 0)
            return;
        if (found.isOpen && !m_isWhole)
            m_open = found.secret;
        else if (found.isLong)
            take(found.secret, found.end);
    }

    /// "-----BEGIN PRIVATE KEY-----X-----END", of which X is replaced; otherwise it is an option.
    void privateKey() {
        const std::size_t begin = endOfKeyBegin(m_text, m_at);
        if (begin == 0)
            return flag();
        take(begin, std::min(findKeyEnd(m_text, begin), m_text.size()));
    }

    /// "Bearer X", "Basic X" without a header.
    void schemes() {
        if (!isWordStart(m_at))
            return;
        constexpr std::size_t kLongest = 8;
        const std::string_view near = m_text.substr(m_at, kLongest);
        const std::string_view scheme = near.substr(0, near.find(' '));
        if (scheme.size() == near.size() || !isAuthScheme(scheme))
            return;
        const std::size_t begin = afterBlanks(m_at + scheme.size()), end = endOf(begin, kWordEnds);
        if (end == m_text.size() && !m_isWhole)
            m_open = begin;
        else if (isSecretOfScheme(scheme, m_text.substr(begin, end - begin)))
            take(begin, end);
    }

    std::string_view m_text;
    bool m_isWhole;
    std::size_t m_at = 0;
    PrecedingPrograms m_programs;
    std::size_t m_programsAt = 0; ///< how far the words were read
    std::size_t m_prompt = kNone; ///< where "Password for" begins, until its answer
    std::size_t m_open = kNone;   ///< start of an unfinished item that may be a secret
    SecretScan m_found;
};

} // namespace

SecretScan secretSpans(std::string_view text, bool isWhole) {
    SecretScan found = Scanner(text, isWhole).scan();
    if (text.find_first_of("\x1b%\\") == kNone)
        return found;
    // Also without colours in a word, and with "%5F" for '_'.
    const JoinedText joined(text, isWhole, LineBreaks::Kept);
    if (joined.view() == text)
        return found;
    const SecretScan more = Scanner(joined.view(), isWhole).scan();
    for (const SecretSpan &span : more.spans)
        found.spans.push_back({joined.begin(span.begin), joined.end(span.end - 1)});
    if (more.settled < joined.view().size())
        found.settled = std::min(found.settled, joined.begin(more.settled));
    found.spans = joinedSpans(std::move(found.spans));
    return found;
}

} // namespace fabricscope::bench
