// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Sweep.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/command/CommandText.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace fabricscope::bench {

namespace {

std::string_view lastPart(std::string_view path) {
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

void setVariable(Command &command, std::string_view name, const std::string &value) {
    const auto found = std::find_if(command.environment.begin(), command.environment.end(),
                                    [&](const EnvironmentValue &one) { return one.name == name; });
    if (found != command.environment.end())
        found->value = value;
    else
        command.environment.push_back({std::string(name), value});
}

using Words = std::vector<std::string>;

Words::difference_type place(std::size_t index) {
    return static_cast<Words::difference_type>(index);
}

/// "-b 8": as two words, between `from` and `to`.
void setSeparate(Words &words, std::size_t from, std::size_t to, const OptionValue &option) {
    const auto begin = words.begin() + place(from), end = words.begin() + place(to);
    const auto found = std::find(begin, end, option.flag);
    if (found == end) {
        words.insert(begin, {option.flag, option.value});
        return;
    }
    if (found + 1 == words.end())
        words.push_back(option.value);
    else
        *(found + 1) = option.value;
}

void setJoined(Words &words, std::size_t from, const OptionValue &option) {
    const std::string prefix = option.flag + '=';
    const auto begin = words.begin() + place(from);
    const auto found = std::find_if(begin, words.end(), [&](const std::string &word) {
        return word == option.flag || word.starts_with(prefix);
    });
    const std::string word = option.value.empty() ? option.flag : prefix + option.value;
    if (found == words.end())
        words.insert(begin, word);
    else
        *found = word;
}

void setSwitch(Words &words, std::size_t from, const OptionValue &option) {
    const auto begin = words.begin() + place(from);
    if (std::find(begin, words.end(), option.flag) == words.end())
        words.insert(begin, option.flag);
}

/// A number with a unit of 1024: "8", "64K", "1M".
std::optional<std::uint64_t> amountOf(std::string_view text) {
    constexpr std::string_view kUnits = "KMG";
    constexpr unsigned kShift = 10;
    unsigned shift = 0;
    if (!text.empty())
        if (const auto unit = kUnits.find(text.back()); unit != std::string_view::npos) {
            shift = kShift * static_cast<unsigned>(unit + 1);
            text.remove_suffix(1);
        }
    const auto number = parseInteger<std::uint64_t>(text);
    if (!number || (shift > 0 && *number > (UINT64_MAX >> shift)))
        return std::nullopt;
    return *number << shift;
}

/// In the largest unit that divides it, if the original had a unit.
std::string amountText(std::uint64_t amount, bool withUnits) {
    constexpr std::uint64_t kStep = 1024;
    std::string unit;
    for (const char next : std::string_view("KMG")) {
        if (!withUnits || amount == 0 || amount % kStep != 0)
            break;
        amount /= kStep;
        unit = next;
    }
    return fmt::format("{}{}", amount, unit);
}

Result<std::vector<std::string>> rangeValues(std::string_view text) {
    const std::size_t dots = text.find("..");
    const std::size_t sign = text.find_first_of("*+", dots);
    const auto bad = [&] {
        return failure(fmt::format("'{}' is not a range", HostText(text).plain(64)), "sweep",
                       "write first..last*factor or first..last+step");
    };
    if (sign == std::string_view::npos)
        return bad();
    const auto first = amountOf(text.substr(0, dots)),
               last = amountOf(text.substr(dots + 2, sign - dots - 2)),
               step = amountOf(text.substr(sign + 1));
    const bool times = text[sign] == '*';
    if (!first || !last || !step || *last < *first || *step < (times ? 2U : 1U) || (times && *first == 0))
        return bad();
    const bool withUnits = text.find_first_of("KMG") != std::string_view::npos;
    std::vector<std::string> values;
    for (std::uint64_t at = *first; values.size() <= Sweep::kMaxSteps;) {
        values.push_back(amountText(at, withUnits));
        const bool over = times ? at > *last / *step : *last - at < *step;
        if (over)
            break;
        at = times ? at * *step : at + *step;
    }
    if (values.size() > Sweep::kMaxSteps)
        return failure(
            fmt::format("'{}' has more than {} values", HostText(text).plain(64), Sweep::kMaxSteps), "sweep");
    return values;
}

} // namespace

std::size_t optionsBegin(const Command &command, const Tool &tool, std::string_view test) {
    const std::vector<std::string> own = splitWords(tool.program, test);
    const std::vector<std::string> &words = command.words;
    if (own.empty())
        return std::min<std::size_t>(1, words.size());
    // Only the last part of a path counts: the program may have been found anywhere.
    const auto isSame = [](const std::string &word, const std::string &expected) {
        return lastPart(word) == lastPart(expected);
    };
    const auto found = std::search(words.begin(), words.end(), own.begin(), own.end(), isSame);
    return found == words.end() ? words.size() : static_cast<std::size_t>(found - words.begin()) + own.size();
}

/// Whether the program is inside the script of a shell: "sh -c '...'".
bool isScript(const Words &words) {
    constexpr std::array<std::string_view, 6> kShells = {"sh", "bash", "dash", "zsh", "ksh", "fish"};
    return std::find(kShells.begin(), kShells.end(), lastPart(words.front())) != kShells.end() &&
           std::any_of(words.begin() + 1, words.end(), [](const std::string &word) {
               return word.starts_with('-') && !word.starts_with("--") && word.ends_with('c');
           });
}

Result<> setOption(Command &command, const Tool &tool, std::string_view test, const OptionValue &option) {
    if (option.flag.empty() || (option.flag + option.value).find('\0') != std::string::npos)
        return failure("an option has no name, or contains a NUL", "options");
    const Option *row = tool.option(option.flag);
    const std::size_t begin = optionsBegin(command, tool, test);
    const OptionForm form = row != nullptr                ? row->form
                            : option.flag.ends_with('=')  ? OptionForm::Variable
                            : isVariableName(option.flag) ? OptionForm::Variable
                            : option.value.empty()        ? OptionForm::Switch
                                                          : OptionForm::Word;
    Words &words = command.words;
    if (form == OptionForm::Variable) {
        std::string_view name = option.flag;
        if (name.ends_with('='))
            name.remove_suffix(1);
        if (!isVariableName(name))
            return failure(fmt::format("'{}' is not a variable name", HostText(name).plain(64)),
                           "environment");
        setVariable(command, name, option.value);
        return {};
    }
    if (words.empty())
        return failure("no program for the options", "options");
    if (isScript(words) && (begin == 1 || begin == words.size()))
        return failure(fmt::format("{} cannot be added to the program in the script of {}",
                                   HostText(option.flag).plain(64), HostText(words.front()).plain(64)),
                       "options", "use a variable: NAME=VALUE here, and $NAME in the script");
    const std::size_t ownSize = splitWords(tool.program, test).size();
    switch (form) {
    case OptionForm::Launcher:
        setSeparate(words, 1, begin - std::min(ownSize, begin), option);
        break;
    case OptionForm::Joined:
        setJoined(words, begin, option);
        break;
    case OptionForm::Switch:
        setSwitch(words, begin, option);
        break;
    case OptionForm::Positional:
        if (begin < words.size() && !words[begin].starts_with('-'))
            words[begin] = option.value;
        else
            words.insert(words.begin() + place(begin), option.value);
        break;
    default:
        setSeparate(words, begin, words.size(), option);
        break;
    }
    return {};
}

std::string valueName(std::string_view variable, std::string_view value) {
    if (variable.ends_with('='))
        return fmt::format("{}{}", variable, value);
    return fmt::format("{}{}{}", variable, variable.starts_with('-') ? ' ' : '=', value);
}

std::string stepName(std::string_view variable, const SweepStep &step, unsigned repeats) {
    std::string name = variable.empty() ? std::string() : valueName(variable, step.value);
    if (repeats > 1)
        name += fmt::format("{}{} of {}", name.empty() ? "" : ", ", step.repeat + 1, repeats);
    return name;
}

bool repeatsWrongRun(const SweepStep &step, const SweepStep &ended, std::optional<std::uint64_t> wrong) {
    return wrong.value_or(0) > 0 && step.value == ended.value && step.repeat > ended.repeat;
}

Result<std::vector<SweepStep>> stepsOf(const RunSpec &spec, const Sweep &sweep) {
    const Tool *tool = toolOf(spec.tool);
    if (tool == nullptr)
        return failure(fmt::format("unknown tool '{}'", HostText(spec.tool).plain(64)), "sweep",
                       "fabricscope bench list shows all");
    const std::vector<std::string> values =
        sweep.flag.empty() ? std::vector<std::string>{std::string()} : sweep.values;
    if (values.empty() || sweep.repeats == 0)
        return failure("a sweep needs at least one value and one repeat", "sweep");
    if (sweep.repeats > Sweep::kMaxSteps || values.size() > Sweep::kMaxSteps / sweep.repeats)
        return failure(fmt::format("a sweep has at most {} steps", Sweep::kMaxSteps), "sweep");
    std::vector<SweepStep> steps;
    for (unsigned repeat = 0; repeat < sweep.repeats; ++repeat)
        for (const std::string &value : values) {
            SweepStep step{spec, value, repeat};
            if (!sweep.flag.empty())
                if (auto set = setOption(step.spec.command, *tool, spec.test, {sweep.flag, value}); !set)
                    return tl::unexpected(set.error());
            steps.push_back(std::move(step));
        }
    return steps;
}

Result<std::vector<std::string>> sweepValues(std::string_view text) {
    std::vector<std::string> values;
    if (text.find("..") != std::string_view::npos)
        return rangeValues(trimmed(text));
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(", \t", at), text.size());
        if (end > at)
            values.emplace_back(text.substr(at, end - at));
        at = end + 1;
        if (values.size() > Sweep::kMaxSteps)
            return failure(fmt::format("a sweep has at most {} values", Sweep::kMaxSteps), "sweep");
    }
    if (values.empty())
        return failure("no values", "sweep", "write 128,256,512 or 128..1024*2");
    return values;
}

} // namespace fabricscope::bench
