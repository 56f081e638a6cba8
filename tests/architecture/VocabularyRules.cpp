// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/Rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

/// The vocabulary of the code: terms of the field, of Qt and plain English (CONTRIBUTING.md, "Words").
namespace fabricscope::architecture {

namespace {

/// Forbidden in identifiers, whole or in part ("toldTwice", "m_told", "Telling"): words of saying, wearing,
/// standing, people and guilt.
constexpr std::array<std::string_view, 32> kForbiddenWords = {
    "told",   "said",    "say",     "says",      "tell",     "tells",     "telling",  "untold",
    "wear",   "wears",   "worn",    "rewear",    "stand",    "stands",    "stood",    "beside",
    "aside",  "besides", "company", "companies", "stranger", "strangers", "person",   "persons",
    "people", "guilty",  "guilt",   "suspect",   "suspects", "trouble",   "troubles", "stitch"};
/// Signals that request something end in "Requested" instead.
constexpr std::string_view kForbiddenEnd = "Wanted";

/// Unclear phrases formerly shown on the screen; forbidden in texts of the programs.
constexpr std::array<std::string_view, 25> kForbiddenPhrases = {"Nothing was said",
                                                                "Nothing is called",
                                                                "is no host of this window",
                                                                "Said by the log",
                                                                "What of the file",
                                                                "as they suit",
                                                                "There is no button",
                                                                "Begin with what was open",
                                                                "Give up connecting",
                                                                "is for root alone",
                                                                "As tools say",
                                                                "none of the host's",
                                                                "the median is told",
                                                                "beside each other",
                                                                "no tool of the key",
                                                                "without a word",
                                                                "start anew",
                                                                "boot anew",
                                                                "The least severity",
                                                                "are two libraries",
                                                                "what hangs where",
                                                                "the library figures",
                                                                "pairs nothing",
                                                                "pass it over",
                                                                "Name a host to run on"};

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool isUpper(char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}

/// Counted from 1.
int lineOf(std::string_view text, std::size_t at) {
    return 1 +
           static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// Splits "m_toldTwice" into "m", "told", "twice".
std::vector<std::string> wordsOf(std::string_view identifier) {
    std::vector<std::string> words;
    std::string word;
    const auto finish = [&] {
        if (!word.empty())
            words.push_back(std::exchange(word, {}));
    };
    for (std::size_t i = 0; i < identifier.size(); ++i) {
        const char c = identifier[i];
        const bool startsWord = isUpper(c) && (i == 0 || !isUpper(identifier[i - 1]) ||
                                               (i + 1 < identifier.size() && !isUpper(identifier[i + 1])));
        if (c == '_' || startsWord)
            finish();
        if (c != '_')
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    finish();
    return words;
}

bool isForbidden(std::string_view identifier) {
    if (identifier.ends_with(kForbiddenEnd))
        return true;
    const std::vector<std::string> words = wordsOf(identifier);
    return std::any_of(words.begin(), words.end(), [](const std::string &word) {
        return std::find(kForbiddenWords.begin(), kForbiddenWords.end(), word) != kForbiddenWords.end();
    });
}

/// The end of the comment or literal that starts at `at`; `at` if none does.
std::size_t endOfText(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    const auto after = [&](std::string_view end, std::size_t from) {
        const std::size_t found = text.find(end, from);
        return found == std::string_view::npos ? text.size() : found + end.size();
    };
    if (rest.starts_with("//"))
        return after("\n", at);
    if (rest.starts_with("/*"))
        return after("*/", at + 2);
    if (rest.starts_with("R\"")) {
        const std::size_t open = std::min(text.find('(', at), text.size());
        return after(")" + std::string(text.substr(at + 2, open - at - 2)) + "\"", open);
    }
    const bool isDigitSeparator = rest.starts_with('\'') && at > 0 && isWordCharacter(text[at - 1]);
    if (isDigitSeparator || (!rest.starts_with('"') && !rest.starts_with('\'')))
        return at;
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != rest.front() && text[end] != '\n')
        end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
}

} // namespace

std::vector<Violation> checkPhrases(const SourceFile &file) {
    std::vector<Violation> found;
    const bool isProduct = !file.path.starts_with("tests/");
    if (!isProduct || (!file.path.ends_with(".cpp") && !file.path.ends_with(".h")))
        return found;
    for (const std::string_view phrase : kForbiddenPhrases)
        if (const std::size_t at = file.text.find(phrase); at != std::string::npos)
            found.push_back({file.path, lineOf(file.text, at),
                             "\"" + std::string(phrase) + "\": CONTRIBUTING.md, Words"});
    return found;
}

std::vector<Violation> checkVocabulary(const SourceFile &file) {
    std::vector<Violation> found;
    if (!file.path.ends_with(".cpp") && !file.path.ends_with(".h"))
        return found;
    const std::string_view text = file.text;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        if (at = endOfText(text, at); at != start)
            continue;
        while (at < text.size() && isWordCharacter(text[at]))
            ++at;
        if (const std::string_view word = text.substr(start, at - start); isForbidden(word))
            found.push_back({file.path,
                             1 + static_cast<int>(std::count(
                                     text.begin(), text.begin() + static_cast<std::ptrdiff_t>(start), '\n')),
                             std::string(word) + " holds a word that names nothing: CONTRIBUTING.md, Words"});
        at = std::max(at, start + 1);
    }
    return found;
}

} // namespace fabricscope::architecture
