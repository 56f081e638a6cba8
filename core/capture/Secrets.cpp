// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Secrets.h"

#include "core/base/ArgumentSecrets.h"
#include "core/base/KnownTokens.h"
#include "core/base/SecretShapes.h"
#include "core/base/Text.h"
#include "core/base/secrets/AssignedName.h"
#include "core/base/secrets/LineSecrets.h"
#include "core/base/secrets/LineSource.h"
#include "core/base/secrets/PrivateKeys.h"
#include "core/base/secrets/ValueForms.h"
#include "core/base/secrets/ValueSpan.h"
#include "core/base/secrets/ValuesBeforeNames.h"
#include "core/capture/AuditArguments.h"
#include "core/capture/SecretKeys.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace fabricscope::capture {

namespace {

constexpr std::string_view kHidden = "***";
constexpr auto kNone = std::string_view::npos;

/// Sources of a root file system over the network: "netroot=iscsi:user:password@host:...".
constexpr std::array<std::string_view, 9> kRootSchemes{
    {"iscsi", "cifs", "smb", "nbd", "http", "https", "ftp", "nvmf", "live"}};

bool isKeyChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

constexpr std::string_view kArgument = "<qemu:arg value=";

/// One text, line by line.
class SecretFilter {
public:
    explicit SecretFilter(std::string_view text) : m_text(text) {}

    /// False: there are no secrets.
    bool run() {
        for (std::string_view rest = m_text; !rest.empty();) {
            std::string_view next = takeUntil(rest, '\n');
            // Each <qemu:arg> is handled as a separate line, even if all are in one.
            for (auto at = next.find(kArgument, 1); at != kNone; at = next.find(kArgument, 1)) {
                line(next.substr(0, at));
                next.remove_prefix(at);
            }
            line(next);
        }
        return m_copied > 0;
    }
    [[nodiscard]] std::string take() {
        m_out += m_text.substr(m_copied);
        return std::move(m_out);
    }

private:
    void line(std::string_view line) {
        const std::string_view key = std::exchange(m_nextKey, {});
        if (const auto ofKey = m_keys.isOpen() ? m_keys.lineOf(line) : std::nullopt)
            return keyLine(line, *ofKey);
        m_lineOfNames = line;
        m_namedSpans = m_named.inWhole(line);
        m_nextNamed = 0;
        m_named.add(line);
        const std::string_view attribute = argumentOf(line);
        const std::string_view argument = line.starts_with('=') ? line.substr(1) : attribute;
        if (!key.empty() && !isNoSecret(key, argument) && (line.starts_with('=') || !attribute.empty()))
            return hideAll(argument, line); // "--token", then its value
        m_nextKey = optionOf(line.starts_with("=-") ? line.substr(1) : attribute);
        if (argument.empty())
            m_arguments = {};
        else if (const auto secret = m_arguments.next(argument)) // "=-u", then "=user:password"
            return hideAll(argument.substr(secret->begin, secret->end - secret->begin), line);
        const auto keyAt = findPrivateKey(line);
        scan(line.substr(0, keyAt));
        if (keyAt == kNone)
            return;
        if (isKeyOpen(line))
            m_keys.open(lineSourceOf(line));
        hide(line.substr(keyAt));
    }

    /// An SMBIOS table for a guest, whose UUID identifies the guest: a separate argument, or within a line
    /// after "-smbios" or "value='".
    struct Smbios {
        std::size_t begin = kNone, end = kNone; ///< within the line
        std::string_view ends = ",";            ///< the characters that end one of its values
    };
    [[nodiscard]] static Smbios smbiosOf(std::string_view line) {
        constexpr std::string_view kType = "type=";
        const auto isType = [&](std::size_t at) {
            return line.substr(at, kType.size()) == kType && at + kType.size() < line.size() &&
                   std::isdigit(static_cast<unsigned char>(line[at + kType.size()])) != 0;
        };
        const std::size_t first = line.starts_with('=') ? 1 : 0;
        if (isType(first))
            return {first, line.size(), ","};
        for (auto at = line.find(kType); at != kNone; at = line.find(kType, at + 1))
            if (isType(at) && at > 0 && (line[at - 1] == '\'' || line.substr(0, at).ends_with("smbios ")))
                return {at, std::min(line.find_first_of(" \t\"'<", at), line.size()), " \t,\"'<"};
        return {};
    }
    [[nodiscard]] bool isOfSmbios(std::size_t at) const { return at >= m_smbios.begin && at < m_smbios.end; }

