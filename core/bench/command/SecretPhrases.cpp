// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretPhrases.h"

#include "core/base/Text.h"
#include "core/base/secrets/AssignedName.h"
#include "core/base/secrets/ValueSpan.h"
#include "core/bench/command/SecretScan.h"
#include "core/bench/command/SecretWords.h"

#include <algorithm>
#include <cctype>

namespace fabricscope::bench {

namespace {

constexpr auto kNone = std::string_view::npos;
/// A longer command is not looked at, so that a hostile line costs no more than its length.
constexpr std::size_t kLongestCommand = 512;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isWordStart(std::string_view text, std::size_t at) {
    return at == 0 || text[at - 1] == '/' || kWordEnds.find(text[at - 1]) != kNone;
}

std::size_t afterBlanks(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of(" \t", at), text.size());
}

std::size_t endOfWord(std::string_view text, std::size_t at) {
    return std::min(text.find_first_of(kWordEnds, at), text.size());
}

/// The end of a command, at one of ";|&" and line feeds outside quotes.
std::size_t endOfCommand(std::string_view text, std::size_t at) {
    char quote = '\0';
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\\')
            ++at;
        else if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == ';' || c == '|' || c == '&' || c == '\n')
            return at;
    }
    return text.size();
}

/// Programs that read a secret from their input, with the option that makes them do so. To add one, add a
/// row.
struct InputReader {
    std::string_view program, option;
    bool isUser = false; ///< user:password
};
constexpr InputReader kInputReaders[] = {
    {"chpasswd", {}, true},
    {"passwd", "--stdin"},
    {"docker", "--password-stdin"},
    {"podman", "--password-stdin"},
    {"nerdctl", "--password-stdin"},
    {"buildah", "--password-stdin"},
    {"skopeo", "--password-stdin"},
    {"helm", "--password-stdin"},
    {"oras", "--password-stdin"},
    {"gh", "--with-token"},
    {"gpg", "--passphrase-fd"},
    {"openssl", "stdin"}, // -passin stdin
    {"cryptsetup", {}},
    {"vncpasswd", {}},
    {"smbpasswd", "-s"},
    {"kinit", {}},
};

struct Reads {
    enum Answer : unsigned char { No, Maybe, Yes } answer = No; ///< Maybe: so far
    bool isUser = false;
};

/// Whether the rest of the command has this word.
Reads::Answer hasWord(std::string_view text, std::size_t at, std::string_view word) {
    const std::size_t end = endOfCommand(text, at);
    const std::string_view rest = text.substr(at, end - at);
    for (auto found = rest.find(word); found != kNone; found = rest.find(word, found + 1)) {
        const std::size_t behind = found + word.size();
        if (found > 0 && kWordEnds.find(rest[found - 1]) != kNone &&
            (behind == rest.size() || kWordEnds.find(rest[behind]) != kNone || rest[behind] == '='))
            return Reads::Yes;
    }
    return end == text.size() ? Reads::Maybe : Reads::No;
}

/// Whether the program whose name begins here reads a secret.
Reads readsSecret(std::string_view text, std::size_t at) {
    const std::size_t end = endOfWord(text, at);
    std::string_view word = text.substr(at, end - at);
    word.remove_prefix(word.rfind('/') + 1); // npos + 1 is 0
    for (const InputReader &reader : kInputReaders) {
        if (end == text.size() && reader.program.starts_with(word))
            return {word == reader.program && reader.option.empty() ? Reads::Yes : Reads::Maybe,
                    reader.isUser};
        if (word == reader.program)
            return {reader.option.empty() ? Reads::Yes : hasWord(text, end, reader.option), reader.isUser};
    }
    return {};
}

/// Whether the command that begins here reads a secret from its input, also behind sudo, which may read its
/// own.
Reads readsPassword(std::string_view text, std::size_t at) {
    constexpr std::string_view kWithValue = "ugpUCghrtTRD";
    at = afterBlanks(text, at);
    std::size_t end = endOfWord(text, at);
    std::string_view word = text.substr(at, end - at);
    if (end == text.size() && (word.starts_with('/') || std::string_view("sudo").starts_with(word)))
        return {Reads::Maybe};
    if (word != "sudo" && !(word.starts_with('/') && word.ends_with("/sudo")))
        return readsSecret(text, at);
    for (bool isValue = false;;) {
        at = afterBlanks(text, end);
        if (at == text.size())
            return {Reads::Maybe};
        const bool isQuoted = text[at] == '"' || text[at] == '\'';
        end = isQuoted ? std::min(text.find(text[at], at + 1), text.size() - 1) + 1 : endOfWord(text, at);
        word = text.substr(at, end - at);
        if (isValue) {
            isValue = false;
            continue;
        }
        if (word.empty())
            return {};
        if (word.size() < 2 || word[0] != '-')
            return word == "-" ? Reads{end == text.size() ? Reads::Maybe : Reads::No} : readsSecret(text, at);
        if (word == "--stdin" || (word[1] != '-' && word.find('S') != kNone))
            return {Reads::Yes};
        if (end == text.size())
            return {Reads::Maybe};
        isValue = word.size() == 2 && kWithValue.find(word[1]) != kNone;
    }
}

