// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/Secrets.h"

#include "core/base/SecretNames.h"
#include "core/bench/command/SecretScan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <utility>

namespace fabricscope::bench {

namespace {

constexpr std::size_t kMinValue = 4, kMinDigits = 10;
/// A shorter value of a secret's name is matched as a whole word.
constexpr std::size_t kMinWord = 2;
/// Maximum length of a partial end marker in a key's line.
constexpr std::size_t kMostKeyMark = 16;

bool isWordChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Position of a value in a text from `at` on; a short one as a separate word. `before`: the character before
/// the text; `isEnd`: no more text follows.
std::size_t findValue(std::string_view text, std::string_view value, std::size_t at, char before,
                      bool isEnd) {
    for (std::size_t place = text.find(value, at);; place = text.find(value, place + 1)) {
        if (place == std::string_view::npos || value.size() >= kMinValue)
            return place;
        const std::size_t end = place + value.size();
        if (!isWordChar(place == 0 ? before : text[place - 1]) &&
            (end == text.size() ? isEnd : !isWordChar(text[end])))
            return place;
    }
}

bool isShortSecret(std::string_view value) {
    static constexpr std::array<std::string_view, 4> kPlain = {"on", "off", "yes", "no"};
    return value.size() >= kMinWord && value.size() < kMinValue &&
           value.find_first_not_of("0123456789") != std::string_view::npos &&
           std::all_of(value.begin(), value.end(), isWordChar) &&
           std::find(kPlain.begin(), kPlain.end(), value) == kPlain.end();
}

bool isDistinctive(std::string_view value) {
    const bool isNumber = value.find_first_not_of("0123456789") == std::string_view::npos;
    return value.size() >= (isNumber ? kMinDigits : kMinValue) && !value.starts_with(kSecretPlaceholder) &&
           value != "true" && value != "false" && value != "none" && value != "null";
}

/// NAME or --name, not other text before a '=': a URL, a command for another shell.
bool isPlainName(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return isWordChar(c) || c == '-' || c == '.'; });
}

/// The secrets of one word: the value of the option before it, or what the word alone shows.
std::vector<SecretSpan> spansOfWord(const std::string *before, const PrecedingPrograms &programs,
                                    std::string_view word) {
    const auto whole = [&] {
        return std::vector<SecretSpan>{{0, word.size()}};
    };
    if (before != nullptr && (isSecretFlag(*before) || isPasswordFlag(*before, programs)))
        return whole();
    const bool isPin = before != nullptr && before->starts_with('-') && isPinName(*before);
    if ((isPin && !isHardwarePin(word)) || (before != nullptr && isSecretOfScheme(*before, word)))
        return whole();
    if (const auto attached = attachedSecret(word, programs))
        return {*attached};
    if (before != nullptr && isUserFlag(*before)) {
        const auto password = passwordOf(word);
        return password ? std::vector<SecretSpan>{*password} : std::vector<SecretSpan>{};
    }
    // A word may have several lines; only here may its value contain blanks: --token="a b" is one word.
    const std::size_t equals = word.find('=');
    if (equals != std::string_view::npos && isPlainName(word.substr(0, equals)) &&
        isSecretName(word.substr(0, equals)))
        return {{equals + 1, word.size()}};
    return secretSpans(word, true).spans;
}

/// Calls `take(word, span)` for each secret in the words, the last one of a word first.
template<class Words, class Take> void forEachSecret(Words &words, Take take) {
    const std::string *before = nullptr;
    PrecedingPrograms programs;
    bool isAnnounced = false;
    for (auto &word : words) {
        const std::string plain = word;
        std::vector<SecretSpan> spans = spansOfWord(before, programs, plain);
        const bool announces = announcesSecret(plain, isAnnounced);
        if (isAnnounced && !announces)
            spans = {{0, plain.size()}};
        isAnnounced = announces;
        const bool isValue =
            before != nullptr && (isSecretFlag(*before) || isPasswordFlag(*before, programs));
        for (auto span = spans.rbegin(); span != spans.rend(); ++span)
            if (!std::string_view(plain).substr(span->begin).starts_with(kSecretPlaceholder))
                take(word, *span);
        // The value of an option is no option itself.
        before = isValue ? nullptr : &word;
        if (plain != "-p" || !programs.isSshpass)
            programs.add(plain);
    }
}