    /// "--token" alone, also in "<qemu:arg value='--token'/>": the next line holds its value.
    [[nodiscard]] static std::string_view optionOf(std::string_view argument) {
        return argument.starts_with('-') && argument.find_first_of("=,: ") == kNone && isSecretKey(argument)
                   ? argument
                   : std::string_view();
    }
    /// X in <qemu:arg value='X'/>.
    [[nodiscard]] static std::string_view argumentOf(std::string_view line) {
        const auto at = line.find(kArgument);
        if (at == kNone || at + kArgument.size() == line.size())
            return {};
        const std::string_view rest = line.substr(at + kArgument.size());
        const auto end = rest.find(rest[0], 1);
        return rest.substr(1, end == kNone ? kNone : end - 1);
    }
    /// Hides it, and secrets in the rest of the line.
    void hideAll(std::string_view secret, std::string_view line) {
        if (isKeyOpen(line))
            m_keys.open(lineSourceOf(line));
        hide(secret);
        scan(line.substr(static_cast<std::size_t>(secret.data() - line.data()) + secret.size()));
    }

    void scan(std::string_view line) {
        m_line = line;
        m_isOption = line.starts_with("=-");
        m_isJson = line.find('{') != kNone;
        m_isXml = line.find('<') != kNone;
        m_hasCommand = false;
        m_hasName = line.find("name=") != kNone;
        m_isSecretObject = line.find("secret") != kNone;
        m_smbios = smbiosOf(line);
        m_programs = {};
        m_programsAt = 0;
        m_audit = AuditArguments();
        for (std::size_t at = 0; at < line.size();) {
            const std::size_t named = hideNamed(at);
            at = named > 0 ? named : std::max(at + 1, step(at));
        }
    }

    /// Hides what remains of a secret named elsewhere if it is here; its end, or 0.
    std::size_t hideNamed(std::size_t at) {
        const auto before = static_cast<std::size_t>(m_line.data() - m_lineOfNames.data());
        while (m_nextNamed < m_namedSpans.size() && m_namedSpans[m_nextNamed].end <= before + at)
            ++m_nextNamed;
        if (m_nextNamed == m_namedSpans.size() || m_namedSpans[m_nextNamed].begin > before + at)
            return 0;
        const std::size_t end = std::min(m_namedSpans[m_nextNamed].end - before, m_line.size());
        hide(m_line.substr(at, end - at));
        return end;
    }

    void keyLine(std::string_view line, const PrivateKeys::Line &ofKey) {
        const std::string_view text = line.substr(ofKey.begin);
        if (findKeyEnd(text) != kNone)
            m_keys.close(ofKey);
        else
            m_keys.add(ofKey, text);
        hide(text);
    }

    /// Checks what begins at `at`; returns where to continue, 0 for the next character.
    std::size_t step(std::size_t at) {
        switch (m_line[at]) {
        case '=':
        case ':':
            if (m_line.substr(at, 3) == "://")
                return url(at + 3);
            return value(at);
        case '>':
            return m_isXml ? element(at) : 0;
        case '-':
            return option(at);
        case '/':
            return slash(at);
        case ',':
            return pair(at);
        default:
            break;
        }
        if (const std::size_t end = m_hasCommand ? positional(at) : 0; end > 0)
            return end;
        if (const std::size_t end = token(at); end > 0)
            return end;
        return at == 0 || !isKeyChar(m_line[at - 1]) ? word(at) : 0;
    }