/// "$PASSWORD", "${PASSWORD}".
bool isVariable(std::string_view value) {
    return value.starts_with('$') && std::all_of(value.begin() + 1, value.end(), [](char c) {
               return isNameCharacter(c) || c == '{' || c == '}';
           });
}

/// Of "echo -n X", "printf '%s\n' X" from the name on: what they print.
SecretSpan printed(std::string_view text, std::size_t begin, std::size_t end) {
    begin = afterBlanks(text, begin);
    while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\t'))
        --end;
    const std::string_view command = text.substr(0, end);
    while (begin < end) { // options and the format
        const ValueSpan item = valueAt(command, begin, " \t");
        const std::string_view word = command.substr(item.begin, item.end - item.begin);
        const std::size_t next = afterBlanks(command, std::min(item.behind, end));
        if (next >= end || !(word.starts_with('-') || word.find('%') != kNone))
            break;
        begin = next;
    }
    const ValueSpan item = valueAt(command, begin, " \t");
    const bool isQuoted = item.begin > begin && item.behind >= end;
    return isQuoted ? SecretSpan(item) : SecretSpan{begin, end};
}

/// Of "user:password" the password.
PhraseSecret passedOn(std::string_view text, SecretSpan span, bool isUser) {
    if (const std::size_t colon = text.substr(0, span.end).find(':', span.begin); isUser && colon != kNone)
        span.begin = colon + 1;
    const std::string_view value = text.substr(span.begin, span.end - span.begin);
    return value.empty() || isVariable(value) ? PhraseSecret{} : PhraseSecret{span};
}

/// "echo X | sudo -S".
PhraseSecret piped(std::string_view text, std::size_t at, std::string_view program, bool isWhole) {
    const std::size_t begin = at + program.size();
    const bool isCut = text.size() - at > kLongestCommand;
    const std::string_view near = text.substr(0, at + kLongestCommand);
    const std::size_t end = endOfCommand(near, begin);
    const bool isPipe = end < near.size() && near[end] == '|';
    if (end < near.size() && (!isPipe || near.substr(end).starts_with("||")))
        return {};
    const Reads reads = isPipe ? readsPassword(near, end + 1) : Reads{Reads::Maybe};
    if (reads.answer == Reads::Maybe && !isWhole && !isCut)
        return {{afterBlanks(text, begin), 0}, true};
    if (reads.answer != Reads::Yes)
        return {};
    return passedOn(text, printed(near, begin, end), reads.isUser);
}

/// "chpasswd <<< user:X", at the first '<'.
PhraseSecret hereString(std::string_view text, std::size_t at, bool isWhole) {
    const std::size_t from = at - std::min(at, kLongestCommand);
    const std::size_t separator = text.substr(from, at - from).find_last_of(";|&\n");
    const std::size_t begin = separator == kNone ? from : from + separator + 1;
    const Reads reads = readsPassword(text.substr(0, at), begin);
    if (reads.answer != Reads::Yes)
        return {};
    const std::size_t value = afterBlanks(text, at + 3);
    const ValueSpan item = valueAt(text, value, kWordEnds);
    return item.isOpen && !isWhole ? PhraseSecret{{value, 0}, true} : passedOn(text, item, reads.isUser);
}

/// "wandb login --relogin X".
PhraseSecret login(std::string_view text, std::size_t at, bool isWhole) {
    constexpr std::string_view kCommand = "login";
    const std::string_view near = text.substr(0, at + kLongestCommand);
    at = afterBlanks(near, at);
    if (!near.substr(at).starts_with(kCommand))
        return {};
    for (std::size_t end = at + kCommand.size();;) {
        at = afterBlanks(near, end);
        if (at == end || at >= near.size())
            return {};
        const ValueSpan item = valueAt(text, at, kWordEnds);
        const std::string_view word = text.substr(item.begin, item.end - item.begin);
        end = item.behind;
        if (word == "--host" || word == "--entity")
            end = endOfWord(near, afterBlanks(near, end));
        if (word.starts_with('-'))
            continue;
        if (item.isOpen && !isWhole)
            return {{at, 0}, true};
        return isLoginKey(word) && !isVariable(word) ? PhraseSecret{item} : PhraseSecret{};
    }
}

