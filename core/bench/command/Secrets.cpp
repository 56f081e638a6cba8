// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/Secrets.h"

#include "core/base/SecretNames.h"
#include "core/base/secrets/NamedSecrets.h"
#include "core/base/secrets/StatementSecrets.h"
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/SecretLists.h"
#include "core/bench/command/SecretScan.h"
#include "core/bench/command/SecretValues.h"
#include "core/bench/command/SecretWords.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fabricscope::bench {

namespace {

constexpr std::size_t kMinDigits = 10;
/// A shorter value of a secret's name is matched as a whole word.
constexpr std::size_t kMinWord = 2;

bool isShortSecret(std::string_view value) {
    return value.size() >= kMinWord && value.size() < kMinSecretValue &&
           value.find_first_not_of("0123456789") != std::string_view::npos &&
           std::all_of(value.begin(), value.end(), isWordChar) && !isNothing(value);
}

bool isDistinctive(std::string_view value) {
    const bool isNumber = value.find_first_not_of("0123456789") == std::string_view::npos;
    return value.size() >= (isNumber ? kMinDigits : kMinSecretValue) &&
           !value.starts_with(kSecretPlaceholder) && !isNothing(value);
}

/// "float", "sum": a short word that a tool may print in any row.
bool isPlainWord(std::string_view value) {
    constexpr std::size_t kLongest = 7;
    return value.size() <= kLongest &&
           std::all_of(value.begin(), value.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// NAME or --name, not other text before a '=': a URL, a command for another shell.
bool isPlainName(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return isWordChar(c) || c == '-' || c == '.'; });
}

/// Of "['a', 'b']", the value of an option.
std::vector<SecretSpan> secretItems(std::string_view name, std::string_view word) {
    ListItems list = listItems(word, 0);
    std::erase_if(list.items, [&](const SecretSpan &item) {
        return isHarmlessValue(name, word.substr(item.begin, item.end - item.begin));
    });
    if (list.end < word.size() && !list.items.empty()) // "[a]b", no list
        return {{0, word.size()}};
    return list.items;
}

/// Those of a script in one word, line by line: NamedSecrets.
std::vector<SecretSpan> namedSpans(std::string_view script) {
    std::vector<SecretSpan> spans;
    NamedSecrets named(isSecretSetting, isHarmlessEntry);
    for (std::size_t begin = 0; begin < script.size();) {
        const std::size_t end = std::min(script.find('\n', begin), script.size());
        const std::string_view line = script.substr(begin, end - begin);
        for (const SecretSpan &span : named.in(line).spans)
            spans.push_back({begin + span.begin, begin + span.end});
        named.add(line);
        begin = end + 1;
    }
    return spans;
}

/// The secrets of one word: the value of the option before it, or what the word alone shows.
std::vector<SecretSpan> spansOfWord(const std::string *before, const PrecedingPrograms &programs,
                                    std::string_view word) {
    const auto whole = [&] {
        return std::vector<SecretSpan>{{0, word.size()}};
    };
    if (before != nullptr && isSecretFlag(*before) && beginsList(word, 0))
        return secretItems(*before, word);
    if (before != nullptr &&
        ((isSecretFlag(*before) && !isHarmlessValue(*before, word)) || isPasswordFlag(*before, programs)))
        return whole();
    const bool isPin = before != nullptr && before->starts_with('-') && isPinName(*before);
    if ((isPin && !isHardwarePin(word)) || (before != nullptr && isSecretOfScheme(*before, word)))
        return whole();
    if (isPositionalSecret(word, programs))
        return whole();
    if (const auto attached = attachedSecret(word, programs))
        return {*attached};
    if (const ValueForm form = before != nullptr ? valueFormOf(*before, programs) : ValueForm::Whole;
        form != ValueForm::Whole) {
        const auto secret = secretIn(word, form);
        return secret ? std::vector<SecretSpan>{*secret} : std::vector<SecretSpan>{};
    }
    // A word may have several lines; only here may its value contain blanks: --token="a b" is one word.
    const std::size_t equals = word.find('=');
    if (equals != std::string_view::npos && isPlainName(word.substr(0, equals)) &&
        isSecretName(word.substr(0, equals)) && !beginsList(word, equals + 1) &&
        !isHarmlessValue(word.substr(0, equals), word.substr(equals + 1)))
        return {{equals + 1, word.size()}};
    std::vector<SecretSpan> spans = secretSpans(word, true).spans;
    if (word.find_first_of(" \n") != std::string_view::npos) { // a script
        const std::vector<SecretSpan> named = namedSpans(word);
        spans.insert(spans.end(), named.begin(), named.end());
    }
    return joinedSpans(std::move(spans));
}

/// Of a command whose words show together what one of them is: "sqlplus user/X@db", "mpiexec -genv NAME X".
/// By word; words that are scripts are left out.
std::vector<std::vector<SecretSpan>> spansAcross(const std::vector<std::string> &words) {
    std::vector<std::vector<SecretSpan>> all(words.size());
    std::string line;
    std::vector<std::size_t> begins;
    for (const std::string &word : words) {
        const bool isScript = word.find_first_of(" \t\r\n\"'") != std::string::npos;
        line += line.empty() ? "" : " ";
        begins.push_back(line.size());
        line += isScript ? std::string(word.size(), '_') : word;
    }
    for (const SecretSpan &span : statementSecrets(line, isSecretSetting).spans) {
        const auto next = std::upper_bound(begins.begin(), begins.end(), span.begin);
        const auto at = static_cast<std::size_t>(next - begins.begin()) - 1;
        if (next != begins.begin() && span.end <= begins[at] + words[at].size())
            all[at].push_back({span.begin - begins[at], span.end - begins[at]});
    }
    for (std::size_t i = 2; i < words.size(); ++i)
        if ((words[i - 2] == "-genv" || words[i - 2] == "-env") && isSecretValue(words[i - 1], words[i]))
            all[i] = {{0, words[i].size()}};
    return all;
}

/// Calls `take(word, span)` for each secret in the words, the last one of a word first.
template<class Words, class Take> void forEachSecret(Words &words, Take take) {
    const std::string *before = nullptr;
    PrecedingPrograms programs;
    bool isAnnounced = false;
    std::string list; // the option whose values continue
    const std::vector<std::vector<SecretSpan>> across = spansAcross(words);
    std::size_t index = 0;
    for (auto &word : words) {
        const std::string plain = word;
        std::vector<SecretSpan> spans = spansOfWord(before, programs, plain);
        if (spans.empty())
            spans = across[index];
        ++index;
        const bool announces = announcesSecret(plain, isAnnounced);
        if (isAnnounced && !announces)
            spans = {{0, plain.size()}};
        isAnnounced = announces;
        if (plain.starts_with('-'))
            list.clear();
        else if (!list.empty() && !isHarmlessValue(list, plain)) // "--api-key A B"
            spans = {{0, plain.size()}};
        else if (before != nullptr && isListFlag(*before, programs))
            list = *before;
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
        // A script for `sh -c`: "TOKEN=abc; tool", "TOKEN=abc tool". A short word alone could be one of the
        // tool's, such as "float".
        if (value.find_first_of(" ;&|\n") != std::string_view::npos)
            for (const SecretSpan &part : secretSpans(word, true).spans) {
                const auto inner = std::string_view(word).substr(part.begin, part.end - part.begin);
                if (isPlainWord(inner))
                    continue;
                if (isShortSecret(inner))
                    values.emplace_back(inner);
                else
                    add(inner);
            }
        // "Bearer abc": a tool prints the token alone.
        if (const std::size_t blank = value.rfind(' '); blank != std::string_view::npos)
            add(value.substr(blank + 1));
    });
    for (std::size_t i = 0, plain = values.size(); i < plain; ++i) {
        const std::string value = values[i];
        for (const auto &forms : {encodedForms(value), binaryForms(value)})
            values.insert(values.end(), forms.begin(), forms.end());
    }
    for (const EnvironmentValue &variable : command.environment)
        if (isHidden(variable) && !isDistinctive(variable.value)) // a number: its base64 is none
            for (std::string &form : binaryForms(variable.value))
                values.push_back(std::move(form));
    return values;
}

} // namespace fabricscope::bench