    /// "apikey \"X\"" in a configuration file, "Bearer X" and "Basic X" without a header.
    std::size_t word(std::size_t at) {
        std::size_t end = at;
        while (end < m_line.size() && isKeyChar(m_line[end]))
            ++end;
        if (end == at) // a blank: what follows it is looked at once, behind a word
            return 0;
        const std::size_t begin = std::min(m_line.find_first_not_of(" \t", end), m_line.size());
        if (begin == end || begin == m_line.size())
            return end;
        const std::string_view key = m_line.substr(at, end - at);
        m_hasCommand = m_hasCommand || PositionalSecrets::isProgram(key);
        const bool isSecret = isSecretKey(key);
        if (const Setter setter = isSecret ? setterBefore(m_line, at) : Setter::None; setter != Setter::None)
            return setting(begin, setter);
        if (m_line[begin] == '"' || m_line[begin] == '\'')
            return isSecret && !endsAsSecret(key) ? hideQuoted(begin) : end;
        if (!isAuthScheme(key))
            return end;
        const std::size_t last = std::min(m_line.find_first_of(" \t;&|\"'<>,)", begin), m_line.size());
        if (isSecretOfScheme(key, m_line.substr(begin, last - begin)))
            hide(m_line.substr(begin, last - begin));
        return last;
    }
    std::size_t hideQuoted(std::size_t quote) {
        const ValueSpan value = valueAt(m_line, quote, " \t;&|<>");
        if (const std::string_view found = m_line.substr(value.begin, value.end - value.begin);
            !isPlaceholder(found))
            hide(found);
        return std::max(value.behind, quote + 1);
    }
    /// "ENV DB_PASSWORD X", "setenv DB_PASSWORD X", at the value.
    std::size_t setting(std::size_t begin, Setter setter) {
        if (setter == Setter::Word || quotesAt(m_line, begin) > 0)
            return hideQuoted(begin);
        const std::string_view found = m_line.substr(0, m_line.find_last_not_of(" \t\r\\") + 1);
        if (found.size() > begin && !isPlaceholder(found.substr(begin)))
            hide(found.substr(begin));
        return std::max(found.size(), begin + 1);
    }
    /// X of "openssl passwd X", at its beginning.
    std::size_t positional(std::size_t at) {
        const bool isStart = at > 0 && isBlank(m_line[at - 1]) && !isBlank(m_line[at]);
        if (!isStart || m_line[at] == '$' || !isPositionalSecret(m_line.substr(at, 1), programsBefore(at)))
            return 0;
        return hideQuoted(at);
    }
    /// ("DB_PASSWORD", "X"), at the comma.
    std::size_t pair(std::size_t comma) {
        const AssignedName found = pairedNameAt(m_line, comma);
        const auto value = isSecretKey(found.name) ? quotedValueAt(m_line, found.value) : std::nullopt;
        if (!value)
            return 0;
        const std::size_t next = std::min(m_line.find_first_not_of(" \t", value->behind), m_line.size());
        const std::string_view text = m_line.substr(value->begin, value->end - value->begin);
        const bool isPair = next == m_line.size() || m_line[next] == ')' || m_line[next] == ',';
        if (!isPair || isVariableName(text) || isHarmless(found.name, text))
            return 0;
        hide(text);
        return value->end;
    }
    /// "/p:X" of xfreerdp, and webhooks.
    std::size_t slash(std::size_t at) {
        const bool isStart = at > 0 && isBlank(m_line[at - 1]);
        const std::size_t size = isStart ? slashOption(m_line.substr(at), programsBefore(at)) : 0;
        return size > 0 && at + size < m_line.size() ? hideQuoted(at + size) : webhook(at);
    }

