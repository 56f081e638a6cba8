// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretPhrases.h"

#include "core/base/Text.h"
#include "core/bench/command/SecretLists.h"
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

enum class Reads : unsigned char { No, Maybe, Yes };
/// Whether the command that begins here is sudo that reads the password from its input. Maybe: so far.
Reads readsPassword(std::string_view text, std::size_t at) {
    constexpr std::string_view kWithValue = "ugpUCghrtTRD";
    at = afterBlanks(text, at);
    std::size_t end = endOfWord(text, at);
    std::string_view word = text.substr(at, end - at);
    if (end == text.size())
        return word.starts_with('/') || std::string_view("sudo").starts_with(word) ? Reads::Maybe : Reads::No;
    if (word != "sudo" && !(word.starts_with('/') && word.ends_with("/sudo")))
        return Reads::No;
    for (bool isValue = false;;) {
        at = afterBlanks(text, end);
        if (at == text.size())
            return Reads::Maybe;
        const bool isQuoted = text[at] == '"' || text[at] == '\'';
        end = isQuoted ? std::min(text.find(text[at], at + 1), text.size() - 1) + 1 : endOfWord(text, at);
        word = text.substr(at, end - at);
        if (isValue) {
            isValue = false;
            continue;
        }
        if (word.size() < 2 || word[0] != '-')
            return word.empty() || word == "-" ? (end == text.size() ? Reads::Maybe : Reads::No) : Reads::No;
        if (word == "--stdin" || (word[1] != '-' && word.find('S') != kNone))
            return Reads::Yes;
        if (end == text.size())
            return Reads::Maybe;
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
        const SecretSpan item = itemAt(command, begin, " \t");
        const std::string_view word = command.substr(item.begin, item.end - item.begin);
        const std::size_t next = afterBlanks(command, std::min(item.end + (item.begin - begin), end));
        if (next >= end || !(word.starts_with('-') || word.find('%') != kNone))
            break;
        begin = next;
    }
    const SecretSpan item = itemAt(command, begin, " \t");
    const bool isQuoted = item.begin > begin && item.end + (item.begin - begin) >= end;
    return isQuoted ? item : SecretSpan{begin, end};
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
    const Reads reads = isPipe ? readsPassword(near, end + 1) : Reads::Maybe;
    if (reads == Reads::Maybe && !isWhole && !isCut)
        return {{afterBlanks(text, begin), 0}, true};
    if (reads != Reads::Yes)
        return {};
    const SecretSpan span = printed(near, begin, end);
    return isVariable(near.substr(span.begin, span.end - span.begin)) ? PhraseSecret{} : PhraseSecret{span};
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
        const SecretSpan item = itemAt(text, at, kWordEnds);
        const std::string_view word = text.substr(item.begin, item.end - item.begin);
        end = item.end;
        if (word == "--host" || word == "--entity")
            end = endOfWord(near, afterBlanks(near, end));
        if (word.starts_with('-'))
            continue;
        if (item.end == text.size() && !isWhole)
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
        const SecretSpan item = itemAt(text, at, kWordEnds);
        const std::string_view word = text.substr(item.begin, item.end - item.begin);
        if (word.empty())
            return {};
        if (words.isNext() && !word.starts_with('-')) {
            if (item.end == text.size() && !isWhole)
                return {{at, 0}, true};
            return isVariable(word) ? PhraseSecret{} : PhraseSecret{item};
        }
        words.add(word);
        end = item.end + (item.begin - at); // behind its quote
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

/// Whether any word is the value of the name before it: "setenv HF_TOKEN X", "HF_TOKEN : X", "login u
/// password X".
bool isSurelyNamed(std::string_view text, std::size_t first, std::string_view name, bool isColon) {
    if (name == "password")
        return !isColon && followsLogin(text, first);
    return isSecretName(name) && upper(name) == name && name.find('_') != kNone &&
           (isColon || text.substr(0, first).ends_with("setenv "));
}

/// "WANDB_API_KEY X" and "MY_PASSWORD is X", at the blank. X has letters and digits: sentences have words.
PhraseSecret namedBefore(std::string_view text, std::size_t at, bool isWhole) {
    constexpr std::string_view kIs = " is ", kColon = " : ";
    constexpr std::size_t kLongestName = 128, kLeast = 10, kLeastOfIs = 6;
    std::size_t first = at;
    while (first > 0 && at - first < kLongestName && isNameCharacter(text[first - 1]))
        --first;
    const std::string_view name = text.substr(first, at - first);
    const bool isSentence = text.substr(at).starts_with(kIs);
    const bool isColon = text.substr(at).starts_with(kColon);
    const bool isVariable = name.find('_') != kNone && upper(name) == name;
    const bool isSure = !name.empty() && isSurelyNamed(text, first, name, isColon);
    if (name.empty() || name.front() == '-' ||
        !(isSure       ? true
          : isSentence ? isSecretEntry(name) || (isVariable && isSecretName(name))
                       : isVariable && isSecretName(name)))
        return {};
    const std::size_t begin = afterBlanks(text, at + (isSentence          ? kIs.size()
                                                      : isSure && isColon ? kColon.size()
                                                                          : 1)),
                      end = endOfWord(text, begin);
    if (begin == end)
        return {};
    if (end == text.size() && !isWhole)
        return {{begin, 0}, true};
    const std::string_view word = text.substr(begin, end - begin);
    if (isSure)
        return ::fabricscope::bench::isVariable(word) || isNothing(word) ? PhraseSecret{}
                                                                         : PhraseSecret{{begin, end}};
    const bool isMixed = std::any_of(word.begin(), word.end(), isDigit) &&
                         std::any_of(word.begin(), word.end(),
                                     [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
    return isMixed && word.size() >= (isSentence ? kLeastOfIs : kLeast) && word.find_first_of("/=:") == kNone
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
    if (name.empty() || first == 0 || text[first - 1] != '<' || !isSecretEntry(name))
        return {};
    const std::size_t end = text.substr(0, at + kLongestCommand).find('<', at + 1);
    if (end == kNone)
        return !isWhole && text.size() - at < kLongestCommand ? PhraseSecret{{at + 1, 0}, true}
                                                              : PhraseSecret{};
    return end > at + 1 ? PhraseSecret{{at + 1, end}} : PhraseSecret{};
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
    constexpr std::string_view kFirst = "epwanrim"; // of the programs below, and of PositionalSecrets
    if (text[at] == ' ')
        return namedBefore(text, at, isWhole);
    if (text[at] == '>')
        return element(text, at, isWhole);
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
        end < text.size() && PositionalSecrets::isProgram(text.substr(at, end - at)))
        return argument(text, at, isWhole);
    return {};
}

} // namespace fabricscope::bench
