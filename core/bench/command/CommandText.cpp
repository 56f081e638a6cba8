// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/CommandText.h"

#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace fabricscope::bench {
namespace {

std::string_view withoutSec(std::string_view unit) {
    return unit.ends_with("/sec") ? unit.substr(0, unit.size() - 2) : unit;
}

} // namespace

std::vector<std::string> splitWords(std::string_view text, std::string_view test) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::string_view word = takeUntil(text, ' ');
        if (word == "{}") {
            // A path may hold blanks; the subcommands of our table follow a bare name.
            const bool isPath = test.find('/') != std::string_view::npos;
            for (std::string_view rest = test; !rest.empty();)
                words.emplace_back(isPath ? std::exchange(rest, {}) : takeUntil(rest, ' '));
        } else if (!word.empty()) {
            words.emplace_back(word);
        }
    }
    return words;
}

bool isVariableName(std::string_view name) {
    const auto isLetter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !name.empty() && isLetter(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
        return isLetter(c) || (c >= '0' && c <= '9');
    });
}

std::string sizeText(double bytes) {
    constexpr std::string_view kUnits = "KMGT";
    constexpr double kStep = 1024;
    std::string unit;
    for (const char next : kUnits) {
        if (bytes < kStep)
            break;
        bytes /= kStep;
        unit = next;
    }
    return fmt::format("{:.4g}{}", bytes, unit);
}

bool lowerIsBetter(std::string_view unit) {
    static constexpr std::string_view kTimes[] = {"ns", "us", "usec", "µs", "ms", "msec", "s", "sec"};
    return std::find(std::begin(kTimes), std::end(kTimes), unit) != std::end(kTimes);
}

std::string shownUnit(std::string_view unit) {
    return std::string(unit == "MB/sec" ? unit : withoutSec(unit));
}

bool sameUnit(std::string_view one, std::string_view other) {
    return withoutSec(one) == withoutSec(other);
}

} // namespace fabricscope::bench