/// Replaces a secret wherever it occurs: as a separate word, in another variable.
void replaceAll(std::string &text, const std::vector<std::string> &values) {
    for (const std::string &value : values)
        for (std::size_t at = 0; (at = findValue(text, value, at, ' ', true)) != std::string::npos;
             at += kSecretPlaceholder.size())
            text.replace(at, value.size(), kSecretPlaceholder);
}

std::string jsonForm(char c) {
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return {c};
    }
}

/// RFC 3986, section 2.3: all but unreserved characters.
std::string urlForm(char c) {
    return isWordChar(c) || c == '-' || c == '.' || c == '~'
               ? std::string{c}
               : fmt::format("%{:02X}", static_cast<unsigned char>(c));
}

/// In a path, and as Python's quote() does.
std::string urlPathForm(char c) {
    return c == '/' ? std::string{c} : urlForm(c);
}

/// In a query, and as Python's quote_plus() does.
std::string urlQueryForm(char c) {
    return c == ' ' ? std::string{'+'} : urlForm(c);
}

std::string shellForm(char c) {
    return c == '\'' ? "'\\''" : std::string{c};
}

/// Python's repr() between double quotes.
std::string reprForm(char c) {
    return c == '"' ? std::string{c} : jsonForm(c);
}

/// The same between single quotes.
std::string quotedReprForm(char c) {
    return c == '\'' ? "\\'" : reprForm(c);
}

/// RFC 4648.
std::string base64(std::string_view value) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::size_t kGroup = 3;
    std::string text;
    for (; !value.empty(); value.remove_prefix(std::min(kGroup, value.size()))) {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < kGroup; ++i)
            bits = bits << 8U | (i < value.size() ? static_cast<unsigned char>(value[i]) : 0U);
        for (std::size_t i = 0; i <= kGroup; ++i)
            text += i <= value.size() ? kDigits[bits >> (18U - 6U * i) & 63U] : '=';
    }
    return text;
}

std::string hex(std::string_view value, bool upper) {
    std::string text;
    for (const char c : value)
        text += upper ? fmt::format("{:02X}", static_cast<unsigned char>(c))
                      : fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}

/// A whole value in base64: alone, with a line feed (`echo $TOKEN | base64`), and its whole groups, whatever
/// follows; in hexadecimal. None of a short one: it may be a part of something else.
std::vector<std::string> binaryForms(const std::string &value) {
    constexpr std::size_t kShortest = 6, kGroup = 3;
    if (value.size() < kShortest)
        return {};
    return {base64(value), base64(value + '\n'),
            base64(value.substr(0, value.size() - value.size() % kGroup)), hex(value, false),
            hex(value, true)};
}

/// The lines of a value of several lines: `tail -1` prints one alone.
std::vector<std::string_view> linesOf(std::string_view value) {
    std::vector<std::string_view> lines;
    for (std::size_t end = value.find('\n'); end != std::string_view::npos; end = value.find('\n')) {
        lines.push_back(value.substr(0, end));
        value.remove_prefix(end + 1);
    }
    if (!lines.empty())
        lines.push_back(value);
    return lines;
}

/// The code points of UTF-8; of other bytes none.
std::vector<std::uint32_t> codePointsOf(std::string_view text) {
    std::vector<std::uint32_t> points;
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0x80    ? 1
                                   : lead >= 0xF0 ? 4
                                   : lead >= 0xE0 ? 3
                                   : lead >= 0xC2 ? 2
                                                  : 0;
        if (length == 0 || at + length > text.size())
            return {};
        std::uint32_t point = length == 1 ? lead : lead & (0xFFU >> (length + 1));
        for (std::size_t i = 1; i < length; ++i)
            point = point << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
        points.push_back(point);
        at += length;
    }
    return points;
}

