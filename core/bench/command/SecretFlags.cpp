// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of variables and options whose values are secrets.
#include "core/base/SecretNames.h"
#include "core/bench/command/SecretScan.h"
#include "core/bench/command/SecretWords.h"
#include "core/bench/command/Secrets.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench {

namespace {

constexpr auto kNone = std::string_view::npos;
/// These contain a part of a secret's name, but mean something else.
constexpr std::array<std::string_view, 3> kHarmlessParts = {"TOKENIZ", "AUTHOR_", "AUTHENTICATED"};
constexpr std::array<std::string_view, 2> kHarmlessEnds = {"AUTHOR", "AUTHORS"};

} // namespace

bool isSecret(std::string_view name) {
    std::string text = upper(name);
    if (name == "PWD" || name == "OLDPWD" || isHarmlessName(name)) // the first are folders
        return false;
    for (const std::string_view part : kHarmlessParts)
        for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;)
            text.erase(at, part.size());
    for (const std::string_view end : kHarmlessEnds)
        if (text.ends_with(end))
            text.erase(text.size() - end.size());
    return holdsSecretWord(text, NameOf::Run);
}

bool isSecretValue(std::string_view name, std::string_view value) {
    return isSecret(name) || (isPinName(name) && !isHardwarePin(value));
}

bool isSecretName(std::string_view name) {
    // PWD and OLDPWD are folders only as variables, in capitals.
    return !name.empty() && !isSignal(name) &&
           (name.starts_with('-') || name.find('-') != kNone ? isSecret(plainName(name)) : isSecret(name));
}

std::string_view lastPart(std::string_view name) {
    return name.substr(name.rfind('.') + 1); // npos + 1 is 0
}

bool isDottedKey(std::string_view name) {
    constexpr std::string_view kEnd = ".key";
    return name.size() > kEnd.size() && name.ends_with(kEnd) && isSecretName(name);
}

bool isSecretSetting(std::string_view name) {
    const std::string_view last = lastPart(name);
    const bool isVariable = last.find('_') != kNone && upper(last) == last;
    return isSecretEntry(last) || isDottedKey(name) || (isVariable && isSecretName(last));
}

bool isSecretFlag(std::string_view word) {
    const bool isRule = word.starts_with("---"); // "-----Inter-token Latency-----" of vLLM
    return word.starts_with('-') && !isRule && word.find('=') == kNone && !word.ends_with(':') &&
           isSecret(plainName(word));
}

bool isListFlag(std::string_view word, const PrecedingPrograms &before) {
    const std::string name = upper(plainName(word));
    return isSecretFlag(word) &&
           (name.ends_with("KEYS") || name.ends_with("TOKENS") || name.ends_with("PASSWORDS") ||
            (name.ends_with("API_KEY") && (before.isVllm || before.isFirst)));
}

bool announcesSecret(std::string_view word, bool isAnnounced) {
    constexpr std::array<std::string_view, 4> kSchemes = {"BEARER", "BASIC", "TOKEN", "DIGEST"};
    const std::string plain = upper(word);
    if (plain == kSchemes[0] ||
        (isAnnounced && std::find(kSchemes.begin(), kSchemes.end(), plain) != kSchemes.end()))
        return true;
    word.remove_prefix(word.starts_with("-H") ? 2 : 0);
    return word.ends_with(':') && isHeader(word.substr(0, word.size() - 1));
}

} // namespace fabricscope::bench