/// "aws configure set aws_secret_access_key X".
PhraseSecret argument(std::string_view text, std::size_t at, bool isWhole) {
    const std::string_view near = text.substr(0, at + kLongestCommand);
    PositionalSecrets words;
    std::size_t end = endOfWord(near, at);
    words.add(text.substr(at, end - at));
    for (;;) {
        at = afterBlanks(near, end);
        if (at == end || at >= near.size())
            return {};
        const ValueSpan item = valueAt(text, at, kWordEnds);
        const std::string_view word = text.substr(item.begin, item.end - item.begin);
        if (word.empty())
            return item.isOpen && !isWhole && words.isNext() ? PhraseSecret{{at, 0}, true} : PhraseSecret{};
        if (words.isNext() && !word.starts_with('-')) {
            if (item.isOpen && !isWhole)
                return {{at, 0}, true};
            return isVariable(word) ? PhraseSecret{} : PhraseSecret{item};
        }
        words.add(word);
        end = item.behind;
    }
}

/// "Logging into wandb.ai with key X".
PhraseSecret spoken(std::string_view text, std::size_t begin, bool isWhole) {
    constexpr std::size_t kLeast = 32;
    begin = afterBlanks(text, begin);
    const std::size_t end =
        std::min(text.substr(0, begin + kLongestCommand).find_first_of(kWordEnds, begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    if (end == text.size() && !isWhole && !word.empty())
        return {{begin, 0}, true};
    const bool isKey = word.size() >= kLeast && std::any_of(word.begin(), word.end(), isDigit) &&
                       std::all_of(word.begin(), word.end(), isNameCharacter);
    return isKey ? PhraseSecret{{begin, end}} : PhraseSecret{};
}

/// Of "login NAME " in front of the position: a line of .netrc.
bool followsLogin(std::string_view text, std::size_t at) {
    constexpr std::string_view kLogin = "login";
    constexpr std::size_t kLongest = 128;
    const std::string_view before = trimmed(text.substr(at - std::min(at, kLongest), std::min(at, kLongest)));
    const std::size_t user = before.find_last_of(" \t");
    return user != kNone && trimmed(before.substr(0, user)).ends_with(kLogin);
}

/// How the value of a name is known to be one: "ENV HF_TOKEN X", "HF_TOKEN : X", "login u password X".
enum class Certainty : unsigned char { No, Word, Line };
Certainty certaintyOf(std::string_view text, std::size_t first, std::string_view name, bool isColon) {
    if (name == "password" && !isColon && followsLogin(text, first))
        return Certainty::Word;
    if (isColon)
        return isSecretName(name) && upper(name) == name && name.find('_') != kNone ? Certainty::Word
                                                                                    : Certainty::No;
    const Setter setter = setterBefore(text, first);
    if (setter == Setter::None || !isSecretName(name))
        return Certainty::No;
    return setter == Setter::Line ? Certainty::Line : Certainty::Word;
}

/// "ENV HF_TOKEN X": to the end of the line, or of its quotes.
PhraseSecret namedSurely(std::string_view text, std::size_t begin, Certainty certainty, bool isWhole) {
    ValueSpan value = valueAt(text, begin, kWordEnds);
    if (certainty == Certainty::Line && quotesAt(text, begin) == 0) {
        value.end = text.find_last_not_of(" \t\r\\") + 1; // npos + 1 is 0
        value.isOpen = true;
    }
    if (value.isOpen && !isWhole)
        return {{begin, 0}, true};
    const std::string_view word = text.substr(value.begin, value.end - std::min(value.begin, value.end));
    return word.empty() || isVariable(word) || isNothing(word) ? PhraseSecret{} : PhraseSecret{value};
}

/// "WANDB_API_KEY X" and "MY_PASSWORD is X", at the blank. X has letters and digits: sentences have words.
PhraseSecret namedBefore(std::string_view text, std::size_t at, bool isWhole) {
    constexpr std::string_view kIs = " is ", kColon = " : ";
    constexpr std::size_t kLongestName = 128, kLeast = 10, kLeastOfIs = 6;
    std::size_t first = at;
    while (first > 0 && at - first < kLongestName && isNameCharacter(text[first - 1]))
        --first;
    const std::string_view name = text.substr(first, at - first);
    if (name.empty() || name.front() == '-')
        return {};
    const bool isColon = text.substr(at).starts_with(kColon);
    if (const Certainty certainty = certaintyOf(text, first, name, isColon); certainty != Certainty::No)
        return namedSurely(text, afterBlanks(text, at + (isColon ? kColon.size() : 1)), certainty, isWhole);
    const bool isSentence = text.substr(at).starts_with(kIs);
    const bool isVariableName = name.find('_') != kNone && upper(name) == name && isSecretName(name);
    if (!isVariableName && !(isSentence && isSecretEntry(name)))
        return {};
    const std::size_t begin = afterBlanks(text, at + (isSentence ? kIs.size() : 1)),
                      end = endOfWord(text, begin);
    if (begin == end)
        return {};
    if (end == text.size() && !isWhole)
        return {{begin, 0}, true};
    const std::string_view word = text.substr(begin, end - begin);
    const bool isMixed = std::any_of(word.begin(), word.end(), isDigit) &&
                         std::any_of(word.begin(), word.end(),
                                     [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
    return isMixed && word.size() >= (isSentence ? kLeastOfIs : kLeast) &&
                   word.find_first_of("/=:") == kNone && !isHarmlessValue(name, word)
               ? PhraseSecret{{begin, end}}
               : PhraseSecret{};
}

/// "<password>X</password>", at the '>' of the first.
PhraseSecret element(std::string_view text, std::size_t at, bool isWhole) {
    constexpr std::size_t kLongestName = 128;
    std::size_t first = at;
    while (first > 0 && at - first < kLongestName && isNameCharacter(text[first - 1]))
        --first;
    const std::string_view name = text.substr(first, at - first);
    if (first > 0 && text[first - 1] == ':') // of a namespace
        for (--first; first > 0 && at - first < kLongestName && isNameCharacter(text[first - 1]);)
            --first;
    if (name.empty() || first == 0 || text[first - 1] != '<' || !isSecretEntry(name))
        return {};
    constexpr std::string_view kCdata = "<![CDATA[";
    const std::string_view rest = text.substr(at + 1);
    if (!isWhole && kCdata.starts_with(rest))
        return {{at + 1, 0}, true};
    const bool isCdata = rest.starts_with(kCdata);
    const std::size_t begin = at + 1 + (isCdata ? kCdata.size() : 0);
    const std::size_t end = text.substr(0, at + kLongestCommand).find(isCdata ? "]]>" : "<", begin);
    if (end == kNone)
        return !isWhole && text.size() - at < kLongestCommand ? PhraseSecret{{begin, 0}, true}
                                                              : PhraseSecret{};
    return end > begin ? PhraseSecret{{begin, end}} : PhraseSecret{};
}

bool beginsWith(std::string_view text, std::string_view lowered) {
    return text.size() >= lowered.size() &&
           std::equal(lowered.begin(), lowered.end(), text.begin(),
                      [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

} // namespace

bool beginsPrompt(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    return (at == 0 || !isNameCharacter(text[at - 1])) &&
           (beginsWith(rest, "password for ") || beginsWith(rest, "passphrase for "));
}

PhraseSecret phraseSecretAt(std::string_view text, std::size_t at, bool isWhole) {
    constexpr std::string_view kFirst = "epwanrimhov"; // of the programs below, and of PositionalSecrets
    if (text[at] == ' ')
        return namedBefore(text, at, isWhole);
    if (text[at] == '>')
        return element(text, at, isWhole);
    if (text[at] == '<' && text.substr(at).starts_with("<<<"))
        return hereString(text, at, isWhole);
    if (kFirst.find(text[at]) == kNone || !isWordStart(text, at))
        return {};
    const std::string_view rest = text.substr(at);
    for (const std::string_view program : {"echo ", "printf "})
        if (rest.starts_with(program))
            return piped(text, at, program, isWhole);
    for (const std::string_view program : {"wandb "})
        if (rest.starts_with(program))
            return login(text, at + program.size(), isWhole);
    for (const std::string_view words : {"with key "})
        if (rest.starts_with(words))
            return spoken(text, at + words.size(), isWhole);
    if (const std::size_t end = endOfWord(text, at);
        end < text.size() && PositionalSecrets::isProgram(text.substr(at, end - at)) &&
        (!PositionalSecrets::isPlainWord(text.substr(at, end - at)) || beginsCommand(text, at)))
        return argument(text, at, isWhole);
    return {};
}

} // namespace fabricscope::bench