    /// "--token X" within a line: a script, a kernel log.
    std::size_t option(std::size_t at) {
        const char before = at == 0 ? ' ' : m_line[at - 1];
        std::size_t end = at;
        while (end < m_line.size() && isKeyChar(m_line[end]))
            ++end;
        const bool begins =
            at == 0 || isBlank(before) || std::string_view("'\"=`(>;|[").find(before) != kNone;
        if (!begins)
            return end;
        if (const std::size_t behind = attached(at); behind > 0)
            return behind;
        const std::string_view name = m_line.substr(at, end - at);
        const ValueForm form = valueFormOf(name, programsBefore(at));
        const bool isUser = form != ValueForm::Whole;
        if (end == m_line.size() ||
            (!isUser && !isSecretKey(name) && !isPasswordFlag(name, programsBefore(at))))
            return end;
        const bool list = (before == '"' || before == '\'') && m_line[end] == before; // ["--token", "X"]
        if (!list && !isBlank(m_line[end]))
            return end;
        std::size_t begin = std::min(m_line.find_first_not_of(" \t", end + (list ? 1 : 0)), m_line.size());
        if (list && m_line.substr(begin, 1) == ",")
            begin = std::min(m_line.find_first_not_of(" \t", begin + 1), m_line.size());
        else if (list)
            return begin;
        if (begin == m_line.size() || m_line[begin] == '-')
            return begin;
        const ValueSpan value = valueAt(m_line, begin, " \t;&|\"'<>");
        begin = value.begin;
        const std::string_view found = m_line.substr(begin, value.end - begin);
        if (isUser)
            return hidePart(found, begin, form);
        if (!isPlaceholder(found) && !isNoSecret(name, found))
            hide(found);
        return value.end;
    }
    /// Hides the password of "user:password", or of another such form; any other text may be anything else.
    std::size_t hidePart(std::string_view found, std::size_t begin, ValueForm form) {
        const auto password = secretIn(found, form);
        if (!password)
            return begin;
        hide(found.substr(password->begin, password->end - password->begin));
        return begin + found.size();
    }
    /// "-uuser:password", "-pX" of mysql; 0: none.
    std::size_t attached(std::size_t at) {
        constexpr std::size_t kLongest = 256; // so that a hostile line costs no more than its length
        if (kAttachedFlags.find(m_line.substr(at + 1, 1)) == kNone)
            return 0;
        const std::size_t value = at + 2;
        const char before = at == 0 ? ' ' : m_line[at - 1];
        const bool isInQuotes = before == '"' || before == '\'';
        const bool hasValue = value < m_line.size() && !isBlank(m_line[value]);
        if (hasValue && (!isInQuotes || (quotesAt(m_line, value) > 0 && m_line[value] != before)) &&
            hasAttachedSecret(m_line[at + 1], programsBefore(at))) {
            const ValueSpan found = valueAt(m_line, value, " \t;&|\"'<>,");
            hide(m_line.substr(found.begin, found.end - found.begin));
            return std::max(found.end, value);
        }
        const std::string_view near = m_line.substr(0, at + kLongest);
        const std::size_t end = std::min(near.find_first_of(" \t;&|\"'<>,", at), near.size());
        const std::string_view word = near.substr(at, end - at);
        const auto secret = attachedSecret(word, programsBefore(at));
        if (!secret)
            return 0;
        hide(word.substr(secret->begin, secret->end - secret->begin));
        return end;
    }
    /// The programs among the words before this position, which give -p its meaning.
    const PrecedingPrograms &programsBefore(std::size_t at) {
        constexpr std::string_view kEnds = " \t;&|\"'`=()<>,[";
        const std::string_view seen = m_line.substr(0, at);
        while (m_programsAt < at) {
            const std::size_t begin = std::min(seen.find_first_not_of(kEnds, m_programsAt), at);
            const std::size_t end = std::min(seen.find_first_of(kEnds, begin), at);
            const std::string_view word = seen.substr(begin, end - begin);
            if (!PositionalSecrets::isPlainWord(word) || beginsCommand(seen, begin))
                m_programs.add(word);
            m_programsAt = std::max(end, m_programsAt + 1);
        }
        return m_programs;
    }

    /// "https://user:password@host"; the query after the host is checked separately.
    std::size_t url(std::size_t begin) {
        const auto end = std::min(m_line.find_first_of("/ \t\"'<>,", begin), m_line.size());
        const auto at = m_line.substr(begin, end - begin).rfind('@');
        if (at != kNone && at > 0)
            hide(m_line.substr(begin, at));
        const std::size_t host = begin + (at == kNone ? 0 : at);
        return std::min(m_line.substr(0, end).find_first_of("?#", host), end);
    }

    /// "iscsi:user:password@host:..." of the kernel's command line; returns where to continue.
    std::size_t root(std::size_t begin) {
        constexpr std::size_t kLongest = 512; // so that a hostile line costs no more than its length
        const std::string_view near = m_line.substr(begin, kLongest);
        const std::string_view found = near.substr(0, near.find_first_of(" \t\"'<"));
        const std::size_t colon = found.find(':');
        const bool isKnown =
            std::any_of(kRootSchemes.begin(), kRootSchemes.end(),
                        [&](std::string_view each) { return equal(found.substr(0, colon), each); });
        std::size_t from = colon + 1;
        while (isKnown && found.substr(from).starts_with('/'))
            ++from;
        const std::size_t at = isKnown ? found.rfind('@') : kNone;
        if (at == kNone || at <= from || found.substr(from, at - from).find("://") != kNone)
            return begin;
        hide(found.substr(from, at - from));
        return begin + at;
    }

    [[nodiscard]] static bool isBlank(char c) { return c == ' ' || c == '\t'; }

    [[nodiscard]] bool hides(const AssignedName &found, std::size_t at) const {
        const std::string_view key = found.name;
        const char separator = m_line[at];
        const bool isAssignment = separator == '=' || m_isJson || found.isQuoted;
        if (isSecretKey(key) && (isAssignment || hasSecretWord(key) || isDottedSetting(found)))
            return true;
        if (!isAssignment)
            return false;
        return equal(key, "key") ||                        // of Ceph
               (equal(key, "string") && m_hasName) ||      // of -fw_cfg
               (equal(key, "data") && m_isSecretObject) || // of -object
               (isOfSmbios(at) && !equal(key, "type") && !equal(key, "uuid") && separator == '=');
    }