/// In ASCII, as JSON does: two surrogates for what is beyond 16 bits.
std::string jsonEscape(std::uint32_t point) {
    if (point <= 0xFFFF)
        return fmt::format("\\u{:04x}", point);
    point -= 0x10000;
    return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (point >> 10U), 0xDC00 + (point & 0x3FFU));
}

/// As Python's ascii().
std::string pythonEscape(std::uint32_t point) {
    return point <= 0xFF     ? fmt::format("\\x{:02x}", point)
           : point <= 0xFFFF ? fmt::format("\\u{:04x}", point)
                             : fmt::format("\\U{:08x}", point);
}

std::string asciiOf(const std::string &form, std::string (*escape)(std::uint32_t)) {
    std::string ascii;
    for (const std::uint32_t point : codePointsOf(form))
        ascii += point < 0x80 ? std::string{static_cast<char>(point)} : escape(point);
    return ascii;
}

/// As Python prints bytes.
std::string bytesOf(const std::string &form) {
    std::string ascii;
    for (const char c : form) {
        const auto byte = static_cast<unsigned char>(c);
        ascii += byte < 0x80 ? std::string{c} : pythonEscape(byte);
    }
    return ascii;
}

/// How tools print a value: as a string of JSON or Python, in a URL, or quoted by a shell (`set -x`).
std::vector<std::string> encodedForms(const std::string &value) {
    std::vector<std::string> forms;
    for (const auto encode :
         {jsonForm, urlForm, urlPathForm, urlQueryForm, shellForm, reprForm, quotedReprForm}) {
        std::string form;
        for (const char c : value)
            form += encode(c);
        const bool isAscii = std::none_of(form.begin(), form.end(),
                                          [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
        std::vector<std::string> all{form};
        if (!isAscii)
            all.insert(all.end(), {asciiOf(form, jsonEscape), asciiOf(form, pythonEscape), bytesOf(form)});
        for (std::string &each : all)
            if (!each.empty() && each != value && std::find(forms.begin(), forms.end(), each) == forms.end())
                forms.push_back(std::move(each));
    }
    return forms;
}

bool isHidden(const EnvironmentValue &variable) {
    return variable.isPrivate || isSecretValue(variable.name, variable.value);
}

} // namespace

bool isSecret(const EnvironmentValue &variable) {
    return variable.isPrivate || isSecret(variable.name);
}

bool isLibraryVariable(std::string_view name) {
    static constexpr std::array<std::string_view, 25> kPrefixes = {
        "NCCL_",    "RCCL_",  "UCX_",  "UCC_",  "FI_",  "OMPI_", "PMIX_", "PRTE_",           "I_MPI_",
        "MV2_",     "SLURM_", "CUDA_", "HIP_",  "HSA_", "ROCR_", "ROCM_", "NVIDIA_VISIBLE_", "NVIDIA_DRIVER_",
        "NVSHMEM_", "GPU_",   "OMP_",  "MLX5_", "LD_",  "PATH",  "PYTHON"};
    return !isSecret(name) && std::any_of(kPrefixes.begin(), kPrefixes.end(),
                                          [&](std::string_view prefix) { return name.starts_with(prefix); });
}

std::vector<EnvironmentValue> withoutSecrets(std::vector<EnvironmentValue> environment) {
    for (EnvironmentValue &value : environment)
        value.value = isHidden(value) ? std::string(kSecretPlaceholder) : withoutSecrets(value.value);
    return environment;
}

Command withoutSecrets(Command command) {
    std::vector<std::string> values = secretValuesOf(command);
    std::sort(values.begin(), values.end(), [](const std::string &a, const std::string &b) {
        return a.size() > b.size(); // one may be part of another
    });
    for (EnvironmentValue &value : command.environment)
        replaceAll(value.value, values);
    for (std::string &word : command.words)
        replaceAll(word, values);
    command.environment = withoutSecrets(std::move(command.environment));
    forEachSecret(command.words, [](std::string &word, const SecretSpan &span) {
        word.replace(span.begin, span.end - span.begin, kSecretPlaceholder);
    });
    return command;
}

RunSpec withoutSecrets(RunSpec spec) {
    spec.command = withoutSecrets(std::move(spec.command));
    return spec;
}

std::string withoutSecrets(std::string_view text) {
    return SecretFilter().all(text);
}

std::vector<std::string> secretValuesOf(const Command &command) {
    std::vector<std::string> values;
    const auto add = [&](std::string_view value) {
        if (isDistinctive(value))
            values.emplace_back(value);
    };
    for (const EnvironmentValue &variable : command.environment) {
        const std::string &value = variable.value;
        if (isHidden(variable) && isShortSecret(value))
            values.push_back(value);
        else if (isHidden(variable)) {
            add(value);
            for (const std::string_view line : linesOf(value))
                add(line);
        } else
            for (const SecretSpan &span : secretSpans(value, true).spans)
                add(std::string_view(value).substr(span.begin, span.end - span.begin));
    }
    forEachSecret(command.words, [&](const std::string &word, const SecretSpan &span) {
        std::string_view value = std::string_view(word).substr(span.begin, span.end - span.begin);
        add(value);
        // "Bearer abc": a tool prints the token alone.
        if (const std::size_t blank = value.rfind(' '); blank != std::string_view::npos)
            add(value.substr(blank + 1));
    });
    for (std::size_t i = 0, plain = values.size(); i < plain; ++i)
        for (std::string &form : encodedForms(values[i]))
            values.push_back(std::move(form));
    for (const EnvironmentValue &variable : command.environment)
        if (isHidden(variable))
            for (std::string &form : binaryForms(variable.value))
                values.push_back(std::move(form));
    return values;
}

SecretFilter::SecretFilter(std::vector<std::string> values) : m_values(std::move(values)) {
    std::sort(m_values.begin(), m_values.end(), [](const std::string &a, const std::string &b) {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
    });
    m_values.erase(std::unique(m_values.begin(), m_values.end()), m_values.end());
}

std::string SecretFilter::feed(std::string_view bytes) {
    if (m_values.empty())
        return lines(bytes, false);
    m_held += bytes;
    return lines(withoutValues(false), false);
}

std::string SecretFilter::finish() {
    return lines(withoutValues(true), true);
}

std::string SecretFilter::all(std::string_view text) const {
    SecretFilter filter(m_values);
    std::string result = filter.feed(text);
    return result += filter.finish();
}

/// The text in m_held with values replaced; a possible beginning of a value stays there.
std::string SecretFilter::withoutValues(bool isEnd) {
    std::string out;
    std::size_t at = 0;
    const std::string_view text = m_held;
    // From this position on, the rest is the beginning of a value.
    std::size_t open = text.size();
    if (!isEnd)
        for (const std::string &value : m_values)
            for (std::size_t length =
                     std::min(value.size() - (value.size() < kMinValue ? 0 : 1), text.size());
                 length > 0; --length)
                if (text.ends_with(std::string_view(value).substr(0, length))) {
                    open = std::min(open, text.size() - length);
                    break;
                }
    while (at < text.size()) {
        std::size_t found = std::string_view::npos, size = 0;
        for (const std::string &value : m_values) { // the longest of those at one position
            const std::size_t place = findValue(text, value, at, m_before, isEnd);
            if (place < found) {
                found = place;
                size = value.size();
            }
        }
        if (std::min(found, text.size()) >= open || found == std::string_view::npos)
            break;
        out += text.substr(at, found - at);
        out += kSecretPlaceholder;
        at = found + size;
    }
    const std::size_t end = std::max(at, open);
    out += text.substr(at, end - at);
    m_before = end == 0 ? m_before : text[end - 1];
    m_held.erase(0, end);
    return out;
}

/// The part of the line so far that was not returned yet.
std::string SecretFilter::given(bool isWhole) {
    const SecretScan scan = secretSpans(m_line, isWhole);
    const ReplacedText replaced = withoutSpans(m_line, scan);
    m_isKeyOpen = scan.isKeyOpen;
    const std::size_t before = std::min(std::exchange(m_given, replaced.settled), replaced.settled);
    return replaced.text.substr(before, replaced.settled - before);
}

/// An unfinished line: returned text is kept only as far as it may be the beginning of "--token value".
void SecretFilter::shorten() {
    constexpr std::size_t kBefore = 256;
    const std::size_t settled = secretSpans(m_line, false).settled;
    m_line.erase(0, settled - std::min(settled, kBefore));
    m_given = withoutSpans(m_line, secretSpans(m_line, false)).settled;
}

/// A line that is not within a private key.
std::string SecretFilter::plainLine(bool isWhole) {
    std::string out = given(isWhole);
    if (!isWhole && m_line.size() > kMaxHeld)
        shorten();
    const bool isOverlong = m_isOverlong || (!isWhole && m_line.size() > 2 * kMaxHeld);
    if (isOverlong && !m_line.empty()) { // one value of that length
        out += kSecretPlaceholder;
        m_line.erase(0, m_isKeyOpen ? m_line.size() - kMostKeyMark : m_line.size());
        m_given = 0;
    }
    m_isOverlong = isOverlong && !m_isKeyOpen;
    if (m_isKeyOpen && (isWhole || isOverlong)) {
        m_key.open();
        m_isKeyGiven = isOverlong;
    }
    return out;
}

/// A line within a private key: the text up to its end is replaced. The rest is plain.
std::string SecretFilter::keyLine(bool isWhole) {
    const std::size_t end = findKeyEnd(m_line);
    const std::string_view body = std::string_view(m_line).substr(0, end);
    const bool isLong = end == std::string::npos && !isWhole && body.size() > kMaxHeld;
    if (end == std::string::npos && !isWhole && !isLong)
        return {};
    const bool isBlank = body.find_first_not_of(" \t") == std::string_view::npos;
    std::string out(isBlank || m_isKeyGiven ? std::string_view() : kSecretPlaceholder);
    m_isKeyGiven = isLong;
    if (isLong) {
        m_line.erase(0, m_line.size() - kMostKeyMark);
    } else if (end == std::string::npos) {
        m_key.add(body);
        m_line.clear();
    } else {
        m_key.close();
        m_line.erase(0, end);
    }
    return out;
}

/// Line by line; of the unfinished last line, only what can no longer become a secret.
std::string SecretFilter::lines(std::string_view bytes, bool isEnd) {
    std::string out;
    while (true) {
        if (m_isOverlong) {
            bytes.remove_prefix(std::min(bytes.find_first_of(" \t\r\n"), bytes.size()));
            m_isOverlong = bytes.empty();
        }
        // In pieces, so that no line is longer than the limit.
        const std::string_view piece = bytes.substr(0, kMaxHeld);
        const std::size_t feed = piece.find_first_of("\r\n");
        const bool hasEnd = feed != std::string_view::npos;
        m_line += piece.substr(0, feed);
        bytes.remove_prefix(hasEnd ? feed : piece.size());
        const bool isWhole = hasEnd || (isEnd && bytes.empty());
        if (m_key.isOpen())
            out += keyLine(isWhole);
        if (!m_key.isOpen()) // it may have ended here
            out += plainLine(isWhole);
        if (isWhole) {
            m_line.clear();
            m_given = 0;
            m_isKeyGiven = false;
        }
        if (hasEnd) {
            out += bytes.front();
            bytes.remove_prefix(1);
        }
        if (bytes.empty())
            return out;
    }
}

} // namespace fabricscope::bench