    [[nodiscard]] std::size_t beginOf(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - m_line.data());
    }
    /// Without the blanks at the end of the line.
    [[nodiscard]] std::size_t lineEnd() const { return m_line.find_last_not_of(" \t\r") + 1; }
    /// "tls.key: X" alone in its line; more words, as in "tls.key: PEM RSA private key", are about a file.
    [[nodiscard]] bool isDottedSetting(const AssignedName &found) const {
        return endsAsDottedKey(found.name) && isLineStart(m_line, beginOf(found.name)) &&
               m_line.substr(0, lineEnd()).find_first_of(" \t", found.value) == kNone;
    }
    /// "password = my pass phrase": whether the value extends to the end of its line.
    [[nodiscard]] bool isWholeLine(const AssignedName &found, std::size_t separator,
                                   std::size_t wordEnd) const {
        const bool isSpaced =
            found.value > separator + 1 && (m_line[separator] == ':' || found.hasBlanks) && !found.isClear();
        return isSpaced && !m_isOption && !m_isJson && hasSecretWord(found.name) &&
               isLineStart(m_line, beginOf(found.name)) && m_line.find('=', wordEnd) == kNone &&
               !isHarmless(found.name, m_line.substr(found.value, wordEnd - found.value));
    }

    /// Hides the value after "=" or ":" if its key is a secret's name.
    std::size_t value(std::size_t separator) {
        const AssignedName assigned = assignedNameAt(m_line, separator);
        const std::string_view key = assigned.name;
        if (m_line[separator] == '=') {
            if (const std::size_t end = audit(key, separator + 1); end > 0)
                return end;
            if (constexpr std::string_view kRoot = "root";
                key.size() >= kRoot.size() && equal(key.substr(key.size() - kRoot.size()), kRoot))
                return root(separator + 1);
        }
        if (key.size() < 2 || !hides(assigned, separator))
            return 0;
        // "password = x" of a file of settings
        const bool mayHaveBlanks = m_line[separator] == ':' || assigned.hasBlanks || assigned.isClear();
        std::size_t begin = mayHaveBlanks ? assigned.value : separator + 1;
        if (begin == m_line.size())
            return begin;
        if (m_line.substr(begin).starts_with(kHidden)) // "TOKEN=***)", of TOKEN='a'b)
            return begin + kHidden.size();
        const char quote = m_line[begin];
        std::size_t end = 0;
        if (const auto quoted = quotedValueAt(m_line, begin)) {
            begin = quoted->begin;
            end = quoted->end;
        } else if (quote == '[') {
            end = m_line.find(']', ++begin);
        } else if (contains(key, "authorization") || contains(key, "cookie")) { // "Bearer ...", "a=b; c=d"
            end = m_line.find_first_of("\"'", begin);
        } else if ((m_isOption && !equal(key, "key")) || (equal(key, "string") && m_line.starts_with('='))) {
            end = kNone;                   // the rest of the argument
        } else if (equal(key, "string")) { // it continues after a comma; the next option ends it
            end = std::min(m_line.find_first_of("\"'<", begin), m_line.find(" -", begin));
        } else if (equal(key, "key")) {
            end = m_line.find_first_of(" \t,;:\"'<", begin);
        } else {
            const std::string_view ends = isOfSmbios(separator) ? m_smbios.ends : " \t,;&\"'<";
            end = valueAt(m_line, begin, ends).end;
            while (m_line.substr(std::min(end, m_line.size()), 2) == ",,") // a comma of the value, for QEMU
                end = m_line.find_first_of(ends, end + 2);
            end = endBehindScheme(m_line, begin, std::min(end, m_line.size()), ends, true);
            if (isWholeLine(assigned, separator, end))
                end = std::max(end, lineEnd());
        }
        end = std::min(end, m_line.size());
        const std::string_view found = m_line.substr(begin, end - begin);
        const bool isCounts = quote == '[' && !isCertainName(key) &&
                              found.find_first_not_of("0123456789.,- \t") == kNone; // token ids
        const bool plain = isCounts || isNoSecret(key, found) ||
                           (equal(key, "key") && m_line[separator] == ':' && !looksLikeKey(found));
        if (!isPlaceholder(found) && !plain)
            hide(found);
        return end;
    }

    /// Arguments of a program in a record of the audit system, which may be hex digits; 0: none.
    std::size_t audit(std::string_view key, std::size_t begin) {
        const auto secret = m_audit.next(m_line, key, begin, [](std::string text) {
            const std::string before = text;
            return withoutSecrets(std::move(text)) != before;
        });
        if (!secret)
            return 0;
        hide(m_line.substr(secret->begin, secret->end - secret->begin));
        return secret->end;
    }

    /// "<password>X<", "<entry name='...'>X<" of libvirt's sysinfo.
    std::size_t element(std::size_t close) {
        constexpr std::size_t kLongest = 256;
        const std::size_t from = close < kLongest ? 0 : close - kLongest;
        const auto within = m_line.substr(from, close - from).rfind('<');
        const std::size_t open = within == kNone ? kNone : from + within;
        if (open == kNone || close - open < 2 || m_line[open + 1] == '/')
            return 0;
        const std::string_view tag = m_line.substr(open + 1, close - open - 1);
        const std::string_view name = tag.substr(0, tag.find_first_of(" \t"));
        if (!(isSecretKey(name) || name == "entry") || tag.find("'uuid'") != kNone || tag.back() == '/')
            return 0;
        const SecretSpan text = elementText(m_line, close + 1);
        const std::size_t end = text.end;
        if (const std::string_view found = m_line.substr(text.begin, end - text.begin);
            !isPlaceholder(found) && !isNoSecret(name, found) && found.find_first_not_of(" \t\r\n") != kNone)
            hide(found);
        return end;
    }

    /// Tokens with a known prefix.
    std::size_t token(std::size_t at) {
        const KnownToken found = knownTokenAt(m_line, at);
        if (!found.isLong)
            return 0;
        hide(m_line.substr(at, found.end - at));
        return found.end;
    }

    /// "https://hooks.slack.com/services/X".
    std::size_t webhook(std::size_t slash) {
        const KnownToken found = webhookAt(m_line, slash);
        if (!found.isLong)
            return 0;
        hide(m_line.substr(found.secret, found.end - found.secret));
        return found.end;
    }

    void hide(std::string_view secret) {
        if (secret.find_first_not_of('*') == kNone)
            return;
        const auto begin = static_cast<std::size_t>(secret.data() - m_text.data());
        m_out += m_text.substr(m_copied, begin - m_copied);
        m_out += kHidden;
        m_copied = begin + secret.size();
    }

    std::string_view m_text;
    std::string m_out;
    std::size_t m_copied = 0; ///< how much of the text was copied to the output
    std::string_view m_line;
    PrivateKeys m_keys;
    std::string_view m_nextKey; ///< the option whose value is the next line; empty: none
    LineSecrets m_named{isSecretKey, isHarmless};
    std::string_view m_lineOfNames;
    std::vector<SecretSpan> m_namedSpans; ///< in it
    std::size_t m_nextNamed = 0;          ///< the first that is not hidden yet
    bool m_isOption = false;              ///< a line of the processes form that is "--key=value"
    Smbios m_smbios;
    ArgumentSecrets m_arguments; ///< of the program whose arguments are one a line
    AuditArguments m_audit;
    PrecedingPrograms m_programs; ///< of the words of the line up to m_programsAt
    std::size_t m_programsAt = 0;
    bool m_isJson = false;
    bool m_isXml = false;
    bool m_hasCommand = false; ///< a program of PositionalSecrets came before
    bool m_hasName = false;
    bool m_isSecretObject = false;
};

/// Sections with only numbers, which are most of what is read from a host.
constexpr std::array<std::string_view, 18> kNumbersOnly{
    {"pci", "pci-devices", "pci-links", "pci-slots", "pci-touch", "pci-config", "iommu", "iommu-devices",
     "iommu-units", "numa", "cpu", "meminfo", "kfd", "net-links", "net-touch", "rdma-links", "rdma-touch",
     "vmm-fds"}};

} // namespace

bool mayHoldSecrets(std::string_view section) {
    return std::find(kNumbersOnly.begin(), kNumbersOnly.end(), section) == kNumbersOnly.end();
}

std::string withoutSecrets(std::string text) {
    SecretFilter filter(text);
    if (filter.run())
        text = filter.take();
    if (!contains(text, "val") && !contains(text, "<string"))
        return text;
    ValuesBeforeNames unnamed(isSecretKey, isHarmless, kHidden);
    std::string result = unnamed.feed(text);
    return result += unnamed.finish();
}

} // namespace fabricscope::capture
